//! Two grammars of other languages than URIs, each by four parsers: compiled with vectors and without, written by hand,
//! and that of pest_derive.
//!
//! In: the number of rounds. `csv` and `fields` have the grammars, from which the build script writes the compiled
//! parsers, and the texts that are parsed; `run` has what the parsers written by hand share.
//! Out: a table of speeds. Next: none.

mod csv;
mod fields;
mod run;

use std::io::{self, Write};
use std::time::Duration;

use pest::RuleType;
use pest::iterators::Pairs;

use crate::machine::{date, machine, version};
use crate::measure::time;
use crate::nodes::Nodes;

/// The length of each text: so short that most rounds are over before another process interrupts them.
const BYTES: usize = 100_000;

/// The part of the report that does not depend on the figures.
const INTRODUCTION: &str = include_str!("introduction.md");

/// Reports the nodes of a text, and returns whether the grammar matches it.
type Parse<R> = fn(&str, &mut Nodes<R>) -> bool;

/// The parsers of a grammar, and texts for them with their names.
struct Grammar<R> {
    compiled: Parse<R>,
    by_byte: Parse<R>,
    by_hand: Parse<R>,
    derived: fn(&str) -> Option<Pairs<'_, R>>,
    texts: [(&'static str, String); 3],
}

/// Defines the parsers of a grammar that are generated.
macro_rules! parsers {
    ($grammar:tt, $compiled:literal, $start:ident) => {
        #[derive(pest_derive::Parser)]
        #[grammar = $grammar]
        struct Derived;

        include!(concat!(env!("OUT_DIR"), $compiled));

        /// The sink of the compiled parsers.
        type Nodes = crate::nodes::Nodes<Rule>;

        fn derived(text: &str) -> Option<pest::iterators::Pairs<'_, Rule>> {
            <Derived as pest::Parser<Rule>>::parse(Rule::$start, text).ok()
        }

        fn compiled(text: &str, nodes: &mut Nodes) -> bool {
            compiled::parse(Rule::$start, text, nodes)
        }

        fn by_byte(text: &str, nodes: &mut Nodes) -> bool {
            by_byte::parse(Rule::$start, text, nodes)
        }
    };
}
use parsers;

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

impl<R: RuleType> Grammar<R> {
    fn table(&self, out: &mut impl Write, rounds: u32) -> io::Result<()> {
        for (name, text) in &self.texts {
            let Some(nodes) = self.same(text) else {
                panic!("the grammar matches the texts that are made for it")
            };
            let [compiled, by_byte, by_hand, derived] = self.times(text, rounds);
            let speed = |time: Duration| text.len() as f64 / 1e6 / time.as_secs_f64();
            writeln!(
                out,
                "| {name} | {} | {nodes} | {:.0} | {:.0} | {:.0} | {:.2} | {:.0} |",
                text.len(),
                speed(compiled),
                speed(by_byte),
                speed(by_hand),
                by_hand.as_secs_f64() / compiled.as_secs_f64(),
                speed(derived),
            )?;
        }
        Ok(())
    }

    /// Checks that all parsers find the same nodes in a text; returns how many, if the grammar matches it.
    fn same(&self, text: &str) -> Option<usize> {
        let derived = (self.derived)(text).map(Nodes::of);
        for (parser, parse) in
            [("compiled", self.compiled), ("by byte", self.by_byte), ("by hand", self.by_hand)]
        {
            let mut nodes = Nodes::default();
            let found = parse(text, &mut nodes).then_some(nodes);
            assert_eq!(found, derived, "{parser} and pest_derive find the same");
        }
        derived.map(|nodes| nodes.0.len())
    }

    /// Returns the best times: compiled, by byte, by hand and derived. The first three report to a vector that is
    /// reused, as all find the same.
    fn times(&self, text: &str, rounds: u32) -> [Duration; 4] {
        let mut best = [Duration::MAX; 4];
        let mut nodes = Nodes::default();
        for _ in 0..rounds {
            let parsers = [self.compiled, self.by_byte, self.by_hand];
            let times = parsers.map(|parse| {
                nodes.0.clear();
                time(|| parse(text, &mut nodes))
            });
            let derived = time(|| (self.derived)(text));
            for (best, time) in best.iter_mut().zip(times.into_iter().chain([derived])) {
                *best = time.min(*best);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use pest::RuleType;

    use super::{Grammar, csv, fields};
    use crate::builtin::pick;

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
