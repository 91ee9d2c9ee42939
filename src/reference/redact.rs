//! References without passwords (section 3.2.1) and other secrets, for logs and messages.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "offsets within the text, which has at most `LONGEST` bytes"
)]

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::generic::UriReference;
use crate::bytes::{HIDDEN, end_in_sip, password};
use crate::grammar::{Components, Grammar};
use crate::percent::Decoded;

/// Characters besides `&` that may precede a key in a query that consists of pairs.
const IN_QUERY: &[char] = &[';'];
/// Characters that may precede a key in a fragment, which may contain a path and a query.
const IN_FRAGMENT: &[char] = &[';', '/', '?'];

/// Returns the range of the userinfo of a text with these components: in the authority, or in the path of
/// a `sip` URI.
pub(crate) fn userinfo(text: &str, at: &Components) -> Option<Range<usize>> {
    at.userinfo().or_else(|| {
        let scheme = at.scheme().filter(|_| at.authority().is_none())?.end;
        let start = scheme + ":".len();
        Some(start..start + end_in_sip(text.get(..scheme)?, text.get(start..)?)?)
    })
}

/// A reference without secrets, from [`UriReference::redacted`].
///
/// Secrets in other parts are shown. Examples are a path, as in `jdbc:postgresql://user:secret@example.com/`
/// (only the password of a `sip` URI is hidden), and the values of other keys, as in
/// `?next=http://user:secret@example.com/`.
///
/// ```
/// use urigram::Uri;
///
/// let uri = Uri::parse("http://user:secret@example.com/?page=2&token=123#top")?;
/// assert_eq!(uri.redacted().to_string(), "http://user:***@example.com/?page=2&token=123#top");
/// assert_eq!(uri.redacted().without_userinfo().to_string(), "http://example.com/?page=2&token=123#top");
/// assert_eq!(
///     uri.redacted().hiding(&["token"]).to_string(),
///     "http://user:***@example.com/?page=2&token=***#top",
/// );
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone)]
#[must_use = "nothing is shown until the value is formatted"]
pub struct Redacted<'r> {
    text: &'r str,
    at: &'r Components,
    keys: Vec<&'r str>,
    without_userinfo: bool,
}

impl<T: AsRef<str>, G: Grammar> UriReference<T, G> {
    /// Returns a value that displays the reference with its password hidden: the part of the userinfo after its first `:` is
    /// replaced by `***`, unless it is empty (section 3.2.1). A `%3A` counts as a `:`. The result is a valid reference.
    /// [`Redacted`] has methods that hide more.
    ///
    /// The userinfo of a `sip` or `sips` URI is the text before the `@` in the path (RFC 3261, section 19.1.1), and
    /// its password is hidden too. For other schemes, the path is not searched.
    ///
    /// `Debug` hides passwords too. `Display`, `as_str` and serialization include them.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let uri = Uri::parse("ftp://user:secret@example.com/")?;
    /// assert_eq!(uri.redacted().to_string(), "ftp://user:***@example.com/");
    /// assert_eq!(format!("{uri:?}"), "Uri(\"ftp://user:***@example.com/\")");
    ///
    /// let uri = Uri::parse("sip:alice:secret@example.com;transport=tcp")?;
    /// assert_eq!(uri.redacted().to_string(), "sip:alice:***@example.com;transport=tcp");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn redacted(&self) -> Redacted<'_> {
        Redacted { text: self.text(), at: self.components(), keys: Vec::new(), without_userinfo: false }
    }
}

impl<'r> Redacted<'r> {
    /// Also replaces the values of these keys in the query and the fragment by `***`. Further calls add keys.
    ///
    /// A key begins at the start of the query or the fragment, or after a `&` or `;`, and in a fragment also
    /// after a `/` or `?`. A key ends at a `=`, and its value ends at the next `&`. Keys are compared after decoding
    /// them as UTF-8, ignoring the case of ASCII letters. A `+` matches both a `+` and a space. Takes time in
    /// proportion to the length times the number of keys.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let reference = UriReference::parse("?Api%20Key=1&key=2;secret=3")?;
    /// let redacted = reference.redacted().hiding(&["api key", "secret"]);
    /// assert_eq!(redacted.to_string(), "?Api%20Key=***&key=2;secret=***");
    ///
    /// // A response of OAuth's implicit grant (RFC 6749, section 4.2.2).
    /// let reference = UriReference::parse("/cb#access_token=2YotnFZFEjr1zCsicMWpAA&expires_in=3600")?;
    /// let redacted = reference.redacted().hiding(&["access_token"]);
    /// assert_eq!(redacted.to_string(), "/cb#access_token=***&expires_in=3600");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn hiding(mut self, keys: &[&'r str]) -> Self {
        self.keys.extend_from_slice(keys);
        self
    }

    /// Also removes the userinfo and its `@`.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let reference = UriReference::parse("//user@example.com")?;
    /// assert_eq!(reference.redacted().without_userinfo().to_string(), "//example.com");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn without_userinfo(mut self) -> Self {
        self.without_userinfo = true;
        self
    }

    /// Returns the ranges to hide, in order, and their replacements.
    fn hidden(&self) -> Vec<(Range<usize>, &'static str)> {
        let mut hidden = Vec::new();
        if let Some(userinfo) = userinfo(self.text, self.at) {
            if self.without_userinfo {
                let after_at =
                    || userinfo.end + usize::from(self.text.as_bytes().get(userinfo.end) == Some(&b'@'));
                let host = self.at.host().map_or_else(after_at, |host| host.start);
                hidden.push((userinfo.start..host, ""));
            } else if let Some(password) = password(self.slice(userinfo.clone())) {
                hidden.push((userinfo.start + password.start..userinfo.end, HIDDEN));
            }
        }
        let parts = [(self.at.query(), IN_QUERY), (self.at.fragment(), IN_FRAGMENT)];
        for (part, delimiters) in parts.into_iter().filter(|_| !self.keys.is_empty()) {
            let part = part.unwrap_or_default();
            let mut start = part.start;
            for pair in self.slice(part).split('&') {
                if let Some(value) = self.secret(pair, delimiters) {
                    hidden.push((start + value..start + pair.len(), HIDDEN));
                }
                start += pair.len() + "&".len();
            }
        }
        // Ranges may be out of order, because the userinfo of a `sip` URI may end in the query of the generic syntax.
        hidden.sort_by_key(|(range, _)| range.start);
        hidden
    }

    fn slice(&self, range: Range<usize>) -> &'r str {
        self.text.get(range).expect("components lie in the text")
    }

    /// Returns the start of the value of the first key to hide, unless the value is empty. A key is at the start of
    /// the pair or follows one of the delimiters.
    fn secret(&self, pair: &str, delimiters: &[char]) -> Option<usize> {
        let mut start = 0;
        for parameter in pair.split(delimiters) {
            let secret = parameter.split_once('=').filter(|(key, _)| self.is_secret(key));
            if let Some((key, _)) = secret {
                let value = start + key.len() + 1;
                return (value < pair.len()).then_some(value);
            }
            start += parameter.len() + 1;
        }
        None
    }

    fn is_secret(&self, key: &str) -> bool {
        let is = |secret: &&str| {
            let same = |key: Decoded<'_>| key.to_bytes().eq_ignore_ascii_case(secret.as_bytes());
            same(Decoded::new(key)) || same(Decoded::form(key))
        };
        self.keys.iter().any(is)
    }
}

impl fmt::Display for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = 0;
        for (range, instead) in self.hidden() {
            if shown <= range.start {
                f.write_str(self.slice(shown..range.start))?;
                f.write_str(instead)?;
            }
            shown = shown.max(range.end);
        }
        f.write_str(self.slice(shown..self.text.len()))
    }
}

/// Shows the redacted reference.
impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Redacted").field(&self.to_string()).finish()
    }
}
