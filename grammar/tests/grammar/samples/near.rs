//! Strings that a rule rejects, one edit away from one that it accepts.

use std::collections::BTreeSet;

use rstest::rstest;
use urigram_grammar::{Edit, Machine, Near, near};

use super::{CSV, JSON, slow};
use crate::common::{Pest, dfa, read};

fn of(source: &str, rule: &str) -> Vec<Near> {
    near(&read(source), rule, 0..=12, 0).unwrap().strings
}

/// Returns whether one edit of that kind makes the one of the other.
fn is_one_edit(near: &Near) -> bool {
    let (old, new): (Vec<char>, Vec<char>) = (near.accepted.chars().collect(), near.text.chars().collect());
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[same..], &new[same..]);
    match near.edit {
        Edit::Insert => new.len() == old.len() + 1 && new[1..] == *old,
        Edit::Delete => old.len() == new.len() + 1 && old[1..] == *new,
        Edit::Replace => old.len() == new.len() && !old.is_empty() && old[1..] == new[1..],
        Edit::Swap => old.len() == new.len() && old[..2] == [new[1], new[0]] && old[2..] == new[2..],
    }
}

const TIME: &str = "time = { hour ~ \":\" ~ minute }
    hour = @{ \"2\" ~ '0'..'3' | '0'..'1' ~ '0'..'9' }
    minute = @{ '0'..'5' ~ '0'..'9' }";

#[rstest]
#[case::time(TIME, "time")]
#[case::csv(CSV, "file")]
#[case::number(JSON, "number")]
#[case::uri(include_str!("../../../../uri.pest"), "authority")]
fn each_is_rejected_and_one_edit_away(#[case] source: &str, #[case] rule: &str) {
    let (pest, dfa) = (Pest::new(&read(source)), dfa(source, rule));
    let found = of(source, rule);
    assert!(!found.is_empty());
    for near in &found {
        assert!(!pest.accepts(rule, &near.text) && pest.accepts(rule, &near.accepted), "{near:?}");
        assert!(is_one_edit(near), "{near:?}");
        assert_eq!(near.offset, dfa.viable_prefix(&near.text));
    }
}

#[test]
fn each_place_of_failure_is_found() {
    let found = of(TIME, "time");
    let places: BTreeSet<(&str, usize)> =
        found.iter().map(|near| (near.rule.as_str(), near.offset)).collect();
    let expected = [("hour", 0), ("hour", 1), ("minute", 3), ("minute", 4), ("time", 2), ("time", 5)];
    assert_eq!(places, BTreeSet::from(expected), "{found:#?}");
    // In the order of the rules.
    let rules: Vec<&str> = found.iter().map(|near| near.rule.as_str()).collect();
    assert!(rules.is_sorted_by_key(|rule| ["time", "hour", "minute"].iter().position(|one| one == rule)));
}

#[rstest]
#[case::unknown("r = { \"a\" }", "s", "there is no rule `s`")]
#[case::nothing("r = { \"a\" ~ !\"\" }", "r", "no string of at most 12 characters is accepted")]
#[case::nothing_recursive(
    "r = { \"(\" ~ r? ~ \")\" ~ !\"\" }",
    "r",
    "no string of at most 12 characters is found"
)]
fn nothing_is_near(#[case] source: &str, #[case] rule: &str, #[case] expected: &str) {
    let error = near(&read(source), rule, 0..=12, 0).unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}

/// Without an automaton, runs say where the strings fail.
#[rstest]
#[case::json(JSON, "value", "is recursive", &[("array", 1), ("value", 0)])]
#[case::stack("r = { PUSH(x+) ~ \"-\" ~ y } x = { 'a'..'b' } y = { POP }", "r", "takes pest's stack", &[("r", 0)])]
fn without_an_automaton_strings_are_run(
    #[case] source: &str,
    #[case] rule: &str,
    #[case] why: &str,
    #[case] places: &[(&str, usize)],
) {
    let grammar = read(source);
    let (pest, machine) = (Pest::new(&grammar), Machine::new(&grammar));
    let found = near(&grammar, rule, 0..=100, 0).unwrap();
    assert!(found.no_automaton.unwrap().to_string().contains(why));
    assert!(!found.strings.is_empty());
    for near in &found.strings {
        assert!(!pest.accepts(rule, &near.text) && pest.accepts(rule, &near.accepted), "{near:?}");
        assert!(is_one_edit(near), "{near:?}");
        let failure = machine.failure(rule, &near.text, 1_000_000).unwrap().unwrap();
        assert_eq!(near.offset, failure.at, "{near:?}");
    }
    for place in places {
        let mut all = found.strings.iter().map(|near| (near.rule.as_str(), near.offset));
        assert!(all.any(|one| one == *place), "{place:?}: {:#?}", found.strings);
    }
}

/// What takes long is cut short, and this is said.
#[rstest]
#[case::runs(format!("r = {{ slow0 ~ \"x\"+ ~ r? ~ \";\" }} {}", slow()))]
#[case::edits("r = { LETTER{, 60} ~ (\"(\" ~ r ~ \")\")? } WHITESPACE = { SEPARATOR | \"#\" ~ LETTER* ~ \"#\" }".to_owned())]
#[ignore = "searches up to the limit"]
fn searches_are_cut_short(#[case] source: String) {
    let found = near(&read(&source), "r", 0..=1_000, 0).unwrap();
    assert!(found.is_cut_short && !found.strings.is_empty(), "{found:?}");
}

/// Nothing is rejected by what accepts all.
#[test]
fn everything_is_accepted() {
    assert_eq!(of("r = { ANY* }", "r"), []);
}
