//! Nodes inside rules that two grammars have in common: where a caller decides about them, they are compared.

use rstest::rstest;
use urigram_grammar::{Change, Differ, Grammar, WitnessKind};

use crate::common::read;

/// What is captured in the first string that both rules accept and parse differently.
fn parsed_differently(old: &Grammar, new: &Grammar, rule: &str) -> Option<[String; 2]> {
    let differences = Differ::new(old, new).differences();
    let difference = differences.iter().find(|difference| difference.rule == rule).unwrap();
    let Change::Differs(differs) = &difference.change else { return None };
    let witness =
        differs.witnesses.iter().find(|witness| witness.kind() == WitnessKind::ParsedDifferently)?;
    let shown = |nodes: &Option<Vec<urigram_grammar::Capture>>| {
        let nodes = nodes.iter().flatten().map(|node| format!("{} {}..{}", node.rule, node.start, node.end));
        nodes.collect::<Vec<_>>().join(", ")
    };
    Some([shown(&witness.old), shown(&witness.new)])
}

#[rstest]
#[case::the_same_nodes(
    "pair = { key ~ \",\"? ~ \",\"* } key = { letter ~ \",\"? } letter = { 'a'..'b' }",
    "pair = { \",\"? ~ key ~ \",\"* } key = { letter ~ \",\"? } letter = { 'a'..'b' }",
    None
)]
#[case::a_node_moves_with_its_own(
    "two = { \"a\"? ~ key? ~ \"a\"* } key = { letter } letter = { \"a\" }",
    "two = { key? ~ \"a\"* } key = { letter } letter = { \"a\" }",
    Some(["", "key 0..1, letter 0..1"])
)]
#[case::a_silent_rule_has_no_node(
    "two = { \"a\"? ~ key? ~ \"a\"* } key = _{ letter } letter = { \"a\" }",
    "two = { key? ~ \"a\"* } key = _{ letter } letter = { \"a\" }",
    Some(["", "letter 0..1"])
)]
#[case::an_atomic_caller_hides_the_outer_node(
    "two = @{ \"a\"? ~ key? ~ \"a\"* } key = { letter } letter = !{ \"a\" }",
    "two = @{ key? ~ \"a\"* } key = { letter } letter = !{ \"a\" }",
    Some(["", "letter 0..1"])
)]
#[case::a_compound_atomic_rule_makes_its_node_all_the_same(
    "two = @{ \"a\"? ~ key? ~ \"a\"* } key = { letter } letter = ${ \"a\" }",
    "two = @{ key? ~ \"a\"* } key = { letter } letter = ${ \"a\" }",
    Some(["", "letter 0..1"])
)]
#[case::even_below_an_atomic_one(
    "two = @{ \"a\"? ~ key? ~ \"a\"* } key = @{ letter } letter = ${ \"a\" }",
    "two = @{ key? ~ \"a\"* } key = @{ letter } letter = ${ \"a\" }",
    Some(["", "letter 0..1"])
)]
#[case::the_caller_decides_about_blanks(
    "line = { key ~ \";\" } key = { \"a\" ~ gap? ~ \"b\" } gap = { \" \" } WHITESPACE = _{ \" \" }",
    "line = ${ key ~ \";\" } key = { \"a\" ~ gap? ~ \"b\" } gap = { \" \" } WHITESPACE = _{ \" \" }",
    Some(["key 0..3", "key 0..3, gap 1..2"])
)]
fn nodes_that_a_caller_decides_about_are_compared(
    #[case] old: &str,
    #[case] new: &str,
    #[case] expected: Option<[&str; 2]>,
) {
    let (old, new) = (read(old), read(new));
    let rule = old.rules()[0].name.clone();
    assert_eq!(parsed_differently(&old, &new, &rule), expected.map(|both| both.map(str::to_owned)));
}

/// A text that takes one of the rules too many steps to be read is read by the automata of both.
#[test]
fn both_readings_have_nodes_of_the_same_rules() {
    let slow: String = (0..14).map(|n| format!("r{n} = {{ (r{0} ~ \"q\") | r{0} }}\n", n + 1)).collect();
    let common = format!("s = {{ k }}\nk = {{ \"k\" }}\n{slow}r14 = {{ \"x\" }}\n");
    let old = read(&format!("top = {{ r0 ~ s ~ \"y\"? }}\n{common}"));
    let new = read(&format!("top = {{ \"x\" ~ s ~ \"y\"? }}\n{common}"));
    let both = parsed_differently(&old, &new, "top").unwrap();
    assert!(both.iter().all(|reading| reading.contains("s 1..2") && !reading.contains("k 1..2")), "{both:?}");
}
