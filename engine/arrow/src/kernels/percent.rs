//! Percent-encoding (section 2.1).

use std::borrow::Cow;

use arrow_array::{Array, ArrayRef};
use urigram::percent::{Encodable, Encoder, decode as decoded, decode_form};
use urigram::{Fragment, Path, Query, RegName, Segment, Userinfo};

use super::pairs::Coding;
use crate::error::{Invalid, KernelError};
use crate::strings::each_value;

/// The part of a reference for which data is encoded. It determines which characters are not encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Section 3.2.1.
    Userinfo,
    /// Section 3.2.2.
    RegName,
    /// Section 3.3; `/` is not encoded.
    Path,
    /// Section 3.3; `/` is encoded.
    Segment,
    /// Section 3.4; `&` and `=` are not encoded.
    Query,
    /// A key or a value in a query (section 3.4): `&`, `=`, `;` and `+` are encoded.
    QueryValue,
    /// A key or a value of `application/x-www-form-urlencoded`: a space becomes `+`.
    Form,
    /// Section 3.5.
    Fragment,
}

impl Part {
    /// All parts.
    pub const ALL: [Self; 8] = [
        Self::Userinfo,
        Self::RegName,
        Self::Path,
        Self::Segment,
        Self::Query,
        Self::QueryValue,
        Self::Form,
        Self::Fragment,
    ];

    /// Returns the name, such as `query-value`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Userinfo => "userinfo",
            Self::RegName => "reg-name",
            Self::Path => "path",
            Self::Segment => "segment",
            Self::Query => "query",
            Self::QueryValue => "query-value",
            Self::Form => "form",
            Self::Fragment => "fragment",
        }
    }
}

/// Percent-encodes the characters of each string that this part of a reference does not allow. The result has
/// the type of `strings`.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram_arrow::{Part, encode};
///
/// let encoded = encode(&StringArray::from(vec!["AC/DC & more"]), Part::Segment)?;
/// assert_eq!(encoded.as_string::<i32>().value(0), "AC%2FDC%20&%20more");
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// If `strings` is not an array of strings, or the result is longer than the type allows.
pub fn encode(strings: &dyn Array, part: Part) -> Result<ArrayRef, KernelError> {
    match part {
        Part::Userinfo => by(strings, &Encoder::<Userinfo<'_>>::new()),
        Part::RegName => by(strings, &Encoder::<RegName<'_>>::new()),
        Part::Path => by(strings, &Encoder::<Path<'_>>::new()),
        Part::Segment => by(strings, &Encoder::<Segment<'_>>::new()),
        Part::Query => by(strings, &Encoder::<Query<'_>>::new()),
        Part::QueryValue => by(strings, &Encoder::<Query<'_>>::new().encoding("&=;+")),
        Part::Form => by(strings, &Encoder::<Query<'_>>::form()),
        Part::Fragment => by(strings, &Encoder::<Fragment<'_>>::new()),
    }
}

fn by<C: Encodable>(strings: &dyn Array, encoder: &Encoder<C>) -> Result<ArrayRef, KernelError> {
    each_value(strings, |strings| {
        let mut encoded = strings.writer();
        strings.each_row(|row, text| match text {
            Some(text) => encoded.same_or_text(row, text, &encoder.encode(text).to_cow()),
            None => encoded.null(),
        })?;
        Ok(encoded.finish())
    })
}

/// Percent-decodes each string. The result has the type of `strings`.
///
/// ```
/// use arrow_array::{Array, StringArray, cast::AsArray};
/// use urigram_arrow::{Coding, Invalid, decode};
///
/// let strings = StringArray::from(vec!["caf%C3%A9+1", "100%"]);
/// let decoded = decode(&strings, Coding::Percent, Invalid::Null)?;
/// assert_eq!(decoded.as_string::<i32>().value(0), "café+1");
/// assert!(decoded.is_null(1));
/// let error = decode(&strings, Coding::Form, Invalid::Fail).unwrap_err();
/// assert_eq!(error.row().unwrap().offset(), Some(3));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// If `strings` is not an array of strings. With [`Invalid::Fail`], also for the first string that has a `%`
/// without two hexadecimal digits after it, or octets that are not UTF-8.
pub fn decode(strings: &dyn Array, coding: Coding, invalid: Invalid) -> Result<ArrayRef, KernelError> {
    each_value(strings, |strings| {
        let mut data = strings.writer();
        strings.each_row(|row, text| {
            let Some(text) = text else { return data.null() };
            let decoded = match coding {
                Coding::Percent => decoded(text),
                Coding::Form => decode_form(text),
            };
            let decoded: Result<Cow<'_, str>, _> = decoded.and_then(|decoded| decoded.to_str());
            match invalid.or_null(row, text, decoded)? {
                Some(decoded) => data.same_or_text(row, text, &decoded),
                None => data.null(),
            }
        })?;
        Ok(data.finish())
    })
}
