//! `compare`: from two references, which were parsed before and have the same text at two addresses, to the
//! rung on which they are equal, or to whether they are equal.

use iri_string::types::{UriReferenceStr, UriReferenceString};
use urigram::UriReference;

use crate::pass::{OURS, Pass, Prepared, Table, each};

/// The libraries. `memcmp` is `==` of the texts of urigram's references: the lower bound.
pub const TABLE: Table = &[
    (OURS, |lines| ours(lines, |a, b| a.compare(b))),
    ("urigram (==)", |lines| ours(lines, |a, b| a == b)),
    ("memcmp", |lines| ours(lines, |a, b| a.as_str() == b.as_str())),
    ("fluent-uri", |lines| {
        let parse = fluent_uri::UriRef::<&str>::parse;
        equal(lines, parse, fluent_uri::UriRef::<String>::parse, |a, b| a == b)
    }),
    ("iri-string", |lines| {
        equal(lines, UriReferenceStr::new, UriReferenceString::try_from, |a, b| **a == **b)
    }),
];

fn ours<'c, T>(
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
