//! Builds arrays of strings row by row, with the type of the input.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::{LargeStringBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

use super::Strings;
use super::read::Views;
use super::read::part;
use crate::error::KernelError;

/// Builds an array with the type of the input.
///
/// A slice of a row of a `Utf8View` array becomes a view into the same buffer. The rows of other types are
/// all copied to one buffer.
pub(crate) enum Writer<'a> {
    /// Has offsets of 32 bits, for which an overflow is an error.
    Utf8(StringBuilder),
    /// Has offsets of 64 bits.
    LargeUtf8(LargeStringBuilder),
    /// Has views into the buffers of the input, and into new buffers.
    Utf8View(Views<'a>),
}

impl<'a> Strings<'a> {
    /// Returns a writer with capacity for the number of rows.
    pub(crate) fn writer(self) -> Writer<'a> {
        match self {
            Self::Utf8(array) => Writer::Utf8(StringBuilder::with_capacity(array.len(), 0)),
            Self::LargeUtf8(array) => Writer::LargeUtf8(LargeStringBuilder::with_capacity(array.len(), 0)),
            Self::Utf8View(array) => Writer::Utf8View(Views::into_buffers_of(array)),
        }
    }
}

impl<'a> Writer<'a> {
    /// Appends a null. Never fails, but returns the same type as the other methods.
    #[inline(always)]
    pub(crate) fn null(&mut self) -> Result<(), KernelError> {
        match self {
            Self::Utf8(builder) => builder.append_null(),
            Self::LargeUtf8(builder) => builder.append_null(),
            Self::Utf8View(views) => views.null(),
        }
        Ok(())
    }

    /// Appends a part of row `row`, whose string is `text`.
    ///
    /// # Errors
    ///
    /// If the array becomes too long for its type.
    #[inline(always)]
    pub(crate) fn slice(
        &mut self,
        row: usize,
        text: &'a str,
        range: Range<usize>,
    ) -> Result<(), KernelError> {
        match self {
            Self::Utf8(builder) => append(builder, part(text, range))?,
            Self::LargeUtf8(builder) => builder.append_value(part(text, range)),
            Self::Utf8View(views) => views.slice(row, text, range),
        }
        Ok(())
    }

    /// Appends a part of row `row`, or null if the part is undefined.
    #[inline(always)]
    pub(crate) fn slice_or_null(
        &mut self,
        row: usize,
        text: &'a str,
        range: Option<Range<usize>>,
    ) -> Result<(), KernelError> {
        match range {
            Some(range) => self.slice(row, text, range),
            None => self.null(),
        }
    }

    /// Appends a copy of a string that is not a slice of a row.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), KernelError> {
        match self {
            Self::Utf8(builder) => append(builder, text)?,
            Self::LargeUtf8(builder) => builder.append_value(text),
            Self::Utf8View(views) => views.text(text)?,
        }
        Ok(())
    }

    pub(crate) fn text_or_null(&mut self, text: Option<&str>) -> Result<(), KernelError> {
        match text {
            Some(text) => self.text(text),
            None => self.null(),
        }
    }

    /// Appends the result for row `row`, as a slice if the result equals the row.
    pub(crate) fn same_or_text(
        &mut self,
        row: usize,
        text: &'a str,
        result: &str,
    ) -> Result<(), KernelError> {
        match result == text {
            true => self.slice(row, text, 0..text.len()),
            false => self.text(result),
        }
    }

    pub(crate) fn finish(self) -> ArrayRef {
        match self {
            Self::Utf8(mut builder) => Arc::new(builder.finish()),
            Self::LargeUtf8(mut builder) => Arc::new(builder.finish()),
            Self::Utf8View(views) => views.finish(),
        }
    }
}

/// Appends a string, if its end offset fits into 32 bits. Even a slice may exceed this limit, after strings
/// that are longer than their rows.
#[inline(always)]
fn append(builder: &mut StringBuilder, text: &str) -> Result<(), KernelError> {
    fits(builder, text.len())?;
    builder.append_value(text);
    Ok(())
}

#[inline(always)]
fn fits(builder: &StringBuilder, bytes: usize) -> Result<(), KernelError> {
    match builder.values_slice().len().checked_add(bytes).map(i32::try_from) {
        Some(Ok(_)) => Ok(()),
        _ => Err(KernelError::TooLong),
    }
}

/// Converts results that are strings to this type. Other results are unchanged.
pub(super) fn of_type(results: ArrayRef, strings: &DataType) -> Result<ArrayRef, KernelError> {
    let Some(views) = results.as_string_view_opt() else { return Ok(results) };
    let mut writer = match strings {
        DataType::Utf8 => Writer::Utf8(StringBuilder::with_capacity(views.len(), 0)),
        DataType::LargeUtf8 => Writer::LargeUtf8(LargeStringBuilder::with_capacity(views.len(), 0)),
        _ => return Ok(results),
    };
    views.iter().try_for_each(|text| writer.text_or_null(text))?;
    Ok(writer.finish())
}
