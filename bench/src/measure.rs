//! The rounds: each runs every library once on every corpus, and the best of a library's times counts.

use std::hint::black_box;
use std::iter;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::corpus::Corpus;
use crate::ops::{Prepare, Table};
use crate::pass::Pass;
use crate::random::Random;

/// What was measured of one library: the fields of a line of JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The name of the corpus.
    pub corpus: String,
    /// The name of the operation.
    pub op: String,
    /// The name of the library.
    pub library: String,
    /// Nanoseconds for a string, of those that the operation is given, accepted or not.
    pub ns_per_ref: f64,
    /// Millions of bytes of these strings a second.
    pub mb_per_s: f64,
    /// How many strings the library accepts.
    pub accepted: usize,
}

impl Row {
    /// What was measured, whatever came out.
    pub fn key(&self) -> (&str, &str, &str) {
        (&self.corpus, &self.op, &self.library)
    }
}

/// A pass and the best time it has had.
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

/// What takes the holes that others have left in the heap, so that the values that are prepared next lie one after
/// the other. Strings that are scattered over memory take twice the time to normalize.
fn fillers() -> Vec<Vec<u8>> {
    let sizes = (16..=256).step_by(16);
    black_box(sizes.flat_map(|size| iter::repeat_n(size, 10_000)).map(Vec::with_capacity).collect())
}

/// One operation on one corpus, and who takes part.
struct Contest<'c> {
    corpus: &'c Corpus,
    op: &'static str,
    entrants: Vec<Entrant<'c>>,
}

/// Measures; the rows come corpus by corpus, operation by operation, in the tables' order.
pub fn measure(corpora: &[Corpus], ops: &[(&'static str, Table)], rounds: usize) -> Vec<Row> {
    let lines: Vec<Vec<&str>> = corpora.iter().map(Corpus::lines).collect();
    let mut contests: Vec<_> = corpora
        .iter()
        .zip(&lines)
        .flat_map(|(corpus, lines)| ops.iter().map(move |&(op, table)| contest(corpus, lines, op, table)))
        .collect();
    let mut random = Random::new(0x3987);
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

/// Runs each entrant once, in an order of its own each round: nobody always runs with the caches and
/// the clock rate that the same neighbour leaves behind.
fn round(contest: &mut Contest<'_>, random: &mut Random) {
    let mut order: Vec<_> = contest.entrants.iter_mut().collect();
    random.shuffle(&mut order);
    for entrant in order {
        let start = Instant::now();
        (entrant.pass.run)();
        entrant.best = entrant.best.min(start.elapsed());
    }
}

/// A row for each entrant, but none for one that was given no string.
fn rows<'a>(contest: &'a Contest<'_>) -> impl Iterator<Item = Row> + 'a {
    contest.entrants.iter().filter(|entrant| entrant.pass.strings > 0).map(move |entrant| {
        // A clock may be too coarse for a few short strings.
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

/// Finer than any clock here.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
