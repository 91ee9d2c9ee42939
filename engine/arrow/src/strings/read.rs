//! Reads the rows of an array of strings, and makes views into its buffers.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::StringViewBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, GenericStringArray, LargeStringArray, OffsetSizeTrait, StringArray, StringViewArray,
};
use arrow_buffer::Buffer;
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use arrow_schema::DataType;
use urigram::bulk::Bulk;
use urigram::{ParseError, UriReference};

use crate::error::{Invalid, KernelError};

/// Returns the type of the strings in an array of this type, which may be a dictionary.
pub(crate) fn value_type(array: &DataType) -> &DataType {
    match array {
        DataType::Dictionary(_, values) => values,
        plain => plain,
    }
}

/// An array of strings that is not a dictionary.
#[derive(Clone, Copy)]
pub(crate) enum Strings<'a> {
    /// Has offsets of 32 bits.
    Utf8(&'a StringArray),
    /// Has offsets of 64 bits.
    LargeUtf8(&'a LargeStringArray),
    /// Has views into buffers.
    Utf8View(&'a StringViewArray),
}

impl<'a> Strings<'a> {
    /// Matches the type of an array.
    ///
    /// # Errors
    ///
    /// If the array is not an array of strings, is a dictionary, or has a buffer that is too long for views.
    pub(crate) fn of(array: &'a dyn Array) -> Result<Self, KernelError> {
        match array.data_type() {
            DataType::Utf8 => Ok(Self::Utf8(array.as_string())),
            DataType::LargeUtf8 => Ok(Self::LargeUtf8(array.as_string())),
            DataType::Utf8View => of_views(array.as_string_view()),
            other => Err(KernelError::NotStrings(other.clone())),
        }
    }

    pub(crate) fn len(self) -> usize {
        match self {
            Self::Utf8(array) => array.len(),
            Self::LargeUtf8(array) => array.len(),
            Self::Utf8View(array) => array.len(),
        }
    }

    pub(crate) fn data_type(self) -> &'static DataType {
        match self {
            Self::Utf8(_) => &DataType::Utf8,
            Self::LargeUtf8(_) => &DataType::LargeUtf8,
            Self::Utf8View(_) => &DataType::Utf8View,
        }
    }

    /// Returns the string of a row; `None` if it is null.
    #[inline(always)]
    pub(crate) fn get(self, row: usize) -> Option<&'a str> {
        match self {
            Self::Utf8(array) => array.is_valid(row).then(|| array.value(row)),
            Self::LargeUtf8(array) => array.is_valid(row).then(|| array.value(row)),
            Self::Utf8View(array) => array.is_valid(row).then(|| array.value(row)),
        }
    }

    /// Calls a function with each row, from a single call site, so that the function is inlined. Matching the
    /// type for each row takes less time than a call.
    #[inline(always)]
    pub(crate) fn each_row(
        self,
        mut each: impl FnMut(usize, Option<&'a str>) -> Result<(), KernelError>,
    ) -> Result<(), KernelError> {
        (0..self.len()).try_for_each(|row| each(row, self.get(row)))
    }

    /// Calls a function with the result of parsing each row; `None` if the row is null.
    #[inline(always)]
    pub(crate) fn each_parsed(
        self,
        mut each: impl FnMut(usize, Option<(&'a str, Parsed<'a>)>) -> Result<(), KernelError>,
    ) -> Result<(), KernelError> {
        let mut parser = match self {
            Self::Utf8(array) => Parser::Utf8(Contiguous::of(array)),
            Self::LargeUtf8(array) => Parser::LargeUtf8(Contiguous::of(array)),
            Self::Utf8View(array) => Parser::Utf8View(Scattered::of(array)),
        };
        self.each_row(|row, text| {
            let parse = |text| {
                let parsed = match &mut parser {
                    Parser::Utf8(rows) => rows.parse(row, text),
                    Parser::LargeUtf8(rows) => rows.parse(row, text),
                    Parser::Utf8View(rows) => rows.parse(row, text),
                };
                (text, parsed)
            };
            each(row, text.map(parse))
        })
    }

    /// Calls a function with the reference of each row; `None` if the row is null, or invalid with
    /// [`Invalid::Null`].
    #[inline(always)]
    pub(crate) fn each_reference(
        self,
        invalid: Invalid,
        mut each: impl FnMut(usize, Option<UriReference<&'a str>>) -> Result<(), KernelError>,
    ) -> Result<(), KernelError> {
        self.each_parsed(|row, parsed| {
            let reference = match parsed {
                Some((text, parsed)) => invalid.or_null(row, text, parsed)?,
                None => None,
            };
            each(row, reference)
        })
    }
}

/// The result of parsing a row.
type Parsed<'a> = Result<UriReference<&'a str>, ParseError>;

/// A parser of the rows of an array.
enum Parser<'a> {
    Utf8(Contiguous<'a, i32>),
    LargeUtf8(Contiguous<'a, i64>),
    Utf8View(Scattered<'a>),
}

/// The rows of an array, whose strings lie one after the other, parsed in bulk.
pub(super) struct Contiguous<'a, O> {
    offsets: &'a [O],
    /// `None` if the bytes of a row that is null are not UTF-8.
    bulk: Option<Bulk<'a, UriReference<&'a str>>>,
}

impl<'a, O: OffsetSizeTrait> Contiguous<'a, O> {
    pub(super) fn of(array: &'a GenericStringArray<O>) -> Self {
        let offsets = array.value_offsets();
        let bytes = offsets.first().zip(offsets.last());
        let bytes = bytes.and_then(|(first, last)| array.value_data().get(first.as_usize()..last.as_usize()));
        let text = bytes.and_then(|bytes| str::from_utf8(bytes).ok());
        Self { offsets, bulk: text.map(UriReference::bulk) }
    }

    /// Parses the string of a row, which is `text`.
    #[inline(always)]
    pub(super) fn parse(&mut self, row: usize, text: &'a str) -> Parsed<'a> {
        match (&mut self.bulk, self.offsets) {
            (Some(bulk), [first, ..]) => {
                let start = self.offsets.get(row).expect("a row has an offset").as_usize() - first.as_usize();
                bulk.parse(start..start + text.len())
            }
            _ => UriReference::parse(text),
        }
    }
}

/// The number of bytes of strings for which a [`Bulk`] is made, which allocates 5 KiB.
const LEAST: usize = 4096;

/// The maximum number of bytes between two strings that lie one after the other.
const GAP: u32 = 64;

/// The rows of an array of views, whose strings may lie anywhere. A buffer is parsed in bulk if most of it belongs to rows that are in the
/// order of their strings.
pub(super) struct Scattered<'a> {
    views: &'a [u128],
    bulks: Vec<Option<Bulk<'a, UriReference<&'a str>>>>,
}

impl<'a> Scattered<'a> {
    pub(super) fn of(array: &'a StringViewArray) -> Self {
        let (views, buffers) = (array.views(), array.data_buffers());
        // For each buffer, the end of the last string in it, and the number of bytes in strings that begin there.
        let mut used = vec![(0_u32, 0_usize); buffers.len()];
        for view in views.iter().map(|&view| ByteView::from(view)) {
            if view.length > MAX_INLINE_VIEW_LEN {
                // The view of a row that is null may be anything.
                if let Some((end, used)) = used.get_mut(view.buffer_index as usize) {
                    if view.offset.wrapping_sub(*end) <= GAP {
                        *used = used.saturating_add(view.length as usize);
                    }
                    *end = view.offset.wrapping_add(view.length);
                }
            }
        }
        let bulk = |(buffer, (_, used)): (&'a Buffer, (u32, usize))| {
            let pays = used >= LEAST && used >= buffer.len() / 2;
            pays.then(|| str::from_utf8(buffer).ok().map(UriReference::bulk)).flatten()
        };
        Self { views, bulks: buffers.iter().zip(used).map(bulk).collect() }
    }

    /// Parses the string of a row, which is `text`.
    #[inline(always)]
    pub(super) fn parse(&mut self, row: usize, text: &'a str) -> Parsed<'a> {
        if text.len() > MAX_INLINE_VIEW_LEN as usize {
            let view = ByteView::from(*self.views.get(row).expect("a row has a view"));
            let bulk = self.bulks.get_mut(view.buffer_index as usize).expect("a view has a buffer");
            if let Some(bulk) = bulk {
                let start = view.offset as usize;
                return bulk.parse(start..start + text.len());
            }
        }
        UriReference::parse(text)
    }
}

/// Returns a part of the string of a row.
#[inline(always)]
pub(super) fn part(text: &str, range: Range<usize>) -> &str {
    text.get(range).expect("the offsets of a component are boundaries of characters")
}

/// The maximum length of a buffer in a builder of views.
const LONGEST_BUFFER: usize = u32::MAX as usize - 1;

fn of_views(array: &StringViewArray) -> Result<Strings<'_>, KernelError> {
    match array.data_buffers().iter().map(|buffer| buffer.len()).find(|&bytes| bytes > LONGEST_BUFFER) {
        Some(bytes) => Err(KernelError::LongBuffer(bytes)),
        None => Ok(Strings::Utf8View(array)),
    }
}

// Views into the buffers of an array.

/// Builds an array of views into the buffers of another array.
///
/// Arrow validates the UTF-8 of each view, which takes a quarter of the time of
/// [`component`](crate::component). Skipping the validation would need unsafe code.
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

    /// Appends a part of row `row`, whose string is `text`.
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

    /// Appends a copy of a string that is not a slice of the array.
    pub(super) fn text(&mut self, text: &str) -> Result<(), KernelError> {
        Ok(self.builder.try_append_value(text)?)
    }

    pub(super) fn finish(mut self) -> ArrayRef {
        Arc::new(self.builder.finish())
    }
}

const LENGTH: &str = "the length of a view has 32 bits";
