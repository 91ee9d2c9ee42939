//! Repeats the measurement in several processes, and keeps the best of each library's times.
//!
//! The address at which the loader puts the code decides, for the lifetime of a process, whether some loops
//! run at full speed or take up to half as long again (measured: 70 or 102 ns for the same library and
//! corpus, constant with address randomization off). One process may be unlucky for one library; five seldom
//! are.

use std::ffi::OsString;
use std::io;
use std::process::{Command, Stdio};

use crate::measure::Row;

/// Runs this program `count` times with these arguments, which must make it print JSON.
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

    use super::keep_faster;
    use crate::measure::Row;

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
