//! Pairs of queries, in URIs and in forms: in order, by key, and after edits. Compared with a list of the
//! parts between `&`, each decoded by section 2.1, and with form_urlencoded.

use urigram::generic::UriReference;
use urigram::grammar::Grammar;
use urigram::percent::Decoded;
use urigram::query::{Glob, Pairs, QueryPairs};
use urigram::{IriReference, Query, Rule};
use url::form_urlencoded;

use crate::oracle::percent::Unencoded;
use crate::oracle::pieces::{Pair, Pieces, matches, pair};
use crate::oracle::rfc;
use crate::oracle::rfc::Split;
use crate::source::{Of, Source};
use crate::target::Target;

/// An input is a reference, the format of its pairs, and edits of three texts each.
pub(super) const TARGET: Target = Target { name: "queries", generate, check };

#[rustfmt::skip]
const EDITS: &[&str] = &[
    "append", "append key", "set", "set", "set all", "set pairs", "set pairs of a form", "remove", "remove",
    "remove matching", "retain", "sort", "clear",
];

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let mut text = String::from(*source.one_of(&["?", "?", "http://a/b?", "//a?", "urn:a?", ""]));
    let mut keys = Vec::new();
    for _ in 0..source.below(6) {
        let key = pair_text(source);
        text.push_str(&key);
        keys.push(key);
        text.push_str(source.token(&["&", "&", "&", "&", "=&", "=1&", "=a&", "&&", "="]));
    }
    if source.once_in(3) {
        text.push_str(source.token(&["#", "#a?b&c", ""]));
    }
    input.extend([text, (*source.one_of(&["plain", "form"])).to_owned()]);
    for _ in 0..source.below(6) {
        let edit = *source.one_of(EDITS);
        input.push(edit.to_owned());
        let argument = |source: &mut Source| match source.below(4) {
            0 => pair_text(source),
            1 => {
                let mut data = String::new();
                source.data(&mut data);
                data
            }
            _ if keys.is_empty() => String::new(),
            _ => {
                // The data of an existing key, or similar data.
                let key = source.one_of(&keys);
                let octets = rfc::decode(key, source.once_in(2)).unwrap_or_default();
                octets.iter().map(|octet| char::from(octet.value)).collect()
            }
        };
        let (key, value) = (argument(source), argument(source));
        input.push(if edit.starts_with("set pairs") { key.replace(' ', "&") } else { key });
        input.push(value);
    }
}

/// Returns a short text of few tokens, so that two texts often have the same data.
fn pair_text(source: &mut Source) -> String {
    let mut text = String::new();
    for _ in 0..source.below(4) {
        match source.below(16) {
            0 => source.text_of(Of::Uris, Rule::query, &mut text),
            1 => source.text_of(Of::Iris, Rule::query, &mut text),
            2 => text.push('é'),
            _ => {
                text.push_str(
                    source.token(&["a", "b", "%61", "%62", "+", "%20", "%2B", "=", "%3D", ";", "%FF", "%c3"]),
                );
            }
        }
    }
    text
}

fn check(input: &[String]) {
    let Some(text) = input.first() else { return };
    let is_form = input.get(1).is_some_and(|format| format == "form");
    let edits: Vec<_> = input.get(2..).unwrap_or_default().as_chunks().0.iter().map(Edit::of).collect();
    if let Ok(reference) = urigram::UriReference::parse(text) {
        let encode = if is_form { encode_form } else { |octets: &[u8]| encode(octets, false) };
        check_query(reference.to_owned(), is_form, &edits, encode);
    } else if let Ok(reference) = IriReference::parse(text) {
        let encode = if is_form { encode_form } else { |octets: &[u8]| encode(octets, true) };
        check_query(reference.to_owned(), is_form, &edits, encode);
    }
}

/// Encodes a key or a value. Also encodes the delimiters of pairs, and `;` and `+`, which some parsers read
/// as a delimiter and a space.
fn encode(octets: &[u8], in_iri: bool) -> String {
    let mut unencoded = Unencoded::all(Rule::query, in_iri);
    unencoded.encode("&=;+");
    unencoded.text(octets)
}

fn encode_form(octets: &[u8]) -> String {
    Unencoded::form(Rule::query).text(octets)
}

fn decode(text: &str, plus_is_space: bool) -> Vec<u8> {
    let octets = rfc::decode(text, plus_is_space);
    let octets = octets.unwrap_or_else(|offset| panic!("a query is percent-encoded: `{text}`, {offset}"));
    octets.into_iter().map(|octet| octet.value).collect()
}

/// An edit of pairs.
struct Edit<'i> {
    name: &'i str,
    /// The key and the value as given.
    texts: [&'i str; 2],
    key: Vec<u8>,
    value: Vec<u8>,
}

impl Edit<'_> {
    fn of([name, key, value]: &[String; 3]) -> Edit<'_> {
        Edit { name, texts: [key, value], key: octets(key), value: octets(value) }
    }
}

/// Returns an octet for each character, or UTF-8 if the code point of a character exceeds 255.
fn octets(text: &str) -> Vec<u8> {
    let octets = text.chars().map(|c| u8::try_from(c).ok()).collect::<Option<Vec<u8>>>();
    octets.unwrap_or_else(|| text.as_bytes().to_vec())
}

fn check_query<G: Grammar + Clone>(
    mut reference: UriReference<String, G>,
    is_form: bool,
    edits: &[Edit<'_>],
    encode: fn(&[u8]) -> String,
) {
    let text = reference.as_str().to_owned();
    let query = Split::of(&text).query.unwrap_or_default();
    let decode = if is_form { |text: &str| decode(text, true) } else { |text: &str| decode(text, false) };
    let mut pieces = Pieces::of(query, decode, encode);
    let parsed = Query::<G>::try_from(query).expect("a query");
    let ours = if is_form { parsed.form_pairs() } else { parsed.pairs() };
    check_pairs(&ours, query, decode, edits);
    if is_form {
        check_form(query, &ours);
    }
    let mut pairs = QueryPairs::from(ours);
    for edit in edits {
        apply(edit, &mut pairs);
        model(edit, is_form, |text| Query::<G>::try_from(text).is_ok(), &mut pieces);
        assert_eq!(pairs.as_str(), pieces.text(), "after `{}`", edit.name);
    }
    let left = pieces.text();
    check_pairs(&pairs.iter(), &left, decode, edits);
    assert!(Query::<G>::try_from(&*left).is_ok(), "a query: `{left}`");

    let apply_all = |pairs: &mut QueryPairs<G>| edits.iter().for_each(|edit| apply(edit, pairs));
    let outcome =
        if is_form { reference.edit_form_pairs(apply_all) } else { reference.edit_pairs(apply_all) };
    assert_eq!(outcome, Ok(()), "edited in the reference");
    let end = text.find(['?', '#']).unwrap_or(text.len());
    let query = if pairs.is_empty() { String::new() } else { format!("?{left}") };
    let fragment = text.find('#').map_or("", |start| &text[start..]);
    assert_eq!(reference.as_str(), format!("{}{query}{fragment}", &text[..end]), "the reference");
}

fn check_pairs<G: Clone>(pairs: &Pairs<'_, G>, query: &str, decode: fn(&str) -> Vec<u8>, edits: &[Edit<'_>]) {
    let right: Vec<Pair> = query.split('&').filter_map(|piece| pair(decode, piece)).collect();
    let owned = |(key, value): (Decoded<'_>, Option<Decoded<'_>>)| -> Pair {
        (key.to_bytes().into_owned(), value.map(|value| value.to_bytes().into_owned()))
    };
    assert!(pairs.clone().map(owned).eq(right.iter().cloned()), "the pairs: `{query}`");
    assert!(pairs.clone().rev().map(owned).eq(right.iter().rev().cloned()), "backwards: `{query}`");
    for edit in edits {
        let with_key = || right.iter().filter(|(key, _)| *key == edit.key).map(|(_, value)| value);
        assert_eq!(pairs.contains(&edit.key), with_key().next().is_some(), "whether it has a key");
        let bytes = |value: Option<Decoded<'_>>| value.map(|value| value.to_bytes().into_owned());
        assert_eq!(bytes(pairs.get(&edit.key)), with_key().next().cloned().flatten(), "the first value");
        assert!(pairs.get_all(&edit.key).map(bytes).eq(with_key().cloned()), "all values of a key");
    }
}

/// Checks that `form_urlencoded` parses the same pairs, and serializes them in the same way.
fn check_form<G: Grammar + Clone>(query: &str, pairs: &Pairs<'_, G>) {
    let ours = || {
        pairs.clone().map(|(key, value)| {
            (key.to_string_lossy(), value.map_or_else(Default::default, |value| value.to_string_lossy()))
        })
    };
    assert!(form_urlencoded::parse(query.as_bytes()).eq(ours()), "by form_urlencoded: `{query}`");
    let mut written = QueryPairs::form();
    written.extend(ours().map(|(key, value)| (key.into_owned(), value.into_owned())));
    let theirs = form_urlencoded::Serializer::new(String::new()).extend_pairs(ours()).finish();
    assert_eq!(written.as_str(), theirs, "written by form_urlencoded");
}

fn apply<G: Grammar + Clone>(edit: &Edit<'_>, pairs: &mut QueryPairs<G>) {
    let Edit { name, texts, key, value } = edit;
    match *name {
        "append key" => pairs.append_key(key),
        "set" => pairs.set(key, value),
        "set all" => pairs.set_all([(key, value), (value, key), (key, key)]),
        "set pairs" | "set pairs of a form" => {
            if let Ok(given) = Query::<G>::try_from(texts[0]) {
                let of_form = *name == "set pairs of a form";
                pairs.set_pairs(if of_form { given.form_pairs() } else { given.pairs() });
            }
        }
        "remove" => {
            let was_there = pairs.iter().contains(key);
            assert_eq!(pairs.remove(key), was_there, "whether there was one");
        }
        "remove matching" => drop(pairs.remove_matching(&Glob::new(glob(key)))),
        "retain" => {
            pairs.retain(|own, value| *own.to_bytes() <= **key && value.is_some());
        }
        "sort" => pairs.sort(),
        "clear" => pairs.clear(),
        _ => pairs.append(key, value),
    }
}

fn model(edit: &Edit<'_>, is_form: bool, is_query: impl Fn(&str) -> bool, pieces: &mut Pieces) {
    let Edit { name, texts, key, value } = edit;
    match *name {
        "append key" => pieces.append(key, None),
        "set" => pieces.set(key, value),
        "set all" => {
            pieces.set(key, value);
            pieces.set(value, key);
            pieces.set(key, key);
        }
        "set pairs" | "set pairs of a form" if is_query(texts[0]) => {
            set_pairs(texts[0], *name != "set pairs", is_form, pieces);
        }
        "set pairs" | "set pairs of a form" => {}
        "remove" => drop(pieces.remove(key)),
        "remove matching" => pieces.retain(|(own, _)| !matches(&glob(key), own)),
        "retain" => pieces.retain(|(own, value)| own <= key && value.is_some()),
        "sort" => pieces.sort(),
        "clear" => pieces.clear(),
        _ => pieces.append(key, Some(value)),
    }
}

/// Returns a short pattern that may match similar keys: each `b` becomes a star. A `\` in the key may escape the next octet.
fn glob(key: &[u8]) -> Vec<u8> {
    key.iter().take(8).map(|&octet| if octet == b'b' { b'*' } else { octet }).collect()
}

/// Sets the pairs of a query in order. Pairs in the same format keep their text.
fn set_pairs(query: &str, of_form: bool, is_form: bool, pieces: &mut Pieces) {
    for piece in query.split('&') {
        let decode = if of_form { |text: &str| decode(text, true) } else { |text: &str| decode(text, false) };
        let Some((key, value)) = pair(decode, piece) else { continue };
        let is_kept = of_form == is_form;
        let piece = if is_kept { piece.to_owned() } else { pieces.written(&key, value.as_deref()) };
        pieces.put(&key, piece);
    }
}
