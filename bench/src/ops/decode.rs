//! `decode`: from text that is percent-encoded to octets, without a copy where nothing is.
//!
//! `percent-encoding` takes a `%` without its digits for itself, where urigram has an error: it reads the text
//! once more, as it is not that of a component, which has been checked before.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use urigram::percent::{self, DecodeError};

use super::{OURS, Table};
use crate::pass::{parsing, whole};

fn ours(text: &str) -> Result<Cow<'_, [u8]>, DecodeError> {
    percent::decode(text).map(|decoded| decoded.to_bytes())
}

fn percent_encoding(text: &str) -> Result<Cow<'_, [u8]>, DecodeError> {
    Ok(percent_decode_str(text).into())
}

/// The libraries, string by string.
pub const TABLE: Table =
    &[(OURS, |lines| parsing(lines, ours)), ("percent-encoding", |lines| parsing(lines, percent_encoding))];

/// The libraries, all strings as one.
pub const WHOLE: Table = &[
    (OURS, |lines| whole(lines, |text| ours(text).map(|octets| octets.len()))),
    ("percent-encoding", |lines| whole(lines, |text| percent_encoding(text).map(|octets| octets.len()))),
];
