//! What is questionable about a text.

use serde::Serialize;
use urigram::grammar::Components;
use urigram::mend::Mend;
use urigram::validate::Finding;

use super::blame::{Blame, bytes};
use super::found::Found;
use super::parsed::ComponentsOnly;
use super::raw::{Hex, Lossy};
use crate::fault::Fault;
use crate::output::field;

/// The answer of `validate`: whether a text is accepted, what is questionable about it, and what was probably meant.
#[derive(Serialize)]
pub(crate) struct Validated<'a> {
    input: Lossy<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Hex<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'a str>,
    accepted: bool,
    policy: Option<&'a str>,
    components: Option<ComponentsOnly<'a>>,
    error: Option<Blame>,
    findings: Vec<Found>,
    mended: Vec<Mended<'a>>,
}

impl<'a> Validated<'a> {
    /// Returns the answer for this input, which is refused if nothing is added.
    pub(crate) fn new(input: &'a [u8], policy: Option<&'a str>, mends: &'a [Mend]) -> Self {
        Self {
            input: Lossy(input),
            bytes: bytes(input),
            target: None,
            accepted: false,
            policy,
            components: None,
            error: None,
            findings: Vec::new(),
            mended: mends.iter().map(Mended::from).collect(),
        }
    }

    /// Returns the answer with the target that was validated in place of the input.
    pub(crate) fn with_target(self, target: Option<&'a str>) -> Self {
        Self { target, ..self }
    }

    pub(crate) fn with_components(
        self,
        accepted: bool,
        text: &'a str,
        components: &Components,
        findings: &[Finding<'_>],
    ) -> Self {
        let findings = findings.iter().map(Found::from).collect();
        Self { accepted, components: Some(ComponentsOnly(field::of(text, components))), findings, ..self }
    }

    pub(crate) fn with_fault(self, input: &[u8], fault: &Fault) -> Self {
        Self { error: Some(Blame::new(Some(input), fault)), ..self }
    }
}

/// What a text was probably meant to be.
#[derive(Serialize)]
struct Mended<'a> {
    uri: &'a str,
    typed_host: Option<&'a str>,
    changes: Vec<MendedPart<'a>>,
}

/// A part of the input that was replaced, by its place in bytes.
#[derive(Serialize)]
struct MendedPart<'a> {
    start: usize,
    end: usize,
    inserted: &'a str,
    help: String,
}

impl<'a> From<&'a Mend> for Mended<'a> {
    fn from(mend: &'a Mend) -> Self {
        let changes = mend.changes().map(|change| MendedPart {
            start: change.range().start,
            end: change.range().end,
            inserted: change.inserted(),
            help: change.help().to_string(),
        });
        Self { uri: mend.reference().as_str(), typed_host: mend.typed_host(), changes: changes.collect() }
    }
}
