//! `encode`: from raw text to a query, without a copy where nothing has to be encoded.

use std::borrow::Cow;
use std::convert::Infallible;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use urigram::Query;

use crate::pass::{OURS, Table, parsing, whole};

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

fn ours(raw: &str) -> Cow<'_, str> {
    Query::encode(raw).to_cow()
}

fn percent_encoding(raw: &str) -> Cow<'_, str> {
    utf8_percent_encode(raw, NOT_IN_A_QUERY).into()
}

/// The libraries, string by string.
pub const TABLE: Table = &[
    (OURS, |lines| parsing(lines, |line| Ok::<_, Infallible>(ours(line)))),
    ("percent-encoding", |lines| parsing(lines, |line| Ok::<_, Infallible>(percent_encoding(line)))),
];

/// The libraries, on all strings as one text.
pub const WHOLE: Table = &[
    (OURS, |lines| whole(lines, |text| Some(move || ours(text)))),
    ("percent-encoding", |lines| whole(lines, |text| Some(move || percent_encoding(text)))),
];

#[cfg(test)]
mod tests {
    use super::{ours, percent_encoding};

    #[test]
    fn do_the_same() {
        let all: String = (0..=u8::MAX).map(char::from).collect();
        assert_eq!(ours(&all), percent_encoding(&all));
    }
}
