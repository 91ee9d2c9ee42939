//! Arrays with a part of each reference, and kernels with two arguments.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::{GenericStringBuilder, LargeStringBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, Datum, OffsetSizeTrait, StringArrayType, StringViewArray, UInt32Array, make_array,
};
use arrow_select::take::take;
use urigram::grammar::Components;
use urigram::{ParseError, Uri, UriReference};

use super::read::part;
use super::read::{Contiguous, Scattered, Views};
use super::write::of_type;
use super::{Strings, each_value, value_type};
use crate::error::{Invalid, KernelError};

impl Strings<'_> {
    /// Returns an array with the part of each reference that `of` returns, or null if `of` returns `None`.
    ///
    /// The whole loop is monomorphized for each type, because a call per row would take a third of the time
    /// of parsing.
    pub(crate) fn parts(
        self,
        invalid: Invalid,
        of: impl Fn(&Components) -> Option<Range<usize>>,
    ) -> Result<ArrayRef, KernelError> {
        match self {
            Self::Utf8(array) => {
                let mut rows = Contiguous::of(array);
                let builder = StringBuilder::with_capacity(array.len(), 0);
                parts(array, |row, text| rows.parse(row, text), builder, invalid, of)
            }
            Self::LargeUtf8(array) => {
                let mut rows = Contiguous::of(array);
                let builder = LargeStringBuilder::with_capacity(array.len(), 0);
                parts(array, |row, text| rows.parse(row, text), builder, invalid, of)
            }
            Self::Utf8View(array) => {
                let mut rows = Scattered::of(array);
                let views = Views::into_buffers_of(array);
                parts(array, |row, text| rows.parse(row, text), views, invalid, of)
            }
        }
    }
}

/// Builds an array row by row.
trait Write {
    fn null(&mut self);

    /// Appends a part of row `row`, whose string is `text`.
    fn slice(&mut self, row: usize, text: &str, range: Range<usize>);

    fn finish(self) -> ArrayRef;
}

/// All parts together are no longer than the rows, so the offsets cannot overflow.
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
    mut parse: impl FnMut(usize, &'a str) -> Result<UriReference<&'a str>, ParseError>,
    mut parts: impl Write,
    invalid: Invalid,
    of: impl Fn(&Components) -> Option<Range<usize>>,
) -> Result<ArrayRef, KernelError> {
    for (row, text) in strings.iter().enumerate() {
        let Some(text) = text else {
            parts.null();
            continue;
        };
        match (parse(row, text), invalid) {
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

// Kernels with two arguments, each an array, a dictionary or a scalar.

/// The first argument of a kernel with two arguments.
#[derive(Clone, Copy)]
pub(crate) enum First<'a> {
    /// A scalar: the same string for all rows; `None` if it is null.
    Same(Option<&'a str>),
    /// A string for each row.
    Each(Strings<'a>),
}

impl<'a> First<'a> {
    /// Returns the string of a row; `None` if the row is null.
    #[inline(always)]
    pub(crate) fn get(self, row: usize) -> Option<&'a str> {
        match self {
            Self::Same(text) => text,
            Self::Each(strings) => strings.get(row),
        }
    }
}

/// Returns the result of a kernel with two arguments. If the first is a scalar and the second a dictionary,
/// the kernel is applied to each distinct value.
pub(crate) fn each_pair(
    first: &dyn Datum,
    second: &dyn Datum,
    mut kernel: impl FnMut(First<'_>, Strings<'_>) -> Result<ArrayRef, KernelError>,
) -> Result<ArrayRef, KernelError> {
    let ((a, a_is_scalar), (b, b_is_scalar)) = (first.get(), second.get());
    let a = plain(a)?;
    if a_is_scalar {
        let same = Strings::of(&a)?.get(0);
        return each_value(b, |strings| kernel(First::Same(same), strings));
    }
    let b_type = value_type(b.data_type());
    let b = match b_is_scalar {
        true => take(&views(&plain(b)?)?, &UInt32Array::from_value(0, a.len()), None)?,
        false => plain(b)?,
    };
    if a.len() != b.len() {
        return Err(KernelError::Lengths(a.len(), b.len()));
    }
    of_type(kernel(First::Each(Strings::of(&a)?), Strings::of(&b)?)?, b_type)
}

/// Returns the array. A dictionary is expanded to views of its values, without repeating their bytes.
fn plain(array: &dyn Array) -> Result<ArrayRef, KernelError> {
    match array.as_any_dictionary_opt() {
        Some(dictionary) => {
            let values = views(dictionary.values());
            let values = values.map_err(|_| KernelError::NotStrings(array.data_type().clone()))?;
            Ok(take(&values, dictionary.keys(), None)?)
        }
        None => Ok(make_array(array.to_data())),
    }
}

fn views(array: &dyn Array) -> Result<StringViewArray, KernelError> {
    // Views have offsets of 32 bits, which limits the length of a buffer.
    let is_small = |bytes: usize| u32::try_from(bytes).is_ok_and(|bytes| bytes < u32::MAX);
    Ok(match Strings::of(array)? {
        Strings::Utf8(array) => StringViewArray::from(array),
        Strings::LargeUtf8(array) if is_small(array.values().len()) => StringViewArray::from(array),
        Strings::LargeUtf8(array) => array.iter().collect(),
        Strings::Utf8View(array) => array.clone(),
    })
}

/// The parsed first argument of a kernel: a scalar is parsed once, an array row by row.
pub(crate) struct Parsed<'a, T> {
    first: First<'a>,
    /// The parsed scalar. If it is invalid, the rows that use it fail.
    same: Option<Result<T, ParseError>>,
    parse: fn(&'a str) -> Result<T, ParseError>,
    invalid: Invalid,
}

impl<'a, T: Copy> Parsed<'a, T> {
    pub(crate) fn by(
        parse: fn(&'a str) -> Result<T, ParseError>,
        first: First<'a>,
        invalid: Invalid,
    ) -> Self {
        let same = match first {
            First::Same(text) => text.map(parse),
            First::Each(_) => None,
        };
        Self { first, same, parse, invalid }
    }

    /// Calls a function with both arguments of each row, the second as a URI; `None` if the result is null.
    #[inline(always)]
    pub(crate) fn each_with_uri<'b>(
        &self,
        second: Strings<'b>,
        mut each: impl FnMut(usize, Option<(T, Uri<&'b str>)>) -> Result<(), KernelError>,
    ) -> Result<(), KernelError> {
        second.each_row(|row, b| self.pair(row, b.map(|b| (b, Uri::parse(b))), &mut each))
    }

    /// Calls a function with both arguments of each row, the second as a reference; `None` if the result is null.
    #[inline(always)]
    pub(crate) fn each_with_reference<'b>(
        &self,
        second: Strings<'b>,
        mut each: impl FnMut(usize, Option<(T, UriReference<&'b str>)>) -> Result<(), KernelError>,
    ) -> Result<(), KernelError> {
        second.each_parsed(|row, b| self.pair(row, b, &mut each))
    }

    /// Calls the function with both arguments of a row. A row with a null in either argument does not fail.
    #[inline(always)]
    fn pair<U>(
        &self,
        row: usize,
        second: Option<(&str, Result<U, ParseError>)>,
        each: &mut impl FnMut(usize, Option<(T, U)>) -> Result<(), KernelError>,
    ) -> Result<(), KernelError> {
        let Some((a, (b, second))) = self.first.get(row).zip(second) else { return each(row, None) };
        let first = self.same.unwrap_or_else(|| (self.parse)(a));
        let Some(first) = self.invalid.or_null(row, a, first)? else { return each(row, None) };
        let second = self.invalid.or_null(row, b, second)?;
        each(row, second.map(|second| (first, second)))
    }
}
