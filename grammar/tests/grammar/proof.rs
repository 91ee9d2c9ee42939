//! `uri.pest` is proved equal to Appendix A of RFC 3986, and `Prover` agrees.

use std::collections::BTreeSet;

use rstest::rstest;
use urigram_grammar::{Abnf, Automata, Derivation, Grammar, Peg, Prover};

use crate::common;
use crate::common::{read, uri};

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

const ABNF: &str = "s = a / b\na = x [ y ]\nb = *y\nx = \"x\"\ny = \"y\"";

fn proved(grammar: &Grammar, abnf: &str, rule: &str) -> String {
    let (peg, abnf) = (Peg::new(grammar), Abnf::read(abnf, "test.abnf").unwrap());
    match Prover::new(grammar, &peg, &abnf).prove(rule, rule).unwrap().captures {
        Derivation::Unique => "unique".to_owned(),
        Derivation::Ambiguous(apart) => format!("ambiguous {:?}", apart.text),
        Derivation::None(apart) => format!("none {:?}", apart.text),
        other => format!("{other:?}"),
    }
}

#[rstest]
#[case::all("s = ${ a | b } a = ${ x ~ y? } b = ${ y* } x = @{ \"x\" } y = @{ \"y\" }", "unique")]
#[case::atomic("s = ${ a | b } a = @{ x ~ y? } b = @{ y* } x = @{ \"x\" } y = @{ \"y\" }", "unique")]
#[case::silent_copies(
    "s = ${ a | b } a = ${ c ~ d? } b = ${ d* } c = _{ \"x\" } d = _{ \"y\" } x = @{ \"x\" } y = @{ \"y\" }",
    "none \"x\""
)]
#[case::not_called(
    "s = ${ x ~ y? | y* } a = ${ x ~ y? } b = ${ y* } x = @{ \"x\" } y = @{ \"y\" }",
    "none \"\""
)]
#[case::silent("s = ${ a | b } a = _{ x ~ y? } b = _{ y* } x = @{ \"x\" } y = @{ \"y\" }", "unique")]
#[case::atomic_below(
    "s = ${ a | b } a = @{ c ~ y? } c = ${ x } b = ${ y* } x = @{ \"x\" } y = @{ \"y\" }",
    "none \"xy\""
)]
fn captures(#[case] source: &str, #[case] expected: &str) {
    assert_eq!(proved(&read(source), ABNF, "s"), expected);
}

#[test]
fn an_ambiguity_is_settled_by_what_the_model_captures() {
    let source = r#"path_abempty = ${ ("/" ~ segment)* } segment = @{ pchar* }"#;
    let grammar = Grammar::read_over(&uri(), source, "segments.pest").unwrap();
    let (peg, model) = (Peg::new(&grammar), uri());
    let model = Peg::new(&model);
    let abnf = Abnf::read(include_str!("../../../uri.abnf"), "uri.abnf").unwrap();
    let proof = Prover::new(&grammar, &peg, &abnf).settled_by(&model).prove("URI", "URI").unwrap();
    assert!(matches!(proof.captures, Derivation::Ambiguous(_)), "{proof:?}");
}

/// The rules below each rule are searched only once.
#[test]
fn one_of_many_rules_that_call_many_is_proved() {
    let rules = |count, rule: fn(usize) -> String| (0..count).map(rule).collect::<String>();
    let leaves: Vec<String> = (0..2000).map(|n| format!("leaf{n}")).collect();
    let source = format!("hub = @{{ {} }}\n", leaves.join(" | "))
        + &rules(2000, |n| format!("leaf{n} = @{{ \"a\" }}\n"))
        + &rules(8000, |n| format!("r{n} = @{{ hub }}\n"));
    let abnf = format!("hub = {}\n", leaves.join(" / "))
        + &rules(2000, |n| format!("leaf{n} = %x61\n"))
        + &rules(8000, |n| format!("r{n} = hub\n"));
    assert_eq!(proved(&read(&source), &abnf, "r0"), "unique");
}
