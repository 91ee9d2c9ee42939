//! Counts the arguments of a call that are references.

use datafusion::arrow::array::{
    AnyDictionaryArray, Array, AsArray, LargeStringArray, StringArray, StringViewArray,
};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::DataType;
use datafusion::logical_expr::ColumnarValue;

use super::site::{Site, is_invalid};

/// Returns the arguments at these indices. Optional ones may be missing.
pub(super) fn references<T: Clone>(arguments: &[T], indices: &[usize]) -> Vec<T> {
    indices.iter().filter_map(|&index| arguments.get(index)).cloned().collect()
}

/// Counts the calls of which no reference is null, one for each row, and those with an invalid one, which are among the
/// rows that `answers` has no answer for: most of these are valid and lack the component.
///
/// Nulls are logical: a dictionary can have them among its values.
pub(super) fn count(site: &Site, references: &[ColumnarValue], rows: usize, answers: Option<&NullBuffer>) {
    let mut constants = Vec::new();
    let mut columns = Vec::new();
    for reference in references {
        match reference {
            ColumnarValue::Array(array) => columns.push(array.as_ref()),
            ColumnarValue::Scalar(value) => match value.try_as_str().flatten() {
                Some(text) => constants.push(text),
                None => return,
            },
        }
    }
    let nulls = columns
        .iter()
        .fold(None, |nulls, column| NullBuffer::union(nulls.as_ref(), column.logical_nulls().as_ref()));
    let given = rows - nulls.as_ref().map_or(0, NullBuffer::null_count);
    site.add_values(given);
    let Some(answers) = answers.filter(|answers| answers.null_count() > 0) else { return };
    if let Some(text) = constants.into_iter().find(|text| is_invalid(text)) {
        site.add_invalid(text, given);
        return;
    }
    let is_given = |row| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
    let mut unanswered = (0..rows).filter(|&row| answers.is_null(row) && is_given(row)).peekable();
    if unanswered.peek().is_none() {
        return;
    }
    let columns: Vec<_> = columns.into_iter().filter_map(Texts::of).collect();
    for row in unanswered {
        // A call is counted once, whichever of its arguments is at fault.
        if let Some(text) = columns.iter().map(|column| column.get(row)).find(|text| is_invalid(text)) {
            site.add_invalid(text, 1);
        }
    }
}

/// A column of strings.
enum Texts<'a> {
    Utf8(&'a StringArray),
    LargeUtf8(&'a LargeStringArray),
    Utf8View(&'a StringViewArray),
    /// The values, and the index among them of each row.
    Dictionary(Box<Self>, Vec<usize>),
}

impl<'a> Texts<'a> {
    /// Reads a column with at least one value that is not null; `None` if it is not one of strings, which the signatures
    /// rule out.
    fn of(array: &'a dyn Array) -> Option<Self> {
        Some(match array.data_type() {
            DataType::Utf8 => Self::Utf8(array.as_string()),
            DataType::LargeUtf8 => Self::LargeUtf8(array.as_string()),
            DataType::Utf8View => Self::Utf8View(array.as_string_view()),
            _ => {
                let dictionary: &dyn AnyDictionaryArray = array.as_any_dictionary_opt()?;
                // INVARIANT: a row that is not null has a value, without which there are no such indices.
                Self::Dictionary(
                    Box::new(Self::of(dictionary.values().as_ref())?),
                    dictionary.normalized_keys(),
                )
            }
        })
    }

    /// Returns the value of a row that is not null.
    fn get(&self, row: usize) -> &str {
        match self {
            Self::Utf8(array) => array.value(row),
            Self::LargeUtf8(array) => array.value(row),
            Self::Utf8View(array) => array.value(row),
            Self::Dictionary(values, keys) => values.get(keys[row]),
        }
    }
}
