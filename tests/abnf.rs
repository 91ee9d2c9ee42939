//! Proves that `uri.pest` equals Appendix A, rule for rule, and `template.pest` the ABNF of RFC 6570. After an edit of
//! `uri.pest`, this test reports the cause of the failures in other tests, because cargo runs it first (except for the unit
//! tests of the library, which an edit does not affect).

#![allow(clippy::unwrap_used, reason = "a grammar that cannot be read is a failure")]

#[cfg(appendix_a)]
use rstest::rstest;
use urigram_grammar::{Abnf, Automata, Comparison, Grammar, Peg};

const APPENDIX_A: (&str, &str) = ("Appendix A", include_str!("../uri.abnf"));
const RFC_6570: (&str, &str) = ("RFC 6570", include_str!("../template.abnf"));

/// Returns how rules of a grammar differ from those of an ABNF, each with a shortest example. Called
/// rules come before their callers, which may differ only as a consequence.
fn differences(grammar: &str, (rfc, abnf): (&str, &str)) -> Vec<String> {
    let grammar = Grammar::read(grammar, "grammar.pest").unwrap();
    let abnf = Abnf::read(abnf, "grammar.abnf").unwrap();
    let peg = Peg::new(&grammar);
    let mut automata = Automata::new(&peg);
    let mut differences = Vec::new();
    for name in peg.names() {
        let difference = match (abnf.dfa(name), automata.dfa(name)) {
            (Err(_), _) => "has no such rule".to_owned(),
            (_, Err(why)) => format!("cannot be compared: {why}"),
            (Ok(printed), Ok(edited)) if printed == edited => continue,
            (Ok(printed), Ok(edited)) => how(&printed.compare(&edited)),
        };
        differences.push(format!("`{name}`: {rfc} {difference}"));
    }
    differences.reverse();
    differences
}

fn how(Comparison { only_left, only_right }: &Comparison) -> String {
    let part = |accepts, string: &String| format!("{accepts} {string:?}");
    let accepted = only_left.iter().map(|string| part("accepts", string));
    let rejected = only_right.iter().map(|string| part("does not accept", string));
    accepted.chain(rejected).collect::<Vec<_>>().join(", and ")
}

#[test]
fn no_rule_of_uri_pest_differs_from_its_abnf() {
    let differences = differences(include_str!("../uri.pest"), APPENDIX_A);
    assert!(differences.is_empty(), "uri.pest is not Appendix A:\n{}", differences.join("\n"));
}

#[test]
fn no_rule_of_template_pest_differs_from_its_abnf() {
    let (grammar, (_, abnf)) = (include_str!("../template.pest"), RFC_6570);
    assert_eq!(differences(grammar, RFC_6570), [""; 0]);
    let (grammar, abnf) = (Grammar::read(grammar, "").unwrap(), Abnf::read(abnf, "").unwrap());
    let ours: Vec<String> = grammar.rules().iter().map(|rule| rule.name.replace('_', "-")).collect();
    assert!(abnf.names().eq(&ours), "{:?}", abnf.names().collect::<Vec<_>>());
}

#[test]
fn the_proof_of_template_pest_can_fail() {
    let edited = include_str!("../template.pest").replace("DIGIT{0, 3}", "DIGIT{0, 4}");
    assert_eq!(differences(&edited, RFC_6570)[0], "`max_length`: RFC 6570 does not accept \"10000\"");
}

// These tests edit Appendix A themselves. They are left out after an edit of `uri.pest`, so that
// then only the test above fails.
#[cfg(appendix_a)]
#[rstest]
#[case::wider(
    "query    = @{ (pchar | \"/\"",
    "query    = @{ (pchar | \"|\" | \"/\"",
    "`query`: Appendix A does not accept \"|\""
)]
#[case::narrower(
    "port      = @{ DIGIT* }",
    "port      = @{ DIGIT{0, 2} }",
    "`port`: Appendix A accepts \"000\""
)]
#[case::innermost_first(
    "unreserved  = _{ ALPHA",
    "unreserved  = _{ \"^\" | ALPHA",
    "`unreserved`: Appendix A does not accept \"^\""
)]
#[case::new(
    "port      = @{ DIGIT* }",
    "port      = @{ digits }\ndigits = { DIGIT* }",
    "`digits`: Appendix A has no such rule"
)]
fn an_edit_is_named(#[case] rule: &str, #[case] edited: &str, #[case] said: &str) {
    let grammar = include_str!("../uri.pest");
    assert!(grammar.contains(rule));
    assert_eq!(differences(&grammar.replacen(rule, edited, 1), APPENDIX_A)[0], said);
}
