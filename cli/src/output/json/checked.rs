//! The result for a line of a file.

use serde::Serialize;
use urigram::validate::Finding;

use super::blame::{Blame, bytes};
use super::found::Found;
use super::raw::{Hex, Lossy};
use crate::fault::Fault;

/// The result of `check` for a line.
#[derive(Serialize)]
pub(crate) struct Checked<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
    /// `None` if there is no text, or if it is too long.
    input: Option<Lossy<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Hex<'a>>,
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Blame>,
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<Vec<Found>>,
}

impl<'a> Checked<'a> {
    /// The findings are `None` if nothing was to be found.
    pub(crate) fn new(
        file: Option<&'a str>,
        line: u64,
        input: Option<&'a [u8]>,
        valid: bool,
        fault: Option<&Fault>,
        findings: Option<&[Finding<'_>]>,
    ) -> Self {
        Self {
            file,
            line,
            input: input.map(Lossy),
            bytes: fault.and(input).and_then(bytes),
            valid,
            accepted: None,
            error: fault.map(|fault| Blame::new(input, fault)),
            findings: findings.map(|findings| findings.iter().map(Found::from).collect()),
        }
    }

    /// Returns the same with whether the policy accepts the line, if there is a policy.
    pub(crate) fn with_accepted(self, accepted: Option<bool>) -> Self {
        Self { accepted, ..self }
    }
}
