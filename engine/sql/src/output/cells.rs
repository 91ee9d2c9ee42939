//! Values as text.

use std::fmt::Write;
use std::sync::LazyLock;

use datafusion::arrow::array::{Array, AsArray, RecordBatch, StringArray, StringViewArray};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::DataType;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::writer::{EncoderOptions, NullableEncoder, make_encoder};
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};

static JSON: LazyLock<EncoderOptions> = LazyLock::new(|| EncoderOptions::default().with_explicit_nulls(true));

/// The values of a batch. Structures, lists and maps are JSON.
pub(super) struct Cells<'a> {
    columns: Vec<Column<'a>>,
    nested: Vec<u8>,
}

enum Column<'a> {
    View(&'a StringViewArray),
    Text(&'a StringArray),
    Nested(NullableEncoder<'a>),
    /// The nulls of dictionaries are in their values.
    Other(Option<NullBuffer>, ArrayFormatter<'a>),
}

impl<'a> Cells<'a> {
    pub(super) fn of(batch: &'a RecordBatch) -> Result<Self, ArrowError> {
        let columns = batch.columns().iter().zip(batch.schema_ref().fields()).map(|(array, field)| {
            let array = array.as_ref();
            Ok(match array.data_type() {
                DataType::Utf8View => Column::View(array.as_string_view()),
                DataType::Utf8 => Column::Text(array.as_string()),
                nested if nested.is_nested() => Column::Nested(make_encoder(field, array, &JSON)?),
                _ => Column::Other(
                    array.logical_nulls(),
                    ArrayFormatter::try_new(array, &FormatOptions::default())?,
                ),
            })
        });
        Ok(Self { columns: columns.collect::<Result<_, ArrowError>>()?, nested: Vec::new() })
    }

    /// Adds the value to the text, and returns whether there is one.
    pub(super) fn write(&mut self, column: usize, row: usize, text: &mut String) -> bool {
        match &mut self.columns[column] {
            Column::View(array) => write_text(array.is_valid(row).then(|| array.value(row)), text),
            Column::Text(array) => write_text(array.is_valid(row).then(|| array.value(row)), text),
            Column::Nested(encoder) if encoder.is_null(row) => false,
            Column::Nested(encoder) => {
                self.nested.clear();
                encoder.encode(row, &mut self.nested);
                text.push_str(&String::from_utf8_lossy(&self.nested));
                true
            }
            Column::Other(Some(nulls), _) if nulls.is_null(row) => false,
            Column::Other(_, formatter) => {
                // A value that has no text, such as a date beyond the calendar, is shown as an error by itself.
                let _ = write!(text, "{}", formatter.value(row));
                true
            }
        }
    }
}

fn write_text(value: Option<&str>, text: &mut String) -> bool {
    value.map(|value| text.push_str(value)).is_some()
}
