//! The answers as JSON: one object per line, with keys in the order of the fields.
//!
//! In: components, faults, and bytes that may not be UTF-8.
//! Out: a line of JSON. The answers of most commands are here, and those that take more have a file each: `parsed`,
//! `details`, `validated`, `checked`, `found` for findings, and `blame` for faults. `format` escapes characters that control a
//! terminal, and `raw` writes bytes that may not be UTF-8, as text and in hexadecimal digits.
//! Next: none.

mod blame;
mod checked;
mod details;
mod format;
mod found;
mod parsed;
mod raw;
mod validated;

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;

pub(crate) use self::blame::Invalid;
use self::blame::bytes;
pub(crate) use self::checked::Checked;
use self::format::Showable;
pub(crate) use self::found::Explained;
pub(crate) use self::parsed::Parsed;
use self::raw::{Hex, Lossy};
pub(crate) use self::validated::Validated;
use crate::output::steps::Step;

pub(crate) fn write_line(out: &mut impl Write, answer: &impl Serialize) -> io::Result<()> {
    write(out, answer)?;
    out.write_all(b"\n")
}

pub(crate) fn write(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    Ok(value.serialize(&mut Serializer::with_formatter(out, Showable))?)
}

/// A reference and its target, and the steps to it, if requested.
#[derive(Serialize)]
pub(crate) struct Resolved<'a> {
    pub(crate) base: &'a str,
    pub(crate) reference: &'a str,
    pub(crate) target: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) steps: Option<Vec<Step<'a>>>,
}

/// A target and the reference to it.
#[derive(Serialize)]
pub(crate) struct Relativized<'a> {
    pub(crate) base: &'a str,
    pub(crate) target: &'a str,
    pub(crate) reference: &'a str,
}

/// A reference, and the result of its edits.
#[derive(Serialize)]
pub(crate) struct Changed<'a> {
    pub(crate) input: &'a str,
    pub(crate) output: &'a str,
}

/// A reference, its normal form, and the earlier reference with the same form, if requested.
#[derive(Serialize)]
pub(crate) struct Normalized<'a> {
    pub(crate) input: &'a str,
    pub(crate) output: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) same_as: Option<SameAs<'a>>,
}

/// An earlier reference, and the lowest rung on which the two are equal.
#[derive(Serialize)]
pub(crate) struct SameAs<'a> {
    pub(crate) line: u64,
    pub(crate) input: &'a str,
    pub(crate) rung: &'static str,
}

/// A reference built from components.
#[derive(Serialize)]
pub(crate) struct Built<'a> {
    pub(crate) output: &'a str,
}

/// Data and their encoded text. Either of the two is the input, and the data need not be UTF-8.
#[derive(Serialize)]
pub(crate) struct Coded<'a> {
    input: Lossy<'a>,
    output: Lossy<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Hex<'a>>,
}

impl<'a> Coded<'a> {
    pub(crate) fn encoded(data: &'a [u8], text: &'a str) -> Self {
        Self { input: Lossy(data), output: Lossy(text.as_bytes()), bytes: bytes(data) }
    }

    pub(crate) fn decoded(text: &'a str, data: &'a [u8]) -> Self {
        Self { input: Lossy(text.as_bytes()), output: Lossy(data), bytes: bytes(data) }
    }
}

/// A configuration: the file that it is from, and what that sets.
#[derive(Serialize)]
pub(crate) struct Configured<'a> {
    pub(crate) file: Option<String>,
    pub(crate) exists: bool,
    pub(crate) named_by: &'static str,
    pub(crate) settings: Vec<Set<'a>>,
}

/// A default for an option, of a command or of all.
#[derive(Serialize)]
pub(crate) struct Set<'a> {
    pub(crate) command: Option<&'a str>,
    pub(crate) key: &'static str,
    pub(crate) value: &'a str,
    pub(crate) line: usize,
}

/// Two references and the rung on which they are equal.
#[derive(Serialize)]
pub(crate) struct Compared<'a> {
    pub(crate) a: &'a str,
    pub(crate) b: &'a str,
    pub(crate) rung: &'a str,
}

/// A URI found in running text. The offsets are in bytes.
#[derive(Serialize)]
pub(crate) struct Extracted<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<&'a str>,
    pub(crate) line: u64,
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) uri: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hyphen_doubtful: Option<bool>,
}
