//! The parsers of a grammar, and how they are timed.

use std::io::{self, Write};
use std::time::Duration;

use pest::RuleType;
use pest::iterators::Pairs;

use crate::measure::time;
use crate::nodes::Nodes;

/// Reports the nodes of a text, and returns whether the grammar matches it.
pub(super) type Parse<R> = fn(&str, &mut Nodes<R>) -> bool;

/// The parsers of a grammar, and texts for them with their names.
pub(super) struct Grammar<R> {
    pub(super) compiled: Parse<R>,
    pub(super) by_byte: Parse<R>,
    pub(super) by_hand: Parse<R>,
    pub(super) derived: fn(&str) -> Option<Pairs<'_, R>>,
    pub(super) texts: [(&'static str, String); 3],
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
pub(super) use parsers;

impl<R: RuleType> Grammar<R> {
    pub(super) fn table(&self, out: &mut impl Write, rounds: u32) -> io::Result<()> {
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
    pub(super) fn same(&self, text: &str) -> Option<usize> {
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
