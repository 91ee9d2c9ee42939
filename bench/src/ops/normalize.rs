//! `normalize` and `normalize-noop`: from a parsed reference to its syntax-based normal form, as an owned
//! value.
//!
//! The strings of the corpus are changed and parsed beforehand. For `normalize`, they are changed so that
//! they need every normalization (of case, percent-encoding and dot segments), for `normalize-noop` so
//! that no library has to change them.
//!
//! `compare`: from two parsed references, which have the same text at different addresses, to the level at which
//! they are equal, or to whether they are equal.

use iri_string::format::ToDedicatedString;
use iri_string::types::{UriReferenceStr, UriReferenceString, UriStr, UriString};
use urigram::UriReference;
use urigram::normalize::{Level, Normalizer};

use crate::pass::{OURS, Pass, Prepared, Table, each};

/// The libraries, on strings that need every normalization.
pub const TABLE: Table = &[
    (OURS, |lines| ours(lines, spoiled)),
    ("urigram (into a buffer)", |lines| ours_into(lines, spoiled)),
    ("fluent-uri", |lines| fluent_uri(lines, spoiled)),
    ("iri-string", |lines| iri_string(lines, spoiled)),
];

/// The libraries, on strings that are already normal.
pub const NOOP: Table = &[
    (OURS, |lines| ours(lines, normal)),
    ("urigram (borrowed)", |lines| {
        each(parsed(lines, normal, UriReference::try_new), |reference| {
            reference.normalize().components().path()
        })
    }),
    ("urigram (into a buffer)", |lines| ours_into(lines, normal)),
    ("fluent-uri", |lines| fluent_uri(lines, normal)),
    ("iri-string", |lines| iri_string(lines, normal)),
];

/// A function that changes a string, or returns `None` to leave the string out.
type Change = fn(&str) -> Option<String>;

fn ours<'c>(lines: &'c [&'c str], change: Change) -> Pass<'c> {
    each(parsed(lines, change, UriReference::try_new), |reference| {
        UriReference::<String>::from(reference.normalize())
    })
}

fn ours_into<'c>(lines: &'c [&'c str], change: Change) -> Pass<'c> {
    let mut buffer = String::new();
    each(parsed(lines, change, UriReference::try_new), move |reference| {
        *Normalizer::new(Level::Path).normalize_into(reference, &mut buffer).components()
    })
}

fn fluent_uri<'c>(lines: &'c [&'c str], change: Change) -> Pass<'c> {
    each(parsed(lines, change, fluent_uri::UriRef::<String>::parse), fluent_uri::UriRef::normalize)
}

/// `iri-string` cannot normalize a relative reference.
fn iri_string<'c>(lines: &'c [&'c str], change: Change) -> Pass<'c> {
    each(parsed(lines, change, UriString::try_from), |uri| uri.normalize().to_dedicated_string())
}

/// Changes and parses the strings, and leaves out those that a library rejects.
fn parsed<T, E>(lines: &[&str], change: Change, parse: impl Fn(String) -> Result<T, E>) -> Prepared<T> {
    Prepared::of(lines.iter().filter_map(|line| change(line)), |text| parse(text).ok())
}

/// Suffixes for paths, which need normalization. The length of a line determines which one is
/// appended.
const SPOILED: &[&str] =
    &["/./%7ea/../%c3%a9", "/%41/%2e%2E/b", "/../../c/.", "/%e2%82%ac%2fa", "/a/./b/../%5f"];

/// Returns a reference that needs every normalization. Some references without a port get an empty port.
fn spoiled(line: &str) -> Option<String> {
    let reference = UriReference::parse(line).ok()?;
    let mut text = line.to_owned();
    let components = reference.components();
    if let Some(path) = components.path() {
        text.insert_str(path.end, SPOILED[line.len() % SPOILED.len()]);
    }
    if let (Some(host), None, 0) = (components.host(), components.port(), line.len() % 4) {
        text.insert(host.end, ':');
    }
    for range in [components.host(), components.scheme()].into_iter().flatten() {
        text.replace_range(range.clone(), &line[range].to_uppercase());
    }
    Some(text)
}

/// Returns the normal form of a string, or `None` if another library would change it: `fluent-uri` writes some addresses
/// differently, and drops default ports.
fn normal(line: &str) -> Option<String> {
    let text: String = UriReference::parse(line).ok()?.normalize().into_inner().into();
    let fluent_uri = fluent_uri::UriRef::parse(text.as_str());
    let iri_string = UriStr::new(&text);
    let kept = fluent_uri.map_or(true, |reference| reference.normalize().as_str() == text)
        && iri_string.map_or(true, |uri| uri.normalize().to_dedicated_string().as_str() == text);
    kept.then_some(text)
}

/// The libraries. `memcmp`, which compares the texts of urigram's references with `==`, is a lower
/// bound.
pub const COMPARE: Table = &[
    (OURS, |lines| comparing(lines, |a, b| a.compare(b))),
    ("urigram (==)", |lines| comparing(lines, |a, b| a == b)),
    ("memcmp", |lines| comparing(lines, |a, b| a.as_str() == b.as_str())),
    ("fluent-uri", |lines| {
        let parse = fluent_uri::UriRef::<&str>::parse;
        equal(lines, parse, fluent_uri::UriRef::<String>::parse, |a, b| a == b)
    }),
    ("iri-string", |lines| {
        equal(lines, UriReferenceStr::new, UriReferenceString::try_from, |a, b| **a == **b)
    }),
];

fn comparing<'c, T>(
    lines: &'c [&'c str],
    compare: impl Fn(&UriReference<&str>, &UriReference<String>) -> T + 'c,
) -> Pass<'c> {
    equal(lines, UriReference::parse, UriReference::try_new, compare)
}

/// Returns a pass that compares each parsed string with a copy of it.
fn equal<'c, A: 'c, B: 'c, E, F, T>(
    lines: &'c [&'c str],
    parse: impl Fn(&'c str) -> Result<A, E>,
    parse_owned: impl Fn(String) -> Result<B, F>,
    compare: impl Fn(&A, &B) -> T + 'c,
) -> Pass<'c> {
    let pair = |line: &'c str| Some((parse(line).ok()?, parse_owned(line.to_owned()).ok()?));
    each(Prepared::of(lines.iter().copied(), pair), move |(a, b)| compare(a, b))
}
