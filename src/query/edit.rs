//! Changing the pairs of a query.

use alloc::collections::BTreeMap;
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
/// Keys and values are raw data, and encoded as they come in. What an edit does not change keeps its text, byte
/// for byte. Where nothing is between two `&`, there is no pair; such an empty piece stays until all pairs are
/// [cleared](Self::clear). With a pair that is removed goes one `&`.
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
        Self::of(Codec::Plain)
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
        Self::of(Codec::Form)
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
    ///
    /// Linear in the query, each time it is called: [`set_all`](Self::set_all) sets many keys at once.
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
        self.set_all([(key, value)]);
    }

    /// Gives each of these keys its value, as [`set`](Self::set) would one after another: of a key that is given
    /// more than once, the last value counts.
    ///
    /// The query is read once. It takes time in proportion to its length and that of what is given, times the
    /// logarithm of the number of keys that are given.
    ///
    /// ```
    /// # use urigram::{Query, QueryPairs};
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

    /// Sets the pairs of another query, as [`set_all`](Self::set_all) does, in the text that they have there: a
    /// key without a `=` stays one. Only where one query is of a form and the other is not, they are encoded
    /// anew.
    ///
    /// ```
    /// # use urigram::{Query, QueryPairs};
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
        // The pair of each key, until it is written.
        let mut given = BTreeMap::new();
        for pair in pairs_in(pairs.rest) {
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
        let (text, codec) = (self.take(), self.codec);
        self.rewrite(&text, |pair| {
            let (key, value) = codec.pair(pair);
            keep(key, value).then_some(pair)
        });
    }

    /// Sorts the pairs by the octets of their keys; those with the same key stay in their order, and empty pieces
    /// where they are.
    ///
    /// Of `n` pairs, that takes `n` times the logarithm of `n` comparisons of keys, and memory for `n`.
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
        let mut pairs: Vec<_> = pairs_in(&text).map(|pair| (self.codec.pair(pair).0, pair)).collect();
        pairs.sort_by_key(|&(key, _)| key);
        let mut sorted = pairs.into_iter();
        self.rewrite(&text, |_| sorted.next().map(|(_, pair)| pair));
    }

    /// Removes all pairs, and leaves the text empty.
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

    const fn of(codec: Codec) -> Self {
        Self { text: String::new(), codec, grammar: PhantomData }
    }

    /// The text, of which a new one is made. A `&` is written after the last piece too, until it is whole.
    fn take(&mut self) -> String {
        let empty = String::with_capacity(self.text.len() + 1);
        mem::replace(&mut self.text, empty)
    }

    /// Makes the new text of the old one: empty pieces, and in the place of each pair what is given for it, if
    /// anything is.
    fn rewrite<'t>(&mut self, text: &'t str, mut instead: impl FnMut(&'t str) -> Option<&'t str>) {
        for piece in text.split('&') {
            if let Some(piece) = if piece.is_empty() { Some(piece) } else { instead(piece) } {
                self.text.push_str(piece);
                self.text.push('&');
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
            self.text.push('&');
        }
    }
}

/// The texts of the pairs.
fn pairs_in(text: &str) -> impl Iterator<Item = &str> {
    text.split('&').filter(|piece| !piece.is_empty())
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
