//! Arguments: a `str`, which is parsed, or a reference, which is not parsed again.

use pyo3::exceptions::{PyTypeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use urigram::UriReference;

use crate::raised;
use crate::reference::Reference;

/// Does something with the reference that was given.
pub(crate) fn with<R>(
    given: &Bound<'_, PyAny>,
    work: impl FnOnce(UriReference<&str>) -> PyResult<R>,
) -> PyResult<R> {
    if let Ok(reference) = given.cast::<Reference>() {
        return work(reference.get().0.borrowed());
    }
    let text = text(given)?;
    work(UriReference::parse(text).map_err(|error| raised::rejected(&error, text))?)
}

/// Returns the text of a `str`.
fn text<'a>(given: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    let Ok(text) = given.cast::<PyString>() else {
        let found = given.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected a str or a UriReference, not {found}")));
    };
    text.to_str().map_err(|error| without_surrogates(text, error))
}

/// Returns the exception for a `str` with surrogates, which are halves of characters of UTF-16 and not characters: that of
/// the text with U+FFFD in their place, which is in no reference either.
fn without_surrogates(text: &Bound<'_, PyString>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyUnicodeEncodeError>(text.py()) {
        return error;
    }
    let replaced = text.to_string_lossy();
    let Err(fault) = UriReference::parse(&replaced) else { return error };
    match text.get_item(fault.offset()) {
        Ok(found) if found.extract::<char>().is_err() => raised::surrogate(&fault, &found),
        _ => raised::rejected(&fault, &replaced),
    }
}
