//! Normal forms and comparison (section 6), and references without their secrets (section 7.5).

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::builder::BooleanBuilder;
use arrow_array::{Array, ArrayRef, Datum};
use urigram::UriReference;
use urigram::normalize::{Level, Normalizer};

use crate::error::{Invalid, KernelError};
use crate::strings::{Parsed, each_pair, each_value};

/// Returns the normal form of each reference at a level of the comparison ladder. [`Level::Path`] is syntax-based
/// normalization (section 6.2.2).
///
/// The result has the type of `references`. In the result for a `Utf8View` array, references that are already
/// normal are views into the same buffers.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram::normalize::Level;
/// use urigram_arrow::{Invalid, normalize};
///
/// let references = StringArray::from(vec!["HTTP://a:80/b/../%7Ec"]);
/// let forms = normalize(&references, Level::Path, Invalid::Null)?;
/// assert_eq!(forms.as_string::<i32>().value(0), "http://a:80/~c");
/// let forms = normalize(&references, Level::Scheme, Invalid::Null)?;
/// assert_eq!(forms.as_string::<i32>().value(0), "http://a/~c");
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`component`](crate::component), and if the result is longer than the type allows.
pub fn normalize(references: &dyn Array, level: Level, invalid: Invalid) -> Result<ArrayRef, KernelError> {
    let normalizer = Normalizer::new(level);
    let mut buffer = String::new();
    each_value(references, |strings| {
        let mut forms = strings.writer();
        strings.each_reference(invalid, |row, reference| match reference {
            Some(reference) => {
                let form = normalizer.normalize_into(&reference, &mut buffer).into_inner();
                forms.same_or_text(row, reference.into_inner(), form)
            }
            None => forms.null(),
        })?;
        Ok(forms.finish())
    })
}

/// Returns whether the two references of each row are equal at a level of the comparison ladder (section
/// 6.2).
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram::normalize::Level;
/// use urigram_arrow::{Invalid, equivalent};
///
/// let same = StringArray::new_scalar("http://example.com/~");
/// let others = StringArray::from(vec!["http://EXAMPLE.com/%7e", "http://example.com:80/~"]);
/// let equal = equivalent(&same, &others, Level::Percent, Invalid::Null)?;
/// assert!(equal.as_boolean().iter().eq([Some(true), Some(false)]));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`component`](crate::component), and if two arrays have different lengths.
pub fn equivalent(
    a: &dyn Datum,
    b: &dyn Datum,
    level: Level,
    invalid: Invalid,
) -> Result<ArrayRef, KernelError> {
    let (a, b) = if b.get().1 { (b, a) } else { (a, b) };
    each_pair(a, b, |first, strings| {
        let first = Parsed::by(UriReference::parse, first, invalid);
        let mut equal = BooleanBuilder::with_capacity(strings.len());
        first.each_with_reference(strings, |_, pair| {
            equal.append_option(pair.map(|(a, b)| a.equivalent(&b, level)));
            Ok(())
        })?;
        Ok(Arc::new(equal.finish()))
    })
}

/// Returns the lowest level of the comparison ladder at which the two references of each row are equal:
/// `string`, `case`, `percent`, `path`, `scheme`, or `different` if they are not equal. The result has the
/// type of the strings of `b`.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram_arrow::{Invalid, compare};
///
/// let a = StringArray::from(vec!["http://a/%7e", "http://a"]);
/// let b = StringArray::from(vec!["HTTP://a/~", "http://b"]);
/// let levels = compare(&a, &b, Invalid::Null)?;
/// assert!(levels.as_string::<i32>().iter().eq([Some("percent"), Some("different")]));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`equivalent`].
pub fn compare(a: &dyn Datum, b: &dyn Datum, invalid: Invalid) -> Result<ArrayRef, KernelError> {
    each_pair(a, b, |first, strings| {
        let first = Parsed::by(UriReference::parse, first, invalid);
        let mut levels = strings.writer();
        first.each_with_reference(strings, |_, pair| {
            levels.text_or_null(pair.map(|(a, b)| a.compare(&b).map_or("different", Level::as_str)))
        })?;
        Ok(levels.finish())
    })
}

// References without their secrets (section 7.5).

/// Returns each reference with `***` in place of the password in its userinfo, also in a `sip` URI. `keys`
/// are the keys of pairs in a query or a fragment whose values are also hidden.
///
/// The result has the type of `references`. An invalid reference may contain a password anywhere, so its
/// result is null or an error, never the reference itself.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram_arrow::{Invalid, redact};
///
/// let references = StringArray::from(vec!["ftp://fred:secret@a/?token=x&b=c"]);
/// let redacted = redact(&references, &["token"], Invalid::Null)?;
/// assert_eq!(redacted.as_string::<i32>().value(0), "ftp://fred:***@a/?token=***&b=c");
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`component`](crate::component), and if the result is longer than the type allows.
pub fn redact(references: &dyn Array, keys: &[&str], invalid: Invalid) -> Result<ArrayRef, KernelError> {
    let mut buffer = String::new();
    each_value(references, |strings| {
        let mut redacted = strings.writer();
        strings.each_reference(invalid, |row, reference| {
            let Some(reference) = reference else { return redacted.null() };
            buffer.clear();
            write!(buffer, "{}", reference.redacted().hiding(keys)).expect("a String can be written to");
            redacted.same_or_text(row, reference.into_inner(), &buffer)
        })?;
        Ok(redacted.finish())
    })
}
