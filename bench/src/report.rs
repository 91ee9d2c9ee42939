//! The report: a table for each corpus and operation as text, or a line of JSON for each row.

use std::io::{self, Write};

use crate::measure::Row;
use crate::ops::OURS;

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
        for (row, ratio) in ranked(group) {
            writeln!(
                out,
                "  {:<10} {:>9.1} {:>9.0} {ratio:>7.2} {:>9}",
                row.library, row.ns_per_ref, row.mb_per_s, row.accepted
            )?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The rows of each corpus and operation.
pub fn groups(rows: &[Row]) -> impl Iterator<Item = &[Row]> {
    rows.chunk_by(|a, b| (&a.corpus, a.op) == (&b.corpus, b.op))
}

/// Ours first, then the fastest first; each with its time as a multiple of ours.
pub fn ranked(group: &[Row]) -> Vec<(&Row, f64)> {
    let ours = group.iter().find(|row| row.library == OURS).map_or(f64::NAN, |row| row.ns_per_ref);
    let mut rows: Vec<_> = group.iter().map(|row| (row, row.ns_per_ref / ours)).collect();
    rows.sort_by(|(a, _), (b, _)| {
        (a.library != OURS).cmp(&(b.library != OURS)).then(a.ns_per_ref.total_cmp(&b.ns_per_ref))
    });
    rows
}
