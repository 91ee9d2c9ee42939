//! The answers as JSON: one object per line, with keys in the order of the fields.
//!
//! In: components, faults, and bytes that may not be UTF-8.
//! Out: a line of JSON. `format` escapes characters that control a terminal, and `raw` writes bytes that may
//! not be UTF-8, as text and in hexadecimal digits.
//! Next: none.

mod format;
mod raw;

use std::io::{self, Write};

use serde::Serialize;
use serde::ser::SerializeMap;
use serde_json::Serializer;
use urigram::Components;
use urigram::mend::Mend;
use urigram::validate::{Code, Finding};

use self::format::Showable;
use self::raw::{Hex, Lossy};
use crate::fault::Fault;
use crate::output::field::{self, Field};

pub(crate) fn write_line(out: &mut impl Write, answer: &impl Serialize) -> io::Result<()> {
    write(out, answer)?;
    out.write_all(b"\n")
}

pub(crate) fn write(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    Ok(value.serialize(&mut Serializer::with_formatter(out, Showable))?)
}

/// The components of a reference; an undefined one is `null`.
pub(crate) struct Parsed<'a> {
    input: &'a str,
    fields: [Field<'a>; 11],
}

impl<'a> Parsed<'a> {
    pub(crate) fn new(input: &'a str, components: &Components) -> Self {
        Self { input, fields: field::of(input, components) }
    }
}

impl Serialize for Parsed<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1 + self.fields.len()))?;
        map.serialize_entry("input", self.input)?;
        for Field { name, value, .. } in &self.fields {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// The components of a reference, without the text itself.
struct ComponentsOnly<'a>([Field<'a>; 11]);

impl Serialize for ComponentsOnly<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|Field { name, value, .. }| (name, value)))
    }
}

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
        Self { uri: mend.reference().as_str(), changes: changes.collect() }
    }
}

/// A finding, with its place in bytes.
#[derive(Serialize)]
struct Found {
    code: &'static str,
    severity: &'static str,
    component: &'static str,
    start: usize,
    end: usize,
    message: String,
    help: String,
    section: &'static str,
}

impl From<&Finding<'_>> for Found {
    fn from(finding: &Finding<'_>) -> Self {
        Self {
            code: finding.code().as_str(),
            severity: finding.severity().as_str(),
            component: finding.component().name(),
            start: finding.range().start,
            end: finding.range().end,
            message: finding.message().to_string(),
            help: finding.help().to_string(),
            section: finding.code().section(),
        }
    }
}

/// A row of the table of findings.
#[derive(Serialize)]
pub(crate) struct Explained {
    code: &'static str,
    severity: &'static str,
    section: &'static str,
    summary: &'static str,
    explanation: &'static str,
    example: &'static str,
    counterexample: &'static str,
}

impl From<Code> for Explained {
    fn from(code: Code) -> Self {
        Self {
            code: code.as_str(),
            severity: code.severity().as_str(),
            section: code.section(),
            summary: code.summary(),
            explanation: code.explanation(),
            example: code.example(),
            counterexample: code.counterexample(),
        }
    }
}

/// A reference and its target.
#[derive(Serialize)]
pub(crate) struct Resolved<'a> {
    pub(crate) base: &'a str,
    pub(crate) reference: &'a str,
    pub(crate) target: &'a str,
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
    fn new(input: Option<&[u8]>, fault: &Fault) -> Self {
        // The offset is in the text beside, if there is one.
        let text = fault.beside().map(str::as_bytes).or(input);
        Self {
            part: fault.part(),
            component: fault.component().to_owned(),
            offset: fault.offset(),
            column: text.map(|text| fault.column(text)),
            found: fault.found(),
            message: fault.to_string(),
            help: fault.help(text.unwrap_or_default()),
        }
    }
}

/// Returns the bytes of an input that is not UTF-8, which `input` cannot represent.
fn bytes(input: &[u8]) -> Option<Hex<'_>> {
    str::from_utf8(input).is_err().then_some(Hex(input))
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
