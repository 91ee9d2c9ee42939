//! Views into the buffers of an array.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::StringViewBuilder;
use arrow_array::{Array, ArrayRef, StringViewArray};
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};

use super::read::part;
use crate::error::KernelError;

/// Makes an array of views into the buffers of another.
///
/// Arrow checks each of them for UTF-8, which takes a quarter of the time of [`component`](crate::component): what skips
/// the check is unsafe.
pub(crate) struct Views<'a> {
    builder: StringViewBuilder,
    input: &'a StringViewArray,
}

impl<'a> Views<'a> {
    pub(super) fn into_buffers_of(input: &'a StringViewArray) -> Self {
        let mut builder = StringViewBuilder::with_capacity(input.len());
        for buffer in input.data_buffers() {
            builder.append_block(buffer.clone());
        }
        Self { builder, input }
    }

    #[inline(always)]
    pub(super) fn null(&mut self) {
        self.builder.append_null();
    }

    /// Appends a part of the string `text` of the row `row`.
    #[inline(always)]
    pub(super) fn slice(&mut self, row: usize, text: &str, range: Range<usize>) {
        if range.len() <= MAX_INLINE_VIEW_LEN as usize {
            self.builder.append_value(part(text, range));
            return;
        }
        let length = u32::try_from(range.len()).expect(LENGTH);
        let start = u32::try_from(range.start).expect(LENGTH);
        let whole = ByteView::from(*self.input.views().get(row).expect("a row has a view"));
        self.builder
            .try_append_view(whole.buffer_index, whole.offset + start, length)
            .expect("a part of a row lies in the buffer of the row");
    }

    /// Appends another string, which is copied.
    pub(super) fn text(&mut self, text: &str) -> Result<(), KernelError> {
        Ok(self.builder.try_append_value(text)?)
    }

    pub(super) fn finish(mut self) -> ArrayRef {
        Arc::new(self.builder.finish())
    }
}

const LENGTH: &str = "the length of a view has 32 bits";
