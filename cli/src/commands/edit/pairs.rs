//! The pairs of a query: set, added, removed, sorted.

use urigram::percent::{self, DecodeError, Decoded};
use urigram::{Query, QueryPairs, Rule};

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
        let mut text = None;
        let mut pair = Some(self.text.as_str());
        for piece in query.into_iter().flat_map(pieces) {
            if !has_key(piece, &self.key, written) {
                add(&mut text, piece);
            } else if let Some(pair) = pair.take() {
                add(&mut text, pair);
            }
        }
        if let Some(pair) = pair {
            add(&mut text, pair);
        }
        text.unwrap_or_default()
    }

    /// The query with this pair at the end.
    pub(super) fn append(&self, query: Option<Query<'_>>) -> String {
        let mut text =
            query.filter(|query| !query.as_str().is_empty()).map(|query| query.as_str().to_owned());
        add(&mut text, &self.text);
        text.unwrap_or_default()
    }
}

/// What is between two `&`: pairs, and pieces that are empty and stay so.
fn pieces(query: Query<'_>) -> impl Iterator<Item = &str> {
    Some(query.as_str()).filter(|text| !text.is_empty()).into_iter().flat_map(|text| text.split('&'))
}

fn has_key(piece: &str, key: &[u8], written: Written) -> bool {
    let name = piece.split_once('=').map_or(piece, |(name, _)| name);
    !piece.is_empty() && decode(name, written).is_ok_and(|own| own == *key)
}

fn add(text: &mut Option<String>, piece: &str) {
    match text {
        Some(text) => {
            text.push('&');
            text.push_str(piece);
        }
        None => *text = Some(piece.to_owned()),
    }
}

fn decode(text: &str, written: Written) -> Result<Decoded<'_>, DecodeError> {
    if written.form { percent::decode_form(text) } else { percent::decode(text) }
}

/// The data of a key that was typed.
pub(super) fn key(typed: &[u8], written: Written) -> Result<Vec<u8>, Fault> {
    if !written.encoded {
        // Of what is typed as for `--set`, nothing would be said but that no pair has the key.
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
    Ok(decode(&text, written).map_or_else(|_| typed.to_vec(), |key| key.to_bytes().into_owned()))
}

/// The query without the pairs that have this key, unless none has it; empty if no pair is left.
pub(super) fn unset(query: Query<'_>, key: &[u8], written: Written) -> Option<String> {
    let mut text = None;
    let (mut found, mut left) = (false, false);
    for piece in pieces(query) {
        if has_key(piece, key, written) {
            found = true;
        } else {
            left |= !piece.is_empty();
            add(&mut text, piece);
        }
    }
    found.then(|| text.filter(|_| left).unwrap_or_default())
}

/// The query with its pairs by their keys.
pub(super) fn sort(query: Query<'_>, written: Written) -> String {
    let mut pairs = QueryPairs::from(if written.form { query.form_pairs() } else { query.pairs() });
    pairs.sort();
    pairs.into_string()
}

fn no_pair(offset: usize, found: Option<char>, message: &str, help: &'static str) -> Fault {
    let message = format!("{message} at byte {offset}");
    Fault::NoAnswer { component: "pair", offset, found, message, help }
}
