//! The rounds: each runs every library once on every corpus, and the best of a library's times counts.

use std::hint::black_box;
use std::iter;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde::{Deserialize, Serialize};

use crate::corpus::Corpus;
use crate::ops::{Prepare, Table};
use crate::pass::Pass;

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
struct Entrant<'c> {
    library: &'static str,
    pass: Pass<'c>,
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
struct Contest<'c> {
    corpus: &'c Corpus,
    op: &'static str,
    entrants: Vec<Entrant<'c>>,
}

/// Measures all operations on all corpora; the rows are in the order of the corpora, then of the operations,
/// then of the tables.
pub fn measure(corpora: &[Corpus], ops: &[(&'static str, Table)], rounds: usize) -> Vec<Row> {
    let lines: Vec<Vec<&str>> = corpora.iter().map(Corpus::lines).collect();
    let mut contests: Vec<_> = corpora
        .iter()
        .zip(&lines)
        .flat_map(|(corpus, lines)| ops.iter().map(move |&(op, table)| contest(corpus, lines, op, table)))
        .collect();
    let mut random = Rng::with_seed(0x3987);
    for _ in 0..rounds {
        for contest in &mut contests {
            round(contest, &mut random);
        }
    }
    contests.iter().flat_map(rows).collect()
}

fn contest<'c>(corpus: &'c Corpus, lines: &'c [&'c str], op: &'static str, table: Table) -> Contest<'c> {
    let entrants = table.iter().map(|&(library, prepare)| Entrant::new(library, prepare, lines)).collect();
    Contest { corpus, op, entrants }
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

/// Returns a row for each entrant that was given any strings.
fn rows<'a>(contest: &'a Contest<'_>) -> impl Iterator<Item = Row> + 'a {
    contest.entrants.iter().filter(|entrant| entrant.pass.strings > 0).map(move |entrant| {
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

/// Rounds to hundredths, which is finer than the resolution of any clock here.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
