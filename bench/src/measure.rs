//! Measures in rounds. Each round runs every library once on every corpus, and the best time of
//! each library counts.
//!
//! With several processes, the best time of all processes counts. The address at which a process loads the code
//! determines whether some loops run at full speed or take up to 50 % longer. For example, one library took either
//! 70 or 102 ns on the same corpus, and always the same time without address randomization.

use std::ffi::OsString;
use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{io, iter};

use fastrand::Rng;
use serde::{Deserialize, Serialize};

use crate::corpus::Corpus;
use crate::ops::parse;
use crate::pass::{OURS, Pass, Prepare, Table};

/// The result for one library, which is also the fields of a line of JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The name of the corpus.
    pub corpus: String,
    /// The name of the operation.
    pub op: String,
    /// The name of the library.
    pub library: String,
    /// Nanoseconds per string, averaged over the strings of the operation, accepted or not.
    pub ns_per_ref: f64,
    /// Megabytes of strings per second.
    pub mb_per_s: f64,
    /// The number of strings that the library accepts.
    pub accepted: usize,
}

impl Row {
    /// Returns the corpus, the operation and the library, which identify the row.
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

/// Allocates blocks that fill the holes in the heap, so that the values that are prepared next are contiguous.
/// Normalizing strings that are scattered over memory takes twice the time.
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

/// Measures all operations on all corpora. The rows are in the order of the corpora, then of the operations,
/// then of the libraries in the table.
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

/// Prepares all operations on all corpora. `lines` has the strings of each corpus. Operations in which urigram takes no
/// part are left out, because there is nothing to compare.
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

/// Prepares an operation. A library that fails on every string takes no part, because the time of a failure says
/// nothing about an operation other than `reject`.
fn contest<'c>(corpus: &'c Corpus, lines: &'c [&'c str], op: &'static str, table: Table) -> Contest<'c> {
    let entrants = table.iter().map(|&(library, prepare)| Entrant::new(library, prepare, lines));
    let succeeds = |pass: &Pass<'_>| pass.strings > 0 && (pass.accepted > 0 || op == parse::REJECT_NAME);
    Contest { corpus, op, entrants: entrants.filter(|entrant| succeeds(&entrant.pass)).collect() }
}

/// Runs each entrant once, in a random order. In a fixed order, a library would always inherit the caches and the
/// clock rate of the same other library.
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

/// Returns the time to make a value, without the time to drop it.
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

/// Runs this program `count` times with these arguments, which must make it print JSON, and returns the best
/// times.
///
/// # Errors
///
/// If a process cannot be started, fails, or prints something else.
pub fn best_of(count: u32, args: &[OsString]) -> io::Result<Vec<Row>> {
    let mut best = Vec::new();
    for _ in 0..count {
        one(args)?.into_iter().for_each(|row| keep_faster(&mut best, row));
    }
    Ok(best)
}

/// Adds the row, or replaces a slower one of the same corpus, operation and library.
fn keep_faster(best: &mut Vec<Row>, row: Row) {
    match best.iter_mut().find(|best| best.key() == row.key()) {
        None => best.push(row),
        Some(best) if row.ns_per_ref < best.ns_per_ref => *best = row,
        Some(_) => {}
    }
}

fn one(args: &[OsString]) -> io::Result<Vec<Row>> {
    let output = Command::new(std::env::current_exe()?).args(args).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(io::Error::other("a process that measures failed"));
    }
    let rows = serde_json::Deserializer::from_slice(&output.stdout).into_iter();
    rows.collect::<Result<_, _>>().map_err(io::Error::from)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Row, keep_faster, measure};
    use crate::corpus::Corpus;
    use crate::ops::{ALL, parse, percent};
    use crate::pass::{Table, parsing};

    fn rows(strings: &[&str], ops: &[(&'static str, Table)]) -> Vec<Row> {
        measure(&[Corpus::new("one", strings.iter().map(|&string| string.to_owned()))], ops, 1)
    }

    #[rstest]
    #[case::an_incomplete_escape(&["%4"])]
    #[case::an_iri(&["http://a/\u{e9}"])]
    #[case::a_relative_reference(&["a"])]
    fn no_row_is_that_of_a_failure(#[case] strings: &[&str]) {
        for Row { op, library, accepted, .. } in rows(strings, ALL) {
            assert!(accepted > 0 || op == parse::REJECT_NAME, "{op} {library}");
        }
    }

    #[test]
    fn a_text_that_cannot_be_decoded_has_no_row() {
        let decoded = |strings| rows(strings, &[("decode-whole", percent::DECODE_WHOLE)]).len();
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

    type Measured = ([&'static str; 3], f64);

    const PARSE: [&str; 3] = ["short", "parse", "urigram"];

    #[rstest]
    #[case::first(&[(PARSE, 2.0)], &[(PARSE, 2.0)])]
    #[case::worse(&[(PARSE, 2.0), (PARSE, 3.0)], &[(PARSE, 2.0)])]
    #[case::faster(&[(PARSE, 2.0), (PARSE, 1.0)], &[(PARSE, 1.0)])]
    #[case::another_corpus(
        &[(PARSE, 2.0), (["mixed", "parse", "urigram"], 1.0)],
        &[(PARSE, 2.0), (["mixed", "parse", "urigram"], 1.0)],
    )]
    #[case::another_operation(
        &[(PARSE, 2.0), (["short", "build", "urigram"], 1.0)],
        &[(PARSE, 2.0), (["short", "build", "urigram"], 1.0)],
    )]
    #[case::another_library(
        &[(PARSE, 2.0), (["short", "parse", "url"], 1.0)],
        &[(PARSE, 2.0), (["short", "parse", "url"], 1.0)],
    )]
    #[case::in_another_order(
        &[(PARSE, 2.0), (["short", "parse", "url"], 5.0), (["short", "parse", "url"], 4.0), (PARSE, 1.0)],
        &[(PARSE, 1.0), (["short", "parse", "url"], 4.0)],
    )]
    fn best_of_rows(#[case] rows: &[Measured], #[case] expected: &[Measured]) {
        let mut best = Vec::new();
        for &(key, ns_per_ref) in rows {
            let [corpus, op, library] = key.map(str::to_owned);
            keep_faster(&mut best, Row { corpus, op, library, ns_per_ref, mb_per_s: 1.0, accepted: 1 });
        }
        let best: Vec<_> = best
            .iter()
            .map(|row| ([row.corpus.as_str(), row.op.as_str(), row.library.as_str()], row.ns_per_ref))
            .collect();
        assert_eq!(best, expected);
    }
}
