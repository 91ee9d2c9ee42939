//! The columns of JSON lines.
//!
//! They are those of all rows. The reader leaves out keys that it does not know of, and what follows the point of a number
//! in a column of integers. `types` are the types of values.

mod types;

use std::io::{BufRead, ErrorKind};

use datafusion::arrow::datatypes::Schema;

pub(in crate::input) use self::types::Columns;
use super::{Filled, open, unreadable};
use crate::outcome::Failure;

/// Returns the columns that the rows of all the files have.
pub(super) fn of_files(files: &[Filled]) -> Result<Schema, Failure> {
    let mut columns = Columns::default();
    for (file, kind) in files {
        add(&mut columns, open(file, *kind)?, &file.display().to_string(), 0)?;
    }
    Ok(columns.schema())
}

/// Adds the columns of the rows, each a line, and returns how many lines there are. The first of them has the number
/// after `line`.
pub(in crate::input) fn add(
    columns: &mut Columns,
    mut rows: impl BufRead,
    name: &str,
    mut line: u64,
) -> Result<u64, Failure> {
    let mut row = Vec::new();
    loop {
        row.clear();
        match rows.read_until(b'\n', &mut row) {
            Ok(0) => return Ok(line),
            Ok(_) => line += 1,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(unreadable(name, error)),
        }
        // Other white space is none of JSON (RFC 8259, section 2).
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let end = row.iter().rposition(|byte| !is_space(byte)).map_or(0, |last| last + 1);
        let row = &row[..end];
        if !row.is_empty() {
            let added = columns.add(row);
            added.map_err(|error| wrong(name, line, row, &error, columns))?;
        }
    }
}

/// Returns the error for the user.
fn wrong(name: &str, line: u64, row: &[u8], error: &serde_json::Error, columns: &Columns) -> Failure {
    // The library counts lines in the row, which is one.
    let said = error.to_string();
    let said = said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said);
    let what = if error.is_data() { "" } else { "this is not JSON: " };
    let failure = unreadable(name, format!("line {line}, byte {}: {what}{said}", error.column()));
    match row.trim_ascii_start() {
        [0xEF, 0xBB, 0xBF, ..] => {
            failure.help("it begins with a byte order mark, which JSON has not (RFC 8259, section 8.1): remove its three bytes")
        }
        [b'[', ..] => failure.help("each line is an object; `jq -c '.[]'` makes lines of an array"),
        b"{" => failure.help("each line is an object; `jq -c .` makes one line of several"),
        _ if columns.are_all() && error.is_data() => {
            failure.help("the columns of a stream are those of its first rows; save it to a file to have those of all")
        }
        _ if columns.are_most() && error.is_data() => failure
            .help("say the columns that you need: create external table t (column type, …) stored as json location …"),
        _ => failure,
    }
}
