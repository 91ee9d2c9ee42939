//! Exceptions. Their types are those of `python/urigram/_errors.py`.

use pyo3::{Bound, PyAny, PyErr, Python};
use urigram::ParseError;
use urigram::grammar::Fault;

use crate::kinds::component;

mod python {
    pyo3::import_exception!(urigram._errors, ParseError);
    pyo3::import_exception!(urigram._errors, Refused);
    pyo3::import_exception!(urigram._errors, RelativizeError);
    pyo3::import_exception!(urigram._errors, ResolveError);
}

pub(crate) use python::Refused;

/// Returns the exception for a text that the grammar rejects.
///
/// The offset counts bytes in Rust and characters in Python. They are the same, because what comes before the fault is a
/// prefix of a reference, and so is ASCII.
pub(crate) fn rejected(error: &ParseError, text: &str) -> PyErr {
    // Its offset is 0, whatever is there.
    let found = error.found().filter(|_| error.fault() != Fault::TooLong);
    let help = error.explain(text).help().to_string();
    python::ParseError::new_err((
        error.to_string(),
        component(error.component()),
        error.offset(),
        found,
        help,
    ))
}

/// Returns the exception for a fault at a surrogate.
pub(crate) fn surrogate(error: &ParseError, found: &Bound<'_, PyAny>) -> PyErr {
    let (component, offset) = (component(error.component()), error.offset());
    let message = format!("unexpected surrogate in the {component} at byte {offset}");
    let help = "a surrogate is half of a character; decode the text again, with errors='strict'";
    python::ParseError::new_err((message, component, offset, found.clone().unbind(), help))
}

/// Returns whether the exception is one of these.
pub(crate) fn is_rejection(error: &PyErr, py: Python<'_>) -> bool {
    error.is_instance_of::<python::ParseError>(py)
}

/// Returns the exception for a reference without a target.
pub(crate) fn unresolved(error: &urigram::resolve::ResolveError) -> PyErr {
    python::ResolveError::new_err((error.to_string(), error.help().to_string()))
}

/// Returns the exception for a target without a reference.
pub(crate) fn unrelativized(error: &urigram::resolve::RelativizeError) -> PyErr {
    python::RelativizeError::new_err((error.to_string(), error.help().to_string()))
}
