//! The columns of JSON lines.
//!
//! In: rows, each a line.
//! Out: the names and types of the columns of all rows. The reader leaves out keys that it does not know of, and what
//! follows the point of a number in a column of integers. `row` finds the keys and types of a row, and `types` joins types.
//! Next: `columns`, which makes the schema of a table of them, and `stream`, which has rows looked at before they are read.

mod row;
mod types;

use std::io::BufRead;

use datafusion::arrow::datatypes::Schema;
use serde::de::DeserializeSeed;

use self::row::{Beyond, Object};
use self::types::{Keys, fields};
use super::{Filled, open, unreadable};
use crate::error::cut;
use crate::outcome::Failure;

/// How many keys there may be, in objects within objects too. The reader of JSON takes memory for each, in each row of a
/// batch.
const MOST_KEYS: usize = 2000;

/// The columns of rows.
#[derive(Clone, Debug)]
pub(in crate::input) struct Columns {
    keys: Keys,
    /// How many more keys there may be.
    room: usize,
    beyond: Beyond,
}

impl Default for Columns {
    fn default() -> Self {
        Self { keys: Keys::new(), room: MOST_KEYS, beyond: Beyond::Added }
    }
}

impl Columns {
    /// Takes these columns for all that there are, as the reader does. More in a later row is an error.
    pub(in crate::input) const fn close(&mut self) {
        self.beyond = Beyond::Refused;
    }

    /// Returns those of the columns that are read. Where they are not all, rows may have others.
    pub(in crate::input) fn only(&self, indices: &[usize]) -> Self {
        let keys: Keys = indices
            .iter()
            .filter_map(|&index| self.keys.get_index(index))
            .map(|(key, known)| (key.clone(), known.clone()))
            .collect();
        let beyond = if keys.len() < self.keys.len() { Beyond::Ignored } else { self.beyond };
        Self { keys, room: self.room, beyond }
    }

    pub(in crate::input) fn schema(&self) -> Schema {
        Schema::new(fields(&self.keys))
    }

    /// Adds the columns of a row.
    fn add(&mut self, row: &[u8]) -> serde_json::Result<()> {
        let mut deserializer = serde_json::Deserializer::from_slice(row);
        let Self { keys, room, beyond } = self;
        Object { keys, room, beyond: *beyond }.deserialize(&mut deserializer)?;
        deserializer.end()
    }
}

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
        if rows.read_until(b'\n', &mut row).map_err(|error| unreadable(name, error))? == 0 {
            return Ok(line);
        }
        line += 1;
        // Other white space is none of JSON (RFC 8259, section 2).
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let end = row.iter().rposition(|byte| !is_space(byte)).map_or(0, |last| last + 1);
        let row = &row[..end];
        if !row.is_empty() {
            columns.add(row).map_err(|error| wrong(name, line, row, &error, columns))?;
        }
    }
}

/// Returns the error for the user.
fn wrong(name: &str, line: u64, row: &[u8], error: &serde_json::Error, columns: &Columns) -> Failure {
    // The library counts lines in the row, which is one.
    let said = error.to_string();
    let said = match said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said) {
        "number out of range" => "a number that is too large for 64-bit floating point".to_owned(),
        said if said.starts_with("invalid type: ") => "a row is an object, which this is not".to_owned(),
        said if error.is_data() => cut(said),
        said => format!("this is not JSON: {said}"),
    };
    let failure = unreadable(name, format!("line {line}, byte {}: {said}", error.column()));
    match row.trim_ascii_start() {
        [0xEF, 0xBB, 0xBF, ..] => {
            failure.help("it begins with a byte order mark, which JSON has not (RFC 8259, section 8.1): remove its three bytes")
        }
        [b'[', ..] => failure.help("each line is an object; `jq -c '.[]'` makes lines of an array"),
        b"{" => failure.help("each line is an object; `jq -c .` makes one line of several"),
        _ if !error.is_data() => failure,
        _ if columns.beyond != Beyond::Added => failure
            .help("the columns of a stream are those of its first rows; a file has those of all")
            .help("select less than all columns, or choose keys before: … | jq -c '{a, b}' | uri-sql …"),
        _ if columns.room == 0 => failure
            .help("declare the columns that you need: create external table t (column type, …) stored as json location …"),
        _ => failure,
    }
}

#[cfg(test)]
mod tests;
