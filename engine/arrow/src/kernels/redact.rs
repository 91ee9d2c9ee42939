//! References without their secrets (section 7.5).

use std::fmt::Write;

use arrow_array::{Array, ArrayRef};

use crate::error::{Invalid, KernelError};
use crate::strings::each_value;

/// Returns each reference with `***` for the password of its userinfo, and for that of a `sip` URI. `keys` are the keys
/// of pairs whose values are hidden too, in a query or a fragment.
///
/// The result has the type of `references`. An invalid reference, in which a password may be anywhere, is null or an
/// error, never its own text.
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
