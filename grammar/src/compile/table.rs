//! Sets of characters as bits of one look-up table over bytes.

use std::fmt::{Display, Write as _};

use crate::characters::charset::CharSet;

use super::distinct::Distinct;

/// The sets that the code tests for, each a bit of the word of every byte.
#[derive(Debug, Default, Clone)]
pub(super) struct Table {
    classes: Distinct<CharSet>,
}

/// The number of classes that one table has bits for.
const TABLE: usize = 32;

/// The characters whose UTF-8 bytes are beyond ASCII.
const BEYOND: (char, char) = ('\u{80}', char::MAX);

pub(super) fn ascii(set: &CharSet) -> CharSet {
    set.intersect(&CharSet::range('\0', '\x7f'))
}

/// Returns the part of a set beyond ASCII, which a single byte cannot decide, or `None` if it is empty.
pub(super) fn beyond(set: &CharSet) -> Option<CharSet> {
    let part = set.intersect(&CharSet::range(BEYOND.0, BEYOND.1));
    (!part.is_empty()).then_some(part)
}

/// Returns whether the set has every character beyond ASCII, so that the first byte decides.
pub(super) fn all_beyond(set: &CharSet) -> bool {
    CharSet::range(BEYOND.0, BEYOND.1).difference(set).is_empty()
}

/// Returns the set as far as a first byte can decide: everything beyond ASCII counts as one byte.
pub(super) fn bytes(set: &CharSet) -> CharSet {
    match beyond(set) {
        Some(_) => ascii(set).union(&CharSet::range(BEYOND.0, BEYOND.1)),
        None => set.clone(),
    }
}

impl Table {
    /// Returns the name of the mask for the bytes of the set; beyond ASCII, either all bytes or none.
    pub(super) fn mask(&mut self, set: &CharSet) -> String {
        format!("scan::C{}", self.class(set).0)
    }

    /// Returns the place of the class of the bytes of the set, and what it holds; beyond ASCII, either all bytes or none.
    pub(super) fn class(&mut self, set: &CharSet) -> (usize, CharSet) {
        let bytes = if all_beyond(set) { set.clone() } else { ascii(set) };
        (self.classes.place(bytes.clone()), bytes)
    }

    pub(super) fn classes(&self) -> &[CharSet] {
        self.classes.values()
    }

    /// Returns an expression that tests whether a byte of the set is at an offset.
    pub(super) fn test(&mut self, set: &CharSet, at: impl Display) -> String {
        match set.as_single() {
            Some(c) if c.is_ascii() => format!("scan::byte(s, {at}, {})", byte_pattern(c)),
            _ => format!("scan::is(s, {at}, {})", self.mask(set)),
        }
    }

    /// Returns the source of the masks of the classes from this one on, and of the tables that they select bits of.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "32 rows of 8 bytes; there are that many classes"
    )]
    pub(super) fn source(&self, first: usize) -> String {
        let mut source = String::new();
        let classes = &self.classes.values()[first..];
        if classes.is_empty() {
            return source;
        }
        for (place, class) in classes.iter().enumerate() {
            let (table, bit, place) = (place / TABLE, place % TABLE, place + first);
            let _ = writeln!(source, "/// `{}`", describe(class));
            let _ = writeln!(
                source,
                "pub(crate) const C{place}: Mask = Mask {{ table: &CLASSES[{table}], bits: 1 << {bit} }};"
            );
        }
        let tables: Vec<&[CharSet]> = classes.chunks(TABLE).collect();
        let count = tables.len();
        let _ = writeln!(source, "/// The classes of each byte.\nstatic CLASSES: [[u32; 256]; {count}] = [");
        for classes in tables {
            source.push_str("    [\n");
            for row in 0..32u8 {
                let words = (0..8).map(|column| {
                    let byte = row * 8 + column;
                    let c = if byte < 0x80 { byte as char } else { BEYOND.0 };
                    let bits = classes.iter().enumerate().filter(|(_, class)| class.contains(c));
                    format!("0x{:x}", bits.fold(0u32, |word, (bit, _)| word | 1 << bit))
                });
                let _ = writeln!(source, "        {},", words.collect::<Vec<_>>().join(", "));
            }
            source.push_str("    ],\n");
        }
        source.push_str("];\n");
        source
    }
}

/// Returns a set as a reader would write it.
pub(super) fn describe(set: &CharSet) -> String {
    let mut text = String::new();
    for &(first, last) in set.ranges() {
        let _ = match (first, last) {
            (first, last) if first == last => write!(text, "{}", first.escape_debug()),
            (first, last) => write!(text, "{}-{}", first.escape_debug(), last.escape_debug()),
        };
        text.push(' ');
    }
    text.trim_end().to_owned()
}

/// Returns a set as a pattern over bytes; beyond ASCII, all bytes or none.
pub(super) fn pattern(set: &CharSet) -> String {
    let mut ranges: Vec<String> = ascii(set)
        .ranges()
        .iter()
        .map(|&(first, last)| match first == last {
            true => byte_pattern(first),
            false => format!("{}..={}", byte_pattern(first), byte_pattern(last)),
        })
        .collect();
    if beyond(set).is_some() {
        ranges.push("0x80..=0xff".to_owned());
    }
    ranges.join(" | ")
}

/// Returns a byte as a literal.
pub(super) fn byte_pattern(c: char) -> String {
    match c {
        ' '..='~' => format!("b'{}'", c.escape_default()),
        c => format!("0x{:02x}", c as u32),
    }
}
