//! Conversion of structs to and from the pairs of a query, with `serde`.

use serde::de::value::Error;
use serde::de::{DeserializeOwned, Error as _};
use serde::ser::Serialize;

use super::{Pairs, QueryPairs};
use crate::component::Query;
use crate::grammar::Grammar;

impl<G: Grammar> Pairs<'_, G> {
    /// Deserializes the pairs into a struct, or into any type that has keys and values.
    ///
    /// A field that is a sequence receives the values of all pairs with its key; an optional number is `None`
    /// if the value is empty. A key without a `=` has an empty value here. Implemented with the crate
    /// `serde_html_form`.
    ///
    /// # Errors
    ///
    /// If a key or value is not UTF-8, or does not fit the struct.
    ///
    /// ```
    /// use urigram::Query;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Search {
    ///     q: String,
    ///     page: Option<u32>,
    ///     #[serde(default)]
    ///     tag: Vec<String>,
    /// }
    ///
    /// let search: Search = Query::parse("q=a+b&tag=x&tag=y")?.form_pairs().deserialize()?;
    /// assert_eq!((search.q.as_str(), search.page), ("a b", None));
    /// assert_eq!(search.tag, ["x", "y"]);
    /// # Ok::<(), urigram::Error>(())
    /// ```
    pub fn deserialize<T: DeserializeOwned>(&self) -> Result<T, Error> {
        let mut form = QueryPairs::form();
        for (key, value) in Self::new(self.rest, self.codec) {
            let value = value.map(|value| value.to_str()).transpose().map_err(Error::custom)?;
            let key = key.to_str().map_err(Error::custom)?;
            form.append(&*key, value.as_deref().unwrap_or_default());
        }
        serde_html_form::from_str(form.as_str())
    }
}

impl<G: Grammar> QueryPairs<G> {
    /// Serializes the fields of a struct, or of any type that has keys and values, and appends them as pairs.
    ///
    /// A sequence adds a pair for each of its elements, and `None` adds no pair. Without any pair the query is empty, but
    /// defined: its reference ends with `?`. If [`is_empty`](QueryPairs::is_empty), leave the query out. Implemented with
    /// the crate `serde_html_form`.
    ///
    /// # Errors
    ///
    /// If a field is neither a value nor a sequence of values. Then no pair is added.
    ///
    /// ```
    /// use urigram::query::QueryPairs;
    ///
    /// #[derive(serde::Serialize)]
    /// struct Search<'a> {
    ///     q: &'a str,
    ///     page: Option<u32>,
    ///     tag: &'a [&'a str],
    /// }
    ///
    /// let mut pairs = QueryPairs::plain();
    /// pairs.append_fields(&Search { q: "a + b", page: None, tag: &["x", "y"] })?;
    /// assert_eq!(pairs.as_str(), "q=a%20%2B%20b&tag=x&tag=y");
    /// # Ok::<(), urigram::Error>(())
    /// ```
    pub fn append_fields<T: Serialize + ?Sized>(&mut self, fields: &T) -> Result<(), Error> {
        let form = serde_html_form::to_string(fields).map_err(Error::custom)?;
        let pairs = Query::<G>::new(&form).form_pairs();
        self.extend(
            pairs.map(|(key, value)| {
                (key.to_bytes(), value.map(|value| value.to_bytes()).unwrap_or_default())
            }),
        );
        Ok(())
    }
}
