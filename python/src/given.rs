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
    text.to_str().map_err(|error| surrogate(given, error))
}

/// Returns the exception for a `str` that is not UTF-8, by the one that says so.
fn surrogate(text: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyUnicodeEncodeError>(text.py()) {
        return error;
    }
    let place = error.value(text.py()).getattr("start").and_then(|start| start.extract());
    place.map_or_else(
        |error| error,
        |offset: usize| {
            text.get_item(offset).map_or_else(|error| error, |found| raised::surrogate(offset, &found))
        },
    )
}
