//! There are no findings in the variants, and a parser can be compiled for each of their rules.

use rstest::rstest;
use urigram_grammar::{Peg, Purpose, findings};

use crate::variants::grammar;

const OF_URI: [&str; 4] = ["URI_reference", "absolute_URI", "path", "reserved"];

#[rstest]
#[case("rfc6874", &OF_URI)]
#[case("rfc3987", &OF_URI)]
#[case("url1996", &["URL_reference", "opaque_URL"])]
#[case("strict-dns", &OF_URI)]
fn there_are_none(#[case] variant: &str, #[case] starts: &[&str]) {
    let found = findings(&grammar(variant), &Purpose { starts, ..Purpose::default() }).unwrap();
    assert_eq!(found, []);
}

#[rstest]
fn every_rule_can_be_compiled(#[values("rfc6874", "rfc3987", "url1996", "strict-dns")] variant: &str) {
    let grammar = grammar(variant);
    let names: Vec<&str> = grammar.rules().iter().map(|rule| rule.name.as_str()).collect();
    let peg = Peg::new(&grammar);
    let refused: Vec<_> = names.iter().filter_map(|name| peg.definition(name).err()).collect();
    assert_eq!(refused, []);
}
