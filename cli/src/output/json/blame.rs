//! Inputs that have no answer.

use serde::Serialize;

use super::raw::{Hex, Lossy};
use crate::fault::Fault;

#[derive(Serialize)]
pub(crate) struct Blame {
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'static str>,
    component: String,
    offset: usize,
    /// In characters, counted from 1; `None` if the text is not known.
    column: Option<usize>,
    found: Option<char>,
    message: String,
    help: String,
}

impl Blame {
    pub(super) fn new(input: Option<&[u8]>, fault: &Fault) -> Self {
        // The offset is in the text beside, if there is one.
        let text = fault.beside().map(str::as_bytes).or(input);
        Self {
            part: fault.part(),
            component: fault.component().to_owned(),
            offset: fault.offset(),
            column: text.map(|text| fault.column(text)),
            found: fault.found(),
            message: fault.to_string(),
            help: fault.help(text),
        }
    }
}

/// The answer for an invalid input.
#[derive(Serialize)]
pub(crate) struct Invalid<'a> {
    input: Lossy<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Hex<'a>>,
    error: Blame,
}

impl<'a> Invalid<'a> {
    pub(crate) fn new(input: &'a [u8], fault: &Fault) -> Self {
        Self { input: Lossy(input), bytes: bytes(input), error: Blame::new(Some(input), fault) }
    }
}

/// Returns the bytes of an input that is not UTF-8, which `input` cannot represent.
pub(super) fn bytes(input: &[u8]) -> Option<Hex<'_>> {
    str::from_utf8(input).is_err().then_some(Hex(input))
}
