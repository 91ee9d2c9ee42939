//! `decode`: from percent-encoded text to octets, without a copy where nothing is encoded.
//!
//! The text is that of a component, as a program has it: that each `%` is followed by two digits was checked
//! during parsing, which is not timed. `percent-encoding` takes a `%` without digits literally.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use urigram::percent::{self, Decoded};

use crate::pass::{OURS, Prepared, Table, each, whole};

fn percent_encoding(text: &str) -> Cow<'_, [u8]> {
    percent_decode_str(text).into()
}

/// The libraries, string by string; strings that no component can have are left out for all.
pub const TABLE: Table = &[
    (OURS, |lines| each(components(lines), |decoded| decoded.to_bytes())),
    ("percent-encoding", |lines| each(components(lines), |decoded| percent_encoding(decoded.as_encoded()))),
];

/// The libraries, on all strings as one text; none takes part if no component can have that text.
pub const WHOLE: Table = &[
    (OURS, |lines| whole(lines, |text| percent::decode(text).ok().map(|decoded| move || decoded.to_bytes()))),
    ("percent-encoding", |lines| {
        whole(lines, |text| percent::decode(text).ok().map(|_| move || percent_encoding(text)))
    }),
];

fn components<'c>(lines: &'c [&'c str]) -> Prepared<Decoded<'c>> {
    Prepared::of(lines.iter().copied(), |line| percent::decode(line).ok())
}

#[cfg(test)]
mod tests {
    use super::WHOLE;

    #[test]
    fn a_text_with_an_incomplete_escape_has_no_row() {
        for (library, prepare) in WHOLE {
            assert_eq!(prepare(&["%41", "%4"]).strings, 0, "{library}");
            assert_eq!(prepare(&["%41", "%42"]).strings, 2, "{library}");
        }
    }
}
