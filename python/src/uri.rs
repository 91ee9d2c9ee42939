//! The class `Uri`: what only a reference with a scheme has.

use pyo3::prelude::*;
use urigram::Resolver;

use crate::reference::Reference;
use crate::{given, raised};

/// A URI (section 3 of RFC 3986): a reference with a scheme.
///
/// It is made of a `str`, or of a `UriReference` that has a scheme, and raises `ParseError` if there is none.
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
    /// Returns what makes an object of the reference, which has a scheme.
    pub(crate) fn of(reference: urigram::UriReference<String>) -> PyClassInitializer<Self> {
        PyClassInitializer::from(Reference(reference)).add_subclass(Self)
    }
}

/// Does something with the URI that was given.
fn with<R>(given: &Bound<'_, PyAny>, work: impl FnOnce(urigram::Uri<&str>) -> PyResult<R>) -> PyResult<R> {
    given::with(given, |reference| {
        let uri = urigram::Uri::try_from(reference);
        work(uri.map_err(|rejected| raised::rejected(rejected.error(), reference.as_str()))?)
    })
}

#[pymethods]
impl Uri {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
        with(text, |uri| Ok(Self::of(uri.to_owned().into())))
    }

    /// Returns the target of a reference, with this as the base URI (section 5.2). A fragment of the base is ignored.
    ///
    /// >>> base = Uri("http://a/b/c/d;p?q")
    /// >>> base.resolve("../g")
    /// Uri('http://a/b/g')
    /// >>> base.resolve("http:g"), base.resolve("http:g", strict=False)
    /// (Uri('http:g'), Uri('http://a/b/c/g'))
    ///
    /// With `strict=False`, a scheme in the reference is ignored if it is the scheme of the base (section 5.2.2). With
    /// `checked=True`, more `..` than levels above them raise `ResolveError`; otherwise they are dropped. With
    /// `deny_guard=True`, a path that would begin with `//` where there is no authority raises it; otherwise it is
    /// written with `/.` before it.
    #[pyo3(signature = (reference, /, *, strict = true, checked = false, deny_guard = false))]
    fn resolve<'py>(
        slf: &Bound<'py, Self>,
        reference: &Bound<'py, PyAny>,
        strict: bool,
        checked: bool,
        deny_guard: bool,
    ) -> PyResult<Bound<'py, Self>> {
        let resolver = Resolver::new().lenient(!strict).checked(checked).deny_guard(deny_guard);
        let target = given::with(reference, |reference| {
            with(slf.as_any(), |base| {
                resolver.resolve(&base, &reference).map_err(|error| raised::unresolved(&error))
            })
        })?;
        Bound::new(slf.py(), Self::of(target.into()))
    }

    /// Returns the shortest reference that resolves to the target, with this as the base URI.
    ///
    /// >>> Uri("http://example.com/docs/guide").relativize("http://example.com/docs/faq")
    /// UriReference('faq')
    ///
    /// Raises `RelativizeError` if no reference does, because resolution would remove the dot segments of the target.
    #[pyo3(signature = (target, /))]
    fn relativize<'py>(
        slf: &Bound<'py, Self>,
        target: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Reference>> {
        let reference = with(target, |target| {
            with(slf.as_any(), |base| base.relativize(&target).map_err(|error| raised::unrelativized(&error)))
        })?;
        Bound::new(slf.py(), Reference(reference))
    }
}
