//! The proof that `uri.pest` is RFC 3986, Appendix A: every rule matches the strings that its ABNF does.

use crate::common;
use std::collections::BTreeSet;

use urigram_grammar::{Abnf, Automata, Peg};

/// Core rules of RFC 5234; `uri.pest` defines those that it calls.
const CORE: [&str; 3] = ["ALPHA", "DIGIT", "HEXDIG"];

fn abnf() -> Abnf {
    Abnf::read(include_str!("../../../uri.abnf"), "uri.abnf").unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_rule_matches_what_its_abnf_does() {
    let (abnf, peg) = (abnf(), Peg::new(&common::uri()));
    let mut automata = Automata::new(&peg);
    let mut unequal = Vec::new();
    for name in peg.names() {
        if automata.dfa(name).unwrap() != abnf.dfa(name).unwrap() {
            unequal.push(name);
        }
    }
    assert_eq!(unequal, [""; 0], "not equal to their ABNF");
}

#[test]
fn both_have_the_same_rules() {
    let (abnf, peg) = (abnf(), Peg::new(&common::uri()));
    let dashed: BTreeSet<String> = peg.names().map(|name| name.replace('_', "-")).collect();
    let printed: BTreeSet<String> = abnf.names().chain(CORE).map(str::to_owned).collect();
    let only_one: Vec<_> = dashed.symmetric_difference(&printed).collect();
    assert_eq!(only_one, [""; 0], "in one file only");
}
