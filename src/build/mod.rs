// Building: from components to a reference (section 5.3).
//
// In: the components, one by one, each as a type of `component`, as a string, or as raw data, which are encoded.
// Out: a reference of the requested type, recomposed by `layout`, or a `BuildError` with the component at fault.
// `target` defines which types can be built and which of them can have a fragment; `piece` stores the texts of the
// components.
// Next: none; `convert` returns the same errors.

//! Building references from their components (section 5.3): [`Uri::builder`](crate::generic::Uri::builder)
//! returns a [`Builder`].

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

mod error;
mod piece;
mod target;

pub use error::BuildError;
use piece::{Owned, Piece};
pub use target::{Buildable, MayHaveFragment};

use crate::bytes::{end_in_sip, without_password};
use crate::component::{
    Authority, Fragment, Host, IntoComponent, Path, Port, Query, Scheme, Segment, Userinfo, value,
};
use crate::grammar::{AuthorityParts, Code, Grammar, GrammarError, ParseError, Rule, known};
use crate::layout::{Pieces, guard};
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

/// A builder of a reference `R` from its components, which can be set in any order. Setting a component again
/// replaces it, but an invalid value is an error even if it is replaced.
///
/// Each type of reference has a function `builder`. The type determines which components are required and which are
/// possible: a [`Uri`](crate::Uri) requires a scheme, an [`AbsoluteUri`](crate::AbsoluteUri) has no fragment, and a
/// [`RelativeRef`](crate::RelativeRef) has no scheme. [`IntoComponent`] lists the values that each component
/// can be set to.
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
/// # Ok::<(), urigram::build::BuildError>(())
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
/// The reference has exactly the components that were set: if they cannot be combined, `build` returns an error and does not
/// add `/.` or `./` to the path.
#[derive(Clone)]
#[must_use = "nothing is built before `build`"]
pub struct Builder<'a, R> {
    scheme: Option<Piece<'a>>,
    /// An authority that was set as a whole. It is divided when one of its parts is set.
    authority: Option<(Piece<'a>, AuthorityParts)>,
    userinfo: Option<Piece<'a>>,
    host: Option<Piece<'a>>,
    host_kind: Code,
    port: Option<Piece<'a>>,
    path: Piece<'a>,
    query: Option<Piece<'a>>,
    fragment: Option<Piece<'a>>,
    /// The owned texts, in one buffer. With a `Cow` for each component, every field would have to be dropped, so the
    /// builder could not stay in registers.
    owned: Owned,
    /// The first error of a component.
    error: Option<BuildError>,
    target: PhantomData<fn() -> R>,
}

impl<'a, R> Builder<'a, R> {
    #[inline]
    const fn new() -> Self {
        Self {
            scheme: None,
            authority: None,
            userinfo: None,
            host: None,
            host_kind: 0,
            port: None,
            path: Piece::EMPTY,
            query: None,
            fragment: None,
            owned: Owned::new(),
            error: None,
            target: PhantomData,
        }
    }

    /// Returns the value, or stores the error unless an earlier one is stored.
    #[inline]
    fn value_or_store<V>(&mut self, result: Result<V, ParseError>) -> Option<V> {
        result.map_err(|error| self.error.get_or_insert(error.into())).ok()
    }

    /// Returns the text as a [`Piece`], or stores the error unless an earlier one is stored.
    #[inline]
    fn piece(&mut self, result: Result<Cow<'a, str>, ParseError>) -> Option<Piece<'a>> {
        self.value_or_store(result).map(|text| self.owned.keep(text))
    }

    /// Divides an authority that was set as a whole into its parts, before one of them is set.
    #[inline]
    fn divide_authority(&mut self) {
        if let Some((authority, parts)) = self.authority.take() {
            [self.userinfo, self.host, self.port] = authority.divided(&parts);
            self.host_kind = parts.host_kind_code();
        }
    }

    #[inline]
    fn with_scheme(mut self, scheme: impl IntoComponent<'a, Scheme<'static>>) -> Self {
        self.scheme = self.piece(scheme.into_text());
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
    /// # Ok::<(), urigram::build::BuildError>(())
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
    /// # Ok::<(), urigram::build::BuildError>(())
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
    /// # Ok::<(), urigram::build::BuildError>(())
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
    /// # Ok::<(), urigram::build::BuildError>(())
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
    /// # Ok::<(), urigram::build::BuildError>(())
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
    /// # Ok::<(), urigram::build::BuildError>(())
    /// ```
    #[inline]
    pub fn authority(mut self, authority: impl IntoComponent<'a, Authority<'static, R::Grammar>>) -> Self {
        if let Some((text, parts)) = self.value_or_store(value::authority::<R::Grammar>(authority)) {
            self.authority = Some((self.owned.keep(text), parts));
            (self.userinfo, self.host, self.port) = (None, None, None);
        }
        self
    }

    /// Sets the userinfo of the authority (section 3.2.1).
    ///
    /// ```
    /// # use urigram::{RelativeRef, Userinfo};
    /// let builder = RelativeRef::builder().userinfo(Userinfo::encode("me@home")).host("example.com");
    /// assert_eq!(builder.build()?, "//me%40home@example.com");
    /// # Ok::<(), urigram::build::BuildError>(())
    /// ```
    #[inline]
    pub fn userinfo(mut self, userinfo: impl IntoComponent<'a, Userinfo<'static, R::Grammar>>) -> Self {
        self.divide_authority();
        self.userinfo = self.piece(userinfo.into_text());
        self
    }

    /// Sets the host of the authority (section 3.2.2). A name with the form of an IPv4 address becomes an address.
    ///
    /// ```
    /// use std::net::Ipv6Addr;
    /// # use urigram::RelativeRef;
    ///
    /// assert_eq!(RelativeRef::builder().host("example.com").build()?, "//example.com");
    /// assert_eq!(RelativeRef::builder().host(Ipv6Addr::LOCALHOST).build()?, "//[::1]");
    /// assert_eq!(RelativeRef::builder().host("").path("/a").build()?, "///a");
    /// # Ok::<(), urigram::build::BuildError>(())
    /// ```
    #[inline]
    pub fn host(mut self, host: impl IntoComponent<'a, Host<'static, R::Grammar>>) -> Self {
        if let Some((text, kind)) = self.value_or_store(value::host::<R::Grammar>(host)) {
            self.divide_authority();
            self.host = Some(self.owned.keep(text));
            self.host_kind = kind;
        }
        self
    }

    /// Sets the port of the authority (section 3.2.3).
    ///
    /// ```
    /// # use urigram::RelativeRef;
    /// assert_eq!(RelativeRef::builder().host("h").port(8042).build()?, "//h:8042");
    /// # Ok::<(), urigram::build::BuildError>(())
    /// ```
    #[inline]
    pub fn port(mut self, port: impl IntoComponent<'a, Port<'static>>) -> Self {
        self.divide_authority();
        self.port = self.piece(port.into_text());
        self
    }

    /// Sets the path (section 3.3), and replaces segments that were added before. For raw data, see
    /// [`segments`](Self::segments).
    ///
    /// ```
    /// # use urigram::{Path, RelativeRef};
    /// assert_eq!(RelativeRef::builder().path("/a%20b").build()?, "/a%20b");
    /// assert_eq!(RelativeRef::builder().path(Path::encode("/a b")).build()?, "/a%20b");
    /// # Ok::<(), urigram::build::BuildError>(())
    /// ```
    #[inline]
    pub fn path(mut self, path: impl IntoComponent<'a, Path<'static, R::Grammar>>) -> Self {
        self.path = self.piece(path.into_text()).unwrap_or(Piece::EMPTY);
        self
    }

    /// Adds segments to the path (section 3.3), each after a `/`, unless the path already ends in one. A string is raw
    /// data and is percent-encoded, so a `/` in it does not delimit segments; a [`Segment`] is added as written. A segment
    /// that is `.` or `..`, percent-encoded or not, is an error. An empty string is a segment: `["users", "", "x"]` gives
    /// `/users//x`, so check for empty data first.
    ///
    /// ```
    /// # use urigram::Uri;
    /// let uri = Uri::builder("http").host("example.com").segments(["a/b", "c"]).build()?;
    /// assert_eq!(uri, "http://example.com/a%2Fb/c");
    ///
    /// let uri = Uri::builder("http").host("example.com").path("/users/").segments(["AC/DC", "#1"]).build()?;
    /// assert_eq!(uri, "http://example.com/users/AC%2FDC/%231");
    /// # Ok::<(), urigram::build::BuildError>(())
    /// ```
    pub fn segments<'s, S: IntoComponent<'s, Segment<'static, R::Grammar>>>(
        mut self,
        segments: impl IntoIterator<Item = S>,
    ) -> Self {
        for segment in segments {
            let Some(segment) = self.value_or_store(segment.into_text()) else { continue };
            if Segment::<R::Grammar>::new(&segment).is_dot_segment() {
                self.error.get_or_insert(BuildError::DotSegment);
            }
            self.path = self.owned.with_segment(self.path, &segment);
        }
        self
    }

    /// Sets a component with the given method of the builder if there is a value; otherwise, changes nothing.
    ///
    /// ```
    /// # use urigram::Uri;
    /// # use urigram::build::Builder;
    /// fn link(port: Option<u16>, query: Option<&str>) -> Result<Uri, urigram::build::BuildError> {
    ///     let builder = Uri::builder("http").host("example.com");
    ///     builder.optional(port, Builder::port).optional(query, Builder::query).build()
    /// }
    /// assert_eq!(link(None, Some("a=b"))?, "http://example.com?a=b");
    /// assert_eq!(link(Some(8042), None)?, "http://example.com:8042");
    /// # Ok::<(), urigram::build::BuildError>(())
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
    /// # Ok::<(), urigram::build::BuildError>(())
    /// ```
    #[inline]
    pub fn query(mut self, query: impl IntoComponent<'a, Query<'static, R::Grammar>>) -> Self {
        self.query = self.piece(query.into_text());
        self
    }

    /// Sets the fragment (section 3.5), which an absolute URI cannot have.
    ///
    /// ```
    /// # use urigram::RelativeRef;
    /// assert_eq!(RelativeRef::builder().fragment("nose").build()?, "#nose");
    /// # Ok::<(), urigram::build::BuildError>(())
    /// ```
    #[inline]
    pub fn fragment(mut self, fragment: impl IntoComponent<'a, Fragment<'static, R::Grammar>>) -> Self
    where
        R: MayHaveFragment,
    {
        self.fragment = self.piece(fragment.into_text());
        self
    }

    /// Builds the reference. Takes time linear in its length, and makes one allocation of exactly that length.
    ///
    /// # Errors
    ///
    /// If a component is not valid, if the components cannot be combined (sections 3.2, 3.3 and 4.2), if the
    /// reference would be [too long](crate#limits), or if a grammar that the library was built from instead
    /// of `uri.pest` does not accept it.
    ///
    /// ```
    /// use urigram::build::BuildError;
    /// use urigram::{RelativeRef, Rule};
    ///
    /// let builder = RelativeRef::builder;
    /// assert_eq!(builder().host("h").path("a").build(), Err(BuildError::PathAfterAuthority));
    /// assert_eq!(builder().path("//a").build(), Err(BuildError::ReadsAsAuthority));
    /// assert_eq!(builder().path("a:b").build(), Err(BuildError::ReadsAsScheme { offset: 1 }));
    /// assert_eq!(builder().port(80).build(), Err(BuildError::NoHost { component: Rule::port }));
    /// ```
    #[inline]
    pub fn build(self) -> Result<R, BuildError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let pieces = self.pieces();
        check_combination(&pieces)?;
        self.recompose(&pieces)
    }

    /// Like [`build`](Self::build), but writes `/.` or `./` before a path that would be read as an authority or as a scheme,
    /// as the [methods that edit](crate::edit) do.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build), without [`BuildError::ReadsAsAuthority`] and [`BuildError::ReadsAsScheme`].
    ///
    /// ```
    /// use urigram::{RelativeRef, Uri};
    ///
    /// assert_eq!(RelativeRef::builder().path("this:that").build_guarded()?, "./this:that");
    /// assert_eq!(Uri::builder("s").path("//a").build_guarded()?, "s:/.//a");
    /// assert_eq!(Uri::builder("s").path("this:that").build_guarded()?, "s:this:that");
    /// # Ok::<(), urigram::build::BuildError>(())
    /// ```
    pub fn build_guarded(self) -> Result<R, BuildError> {
        let pieces = self.pieces();
        let guard = match check_combination(&pieces) {
            Err(BuildError::ReadsAsAuthority) => guard::AGAINST_AUTHORITY,
            Err(BuildError::ReadsAsScheme { .. }) => guard::AGAINST_SCHEME,
            _ => return self.build(),
        };
        if let Some(error) = self.error {
            return Err(error);
        }
        let path = [guard, pieces.path].concat();
        self.recompose(&Pieces { path: &path, ..pieces })
    }

    #[inline]
    fn recompose(&self, pieces: &Pieces<'_>) -> Result<R, BuildError> {
        let len = pieces.len().ok_or(BuildError::TooLong)?;
        let mut text = String::with_capacity(len as usize);
        let components = pieces.write(self.host_kind, &mut text);
        let components = known::<R::Grammar>(R::RULE, &text, components).map_err(GrammarError::rejected)?;
        Ok(R::known(UriReference { text, components, grammar: PhantomData }))
    }
}

impl<'a, R> Builder<'a, R> {
    #[inline]
    fn pieces(&self) -> Pieces<'_> {
        let text = |piece: Option<Piece<'a>>| piece.map(|piece| self.owned.text(piece));
        Pieces {
            scheme: text(self.scheme),
            authority: self.authority.map(|(authority, parts)| (self.owned.text(authority), parts)),
            userinfo: text(self.userinfo),
            host: text(self.host),
            port: text(self.port),
            path: self.owned.text(self.path),
            query: text(self.query),
            fragment: text(self.fragment),
        }
    }
}

/// Formats the components without the password in the userinfo, or in the path of a `sip` URI.
impl<R> fmt::Debug for Builder<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces = self.pieces();
        let authority = pieces.authority.map(|(text, parts)| without_password(text, parts.userinfo()));
        let userinfo = pieces.userinfo.map(|userinfo| without_password(userinfo, Some(0..userinfo.len())));
        let (path, query) = without_password_of_sip(&pieces);
        f.debug_struct("Builder")
            .field("scheme", &pieces.scheme)
            .field("authority", &authority)
            .field("userinfo", &userinfo)
            .field("host", &pieces.host)
            .field("port", &pieces.port)
            .field("path", &path)
            .field("query", &query)
            .field("fragment", &pieces.fragment)
            .field("error", &self.error)
            .finish()
    }
}

/// Returns the path and the query without the password of a `sip` URI, whose userinfo is part of the path, or of the path
/// and the query.
fn without_password_of_sip<'a>(pieces: &Pieces<'a>) -> (Cow<'a, str>, Option<Cow<'a, str>>) {
    let Pieces { path, query, .. } = *pieces;
    let scheme = pieces.scheme.filter(|_| !pieces.has_authority()).unwrap_or_default();
    let rest = [path, query.map_or("", |_| "?"), query.unwrap_or_default()].concat();
    match without_password(&rest, end_in_sip(scheme, &rest).map(|end| 0..end)) {
        Cow::Borrowed(_) => (path.into(), query.map(Cow::Borrowed)),
        Cow::Owned(hidden) => match hidden.split_once('?') {
            Some((path, query)) => (path.to_owned().into(), Some(query.to_owned().into())),
            // A `?` that is part of the password is hidden with it.
            None => (hidden.into(), None),
        },
    }
}

/// Checks that the recomposed text would be parsed to the same components.
#[inline]
fn check_combination(pieces: &Pieces<'_>) -> Result<(), BuildError> {
    let path = pieces.path;
    if pieces.has_authority() {
        let fits = path.is_empty() || path.starts_with('/');
        return if fits { Ok(()) } else { Err(BuildError::PathAfterAuthority) };
    }
    if pieces.userinfo.is_some() {
        Err(BuildError::NoHost { component: Rule::userinfo })
    } else if pieces.port.is_some() {
        Err(BuildError::NoHost { component: Rule::port })
    } else if guard::reads_as_authority(path) {
        Err(BuildError::ReadsAsAuthority)
    } else if pieces.scheme.is_none() && guard::reads_as_scheme(path) {
        Err(BuildError::ReadsAsScheme {
            offset: path.find(':').expect("a path that reads as a scheme has a colon"),
        })
    } else {
        Ok(())
    }
}
