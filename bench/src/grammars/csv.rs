//! Comma-separated values.

use fastrand::Rng;

use super::lines::{Lines, line_parsers};
use super::parsers::{Class, Grammar, class, parsers, run_end};
use crate::corpus::{WORDS, pick};

parsers!("src/grammars/csv.pest", "/csv.rs", file);

/// Returns the parsers of CSV files, and texts of about `bytes` bytes for them.
pub(super) fn grammar(bytes: usize) -> Grammar<Rule> {
    let text = |record| text(record, bytes);
    let texts =
        [("CSV: numbers", text(numbers)), ("CSV: records", text(records)), ("CSV: prose", text(prose))];
    Grammar { compiled, by_byte, by_hand, derived, texts }
}

line_parsers!(record);

/// Returns the parsers of the records, each of which is a line, and texts of about `bytes` bytes for them.
pub(super) fn lines(bytes: usize) -> Lines<Rule> {
    let texts = vec![("CSV: numbers", text(numbers, bytes)), ("CSV: records", text(records, bytes))];
    Lines {
        in_bulk: lines_in_bulk,
        alone: lines_alone,
        by_hand: lines_by_hand,
        derived: lines_derived,
        csv_core: Some(csv_core),
        texts,
    }
}

/// The bytes of a field without quotes.
const TEXTDATA: Class = class(&[(b' ', b'!'), (b'#', b'+'), (b'-', b'~')]);

/// The bytes between quotes.
const QUOTED: Class = class(&[(b' ', b'!'), (b'#', b'~'), (b'\r', b'\r'), (b'\n', b'\n')]);

/// Parses with code that was written by hand for this grammar.
fn by_hand(text: &str, nodes: &mut Nodes) -> bool {
    if !lines_by_hand(text, nodes) {
        return false;
    }
    // An empty file has one record, and a line break at the end begins none.
    if text.is_empty() {
        record(b"", 0, nodes);
    }
    nodes.capture(Rule::EOI, text.len(), text.len());
    nodes.capture(Rule::file, 0, text.len());
    true
}

/// Parses each record with code that was written by hand for this grammar.
fn lines_by_hand(text: &str, nodes: &mut Nodes) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let Some(end) = record(bytes, at, nodes) else { return false };
        at = end;
        if bytes[at..].starts_with(b"\r\n") {
            at += 2;
        } else if at < bytes.len() {
            return false;
        }
    }
    true
}

/// Returns the end of the record from `start`.
#[inline(always)]
fn record(bytes: &[u8], start: usize, nodes: &mut Nodes) -> Option<usize> {
    let mut at = start;
    loop {
        let field = at;
        if bytes.get(at) == Some(&b'"') {
            at = quoted(bytes, at + 1)?;
            nodes.capture(Rule::escaped, field, at);
        } else {
            at = run_end(&TEXTDATA, bytes, at);
            nodes.capture(Rule::non_escaped, field, at);
        }
        if bytes.get(at) != Some(&b',') {
            break;
        }
        at += 1;
    }
    nodes.capture(Rule::record, start, at);
    Some(at)
}

/// Returns the number of fields that `csv-core` reads.
fn csv_core(text: &str) -> usize {
    let (mut reader, mut bytes) = (csv_core::Reader::new(), text.as_bytes());
    let (mut fields, mut output, mut ends) = (0, [0; 1024], [0; 32]);
    loop {
        let (result, read, _, ended) = reader.read_record(bytes, &mut output, &mut ends);
        bytes = &bytes[read..];
        fields += ended;
        match result {
            csv_core::ReadRecordResult::Record | csv_core::ReadRecordResult::InputEmpty => {}
            csv_core::ReadRecordResult::End => return fields,
            csv_core::ReadRecordResult::OutputFull | csv_core::ReadRecordResult::OutputEndsFull => {
                panic!("a record of these texts has less than 32 fields and 1,024 bytes")
            }
        }
    }
}

/// Returns the end of a field whose first quote is before `at`.
fn quoted(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at = run_end(&QUOTED, bytes, at);
        match bytes[at..] {
            [b'"', b'"', ..] => at += 2,
            [b'"', ..] => return Some(at + 1),
            _ => return None,
        }
    }
}

/// Returns records of at least `bytes` bytes in total, or a few more.
fn text(record: fn(&mut Rng) -> String, bytes: usize) -> String {
    let mut random = Rng::with_seed(0x4180);
    let mut text = String::new();
    while text.len() < bytes {
        text += &record(&mut random);
        text += "\r\n";
    }
    text
}

/// Returns a record of eight measurements.
fn numbers(random: &mut Rng) -> String {
    let number = |_| format!("{:.3}", f64::from(random.i32(-999_999..1_000_000)) / 1_000.0);
    (0..8).map(number).collect::<Vec<_>>().join(",")
}

/// Returns a record as in a database export: numbers, words, a date, and a quoted address.
fn records(random: &mut Rng) -> String {
    let (name, city, owner) = (pick(random, WORDS), pick(random, WORDS), pick(random, WORDS));
    let address = format!("\"{} {name} street, {city}\"", random.u8(1..));
    let date = format!("2026-{:02}-{:02}T08:{:02}:00Z", random.u8(1..13), random.u8(1..29), random.u8(..60));
    format!(
        "{},{name} {owner},{owner}@{city}.example,{address},{date},{}",
        random.u32(..1_000_000),
        random.bool()
    )
}

/// Returns a record with a number and a paragraph, in which some words are quoted.
fn prose(random: &mut Rng) -> String {
    let words: Vec<_> = (0..random.usize(20..80))
        .map(|_| match random.usize(..30) {
            0 => format!("\"\"{}\"\"", pick(random, WORDS)),
            1 => format!("{},", pick(random, WORDS)),
            2 => format!("{}.\r\n", pick(random, WORDS)),
            _ => pick(random, WORDS).to_owned(),
        })
        .collect();
    format!("{},\"{}\"", random.u32(..1_000_000), words.join(" "))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::grammar;

    #[rstest]
    #[case::nothing("", Some(4))]
    #[case::one_field("a", Some(4))]
    #[case::two_fields("a,b", Some(5))]
    #[case::empty_fields(",", Some(5))]
    #[case::a_line_break_at_the_end("a\r\n", Some(4))]
    #[case::an_empty_line("a\r\n\r\n", Some(6))]
    #[case::quotes("\"a,\"\"b\"\"\r\n\",c", Some(5))]
    #[case::no_second_quote("\"a", None)]
    #[case::text_after_quotes("\"a\"b", None)]
    #[case::a_quote_in_a_field("a\"", None)]
    #[case::half_a_line_break("a\n", None)]
    #[case::the_other_half("a\r", None)]
    #[case::not_ascii("é", None)]
    fn all_find(#[case] text: &str, #[case] nodes: Option<usize>) {
        assert_eq!(grammar(0).same(text), nodes);
    }
}
