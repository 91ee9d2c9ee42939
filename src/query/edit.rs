//! Edits to the pairs of a query.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::{fmt, mem};

use super::{Codec, Glob, Pairs, is_tracking};
use crate::component::Query;
use crate::grammar::{Grammar, Rfc3986};
use crate::percent::Decoded;

/// The pairs of a query as an owned text that can be changed.
///
/// Keys and values are raw data and are encoded when they are added. The text of pairs that an edit does not
/// change is preserved exactly. Two adjacent `&` have no pair between them, and are kept until all pairs are
/// [cleared](Self::clear). Removing a pair also removes one `&`.
///
/// ```
/// use urigram::Query;
/// use urigram::query::QueryPairs;
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
/// The pairs of an owned reference are changed in place with its
/// [`edit_pairs`](crate::generic::UriReference::edit_pairs):
///
/// ```
/// use urigram::Uri;
///
/// let mut uri = Uri::parse("http://example.com/?page=1&lang=en")?.to_owned();
/// uri.edit_pairs(|pairs| pairs.set("page", "2"))?;
/// assert_eq!(uri, "http://example.com/?page=2&lang=en");
/// # Ok::<(), urigram::Error>(())
/// ```
// INVARIANT: `text` is a valid query. It consists of keys and values, which are copied from valid queries or
// written by the codec's encoder, and of separators and `=` between them.
#[derive(Clone)]
pub struct QueryPairs<G = Rfc3986> {
    text: String,
    codec: Codec,
    grammar: PhantomData<fn() -> G>,
}

impl QueryPairs {
    /// Returns an empty percent-encoded query. In keys and values, the delimiters of pairs are encoded, and so are
    /// `+` and `;`, which some parsers read as a space and a delimiter.
    ///
    /// ```
    /// use urigram::query::QueryPairs;
    ///
    /// let mut pairs = QueryPairs::plain();
    /// pairs.append("when", "12:30 & later");
    /// assert_eq!(pairs.as_str(), "when=12:30%20%26%20later");
    /// ```
    pub const fn plain() -> Self {
        Self::of(Codec::PLAIN)
    }

    /// Returns an empty query in the format of forms, `application/x-www-form-urlencoded`.
    ///
    /// ```
    /// use urigram::query::QueryPairs;
    ///
    /// let mut pairs = QueryPairs::form();
    /// pairs.append("when", "12:30 & later");
    /// assert_eq!(pairs.as_str(), "when=12%3A30+%26+later");
    /// ```
    pub const fn form() -> Self {
        Self::of(Codec::FORM)
    }
}

impl<G: Grammar> QueryPairs<G> {
    /// Returns the text of the query.
    ///
    /// ```
    /// # use urigram::query::QueryPairs;
    /// let mut pairs = QueryPairs::form();
    /// pairs.append("q", "a b");
    /// assert_eq!(pairs.as_str(), "q=a+b");
    /// ```
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the query.
    ///
    /// ```
    /// # use urigram::query::QueryPairs;
    /// let mut pairs = QueryPairs::plain();
    /// pairs.append("q", "a b");
    /// assert_eq!(pairs.as_query().decode(), "q=a b");
    /// ```
    pub fn as_query(&self) -> Query<'_, G> {
        Query::new(&self.text)
    }

    /// Returns the text of the query as a string.
    ///
    /// ```
    /// # use urigram::query::QueryPairs;
    /// let mut pairs = QueryPairs::plain();
    /// pairs.append("a", "1");
    /// let text: String = pairs.into_string();
    /// assert_eq!(text, "a=1");
    /// ```
    pub fn into_string(self) -> String {
        self.text
    }

    /// Returns an iterator over the pairs in order.
    ///
    /// ```
    /// # use urigram::query::QueryPairs;
    /// let mut pairs = QueryPairs::plain();
    /// pairs.append("a", "1");
    /// assert_eq!(pairs.iter().get("a").unwrap(), "1");
    /// ```
    pub fn iter(&self) -> Pairs<'_, G> {
        Pairs::new(&self.text, self.codec)
    }

    /// Returns whether there are no pairs.
    ///
    /// ```
    /// # use urigram::Query;
    /// # use urigram::query::QueryPairs;
    /// assert!(QueryPairs::plain().is_empty());
    /// assert!(QueryPairs::from(Query::parse("&")?.pairs()).is_empty());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Appends a pair.
    ///
    /// ```
    /// # use urigram::query::QueryPairs;
    /// let mut pairs = QueryPairs::plain();
    /// pairs.append("tag", "x");
    /// pairs.append("tag", "y&z");
    /// assert_eq!(pairs.as_str(), "tag=x&tag=y%26z");
    /// ```
    pub fn append(&mut self, key: impl AsRef<[u8]>, value: impl AsRef<[u8]>) {
        self.push(key.as_ref(), Some(value.as_ref()));
    }

    /// Appends a key without a value and without a `=`. An empty key would not be a pair, and changes
    /// nothing.
    ///
    /// ```
    /// # use urigram::query::QueryPairs;
    /// let mut pairs = QueryPairs::plain();
    /// pairs.append("a", "");
    /// pairs.append_key("b");
    /// pairs.append_key("");
    /// assert_eq!(pairs.as_str(), "a=&b");
    /// ```
    pub fn append_key(&mut self, key: impl AsRef<[u8]>) {
        self.push(key.as_ref(), None);
    }

    /// Sets the value of a key: the first pair with the key is replaced, and others with the key are removed.
    /// If no pair has the key, the pair is appended.
    ///
    /// Each call is linear in the query: use [`set_all`](Self::set_all) to set many keys at once.
    ///
    /// ```
    /// # use urigram::Query;
    /// # use urigram::query::QueryPairs;
    /// let mut pairs = QueryPairs::from(Query::parse("page=1&q=a&page=2")?.pairs());
    /// pairs.set("page", "3");
    /// pairs.set("lang", "en");
    /// assert_eq!(pairs.as_str(), "page=3&q=a&lang=en");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn set(&mut self, key: impl AsRef<[u8]>, value: impl AsRef<[u8]>) {
        self.set_all([(key, value)]);
    }

    /// Sets the value of each of these keys, like successive calls to [`set`](Self::set). If a key is
    /// given more than once, its last value is set.
    ///
    /// The query is read once. Takes time in proportion to the total length of the query and the arguments,
    /// times the logarithm of the number of given keys.
    ///
    /// ```
    /// # use urigram::Query;
    /// # use urigram::query::QueryPairs;
    /// let mut pairs = QueryPairs::from(Query::parse("page=1&q=a&page=2")?.pairs());
    /// pairs.set_all([("lang", "en"), ("page", "3")]);
    /// assert_eq!(pairs.as_str(), "page=3&q=a&lang=en");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn set_all<K: AsRef<[u8]>, V: AsRef<[u8]>>(&mut self, pairs: impl IntoIterator<Item = (K, V)>) {
        let mut given = Self::of(self.codec);
        given.extend(pairs);
        self.set_pairs(given.iter());
    }

    /// Sets the pairs of another query, as [`set_all`](Self::set_all) does, but copies their text: a key
    /// without a `=` stays without one. The pairs are encoded again only if the queries differ in
    /// their format or their separator.
    ///
    /// ```
    /// # use urigram::Query;
    /// # use urigram::query::QueryPairs;
    /// let mut pairs = QueryPairs::from(Query::parse("page=1&q=a&debug=0")?.pairs());
    /// pairs.set_pairs(Query::parse("q=%7e&debug")?.pairs());
    /// assert_eq!(pairs.as_str(), "page=1&q=%7e&debug");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn set_pairs(&mut self, pairs: Pairs<'_, G>) {
        if pairs.codec != self.codec {
            let mut given = Self::of(self.codec);
            for (key, value) in pairs {
                given.push(&key.to_bytes(), value.map(|value| value.to_bytes()).as_deref());
            }
            return self.set_pairs(given.iter());
        }
        let text = self.take();
        // The pair to set for each key; `None` once the pair has been written.
        let mut given = BTreeMap::new();
        for pair in self.codec.pairs_in(pairs.rest) {
            given.insert(self.codec.pair(pair).0, Some(pair));
        }
        let codec = self.codec;
        self.rewrite(&text, |pair| given.get_mut(&codec.pair(pair).0).map_or(Some(pair), Option::take));
        for (key, _) in pairs {
            if let Some(pair) = given.get_mut(&key).and_then(Option::take) {
                self.delimit();
                self.text.push_str(pair);
            }
        }
    }

    /// Removes all pairs with this key, and returns whether there was one. Linear in the query.
    ///
    /// ```
    /// # use urigram::Query;
    /// # use urigram::query::QueryPairs;
    /// let mut pairs = QueryPairs::from(Query::parse("page=1&q=a&page=2")?.pairs());
    /// assert!(pairs.remove("page"));
    /// assert!(!pairs.remove("lang"));
    /// assert_eq!(pairs.as_str(), "q=a");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn remove(&mut self, key: impl AsRef<[u8]>) -> bool {
        let key = key.as_ref();
        let found = self.iter().contains(key);
        if found {
            self.retain(|own, _| own != *key);
        }
        found
    }

    /// Keeps the pairs for which `keep` returns true, and removes the others. Linear in the query. If `keep`
    /// panics, the pair that it received and all later pairs are lost.
    ///
    /// ```
    /// # use urigram::Query;
    /// # use urigram::query::QueryPairs;
    /// let mut pairs = QueryPairs::from(Query::parse("utm_source=x&id=1&utm_medium=y")?.pairs());
    /// pairs.retain(|key, _| !key.to_string_lossy().starts_with("utm_"));
    /// assert_eq!(pairs.as_str(), "id=1");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(Decoded<'_>, Option<Decoded<'_>>) -> bool) {
        let (text, codec) = (self.take(), self.codec);
        self.rewrite(&text, |pair| {
            let (key, value) = codec.pair(pair);
            keep(key, value).then_some(pair)
        });
    }

    /// Removes all pairs whose key matches the pattern, and returns whether there was one. Linear in the query.
    ///
    /// ```
    /// # use urigram::Query;
    /// # use urigram::query::{Glob, QueryPairs};
    /// let mut pairs = QueryPairs::from(Query::parse("utm_source=x&id=1&utm_medium=y")?.pairs());
    /// assert!(pairs.remove_matching(&Glob::new("utm_*")));
    /// assert_eq!(pairs.as_str(), "id=1");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn remove_matching(&mut self, keys: &Glob) -> bool {
        self.remove_by(|key| keys.matches(key))
    }

    /// Removes the pairs of [trackers](super::is_tracking), and returns whether there was one. Linear in the query.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let mut uri: Uri = "https://example.com/a?utm_source=mail&id=7&fbclid=x".parse()?;
    /// uri.edit_pairs(|pairs| pairs.remove_tracking())?;
    /// assert_eq!(uri, "https://example.com/a?id=7");
    /// # Ok::<(), urigram::Error>(())
    /// ```
    #[doc(alias("utm", "strip_tracking"))]
    pub fn remove_tracking(&mut self) -> bool {
        self.remove_by(|key| is_tracking(key))
    }

    fn remove_by(&mut self, is_removed: impl Fn(&[u8]) -> bool) -> bool {
        let mut is_there = false;
        self.retain(|key, _| {
            let is_removed = is_removed(&key.to_bytes());
            is_there |= is_removed;
            !is_removed
        });
        is_there
    }

    /// Sorts the pairs by the octets of their keys. The sort is stable, and adjacent separators stay where they are.
    ///
    /// Makes `n` log `n` comparisons of keys for `n` pairs, and allocates memory in proportion to `n`.
    ///
    /// ```
    /// # use urigram::Query;
    /// # use urigram::query::QueryPairs;
    /// let mut pairs = QueryPairs::from(Query::parse("b=2&a=1&b=1")?.pairs());
    /// pairs.sort();
    /// assert_eq!(pairs.as_str(), "a=1&b=2&b=1");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn sort(&mut self) {
        let text = self.take();
        let mut pairs: Vec<_> =
            self.codec.pairs_in(&text).map(|pair| (self.codec.pair(pair).0, pair)).collect();
        pairs.sort_by_key(|&(key, _)| key);
        let mut sorted = pairs.into_iter();
        self.rewrite(&text, |_| sorted.next().map(|(_, pair)| pair));
    }

    /// Removes all pairs and every `&`.
    ///
    /// ```
    /// # use urigram::Query;
    /// # use urigram::query::QueryPairs;
    /// let mut pairs = QueryPairs::from(Query::parse("a=1&b=2")?.pairs());
    /// pairs.clear();
    /// assert!(pairs.is_empty());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn clear(&mut self) {
        self.text.clear();
    }

    const fn of(codec: Codec) -> Self {
        Self { text: String::new(), codec, grammar: PhantomData }
    }

    /// Takes the text, and leaves an empty string with enough capacity for [`Self::rewrite`], which writes the
    /// text and, temporarily, a separator at its end.
    #[expect(clippy::arithmetic_side_effects, reason = "a text has at most `isize::MAX` bytes")]
    fn take(&mut self) -> String {
        let empty = String::with_capacity(self.text.len() + 1);
        mem::replace(&mut self.text, empty)
    }

    /// Writes the new text from the old one: replaces each pair with the result of `replace`, or removes it if
    /// that is `None`. Adjacent separators are kept.
    fn rewrite<'t>(&mut self, text: &'t str, mut replace: impl FnMut(&'t str) -> Option<&'t str>) {
        let separator = self.codec.separator;
        for part in text.split(separator) {
            if let Some(part) = if part.is_empty() { Some(part) } else { replace(part) } {
                self.text.push_str(part);
                self.text.push(separator);
            }
        }
        self.text.pop();
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

    fn delimit(&mut self) {
        if !self.text.is_empty() {
            self.text.push(self.codec.separator);
        }
    }
}

impl Codec {
    /// Returns the text of each pair.
    fn pairs_in(self, text: &str) -> impl Iterator<Item = &str> {
        text.split(self.separator).filter(|part| !part.is_empty())
    }
}

/// Copies the text of the pairs that the iterator has not returned yet, and keeps their format.
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

/// Compares the text and the format, because a `+` means a space only in a form.
impl<G> PartialEq for QueryPairs<G> {
    fn eq(&self, other: &Self) -> bool {
        (&self.text, self.codec) == (&other.text, other.codec)
    }
}

impl<G> Eq for QueryPairs<G> {}

/// Shows the text of the query.
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
