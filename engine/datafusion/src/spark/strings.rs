//! Columns of strings, of any of the three types.

use std::borrow::Cow;
use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, ByteView, LargeStringArray, LargeStringBuilder, StringArray, StringBuilder,
    StringViewArray, StringViewBuilder,
};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_err};

use super::uri::Span;

/// A column of strings.
#[derive(Clone, Copy)]
pub(super) enum Strings<'a> {
    Utf8(&'a StringArray),
    LargeUtf8(&'a LargeStringArray),
    Utf8View(&'a StringViewArray),
}

impl<'a> Strings<'a> {
    /// Reads an argument of a function.
    ///
    /// # Errors
    ///
    /// If it is no column of strings, which happens only if the function is called without the planner.
    pub(super) fn of(function: &str, array: &'a dyn Array) -> Result<Self> {
        Ok(match array.data_type() {
            DataType::Utf8 => Self::Utf8(array.as_string()),
            DataType::LargeUtf8 => Self::LargeUtf8(array.as_string()),
            DataType::Utf8View => Self::Utf8View(array.as_string_view()),
            other => return exec_err!("{function} takes Utf8, LargeUtf8 or Utf8View, not {other}"),
        })
    }

    pub(super) fn len(self) -> usize {
        match self {
            Self::Utf8(array) => array.len(),
            Self::LargeUtf8(array) => array.len(),
            Self::Utf8View(array) => array.len(),
        }
    }

    /// Returns the value in a row, unless it is null.
    pub(super) fn get(self, row: usize) -> Option<&'a str> {
        match self {
            Self::Utf8(array) => array.is_valid(row).then(|| array.value(row)),
            Self::LargeUtf8(array) => array.is_valid(row).then(|| array.value(row)),
            Self::Utf8View(array) => array.is_valid(row).then(|| array.value(row)),
        }
    }

    /// Returns the column of what the function returns for each value, of the same type; null for null.
    pub(super) fn mapped(
        self,
        function: impl Fn(&'a str) -> Result<Option<Cow<'a, str>>>,
    ) -> Result<ArrayRef> {
        let rows = (0..self.len()).map(|row| self.get(row).map_or(Ok(None), &function));
        Ok(match self {
            Self::Utf8(_) => Arc::new(rows.collect::<Result<StringArray>>()?),
            Self::LargeUtf8(_) => Arc::new(rows.collect::<Result<LargeStringArray>>()?),
            Self::Utf8View(_) => Arc::new(rows.collect::<Result<StringViewArray>>()?),
        })
    }
}

/// Builds a column of parts of the values of another, and of its type. The parts of a `Utf8View` are not copied: they
/// are views into its buffers.
pub(super) enum Parts<'a> {
    Utf8(&'a StringArray, StringBuilder),
    LargeUtf8(&'a LargeStringArray, LargeStringBuilder),
    Utf8View(&'a StringViewArray, StringViewBuilder),
}

impl<'a> Parts<'a> {
    pub(super) fn of(values: Strings<'a>) -> Self {
        let rows = values.len();
        match values {
            Strings::Utf8(array) => Self::Utf8(array, StringBuilder::with_capacity(rows, 0)),
            Strings::LargeUtf8(array) => Self::LargeUtf8(array, LargeStringBuilder::with_capacity(rows, 0)),
            Strings::Utf8View(array) => {
                let mut parts = StringViewBuilder::with_capacity(rows);
                for buffer in array.data_buffers() {
                    parts.append_block(buffer.clone());
                }
                Self::Utf8View(array, parts)
            }
        }
    }

    /// Adds the part of the value in that row that begins and ends there, or null.
    pub(super) fn push(&mut self, row: usize, part: Option<Span>) -> Result<()> {
        match (self, part) {
            (Self::Utf8(_, parts), None) => parts.append_null(),
            (Self::LargeUtf8(_, parts), None) => parts.append_null(),
            (Self::Utf8View(_, parts), None) => parts.append_null(),
            (Self::Utf8(values, parts), Some((start, end))) => {
                parts.append_value(&values.value(row)[start..end])
            }
            (Self::LargeUtf8(values, parts), Some((start, end))) => {
                parts.append_value(&values.value(row)[start..end]);
            }
            (Self::Utf8View(values, parts), Some((start, end))) => {
                let value = &values.value(row)[start..end];
                if value.len() <= INLINE {
                    parts.append_value(value);
                } else {
                    // INVARIANT: a value is at most 2³²−1 bytes long, and so is a place in it.
                    let view = ByteView::from(values.views()[row]);
                    parts.try_append_view(
                        view.buffer_index,
                        view.offset + start as u32,
                        value.len() as u32,
                    )?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> ArrayRef {
        match self {
            Self::Utf8(_, mut parts) => Arc::new(parts.finish()),
            Self::LargeUtf8(_, mut parts) => Arc::new(parts.finish()),
            Self::Utf8View(_, mut parts) => Arc::new(parts.finish()),
        }
    }
}

/// The length of the longest string that a view holds itself.
const INLINE: usize = 12;
