//! The lines of CSV and of a log, matched in bulk.

use std::io::{self, Write};
use std::time::Duration;

use crate::measure::time;
use crate::pass::Nodes;

/// A function that reports the nodes of each line of a text, and returns whether the grammar matches all lines.
pub(super) type Parse<R> = fn(&str, &mut Nodes<R>) -> bool;

/// The parsers of a line, and texts for them, with the names of the texts.
pub(super) struct Lines<R> {
    pub(super) in_bulk: Parse<R>,
    pub(super) alone: Parse<R>,
    pub(super) by_hand: Parse<R>,
    pub(super) derived: Parse<R>,
    /// A function that returns the number of fields that `csv-core` reads in a text.
    pub(super) csv_core: Option<fn(&str) -> usize>,
    pub(super) texts: Vec<(&'static str, String)>,
}

/// The head of the table that [`Lines::table`] writes.
pub(super) const HEAD: &str = "\
| lines of | bytes | nodes | bulk MB/s | alone MB/s | by hand MB/s | csv-core MB/s | bulk ÷ alone | bulk ÷ by hand | bulk ÷ csv-core |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|";

/// Defines functions that match each line of a text against a rule.
macro_rules! line_parsers {
    ($rule:ident) => {
        fn lines_in_bulk(text: &str, nodes: &mut Nodes) -> bool {
            let mut bits = compiled::Bits::new(text);
            let mut start = 0;
            while start < text.len() {
                let line = compiled::line_end(&mut bits, start);
                let end = line - usize::from(text.as_bytes()[..line].ends_with(b"\r"));
                if compiled::end_in(&mut bits, Rule::$rule, start..end, nodes) != end - start {
                    return false;
                }
                start = line + 1;
            }
            true
        }

        fn lines_alone(text: &str, nodes: &mut Nodes) -> bool {
            text.lines().all(|line| compiled::parse(Rule::$rule, line, nodes))
        }

        fn lines_derived(text: &str, nodes: &mut Nodes) -> bool {
            text.lines().all(|line| {
                let tree = <Derived as pest::Parser<Rule>>::parse(Rule::$rule, line).map(Nodes::of);
                let ends =
                    |tree: &Nodes| tree.0.last().is_some_and(|(_, _, end)| *end as usize == line.len());
                tree.ok().filter(ends).map(|tree| nodes.0.extend(tree.0)).is_some()
            })
        }
    };
}
pub(super) use line_parsers;

impl<R: Copy + PartialEq + std::fmt::Debug> Lines<R> {
    pub(super) fn table(&self, out: &mut impl Write, rounds: u32) -> io::Result<()> {
        for (name, text) in &self.texts {
            let Some(nodes) = self.same(text) else {
                panic!("the grammar matches the lines that are made for it")
            };
            let ([in_bulk, alone, by_hand], csv_core) = self.times(text, rounds);
            let speed = |time: Duration| text.len() as f64 / 1e6 / time.as_secs_f64();
            let times = |other: Duration| other.as_secs_f64() / in_bulk.as_secs_f64();
            writeln!(
                out,
                "| {name} | {} | {nodes} | {:.0} | {:.0} | {:.0} | {} | {:.2} | {:.2} | {} |",
                text.len(),
                speed(in_bulk),
                speed(alone),
                speed(by_hand),
                csv_core.map_or("–".to_owned(), |time| format!("{:.0}", speed(time))),
                times(alone),
                times(by_hand),
                csv_core.map_or("–".to_owned(), |time| format!("{:.2}", times(time))),
            )?;
        }
        Ok(())
    }

    /// Asserts that all parsers find nodes of the same rules and lengths in a text, and `csv-core` as many fields. Returns the
    /// number of nodes, or `None` if the grammar does not match all lines. Lines of CSV must end with CRLF, and must not be empty,
    /// because `csv-core` skips empty lines.
    pub(super) fn same(&self, text: &str) -> Option<usize> {
        let [in_bulk, alone, by_hand, derived] =
            [self.in_bulk, self.alone, self.by_hand, self.derived].map(|parse| {
                let mut nodes = Nodes::default();
                parse(text, &mut nodes).then(|| {
                    let lengths = nodes.0.into_iter().map(|(rule, start, end)| (rule, end - start));
                    lengths.collect::<Vec<_>>()
                })
            });
        assert_eq!(in_bulk, alone, "in bulk and alone");
        assert_eq!(by_hand, alone, "by hand and alone");
        assert_eq!(derived, alone, "by pest_derive and alone");
        let nodes = alone?.len();
        if let Some(csv_core) = self.csv_core {
            assert_eq!(csv_core(text) + text.lines().count(), nodes, "csv-core reads as many fields");
        }
        Some(nodes)
    }

    /// Returns the best times: in bulk, alone and by hand, which reuse one vector for the nodes, and of `csv-core`.
    fn times(&self, text: &str, rounds: u32) -> ([Duration; 3], Option<Duration>) {
        let mut best = [Duration::MAX; 3];
        let mut best_of_csv_core = None;
        let mut nodes = Nodes::default();
        for _ in 0..rounds {
            for (best, parse) in best.iter_mut().zip([self.in_bulk, self.alone, self.by_hand]) {
                nodes.0.clear();
                *best = time(|| parse(text, &mut nodes)).min(*best);
            }
            if let Some(csv_core) = self.csv_core {
                let time = time(|| csv_core(text));
                best_of_csv_core = Some(best_of_csv_core.unwrap_or(Duration::MAX).min(time));
            }
        }
        (best, best_of_csv_core)
    }
}
