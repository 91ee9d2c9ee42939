//! The pairs of a query: set, added, removed, sorted.

use urigram::{Pairs, Query, QueryPairs, Rule, percent};

use super::text;
use crate::args::Written;
use crate::fault::Fault;

/// A pair of a query, as it is written there, and the data of its key.
pub(super) struct Pair {
    text: String,
    key: Vec<u8>,
}

impl Pair {
    /// The pair that was typed as `KEY=VALUE`, or as a `KEY` without a value.
    pub(super) fn new(typed: &[u8], written: Written) -> Result<Self, Fault> {
        if typed.is_empty() {
            return Err(no_pair(
                0,
                None,
                "a pair cannot be empty",
                "a pair is a key, or a key, `=` and a value",
            ));
        }
        let end = memchr::memchr(b'=', typed);
        let (name, value) = typed.split_at(end.unwrap_or(typed.len()));
        if !written.encoded {
            let mut pairs = if written.form { QueryPairs::form() } else { QueryPairs::plain() };
            match value.get(1..) {
                Some(value) => pairs.append(name, value),
                None => pairs.append_key(name),
            }
            return Ok(Self { text: pairs.into_string(), key: name.to_vec() });
        }
        let text = text::as_written(typed, Rule::query)?;
        match text.find('&') {
            None => Ok(Self { text, key: key(name, written)? }),
            Some(at) => Err(no_pair(
                at,
                Some('&'),
                "this is more than one pair",
                "each pair goes by an option of its own",
            )),
        }
    }

    /// The query with this pair where the key is first, or else at the end, and no other pair with the key.
    pub(super) fn set(&self, query: Option<Query<'_>>, written: Written) -> String {
        let mut text = String::new();
        let mut pair = Some(self.text.as_str());
        for (key, value) in query.into_iter().flat_map(|query| pairs(query, written)) {
            if key != *self.key {
                add(&mut text, key.as_encoded());
                if let Some(value) = value {
                    text.push('=');
                    text.push_str(value.as_encoded());
                }
            } else if let Some(pair) = pair.take() {
                add(&mut text, pair);
            }
        }
        if let Some(pair) = pair {
            add(&mut text, pair);
        }
        text
    }

    /// The query with this pair at the end.
    pub(super) fn append(&self, query: Option<Query<'_>>) -> String {
        let mut text = query.map_or("", |query| query.as_str()).to_owned();
        add(&mut text, &self.text);
        text
    }
}

fn add(text: &mut String, pair: &str) {
    if !text.is_empty() {
        text.push('&');
    }
    text.push_str(pair);
}

/// The data of a key that was typed.
pub(super) fn key(typed: &[u8], written: Written) -> Result<Vec<u8>, Fault> {
    if !written.encoded {
        return Ok(typed.to_vec());
    }
    let text = text::as_written(typed, Rule::query)?;
    if let Some((at, found)) = text.char_indices().find(|&(_, c)| c == '&' || c == '=') {
        return Err(no_pair(at, Some(found), "a key does not have it", "as data it is percent-encoded"));
    }
    let decode = if written.form { percent::decode_form } else { percent::decode };
    Ok(decode(&text).map_or_else(|_| typed.to_vec(), |key| key.to_bytes().into_owned()))
}

/// The query without the pairs that have this key, unless none has it.
pub(super) fn unset(query: Query<'_>, key: &[u8], written: Written) -> Option<QueryPairs> {
    let mut pairs = QueryPairs::from(pairs(query, written));
    pairs.remove(key).then_some(pairs)
}

/// The query with its pairs by their keys.
pub(super) fn sort(query: Query<'_>, written: Written) -> String {
    let mut pairs = QueryPairs::from(pairs(query, written));
    pairs.sort();
    pairs.into_string()
}

fn pairs(query: Query<'_>, written: Written) -> Pairs<'_> {
    if written.form { query.form_pairs() } else { query.pairs() }
}

fn no_pair(offset: usize, found: Option<char>, message: &str, help: &'static str) -> Fault {
    let message = format!("{message} at byte {offset}");
    Fault::NoAnswer { component: "pair", offset, found, message, help }
}
