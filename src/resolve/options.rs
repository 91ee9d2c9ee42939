//! The options of resolution.

/// Resolves references according to section 5.2 of RFC 3986, with options.
///
/// ```
/// use urigram::resolve::Resolver;
/// use urigram::{Uri, UriReference};
///
/// let base = Uri::parse("http://a/b/c/d;p?q")?;
/// let resolver = Resolver::new().lenient(true);
/// let mut buffer = String::new();
/// for (reference, target) in [("../g", "http://a/b/g"), ("http:g", "http://a/b/c/g")] {
///     let reference = UriReference::parse(reference)?;
///     assert_eq!(resolver.resolve_into(&base, &reference, &mut buffer).unwrap(), target);
/// }
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Resolver {
    pub(super) lenient: bool,
    pub(crate) deny_above_root: bool,
    pub(super) deny_guard: bool,
}

impl Resolver {
    /// Returns a strict resolver, which follows section 5.2 exactly except for the [guard](Self::deny_guard)
    /// `/.`.
    pub const fn new() -> Self {
        Self { lenient: false, deny_above_root: false, deny_guard: false }
    }

    /// Sets whether a scheme in the reference is ignored if it is the scheme of the base, as section 5.2.2
    /// allows for a parser that is not strict. Schemes are compared without regard to case. Off by default.
    ///
    /// ```
    /// use urigram::resolve::Resolver;
    /// use urigram::{Uri, UriReference};
    ///
    /// let (base, reference) = (Uri::parse("http://a/b/c")?, UriReference::parse("HTTP:g")?);
    /// assert_eq!(base.resolve(&reference).unwrap(), "HTTP:g");
    /// assert_eq!(Resolver::new().lenient(true).resolve(&base, &reference).unwrap(), "http://a/b/g");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[must_use]
    pub const fn lenient(self, lenient: bool) -> Self {
        Self { lenient, ..self }
    }

    /// Sets whether a path with more `..` than segments to remove is an [error](super::ResolveError::AboveRoot), which has
    /// the number of excess `..`. By default, they are dropped, as in section 5.2.4. If the path of the reference is appended
    /// to the path of the base, the `..` in the base count too.
    #[must_use]
    pub const fn deny_above_root(self, deny_above_root: bool) -> Self {
        Self { deny_above_root, ..self }
    }

    /// Sets whether a target without an authority whose path would begin with `//` is an
    /// [error](super::ResolveError::ReadsAsAuthority). By default the guard `/.` is written before such a path. There is no
    /// option to omit the guard, because the text would be another URI. A reference that already has the guard, such as
    /// `f:/.//g`, is an error too.
    ///
    /// ```
    /// use urigram::resolve::Resolver;
    /// use urigram::{Uri, UriReference};
    ///
    /// let (base, reference) = (Uri::parse("f:/a")?, UriReference::parse(".//g")?);
    /// assert_eq!(base.resolve(&reference).unwrap(), "f:/.//g");
    /// assert!(Resolver::new().deny_guard(true).resolve(&base, &reference).is_err());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[must_use]
    pub const fn deny_guard(self, deny_guard: bool) -> Self {
        Self { deny_guard, ..self }
    }
}

impl Default for Resolver {
    fn default() -> Self {
        Self::new()
    }
}
