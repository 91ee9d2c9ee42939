//! `RESULTS.md`: the tables, with what is needed to read them and to run them again.

use std::io::{self, Write};

use crate::corpus::Corpus;
use crate::count::{Count, Counter};
use crate::machine::{date, machine, version};
use crate::measure::Row;
use crate::ops;
use crate::report::{Ranked, counted, groups, ranked};

/// The part that does not depend on the figures.
const INTRODUCTION: &str = include_str!("introduction.md");

/// How the figures were obtained.
pub struct Effort {
    /// The number of rounds of each process.
    pub rounds: u32,
    /// The number of processes.
    pub processes: u32,
    /// What counted instructions, if they were counted.
    pub counter: Option<Counter>,
}

/// Writes the whole document.
///
/// # Errors
///
/// Errors of the output.
pub fn markdown(
    out: &mut impl Write,
    corpora: &[Corpus],
    rows: &[Row],
    counts: &[Count],
    effort: &Effort,
) -> io::Result<()> {
    write!(out, "{INTRODUCTION}")?;
    writeln!(out, "- Machine: {}.\n- Date: {}.", machine(), date())?;
    writeln!(out, "- Rounds: {}; processes: {}.", effort.rounds, effort.processes)?;
    if let Some(counter) = effort.counter {
        writeln!(out, "- Instructions: {}.", counter.description())?;
    }
    writeln!(out, "- Versions: {}.", versions())?;
    for corpus in corpora {
        let lines = corpus.lines();
        let bytes: usize = lines.iter().map(|line| line.len()).sum();
        writeln!(out, "\n## {}", corpus.name)?;
        writeln!(out, "\n{} strings, {} bytes each on average.", lines.len(), bytes / lines.len().max(1))?;
        for group in groups(rows).filter(|group| group[0].corpus == corpus.name) {
            table(out, group)?;
        }
        for group in counted(counts).filter(|group| group[0].corpus == corpus.name) {
            table_of_counts(out, group)?;
        }
    }
    Ok(())
}

fn table(out: &mut impl Write, group: &[Row]) -> io::Result<()> {
    writeln!(out, "\n| {} | ns/ref | MB/s | ratio | accepted |", group[0].op)?;
    writeln!(out, "|---|---:|---:|---:|---:|")?;
    for Ranked { row, ratio } in ranked(group) {
        let Row { library, ns_per_ref, mb_per_s, accepted, .. } = row;
        writeln!(out, "| {library} | {ns_per_ref:.1} | {mb_per_s:.0} | {ratio} | {accepted} |")?;
    }
    Ok(())
}

fn table_of_counts(out: &mut impl Write, group: &[Count]) -> io::Result<()> {
    writeln!(out, "\n| {} | instructions/ref | branches/ref | mispredictions/ref |", group[0].op)?;
    writeln!(out, "|---|---:|---:|---:|")?;
    for Count { library, instructions_per_ref, branches_per_ref, mispredictions_per_ref, .. } in group {
        writeln!(
            out,
            "| {library} | {instructions_per_ref:.1} | {branches_per_ref:.1} | {mispredictions_per_ref:.2} |"
        )?;
    }
    Ok(())
}

fn versions() -> String {
    let version = |library| Some(format!("{library} {}", version(library)?));
    ops::libraries().into_iter().filter_map(version).collect::<Vec<_>>().join(", ")
}
