//! The rules that a scheme may have beyond the generic syntax (section 6.2.3).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// The rules of a scheme by which its URIs are normalized (section 6.2.3).
///
/// The default methods have no rules: the URIs of the scheme are normalized by the syntax alone.
/// Implementations should be idempotent: applied to their own result, they change nothing.
///
/// Percent-encoded octets in the results of these methods are normalized: their digits are converted to upper
/// case, and unreserved characters are decoded. The URI must then be valid, with exactly these components and
/// without dot segments. Otherwise no rule is applied, and the URI is normalized by the syntax alone.
///
/// ```
/// use std::borrow::Cow;
///
/// use urigram::Uri;
/// use urigram::normalize::{Level, Normalizer};
/// use urigram::scheme::{SchemeRules, Schemes, to_lower_case};
///
/// /// The scheme `example` has the default port 4321 and a case-insensitive path.
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
/// let normalizer = Normalizer::new(Level::Scheme).schemes(&schemes);
/// let uri = Uri::parse("example://host:4321/A%2FB?C")?;
/// assert_eq!(normalizer.normalize(&uri), "example://host/a%2Fb?C");
/// # Ok::<(), urigram::ParseError>(())
/// ```
pub trait SchemeRules: Send + Sync {
    /// Returns the specification of the rules, such as `RFC 9110, section 4.2.1`.
    fn specification(&self) -> Option<&str> {
        None
    }

    /// Returns the port of URIs without a port (section 3.2.3).
    fn default_port(&self) -> Option<u16> {
        None
    }

    /// Returns whether an empty path, after an authority, is equivalent to `/`.
    fn empty_path_is_slash(&self) -> bool {
        false
    }

    /// Returns whether a URI must have a host that is not empty. The caller has to check this: a URI
    /// without a host is normalized and compared like any other.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::scheme::Schemes;
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

    /// Returns the host, in lower case, of URIs whose host is empty, and of URIs without an authority whose
    /// path begins with `/`.
    fn default_host(&self) -> Option<&str> {
        None
    }

    /// Returns the normal form of a path that is already normalized by the syntax. The second argument is the
    /// query, because in some schemes it continues a structure that begins in the path.
    ///
    /// Without an authority, a path that begins with `//` has the prefix `/.`, as in `/.//a`. If the returned
    /// path omits the prefix, it is added again.
    fn path<'p>(&self, path: &'p str, _query: Option<&str>) -> Cow<'p, str> {
        Cow::Borrowed(path)
    }

    /// Returns the normal form of a query, without its `?`, that is already normalized by the syntax; `None`
    /// if the query is not significant. The path is the same as the argument of [`path`](Self::path).
    fn query<'q>(&self, _path: &str, query: &'q str) -> Option<Cow<'q, str>> {
        Some(Cow::Borrowed(query))
    }
}

// Parameters and header fields are items separated by a delimiter. An item is a name, or a name, `=` and a value.

/// Returns the items sorted by rank, then by name, ignoring case, then by position in the text.
///
/// `rank` receives the text from the start of an item to the end of all items. Allocates four bytes for each item.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "an offset after a delimiter; the rules are applied to at most `u32::MAX` bytes"
)]
pub(super) fn in_order(text: &str, delimiter: char, rank: fn(&str) -> u8) -> impl Iterator<Item = &str> {
    let from = move |start: u32| text.get(start as usize..).expect("items begin in the text");
    let mut starts = Vec::with_capacity(text.matches(delimiter).count() + 1);
    starts.push(0);
    starts.extend(text.match_indices(delimiter).map(|(at, _)| at as u32 + 1));
    starts.sort_unstable_by(|&a, &b| {
        let (one, other) = (from(a), from(b));
        let by_name = || name(one, delimiter).cmp(name(other, delimiter));
        rank(one).cmp(&rank(other)).then_with(by_name).then(a.cmp(&b))
    });
    starts
        .into_iter()
        .map(move |start| from(start).split(delimiter).next().expect("a split has a first part"))
}

/// Returns the bytes of the name of the first item, in lower case. An iterator, because a comparison of a long
/// name with many short ones reads only its start.
pub(super) fn name(text: &str, delimiter: char) -> impl Iterator<Item = u8> {
    let ends = move |byte: u8| byte == b'=' || char::from(byte) == delimiter;
    text.bytes().take_while(move |&byte| !ends(byte)).map(|byte| byte.to_ascii_lowercase())
}

/// Returns whether each item has a name.
pub(super) fn have_names(text: &str, delimiter: char) -> bool {
    text.split(delimiter).all(|item| !item.is_empty() && !item.starts_with('='))
}

/// Returns the normal form, or the borrowed text if they are equal.
pub(super) fn unless_same(text: &str, normal: String) -> Cow<'_, str> {
    if normal == text { text.into() } else { normal.into() }
}
