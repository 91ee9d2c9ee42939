//! Answers as JSON: one object per line, with keys in the order of the fields.

use std::io::Write;
use std::ops::Range;
use std::{fmt, io};

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::ser::Formatter;
use urigram::grammar::Components;
use urigram::template::Values;
use urigram::validate::{Audience, Code, Finding};

use crate::fault::{Fault, Suggestion};
use crate::output::components::{Details, Field};
use crate::output::drawing::Step;
use crate::output::{components, visible};

pub(crate) fn write_line(out: &mut impl Write, answer: &impl Serialize) -> io::Result<()> {
    write(out, answer)?;
    out.write_all(b"\n")
}

pub(crate) fn write(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    Ok(value.serialize(&mut serde_json::Serializer::with_formatter(out, Showable))?)
}

/// A reference and its target, with the steps if they are requested.
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

/// A reference, its normal form, and the earlier reference with the same form if it is requested.
#[derive(Serialize)]
pub(crate) struct Normalized<'a> {
    pub(crate) input: &'a str,
    pub(crate) output: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) same_as: Option<SameAs<'a>>,
}

/// An earlier reference, and the lowest level at which the two are equal.
#[derive(Serialize)]
pub(crate) struct SameAs<'a> {
    pub(crate) line: u64,
    pub(crate) input: &'a str,
    pub(crate) level: &'static str,
}

/// A URI, and the values by which a template gives it.
#[derive(Serialize)]
pub(crate) struct Matched<'a> {
    pub(crate) input: &'a str,
    pub(crate) values: &'a Values<'a>,
    pub(crate) ambiguous: &'a [&'a str],
}

/// A template and its variables.
#[derive(Serialize)]
pub(crate) struct Variables<'a> {
    pub(crate) input: &'a str,
    pub(crate) variables: Vec<&'a str>,
}

/// A reference built from components.
#[derive(Serialize)]
pub(crate) struct Built<'a> {
    pub(crate) output: &'a str,
}

/// Data and their encoded form: one is the input, and the other is the output. If the data are not UTF-8, they are in
/// `bytes`.
#[derive(Serialize)]
pub(crate) struct Coded<'a> {
    input: Lossy<'a>,
    output: Lossy<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Hex<'a>>,
}

impl<'a> Coded<'a> {
    pub(crate) fn new(input: &'a [u8], output: &'a [u8]) -> Self {
        Self { input: Lossy(input), output: Lossy(output), bytes: bytes(input).or_else(|| bytes(output)) }
    }
}

/// A configuration: its file and its settings.
#[derive(Serialize)]
pub(crate) struct Configured<'a> {
    pub(crate) file: Option<String>,
    pub(crate) exists: bool,
    pub(crate) named_by: &'static str,
    pub(crate) settings: Vec<Set<'a>>,
}

/// A default for an option of one command, or of all commands.
#[derive(Serialize)]
pub(crate) struct Set<'a> {
    pub(crate) command: Option<&'a str>,
    pub(crate) key: &'static str,
    pub(crate) value: &'a str,
    pub(crate) line: usize,
}

/// Two references and the level at which they are equal.
#[derive(Serialize)]
pub(crate) struct Compared<'a> {
    pub(crate) a: &'a str,
    pub(crate) b: &'a str,
    pub(crate) level: &'a str,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cut: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) element: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) attribute: Option<&'a str>,
}

/// The number of bytes written at once. Each write is searched for characters to escape, so many small writes
/// are slow.
const BLOCK: usize = 4096;

/// Bytes as text, with U+FFFD for invalid UTF-8. Written in chunks, because it can be very long.
struct Lossy<'a>(&'a [u8]);

impl fmt::Display for Lossy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut block = String::with_capacity(BLOCK);
        for chunk in self.0.utf8_chunks() {
            let instead = if chunk.invalid().is_empty() { "" } else { "\u{FFFD}" };
            for piece in [chunk.valid(), instead] {
                if block.len() + piece.len() > BLOCK {
                    f.write_str(&block)?;
                    block.clear();
                }
                if piece.len() > BLOCK { f.write_str(piece)? } else { block.push_str(piece) }
            }
        }
        f.write_str(&block)
    }
}

/// Bytes as two hexadecimal digits each.
struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        self.0.chunks(BLOCK / 2).try_for_each(|bytes| {
            let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
            f.write_str(&digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect::<String>())
        })
    }
}

impl Serialize for Lossy<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match str::from_utf8(self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => serializer.collect_str(self),
        }
    }
}

impl Serialize for Hex<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Escapes characters that serde_json does not escape: DEL, C1 controls, and directional formatting
/// characters.
struct Showable;

impl Formatter for Showable {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        if !fragment.is_ascii() || memchr::memchr(b'\x7f', fragment.as_bytes()).is_some() {
            while let Some((before, c, after)) = split(rest) {
                out.write_all(before.as_bytes())?;
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}")?;
                }
                rest = after;
            }
        }
        out.write_all(rest.as_bytes())
    }
}

/// Splits the text at the first character to escape, and returns that character too.
fn split(text: &str) -> Option<(&str, char, &str)> {
    let (before, rest) = text.split_at_checked(text.find(visible::affects_terminal)?)?;
    let mut rest = rest.chars();
    Some((before, rest.next()?, rest.as_str()))
}

#[derive(Serialize)]
struct Rejection {
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'static str>,
    component: String,
    offset: usize,
    /// The column in characters, counted from 1; `None` if the text is not known.
    column: Option<usize>,
    found: Option<char>,
    message: String,
    help: String,
}

impl Rejection {
    fn new(input: Option<&[u8]>, fault: &Fault) -> Self {
        // For a part that the input does not contain, the offset is in the text of the part.
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

/// An invalid input and its fault.
#[derive(Serialize)]
pub(crate) struct Invalid<'a> {
    input: Lossy<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Hex<'a>>,
    error: Rejection,
}

impl<'a> Invalid<'a> {
    pub(crate) fn new(input: &'a [u8], fault: &Fault) -> Self {
        Self { input: Lossy(input), bytes: bytes(input), error: Rejection::new(Some(input), fault) }
    }
}

/// Returns the bytes of an input that is not UTF-8, because the string `input` is lossy.
fn bytes(input: &[u8]) -> Option<Hex<'_>> {
    str::from_utf8(input).is_err().then_some(Hex(input))
}

/// A finding, with its range in bytes.
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
        Self::new(finding, Audience::Author)
    }
}

impl Found {
    fn new(finding: &Finding<'_>, audience: Audience) -> Self {
        Self {
            code: finding.code().as_str(),
            severity: finding.severity().as_str(),
            component: finding.component().as_str(),
            start: finding.range().start,
            end: finding.range().end,
            message: finding.message().to_string(),
            help: finding.help_for(audience).to_string(),
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

/// The components of a reference; an undefined one is `null`.
pub(crate) struct Parsed<'a> {
    input: &'a str,
    fields: [Field<'a>; 11],
    details: Option<Details<'a>>,
}

impl<'a> Parsed<'a> {
    /// Returns the answer, with the details of the components if they are requested.
    pub(crate) fn new(input: &'a str, components: &Components, details: Option<Details<'a>>) -> Self {
        Self { input, fields: components::fields(input, components), details }
    }
}

impl Serialize for Parsed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("input", self.input)?;
        for Field { name, value, .. } in &self.fields {
            map.serialize_entry(name, value)?;
        }
        if let Some(details) = &self.details {
            map.serialize_entry("details", details)?;
        }
        map.end()
    }
}

/// The components of a reference, without the text itself.
struct ComponentsOnly<'a>([Field<'a>; 11]);

impl Serialize for ComponentsOnly<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|Field { name, value, .. }| (name, value)))
    }
}

impl Serialize for Details<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(6))?;
        map.serialize_entry("spans", &Spans(*self))?;
        map.serialize_entry("registrable_domain", &self.registrable_domain())?;
        map.serialize_entry("port", &self.port())?;
        map.serialize_entry("segments", &Segments(*self))?;
        map.serialize_entry("pairs", &Pairs(*self))?;
        map.serialize_entry("decoded", &Decoded(*self))?;
        map.end()
    }
}

struct Spans<'i>(Details<'i>);

impl Serialize for Spans<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ends = |range: Range<usize>| [range.start, range.end];
        serializer.collect_map(self.0.spans().map(|(name, range)| (name, range.map(ends))))
    }
}

/// The segments of the path. Serialized one by one, because there can be very many.
struct Segments<'i>(Details<'i>);

impl Serialize for Segments<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.segments())
    }
}

struct Pairs<'i>(Details<'i>);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.pairs())
    }
}

struct Decoded<'i>(Details<'i>);

impl Serialize for Decoded<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.decoded())
    }
}

/// The answer of `validate`: the verdict, the findings, and corrections.
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
    error: Option<Rejection>,
    findings: Vec<Found>,
    suggestions: &'a [Suggestion],
}

impl<'a> Validated<'a> {
    /// Returns the answer for a refused input. Other methods change the verdict.
    pub(crate) fn new(input: &'a [u8], policy: Option<&'a str>, suggestions: &'a [Suggestion]) -> Self {
        Self {
            input: Lossy(input),
            bytes: bytes(input),
            target: None,
            accepted: false,
            policy,
            components: None,
            error: None,
            findings: Vec::new(),
            suggestions,
        }
    }

    /// Adds the target that was validated instead of the input.
    pub(crate) fn with_target(self, target: Option<&'a str>) -> Self {
        Self { target, ..self }
    }

    pub(crate) fn with_components(self, accepted: bool, text: &'a str, components: &Components) -> Self {
        Self { accepted, components: Some(ComponentsOnly(components::fields(text, components))), ..self }
    }

    /// Adds findings, with help for this reader.
    pub(crate) fn with_findings(self, findings: &[Finding<'_>], audience: Audience) -> Self {
        Self { findings: findings.iter().map(|finding| Found::new(finding, audience)).collect(), ..self }
    }

    pub(crate) fn with_fault(self, input: &[u8], fault: &Fault) -> Self {
        Self { error: Some(Rejection::new(Some(input), fault)), ..self }
    }
}

/// The answer of `fix`: the output, with the corrections, or the reasons why there is none.
#[derive(Serialize)]
pub(crate) struct Fixed<'a> {
    input: Lossy<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Hex<'a>>,
    output: Lossy<'a>,
    /// Whether the rule matches the output, and the policy accepts it.
    accepted: bool,
    error: Option<Rejection>,
    findings: Vec<Found>,
    suggestions: &'a [Suggestion],
}

impl<'a> Fixed<'a> {
    pub(crate) fn new(input: &'a [u8], suggestions: &'a [Suggestion]) -> Self {
        let likeliest = suggestions.first().map(|suggestion| suggestion.uri.as_bytes());
        Self {
            input: Lossy(input),
            bytes: bytes(input),
            output: Lossy(likeliest.unwrap_or(input)),
            accepted: true,
            error: None,
            findings: Vec::new(),
            suggestions,
        }
    }

    pub(crate) fn with_fault(self, input: &[u8], fault: &Fault) -> Self {
        Self { accepted: false, error: Some(Rejection::new(Some(input), fault)), ..self }
    }

    /// Adds the findings for which a policy refuses the input.
    pub(crate) fn with_findings(self, findings: &[Finding<'_>]) -> Self {
        Self { accepted: false, findings: findings.iter().map(Found::from).collect(), ..self }
    }
}

/// The result of `check` for a line.
#[derive(Serialize)]
pub(crate) struct Checked<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
    /// `None` if the line has no text or is too long.
    input: Option<Lossy<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Hex<'a>>,
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Rejection>,
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<Vec<Found>>,
}

impl<'a> Checked<'a> {
    /// `findings` is `None` if findings were not requested; `accepted` is `None` without a policy.
    pub(crate) fn new(
        file: Option<&'a str>,
        line: u64,
        input: Option<&'a [u8]>,
        fault: Option<&Fault>,
        findings: Option<&[Finding<'_>]>,
        accepted: Option<bool>,
    ) -> Self {
        Self {
            file,
            line,
            input: input.map(Lossy),
            bytes: fault.and(input).and_then(bytes),
            valid: fault.is_none(),
            accepted,
            error: fault.map(|fault| Rejection::new(input, fault)),
            findings: findings.map(|findings| findings.iter().map(Found::from).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde::Serialize;

    #[rstest]
    fn pieces_make_the_whole(
        #[values(0, 1, BLOCK / 2, BLOCK, 3 * BLOCK)] text: usize,
        #[values(0, 1, BLOCK / 2 + 1, 3 * BLOCK)] other: usize,
    ) {
        let bytes = [&vec![b'a'; text][..], &vec![0xFF; other], "é".as_bytes(), &vec![b'b'; text]].concat();
        assert_eq!(Lossy(&bytes).to_string(), String::from_utf8_lossy(&bytes));
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(Hex(&bytes).to_string(), hex);
    }

    #[rstest]
    #[case::plain("a/漢 e\u{301}", "a/漢 e\u{301}")]
    #[case::del("\x7f", r"\u007f")]
    #[case::c1("a\u{9b}b", r"a\u009bb")]
    #[case::direction("\u{202e}a\u{2066}", r"\u202ea\u2066")]
    #[case::line_separator("a\u{2028}", r"a\u2028")]
    #[case::beyond_the_basic_plane("\u{E0041}b", r"\udb40\udc41b")]
    #[case::what_json_asks_for("\"\\\n\x1b", r#"\"\\\n\u001b"#)]
    fn escapes(#[case] text: &str, #[case] escaped: &str) {
        let mut json = Vec::new();
        text.serialize(&mut serde_json::Serializer::with_formatter(&mut json, Showable)).unwrap();
        assert_eq!(str::from_utf8(&json), Ok(format!("\"{escaped}\"").as_str()));
        assert_eq!(serde_json::from_slice::<String>(&json).unwrap(), text);
    }
}
