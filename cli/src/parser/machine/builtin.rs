//! The rules that pest defines itself.

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use pest::unicode;

pub(super) enum Builtin {
    Any,
    Start,
    End,
    NewLine,
    /// One of these characters; the ranges are in order.
    Set(Vec<RangeInclusive<char>>),
    Peek,
    PeekAll,
    Pop,
    PopAll,
    Drop,
}

impl Builtin {
    /// Returns the built-in rule of this name, if there is one. A Unicode property takes some milliseconds.
    pub(super) fn named(name: &str) -> Option<Self> {
        let set = |ranges: &[RangeInclusive<char>]| Self::Set(ranges.to_vec());
        Some(match name {
            "ANY" => Self::Any,
            "SOI" => Self::Start,
            "EOI" => Self::End,
            "NEWLINE" => Self::NewLine,
            "PEEK" => Self::Peek,
            "PEEK_ALL" => Self::PeekAll,
            "POP" => Self::Pop,
            "POP_ALL" => Self::PopAll,
            "DROP" => Self::Drop,
            "ASCII" => set(&['\0'..='\x7F']),
            "ASCII_DIGIT" => set(&['0'..='9']),
            "ASCII_NONZERO_DIGIT" => set(&['1'..='9']),
            "ASCII_BIN_DIGIT" => set(&['0'..='1']),
            "ASCII_OCT_DIGIT" => set(&['0'..='7']),
            "ASCII_HEX_DIGIT" => set(&['0'..='9', 'A'..='F', 'a'..='f']),
            "ASCII_ALPHA_LOWER" => set(&['a'..='z']),
            "ASCII_ALPHA_UPPER" => set(&['A'..='Z']),
            "ASCII_ALPHA" => set(&['A'..='Z', 'a'..='z']),
            "ASCII_ALPHANUMERIC" => set(&['0'..='9', 'A'..='Z', 'a'..='z']),
            _ => Self::Set(ranges(unicode::by_name(name)?)),
        })
    }
}

/// Returns the characters that have the property.
fn ranges(has: impl Fn(char) -> bool) -> Vec<RangeInclusive<char>> {
    let mut ranges: Vec<RangeInclusive<char>> = Vec::new();
    for c in ('\0'..=char::MAX).filter(|&c| has(c)) {
        match ranges.last_mut() {
            Some(range) if u32::from(*range.end()) + 1 == u32::from(c) => *range = *range.start()..=c,
            _ => ranges.push(c..=c),
        }
    }
    ranges
}

/// Returns whether the character is in one of the ranges, which are in order.
pub(super) fn contains(ranges: &[RangeInclusive<char>], c: char) -> bool {
    let place = |range: &RangeInclusive<char>| match range {
        range if *range.end() < c => Ordering::Less,
        range if *range.start() > c => Ordering::Greater,
        _ => Ordering::Equal,
    };
    ranges.binary_search_by(place).is_ok()
}
