//! Writes the report: a table for each corpus and operation as text, or a line of JSON for each
//! row.

use std::io::{self, StdoutLock, Write};

use clap::{CommandFactory, FromArgMatches, Parser};
use serde::Serialize;

use crate::count::Count;
use crate::measure::Row;
use crate::ops::parse;
use crate::pass::OURS;

/// Writes each row as a JSON object on a line.
///
/// # Errors
///
/// If the output fails.
pub fn json(out: &mut impl Write, rows: &[impl Serialize]) -> io::Result<()> {
    for row in rows {
        serde_json::to_writer(&mut *out, row)?;
        writeln!(out)?;
    }
    Ok(())
}

/// Writes the tables.
///
/// # Errors
///
/// If the output fails.
pub fn text(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    let width = width(rows.iter().map(|row| row.library.len()));
    for group in groups(rows) {
        writeln!(out, "{}, {}", group[0].corpus, group[0].op)?;
        writeln!(
            out,
            "  {:<width$} {:>9} {:>9} {:>7} {:>9}",
            "library", "ns/ref", "MB/s", "ratio", "accepted"
        )?;
        for Ranked { row, ratio } in ranked(group) {
            writeln!(
                out,
                "  {:<width$} {:>9.1} {:>9.0} {ratio:>7} {:>9}",
                row.library, row.ns_per_ref, row.mb_per_s, row.accepted
            )?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes the tables of counts.
///
/// # Errors
///
/// If the output fails.
pub fn counts(out: &mut impl Write, counts: &[Count]) -> io::Result<()> {
    let width = width(counts.iter().map(|count| count.library.len()));
    for group in counted(counts) {
        writeln!(out, "{}, {}, per string", group[0].corpus, group[0].op)?;
        writeln!(
            out,
            "  {:<width$} {:>12} {:>9} {:>14}",
            "library", "instructions", "branches", "mispredictions"
        )?;
        for Count { library, instructions_per_ref, branches_per_ref, mispredictions_per_ref, .. } in group {
            writeln!(
                out,
                "  {library:<width$} {instructions_per_ref:>12.1} {branches_per_ref:>9.1} {mispredictions_per_ref:>14.2}"
            )?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Returns the width of the column of the libraries, whose names have these lengths.
fn width(names: impl Iterator<Item = usize>) -> usize {
    names.fold("library".len(), usize::max)
}

/// Returns the counts of each corpus and operation.
pub fn counted(counts: &[Count]) -> impl Iterator<Item = &[Count]> {
    counts.chunk_by(|a, b| (&a.corpus, &a.op) == (&b.corpus, &b.op))
}

/// Returns the rows of each corpus and operation.
pub fn groups(rows: &[Row]) -> impl Iterator<Item = &[Row]> {
    rows.chunk_by(|a, b| (&a.corpus, &a.op) == (&b.corpus, &b.op))
}

/// A row with the ratio that the tables show.
pub struct Ranked<'a> {
    /// The row.
    pub row: &'a Row,
    /// The library's time as a multiple of urigram's. It is in parentheses if the library does less work, because it
    /// does not locate components, or because it rejects more than 5 % of the strings that urigram accepts and so stops
    /// early.
    pub ratio: String,
}

/// Returns the rows sorted by time, with libraries that do less work last.
///
/// # Panics
///
/// If urigram has no row.
pub fn ranked(group: &[Row]) -> Vec<Ranked<'_>> {
    let Some(ours) = group.iter().find(|row| row.library == OURS) else {
        panic!("urigram takes part in whatever is measured");
    };
    let less = |row: &Row| {
        let rejects = row.accepted < ours.accepted - ours.accepted / 20;
        let parses = [parse::NAME, parse::IRI_NAME].contains(&row.op.as_str());
        rejects || (parses && parse::WITHOUT_COMPONENTS.contains(&row.library.as_str()))
    };
    let mut rows: Vec<_> = group.iter().collect();
    rows.sort_by(|a, b| less(a).cmp(&less(b)).then(a.ns_per_ref.total_cmp(&b.ns_per_ref)));
    let ratio = |row: &Row| {
        let ratio = row.ns_per_ref / ours.ns_per_ref;
        if less(row) { format!("({ratio:.2})") } else { format!("{ratio:.2}") }
    };
    rows.into_iter().map(|row| Ranked { row, ratio: ratio(row) }).collect()
}

#[derive(Parser)]
struct Rounds {
    /// Number of rounds; the best time counts
    #[arg(long, default_value_t = 301, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

/// Parses the program's arguments, and prints a report with the requested number of rounds. `about` begins the help.
///
/// # Errors
///
/// If the output fails.
pub fn print_report(
    about: &'static str,
    report: impl FnOnce(&mut StdoutLock<'static>, u32) -> io::Result<()>,
) -> io::Result<()> {
    let matches = Rounds::command().about(about).get_matches();
    let args = Rounds::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let mut out = io::stdout().lock();
    report(&mut out, args.rounds)?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Ranked, ranked, text};
    use crate::measure::Row;

    fn row(op: &str, library: &str, ns_per_ref: f64, accepted: usize) -> Row {
        let [corpus, op, library] = ["short", op, library].map(str::to_owned);
        Row { corpus, op, library, ns_per_ref, mb_per_s: 1.0, accepted }
    }

    #[rstest]
    #[case::fastest_first(
        &[("urigram", 20.0, 100), ("oxiri", 30.0, 100), ("url", 10.0, 100)],
        &[("url", "0.50"), ("urigram", "1.00"), ("oxiri", "1.50")],
    )]
    #[case::a_twentieth_may_be_rejected(
        &[("urigram", 20.0, 100), ("url", 10.0, 95)],
        &[("url", "0.50"), ("urigram", "1.00")],
    )]
    #[case::more_than_a_twentieth_may_not(
        &[("urigram", 20.0, 100), ("url", 10.0, 94)],
        &[("urigram", "1.00"), ("url", "(0.50)")],
    )]
    #[case::more_may_be_accepted(
        &[("urigram", 20.0, 100), ("oxiri", 10.0, 200)],
        &[("oxiri", "0.50"), ("urigram", "1.00")],
    )]
    #[case::floors(
        &[("copy", 1.0, 100), ("urigram", 20.0, 100), ("is_ascii", 2.0, 100), ("oxiri", 40.0, 100)],
        &[("urigram", "1.00"), ("oxiri", "2.00"), ("copy", "(0.05)"), ("is_ascii", "(0.10)")],
    )]
    #[case::no_components(
        &[("urigram", 20.0, 100), ("iref", 10.0, 100), ("iri-string", 15.0, 100), ("oxiri", 40.0, 100)],
        &[("urigram", "1.00"), ("oxiri", "2.00"), ("iref", "(0.50)"), ("iri-string", "(0.75)")],
    )]
    fn ranked_by_time(#[case] rows: &[(&str, f64, usize)], #[case] expected: &[(&str, &str)]) {
        let rows: Vec<_> =
            rows.iter().map(|&(library, ns, accepted)| row("parse", library, ns, accepted)).collect();
        let ranked = ranked(&rows);
        let ranked: Vec<_> =
            ranked.iter().map(|Ranked { row, ratio }| (row.library.as_str(), ratio.as_str())).collect();
        assert_eq!(ranked, expected);
    }

    #[rstest]
    #[case::which_parse_does_not_find("parse", "(0.50)")]
    #[case::nor_those_of_an_iri("parse-iri", "(0.50)")]
    #[case::which_other_operations_need("components", "0.50")]
    fn components(#[case] op: &str, #[case] ratio: &str) {
        let rows = [row(op, "urigram", 20.0, 100), row(op, "iref", 10.0, 100)];
        let ratios = ranked(&rows).into_iter().find(|ranked| ranked.row.library == "iref");
        assert_eq!(ratios.map(|ranked| ranked.ratio).as_deref(), Some(ratio));
    }

    #[rstest]
    #[case::short_names(&["urigram", "url"])]
    #[case::a_long_name(&["urigram", "urigram (into a buffer)"])]
    fn columns_are_aligned(#[case] libraries: &[&str]) {
        let rows: Vec<_> = libraries.iter().map(|library| row("parse", library, 20.0, 100)).collect();
        let mut out = Vec::new();
        text(&mut out, &rows).expect("no error of a vector");
        let table = String::from_utf8(out).expect("UTF-8");
        let lines = table.lines().skip(1).filter(|line| !line.is_empty());
        let lengths: Vec<_> = lines.map(str::len).collect();
        assert_eq!(lengths, vec![lengths[0]; libraries.len() + 1], "{table}");
    }
}
