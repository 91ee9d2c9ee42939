//! The limits of a trace, and grammars and texts that try them.

use rstest::rstest;
use urigram_grammar::{Outcome, Stopped};

use super::{drawn, machine, well_formed};

/// Grammars whose matches take time or memory without a limit.
#[rstest]
#[case::alternatives(r#"x = { "a" ~ x ~ "b" | "a" ~ x ~ "c" | "a" }"#)]
#[case::predicates(r#"x = { (&(&("a"*) ~ "a"*) ~ "a")* }"#)]
#[case::searches(r#"x = { (&y ~ ANY)* } y = @{ (!"b" ~ ANY)* }"#)]
#[case::folded(r#"x = { (&("a" | "b")* ~ !(y* ~ "b") ~ y)* } y = { ANY }"#)]
#[case::nodes(r#"x = { y* } y = { z } z = { w } w = { v } v = { u } u = { "a" }"#)]
fn a_trace_ends_at_its_limit(#[case] grammar: &str, #[values(1, 2, 1000)] limit: usize) {
    let machine = machine(grammar);
    let text = "a".repeat(20_000);
    let trace = machine.trace("x", &text, limit).unwrap();
    assert_eq!((trace.matched, trace.stopped), (false, Some(Stopped::Steps)));
    assert!(trace.steps.len() <= limit);
    assert_eq!(trace.steps[0].outcome, Outcome::Open);
    assert_eq!(trace.then(0), "has not ended: the limit was reached");
    well_formed(&trace);
}

/// One step that would try an expression for each byte, for each byte.
#[test]
fn what_is_one_step_is_limited_too() {
    let machine = machine(r#"x = { y* ~ "c" | "a" ~ x | "d" } y = _{ "a" | "b" }"#);
    let text = "a".repeat(5_000);
    let trace = machine.trace("x", &text, 1_000).unwrap();
    assert_eq!(trace.stopped, Some(Stopped::Steps));
    well_formed(&trace);
}

#[test]
fn a_long_run_is_one_step() {
    let machine =
        machine(r#"x = { y ~ EOI } y = @{ (letter | "%" ~ letter ~ letter)* } letter = { 'a'..'z' }"#);
    let text = "abc%de".repeat(100_000);
    let trace = machine.trace("x", &text, 10).unwrap();
    assert!(trace.matched);
    assert_eq!(trace.steps.len(), 4);
    assert_eq!(trace.steps[2].end(), Some(text.len()));
}

#[test]
fn a_trace_ends_where_rules_are_nested_too_deep() {
    let machine = machine(r#"x = { "(" ~ x? ~ ")" }"#);
    let text = "(".repeat(100_000);
    let trace = machine.trace("x", &text, 1_000_000).unwrap();
    assert_eq!(trace.stopped, Some(Stopped::Depth));
    assert_eq!(trace.then(0), "has not ended: expressions are nested too deep");
    well_formed(&trace);
}

/// Expressions are shown up to a length, whatever they are made of.
#[rstest]
#[case::names(&format!("{0} = {{ {1} }} {1} = {{ \"b\" }}", "x", "n".repeat(100_000)))]
#[case::strings(&format!("x = {{ \"{}\" }}", "\u{1}".repeat(100_000)))]
#[case::alternatives(&format!("x = {{ {}\"b\" }}", "\"b\" ~ x? | ".repeat(700)))]
#[case::parts(&format!("x = {{ {}\"b\" }}", "\"b\" ~ ".repeat(2000)))]
#[case::brackets(&format!("x = {{ {}\"b\"{} }}", "(".repeat(100), " ~ \"c\")?".repeat(100)))]
#[case::predicates(&format!("x = {{ {}\"b\" }}", "!".repeat(100)))]
#[case::stops(&format!("x = @{{ (!({}\"b\") ~ ANY)* ~ \"c\" }}", "\"a\" | ".repeat(700)))]
fn lines_are_short(#[case] grammar: &str) {
    let machine = machine(grammar);
    let trace = machine.trace("x", "a", 100).unwrap();
    well_formed(&trace);
    let longest = drawn(&trace).lines().map(|line| line.chars().count()).max();
    assert!(longest.is_some_and(|longest| longest < 600), "{longest:?}");
}

/// pest itself panics where a grammar pops from an empty stack.
#[test]
fn popping_from_an_empty_stack_fails() {
    let machine = machine(r#"x = { "a" ~ (POP | "b") }"#);
    let trace = machine.trace("x", "ab", 100).unwrap();
    assert!(!trace.matched && trace.is_complete());
    assert!(trace.steps.iter().skip(2).all(|step| step.outcome == Outcome::Failed));
    well_formed(&trace);
}

#[rstest]
#[case::no_such_rule("y")]
#[case::builtin("ANY")]
fn knows_only_rules_of_the_grammar(#[case] rule: &str) {
    assert_eq!(machine("x = { ANY }").trace(rule, "a", 100), Err(Stopped::Unknown));
}
