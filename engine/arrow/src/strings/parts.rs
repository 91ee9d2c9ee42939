//! Arrays of a part of each reference.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::{GenericStringBuilder, LargeStringBuilder, StringBuilder};
use arrow_array::{Array, ArrayRef, OffsetSizeTrait, StringArrayType};
use urigram::UriReference;
use urigram::grammar::Components;

use super::Strings;
use super::read::part;
use super::views::Views;
use crate::error::{Invalid, KernelError};

impl Strings<'_> {
    /// Returns an array of the part of each reference that `of` finds, null where it finds none.
    ///
    /// The loop is compiled for each type as a whole: a call for each row takes a third of the time of a parse.
    pub(crate) fn parts(
        self,
        invalid: Invalid,
        of: impl Fn(&Components) -> Option<Range<usize>>,
    ) -> Result<ArrayRef, KernelError> {
        match self {
            Self::Utf8(array) => parts(array, StringBuilder::with_capacity(array.len(), 0), invalid, of),
            Self::LargeUtf8(array) => {
                parts(array, LargeStringBuilder::with_capacity(array.len(), 0), invalid, of)
            }
            Self::Utf8View(array) => parts(array, Views::into_buffers_of(array), invalid, of),
        }
    }
}

/// Makes an array row by row.
trait Write {
    fn null(&mut self);

    /// Appends a part of the string `text` of the row `row`.
    fn slice(&mut self, row: usize, text: &str, range: Range<usize>);

    fn finish(self) -> ArrayRef;
}

/// The parts are together no longer than their rows, so that their ends are offsets of the same type.
impl<O: OffsetSizeTrait> Write for GenericStringBuilder<O> {
    #[inline(always)]
    fn null(&mut self) {
        self.append_null();
    }

    #[inline(always)]
    fn slice(&mut self, _: usize, text: &str, range: Range<usize>) {
        self.append_value(part(text, range));
    }

    fn finish(mut self) -> ArrayRef {
        Arc::new(Self::finish(&mut self))
    }
}

impl Write for Views<'_> {
    #[inline(always)]
    fn null(&mut self) {
        Self::null(self);
    }

    #[inline(always)]
    fn slice(&mut self, row: usize, text: &str, range: Range<usize>) {
        Self::slice(self, row, text, range);
    }

    fn finish(self) -> ArrayRef {
        Self::finish(self)
    }
}

#[inline(always)]
fn parts<'a>(
    strings: impl StringArrayType<'a>,
    mut parts: impl Write,
    invalid: Invalid,
    of: impl Fn(&Components) -> Option<Range<usize>>,
) -> Result<ArrayRef, KernelError> {
    for (row, text) in strings.iter().enumerate() {
        let Some(text) = text else {
            parts.null();
            continue;
        };
        match (UriReference::parse(text), invalid) {
            (Ok(reference), _) => match of(reference.components()) {
                Some(range) => parts.slice(row, text, range),
                None => parts.null(),
            },
            (Err(_), Invalid::Null) => parts.null(),
            (Err(error), Invalid::Fail) => return Err(KernelError::invalid(row, text, error.into())),
        }
    }
    Ok(parts.finish())
}
