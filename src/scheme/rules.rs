//! What one's own scheme may say beyond the generic syntax (section 6.2.3).

use alloc::borrow::Cow;

/// What the specification of a scheme says of its URIs (section 6.2.3), as far as it is a license to
/// normalize them.
///
/// By default nothing: a URI of such a scheme is normalized by the syntax alone. What is implemented should
/// change a URI once, and nothing when it is done again.
///
/// What is wanted is put in the normal form of percent-encoded octets: their digits in upper case, and unreserved
/// characters decoded. It has to be a URI then, with the components that are wanted and without dot segments.
/// Otherwise the rules are not applied at all, and the URI stays as it is by the syntax;
/// [`Normalizer::check_rules`](crate::Normalizer::check_rules) says why.
///
/// ```
/// use std::borrow::Cow;
///
/// use urigram::{Normalizer, Rung, SchemeRules, Schemes, Uri, to_lower_case};
///
/// /// Of `example` URIs the port is 4321 if there is none, and the path is case-insensitive.
/// struct Example;
///
/// impl SchemeRules for Example {
///     fn default_port(&self) -> Option<u16> {
///         Some(4321)
///     }
///
///     fn path<'p>(&self, path: &'p str, _query: Option<&str>) -> Cow<'p, str> {
///         to_lower_case(path)
///     }
/// }
///
/// let schemes = Schemes::new().with("example", Example)?;
/// let normalizer = Normalizer::to(Rung::Scheme).schemes(&schemes);
/// let uri = Uri::parse("example://host:4321/A%2FB?C")?;
/// assert_eq!(normalizer.normalize(&uri), "example://host/a%2Fb?C");
/// # Ok::<(), urigram::ParseError>(())
/// ```
pub trait SchemeRules: Send + Sync {
    /// Where it is specified, such as `RFC 9110, section 4.2.1`.
    fn specification(&self) -> Option<&str> {
        None
    }

    /// The port that is meant where none is given (section 3.2.3).
    fn default_port(&self) -> Option<u16> {
        None
    }

    /// Whether an empty path, after an authority, is equivalent to `/`.
    fn empty_path_is_slash(&self) -> bool {
        false
    }

    /// Whether a URI without a host, or with an empty one, is an error. It is for the caller to ask: such a URI
    /// is normalized and compared as any other.
    ///
    /// ```
    /// use urigram::{Schemes, Uri};
    ///
    /// let uri = Uri::parse("http:///a")?;
    /// let rules = Schemes::new();
    /// let required = rules.get(uri.scheme().as_str()).is_some_and(|rules| rules.requires_host());
    /// assert!(required && uri.host_str() == Some(""));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    fn requires_host(&self) -> bool {
        false
    }

    /// The host that is meant where it is empty, and where there is no authority before a path that begins
    /// with `/`. In lower case.
    fn default_host(&self) -> Option<&str> {
        None
    }

    /// The normal form of a path, which is normal by the syntax. The query is that after it, which by the
    /// scheme may be a part of something that begins in the path.
    ///
    /// Where there is no authority, a path that begins with `//` has `/.` before it, here too: `/.//a`. What
    /// is returned may be without it, and gets it again.
    fn path<'p>(&self, path: &'p str, _query: Option<&str>) -> Cow<'p, str> {
        Cow::Borrowed(path)
    }

    /// The normal form of a query, which is normal by the syntax, without its `?`; none if it does not count.
    /// The path is that before it, as [`path`](Self::path) is given it.
    fn query<'q>(&self, _path: &str, query: &'q str) -> Option<Cow<'q, str>> {
        Some(Cow::Borrowed(query))
    }
}
