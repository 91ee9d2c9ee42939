//! The rules that pest brings along: their names, and the characters of those that are a set.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::characters::charset::CharSet;

/// The properties of Unicode that were asked for, of which each is made from a predicate on all characters once.
static PROPERTIES: LazyLock<Mutex<HashMap<String, CharSet>>> = LazyLock::new(Mutex::default);

/// Whether pest brings a rule of that name along, such as `ASCII_DIGIT` or `LETTER`.
#[must_use]
pub fn exists(name: &str) -> bool {
    let own = matches!(name, "SOI" | "EOI" | "NEWLINE") || is_stack(name) || ascii(name).is_some();
    own || pest::unicode::by_name(name).is_some()
}

/// Whether pest refuses a rule of that name. One of another builtin's name takes its place.
pub(crate) fn is_keyword(name: &str) -> bool {
    matches!(name, "_" | "ANY" | "SOI" | "EOI") || is_stack(name)
}

/// Whether the name is one of pest's stack operations.
pub(crate) fn is_stack(name: &str) -> bool {
    matches!(name, "PEEK" | "PEEK_ALL" | "POP" | "POP_ALL" | "DROP")
}

/// Whether the builtin is a property of Unicode, which matches one character.
pub(crate) fn is_property(name: &str) -> bool {
    ascii(name).is_none() && pest::unicode::by_name(name).is_some()
}

/// The characters that the builtin matches one of, if it is such a one. A property's share the memory.
pub(crate) fn chars(name: &str) -> Option<CharSet> {
    if let Some(ranges) = ascii(name) {
        return Some(CharSet::from_ranges(ranges.iter().copied()));
    }
    let property = pest::unicode::by_name(name)?;
    let mut known = PROPERTIES.lock().unwrap_or_else(PoisonError::into_inner);
    Some(known.entry(name.to_owned()).or_insert_with(|| CharSet::from_predicate(property)).clone())
}

fn ascii(name: &str) -> Option<&'static [(char, char)]> {
    Some(match name {
        "ANY" => &[('\0', char::MAX)],
        "ASCII" => &[('\0', '\x7f')],
        "ASCII_DIGIT" => &[('0', '9')],
        "ASCII_NONZERO_DIGIT" => &[('1', '9')],
        "ASCII_BIN_DIGIT" => &[('0', '1')],
        "ASCII_OCT_DIGIT" => &[('0', '7')],
        "ASCII_HEX_DIGIT" => &[('0', '9'), ('A', 'F'), ('a', 'f')],
        "ASCII_ALPHA_LOWER" => &[('a', 'z')],
        "ASCII_ALPHA_UPPER" => &[('A', 'Z')],
        "ASCII_ALPHA" => &[('A', 'Z'), ('a', 'z')],
        "ASCII_ALPHANUMERIC" => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        _ => return None,
    })
}
