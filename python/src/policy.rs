//! The class `Policy`: which references an application accepts.

use std::net::IpAddr;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};
use serde_json::Value;

use crate::reference::Reference;
use crate::values::{Length, Ports};
use crate::{reference, values};

/// A policy that decides which references an application accepts.
///
/// The presets are `"link"` for links in content by others, `"fetch"` for URIs that a server fetches for
/// untrusted clients (SSRF), `"redirect"` for targets of redirects, and `"identifier"` for names that are
/// stored and compared. Without a preset, a policy accepts every reference that the other arguments do not
/// refuse. With a preset, they change it:
///
/// >>> policy = Policy("fetch", schemes=["https"], allow_hosts=[".example.com"])
/// >>> policy.accepts("https://images.example.com/a.png")
/// True
/// >>> policy.check(Uri("https://example.com.evil.example/"))
/// Traceback (most recent call last):
///   ...
/// urigram.Refused: the host `example.com.evil.example` is not allowed; allowed: `.example.com`
///
/// Raises `ValueError` for an unknown name or value. Two policies are equal if they have the same rules.
#[pyclass(name = "Policy", module = "urigram", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct Policy(urigram::policy::Policy);

impl Policy {
    fn read(read: serde_json::Result<urigram::policy::Policy>) -> PyResult<Self> {
        read.map(Self).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.0).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

#[pymethods]
impl Policy {
    #[new]
    #[pyo3(signature = (
        preset = None, /, *, forms = None, schemes = None, allow_hosts = None, host_kinds = None, allow_networks = None,
        refuse_networks = None, ports = None, userinfo = None, max_length = None, require = None,
        refuse_warnings = None, refuse = None, warn = None, pass_ = None,
    ))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn new(
        preset: Option<String>,
        forms: Option<Vec<String>>,
        schemes: Option<Vec<String>>,
        allow_hosts: Option<Vec<String>>,
        host_kinds: Option<Vec<String>>,
        allow_networks: Option<Vec<String>>,
        refuse_networks: Option<Vec<String>>,
        ports: Option<Vec<Ports>>,
        userinfo: Option<bool>,
        max_length: Option<Length>,
        require: Option<Vec<String>>,
        refuse_warnings: Option<bool>,
        refuse: Option<Vec<String>>,
        warn: Option<Vec<String>>,
        pass_: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let entries = [
            ("preset", preset.map(Value::from)),
            ("forms", forms.map(Value::from)),
            ("schemes", schemes.map(Value::from)),
            ("allow-hosts", allow_hosts.map(Value::from)),
            ("host-kinds", host_kinds.map(Value::from)),
            ("allow-networks", allow_networks.map(Value::from)),
            ("refuse-networks", refuse_networks.map(Value::from)),
            ("ports", ports.map(Value::from)),
            ("userinfo", userinfo.map(Value::from)),
            ("max-length", max_length.map(Value::from)),
            ("require", require.map(Value::from)),
            ("refuse-warnings", refuse_warnings.map(Value::from)),
            ("refuse", refuse.map(Value::from)),
            ("warn", warn.map(Value::from)),
            // `pass` is a keyword in Python.
            ("pass", pass_.map(Value::from)),
        ];
        let given = entries.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
        Self::read(serde_json::from_value(Value::Object(given.collect())))
    }

    /// Returns the policy in a JSON object. The keys are those of a policy in a file: the names of the
    /// arguments, but with hyphens.
    ///
    /// >>> Policy.from_json('{"preset": "fetch", "max-length": 2000}') == Policy("fetch", max_length=2000)
    /// True
    #[classmethod]
    #[pyo3(signature = (text, /))]
    fn from_json(_type: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        Self::read(serde_json::from_str(text))
    }

    /// Returns the reference if the policy accepts it, and raises `Refused` otherwise.
    ///
    /// >>> Policy("link").check(UriReference("/a?b"))
    /// UriReference('/a?b')
    #[pyo3(signature = (reference, /))]
    fn check<'py>(&self, reference: Bound<'py, Reference>) -> PyResult<Bound<'py, Reference>> {
        let own = &reference.get().0;
        let found = self.0.findings(own.as_str(), own.components());
        let refusing = found.iter().find(|finding| finding.is_error());
        if let Some(refusing) = refusing {
            let findings = values::list(reference.py(), &found)?.unbind();
            return Err(values::Refused::new_err((refusing.message().to_string(), findings)));
        }
        Ok(reference)
    }

    /// Returns whether the policy accepts the reference. A text that is not a reference is not accepted.
    ///
    /// >>> Policy("link").accepts("javascript:alert(1)")
    /// False
    #[pyo3(signature = (reference, /))]
    fn accepts(&self, reference: &Bound<'_, PyAny>) -> PyResult<bool> {
        let accepted = reference::with(reference, |reference| {
            let found = self.0.findings(reference.as_str(), reference.components());
            Ok(!found.iter().any(|finding| finding.is_error()))
        });
        accepted.or_else(
            |error| if values::is_rejection(&error, reference.py()) { Ok(false) } else { Err(error) },
        )
    }

    /// Returns all findings, with their severities under the policy. A finding with the severity `"error"` refuses the
    /// reference.
    ///
    /// >>> [finding.code for finding in Policy("redirect").findings("//example.net/..")]
    /// ['form-refused', 'host-refused', 'path-not-plain']
    #[pyo3(signature = (reference, /))]
    fn findings<'py>(&self, reference: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        reference::with(reference, |own| {
            values::list(reference.py(), &self.0.findings(own.as_str(), own.components()))
        })
    }

    /// Returns whether the policy permits connecting to an IP address to which a host was resolved. The address is a `str`, or
    /// an object of the module `ipaddress`.
    ///
    /// >>> Policy("fetch").permits_address("127.0.0.1")
    /// False
    #[pyo3(signature = (address, /))]
    fn permits_address(&self, address: IpAddr) -> bool {
        self.0.permits_address(address)
    }

    /// Shows the arguments of the policy: the preset if the policy equals one, or all rules.
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let is_own = |name: &str| urigram::policy::Policy::preset(name).is_some_and(|own| own == slf.get().0);
        if let Some(preset) = urigram::policy::Policy::PRESETS.iter().find(|name| is_own(name)) {
            return Ok(format!("Policy('{preset}')"));
        }
        let read = slf.py().import("json")?.getattr("loads")?;
        let entries = read.call1((slf.get().to_json()?,))?.cast_into::<PyDict>()?;
        let mut arguments = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let key = key.to_string().replace('-', "_");
            let name = if key == "pass" { "pass_" } else { &key };
            arguments.push(format!("{name}={}", value.repr()?));
        }
        Ok(format!("Policy({})", arguments.join(", ")))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.getattr("from_json")?, (slf.get().to_json()?,)))
    }
}
