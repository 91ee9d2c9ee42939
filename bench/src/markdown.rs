//! `RESULTS.md`: the tables, with what is needed to read them and to run them again.

use std::io::{self, Write};

use crate::corpus::Corpus;
use crate::machine::{date, machine, version};
use crate::measure::Row;
use crate::ops;
use crate::report::{Ranked, groups, ranked};

/// The part that does not depend on the figures.
const INTRODUCTION: &str = include_str!("introduction.md");

/// Writes the whole document.
///
/// # Errors
///
/// Errors of the output.
pub fn markdown(out: &mut impl Write, corpora: &[Corpus], rows: &[Row], effort: &str) -> io::Result<()> {
    write!(out, "{INTRODUCTION}")?;
    writeln!(out, "- Machine: {}.\n- Date: {}.\n- {effort}.", machine(), date())?;
    writeln!(out, "- Versions: {}.", versions())?;
    for corpus in corpora {
        let lines = corpus.lines();
        let bytes: usize = lines.iter().map(|line| line.len()).sum();
        writeln!(out, "\n## {}", corpus.name)?;
        writeln!(out, "\n{} strings, {} bytes each on average.", lines.len(), bytes / lines.len().max(1))?;
        for group in groups(rows).filter(|group| group[0].corpus == corpus.name) {
            table(out, group)?;
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

fn versions() -> String {
    let version = |library| Some(format!("{library} {}", version(library)?));
    ops::libraries().into_iter().filter_map(version).collect::<Vec<_>>().join(", ")
}
