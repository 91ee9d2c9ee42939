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
use datafusion::common::GetExt;

use self::row::{Beyond, MOST_KEYS};
use self::types::{Keys, fields};
use super::{Filled, open, unreadable};
use crate::error::cut;
use crate::input::magic::{self, Magic};
use crate::outcome::Failure;

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
    /// Makes a key or a wider type that a later row adds an error.
    pub(in crate::input) const fn close(&mut self) {
        self.beyond = Beyond::Refused;
    }

    /// Returns the projection on these columns. If it leaves any out, other keys of a row are ignored; if it has all, they
    /// are not, because it may be that of `*`.
    pub(in crate::input) fn project(&self, indices: &[usize]) -> Self {
        let columns = indices.iter().filter_map(|&index| self.keys.get_index(index));
        let keys: Keys = columns.map(|(key, known)| (key.clone(), known.clone())).collect();
        let is_part = keys.len() < self.keys.len() || keys.is_empty();
        Self { keys, room: self.room, beyond: if is_part { Beyond::Ignored } else { self.beyond } }
    }

    pub(in crate::input) fn schema(&self) -> Schema {
        Schema::new(fields(&self.keys))
    }

    /// Adds the columns of a row.
    fn add(&mut self, row: &[u8]) -> serde_json::Result<()> {
        row::add(row, &mut self.keys, &mut self.room, self.beyond)
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
    // serde_json has been given one row, so that the line in its error is always 1.
    let said = error.to_string();
    let said = match said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said) {
        "recursion limit exceeded" => "objects and arrays are nested more than 127 levels deep".to_owned(),
        "number out of range" => "a number that is too large for 64-bit floating point".to_owned(),
        said if said.starts_with("invalid type: ") => "a row is an object, which this is not".to_owned(),
        said if error.is_data() => cut(said),
        said => format!("this is not JSON: {said}"),
    };
    let failure = unreadable(name, format!("line {line}, byte {}: {said}", error.column()));
    if let Some(Magic::Compressed(compression)) = magic::of(row) {
        let name = compression.get_ext();
        let name = name.trim_start_matches('.');
        return failure.help(format!(
            "it is compressed: name it `.{name}`, or say it: create external table … options ('format.compression' '{name}')"
        ));
    }
    match row.trim_ascii_start() {
        [0xEF, 0xBB, 0xBF, ..] => failure.help(
            "it begins with a byte order mark, which JSON does not allow (RFC 8259, section 8.1): remove its three bytes",
        ),
        [b'[', ..] => failure.help("each line is an object; `jq -c '.[]'` makes lines of an array"),
        b"{" => failure.help("each line is an object; `jq -c .` makes one line of several"),
        [b'{', ..] if error.is_data() => failure.help(if columns.beyond == Beyond::Added {
            "declare the columns that you need: create external table t (column type, …) stored as json location …"
        } else {
            "the columns of a stream are those of its first rows: save it to a file, which has those of all, or keep only some \
             keys: … | jq -c '{a, b}' | uri-sql …"
        }),
        _ => failure,
    }
}

#[cfg(test)]
mod tests;
