//! Reference resolution (section 5) and its inverse.

use arrow_array::{ArrayRef, Datum};
use urigram::resolve::Resolver;
use urigram::{Uri, UriReference};

use crate::error::{Invalid, KernelError};
use crate::strings::{Parsed, each_pair};

/// Returns the target of each reference, resolved against a base URI (section 5.2). A scalar base is parsed once.
///
/// The result has the type of `references`. In the result for a `Utf8View` array, references that equal their
/// targets are views into the same buffers.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram_arrow::{Invalid, resolve};
///
/// let base = StringArray::new_scalar("http://a/b/c/d;p?q");
/// let references = StringArray::from(vec!["../g", "//g", "urn:x"]);
/// let targets = resolve(&base, &references, Invalid::Null)?;
/// assert!(targets.as_string::<i32>().iter().flatten().eq(["http://a/b/g", "http://g", "urn:x"]));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`component`](crate::component); if two arrays have different lengths; and if the result is
/// longer than its type allows. A base that is not a URI is invalid, too.
pub fn resolve(bases: &dyn Datum, references: &dyn Datum, invalid: Invalid) -> Result<ArrayRef, KernelError> {
    let mut buffer = String::new();
    each_pair(bases, references, |bases, strings| {
        let mut targets = strings.writer();
        Parsed::by(Uri::parse, bases, invalid).each_with_reference(strings, |row, pair| {
            let Some((base, reference)) = pair else { return targets.null() };
            let text = reference.into_inner();
            let target = Resolver::new().resolve_into(&base, &reference, &mut buffer);
            match invalid.or_null(row, text, target)? {
                Some(target) => targets.same_or_text(row, text, target.as_str()),
                None => targets.null(),
            }
        })?;
        Ok(targets.finish())
    })
}

/// Returns the shortest reference that resolves to each target against a base URI. A scalar base is parsed once. The
/// result has the type of `targets`.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram_arrow::{Invalid, relativize};
///
/// let base = StringArray::new_scalar("http://a/b/c");
/// let targets = StringArray::from(vec!["http://a/b/d", "http://b/d"]);
/// let references = relativize(&base, &targets, Invalid::Null)?;
/// assert!(references.as_string::<i32>().iter().flatten().eq(["d", "//b/d"]));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`resolve`]. A target is also invalid if it is not a URI, or has dot segments, because then no
/// reference resolves to it.
pub fn relativize(bases: &dyn Datum, targets: &dyn Datum, invalid: Invalid) -> Result<ArrayRef, KernelError> {
    each_pair(bases, targets, |bases, strings| {
        let mut references = strings.writer();
        Parsed::by(Uri::parse, bases, invalid).each_with_uri(strings, |row, pair| {
            let Some((base, target)) = pair else { return references.null() };
            let reference = invalid.or_null(row, target.into_inner(), base.relativize(&target))?;
            references.text_or_null(reference.as_ref().map(UriReference::as_str))
        })?;
        Ok(references.finish())
    })
}
