//! Faults and findings as a log in SARIF 2.1.0, for code scanning.
//!
//! The log has one run. Results are written as they are found, and their rules after the last result.

use std::io::Write;
use std::ops::Range;
use std::path::{Component, Path};
use std::{env, io};

use serde::Serialize;
use urigram::validate::{Code, Finding};
use urigram::{Segment, Uri};

use crate::fault::Fault;
use crate::output::{Output, json, visible};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The maximum length of a part in bytes. Even a short line can have a result of several hundred bytes.
const KEPT: usize = 16 << 20;

/// A writer for SARIF results. It also accepts text in other formats.
pub(crate) trait Results: Write {
    /// Begins the object of a result by its rule. The caller writes the rest of the object.
    fn begin_result(&mut self, rule: RuleId) -> io::Result<()>;
}

/// Results that are not yet part of a log. The indexes of their rules are omitted, because they depend on
/// earlier results, which other threads produce.
#[derive(Default)]
pub(crate) struct Part {
    text: Vec<u8>,
    /// The offset of each result in `text`, and its rule.
    begins: Vec<(usize, RuleId)>,
}

impl Write for Part {
    /// Fails if the part becomes too long.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.text.len() + bytes.len() > KEPT {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Results for Part {
    fn begin_result(&mut self, rule: RuleId) -> io::Result<()> {
        self.begins.push((self.text.len(), rule));
        Ok(())
    }
}

/// Output, which is a log if `begin` was called.
pub(crate) struct Log {
    out: Output,
    /// The rules that have occurred, in the order of their indexes.
    rules: Vec<RuleId>,
    /// The rule of a loaded grammar that texts have to match, if there is one.
    loaded: Option<&'static str>,
}

impl Log {
    /// Wraps the output. Writes a log between [`begin`](Self::begin) and [`end`](Self::end), and otherwise
    /// plain output.
    pub(crate) fn new(out: Output, loaded: Option<&'static str>) -> Self {
        Self { out, rules: Vec::new(), loaded }
    }

    pub(crate) fn begin(&mut self) -> io::Result<()> {
        write!(self.out, "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{")?;
        self.out.write_all(b"\"columnKind\":\"utf16CodeUnits\",\"results\":[")
    }

    /// Writes the rules and ends the log. `successful` is false if some input could not be read.
    pub(crate) fn end(&mut self, successful: bool) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let home = env!("CARGO_PKG_REPOSITORY");
        write!(self.out, "\n],\"tool\":{{\"driver\":{{\"name\":\"uri\",\"version\":\"{version}\",")?;
        write!(self.out, "\"semanticVersion\":\"{version}\",\"informationUri\":\"{home}\",\"rules\":[")?;
        for (index, rule) in self.rules.iter().enumerate() {
            self.out.write_all(if index > 0 { b",\n" } else { b"\n" })?;
            json::write(&mut self.out, &Descriptor::new(*rule, self.loaded))?;
        }
        writeln!(self.out, "\n]}}}},\"invocations\":[{{\"executionSuccessful\":{successful}}}]}}]}}")?;
        self.out.flush()
    }

    /// Writes a part, and inserts the indexes of its rules.
    pub(crate) fn take(&mut self, part: &Part) -> io::Result<()> {
        let mut written = 0;
        for &(begin, rule) in &part.begins {
            self.out.write_all(&part.text[written..begin])?;
            self.begin_result(rule)?;
            written = begin;
        }
        self.out.write_all(&part.text[written..])
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Results for Log {
    fn begin_result(&mut self, rule: RuleId) -> io::Result<()> {
        let is_first = self.rules.is_empty();
        let index = self.rules.iter().position(|known| *known == rule).unwrap_or_else(|| {
            self.rules.push(rule);
            self.rules.len() - 1
        });
        self.out.write_all(if is_first { b"\n" } else { b",\n" })?;
        write!(self.out, "{{\"ruleId\":\"{}\",\"ruleIndex\":{index},", rule.as_str())
    }
}

/// The rule of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RuleId {
    /// The text is rejected.
    Syntax,
    Finding(Code),
}

impl RuleId {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Finding(code) => code.as_str(),
        }
    }
}

/// A `reportingDescriptor` (SARIF, section 3.49).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor {
    id: &'static str,
    short_description: Message,
    full_description: Message,
    help: Message,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

impl Descriptor {
    /// Returns the description of a rule. `loaded` is the rule of a loaded grammar that texts have to match.
    fn new(rule: RuleId, loaded: Option<&str>) -> Self {
        const SYNTAX: &str = "The text is not what the grammar allows";
        let (short, full, help, level) = match (rule, loaded.map(visible::beginning)) {
            (RuleId::Syntax, None) => (
                SYNTAX,
                "The text does not match the rule of RFC 3986, Appendix A, that was asked for, which is URI-reference \
                 unless `--as` names another; or it is too long, or not there. The message names the \
                 component at fault, and what was found there."
                    .to_owned(),
                "RFC 3986, Appendix A".to_owned(),
                "error",
            ),
            (RuleId::Syntax, Some(loaded)) => (
                SYNTAX,
                format!(
                    "The text does not match the rule `{loaded}` of the grammar that `--grammar` names; or it is too \
                     long, or not there. The message names the rule at fault, and what was found there."
                ),
                format!("`{loaded}` in the grammar"),
                "error",
            ),
            (RuleId::Finding(code), _) => (
                code.summary(),
                code.explanation().to_owned(),
                format!(
                    "{}. Found in {}, and not found in {}",
                    code.section(),
                    code.example(),
                    code.counterexample()
                ),
                code.severity().as_str(),
            ),
        };
        Self {
            id: rule.as_str(),
            short_description: Message::new(short),
            full_description: Message::new(&full),
            help: Message::new(&help),
            default_configuration: Configuration { level },
        }
    }
}

/// A text in a file.
pub(crate) struct Place<'a> {
    /// The file, as a URI reference.
    pub(crate) artifact: &'a str,
    /// Counted from 1.
    pub(crate) line: u64,
    /// `None` if the line has no text or is too long.
    pub(crate) text: Option<&'a [u8]>,
    /// Whether the text is the whole line, so that columns in the text are columns of the line.
    pub(crate) has_columns: bool,
}

/// Writes a fault, with the rule `syntax`.
pub(crate) fn write_fault(out: &mut impl Results, place: &Place<'_>, fault: &Fault) -> io::Result<()> {
    let range = fault.offset()..fault.offset() + fault.found().map_or(0, char::len_utf8);
    let message = Message::with_help(&fault.to_string(), &fault.help(place.text));
    write(out, RuleId::Syntax, "error", message, place, range, fault.component())
}

/// Writes a finding, with its code as the rule.
pub(crate) fn write_finding(
    out: &mut impl Results,
    place: &Place<'_>,
    finding: &Finding<'_>,
) -> io::Result<()> {
    let message = Message::with_help(&finding.message().to_string(), &finding.help().to_string());
    let (rule, level) = (RuleId::Finding(finding.code()), finding.severity().as_str());
    write(out, rule, level, message, place, finding.range(), finding.component().as_str())
}

fn write(
    out: &mut impl Results,
    rule: RuleId,
    level: &'static str,
    message: Message,
    place: &Place<'_>,
    range: Range<usize>,
    component: &str,
) -> io::Result<()> {
    // The fingerprint contains the text instead of the line number, so it stays the same when the line moves.
    let line = place.line.to_be_bytes();
    let hash = hash(&[component.as_bytes(), place.text.unwrap_or(&line)]);
    let result = Rest {
        level,
        message,
        locations: [Location {
            physical_location: PhysicalLocation {
                artifact_location: ArtifactLocation { uri: place.artifact },
                region: Region::new(place, range),
            },
        }],
        partial_fingerprints: Fingerprints { primary_location_line_hash: format!("{hash:016x}:1") },
    };
    let mut rest = Vec::new();
    json::write(&mut rest, &result)?;
    out.begin_result(rule)?;
    // The opening brace was already written, before the rule.
    out.write_all(&rest[1..])
}

/// A `result` (SARIF, section 3.27) without its rule.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rest<'a> {
    level: &'static str,
    message: Message,
    locations: [Location<'a>; 1],
    partial_fingerprints: Fingerprints,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    physical_location: PhysicalLocation<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation<'a> {
    artifact_location: ArtifactLocation<'a>,
    region: Region,
}

#[derive(Serialize)]
struct ArtifactLocation<'a> {
    uri: &'a str,
}

/// A part of a line, with columns counted from 1. The end column is exclusive.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u64,
    start_column: usize,
    end_line: u64,
    end_column: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fingerprints {
    primary_location_line_hash: String,
}

impl Region {
    /// Returns the region of the range in the text. If the position of the text in its line is not known,
    /// returns the start of the line.
    fn new(place: &Place<'_>, range: Range<usize>) -> Self {
        let text = place.text.filter(|_| place.has_columns).unwrap_or_default();
        let column = |offset: usize| utf16_units(&text[..offset.min(text.len())]) + 1;
        Self {
            start_line: place.line,
            start_column: column(range.start),
            end_line: place.line,
            end_column: column(range.end),
        }
    }
}

/// Returns the number of UTF-16 code units of the text; an invalid sequence counts as one.
fn utf16_units(text: &[u8]) -> usize {
    let units = |chunk: std::str::Utf8Chunk<'_>| {
        chunk.valid().chars().map(char::len_utf16).sum::<usize>() + usize::from(!chunk.invalid().is_empty())
    };
    text.utf8_chunks().map(units).sum()
}

/// Returns a hash that does not depend on the version of the program.
fn hash(parts: &[&[u8]]) -> u64 {
    fnv_1a(parts.iter().flat_map(|part| part.iter().chain(&[0xFF])))
}

/// Returns the 64-bit FNV-1a hash.
fn fnv_1a<'a>(bytes: impl Iterator<Item = &'a u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A `message` or `multiformatMessageString`.
#[derive(Serialize)]
struct Message {
    text: String,
}

impl Message {
    /// Returns a message of one sentence, escaped so that SARIF reads no placeholders or links in it (SARIF,
    /// sections 3.11.5 and 3.11.6).
    fn new(phrase: &str) -> Self {
        let mut text = String::with_capacity(phrase.len() + 1);
        let mut characters = phrase.chars();
        text.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        text.push_str(characters.as_str());
        if !text.ends_with(['.', '?', '!']) {
            text.push('.');
        }
        Self { text: text.replace('{', "{{").replace('}', "}}").replace("](", "\\](") }
    }

    /// Returns a message with a second sentence, the help.
    fn with_help(message: &str, help: &str) -> Self {
        let (Self { text }, Self { text: help }) = (Self::new(message), Self::new(help));
        Self { text: format!("{text} {help}") }
    }
}

/// Returns a reference to the file. An absolute path outside the working directory becomes a `file` URI.
pub(crate) fn artifact_of_path(path: &Path) -> String {
    let directory = env::current_dir().unwrap_or_default();
    let below = path.strip_prefix(&directory).unwrap_or(path);
    if below.is_absolute()
        && let Ok(uri) = Uri::from_file_path(below)
    {
        return uri.to_string();
    }
    let names = below.components().filter_map(|component| match component {
        Component::CurDir | Component::RootDir => None,
        // Both dots are unreserved characters, which need no encoding.
        Component::ParentDir => Some("..".into()),
        Component::Normal(name) => Some(encode(name.as_encoded_bytes())),
        Component::Prefix(prefix) => Some(encode(prefix.as_os_str().as_encoded_bytes())),
    });
    guarded(names.collect::<Vec<String>>().join("/"))
}

/// Returns a reference to something that is not a file.
pub(crate) fn artifact_of_name(name: &str) -> String {
    guarded(encode(name.as_bytes()))
}

fn encode(name: &[u8]) -> String {
    Segment::encode(name).to_string()
}

/// Returns the path as a reference. A first segment with a colon would be read as a scheme, so `./` is
/// written before it (section 4.2).
fn guarded(path: String) -> String {
    let first = path.split('/').next().unwrap_or_default();
    if first.contains(':') { format!("./{path}") } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use urigram::RelativeRef;
    use urigram::UriReference;

    #[rstest]
    #[case::ascii("a b", 1..2, 2, 3)]
    #[case::at_the_end("ab", 2..2, 3, 3)]
    #[case::two_bytes("éa", 2..3, 2, 3)]
    #[case::two_units("\u{1F600}a", 4..5, 3, 4)]
    #[case::past_the_end("ab", 5..6, 3, 3)]
    fn counts_utf_16_units(
        #[case] text: &str,
        #[case] range: Range<usize>,
        #[case] start_column: usize,
        #[case] end_column: usize,
    ) {
        let text = Some(text.as_bytes());
        let place = Place { artifact: "a", line: 7, text, has_columns: true };
        let region = Region { start_line: 7, start_column, end_line: 7, end_column };
        assert_eq!(Region::new(&place, range), region);
    }

    #[test]
    fn counts_what_is_no_text() {
        assert_eq!(utf16_units(b"a\xFFb\xE6\xBC"), 4);
    }

    /// The first two are test vectors of the FNV specification.
    #[test]
    fn hashes() {
        assert_eq!(fnv_1a([].iter()), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a(b"a".iter()), 0xaf63_dc4c_8601_ec8c);
        assert_ne!(hash(&[b"ab", b""]), hash(&[b"a", b"b"]));
    }

    #[rstest]
    #[case::phrase("an octet", "An octet.")]
    #[case::question("is it `http`?", "Is it `http`?")]
    #[case::quoted("`a` is", "`a` is.")]
    #[case::placeholder("unexpected '{', {0}", "Unexpected '{{', {{0}}.")]
    #[case::link("[here](http://a/)", "[here\\](http://a/).")]
    #[case::empty("", ".")]
    fn is_a_sentence(#[case] phrase: &str, #[case] text: &str) {
        assert_eq!(Message::new(phrase).text, text);
    }

    #[rstest]
    #[case::relative("docs/links.txt", "docs/links.txt")]
    #[case::here("./links.txt", "links.txt")]
    #[case::above("../links.txt", "../links.txt")]
    #[case::delimiters("a b/100%?#.txt", "a%20b/100%25%3F%23.txt")]
    #[case::colon("a:b/c:d", "./a:b/c:d")]
    #[case::empty_segments("a//b", "a/b")]
    #[case::beyond_ascii("é\u{202e}\n", "%C3%A9%E2%80%AE%0A")]
    fn names_files(#[case] path: &str, #[case] reference: &str) {
        assert_eq!(artifact_of_path(Path::new(path)), reference);
        assert!(RelativeRef::parse(reference).is_ok());
    }

    #[test]
    fn names_files_below_the_working_directory() {
        let directory = env::current_dir().unwrap();
        assert_eq!(artifact_of_path(&directory.join("a/b")), "a/b");
        let above = artifact_of_path(directory.parent().unwrap());
        assert!(above.starts_with("file:///") && UriReference::parse(&above).is_ok(), "{above}");
    }

    #[cfg(unix)]
    #[test]
    fn names_a_file_whose_name_is_no_text() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(artifact_of_path(Path::new(OsStr::from_bytes(b"a\xFF"))), "a%FF");
    }

    #[test]
    fn names_standard_input() {
        assert_eq!(artifact_of_name("<stdin>"), "%3Cstdin%3E");
    }
}
