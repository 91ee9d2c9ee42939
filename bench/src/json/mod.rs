//! JSON by two parsers of one grammar: the one that `urigram-grammar` compiles it to, and that of pest_derive.
//!
//! In: the number of rounds. `json.pest` is the grammar, from which the build script writes the compiled parser;
//! `texts` generates what is parsed.
//! Out: a table of speeds. Next: none.

mod parsers;
mod texts;

use std::io::{self, Write};
use std::time::Duration;

use serde::de::IgnoredAny;

use crate::machine::{date, machine, version};
use crate::measure::time;
use parsers::Nodes;

/// The length of each text: so short that most rounds are over before another process interrupts them.
const KILOBYTES: usize = 100;

/// The part of the report that does not depend on the figures.
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
/// Those of the output.
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
    for (name, text) in texts::texts(KILOBYTES) {
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

/// Checks that both parsers find the same nodes in a text; returns how many.
fn same(text: &str) -> usize {
    let nodes = parsers::compiled(text);
    assert!(nodes.is_some(), "a text is JSON");
    assert_eq!(nodes, parsers::derived(text).map(Nodes::of), "both parsers find the same");
    nodes.map_or(0, |nodes| nodes.0.len())
}

fn times(text: &str, rounds: u32) -> Times {
    let mut best = Times { derived: Duration::MAX, compiled: Duration::MAX, serde_json: Duration::MAX };
    for _ in 0..rounds {
        best.derived = best.derived.min(time(|| parsers::derived(text)));
        best.compiled = best.compiled.min(time(|| parsers::compiled(text)));
        best.serde_json = best.serde_json.min(time(|| serde_json::from_str::<IgnoredAny>(text)));
    }
    best
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{parsers, same, texts};

    #[test]
    fn generated_texts() {
        for (name, text) in texts::texts(5) {
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
        assert!(parsers::derived(text).is_none() && parsers::compiled(text).is_none());
    }
}
