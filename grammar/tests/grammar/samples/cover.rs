//! Strings that show each alternative, each bound and each edge.

use rstest::rstest;
use urigram_grammar::{Coverage, cover};

use super::{CALCULATOR, CSV, JSON, TAGS};
use crate::common::{Pest, read, uri};

fn of(source: &str, rule: &str, longest: usize) -> Coverage {
    cover(&read(source), rule, 0..=longest, 0).unwrap()
}

#[rstest]
#[case::alternatives("r = { \"a\" | \"b\" | \"c\" }", &["a", "b", "c"])]
#[case::optional("r = { \"a\"? }", &["", "a"])]
#[case::any_number("r = { \"a\"* }", &["", "a"])]
#[case::once_or_more("r = { \"a\"+ }", &["a", "aa"])]
#[case::bounds("r = { \"a\"{2, 5} }", &["aa", "aaa", "aaaaa"])]
#[case::exactly("r = { \"a\"{3} }", &["aaa"])]
#[case::edges("r = { 'b'..'d' }", &["b", "d"])]
#[case::edges_after_a_predicate("r = @{ !('b'..'c') ~ 'a'..'d' }", &["a", "d"])]
#[case::one_string_for_all("r = { 'b'..'d' ~ 'x'..'y' ~ \"!\"? }", &["bx", "dy!"])]
#[case::letters_in_either_case("r = { ^\"q1\" }", &["Q1", "q1"])]
fn as_few_as_it_takes(#[case] source: &str, #[case] expected: &[&str]) {
    let coverage = of(source, "r", 10);
    if expected == ["bx", "dy!"] {
        assert_eq!(coverage.strings.len(), 2, "{:?}", coverage.strings);
    } else {
        assert_eq!(coverage.strings, expected);
    }
    assert_eq!(coverage.uncovered, []);
}

#[rstest]
#[case::shadowed("r = { \"a\" | \"ab\" }", &["r: `\"ab\"`, alternative 2: can never match"])]
#[case::starved("r = { \"a\"* ~ \"a\"? }", &["r: `\"a\"?`, once: can never match"])]
#[case::starved_by_the_rest("r = { (\"a\" | \"ab\") ~ \"b\"* ~ !ANY ~ (\"c\" | \"\") }", &["alternative 2: can never match", "alternative 1: can never match"])]
#[case::predicate("r = { &(\"b\" | \"c\") ~ 'b'..'d' ~ \"x\" }", &["r: `'b'..'d'`, 'd': can never match"])]
#[case::too_long("r = { \"a\" ~ \"b\"{, 20} }", &["20 times: beyond the length limit, takes 21 characters"])]
#[case::greedy(
    "r = { x ~ \"a\" } x = { (\"a\" | \"b\"){1, 2} }",
    &["x: `(\"a\" | \"b\"){1, 2}`, once: can never match"]
)]
#[case::not_reachable("r = { !x ~ \"a\" } x = { \"b\" | \"c\" }", &[])]
fn what_is_not_covered_is_decided(#[case] source: &str, #[case] expected: &[&str]) {
    let coverage = of(source, "r", 10);
    let said: Vec<String> = coverage.uncovered.iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), expected.len(), "{said:?}");
    for (said, expected) in said.iter().zip(expected) {
        assert!(said.contains(expected), "{said}");
    }
}

#[rstest]
#[case::json(JSON, "json", &[])]
// An empty record may follow, so the repetition takes the last line end.
#[case::csv(CSV, "file", &["test.pest:2:45: file: `NEWLINE?`, once: can never match"])]
#[case::calculator(CALCULATOR, "expression", &[])]
#[case::tags(TAGS, "element", &[])]
fn formats(#[case] source: &str, #[case] rule: &str, #[case] uncovered: &[&str]) {
    let pest = Pest::new(&read(source));
    let coverage = of(source, rule, 40);
    let said: Vec<String> = coverage.uncovered.iter().map(ToString::to_string).collect();
    for text in &coverage.strings {
        assert!(pest.accepts(rule, text), "{text:?}");
    }
    println!("{} {} {said:#?} {:#?}", coverage.covered, coverage.strings.len(), coverage.strings);
    assert_eq!(said, uncovered);
}

#[test]
fn uri_pest() {
    let (grammar, pest) = (uri(), Pest::new(&uri()));
    let coverage = cover(&grammar, "URI_reference", 0..=60, 0).unwrap();
    assert!(coverage.strings.iter().all(|text| pest.accepts("URI_reference", text)));
    println!("{} {:#?} {:#?}", coverage.covered, coverage.strings, coverage.uncovered);
}
