// The query as key-value pairs (section 3.4).
//
// In: a query, or keys and values as raw data.
// Out: the pairs, decoded lazily; a changed query, as `QueryPairs`; or, with the feature `form`, a struct of
// the caller. `percent` encodes keys and values in one of two formats: plain percent-encoding, or the format
// of forms.
// Next: `edit`, which puts changed pairs back into a reference.

//! The query as pairs of a key and a value (section 3.4).
//!
//! [`Pairs`] reads the pairs of a query, and [`QueryPairs`] edits them.

mod edit;
mod glob;
#[cfg(feature = "form")]
mod serde;
mod tracking;

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use crate::component::Query;
use crate::grammar::{Grammar, Rfc3986};
use crate::percent::{Decoded, Encoder};

pub use edit::QueryPairs;
pub use glob::Glob;
pub use tracking::is_tracking;

/// The format of the pairs in a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Codec {
    /// Whether the format is `application/x-www-form-urlencoded`; otherwise percent-encoding only.
    is_form: bool,
    /// The character between two pairs: `&` or `;`, which both encoders encode.
    separator: char,
}

impl Codec {
    const PLAIN: Self = Self { is_form: false, separator: '&' };
    const FORM: Self = Self { is_form: true, ..Self::PLAIN };

    fn encoder<G: Grammar>(self) -> &'static Encoder<Query<'static, G>> {
        match self.is_form {
            // Some parsers read `;` as a delimiter and `+` as a space, so they are encoded too.
            false => const { &Encoder::new().encoding("&=;+") },
            true => const { &Encoder::form() },
        }
    }

    const fn decode(self, text: &str) -> Decoded<'_> {
        if self.is_form { Decoded::form(text) } else { Decoded::new(text) }
    }

    fn pair(self, text: &str) -> (Decoded<'_>, Option<Decoded<'_>>) {
        match text.split_once('=') {
            Some((key, value)) => (self.decode(key), Some(self.decode(value))),
            None => (self.decode(text), None),
        }
    }
}

impl<'a, G> Query<'a, G> {
    /// Returns the `key=value` pairs of the query, separated by `&` and percent-encoded like any part of a URI.
    ///
    /// ```
    /// use urigram::Query;
    ///
    /// let query = Query::parse("name=K%C3%B6ln&x=1+1&empty=&debug")?;
    /// let mut pairs = query.pairs();
    /// assert_eq!(pairs.get("name").unwrap(), "Köln");
    /// assert_eq!(pairs.get("x").unwrap(), "1+1");
    /// assert_eq!(pairs.get("empty").unwrap(), "");
    ///
    /// let (key, value) = pairs.next_back().unwrap();
    /// assert_eq!(key, "debug");
    /// assert!(value.is_none());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[doc(alias = "query_pairs")]
    pub const fn pairs(self) -> Pairs<'a, G> {
        Pairs::new(self.as_str(), Codec::PLAIN)
    }

    /// Returns the pairs of a query in the format of forms, `application/x-www-form-urlencoded`. Differs from
    /// [`pairs`](Self::pairs) only in that a `+` is a space.
    ///
    /// ```
    /// use urigram::Query;
    ///
    /// let query = Query::parse("q=caf%C3%A9+au+lait&sum=1%2B1")?;
    /// assert_eq!(query.form_pairs().get("q").unwrap().to_str()?, "café au lait");
    /// assert_eq!(query.form_pairs().get("sum").unwrap().to_str()?, "1+1");
    /// # Ok::<(), urigram::Error>(())
    /// ```
    pub const fn form_pairs(self) -> Pairs<'a, G> {
        Pairs::new(self.as_str(), Codec::FORM)
    }
}

/// Iterator over the pairs of a query, in order, from [`Query::pairs`] and [`Query::form_pairs`].
///
/// A pair is a key and a value, both decoded lazily. A key without a `=` has the value `None`, and a key with
/// nothing after the `=` has an empty value. Only the first `=` of a pair is a delimiter. There is no pair
/// between two adjacent `&`.
///
/// ```
/// use urigram::UriReference;
///
/// let reference = UriReference::parse("/search?q=a%26b&tag=x&tag=y&raw")?;
/// for (key, value) in reference.query().unwrap().pairs() {
///     match value {
///         Some(value) => println!("{key}: {value}"),
///         None => println!("{key}"),
///     }
/// }
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Pairs<'a, G = Rfc3986> {
    rest: &'a str,
    codec: Codec,
    grammar: PhantomData<fn() -> G>,
}

impl<'a, G> Pairs<'a, G> {
    const fn new(rest: &'a str, codec: Codec) -> Self {
        Self { rest, codec, grammar: PhantomData }
    }

    /// Returns the remaining pairs, separated by `;` instead of `&`, as HTML 4.01 (appendix B.2.2) recommended to
    /// servers.
    ///
    /// ```
    /// # use urigram::Query;
    /// use urigram::query::QueryPairs;
    ///
    /// let query = Query::parse("a=1;b=x%3By&z")?;
    /// let pairs = query.pairs().separated_by_semicolons();
    /// assert_eq!(pairs.get("b").unwrap(), "x;y&z");
    ///
    /// let mut pairs = QueryPairs::from(pairs);
    /// pairs.append("c", "3");
    /// assert_eq!(pairs.as_str(), "a=1;b=x%3By&z;c=3");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub const fn separated_by_semicolons(mut self) -> Self {
        self.codec.separator = ';';
        self
    }

    /// Returns whether some pair has this key.
    ///
    /// ```
    /// # use urigram::Query;
    /// assert!(Query::parse("a=1&debug")?.pairs().contains("debug"));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn contains(&self, key: impl AsRef<[u8]>) -> bool {
        self.get_all(key).next().is_some()
    }

    /// Returns the value of the first pair with this key.
    ///
    /// Returns `None` if no pair has the key, or if the first pair with it has no `=`;
    /// [`contains`](Self::contains) and [`get_all`](Self::get_all) distinguish these cases. Linear in the
    /// query.
    ///
    /// ```
    /// # use urigram::Query;
    /// let query = Query::parse("page=2&debug")?;
    /// let page: u32 = query.pairs().get("page").unwrap().to_str()?.parse()?;
    /// assert_eq!(page, 2);
    /// assert!(query.pairs().get("debug").is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get(&self, key: impl AsRef<[u8]>) -> Option<Decoded<'a>> {
        self.get_all(key).next().flatten()
    }

    /// Returns an iterator over the values of all pairs with this key.
    ///
    /// ```
    /// # use urigram::Query;
    /// let query = Query::parse("tag=x&page=1&tag=y")?;
    /// let tags: Vec<_> = query.pairs().get_all("tag").flatten().collect();
    /// assert_eq!(tags, ["x", "y"]);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn get_all<K: AsRef<[u8]>>(
        &self,
        key: K,
    ) -> impl FusedIterator<Item = Option<Decoded<'a>>> + use<'a, K, G> {
        let pairs = Self::new(self.rest, self.codec);
        pairs.filter(move |(own, _)| own == key.as_ref()).map(|(_, value)| value)
    }
}

impl<'a, G> Iterator for Pairs<'a, G> {
    type Item = (Decoded<'a>, Option<Decoded<'a>>);

    fn next(&mut self) -> Option<Self::Item> {
        let separator = self.codec.separator;
        let rest = self.rest.trim_start_matches(separator);
        let (pair, rest) = rest.split_once(separator).unwrap_or((rest, ""));
        self.rest = rest;
        (!pair.is_empty()).then(|| self.codec.pair(pair))
    }
}

impl<G> DoubleEndedIterator for Pairs<'_, G> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let separator = self.codec.separator;
        let rest = self.rest.trim_end_matches(separator);
        let (rest, pair) = rest.rsplit_once(separator).unwrap_or(("", rest));
        self.rest = rest;
        (!pair.is_empty()).then(|| self.codec.pair(pair))
    }
}

impl<G> FusedIterator for Pairs<'_, G> {}

/// Shows the text of the remaining pairs.
impl<G> fmt::Debug for Pairs<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pairs").field(&self.rest).finish()
    }
}
