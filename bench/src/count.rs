//! Counts instructions, branches and mispredicted branches per string, with `perf` or `valgrind`.
//!
//! This program runs itself under the counter, once with few passes of a library and once with more passes. The
//! difference of the counts excludes the cost of starting the process.

use std::ffi::OsString;
use std::io;
use std::process::{Command, Output};

use serde::Serialize;

use crate::corpus::Corpus;
use crate::measure::contests;
use crate::pass::Table;

/// The counts for one library, which are also the fields of a line of JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Count {
    /// The name of the corpus.
    pub corpus: String,
    /// The name of the operation.
    pub op: String,
    /// The name of the library.
    pub library: String,
    /// Instructions per string, averaged over the strings of the operation.
    pub instructions_per_ref: f64,
    /// Branches per string.
    pub branches_per_ref: f64,
    /// Mispredicted branches per string.
    pub mispredictions_per_ref: f64,
}

/// A program that counts the instructions of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// `perf stat`, by the counters of the processor.
    Perf,
    /// `valgrind --tool=callgrind`, which emulates the processor and simulates a branch predictor.
    Callgrind,
}

impl Counter {
    /// Returns the counter for this machine: `perf` if it works, otherwise `valgrind`.
    ///
    /// # Errors
    ///
    /// If neither can be run.
    pub fn find() -> io::Result<Self> {
        let works = |counter: &Self| counter.total("true".into(), &[]).is_ok();
        [Self::Perf, Self::Callgrind].into_iter().find(works).ok_or_else(|| {
            io::Error::other(
                "no counter: `perf stat` does not count instructions here, and `valgrind` was not found",
            )
        })
    }

    /// Returns a description of the counts for the report.
    pub fn description(self) -> &'static str {
        match self {
            Self::Perf => "perf stat, by the counters of the processor",
            Self::Callgrind => "valgrind --tool=callgrind, which simulates a branch predictor",
        }
    }

    /// Returns the smaller and the greater number of passes. With `perf`, the difference must exceed the variation between
    /// two starts of the process.
    fn passes(self) -> (u64, u64) {
        match self {
            Self::Perf => (100, 1_100),
            Self::Callgrind => (1, 3),
        }
    }

    /// Runs a program, and returns its instructions, branches and mispredicted branches.
    fn total(self, program: OsString, args: &[OsString]) -> io::Result<[u64; 3]> {
        let (counter, options): (_, &[&str]) = match self {
            Self::Perf => ("perf", &["stat", "-x,", "-e", "instructions:u,branches:u,branch-misses:u", "--"]),
            Self::Callgrind => (
                "valgrind",
                &["--tool=callgrind", "--branch-sim=yes", "--callgrind-out-file=/dev/null", "--"],
            ),
        };
        let Output { status, stderr, .. } =
            Command::new(counter).env("LC_ALL", "C").args(options).arg(program).args(args).output()?;
        let report = String::from_utf8_lossy(&stderr);
        let total = if self == Self::Perf { perf(&report) } else { callgrind(&report) };
        total.filter(|_| status.success()).ok_or_else(|| io::Error::other(format!("{counter}: {report}")))
    }
}

/// Parses the output of `perf stat`: a line of values for each event, which begins with the count.
fn perf(report: &str) -> Option<[u64; 3]> {
    let count = |event: &str| {
        let mut lines = report.lines().map(|line| line.split(',').collect::<Vec<_>>());
        lines.find(|line| line.get(2) == Some(&event))?[0].parse().ok()
    };
    Some([count("instructions:u")?, count("branches:u")?, count("branch-misses:u")?])
}

/// Parses the totals of callgrind, and adds up conditional and indirect branches.
fn callgrind(report: &str) -> Option<[u64; 3]> {
    let totals = report.lines().find_map(|line| Some(line.split_once("Collected : ")?.1))?;
    let totals: Result<Vec<u64>, _> = totals.split_whitespace().map(str::parse).collect();
    let [instructions, conditional, conditional_missed, indirect, indirect_missed] = totals.ok()?[..] else {
        return None;
    };
    Some([instructions, conditional + indirect, conditional_missed + indirect_missed])
}

/// Counts for all libraries that take part in the operations. `args` returns the arguments with which this program only
/// runs a library on a corpus, as many times as given.
///
/// # Errors
///
/// If a process cannot be started or fails.
pub fn count(
    counter: Counter,
    corpora: &[Corpus],
    ops: &[(&'static str, Table)],
    args: impl Fn(&Corpus, &str, &str, u64) -> Vec<OsString>,
) -> io::Result<Vec<Count>> {
    let lines: Vec<Vec<&str>> = corpora.iter().map(Corpus::lines).collect();
    let program = std::env::current_exe()?;
    let (few, more) = counter.passes();
    let mut counts = Vec::new();
    for contest in contests(corpora, &lines, ops) {
        for entrant in &contest.entrants {
            let total = |passes| {
                let args = args(contest.corpus, contest.op, entrant.library, passes);
                counter.total(program.clone().into(), &args)
            };
            let strings = (more - few) as f64 * entrant.pass.strings as f64;
            let (few, more) = (total(few)?, total(more)?);
            let per_ref = |event: usize| more[event].saturating_sub(few[event]) as f64 / strings;
            counts.push(Count {
                corpus: contest.corpus.name.clone(),
                op: contest.op.to_owned(),
                library: entrant.library.to_owned(),
                instructions_per_ref: per_ref(0),
                branches_per_ref: per_ref(1),
                mispredictions_per_ref: per_ref(2),
            });
        }
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{callgrind, perf};

    #[rstest]
    #[case::counts("812345,,instructions:u,400000,100.00,,\n90000,,branches:u,400000,100.00,,\n\
        700,,branch-misses:u,400000,100.00,0.78,of all branches\n", Some([812_345, 90_000, 700]))]
    #[case::no_counters(
        "<not supported>,,instructions:u,0,100.00,,\n<not supported>,,branches:u,0,100.00,,\n\
        <not supported>,,branch-misses:u,0,100.00,,\n",
        None
    )]
    #[case::one_is_missing("812345,,instructions:u,400000,100.00,,\n", None)]
    #[case::an_error("Error:\nNo permission to enable instructions:u event.\n", None)]
    fn reports_of_perf(#[case] report: &str, #[case] expected: Option<[u64; 3]>) {
        assert_eq!(perf(report), expected);
    }

    #[rstest]
    #[case::counts("==7== Events    : Ir Bc Bcm Bi Bim\n==7== Collected : 139000 21000 4200 300 25\n==7==\n",
        Some([139_000, 21_300, 4_225]))]
    #[case::other_events("==7== Events    : Ir\n==7== Collected : 139000\n", None)]
    #[case::an_error("valgrind: true: command not found\n", None)]
    fn reports_of_callgrind(#[case] report: &str, #[case] expected: Option<[u64; 3]>) {
        assert_eq!(callgrind(report), expected);
    }
}
