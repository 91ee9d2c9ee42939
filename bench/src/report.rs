//! The report: a table for each corpus and operation as text, or a line of JSON for each row.

use std::io::{self, Write};

use crate::measure::Row;
use crate::ops::{OURS, parse};

/// Writes each row as an object on a line.
///
/// # Errors
///
/// Those of the output.
pub fn json(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
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
/// Those of the output.
pub fn text(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    for group in groups(rows) {
        writeln!(out, "{}, {}", group[0].corpus, group[0].op)?;
        writeln!(out, "  {:<10} {:>9} {:>9} {:>7} {:>9}", "library", "ns/ref", "MB/s", "ratio", "accepted")?;
        for Ranked { row, ratio } in ranked(group) {
            writeln!(
                out,
                "  {:<10} {:>9.1} {:>9.0} {ratio:>7} {:>9}",
                row.library, row.ns_per_ref, row.mb_per_s, row.accepted
            )?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The rows of each corpus and operation.
pub fn groups(rows: &[Row]) -> impl Iterator<Item = &[Row]> {
    rows.chunk_by(|a, b| (&a.corpus, &a.op) == (&b.corpus, &b.op))
}

/// A row as the tables show it.
pub struct Ranked<'a> {
    /// The row.
    pub row: &'a Row,
    /// Its time as a multiple of ours. In parentheses if the library does less: if it rejects more than a
    /// twentieth of what ours accepts, as a string that is given up at its first byte is no work done faster, or
    /// if it finds no components.
    pub ratio: String,
}

/// The fastest first, and last who does less work.
pub fn ranked(group: &[Row]) -> Vec<Ranked<'_>> {
    let ours = group.iter().find(|row| row.library == OURS);
    let less = |row: &Row| {
        let rejects = ours.is_some_and(|ours| row.accepted < ours.accepted - ours.accepted / 20);
        rejects || (row.op == parse::NAME && parse::WITHOUT_COMPONENTS.contains(&row.library.as_str()))
    };
    let mut rows: Vec<_> = group.iter().collect();
    rows.sort_by(|a, b| less(a).cmp(&less(b)).then(a.ns_per_ref.total_cmp(&b.ns_per_ref)));
    let ratio = |row: &Row| {
        let ratio = row.ns_per_ref / ours.map_or(f64::NAN, |ours| ours.ns_per_ref);
        if less(row) { format!("({ratio:.2})") } else { format!("{ratio:.2}") }
    };
    rows.into_iter().map(|row| Ranked { row, ratio: ratio(row) }).collect()
}
