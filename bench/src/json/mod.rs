//! Measures two parsers of `json.pest`: the one that `urigram-grammar` compiles in the build script, and the
//! one that pest_derive generates.

use std::io::{self, Write};
use std::time::Duration;

use fastrand::Rng;
use pest::Parser;
use pest::iterators::Pairs;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use crate::corpus::WORDS;
use crate::markdown::{date, machine, version};
use crate::measure::time;

/// The length of each text. It is so short that most rounds end before another process interrupts
/// them.
const KILOBYTES: usize = 100;

/// The text before the tables.
const INTRODUCTION: &str = include_str!("introduction.md");

/// The best time of each parser for a text.
struct Times {
    derived: Duration,
    compiled: Duration,
    serde_json: Duration,
}

/// Measures, and writes the report.
///
/// # Errors
///
/// If the output fails.
///
/// # Panics
///
/// If the parsers do not find the same nodes in one of the texts.
pub fn report(out: &mut impl Write, rounds: u32) -> io::Result<()> {
    writeln!(out, "{INTRODUCTION}")?;
    writeln!(out, "- Machine: {}.\n- Date: {}.\n- Rounds: {rounds}.", machine(), date())?;
    let versions = ["pest", "serde_json"].map(|name| format!("{name} {}", version(name).unwrap_or("?")));
    writeln!(out, "- Versions: {}.\n", versions.join(", "))?;
    writeln!(
        out,
        "| text | bytes | nodes | compiled MB/s | pest_derive MB/s | compiled ÷ pest_derive | serde_json MB/s |"
    )?;
    writeln!(out, "|---|---:|---:|---:|---:|---:|---:|")?;
    for (name, text) in texts(KILOBYTES) {
        let (bytes, nodes) = (text.len(), same(&text));
        let Times { derived, compiled, serde_json } = times(&text, rounds);
        let speed = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
        writeln!(
            out,
            "| {name} | {bytes} | {nodes} | {:.0} | {:.0} | {:.1} | {:.0} |",
            speed(compiled),
            speed(derived),
            derived.as_secs_f64() / compiled.as_secs_f64(),
            speed(serde_json),
        )?;
    }
    Ok(())
}

/// Asserts that both parsers find the same nodes in a text, and returns the number of nodes.
fn same(text: &str) -> usize {
    let nodes = compiled(text);
    assert!(nodes.is_some(), "a text is JSON");
    assert_eq!(nodes, derived(text).map(Nodes::of), "both parsers find the same");
    nodes.map_or(0, |nodes| nodes.0.len())
}

fn times(text: &str, rounds: u32) -> Times {
    let mut best = Times { derived: Duration::MAX, compiled: Duration::MAX, serde_json: Duration::MAX };
    for _ in 0..rounds {
        best.derived = best.derived.min(time(|| derived(text)));
        best.compiled = best.compiled.min(time(|| compiled(text)));
        best.serde_json = best.serde_json.min(time(|| serde_json::from_str::<IgnoredAny>(text)));
    }
    best
}

#[derive(pest_derive::Parser)]
#[grammar = "src/json/json.pest"]
struct Derived;

include!(concat!(env!("OUT_DIR"), "/json.rs"));

/// The sink of the compiled parser.
type Nodes = crate::pass::Nodes<Rule>;

/// Parses with the parser that pest_derive generates.
fn derived(text: &str) -> Option<Pairs<'_, Rule>> {
    Derived::parse(Rule::JSON_text, text).ok()
}

/// Parses with the compiled parser.
fn compiled(text: &str) -> Option<Nodes> {
    let mut nodes = Nodes::default();
    compiled::parse(Rule::JSON_text, text, &mut nodes).then_some(nodes)
}

/// The nesting depth of the arrays and objects of `nested`.
const DEPTH: usize = 40;

type Make = fn(&mut Rng) -> Value;

/// Returns texts of about `kilobytes` kilobytes each, with their names.
fn texts(kilobytes: usize) -> Vec<(&'static str, String)> {
    let rng = &mut Rng::with_seed(8259);
    let records = array(kilobytes, rng, record);
    let others: [(_, Make); 3] =
        [("strings", string), ("numbers", number), ("nested", |rng| nested(DEPTH, rng))];
    let mut texts = vec![("compact", records.to_string()), ("pretty", format!("{records:#}"))];
    texts.extend(others.map(|(name, value)| (name, array(kilobytes, rng, value).to_string())));
    texts
}

/// Returns an array whose text has about `kilobytes` kilobytes.
fn array(kilobytes: usize, rng: &mut Rng, value: Make) -> Value {
    let mut values = Vec::new();
    let mut bytes = 0;
    while bytes < kilobytes * 1_000 {
        let value = value(rng);
        bytes += value.to_string().len() + 1;
        values.push(value);
    }
    Value::Array(values)
}

fn word(rng: &mut Rng) -> &'static str {
    WORDS[rng.usize(..WORDS.len())]
}

/// Returns an object like those of web APIs.
fn record(rng: &mut Rng) -> Value {
    let tags: Vec<&str> = (0..rng.usize(..4)).map(|_| word(rng)).collect();
    json!({
        "id": rng.u32(..1_000_000),
        "name": format!("{} {}", word(rng), word(rng)),
        "email": format!("{}@{}.example", word(rng), word(rng)),
        "score": fraction(rng),
        "active": rng.bool(),
        "tags": tags,
        "address": { "street": format!("{} {}\n", rng.u8(1..), word(rng)), "geo": [fraction(rng), fraction(rng)] },
        "note": null,
    })
}

/// Returns a text of up to 300 characters, some of which need escapes.
fn string(rng: &mut Rng) -> Value {
    let character = |rng: &mut Rng| match rng.u8(..50) {
        0 => '\n',
        1 => '"',
        2 => '\u{1}',
        3 => 'é',
        _ => rng.lowercase(),
    };
    Value::String((0..rng.usize(..300)).map(|_| character(rng)).collect())
}

/// Returns an integer, a fraction, or a number with an exponent, of one to ten digits.
fn number(rng: &mut Rng) -> Value {
    match rng.u8(..8) {
        0..4 => Value::from(rng.i64(-9_999..1_000_000)),
        4..7 => fraction(rng),
        _ => Value::from(fraction(rng).as_f64().unwrap_or_default() * 1e30),
    }
}

/// Returns a number of up to three digits before the point and after it.
fn fraction(rng: &mut Rng) -> Value {
    Value::from(f64::from(rng.i32(-999_999..1_000_000)) / 1_000.0)
}

/// Returns arrays and objects within each other.
fn nested(depth: usize, rng: &mut Rng) -> Value {
    match depth {
        0 => Value::Null,
        _ if rng.bool() => Value::Array(vec![nested(depth - 1, rng)]),
        _ => json!({ word(rng): nested(depth - 1, rng) }),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{compiled, derived, same, texts};

    #[test]
    fn generated_texts() {
        for (name, text) in texts(5) {
            assert!(same(&text) > 20, "{name}");
        }
    }

    #[rstest]
    #[case::one_value(" 1 ", 3)]
    #[case::empty("{ \"\\u00e9\" : [ ] }", 7)]
    #[case::exponents("[-0.5E+10, 1e9]", 5)]
    fn accepted(#[case] text: &str, #[case] nodes: usize) {
        assert_eq!(same(text), nodes);
    }

    #[rstest]
    #[case::leading_zero("01")]
    #[case::no_digits_after_the_point("1.")]
    #[case::plus("+1")]
    #[case::trailing_comma("[1,]")]
    #[case::control_character("\"\n\"")]
    #[case::short_escape("\"\\u00e\"")]
    #[case::two_values("1 2")]
    #[case::nothing(" ")]
    fn rejected(#[case] text: &str) {
        assert!(derived(text).is_none() && compiled(text).is_none());
    }
}
