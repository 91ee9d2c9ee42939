//! How each variant differs from `uri.pest`, and that nothing else does.

use rstest::rstest;
use urigram_grammar::{Automata, Peg, Relation};

use crate::common;
use crate::variants::{Names, called, grammar};

/// The rules of 1996 under their names in RFC 3986.
const IN_RFC_3986: &Names = &[
    ("URL_reference", "URI_reference"),
    ("absoluteURL", "absolute_URI"),
    ("relativeURL", "relative_ref"),
    ("server", "authority"),
    ("hostname", "reg_name"),
    ("hostnumber", "IPv4address"),
    ("escaped", "pct_encoded"),
    ("alpha", "ALPHA"),
    ("digit", "DIGIT"),
    ("hex", "HEXDIG"),
];

/// The rules that match other strings, with the shortest example of the difference: a string that only the
/// wider rule matches, or where each matches strings that the other does not, first one of the variant and
/// then one of `uri.pest`.
#[rstest]
#[case("rfc6874", &[], &[
    r#"URI Wider "a://[::%25a]""#,
    r#"hier_part Wider "//[::%25a]""#,
    r#"URI_reference Wider "//[::%25a]""#,
    r#"absolute_URI Wider "a://[::%25a]""#,
    r#"relative_ref Wider "//[::%25a]""#,
    r#"relative_part Wider "//[::%25a]""#,
    r#"authority Wider "[::%25a]""#,
    r#"host Wider "[::%25a]""#,
    r#"IP_literal Wider "[::%25a]""#,
])]
#[case("rfc3987", &[], &[
    r#"URI Wider "a:à""#,
    r#"hier_part Wider "à""#,
    r#"URI_reference Wider "à""#,
    r#"absolute_URI Wider "a:à""#,
    r#"relative_ref Wider "à""#,
    r#"relative_part Wider "à""#,
    r#"authority Wider "à""#,
    r#"userinfo Wider "à""#,
    r#"host Wider "à""#,
    r#"reg_name Wider "à""#,
    r#"path Wider "à""#,
    r#"path_abempty Wider "/à""#,
    r#"path_absolute Wider "/à""#,
    r#"path_noscheme Wider "à""#,
    r#"path_rootless Wider "à""#,
    r#"segment Wider "à""#,
    r#"segment_nz Wider "à""#,
    r#"segment_nz_nc Wider "à""#,
    r#"pchar Wider "à""#,
    r#"query Wider "à""#,
    r#"fragment Wider "à""#,
    r#"unreserved Wider "à""#,
])]
#[case("url1996", IN_RFC_3986, &[
    r##"URL_reference Different ":" "//[::]""##,
    r##"scheme Wider "0""##,
    r##"absoluteURL Different "0:" "a://[::]""##,
    r##"relativeURL Different ":" "#""##,
    r##"server Different "?@a" "0""##,
    r##"host Narrower """##,
    r##"hostname Narrower """##,
    r##"hostnumber Wider "00.0.0.0""##,
    r##"pchar Narrower ";""##,
    r##"reserved Narrower "!""##,
    r##"unreserved Wider "!""##,
])]
#[case("strict-dns", &[], &[
    r#"URI Narrower "a://!""#,
    r#"hier_part Narrower "//!""#,
    r#"URI_reference Narrower "//!""#,
    r#"absolute_URI Narrower "a://!""#,
    r#"relative_ref Narrower "//!""#,
    r#"relative_part Narrower "//!""#,
    r#"authority Narrower "!""#,
    r#"host Narrower "!""#,
    r#"reg_name Narrower "!""#,
])]
fn rules_that_match_other_strings(#[case] variant: &str, #[case] names: &Names, #[case] expected: &[&str]) {
    let (ours, uri) = (Peg::new(&grammar(variant)), Peg::new(&common::uri()));
    let (mut our_automata, mut uri_automata) = (Automata::new(&ours), Automata::new(&uri));
    let mut found = Vec::new();
    for rule in ours.names().filter(|rule| uri.names().any(|name| name == called(rule, names))) {
        let uri_rule = uri_automata.dfa(called(rule, names)).unwrap();
        let comparison = our_automata.dfa(rule).unwrap().compare(&uri_rule);
        if comparison.relation() != Relation::Equal {
            let examples: Vec<_> = [&comparison.only_left, &comparison.only_right]
                .into_iter()
                .flatten()
                .map(|example| format!(" {example:?}"))
                .collect();
            found.push(format!("{rule} {:?}{}", comparison.relation(), examples.concat()));
        }
    }
    assert_eq!(found, expected);
}

#[rstest]
#[case("rfc6874", &["IP_literal"], &["ZoneID", "IPv6addrz"])]
#[case("rfc3987", &["IPvFuture", "query", "unreserved"], &["ucschar", "iprivate"])]
#[case("strict-dns", &["reg_name"], &["label", "let_dig_hyp", "let_dig"])]
fn rules_that_are_there(#[case] variant: &str, #[case] changed: &[&str], #[case] new: &[&str]) {
    let (ours, uri) = (grammar(variant), common::uri());
    let (mut found_changed, mut found_new) = (Vec::new(), Vec::new());
    for rule in ours.rules() {
        match uri.rule(&rule.name) {
            Some(base) if base == rule => {}
            Some(_) => found_changed.push(rule.name.as_str()),
            None => found_new.push(rule.name.as_str()),
        }
    }
    found_changed.sort_unstable();
    assert_eq!((found_changed.as_slice(), found_new.as_slice()), (changed, new));
}
