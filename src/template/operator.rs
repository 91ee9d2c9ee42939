//! The operators of expressions, with the table of Appendix A.

use alloc::string::String;

use super::triplets;
use crate::grammar::template::CHARACTERS;
use crate::grammar::{Characters, class};
use crate::percent::{Encodable, Encoder, sealed};

/// The operator of an expression: its column of the table in Appendix A.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Operator {
    /// The text before the first defined variable.
    pub(super) first: &'static str,
    /// The character between two variables, or two members of an exploded value.
    pub(super) separator: char,
    /// Whether the names of variables are written.
    pub(super) named: bool,
    /// Whether there is no `=` between a name and an empty value.
    pub(super) drops_equals: bool,
    /// Whether reserved characters and percent-encoded triplets of values are kept.
    pub(super) keeps_reserved: bool,
}

const SIMPLE: Operator =
    Operator { first: "", separator: ',', named: false, drops_equals: false, keeps_reserved: false };
const QUERY: Operator = Operator { first: "?", separator: '&', named: true, ..SIMPLE };

impl Operator {
    /// Returns the operator that this character is, or that of an expression without one; `None` if it is reserved for
    /// extensions.
    pub(super) const fn of(character: Option<u8>) -> Option<&'static Self> {
        Some(match character {
            None => &SIMPLE,
            Some(b'+') => &Self { keeps_reserved: true, ..SIMPLE },
            Some(b'#') => &Self { first: "#", keeps_reserved: true, ..SIMPLE },
            Some(b'.') => &Self { first: ".", separator: '.', ..SIMPLE },
            Some(b'/') => &Self { first: "/", separator: '/', ..SIMPLE },
            Some(b';') => &Self { first: ";", separator: ';', named: true, drops_equals: true, ..SIMPLE },
            Some(b'?') => &QUERY,
            Some(b'&') => &Self { first: "&", ..QUERY },
            Some(_) => return None,
        })
    }

    /// Returns the first characters of a value, at most this number. Triplets that the expansion keeps count as the character
    /// that they represent, so that none is split (section 3.2.1).
    pub(super) fn prefix<'a>(&self, value: &'a str, length: usize) -> &'a str {
        if value.len() <= length {
            return value;
        }
        let end = if self.keeps_reserved {
            triplets::characters(value).nth(length)
        } else {
            value.char_indices().nth(length).map(|(at, _)| at)
        };
        value.get(..end.unwrap_or(value.len())).expect("a character begins at the offset")
    }

    /// Appends a value, percent-encoded.
    #[inline]
    pub(super) fn encode(&self, value: &str, text: &mut String) {
        if self.keeps_reserved { keeping_triplets(value, text) } else { UNRESERVED.append(value, text) }
    }
}

/// Appends a value, and encodes a `%` only where no triplet begins.
pub(super) fn keeping_triplets(value: &str, text: &mut String) {
    let mut rest = value;
    while let Some((before, kept, after)) = triplets::split_first(rest) {
        RESERVED.append(before, text);
        text.push_str(kept);
        rest = after;
    }
    RESERVED.append(rest, text);
}

/// The result of an expansion: values are percent-encoded for it.
enum Expansion {}

impl sealed::Sealed for Expansion {}

impl Encodable for Expansion {
    const CHARACTERS: Characters = CHARACTERS;
    const CLASS: u8 = class::URI;

    fn may_have(_: char) -> bool {
        false
    }
}

/// Keeps the unreserved characters.
static UNRESERVED: Encoder<Expansion> = Encoder::data();

/// Keeps the reserved characters, too.
static RESERVED: Encoder<Expansion> = Encoder::new();
