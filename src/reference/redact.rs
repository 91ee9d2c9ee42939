//! References as they may be shown: without passwords (section 3.2.1) and other secrets.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::generic::UriReference;
use crate::bytes::{HIDDEN, end_in_sip, password};
use crate::grammar::{Components, Grammar};
use crate::invariant::Invariant;
use crate::percent::Decoded;

/// Before keys in a query that is read as pairs, besides `&`.
const IN_QUERY: &[char] = &[';'];
/// Before keys in a fragment, which may have a path and a query in it.
const IN_FRAGMENT: &[char] = &[';', '/', '?'];

/// Where the userinfo lies of a text with these components: in the authority, or in the path of a `sip` URI.
pub(crate) fn userinfo(text: &str, at: &Components) -> Option<Range<usize>> {
    at.userinfo().or_else(|| {
        let scheme = at.scheme().filter(|_| at.authority().is_none())?.end;
        let start = scheme + ":".len();
        Some(start..start + end_in_sip(text.get(..scheme)?, text.get(start..)?)?)
    })
}

/// A reference as it may be shown, from [`UriReference::redacted`].
///
/// Other secrets are shown: those in a path, as in `jdbc:postgresql://user:secret@example.com/`, but for the password
/// of a `sip` URI; and those in the value of a key that is not named, as in `?next=http://user:secret@example.com/`.
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
#[must_use = "nothing is shown before it is formatted"]
pub struct Redacted<'r> {
    text: &'r str,
    at: &'r Components,
    keys: Vec<&'r str>,
    without_userinfo: bool,
}

impl<T: AsRef<str>, G: Grammar> UriReference<T, G> {
    /// The reference as it may be shown, in a log or to another user: `***` stands for a password, which is
    /// what follows the first `:` of the userinfo, unless that is empty (section 3.2.1). A `%3A` counts as a `:`.
    /// What is shown is a reference again. [`Redacted`] has more to hide.
    ///
    /// A `sip` or `sips` URI has its userinfo before the `@` of the path (RFC 3261, section 19.1.1), and no other
    /// scheme is known to have one there.
    ///
    /// `Debug` hides passwords too. `Display`, `as_str` and what is serialized are the text.
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
        Redacted { text: self.as_str(), at: self.components(), keys: Vec::new(), without_userinfo: false }
    }
}

impl<'r> Redacted<'r> {
    /// The same, and `***` stands for the values that these keys have in the query and the fragment, as for those
    /// of keys named before.
    ///
    /// A key begins the query or the fragment, or follows a `&` or `;`, in a fragment also a `/` or `?`; and it ends
    /// at the `=` before its value, which goes on to the next `&`. Keys are compared decoded, as UTF-8 and with `+`
    /// for a space too, and without regard to the case of ASCII letters. That takes time in proportion to the length
    /// times the number of keys.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let reference = UriReference::parse("?Api%20Key=1&key=2;secret=3")?;
    /// let redacted = reference.redacted().hiding(&["api key", "secret"]);
    /// assert_eq!(redacted.to_string(), "?Api%20Key=***&key=2;secret=***");
    ///
    /// // An answer of OAuth's implicit grant (RFC 6749, section 4.2.2).
    /// let reference = UriReference::parse("/cb#access_token=2YotnFZFEjr1zCsicMWpAA&expires_in=3600")?;
    /// let redacted = reference.redacted().hiding(&["access_token"]);
    /// assert_eq!(redacted.to_string(), "/cb#access_token=***&expires_in=3600");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn hiding(mut self, keys: &[&'r str]) -> Self {
        self.keys.extend_from_slice(keys);
        self
    }

    /// The same without the userinfo and its `@`.
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

    /// What is hidden, in the order in which it begins, and what is shown instead.
    fn hidden(&self) -> Vec<(Range<usize>, &'static str)> {
        let mut hidden = Vec::new();
        if let Some(userinfo) = userinfo(self.text, self.at) {
            if self.without_userinfo {
                let host = self.at.host().map_or(userinfo.end + "@".len(), |host| host.start);
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
        // The userinfo of a `sip` URI may end in what is the query by the syntax.
        hidden.sort_by_key(|(range, _)| range.start);
        hidden
    }

    fn slice(&self, range: Range<usize>) -> &'r str {
        self.text.get(range).invariant("components lie in the text")
    }

    /// Where the first value begins that is to be hidden, and is there to hide. Its key is the first of the pair,
    /// or follows one of these.
    fn secret(&self, pair: &str, delimiters: &[char]) -> Option<usize> {
        let mut start = 0;
        for parameter in pair.split(delimiters) {
            if let Some((key, _)) = parameter.split_once('=')
                && self.is_secret(key)
            {
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

/// As it may be shown.
impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Redacted").field(&self.to_string()).finish()
    }
}
