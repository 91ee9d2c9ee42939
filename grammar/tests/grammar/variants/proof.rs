//! The proof that each variant matches what the ABNF beside it describes.

use std::collections::BTreeSet;

use rstest::rstest;
use urigram_grammar::{Automata, Peg};

use crate::variants::{Names, abnf, called, grammar};

/// Core rules of RFC 5234; `uri.pest` defines those that it calls.
const CORE: [&str; 3] = ["ALPHA", "DIGIT", "HEXDIG"];

/// The names in RFC 3987 of the rules that keep their names in the variant.
const IN_RFC_3987: &Names = &[
    ("URI", "IRI"),
    ("hier_part", "ihier-part"),
    ("URI_reference", "IRI-reference"),
    ("absolute_URI", "absolute-IRI"),
    ("relative_ref", "irelative-ref"),
    ("relative_part", "irelative-part"),
    ("authority", "iauthority"),
    ("userinfo", "iuserinfo"),
    ("host", "ihost"),
    ("reg_name", "ireg-name"),
    ("path", "ipath"),
    ("path_abempty", "ipath-abempty"),
    ("path_absolute", "ipath-absolute"),
    ("path_noscheme", "ipath-noscheme"),
    ("path_rootless", "ipath-rootless"),
    ("path_empty", "ipath-empty"),
    ("segment", "isegment"),
    ("segment_nz", "isegment-nz"),
    ("segment_nz_nc", "isegment-nz-nc"),
    ("pchar", "ipchar"),
    ("query", "iquery"),
    ("fragment", "ifragment"),
    ("unreserved", "iunreserved"),
];

#[rstest]
#[case("rfc6874", &[])]
#[case("rfc3987", IN_RFC_3987)]
#[case("url1996", &[])]
#[case("strict-dns", &[])]
fn every_rule_matches_what_its_abnf_does(#[case] variant: &str, #[case] names: &Names) {
    let (abnf, peg) = (abnf(variant), Peg::new(&grammar(variant)));
    let mut automata = Automata::new(&peg);
    let mut unequal = Vec::new();
    for rule in peg.names() {
        if automata.dfa(rule).unwrap() != abnf.dfa(called(rule, names)).unwrap() {
            unequal.push(rule);
        }
    }
    assert_eq!(unequal, [""; 0], "not equal to their ABNF");
}

#[rstest]
#[case("rfc6874", &[], &CORE, &[])]
#[case::unreserved_is_not_kept("rfc3987", IN_RFC_3987, &CORE, &["unreserved"])]
#[case("url1996", &[], &[], &[])]
#[case("strict-dns", &[], &CORE, &[])]
fn both_have_the_same_rules(
    #[case] variant: &str,
    #[case] names: &Names,
    #[case] only_in_pest: &[&str],
    #[case] only_in_abnf: &[&str],
) {
    let (abnf, peg) = (abnf(variant), Peg::new(&grammar(variant)));
    let dashed: BTreeSet<String> = peg.names().map(|rule| called(rule, names).replace('_', "-")).collect();
    let printed: BTreeSet<String> = abnf.names().map(str::to_owned).collect();
    assert_eq!(dashed.difference(&printed).collect::<Vec<_>>(), only_in_pest);
    assert_eq!(printed.difference(&dashed).collect::<Vec<_>>(), only_in_abnf);
}

/// What `url1996.pest` says about a literal reading of the draft.
#[rstest]
#[case("generic-URL", "opaque-URL")]
#[case("relativeURL", "query")]
#[case("relativeURL", "rel-path")]
fn rules_of_1996_that_match_the_same(#[case] rule: &str, #[case] other: &str) {
    let abnf = abnf("url1996");
    assert_eq!(abnf.dfa(rule).unwrap(), abnf.dfa(other).unwrap());
}
