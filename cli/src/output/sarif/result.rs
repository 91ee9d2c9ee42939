//! The results of a log: a fault or a finding, and its place in a file.

use std::io;
use std::ops::Range;

use serde::Serialize;
use urigram::validate::Finding;

use super::message::Message;
use super::rule::RuleId;
use super::write::Results;
use crate::fault::Fault;
use crate::output::json;

/// A text in a file.
pub(crate) struct Place<'a> {
    /// The file, as a URI reference.
    pub(crate) artifact: &'a str,
    /// Counted from 1.
    pub(crate) line: u64,
    /// `None` if there is none, or if it is too long.
    pub(crate) text: Option<&'a [u8]>,
    /// Whether the text is the whole line, so that its columns are those of the line.
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
    write(out, rule, level, message, place, finding.range(), finding.component().name())
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
    // Results are told apart by their text, so that they stay the same when the line moves.
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
    // Without the brace, which came before the rule.
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

/// A part of a line, with columns from 1; the last one is behind the part.
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
    /// Returns the region of the range in the text, or the start of the line if the place in the line is not known.
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

/// Returns the number of UTF-16 code units of the text; what is not UTF-8 counts as one.
fn utf16_units(text: &[u8]) -> usize {
    let units = |chunk: std::str::Utf8Chunk<'_>| {
        chunk.valid().chars().map(char::len_utf16).sum::<usize>() + usize::from(!chunk.invalid().is_empty())
    };
    text.utf8_chunks().map(units).sum()
}

/// Returns the hash of the parts, which is the same in every version.
fn hash(parts: &[&[u8]]) -> u64 {
    fnv_1a(parts.iter().flat_map(|part| part.iter().chain(&[0xFF])))
}

/// Returns the FNV-1a hash of 64 bits.
fn fnv_1a<'a>(bytes: impl Iterator<Item = &'a u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

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

    /// The first two are vectors of the specification of FNV.
    #[test]
    fn hashes() {
        assert_eq!(fnv_1a([].iter()), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a(b"a".iter()), 0xaf63_dc4c_8601_ec8c);
        assert_ne!(hash(&[b"ab", b""]), hash(&[b"a", b"b"]));
    }
}
