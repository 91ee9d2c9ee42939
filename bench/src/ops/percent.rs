//! `encode`: from raw text to a query, without a copy if nothing has to be encoded.
//!
//! `decode`: from percent-encoded text to octets, without a copy if nothing is encoded. The text is a component that
//! was parsed beforehand, so two digits follow each `%`. `percent-encoding` also accepts a `%` without digits, which it
//! leaves as it is.

use std::borrow::Cow;
use std::convert::Infallible;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use urigram::Query;
use urigram::percent::{self, Decoded};

use crate::pass::{OURS, Prepared, Table, each, parsing, whole};

/// The characters that are not allowed in a query.
const NOT_IN_A_QUERY: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

fn encode(raw: &str) -> Cow<'_, str> {
    Query::encode(raw).to_cow()
}

fn encode_by_peer(raw: &str) -> Cow<'_, str> {
    utf8_percent_encode(raw, NOT_IN_A_QUERY).into()
}

/// The libraries, string by string.
pub const ENCODE: Table = &[
    (OURS, |lines| parsing(lines, |line| Ok::<_, Infallible>(encode(line)))),
    ("percent-encoding", |lines| parsing(lines, |line| Ok::<_, Infallible>(encode_by_peer(line)))),
];

/// The libraries, on all strings as one text.
pub const ENCODE_WHOLE: Table = &[
    (OURS, |lines| whole(lines, |text| Some(move || encode(text)))),
    ("percent-encoding", |lines| whole(lines, |text| Some(move || encode_by_peer(text)))),
];

fn decode_by_peer(text: &str) -> Cow<'_, [u8]> {
    percent_decode_str(text).into()
}

/// The libraries, string by string. Strings that are not valid in any component are left out.
pub const DECODE: Table = &[
    (OURS, |lines| each(components(lines), |decoded| decoded.to_bytes())),
    ("percent-encoding", |lines| each(components(lines), |decoded| decode_by_peer(decoded.as_encoded()))),
];

/// The libraries, on all strings as one text. If the text is not valid in any component, no library takes
/// part.
pub const DECODE_WHOLE: Table = &[
    (OURS, |lines| whole(lines, |text| percent::decode(text).ok().map(|decoded| move || decoded.to_bytes()))),
    ("percent-encoding", |lines| {
        whole(lines, |text| percent::decode(text).ok().map(|_| move || decode_by_peer(text)))
    }),
];

fn components<'c>(lines: &'c [&'c str]) -> Prepared<Decoded<'c>> {
    Prepared::of(lines.iter().copied(), |line| percent::decode(line).ok())
}

#[cfg(test)]
mod tests {
    use super::{DECODE_WHOLE, encode, encode_by_peer};

    #[test]
    fn encode_the_same() {
        let all: String = (0..=u8::MAX).map(char::from).collect();
        assert_eq!(encode(&all), encode_by_peer(&all));
    }

    #[test]
    fn a_text_with_an_incomplete_escape_has_no_row() {
        for (library, prepare) in DECODE_WHOLE {
            assert_eq!(prepare(&["%41", "%4"]).strings, 0, "{library}");
            assert_eq!(prepare(&["%41", "%42"]).strings, 2, "{library}");
        }
    }
}
