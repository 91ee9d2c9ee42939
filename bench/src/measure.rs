//! The rounds: each runs every library once on every corpus, and the best of a library's times counts.

use std::hint::black_box;
use std::iter;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde::{Deserialize, Serialize};

use crate::corpus::Corpus;
use crate::ops::reject;
use crate::pass::Pass;
use crate::pass::{OURS, Prepare, Table};

/// The result for one library: the fields of a line of JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The name of the corpus.
    pub corpus: String,
    /// The name of the operation.
    pub op: String,
    /// The name of the library.
    pub library: String,
    /// Nanoseconds per string, averaged over those that the operation is given, accepted or not.
    pub ns_per_ref: f64,
    /// Millions of bytes of these strings per second.
    pub mb_per_s: f64,
    /// The number of strings that the library accepts.
    pub accepted: usize,
}

impl Row {
    /// Returns the corpus, operation and library, which identify the measurement.
    pub fn key(&self) -> (&str, &str, &str) {
        (&self.corpus, &self.op, &self.library)
    }
}

/// A pass and its best time so far.
pub(crate) struct Entrant<'c> {
    pub(crate) library: &'static str,
    pub(crate) pass: Pass<'c>,
    best: Duration,
}

impl<'c> Entrant<'c> {
    fn new(library: &'static str, prepare: Prepare, lines: &'c [&'c str]) -> Self {
        let fillers = fillers();
        let pass = prepare(lines);
        drop(fillers);
        Self { library, pass, best: Duration::MAX }
    }
}

/// Allocates blocks that fill the holes in the heap, so that the values that are prepared next lie one after
/// the other. Strings that are scattered over memory take twice the time to normalize.
fn fillers() -> Vec<Vec<u8>> {
    let sizes = (16..=256).step_by(16);
    black_box(sizes.flat_map(|size| iter::repeat_n(size, 10_000)).map(Vec::with_capacity).collect())
}

/// One operation on one corpus, and the libraries that take part.
pub(crate) struct Contest<'c> {
    pub(crate) corpus: &'c Corpus,
    pub(crate) op: &'static str,
    pub(crate) entrants: Vec<Entrant<'c>>,
}

/// Measures all operations on all corpora; the rows are in the order of the corpora, then of the operations,
/// then of the tables.
pub fn measure(corpora: &[Corpus], ops: &[(&'static str, Table)], rounds: usize) -> Vec<Row> {
    let lines: Vec<Vec<&str>> = corpora.iter().map(Corpus::lines).collect();
    let mut contests = contests(corpora, &lines, ops);
    let mut random = Rng::with_seed(0x3987);
    for _ in 0..rounds {
        for contest in &mut contests {
            round(contest, &mut random);
        }
    }
    contests.iter().flat_map(rows).collect()
}

/// Prepares all operations on all corpora, whose strings are `lines`. Those in which urigram takes no part are left
/// out: there is nothing to compare.
pub(crate) fn contests<'c>(
    corpora: &'c [Corpus],
    lines: &'c [Vec<&'c str>],
    ops: &[(&'static str, Table)],
) -> Vec<Contest<'c>> {
    let all = corpora.iter().zip(lines);
    let all =
        all.flat_map(|(corpus, lines)| ops.iter().map(move |&(op, table)| contest(corpus, lines, op, table)));
    all.filter(|contest| contest.entrants.iter().any(|entrant| entrant.library == OURS)).collect()
}

/// Prepares an operation. A library for which it fails on every string takes no part: the time of a failure says
/// nothing about the operation, unless that is to reject.
fn contest<'c>(corpus: &'c Corpus, lines: &'c [&'c str], op: &'static str, table: Table) -> Contest<'c> {
    let entrants = table.iter().map(|&(library, prepare)| Entrant::new(library, prepare, lines));
    let succeeds = |pass: &Pass<'_>| pass.strings > 0 && (pass.accepted > 0 || op == reject::NAME);
    Contest { corpus, op, entrants: entrants.filter(|entrant| succeeds(&entrant.pass)).collect() }
}

/// Runs each entrant once, in a new random order each round, so that none always runs with the caches and the
/// clock rate that the same other library leaves behind.
fn round(contest: &mut Contest<'_>, random: &mut Rng) {
    let mut order: Vec<_> = contest.entrants.iter_mut().collect();
    random.shuffle(&mut order);
    for entrant in order {
        let start = Instant::now();
        (entrant.pass.run)();
        entrant.best = entrant.best.min(start.elapsed());
    }
}

/// Returns a row for each entrant.
fn rows<'a>(contest: &'a Contest<'_>) -> impl Iterator<Item = Row> + 'a {
    contest.entrants.iter().map(move |entrant| {
        // The resolution of the clock may be too coarse for a few short strings.
        let ns = entrant.best.as_nanos().max(1) as f64;
        Row {
            corpus: contest.corpus.name.clone(),
            op: contest.op.to_owned(),
            library: entrant.library.to_owned(),
            ns_per_ref: hundredths(ns / entrant.pass.strings as f64),
            mb_per_s: hundredths(entrant.pass.bytes as f64 * 1e3 / ns),
            accepted: entrant.pass.accepted,
        }
    })
}

/// Returns how long it takes to make a value, but not to drop it.
pub(crate) fn time<T>(make: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let made = black_box(make());
    let time = start.elapsed();
    drop(made);
    time
}

/// Rounds to hundredths, which is finer than the resolution of any clock here.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Row, measure};
    use crate::corpus::Corpus;
    use crate::ops::{ALL, decode, reject};
    use crate::pass::Table;
    use crate::pass::parsing;

    fn rows(strings: &[&str], ops: &[(&'static str, Table)]) -> Vec<Row> {
        measure(&[Corpus::new("one", strings.iter().map(|&string| string.to_owned()))], ops, 1)
    }

    #[rstest]
    #[case::an_incomplete_escape(&["%4"])]
    #[case::an_iri(&["http://a/\u{e9}"])]
    #[case::a_relative_reference(&["a"])]
    fn no_row_is_that_of_a_failure(#[case] strings: &[&str]) {
        for Row { op, library, accepted, .. } in rows(strings, ALL) {
            assert!(accepted > 0 || op == reject::NAME, "{op} {library}");
        }
    }

    #[test]
    fn a_text_that_cannot_be_decoded_has_no_row() {
        let decoded = |strings| rows(strings, &[("decode-whole", decode::WHOLE)]).len();
        assert_eq!((decoded(&["a", "%4"]), decoded(&["a", "%41"])), (0, 2));
    }

    #[test]
    fn libraries_that_fail_take_no_part() {
        const TABLE: Table = &[
            ("urigram", |lines| parsing(lines, |line| (line == "a").then_some(()).ok_or(()))),
            ("other", |lines| parsing(lines, |line| (line == "b").then_some(()).ok_or(()))),
        ];
        let libraries = |strings: &[&str]| {
            let rows = rows(strings, &[("op", TABLE)]);
            rows.into_iter().map(|row| (row.library, row.accepted)).collect::<Vec<_>>()
        };
        let both = [("urigram".to_owned(), 1), ("other".to_owned(), 1)];
        assert_eq!(libraries(&["a", "b"]), both);
        assert_eq!(libraries(&["a", "c"]), both[..1]);
        assert_eq!(libraries(&["b", "c"]), [], "there is nothing to compare");
    }
}
