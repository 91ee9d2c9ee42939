//! The columns of JSON lines.
//!
//! They are those of all rows. The reader leaves out keys that it does not know of, and what follows the point of a number
//! in a column of integers.

use std::io::{BufRead, ErrorKind};
use std::path::{Path, PathBuf};

use datafusion::arrow::datatypes::{DataType, Fields, Schema};
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::reader::infer_json_schema_from_iterator;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use serde_json::Value;

use super::{Reader, open, unreadable};
use crate::args::InputFormat;
use crate::error::cleaned;
use crate::input::format::Kind;
use crate::outcome::Failure;

/// Returns the columns that the rows of all the files have.
pub(super) fn of_files(files: &[PathBuf], compression: FileCompressionType) -> Result<Schema, Failure> {
    let kind = Kind { format: InputFormat::Json, compression };
    let mut rows = FileRows { files, kind, open: None, failure: None };
    let inferred = infer_json_schema_from_iterator(&mut rows);
    if let Some(failure) = rows.failure {
        return Err(failure);
    }
    inferred.map_err(|error| match rows.open {
        Some((file, lines)) => lines.wrong(&file.display().to_string(), &error),
        None => Failure::data(said(&error)),
    })
}

/// Returns the columns of these rows.
pub(in crate::input) fn infer(lines: impl BufRead, name: &str) -> Result<Schema, Failure> {
    let mut lines = Lines::new(lines);
    let inferred = infer_json_schema_from_iterator(&mut lines);
    inferred.map_err(|error| lines.wrong(name, &error))
}

/// The rows of all files.
struct FileRows<'a> {
    files: &'a [PathBuf],
    kind: Kind,
    open: Option<(&'a Path, Lines<Reader>)>,
    /// Why a file cannot be opened.
    failure: Option<Failure>,
}

impl Iterator for FileRows<'_> {
    type Item = Result<Value, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((_, lines)) = &mut self.open
                && let Some(row) = lines.next()
            {
                return Some(row);
            }
            let (file, files) = self.files.split_first()?;
            match open(file, self.kind) {
                Ok(reader) => self.open = Some((file, Lines::new(reader))),
                Err(failure) => {
                    self.failure = Some(failure);
                    return None;
                }
            }
            self.files = files;
        }
    }
}

/// The rows of one file, each a line.
struct Lines<R> {
    reader: R,
    line: Vec<u8>,
    /// The number of the line, from one.
    number: u64,
}

impl<R: BufRead> Lines<R> {
    const fn new(reader: R) -> Self {
        Self { reader, line: Vec::new(), number: 0 }
    }

    /// Returns the error for the user.
    fn wrong(&self, name: &str, error: &ArrowError) -> Failure {
        let failure = unreadable(name, format!("line {}: {}", self.number, said(error)));
        match self.line.trim_ascii_start() {
            [0xEF, 0xBB, 0xBF, ..] => failure.help("it begins with a byte order mark, which JSON has not (RFC 8259, section 8.1): remove its first three bytes"),
            [b'[', ..] => failure.help("each line is an object; `jq -c '.[]'` makes lines of an array"),
            [b'{'] | [b'{', b'\r'] => failure.help("each line is an object; `jq -c .` makes one line of several"),
            _ => failure,
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Value, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.line.clear();
            match self.reader.read_until(b'\n', &mut self.line) {
                Ok(0) => return None,
                Ok(_) => self.number += 1,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Some(Err(error.into())),
            }
            self.line.truncate(self.line.trim_ascii_end().len());
            if !self.line.is_empty() {
                return Some(serde_json::from_slice(&self.line).map_err(|error| not_json(&error)));
            }
        }
    }
}

/// Returns what the parser says, without the number of the line, which is one for each.
fn not_json(error: &serde_json::Error) -> ArrowError {
    let said = error.to_string();
    let sentence = said.rsplit_once(" at line ").map_or(said.as_str(), |(sentence, _)| sentence);
    ArrowError::JsonError(format!("this is not JSON: {sentence} at byte {}", error.column()))
}

fn said(error: &ArrowError) -> String {
    match error {
        ArrowError::JsonError(said) => cleaned(said),
        other => cleaned(&other.to_string()),
    }
}

/// Returns what would be lost if rows with the columns `more` were read as rows with those that are known.
pub(in crate::input) fn lost(known: &Fields, more: &Fields) -> Option<String> {
    more.iter().find_map(|field| match known.find(field.name()) {
        None => Some(format!("the key {}", Value::from(field.name().as_str()))),
        Some((_, column)) => lost_value(column.data_type(), field.data_type(), field.name()),
    })
}

fn lost_value(known: &DataType, more: &DataType, name: &str) -> Option<String> {
    match (known, more) {
        (known, more) if known == more => None,
        (_, DataType::Null) | (DataType::Float64, DataType::Int64) => None,
        (DataType::Struct(known), DataType::Struct(more)) => lost(known, more),
        (DataType::List(known), DataType::List(more)) => {
            lost_value(known.data_type(), more.data_type(), name)
        }
        (_, DataType::Float64) => Some(format!("a number with a fraction as {}", Value::from(name))),
        _ => Some(format!("a value of another type as {}", Value::from(name))),
    }
}
