//! Changing the pairs of a query.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::mem;

use super::{Codec, Pairs};
use crate::component::Query;
use crate::grammar::{Grammar, Rfc3986};
use crate::percent::Decoded;

/// The pairs of a query, to be changed: the text of a query of one's own.
///
/// Keys and values are raw data, and encoded as they come in. The pairs that an edit leaves alone keep their
/// text, byte for byte. What is empty between two `&` is no pair: to append keeps it, the other edits do not
/// where they change anything.
///
/// ```
/// use urigram::{Query, QueryPairs};
///
/// let mut pairs = QueryPairs::from(Query::parse("b=2&a=%7e&b=3&c")?.pairs());
/// pairs.set("b", "x&y");
/// pairs.append("a", "1 + 1");
/// pairs.remove("c");
/// assert_eq!(pairs.as_str(), "b=x%26y&a=%7e&a=1%20%2B%201");
///
/// pairs.sort();
/// assert_eq!(pairs.as_query(), "a=%7e&a=1%20%2B%201&b=x%26y");
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// Those of an owned reference are changed where they are, by its
/// [`edit_pairs`](crate::Reference::edit_pairs):
///
/// ```
/// use urigram::Uri;
///
/// let mut uri = Uri::parse("http://example.com/?page=1&lang=en")?.to_owned();
/// uri.edit_pairs(|pairs| pairs.set("page", "2"))?;
/// assert_eq!(uri, "http://example.com/?page=2&lang=en");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// INVARIANT: `text` is a query. Each edit leaves parts of one that `&` and `=` delimit, and puts in what the
// encoder of the codec made, with `&` and `=` between.
#[derive(Clone)]
pub struct QueryPairs<G = Rfc3986> {
    text: String,
    codec: Codec,
    grammar: PhantomData<fn() -> G>,
}

impl QueryPairs {
    /// No pairs yet, for a query that is percent-encoded and no more. What delimits pairs is encoded, and so
    /// are `+` and `;`, which other readers take for a space and a delimiter.
    ///
    /// ```
    /// use urigram::QueryPairs;
    ///
    /// let mut pairs = QueryPairs::plain();
    /// pairs.append("when", "12:30 & later");
    /// assert_eq!(pairs.as_str(), "when=12:30%20%26%20later");
    /// ```
    pub const fn plain() -> Self {
        Self { text: String::new(), codec: Codec::Plain, grammar: PhantomData }
    }

    /// No pairs yet, for a query as forms make it: `application/x-www-form-urlencoded`.
    ///
    /// ```
    /// use urigram::QueryPairs;
    ///
    /// let mut pairs = QueryPairs::form();
    /// pairs.append("when", "12:30 & later");
    /// assert_eq!(pairs.as_str(), "when=12%3A30+%26+later");
    /// ```
    pub const fn form() -> Self {
        Self { text: String::new(), codec: Codec::Form, grammar: PhantomData }
    }
}

impl<G: Grammar> QueryPairs<G> {
    /// The text of the query.
    ///
    /// ```
    /// # use urigram::QueryPairs;
    /// let mut pairs = QueryPairs::form();
    /// pairs.append("q", "a b");
    /// assert_eq!(pairs.as_str(), "q=a+b");
    /// ```
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The query.
    ///
    /// ```
    /// # use urigram::QueryPairs;
    /// let mut pairs = QueryPairs::plain();
    /// pairs.append("q", "a b");
    /// assert_eq!(pairs.as_query().decode(), "q=a b");
    /// ```
    pub fn as_query(&self) -> Query<'_, G> {
        Query::new(&self.text)
    }

    /// Gives the text of the query.
    ///
    /// ```
    /// # use urigram::QueryPairs;
    /// let mut pairs = QueryPairs::plain();
    /// pairs.append("a", "1");
    /// let text: String = pairs.into_string();
    /// assert_eq!(text, "a=1");
    /// ```
    pub fn into_string(self) -> String {
        self.text
    }

    /// The pairs, in their order; to read them, or to find one.
    ///
    /// ```
    /// # use urigram::QueryPairs;
    /// let mut pairs = QueryPairs::plain();
    /// pairs.append("a", "1");
    /// assert_eq!(pairs.iter().get("a").unwrap(), "1");
    /// ```
    pub fn iter(&self) -> Pairs<'_, G> {
        Pairs::new(&self.text, self.codec)
    }

    /// Whether there are no pairs.
    ///
    /// ```
    /// # use urigram::{Query, QueryPairs};
    /// assert!(QueryPairs::plain().is_empty());
    /// assert!(QueryPairs::from(Query::parse("&")?.pairs()).is_empty());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Adds a pair at the end.
    ///
    /// ```
    /// # use urigram::QueryPairs;
    /// let mut pairs = QueryPairs::plain();
    /// pairs.append("tag", "x");
    /// pairs.append("tag", "y&z");
    /// assert_eq!(pairs.as_str(), "tag=x&tag=y%26z");
    /// ```
    pub fn append(&mut self, key: impl AsRef<[u8]>, value: impl AsRef<[u8]>) {
        self.push(key.as_ref(), Some(value.as_ref()));
    }

    /// Adds a key without a value and without a `=` at the end. An empty one would be no pair, and changes
    /// nothing.
    ///
    /// ```
    /// # use urigram::QueryPairs;
    /// let mut pairs = QueryPairs::plain();
    /// pairs.append("a", "");
    /// pairs.append_key("b");
    /// pairs.append_key("");
    /// assert_eq!(pairs.as_str(), "a=&b");
    /// ```
    pub fn append_key(&mut self, key: impl AsRef<[u8]>) {
        self.push(key.as_ref(), None);
    }

    /// Gives a key this value: where it is first, and nowhere else; at the end, if no pair has the key.
    /// Linear in the query.
    ///
    /// ```
    /// # use urigram::{Query, QueryPairs};
    /// let mut pairs = QueryPairs::from(Query::parse("page=1&q=a&page=2")?.pairs());
    /// pairs.set("page", "3");
    /// pairs.set("lang", "en");
    /// assert_eq!(pairs.as_str(), "page=3&q=a&lang=en");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn set(&mut self, key: impl AsRef<[u8]>, value: impl AsRef<[u8]>) {
        let (key, value) = (key.as_ref(), value.as_ref());
        let text = self.take();
        let mut set = false;
        for (own, old) in Pairs::<G>::new(&text, self.codec) {
            if own != *key {
                self.push_encoded(own, old);
            } else if !mem::replace(&mut set, true) {
                self.push(key, Some(value));
            }
        }
        if !set {
            self.push(key, Some(value));
        }
    }

    /// Removes all pairs with this key; says whether there was one. Linear in the query.
    ///
    /// ```
    /// # use urigram::{Query, QueryPairs};
    /// let mut pairs = QueryPairs::from(Query::parse("page=1&q=a&page=2")?.pairs());
    /// assert!(pairs.remove("page"));
    /// assert!(!pairs.remove("lang"));
    /// assert_eq!(pairs.as_str(), "q=a");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn remove(&mut self, key: impl AsRef<[u8]>) -> bool {
        let key = key.as_ref();
        let is_there = self.iter().contains(key);
        if is_there {
            self.retain(|own, _| own != *key);
        }
        is_there
    }

    /// Keeps the pairs of which this is true, and removes the rest. Linear in the query.
    ///
    /// ```
    /// # use urigram::{Query, QueryPairs};
    /// let mut pairs = QueryPairs::from(Query::parse("utm_source=x&id=1&utm_medium=y")?.pairs());
    /// pairs.retain(|key, _| !key.to_string_lossy().starts_with("utm_"));
    /// assert_eq!(pairs.as_str(), "id=1");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(Decoded<'_>, Option<Decoded<'_>>) -> bool) {
        let text = self.take();
        for (key, value) in Pairs::<G>::new(&text, self.codec) {
            if keep(key, value) {
                self.push_encoded(key, value);
            }
        }
    }

    /// Sorts the pairs by the octets of their keys; those with the same key stay in their order. Of `n` pairs,
    /// that takes `n` times the logarithm of `n` comparisons of keys, and memory for `n`.
    ///
    /// ```
    /// # use urigram::{Query, QueryPairs};
    /// let mut pairs = QueryPairs::from(Query::parse("b=2&a=1&b=1")?.pairs());
    /// pairs.sort();
    /// assert_eq!(pairs.as_str(), "a=1&b=2&b=1");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn sort(&mut self) {
        let text = self.take();
        let mut pairs: Vec<_> = Pairs::<G>::new(&text, self.codec).collect();
        pairs.sort_by_key(|&(key, _)| key);
        pairs.into_iter().for_each(|(key, value)| self.push_encoded(key, value));
    }

    /// Removes all pairs.
    ///
    /// ```
    /// # use urigram::{Query, QueryPairs};
    /// let mut pairs = QueryPairs::from(Query::parse("a=1&b=2")?.pairs());
    /// pairs.clear();
    /// assert!(pairs.is_empty());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn clear(&mut self) {
        self.text.clear();
    }

    /// The text, of which a new one is made.
    fn take(&mut self) -> String {
        let empty = String::with_capacity(self.text.len());
        mem::replace(&mut self.text, empty)
    }

    fn push(&mut self, key: &[u8], value: Option<&[u8]>) {
        if key.is_empty() && value.is_none() {
            return;
        }
        let encoder = self.codec.encoder::<G>();
        self.delimit();
        encoder.encode(key).append_to(&mut self.text);
        if let Some(value) = value {
            self.text.push('=');
            encoder.encode(value).append_to(&mut self.text);
        }
    }

    fn push_encoded(&mut self, key: Decoded<'_>, value: Option<Decoded<'_>>) {
        self.delimit();
        self.text.push_str(key.as_encoded());
        if let Some(value) = value {
            self.text.push('=');
            self.text.push_str(value.as_encoded());
        }
    }

    fn delimit(&mut self) {
        if !self.text.is_empty() {
            self.text.push('&');
        }
    }
}

/// A copy of the text, in the same codec; of the pairs that are left, if some were taken.
impl<G: Grammar> From<Pairs<'_, G>> for QueryPairs<G> {
    fn from(pairs: Pairs<'_, G>) -> Self {
        Self { text: pairs.rest.into(), codec: pairs.codec, grammar: PhantomData }
    }
}

impl<K: AsRef<[u8]>, V: AsRef<[u8]>, G: Grammar> Extend<(K, V)> for QueryPairs<G> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        pairs.into_iter().for_each(|(key, value)| self.append(key, value));
    }
}

impl<'a, G: Grammar> IntoIterator for &'a QueryPairs<G> {
    type Item = (Decoded<'a>, Option<Decoded<'a>>);
    type IntoIter = Pairs<'a, G>;

    fn into_iter(self) -> Pairs<'a, G> {
        self.iter()
    }
}

/// By the text, and by what it is the text of: in a form, `+` is a space.
impl<G> PartialEq for QueryPairs<G> {
    fn eq(&self, other: &Self) -> bool {
        (&self.text, self.codec) == (&other.text, other.codec)
    }
}

impl<G> Eq for QueryPairs<G> {}

/// The text of the query.
impl<G> fmt::Display for QueryPairs<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl<G> fmt::Debug for QueryPairs<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("QueryPairs").field(&self.text).finish()
    }
}
