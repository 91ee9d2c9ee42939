//! The class `UriReference`: what both types have.

use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyList, PyString};
use urigram::{Components, HostKind, Rung};

use crate::uri::Uri;
use crate::{found, given, kinds};

/// A URI reference (section 4.1 of RFC 3986): a URI or a relative reference.
///
/// It is made of a `str`, and raises `ParseError` if that is not a reference. It never changes. The properties
/// are the components, as they are written: percent-encoded, `None` if undefined, and `""` if empty.
///
/// >>> reference = UriReference("//user@[2001:db8::7]:8042/over/there?name=ferret#nose")
/// >>> reference.host, reference.host_kind, reference.port
/// ('[2001:db8::7]', 'ipv6', '8042')
/// >>> reference.scheme is None
/// True
/// >>> UriReference("?").query
/// ''
///
/// `==`, `hash` and `<` are those of the text. `normalize`, `compare` and `equivalent` know other equalities.
#[pyclass(name = "UriReference", module = "urigram", frozen, subclass)]
pub(crate) struct Reference(pub(crate) urigram::UriReference<String>);

impl Reference {
    /// Returns a `Uri` if `like` is one, and a `UriReference` otherwise.
    fn like<'py>(
        like: &Bound<'py, Self>,
        reference: urigram::UriReference<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = like.py();
        if like.is_instance_of::<Uri>() {
            return Ok(Bound::new(py, Uri::of(reference))?.into_any());
        }
        Ok(Bound::new(py, Self(reference))?.into_any())
    }

    fn components(&self) -> &Components {
        self.0.components()
    }
}

#[pymethods]
impl Reference {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        given::with(text, |reference| Ok(Self(reference.to_owned())))
    }

    /// The scheme (section 3.1), without its `:`; `None` for a relative reference.
    #[getter]
    fn scheme(&self) -> Option<&str> {
        self.0.as_str().get(self.components().scheme()?)
    }

    /// The authority (section 3.2), without the `//` before it.
    #[getter]
    fn authority(&self) -> Option<&str> {
        self.0.as_str().get(self.components().authority()?)
    }

    /// The userinfo of the authority (section 3.2.1), without its `@`.
    #[getter]
    fn userinfo(&self) -> Option<&str> {
        self.0.as_str().get(self.components().userinfo()?)
    }

    /// The host of the authority (section 3.2.2), with the brackets of an IP literal. Every authority has a host, which may
    /// be empty.
    #[getter]
    fn host(&self) -> Option<&str> {
        self.0.host_str()
    }

    /// Which alternative of the rule `host` matched: `"ipv4"`, `"ipv6"`, `"ipvfuture"` or `"reg-name"`.
    ///
    /// >>> UriReference("//127.0.0.1").host_kind, UriReference("//127.0.0.001").host_kind
    /// ('ipv4', 'reg-name')
    #[getter]
    fn host_kind(&self) -> Option<&'static str> {
        self.components().host_kind().map(|kind: HostKind| kinds::host_kind(kind))
    }

    /// The port of the authority (section 3.2.3), without its `:`: digits, as many as there are, or none.
    #[getter]
    fn port(&self) -> Option<&str> {
        self.0.as_str().get(self.components().port()?)
    }

    /// The port as a number; if it is undefined or empty, the default port of the scheme. `None` if no default port is
    /// known, or if the port is greater than 65535.
    ///
    /// >>> UriReference("https://example.com/").port_or_default
    /// 443
    #[getter]
    fn port_or_default(&self) -> Option<u16> {
        self.0.port_or_default()
    }

    /// The path (section 3.3). Every reference has a path, which may be empty.
    #[getter]
    fn path(&self) -> &str {
        self.0.path().as_str()
    }

    /// Which of the five rules for a path matched: `"abempty"`, `"absolute"`, `"noscheme"`, `"rootless"` or `"empty"`.
    #[getter]
    fn path_kind(&self) -> &'static str {
        kinds::path_kind(self.0.path().kind())
    }

    /// The query (section 3.4), without its `?`.
    #[getter]
    fn query(&self) -> Option<&str> {
        self.0.as_str().get(self.components().query()?)
    }

    /// The fragment (section 3.5), without its `#`.
    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.0.as_str().get(self.components().fragment()?)
    }

    /// Returns the normal form on a rung of the ladder of section 6.2: `"string"`, `"case"`, `"percent"`, `"path"`, which
    /// is syntax-based normalization, or `"scheme"`, which also applies the rules of the URI's scheme.
    ///
    /// >>> uri = Uri("HTTP://www.EXAMPLE.com:80/a/../%7e")
    /// >>> str(uri.normalize())
    /// 'http://www.example.com:80/~'
    /// >>> str(uri.normalize("scheme"))
    /// 'http://www.example.com/~'
    ///
    /// The dot segments of a relative reference stay: they are removed when it is resolved.
    #[pyo3(signature = (rung = "path"))]
    fn normalize<'py>(slf: &Bound<'py, Self>, rung: &str) -> PyResult<Bound<'py, PyAny>> {
        let normal = slf.get().0.normalize_to(kinds::rung(rung)?);
        Self::like(slf, normal.to_owned())
    }

    /// Returns the first rung on which the two are equal: `"string"`, `"case"`, `"percent"`, `"path"` or `"scheme"`; `None`
    /// if they are not equal on any.
    ///
    /// >>> Uri("HTTP://example.com").compare("http://example.com:80/")
    /// 'scheme'
    #[pyo3(signature = (other, /))]
    fn compare(&self, other: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        given::with(other, |other| Ok(self.0.compare(&other).map(Rung::name)))
    }

    /// Returns whether the two are equal on a rung, that is whether their normal forms are.
    ///
    /// >>> Uri("http://example.com/%7Euser").equivalent("http://example.com/~user", "percent")
    /// True
    #[pyo3(signature = (other, /, rung))]
    fn equivalent(&self, other: &Bound<'_, PyAny>, rung: &str) -> PyResult<bool> {
        let rung = kinds::rung(rung)?;
        given::with(other, |other| Ok(self.0.equivalent(&other, rung)))
    }

    /// Returns what is questionable about the reference (section 7), in the order of the places in the text.
    ///
    /// >>> for finding in Uri("http://0x7f.1/").findings():
    /// ...     print(finding.severity, finding.code, finding.message, sep=": ")
    /// warning: ipv4-like-host: some parsers read the host `0x7f.1` as the IPv4 address 127.0.0.1
    /// warning: not-global-address: 127.0.0.1 is not a global unicast address: 127.0.0.0/8, Loopback, RFC 1122
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        found::list(py, &self.0.findings())
    }

    /// Returns the text with the password of the userinfo hidden, for logs.
    ///
    /// >>> Uri("http://user:secret@example.com/").redacted()
    /// 'http://user:***@example.com/'
    fn redacted(&self) -> String {
        self.0.redacted().to_string()
    }

    fn __str__(&self) -> &str {
        self.0.as_str()
    }

    /// Shows the text without its password.
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let text = PyString::new(slf.py(), &slf.get().redacted()).repr()?;
        Ok(format!("{}({text})", slf.get_type().name()?))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, self.0.as_str()).hash()
    }

    fn __richcmp__(&self, other: PyRef<'_, Self>, op: CompareOp) -> bool {
        op.matches(self.0.as_str().cmp(other.0.as_str()))
    }

    fn __getnewargs__(&self) -> (&str,) {
        (self.0.as_str(),)
    }

    /// Copies and pickles as `object` does, so that a subclass keeps its attributes. `object` asks for the arguments of
    /// `__new__` in protocol 2 and later only.
    fn __reduce_ex__<'py>(slf: &Bound<'py, Self>, protocol: i32) -> PyResult<Bound<'py, PyAny>> {
        slf.py().get_type::<PyAny>().call_method1("__reduce_ex__", (slf, protocol.max(2)))
    }
}
