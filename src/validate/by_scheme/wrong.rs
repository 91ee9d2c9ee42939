//! What is wrong with the text of a component.

use core::ops::Range;

pub(super) struct Wrong {
    /// The place in the component.
    pub(super) place: Range<usize>,
    pub(super) message: &'static str,
    pub(super) help: &'static str,
}

impl Wrong {
    pub(super) const fn new(place: Range<usize>, message: &'static str, help: &'static str) -> Self {
        Self { place, message, help }
    }

    /// The place is the character at this offset, or the percent-encoded octet.
    #[expect(clippy::arithmetic_side_effects, reason = "less than three bytes behind a character")]
    pub(super) fn at_character(text: &str, at: usize, message: &'static str, help: &'static str) -> Self {
        let character = text.get(at..).and_then(|rest| rest.chars().next());
        let len = if character == Some('%') { 3 } else { character.map_or(0, char::len_utf8) };
        Self::new(at..text.len().min(at + len), message, help)
    }
}
