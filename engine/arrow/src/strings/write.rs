//! Arrays of strings that are made row by row, of the type of the input.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::{LargeStringBuilder, StringBuilder, StringViewBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StringViewArray};
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use arrow_schema::DataType;

use super::Strings;
use crate::error::KernelError;
use crate::invariant::Invariant;

/// Makes an array of the type of the strings that its rows are taken from.
///
/// A slice of a row of a `Utf8View` array becomes a view into the same buffer. For the other types, all rows are
/// copied to one buffer.
pub(crate) enum Writer<'a> {
    Utf8(StringBuilder),
    LargeUtf8(LargeStringBuilder),
    Utf8View(Views<'a>),
}

/// Views into the buffers of an array.
pub(crate) struct Views<'a> {
    builder: StringViewBuilder,
    input: &'a StringViewArray,
}

impl<'a> Strings<'a> {
    /// Returns a writer with room for as many rows as these.
    pub(crate) fn writer(self) -> Writer<'a> {
        match self {
            Self::Utf8(array) => Writer::Utf8(StringBuilder::with_capacity(array.len(), 0)),
            Self::LargeUtf8(array) => Writer::LargeUtf8(LargeStringBuilder::with_capacity(array.len(), 0)),
            Self::Utf8View(input) => {
                let mut builder = StringViewBuilder::with_capacity(input.len());
                for buffer in input.data_buffers() {
                    builder.append_block(buffer.clone());
                }
                Writer::Utf8View(Views { builder, input })
            }
        }
    }
}

impl<'a> Writer<'a> {
    #[inline(always)]
    pub(crate) fn null(&mut self) -> Result<(), KernelError> {
        match self {
            Self::Utf8(builder) => builder.append_null(),
            Self::LargeUtf8(builder) => builder.append_null(),
            Self::Utf8View(views) => views.builder.append_null(),
        }
        Ok(())
    }

    /// Appends a part of the string `text` of the row `row`.
    #[inline(always)]
    pub(crate) fn slice(
        &mut self,
        row: usize,
        text: &'a str,
        range: Range<usize>,
    ) -> Result<(), KernelError> {
        let start = range.start;
        let part = text.get(range).invariant("the offsets of a component are boundaries of characters");
        match self {
            Self::Utf8(builder) => append(builder, part)?,
            Self::LargeUtf8(builder) => builder.append_value(part),
            Self::Utf8View(views) => views.slice(row, part, start),
        }
        Ok(())
    }

    /// Appends a part of the row `row`, or nothing if it is undefined.
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

    /// Appends another string, which is copied.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), KernelError> {
        match self {
            Self::Utf8(builder) => append(builder, text)?,
            Self::LargeUtf8(builder) => builder.append_value(text),
            Self::Utf8View(views) => views.builder.try_append_value(text)?,
        }
        Ok(())
    }

    pub(crate) fn text_or_null(&mut self, text: Option<&str>) -> Result<(), KernelError> {
        match text {
            Some(text) => self.text(text),
            None => self.null(),
        }
    }

    /// Appends what the row `row` became: a slice of it if it is the same.
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
            Self::Utf8View(mut views) => Arc::new(views.builder.finish()),
        }
    }
}

/// Appends a string, if its end is an offset of 32 bits. Even a slice may have none after strings that are longer than
/// their rows.
#[inline(always)]
fn append(builder: &mut StringBuilder, text: &str) -> Result<(), KernelError> {
    if i32::try_from(builder.values_slice().len() + text.len()).is_err() {
        return Err(KernelError::TooLong);
    }
    builder.append_value(text);
    Ok(())
}

impl Views<'_> {
    /// Appends a part of the row `row`, which begins `start` bytes after the row does.
    #[inline(always)]
    fn slice(&mut self, row: usize, part: &str, start: usize) {
        let length = u32::try_from(part.len()).invariant("the length of a view has 32 bits");
        if length <= MAX_INLINE_VIEW_LEN {
            self.builder.append_value(part);
            return;
        }
        let start = u32::try_from(start).invariant("the length of a view has 32 bits");
        let whole = ByteView::from(*self.input.views().get(row).invariant("a row has a view"));
        self.builder
            .try_append_view(whole.buffer_index, whole.offset + start, length)
            .invariant("a part of a row lies in the buffer of the row");
    }
}

/// Returns results that are strings as strings of this type, other results as they are.
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
