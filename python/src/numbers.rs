//! Numbers that a policy is made of: ports and lengths. What is out of range is a `ValueError`, as is a name that does not
//! exist.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use serde_json::Value;
use urigram::policy::PolicyError;

/// A port, or a range of them such as `"8000-8999"`, which is read later.
pub(crate) enum Ports {
    One(u16),
    Range(String),
}

/// A length in bytes.
pub(crate) struct Length(usize);

impl<'py> FromPyObject<'_, 'py> for Ports {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if given.is_instance_of::<PyString>() {
            return given.extract().map(Self::Range);
        }
        match integer(given)?.map(u16::try_from) {
            Some(Ok(port)) => Ok(Self::One(port)),
            _ => Err(PyValueError::new_err(PolicyError::Ports(given.str()?.to_string()).to_string())),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Length {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match integer(given)? {
            Some(length) => Ok(Self(length)),
            None => Err(PyValueError::new_err(format!("`{}` is not a length", given.str()?))),
        }
    }
}

impl From<Ports> for Value {
    fn from(ports: Ports) -> Self {
        match ports {
            Ports::One(port) => port.into(),
            Ports::Range(range) => range.into(),
        }
    }
}

impl From<Length> for Value {
    fn from(length: Length) -> Self {
        length.0.into()
    }
}

/// Returns the integer, or `None` if it is negative or too large. A `bool` is an integer for Python, but a mistake here.
fn integer(given: Borrowed<'_, '_, PyAny>) -> PyResult<Option<usize>> {
    if given.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err("expected an int, not bool"));
    }
    match given.extract::<usize>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => Ok(None),
        number => number.map(Some),
    }
}
