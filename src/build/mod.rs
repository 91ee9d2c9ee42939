// Building: from components to a reference (section 5.3).
//
// In: the components, one by one, each as a type of `component`, as text, or as raw data that are encoded.
// Out: a reference of the requested type, recomposed by `layout`, or a `BuildError` with the component to
// blame. `target` defines which types can be built, and which components each can have.
// Next: none; `convert` returns the same errors.

//! Building references from their components (section 5.3): [`Uri::builder`](crate::generic::Uri::builder)
//! returns a [`Builder`].

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

mod error;
mod target;

pub use error::BuildError;
pub use target::{Buildable, MayHaveFragment};

use crate::bytes::{end_in_sip, without_password};
use crate::component::{
    Authority, Fragment, Host, IntoComponent, Path, Port, Query, Scheme, Segment, Userinfo, value,
};
use crate::grammar::{Code, Grammar, GrammarError, ParseError, Rule, defined, known};
use crate::invariant::Invariant;
use crate::layout::{Pieces, guard};
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

/// The components from which a reference `R` is built. They are set in any order. Setting a component again
/// replaces it, but an invalid value is an error even if it is replaced.
///
/// The type to be built has a function that returns its builder. It determines which components are required
/// and which are possible: a [`Uri`](crate::Uri) requires a scheme, an [`AbsoluteUri`](crate::AbsoluteUri)
/// has no fragment, and a [`RelativeRef`](crate::RelativeRef) has no scheme. [`IntoComponent`] lists the
/// values that each component can be set to.
///
/// ```
/// use urigram::{Path, RelativeRef, Uri, UriReference};
///
/// let uri = Uri::builder("foo")
///     .userinfo("user")
///     .host("example.com")
///     .port(8042)
///     .path("/over/there")
///     .query("name=ferret")
///     .fragment("nose")
///     .build()?;
/// assert_eq!(uri, "foo://user@example.com:8042/over/there?name=ferret#nose");
///
/// let reference = RelativeRef::builder().path(Path::encode("My Documents")).build()?;
/// assert_eq!(reference, "My%20Documents");
///
/// assert_eq!(UriReference::builder().build()?, "");
/// # Ok::<(), urigram::BuildError>(())
/// ```
///
/// A component that the type cannot have is a compile error:
///
/// ```compile_fail,E0277
/// # use urigram::AbsoluteUri;
/// AbsoluteUri::builder("http").fragment("nose");
/// ```
///
/// ```compile_fail,E0599
/// # use urigram::RelativeRef;
/// RelativeRef::builder().scheme("http");
/// ```
///
/// No guard is written before a path: components that cannot be combined are an error, so a reference that
/// was built has exactly the components that were set.
#[derive(Clone)]
#[must_use = "nothing is built before `build`"]
pub struct Builder<'a, R> {
    scheme: Option<Cow<'a, str>>,
    userinfo: Option<Cow<'a, str>>,
    host: Option<Cow<'a, str>>,
    host_kind: Code,
    port: Option<Cow<'a, str>>,
    path: Cow<'a, str>,
    query: Option<Cow<'a, str>>,
    fragment: Option<Cow<'a, str>>,
    /// The first error of a component.
    error: Option<BuildError>,
    target: PhantomData<fn() -> R>,
}

impl<'a, R> Builder<'a, R> {
    #[inline]
    const fn new() -> Self {
        Self {
            scheme: None,
            userinfo: None,
            host: None,
            host_kind: 0,
            port: None,
            path: Cow::Borrowed(""),
            query: None,
            fragment: None,
            error: None,
            target: PhantomData,
        }
    }

    /// Returns the value; an error is stored instead, unless there is one already.
    #[inline]
    fn noted<V>(&mut self, outcome: Result<V, ParseError>) -> Option<V> {
        outcome.map_err(|error| self.error.get_or_insert(error.into())).ok()
    }

    #[inline]
    fn with_scheme(mut self, scheme: impl IntoComponent<'a, Scheme<'static>>) -> Self {
        self.scheme = self.noted(scheme.into_text());
        self
    }
}

impl<G: Grammar> UriReference<String, G> {
    /// Returns a builder of a reference, which is empty if no component is set.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let reference = UriReference::builder().scheme("urn").path("isbn:0451450523").build()?;
    /// assert_eq!(reference, "urn:isbn:0451450523");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    #[inline]
    pub const fn builder<'a>() -> Builder<'a, Self> {
        Builder::new()
    }
}

impl<G: Grammar> Uri<String, G> {
    /// Returns a builder of a URI or IRI with this scheme.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// assert_eq!(Uri::builder("mailto").path("a@example.com").build()?, "mailto:a@example.com");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    #[inline]
    pub fn builder<'a>(scheme: impl IntoComponent<'a, Scheme<'static>>) -> Builder<'a, Self> {
        Builder::new().with_scheme(scheme)
    }
}

impl<G: Grammar> AbsoluteUri<String, G> {
    /// Returns a builder of an absolute URI or IRI with this scheme.
    ///
    /// ```
    /// use urigram::AbsoluteUri;
    ///
    /// assert_eq!(AbsoluteUri::builder("http").host("example.com").build()?, "http://example.com");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    #[inline]
    pub fn builder<'a>(scheme: impl IntoComponent<'a, Scheme<'static>>) -> Builder<'a, Self> {
        Builder::new().with_scheme(scheme)
    }
}

impl<G: Grammar> RelativeRef<String, G> {
    /// Returns a builder of a relative reference, which is empty if no component is set.
    ///
    /// ```
    /// use urigram::RelativeRef;
    ///
    /// assert_eq!(RelativeRef::builder().path("../a").query("b").build()?, "../a?b");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    #[inline]
    pub const fn builder<'a>() -> Builder<'a, Self> {
        Builder::new()
    }
}

impl<'a, G: Grammar> Builder<'a, UriReference<String, G>> {
    /// Sets the scheme (section 3.1).
    ///
    /// ```
    /// # use urigram::UriReference;
    /// assert_eq!(UriReference::builder().scheme("s").build()?, "s:");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    #[inline]
    pub fn scheme(self, scheme: impl IntoComponent<'a, Scheme<'static>>) -> Self {
        self.with_scheme(scheme)
    }
}

impl<'a, R: Buildable> Builder<'a, R> {
    /// Sets the authority (section 3.2): userinfo, host and port at once.
    ///
    /// ```
    /// # use urigram::RelativeRef;
    /// assert_eq!(RelativeRef::builder().authority("user@example.com:80").build()?, "//user@example.com:80");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    #[inline]
    pub fn authority(mut self, authority: impl IntoComponent<'a, Authority<'static, R::Grammar>>) -> Self {
        if let Some((text, of)) = self.noted(value::authority::<R::Grammar>(authority)) {
            let has = |part| of.defined & part != 0;
            let (userinfo, port) = (of.userinfo as usize, text.len() - of.port as usize);
            let host = userinfo + usize::from(has(defined::USERINFO));
            self.userinfo = has(defined::USERINFO).then(|| part(&text, 0..userinfo));
            self.host = Some(part(&text, host..host + of.host as usize));
            self.host_kind = of.host_kind;
            self.port = has(defined::PORT).then(|| part(&text, port..text.len()));
        }
        self
    }

    /// Sets the userinfo of the authority (section 3.2.1).
    ///
    /// ```
    /// # use urigram::{RelativeRef, Userinfo};
    /// let builder = RelativeRef::builder().userinfo(Userinfo::encode("me@home")).host("example.com");
    /// assert_eq!(builder.build()?, "//me%40home@example.com");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    #[inline]
    pub fn userinfo(mut self, userinfo: impl IntoComponent<'a, Userinfo<'static, R::Grammar>>) -> Self {
        self.userinfo = self.noted(userinfo.into_text());
        self
    }

    /// Sets the host of the authority (section 3.2.2). A name with the form of an IPv4 address becomes one.
    ///
    /// ```
    /// use std::net::Ipv6Addr;
    /// # use urigram::RelativeRef;
    ///
    /// assert_eq!(RelativeRef::builder().host("example.com").build()?, "//example.com");
    /// assert_eq!(RelativeRef::builder().host(Ipv6Addr::LOCALHOST).build()?, "//[::1]");
    /// assert_eq!(RelativeRef::builder().host("").path("/a").build()?, "///a");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    #[inline]
    pub fn host(mut self, host: impl IntoComponent<'a, Host<'static, R::Grammar>>) -> Self {
        if let Some((text, kind)) = self.noted(value::host::<R::Grammar>(host)) {
            self.host = Some(text);
            self.host_kind = kind;
        }
        self
    }

    /// Sets the port of the authority (section 3.2.3).
    ///
    /// ```
    /// # use urigram::RelativeRef;
    /// assert_eq!(RelativeRef::builder().host("h").port(8042).build()?, "//h:8042");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    #[inline]
    pub fn port(mut self, port: impl IntoComponent<'a, Port<'static>>) -> Self {
        self.port = self.noted(port.into_text());
        self
    }

    /// Sets the path (section 3.3), and replaces segments that were added before. For raw data, see
    /// [`segments`](Self::segments).
    ///
    /// ```
    /// # use urigram::{Path, RelativeRef};
    /// assert_eq!(RelativeRef::builder().path("/a%20b").build()?, "/a%20b");
    /// assert_eq!(RelativeRef::builder().path(Path::encode("/a b")).build()?, "/a%20b");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    #[inline]
    pub fn path(mut self, path: impl IntoComponent<'a, Path<'static, R::Grammar>>) -> Self {
        self.path = self.noted(path.into_text()).unwrap_or_default();
        self
    }

    /// Adds segments to the path (section 3.3), each with a `/` before it, unless the path ends in one. Text
    /// is raw data and is percent-encoded, so a `/` in it does not delimit segments; a [`Segment`] is added
    /// as written. A segment that is `.` or `..`, percent-encoded or not, is an error.
    ///
    /// ```
    /// # use urigram::Uri;
    /// let uri = Uri::builder("http").host("example.com").segments(["a/b", "c"]).build()?;
    /// assert_eq!(uri, "http://example.com/a%2Fb/c");
    ///
    /// let uri = Uri::builder("http").host("example.com").path("/users/").segments(["AC/DC", "#1"]).build()?;
    /// assert_eq!(uri, "http://example.com/users/AC%2FDC/%231");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    pub fn segments<'s, S: IntoComponent<'s, Segment<'static, R::Grammar>>>(
        mut self,
        segments: impl IntoIterator<Item = S>,
    ) -> Self {
        for segment in segments {
            let Some(segment) = self.noted(segment.into_text()) else { continue };
            if Segment::<R::Grammar>::new(&segment).is_dot_segment() {
                self.error.get_or_insert(BuildError::DotSegment);
            }
            let path = self.path.to_mut();
            if !path.ends_with('/') {
                path.push('/');
            }
            path.push_str(&segment);
        }
        self
    }

    /// Sets a component with the given method of the builder if there is a value; otherwise changes nothing.
    ///
    /// ```
    /// # use urigram::{Builder, Uri};
    /// fn link(port: Option<u16>, query: Option<&str>) -> Result<Uri, urigram::BuildError> {
    ///     let builder = Uri::builder("http").host("example.com");
    ///     builder.optional(port, Builder::port).optional(query, Builder::query).build()
    /// }
    /// assert_eq!(link(None, Some("a=b"))?, "http://example.com?a=b");
    /// assert_eq!(link(Some(8042), None)?, "http://example.com:8042");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    #[inline]
    pub fn optional<V>(self, value: Option<V>, give: impl FnOnce(Self, V) -> Self) -> Self {
        match value {
            Some(value) => give(self, value),
            None => self,
        }
    }

    /// Sets the query (section 3.4).
    ///
    /// ```
    /// # use urigram::{Query, RelativeRef};
    /// assert_eq!(RelativeRef::builder().query("a=b").build()?, "?a=b");
    /// assert_eq!(RelativeRef::builder().query(Query::encode("#1")).build()?, "?%231");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    #[inline]
    pub fn query(mut self, query: impl IntoComponent<'a, Query<'static, R::Grammar>>) -> Self {
        self.query = self.noted(query.into_text());
        self
    }

    /// Sets the fragment (section 3.5), which an absolute URI cannot have.
    ///
    /// ```
    /// # use urigram::RelativeRef;
    /// assert_eq!(RelativeRef::builder().fragment("nose").build()?, "#nose");
    /// # Ok::<(), urigram::BuildError>(())
    /// ```
    #[inline]
    pub fn fragment(mut self, fragment: impl IntoComponent<'a, Fragment<'static, R::Grammar>>) -> Self
    where
        R: MayHaveFragment,
    {
        self.fragment = self.noted(fragment.into_text());
        self
    }

    /// Builds the reference. Linear in its length, with one allocation of exactly that length.
    ///
    /// # Errors
    ///
    /// If a component is not valid, if the components cannot be combined (sections 3.2, 3.3 and 4.2), if the
    /// reference would be [too long](crate#limits), or if a grammar that the library was built from instead
    /// of `uri.pest` does not accept it.
    ///
    /// ```
    /// use urigram::{BuildError, RelativeRef, Rule};
    ///
    /// let builder = RelativeRef::builder;
    /// assert_eq!(builder().host("h").path("a").build(), Err(BuildError::PathAfterAuthority));
    /// assert_eq!(builder().path("//a").build(), Err(BuildError::ReadsAsAuthority));
    /// assert_eq!(builder().path("a:b").build(), Err(BuildError::ReadsAsScheme(1)));
    /// assert_eq!(builder().port(80).build(), Err(BuildError::NoHost(Rule::port)));
    /// ```
    #[inline]
    pub fn build(self) -> Result<R, BuildError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let pieces = Pieces {
            scheme: self.scheme.as_deref(),
            userinfo: self.userinfo.as_deref(),
            host: self.host.as_deref(),
            port: self.port.as_deref(),
            path: &self.path,
            query: self.query.as_deref(),
            fragment: self.fragment.as_deref(),
        };
        fits_together(&pieces)?;
        let len = pieces.len().ok_or(BuildError::TooLong)?;
        let mut text = String::with_capacity(len as usize);
        let components = pieces.write(self.host_kind, &mut text);
        let components = known::<R::Grammar>(R::RULE, &text, components).map_err(GrammarError::rejected)?;
        Ok(R::known(UriReference { text, components, grammar: PhantomData }))
    }
}

/// Shows the components without the password in the userinfo, or in the path of a `sip` URI.
impl<R> fmt::Debug for Builder<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let userinfo =
            self.userinfo.as_deref().map(|userinfo| without_password(userinfo, Some(0..userinfo.len())));
        let (path, query) = self.without_password_of_sip();
        f.debug_struct("Builder")
            .field("scheme", &self.scheme)
            .field("userinfo", &userinfo)
            .field("host", &self.host)
            .field("port", &self.port)
            .field("path", &path)
            .field("query", &query)
            .field("fragment", &self.fragment)
            .field("error", &self.error)
            .finish()
    }
}

impl<R> Builder<'_, R> {
    /// Returns the path and the query without the password of a `sip` URI, whose userinfo is part of them.
    fn without_password_of_sip(&self) -> (Cow<'_, str>, Option<Cow<'_, str>>) {
        let (path, query) = (Cow::Borrowed(self.path.as_ref()), self.query.as_deref());
        let scheme = self.scheme.as_deref().filter(|_| self.host.is_none()).unwrap_or_default();
        let rest = [path.as_ref(), query.map_or("", |_| "?"), query.unwrap_or_default()].concat();
        match without_password(&rest, end_in_sip(scheme, &rest).map(|end| 0..end)) {
            Cow::Borrowed(_) => (path, query.map(Cow::Borrowed)),
            Cow::Owned(hidden) => match hidden.split_once('?') {
                Some((path, query)) => (path.to_owned().into(), Some(query.to_owned().into())),
                // A `?` that is part of the password is hidden with it.
                None => (hidden.into(), None),
            },
        }
    }
}

/// Checks that the recomposed text is parsed to the same components.
#[inline]
fn fits_together(pieces: &Pieces<'_>) -> Result<(), BuildError> {
    let path = pieces.path;
    if pieces.host.is_some() {
        let fits = path.is_empty() || path.starts_with('/');
        return if fits { Ok(()) } else { Err(BuildError::PathAfterAuthority) };
    }
    if pieces.userinfo.is_some() {
        Err(BuildError::NoHost(Rule::userinfo))
    } else if pieces.port.is_some() {
        Err(BuildError::NoHost(Rule::port))
    } else if guard::reads_as_authority(path) {
        Err(BuildError::ReadsAsAuthority)
    } else if pieces.scheme.is_none() && guard::reads_as_scheme(path) {
        Err(BuildError::ReadsAsScheme(path.find(':').invariant("what reads as a scheme has a colon")))
    } else {
        Ok(())
    }
}

/// Returns a part of a text, borrowed if the text is.
#[inline]
fn part<'a>(text: &Cow<'a, str>, range: Range<usize>) -> Cow<'a, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.get(range).invariant("parts lie in the authority")),
        Cow::Owned(text) => Cow::Owned(text.get(range).invariant("parts lie in the authority").into()),
    }
}
