//! Two grammars of other languages than URIs, each by four parsers: compiled with vectors and without, written by
//! hand, and that of pest_derive.
//!
//! `csv` and `fields` have the grammars, from which the build script writes the compiled parsers, and the texts;
//! `parsers` times them.

mod csv;
mod fields;
mod parsers;

use std::io::{self, Write};

use crate::markdown::{date, machine, version};

/// The length of each text: so short that most rounds are over before another process interrupts them.
const BYTES: usize = 100_000;

/// The part of the report that does not depend on the figures.
const INTRODUCTION: &str = include_str!("introduction.md");

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
    writeln!(out, "- Versions: pest {}.\n", version("pest").unwrap_or("?"))?;
    writeln!(
        out,
        "| text | bytes | nodes | compiled MB/s | by byte MB/s | by hand MB/s | compiled ÷ by hand | pest_derive MB/s |"
    )?;
    writeln!(out, "|---|---:|---:|---:|---:|---:|---:|---:|")?;
    csv::grammar(BYTES).table(out, rounds)?;
    fields::grammar(BYTES).table(out, rounds)
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use pest::RuleType;

    use super::parsers::Grammar;
    use super::{csv, fields};
    use crate::corpus::pick;

    #[test]
    fn generated_texts() {
        fn check<R: RuleType>(grammar: &Grammar<R>) {
            for (name, text) in &grammar.texts {
                assert!(grammar.same(text).is_some_and(|nodes| nodes > 20), "{name}");
            }
        }
        check(&csv::grammar(5_000));
        check(&fields::grammar(5_000));
    }

    #[test]
    fn random_texts() {
        fn check<R: RuleType>(grammar: &Grammar<R>, parts: &[&str], end: &str) {
            let mut random = Rng::with_seed(0x4180);
            let mut text =
                || (0..random.usize(..12)).map(|_| pick(&mut random, parts)).collect::<String>() + end;
            let matched = (0..20_000).filter(|_| grammar.same(&text()).is_some()).count();
            assert!((1_000..19_000).contains(&matched), "{matched}");
        }
        check(&csv::grammar(0), &["a", "longer than 8", ",", "\"", "\"\"", "\r\n", "\r\n", "\n"], "");
        check(
            &fields::grammar(0),
            &["a:", "longer-than-8", " ", "\t", ":", "\u{e9}", "\r\n", "\r\nb:"],
            "\r\n\r\n",
        );
    }
}
