//! The columns of CSV and TSV.

use std::io::Read;
use std::path::Path;

use datafusion::arrow::csv::reader::Format;
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::arrow::error::ArrowError;

use super::{Filled, open, unreadable};
use crate::args::{InputFormat, Reading};
use crate::error::cleaned;
use crate::input::format;
use crate::outcome::Failure;
use crate::repeated::repeated;

/// How many rows of each file tell the types of its columns. A later value of another type is an error where it is read.
const ROWS: usize = 1000;

/// Returns the columns that all the files have. Their rows are read by position, so that each must have the same columns
/// in the same order.
pub(super) fn of_files(files: &[Filled], reading: &Reading) -> Result<Schema, Failure> {
    let mut known: Option<(&Path, Schema)> = None;
    for (file, kind) in files {
        let name = file.display().to_string();
        let schema = infer(open(file, *kind)?, kind.format, reading, &name, false)?;
        if schema.fields().is_empty() {
            continue;
        }
        known = Some(match known {
            None => (file, schema),
            Some((first, known)) => match merged(&known, &schema) {
                Some(merged) => (first, merged),
                None => return Err(different(first, &known, file, &schema)),
            },
        });
    }
    Ok(known.map_or_else(Schema::empty, |(_, schema)| lossless(&schema)))
}

/// Returns the columns of what begins like this.
pub(in crate::input) fn of_start(
    start: &[u8],
    format: InputFormat,
    reading: &Reading,
    name: &str,
) -> Result<Schema, Failure> {
    infer(start, format, reading, name, true).map(|schema| lossless(&schema))
}

/// Returns the columns of a file, or of a part of it, of which the last row may be cut.
fn infer(
    reader: impl Read,
    format: InputFormat,
    reading: &Reading,
    name: &str,
    is_part: bool,
) -> Result<Schema, Failure> {
    let options = Format::default()
        .with_header(!reading.no_header)
        .with_delimiter(format::delimiter(format, reading))
        .with_truncated_rows(is_part);
    let inferred = options.infer_schema(reader, Some(ROWS));
    let (schema, _) = inferred.map_err(|error| unreadable(name, said(&error)))?;
    match repeated(&schema) {
        None => Ok(schema),
        Some(column) => {
            let said = format!("it has two columns with the name \"{column}\"");
            let help = "--no-header calls them column_1, column_2 and so on; the header is a row then";
            Err(unreadable(name, said).help(help))
        }
    }
}

/// Returns the columns, as text if they are not booleans or numbers: the reader takes all values for null in a column that
/// begins with nulls, and cuts times where the first have no fraction, or are dates.
pub(in crate::input) fn lossless(schema: &Schema) -> Schema {
    let fields = schema.fields().iter().map(|field| match field.data_type() {
        DataType::Boolean | DataType::Int64 | DataType::Float64 => field.as_ref().clone(),
        _ => Field::new(field.name(), DataType::Utf8, true),
    });
    Schema::new(fields.collect::<Vec<_>>())
}

/// Returns the columns with types for the values of both, or nothing if these are other columns.
fn merged(known: &Schema, more: &Schema) -> Option<Schema> {
    let pairs = || known.fields().iter().zip(more.fields());
    let is_same = known.fields().len() == more.fields().len()
        && pairs().all(|(known, more)| known.name() == more.name());
    let fields = pairs()
        .map(|(known, more)| Field::new(known.name(), common(known.data_type(), more.data_type()), true));
    is_same.then(|| Schema::new(fields.collect::<Vec<_>>()))
}

/// Returns the type for the values of both.
fn common(known: &DataType, more: &DataType) -> DataType {
    match (known, more) {
        (DataType::Null, other) | (other, DataType::Null) => other.clone(),
        (DataType::Int64, DataType::Float64) | (DataType::Float64, DataType::Int64) => DataType::Float64,
        (known, more) if known == more => known.clone(),
        _ => DataType::Utf8,
    }
}

fn different(first: &Path, known: &Schema, file: &Path, schema: &Schema) -> Failure {
    let columns = |schema: &Schema| {
        let names: Vec<_> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        names.join(", ")
    };
    let said = format!("{} and {} do not have the same columns", first.display(), file.display());
    Failure::data(said)
        .help(format!("{} has {}", first.display(), columns(known)))
        .help(format!("{} has {}", file.display(), columns(schema)))
        .help("join tables of one file each with `union all`")
}

/// Returns what is wrong. The library calls fields records.
fn said(error: &ArrowError) -> String {
    let ArrowError::CsvError(said) = error else { return cleaned(&error.to_string()) };
    let numbers: Vec<_> =
        said.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).collect();
    match numbers.as_slice() {
        [expected, found, line] if said.starts_with("Encountered unequal lengths") => {
            format!("the row at line {line} has {found} of {expected} fields")
        }
        _ => cleaned(said),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::same(DataType::Int64, DataType::Int64, DataType::Int64)]
    #[case::null(DataType::Null, DataType::Boolean, DataType::Boolean)]
    #[case::fraction(DataType::Int64, DataType::Float64, DataType::Float64)]
    #[case::text(DataType::Int64, DataType::Utf8, DataType::Utf8)]
    #[case::neither(DataType::Boolean, DataType::Int64, DataType::Utf8)]
    fn types_of_two_files(#[case] a: DataType, #[case] b: DataType, #[case] expected: DataType) {
        assert_eq!(common(&a, &b), expected);
        assert_eq!(common(&b, &a), expected);
    }
}
