//! What is up to the caller when a reference is resolved.

/// How references are resolved: by section 5.2 of RFC 3986, or as the options say.
///
/// ```
/// use urigram::{Resolver, Uri, UriReference};
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
    pub(super) checked: bool,
    pub(super) deny_guard: bool,
    pub(super) draft_1996: bool,
}

impl Resolver {
    /// A strict resolver, which follows section 5.2 to the letter, but for the [guard](Self::deny_guard) `/.`.
    pub const fn new() -> Self {
        Self { lenient: false, checked: false, deny_guard: false, draft_1996: false }
    }

    /// Whether a scheme in the reference is ignored if it is that of the base, as the parser of section
    /// 5.2.2 does that is not strict. Schemes are compared without case. Off by default.
    ///
    /// ```
    /// use urigram::{Resolver, Uri, UriReference};
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

    /// Whether more `..` than there are levels above are an
    /// [error](crate::ResolveError::AboveRoot), which says how many. Section 5.2.4 drops them, which is the
    /// default. Those in the path of the base count too, where the path of the reference is put after it.
    #[must_use]
    pub const fn checked(self, checked: bool) -> Self {
        Self { checked, ..self }
    }

    /// Whether it is an [error](crate::ResolveError::ReadsAsAuthority) if a path would begin with `//` where
    /// there is no authority. Otherwise it gets the guard `/.` before it, which is the default: no option gives
    /// the text without the guard, which would be that of another URI. A reference that has the guard itself,
    /// such as `f:/.//g`, is denied as well.
    ///
    /// ```
    /// use urigram::{Resolver, Uri, UriReference};
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

    /// Whether to resolve as section 6 of draft-fielding-url-syntax-01 has it, of 1996. It is for study:
    /// it leaves `..` where there is no level above, leaves dot segments after a leading `/`, takes `?y` for
    /// a path and removes dot segments in queries. Off by default.
    ///
    /// Where the draft's steps and the examples of its Appendix C disagree, as for `?y` and `g?y/./x`, it is
    /// the examples that hold.
    ///
    /// ```
    /// use urigram::{Resolver, Uri, UriReference};
    ///
    /// let (base, reference) = (Uri::parse("http://a/b/c/d;p?q")?, UriReference::parse("?y")?);
    /// assert_eq!(base.resolve(&reference).unwrap(), "http://a/b/c/d;p?y");
    /// assert_eq!(Resolver::new().draft_1996(true).resolve(&base, &reference).unwrap(), "http://a/b/c/?y");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[must_use]
    pub const fn draft_1996(self, draft_1996: bool) -> Self {
        Self { draft_1996, ..self }
    }
}

impl Default for Resolver {
    fn default() -> Self {
        Self::new()
    }
}
