//! Converts between Rust and Python: numbers, the names of kinds, findings and exceptions.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyList, PyString, PyType};
use pyo3::{Bound, PyAny, PyErr, PyResult, Python};
use serde_json::Value;
use urigram::grammar::{Fault, HostKind, PathKind};
use urigram::normalize::Level;
use urigram::policy::PolicyError;
use urigram::validate::Finding;
use urigram::{ParseError, Rule};

/// A port, or a string with a range of ports such as `"8000-8999"`, which is parsed later.
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

/// Returns the integer, or `None` if it is negative or too large. Rejects a `bool`, although it is an integer
/// in Python.
fn integer(given: Borrowed<'_, '_, PyAny>) -> PyResult<Option<usize>> {
    if given.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err("expected an int, not bool"));
    }
    match given.extract::<usize>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => Ok(None),
        number => number.map(Some),
    }
}

// Findings, as objects of the class `Finding` in `python/urigram/_finding.py`.

/// Returns the list of findings. Offsets in bytes equal offsets in characters, because references are ASCII.
pub(crate) fn list<'py>(py: Python<'py>, found: &[Finding<'_>]) -> PyResult<Bound<'py, PyList>> {
    static TYPE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let list = PyList::empty(py);
    if found.is_empty() {
        return Ok(list);
    }
    let finding_type = TYPE.import(py, "urigram._finding", "Finding")?;
    for finding in found {
        list.append(finding_type.call1((
            finding.code().as_str(),
            finding.severity().as_str(),
            component(finding.component()),
            finding.range().start,
            finding.range().end,
            finding.message().to_string(),
            finding.help().to_string(),
            finding.code().section(),
        ))?)?;
    }
    Ok(list)
}

// The names of kinds, levels and components, which are those of the RFC and of the command `uri`.

pub(crate) const fn host_kind(kind: HostKind) -> &'static str {
    match kind {
        HostKind::Ipv4 => "ipv4",
        HostKind::Ipv6 => "ipv6",
        HostKind::IpvFuture => "ipvfuture",
        HostKind::RegName => "reg-name",
    }
}

pub(crate) const fn path_kind(kind: PathKind) -> &'static str {
    match kind {
        PathKind::AbEmpty => "abempty",
        PathKind::Absolute => "absolute",
        PathKind::NoScheme => "noscheme",
        PathKind::Rootless => "rootless",
        PathKind::Empty => "empty",
    }
}

/// Returns the name of the component of a rule, in the RFC's spelling.
pub(crate) fn component(rule: Rule) -> &'static str {
    if rule == Rule::URI_reference { "URI-reference" } else { rule.as_str() }
}

/// Returns the level of this name.
pub(crate) fn level(name: &str) -> PyResult<Level> {
    let known = Level::ALL.into_iter().find(|level| level.as_str() == name);
    known.ok_or_else(|| {
        PyValueError::new_err(format!(
            "no level is named {name:?}; the levels are 'string', 'case', 'percent', 'path' and 'scheme'"
        ))
    })
}

// Exceptions. Their types are defined in `python/urigram/_errors.py`.

pub(crate) use python::Refused;

mod python {
    pyo3::import_exception!(urigram._errors, ParseError);
    pyo3::import_exception!(urigram._errors, Refused);
    pyo3::import_exception!(urigram._errors, RelativizeError);
    pyo3::import_exception!(urigram._errors, ResolveError);
}

/// Returns the exception for a text that the grammar rejects.
///
/// The offset counts bytes in Rust and characters in Python. These are equal, because the text before the
/// fault is a prefix of a reference and so is ASCII.
pub(crate) fn rejected(error: &ParseError, text: &str) -> PyErr {
    // For a text that is too long the offset is 0, but the character there is not at fault.
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

/// Returns whether the exception is a `ParseError`.
pub(crate) fn is_rejection(error: &PyErr, py: Python<'_>) -> bool {
    error.is_instance_of::<python::ParseError>(py)
}

/// Returns the exception for a reference without a target.
pub(crate) fn unresolved(error: &urigram::resolve::ResolveError) -> PyErr {
    python::ResolveError::new_err((error.to_string(), error.help().to_string()))
}

/// Returns the exception for a target to which no reference resolves.
pub(crate) fn unrelativized(error: &urigram::resolve::RelativizeError) -> PyErr {
    python::RelativizeError::new_err((error.to_string(), error.help().to_string()))
}
