//! Certificates: that what is written is verified, and that nothing else is.

use std::sync::LazyLock;

use rstest::rstest;
use urigram_grammar::{Abnf, Claim, Error, Grammar, Peg, Statement, verify};

use crate::common;

/// More than any of these takes.
const STEPS: u64 = 10_000_000_000;

fn certificate(grammar: &Grammar, abnf: &Abnf, claims: &[Claim]) -> Result<String, Error> {
    let peg = Peg::new(grammar);
    let mut left = STEPS;
    Statement::new(&peg, abnf, claims, &mut left)?.certify(&[(false, "test.pest", grammar.text())], &mut left)
}

fn claim(rule: &str, abnf_rule: &str) -> Claim {
    Claim { rule: rule.to_owned(), abnf_rule: abnf_rule.to_owned(), is_equal: true }
}

fn small(pest: &str, abnf: &str, is_equal: bool) -> Result<String, Error> {
    let abnf = Abnf::read(&format!("r = {abnf}"), "test.abnf").unwrap();
    let claim = Claim { is_equal, ..claim("r", "r") };
    certificate(&common::read(&format!("r = @{{ {pest} }}")), &abnf, &[claim])
}

fn all(grammar: &Grammar, abnf: &Abnf) -> String {
    let names = abnf.names().map(|name| (name.replace('-', "_"), name));
    let claims: Vec<Claim> = names
        .filter(|(rule, _)| grammar.rule(rule).is_some())
        .map(|(rule, name)| claim(&rule, name))
        .collect();
    certificate(grammar, abnf, &claims).unwrap_or_else(|error| panic!("{error}"))
}

static URI: LazyLock<String> = LazyLock::new(|| {
    let abnf = Abnf::read(include_str!("../../../uri.abnf"), "uri.abnf").unwrap();
    all(&common::uri(), &abnf)
});

#[test]
fn uri_pest_is_verified() {
    eprintln!("{} bytes", URI.len());
    let now = std::time::Instant::now();
    let verified = verify(&URI).unwrap();
    eprintln!("{:?}", now.elapsed());
    assert_eq!(verified.claims.len(), 39);
    assert!(verified.claims.iter().all(|claim| claim.is_equal));
}

#[rstest]
#[case::committed_choice("\"ab\" | \"a\"", "\"a\" [\"b\"]")]
fn is_verified(#[case] pest: &str, #[case] abnf: &str) {
    let text = small(pest, abnf, true).unwrap();
    assert_eq!(verify(&text).map(|verified| verified.claims.len()), Ok(1), "{text}");
}
