//! The parsers of a grammar, their timing, and [`run_end`], which the parsers written by hand share.

use std::io::{self, Write};
use std::time::Duration;

use pest::RuleType;
use pest::iterators::Pairs;

use crate::measure::time;
use crate::pass::Nodes;

/// A function that reports the nodes of a text, and returns whether the grammar matches the text.
pub(super) type Parse<R> = fn(&str, &mut Nodes<R>) -> bool;

/// The parsers of a grammar, and texts for them, with the names of the texts.
pub(super) struct Grammar<R> {
    pub(super) compiled: Parse<R>,
    pub(super) by_byte: Parse<R>,
    pub(super) by_hand: Parse<R>,
    pub(super) derived: fn(&str) -> Option<Pairs<'_, R>>,
    pub(super) texts: [(&'static str, String); 3],
}

/// Defines functions for the generated parsers of a grammar.
macro_rules! parsers {
    ($grammar:tt, $compiled:literal, $start:ident) => {
        #[derive(pest_derive::Parser)]
        #[grammar = $grammar]
        struct Derived;

        include!(concat!(env!("OUT_DIR"), $compiled));

        /// The sink of the compiled parsers.
        type Nodes = crate::pass::Nodes<Rule>;

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

    /// Asserts that all parsers find the same nodes in a text. Returns the number of nodes, or `None` if the grammar
    /// does not match.
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

    /// Returns the best times of the parsers: compiled, compiled without vectors, by hand, and derived. The first three
    /// reuse one vector for the nodes.
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

/// A look-up table that says for each byte whether it belongs to a class.
pub(super) type Class = [bool; 256];

/// Returns the class of all bytes in the inclusive ranges.
pub(super) const fn class(ranges: &[(u8, u8)]) -> Class {
    let mut class = [false; 256];
    let mut range = 0;
    while range < ranges.len() {
        let (mut byte, last) = (ranges[range].0 as usize, ranges[range].1 as usize);
        while byte <= last {
            class[byte] = true;
            byte += 1;
        }
        range += 1;
    }
    class
}

/// Returns the end of the run of bytes of the class that begins at `at`. Tests eight bytes at a time, so that bounds are
/// checked only once for all of them.
#[inline(always)]
pub(super) fn run_end(class: &Class, bytes: &[u8], at: usize) -> usize {
    let mut rest = &bytes[at..];
    while let Some((eight, after)) = rest.split_first_chunk::<8>() {
        if let Some(run) = eight.iter().position(|&byte| !class[usize::from(byte)]) {
            return bytes.len() - rest.len() + run;
        }
        rest = after;
    }
    let run = rest.iter().position(|&byte| !class[usize::from(byte)]);
    bytes.len() - rest.len() + run.unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Class, class, run_end};

    #[rstest]
    fn runs(
        #[values(0, 1, 3, 7, 8, 9, 20)] start: usize,
        #[values(0, 1, 7, 8, 9, 15, 16, 17)] length: usize,
    ) {
        const LETTERS: Class = class(&[(b'a', b'z'), (b'A', b'Z')]);
        let text = format!("{}{}", "-".repeat(start), "aZ".repeat(length)[..length].to_owned());
        assert_eq!(run_end(&LETTERS, text.as_bytes(), start), start + length);
        assert_eq!(run_end(&LETTERS, (text + "-aaaaaaaa").as_bytes(), start), start + length);
    }
}
