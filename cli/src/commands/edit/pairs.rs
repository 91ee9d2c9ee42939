//! The pairs of a query: set, appended, removed and sorted.

use urigram::percent;
use urigram::query::QueryPairs;
use urigram::{Query, Rule};

use super::text;
use crate::args::Written;
use crate::fault::Fault;

/// A pair of a query, encoded.
pub(super) struct Pair(QueryPairs);

impl Pair {
    /// Returns the pair that was typed as `KEY=VALUE`, or as a `KEY` without a value.
    pub(super) fn new(typed: &[u8], written: Written) -> Result<Self, Fault> {
        if typed.is_empty() {
            return Err(no_pair(
                0,
                None,
                "a pair cannot be empty",
                "a pair is a key, or a key, `=` and a value",
            ));
        }
        if !written.encoded {
            let mut pairs = pairs(None, written);
            match memchr::memchr(b'=', typed) {
                Some(end) => pairs.append(&typed[..end], &typed[end + 1..]),
                None => pairs.append_key(typed),
            }
            return Ok(Self(pairs));
        }
        let text = text::as_written(typed, Rule::query)?;
        match text.find('&') {
            None => Ok(Self(pairs(Some(Query::parse(&text)?), written))),
            Some(at) => Err(no_pair(
                at,
                Some('&'),
                "this is more than one pair",
                "each pair goes by an option of its own",
            )),
        }
    }

    /// Returns the query with this pair in the place of the first pair with its key, or at the end, and
    /// without other pairs with the key.
    pub(super) fn set(&self, query: Option<Query<'_>>, written: Written) -> String {
        let mut pairs = pairs(query, written);
        pairs.set_pairs(self.0.iter());
        pairs.into_string()
    }

    /// Returns the query with this pair at the end.
    pub(super) fn append(&self, query: Option<Query<'_>>) -> String {
        match query.map_or("", Query::as_str) {
            "" => self.0.as_str().to_owned(),
            text => format!("{text}&{}", self.0),
        }
    }
}

/// Returns the pairs of a query; none if it is undefined.
fn pairs(query: Option<Query<'_>>, written: Written) -> QueryPairs {
    match (query, written.form) {
        (None, false) => QueryPairs::plain(),
        (None, true) => QueryPairs::form(),
        (Some(query), false) => QueryPairs::from(query.pairs()),
        (Some(query), true) => QueryPairs::from(query.form_pairs()),
    }
}

/// Returns the data of a typed key.
pub(super) fn key(typed: &[u8], written: Written) -> Result<Vec<u8>, Fault> {
    if !written.encoded {
        // A pair typed as for `--set` is an error. Otherwise it would have no effect, because no key contains
        // it.
        return match memchr::memchr(b'=', typed) {
            None => Ok(typed.to_vec()),
            Some(at) => Err(no_pair(
                at,
                Some('='),
                "a key goes without a value",
                "to name a key that has a `=`, write it as `%3D`, with `--encoded`",
            )),
        };
    }
    let text = text::as_written(typed, Rule::query)?;
    if let Some((at, found)) = text.char_indices().find(|&(_, c)| c == '&' || c == '=') {
        return Err(no_pair(at, Some(found), "a key does not have it", "as data it is percent-encoded"));
    }
    let key = if written.form { percent::decode_form(&text) } else { percent::decode(&text) };
    Ok(key.map_or_else(|_| typed.to_vec(), |key| key.to_bytes().into_owned()))
}

/// Returns the query without the pairs that have this key; `None` if no pair has it. Empty if no pair is
/// left.
pub(super) fn unset(query: Query<'_>, key: &[u8], written: Written) -> Option<String> {
    let mut pairs = pairs(Some(query), written);
    let found = pairs.remove(key);
    found.then(|| if pairs.is_empty() { String::new() } else { pairs.into_string() })
}

/// Returns the query with its pairs sorted by their keys.
pub(super) fn sort(query: Query<'_>, written: Written) -> String {
    let mut pairs = pairs(Some(query), written);
    pairs.sort();
    pairs.into_string()
}

fn no_pair(offset: usize, found: Option<char>, message: &str, help: &'static str) -> Fault {
    let message = format!("{message} at byte {offset}");
    Fault::NoAnswer { component: "pair", offset, found, message, help: help.into() }
}
