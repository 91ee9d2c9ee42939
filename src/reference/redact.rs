//! References as they may be shown: without passwords (section 3.2.1) and other secrets.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::types::Reference;
use crate::bytes::{HIDDEN, without_password};
use crate::grammar::{Components, Grammar, defined};
use crate::invariant::Invariant;
use crate::percent::Decoded;

/// A reference as it may be shown, from [`Reference::redacted`].
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

impl<T: AsRef<str>, G: Grammar> Reference<T, G> {
    /// The reference as it may be shown, in a log or to another user: `***` stands for a password, which is
    /// what follows the first `:` of the userinfo, unless that is empty (section 3.2.1). What is shown is a
    /// reference again. [`Redacted`] has more to hide.
    ///
    /// `Debug` hides passwords too. `Display`, `as_str` and what is serialized are the text.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let uri = Uri::parse("ftp://user:secret@example.com/")?;
    /// assert_eq!(uri.redacted().to_string(), "ftp://user:***@example.com/");
    /// assert_eq!(format!("{uri:?}"), "Uri(\"ftp://user:***@example.com/\")");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn redacted(&self) -> Redacted<'_> {
        Redacted { text: self.as_str(), at: self.components(), keys: Vec::new(), without_userinfo: false }
    }
}

impl<'r> Redacted<'r> {
    /// The same, and `***` stands for the values that these keys have in the query, as for those of keys named
    /// before. The fragment is not looked at.
    ///
    /// A key begins the query or follows a `&` or `;`, and ends at the `=` before its value, which goes on to
    /// the next `&`. Keys are compared decoded, as UTF-8 and with `+` for a space too, and without regard to
    /// the case of ASCII letters.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let reference = UriReference::parse("?Api%20Key=1&key=2;secret=3")?;
    /// let redacted = reference.redacted().hiding(&["api key", "secret"]);
    /// assert_eq!(redacted.to_string(), "?Api%20Key=***&key=2;secret=***");
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

    fn slice(&self, range: Range<u32>) -> &'r str {
        self.text.get(range.start as usize..range.end as usize).invariant("components lie in the text")
    }

    fn write_query(&self, query: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, pair) in query.split('&').enumerate() {
            if number > 0 {
                f.write_str("&")?;
            }
            match self.secret(pair) {
                Some(value) => {
                    write!(f, "{}{HIDDEN}", pair.get(..value).invariant("a value lies in its pair"))?
                }
                None => f.write_str(pair)?,
            }
        }
        Ok(())
    }

    /// Where the first value begins that is to be hidden, and is there to hide.
    fn secret(&self, pair: &str) -> Option<usize> {
        let mut start = 0;
        for parameter in pair.split(';') {
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
        let at = self.at;
        let mut shown = 0;
        if at.has(defined::USERINFO) {
            f.write_str(self.slice(0..at.userinfo_span().start))?;
            if !self.without_userinfo {
                let userinfo = self.slice(at.userinfo_span().start..at.host_span().start);
                let end = (at.userinfo_span().end - at.userinfo_span().start) as usize;
                f.write_str(&without_password(userinfo, Some(0..end)))?;
            }
            shown = at.host_span().start;
        }
        if at.has(defined::QUERY) && !self.keys.is_empty() {
            f.write_str(self.slice(shown..at.query_start()))?;
            let query = self.slice(at.query_start()..at.query_end());
            self.write_query(query, f)?;
            shown = at.query_end();
        }
        f.write_str(self.slice(shown..at.end()))
    }
}

/// As it may be shown.
impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Redacted").field(&self.to_string()).finish()
    }
}
