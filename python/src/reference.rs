//! The class `UriReference`, with the members of both types, and the class `Uri`, with the members that
//! require a scheme. An argument is a `str`, or an object of these classes, which is not parsed again.

use pyo3::exceptions::{PyTypeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyList, PyString};
use urigram::grammar::{Components, HostKind};
use urigram::normalize::Level;
use urigram::resolve::Resolver;

use crate::values;

/// A URI reference (section 4.1 of RFC 3986): a URI or a relative reference.
///
/// It is made from a `str`, and raises `ParseError` if the `str` is not a reference. It is immutable. The
/// properties are the components, as they are written: percent-encoded, `None` if undefined, and `""` if
/// empty.
///
/// >>> reference = UriReference("//user@[2001:db8::7]:8042/over/there?name=ferret#nose")
/// >>> reference.host, reference.host_kind, reference.port
/// ('[2001:db8::7]', 'ipv6', '8042')
/// >>> reference.scheme is None
/// True
/// >>> UriReference("?").query
/// ''
///
/// `==`, `hash` and `<` compare the text. `normalize`, `compare` and `equivalent` provide other equalities.
#[pyclass(name = "UriReference", module = "urigram", frozen, subclass)]
pub(crate) struct Reference(pub(crate) urigram::UriReference<String>);

impl Reference {
    /// Returns a `Uri` if `like` is a `Uri`, and a `UriReference` otherwise.
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
        with(text, |reference| Ok(Self(reference.to_owned())))
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
        self.components().host_kind().map(|kind: HostKind| values::host_kind(kind))
    }

    /// The port of the authority (section 3.2.3), without its `:`. It has any number of digits, or none.
    #[getter]
    fn port(&self) -> Option<&str> {
        self.0.as_str().get(self.components().port()?)
    }

    /// The port as a number or, if it is undefined or empty, the default port of the scheme. `None` if no
    /// default port is known, or if the port is greater than 65535.
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
        values::path_kind(self.0.path().kind())
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

    /// Returns the normal form at a level of the ladder of section 6.2: `"string"`, `"case"`, `"percent"`, `"path"`, which
    /// is syntax-based normalization, or `"scheme"`, which also applies the rules of the URI's scheme.
    ///
    /// >>> uri = Uri("HTTP://www.EXAMPLE.com:80/a/../%7e")
    /// >>> str(uri.normalize())
    /// 'http://www.example.com:80/~'
    /// >>> str(uri.normalize("scheme"))
    /// 'http://www.example.com/~'
    ///
    /// The dot segments of a relative reference are kept, because resolution removes them.
    #[pyo3(signature = (level = "path"))]
    fn normalize<'py>(slf: &Bound<'py, Self>, level: &str) -> PyResult<Bound<'py, PyAny>> {
        let normal = slf.get().0.normalize_to(values::level(level)?);
        Self::like(slf, normal.to_owned())
    }

    /// Returns the first level at which the two references are equal: `"string"`, `"case"`, `"percent"`, `"path"` or
    /// `"scheme"`; `None` if they are not equal at any level.
    ///
    /// >>> Uri("HTTP://example.com").compare("http://example.com:80/")
    /// 'scheme'
    #[pyo3(signature = (other, /))]
    fn compare(&self, other: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        with(other, |other| Ok(self.0.compare(&other).map(Level::as_str)))
    }

    /// Returns whether the two references are equal at a level, which means that they have the same normal
    /// form.
    ///
    /// >>> Uri("http://example.com/%7Euser").equivalent("http://example.com/~user", "percent")
    /// True
    #[pyo3(signature = (other, /, level))]
    fn equivalent(&self, other: &Bound<'_, PyAny>, level: &str) -> PyResult<bool> {
        let level = values::level(level)?;
        with(other, |other| Ok(self.0.equivalent(&other, level)))
    }

    /// Returns the findings about questionable parts of the reference (section 7), in the order of the text.
    ///
    /// >>> for finding in Uri("http://0x7f.1/").findings():
    /// ...     print(finding.severity, finding.code, finding.message, sep=": ")
    /// warning: ipv4-like-host: some parsers read the host `0x7f.1` as the IPv4 address 127.0.0.1
    /// warning: not-global-address: 127.0.0.1 is not a global unicast address: 127.0.0.0/8, Loopback, RFC 1122
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        values::list(py, &self.0.findings())
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

    /// Copies and pickles like `object`, so that a subclass keeps its attributes. `object` reads the
    /// arguments of `__new__` only in protocol 2 and later.
    fn __reduce_ex__<'py>(slf: &Bound<'py, Self>, protocol: i32) -> PyResult<Bound<'py, PyAny>> {
        slf.py().get_type::<PyAny>().call_method1("__reduce_ex__", (slf, protocol.max(2)))
    }
}

/// A URI (section 3 of RFC 3986): a reference with a scheme.
///
/// It is made from a `str` or from a `UriReference`, and raises `ParseError` without a scheme.
///
/// >>> base = Uri("http://example.com/docs/guide/intro?page=1")
/// >>> base.resolve("./.././faq")
/// Uri('http://example.com/docs/faq')
/// >>> Uri("../faq")
/// Traceback (most recent call last):
///   ...
/// urigram.ParseError: the scheme is missing; a URI begins with a scheme and a colon, such as `http:`
#[pyclass(name = "Uri", module = "urigram", extends = Reference, frozen)]
pub(crate) struct Uri;

impl Uri {
    /// Returns the initializer of an object for the reference, which must have a scheme.
    pub(crate) fn of(reference: urigram::UriReference<String>) -> PyClassInitializer<Self> {
        PyClassInitializer::from(Reference(reference)).add_subclass(Self)
    }
}

/// Calls a function with the URI in an argument. A `str` is parsed first.
fn with_uri<R>(
    given: &Bound<'_, PyAny>,
    work: impl FnOnce(urigram::Uri<&str>) -> PyResult<R>,
) -> PyResult<R> {
    with(given, |reference| {
        let uri = urigram::Uri::try_from(reference);
        work(uri.map_err(|rejected| values::rejected(rejected.error(), reference.as_str()))?)
    })
}

#[pymethods]
impl Uri {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
        with_uri(text, |uri| Ok(Self::of(uri.to_owned().into())))
    }

    /// Returns the target of a reference, with this URI as the base (section 5.2). A fragment of the base is
    /// ignored.
    ///
    /// >>> base = Uri("http://a/b/c/d;p?q")
    /// >>> base.resolve("../g")
    /// Uri('http://a/b/g')
    /// >>> base.resolve("http:g"), base.resolve("http:g", strict=False)
    /// (Uri('http:g'), Uri('http://a/b/c/g'))
    ///
    /// With `strict=False`, a scheme in the reference is ignored if it equals the scheme of the base (section
    /// 5.2.2). With `deny_above_root=True`, more `..` than levels above them raise `ResolveError`; otherwise
    /// the excess `..` are dropped. With `deny_guard=True`, a path that would begin with `//` without an
    /// authority raises `ResolveError`; otherwise `/.` is written before it.
    #[pyo3(signature = (reference, /, *, strict = true, deny_above_root = false, deny_guard = false))]
    fn resolve<'py>(
        slf: &Bound<'py, Self>,
        reference: &Bound<'py, PyAny>,
        strict: bool,
        deny_above_root: bool,
        deny_guard: bool,
    ) -> PyResult<Bound<'py, Self>> {
        let resolver =
            Resolver::new().lenient(!strict).deny_above_root(deny_above_root).deny_guard(deny_guard);
        let target = with(reference, |reference| {
            with_uri(slf.as_any(), |base| {
                resolver.resolve(&base, &reference).map_err(|error| values::unresolved(&error))
            })
        })?;
        Bound::new(slf.py(), Self::of(target.into()))
    }

    /// Returns the shortest reference that resolves to the target, with this URI as the base.
    ///
    /// >>> Uri("http://example.com/docs/guide").relativize("http://example.com/docs/faq")
    /// UriReference('faq')
    ///
    /// Raises `RelativizeError` if no reference resolves to the target, because resolution would remove its
    /// dot segments.
    #[pyo3(signature = (target, /))]
    fn relativize<'py>(
        slf: &Bound<'py, Self>,
        target: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Reference>> {
        let reference = with_uri(target, |target| {
            with_uri(slf.as_any(), |base| {
                base.relativize(&target).map_err(|error| values::unrelativized(&error))
            })
        })?;
        Bound::new(slf.py(), Reference(reference))
    }
}

/// Calls a function with the reference in an argument. A `str` is parsed first.
pub(crate) fn with<R>(
    given: &Bound<'_, PyAny>,
    work: impl FnOnce(urigram::UriReference<&str>) -> PyResult<R>,
) -> PyResult<R> {
    if let Ok(reference) = given.cast::<Reference>() {
        return work(reference.get().0.borrowed());
    }
    let text = text(given)?;
    work(urigram::UriReference::parse(text).map_err(|error| values::rejected(&error, text))?)
}

/// Returns the text of a `str`.
fn text<'a>(given: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    let Ok(text) = given.cast::<PyString>() else {
        let found = given.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected a str or a UriReference, not {found}")));
    };
    text.to_str().map_err(|error| without_surrogates(text, error))
}

/// Returns the exception for a `str` with surrogates, which are halves of UTF-16 pairs. The fault is that of
/// the text with U+FFFD in their place, which no reference contains either.
fn without_surrogates(text: &Bound<'_, PyString>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyUnicodeEncodeError>(text.py()) {
        return error;
    }
    let replaced = text.to_string_lossy();
    let Err(fault) = urigram::UriReference::parse(&replaced) else { return error };
    match text.get_item(fault.offset()) {
        Ok(found) if found.extract::<char>().is_err() => values::surrogate(&fault, &found),
        _ => values::rejected(&fault, &replaced),
    }
}
