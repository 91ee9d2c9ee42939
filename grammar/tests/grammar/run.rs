//! Tests that the machine does what pest does, within its limits.

use std::panic;

use pest::Token;
use pest_vm::Vm;
use rstest::rstest;
use urigram_grammar::{Grammar, Machine, Node, Stopped};

use crate::common::{strings, vm};
use crate::trace::agrees;

const MANY: u64 = 1_000_000;

/// Rules with their start, end and depth.
type Nodes = Vec<(String, usize, usize, usize)>;

fn by_machine(machine: &Machine, rule: &str, text: &str) -> Result<Nodes, Stopped> {
    let nodes = machine.run(rule, text, MANY);
    if text.len() < 5 {
        agrees(machine, rule, text, &nodes);
    }
    let nodes = nodes?;
    let nodes = nodes.iter().map(|&Node { rule, start, end, depth }| (rule.to_owned(), start, end, depth));
    Ok(nodes.collect())
}

fn by_pest(vm: &Vm, rule: &str, text: &str) -> Result<Nodes, Stopped> {
    let whole = format!("whole {rule}");
    // pest panics where a grammar pops from an empty stack.
    let parsed = panic::catch_unwind(|| vm.parse(&whole, text).ok().map(|pairs| pairs.tokens().collect()));
    let tokens: Vec<Token<'_, &str>> = parsed.ok().flatten().ok_or(Stopped::NoMatch)?;
    let mut nodes: Nodes = Vec::new();
    let mut open = Vec::new();
    for token in tokens {
        match token {
            Token::Start { rule, pos } => {
                nodes.push((rule.to_owned(), pos.pos(), pos.pos(), open.len()));
                open.push(nodes.len() - 1);
            }
            Token::End { pos, .. } => nodes[open.pop().unwrap()].2 = pos.pos(),
        }
    }
    let (_, _, end, _) = nodes.remove(0);
    let nodes = nodes.into_iter().map(|(rule, start, end, depth)| (rule, start, end, depth - 1)).collect();
    if end == text.len() { Ok(nodes) } else { Err(Stopped::NoMatch) }
}

#[rstest]
#[case::sequence(r#"x = { "a" ~ y ~ "b" | "a" ~ y } y = { "b"? ~ "a"* }"#, "ab")]
#[case::predicates(r#"x = { (!"ab" ~ y ~ &z)* ~ z } y = { ANY } z = { "b" | "a" ~ EOI }"#, "ab")]
#[case::starts(r#"x = { (y | SOI ~ "b")* ~ EOI } y = { "a" }"#, "ab")]
#[case::either_case(r#"x = { (^"aB" | y)* } y = { 'A'..'B' }"#, "abAB")]
#[case::skipped(r#"x = @{ (!("ab" | "é") ~ ANY)* ~ ("ab" | "é")? }"#, "abé")]
#[case::skipped_to_the_end(r#"x = @{ "a" ~ (!"é" ~ ANY)* }"#, "aé")]
#[case::spaces(r#"x = { y+ ~ "a"? } y = { "b" ~ "a" } WHITESPACE = _{ " " }"#, "ab ")]
#[case::comments(
    r#"x = { (y ~ z)* } y = @{ "b"+ } z = ${ y ~ w } w = !{ y ~ y? } WHITESPACE = { " " } COMMENT = @{ "a"+ }"#,
    "ab "
)]
#[case::comments_only(r#"x = { y* } y = !{ "b" ~ "b" } COMMENT = ${ "a" ~ z } z = { "a" }"#, "ab")]
#[case::spaces_in_predicates(
    r#"x = { (&(y ~ y) ~ y | y)* } y = { "a" } WHITESPACE = ${ z } z = { " " }"#,
    "a "
)]
#[case::atomicity(r#"x = @{ y ~ z ~ w } y = { "a" } z = ${ y } w = !{ y ~ y } WHITESPACE = _{ " " }"#, "a ")]
#[case::silent(r#"x = _{ y ~ x? } y = _{ z | "b" } z = { "a" }"#, "ab")]
#[case::pushed(r#"x = { PUSH(y+) ~ "b" ~ (PEEK ~ "b")? ~ POP } y = { "a" }"#, "ab")]
#[case::all(r#"x = { (PUSH("a" | "b"))* ~ "-" ~ PEEK_ALL ~ "-" ~ POP_ALL }"#, "ab-")]
#[case::pop_all(r#"x = { PUSH("a") ~ PUSH("b") ~ ("-" ~ POP_ALL | ANY*) ~ (DROP | "-") }"#, "ab-")]
#[case::slices(
    r#"x = { PUSH("a"|"b") ~ PUSH("a"|"b") ~ PUSH("a"?) ~ PEEK[-2..] ~ PEEK[..1] ~ PEEK[2..2] }"#,
    "ab"
)]
#[case::slice_beyond(r#"x = { PUSH("a") ~ (PEEK[0..3] | PEEK[-2..1] | PEEK[1..0]) }"#, "a")]
#[case::restored(r#"x = { PUSH("a") ~ (POP ~ PUSH("b") ~ "b" | PUSH("b") ~ "a")? ~ POP }"#, "ab")]
#[case::restored_in_predicates(r#"x = { PUSH("a") ~ &(POP ~ "b") ~ !(DROP ~ "b") ~ ANY{2} ~ POP }"#, "ab")]
#[case::restored_in_repetitions(r#"x = { PUSH("a") ~ PUSH("b") ~ (POP ~ "-")* ~ PEEK_ALL }"#, "ab-")]
#[case::dropped(r#"x = { PUSH("a"*) ~ PUSH("b"*) ~ DROP ~ PEEK ~ DROP ~ !DROP }"#, "ab")]
#[case::empty_stack(r#"x = { "a" ~ POP | "b" ~ PEEK | "a" | "c" }"#, "abc")]
#[case::new_lines("x = { (y | NEWLINE)* } y = @{ \"a\" ~ NEWLINE }", "a\r\n")]
#[case::sets("x = { (ASCII_DIGIT | y)* } y = { LOWERCASE_LETTER ~ ASCII_HEX_DIGIT }", "1gé")]
#[case::recursion(r#"x = { "a" ~ x ~ "b" | "a" ~ x ~ "c" | "a" }"#, "abc")]
fn does_what_pest_does(#[case] text: &str, #[case] letters: &str) {
    let grammar = Grammar::read(text, "x.pest").unwrap();
    let (machine, vm) = (Machine::new(&grammar), vm(&grammar));
    let mut matched = 0;
    for text in strings(letters, 6) {
        let nodes = by_machine(&machine, "x", &text);
        assert_eq!(nodes, by_pest(&vm, "x", &text), "{text:?}");
        matched += usize::from(nodes.is_ok());
    }
    assert!(matched > 0);
}

/// By the code that pest_derive generates, white space that is `!` makes a node; by pest_vm it makes none. Otherwise
/// they agree: nothing is skipped in it.
#[test]
fn non_atomic_spaces_make_nodes_as_by_pest_derive() {
    let source = r#"x = { y ~ z* ~ y } y = { "b" } z = { "a" ~ "b" } WHITESPACE = !{ "a" ~ z? }"#;
    let grammar = Grammar::read(source, "x.pest").unwrap();
    let (machine, vm) = (Machine::new(&grammar), vm(&grammar));
    let mut spaces = 0;
    for text in strings("ab", 8) {
        let nodes = by_machine(&machine, "x", &text);
        let others = nodes.clone().map(|nodes| {
            let count = nodes.len();
            let others: Nodes = nodes.into_iter().filter(|(rule, ..)| rule != "WHITESPACE").collect();
            spaces += count - others.len();
            others
        });
        assert_eq!(others, by_pest(&vm, "x", &text), "{text:?}");
    }
    assert!(spaces > 0);
}

/// Random grammars in which no rule calls one before it.
#[rstest]
#[case::some(40)]
#[ignore = "hundreds of grammars"]
#[case::many(600)]
fn does_what_pest_does_by_any_grammar(#[case] most: usize) {
    let mut chance = Chance(1);
    let texts = strings("ab", 5);
    let (mut grammars, mut matched) = (0, 0);
    while grammars < most {
        let rules = (0..4).map(|rule| {
            let kind = ["", "_", "@", "$", "!"][chance.below(5)];
            format!("r{rule} = {kind}{{ {} }}\n", chance.expression(rule + 1, 4))
        });
        let blanks = ["", "", "WHITESPACE = _{ \"b\" }", "WHITESPACE = { \"b\" } COMMENT = @{ \"aa\" }"];
        let text = rules.collect::<String>() + blanks[chance.below(4)];
        let Ok(grammar) = Grammar::read(&text, "x.pest") else { continue };
        grammars += 1;
        let (machine, vm) = (Machine::new(&grammar), vm(&grammar));
        for input in &texts {
            let nodes = by_machine(&machine, "r0", input);
            // An empty text on the stack matches without end.
            if nodes == Err(Stopped::Steps) {
                break;
            }
            assert_eq!(nodes, by_pest(&vm, "r0", input), "{text}{input:?}");
            matched += usize::from(nodes.is_ok());
        }
    }
    assert!(matched > most, "{matched}");
}

/// A linear congruential generator.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn expression(&mut self, rule: usize, depth: usize) -> String {
        const TERMS: [&str; 12] = [
            "\"a\"",
            "\"b\"",
            "\"ab\"",
            "'a'..'b'",
            "^\"A\"",
            "ANY",
            "PEEK",
            "POP",
            "PEEK_ALL",
            "POP_ALL",
            "DROP",
            "PEEK[-1..]",
        ];
        if depth == 0 || self.below(6) == 0 {
            return match self.below(3) {
                0 if rule < 4 => format!("r{}", rule + self.below(4 - rule)),
                0 | 1 => TERMS[self.below(5)].to_owned(),
                _ => TERMS[self.below(TERMS.len())].to_owned(),
            };
        }
        let mut inner = || self.expression(rule, depth - 1);
        let (left, right) = (inner(), inner());
        match self.below(9) {
            0 | 1 => format!("({left} ~ {right})"),
            2 | 3 => format!("({left} | {right})"),
            4 => format!("({left})?"),
            5 => format!("({left} ~ {right})*"),
            6 => format!("PUSH({left})"),
            7 => format!("&({left})"),
            _ => format!("!({left})"),
        }
    }
}

fn machine(text: &str) -> Machine {
    Machine::new(&Grammar::read(text, "x.pest").unwrap())
}

/// Grammars that take time or memory without a limit.
#[rstest]
#[case::alternatives(r#"x = { "a" ~ x ~ "b" | "a" ~ x ~ "c" | "a" }"#, 100)]
#[case::predicates(r#"x = { (&(&("a"*) ~ "a"*) ~ "a")* }"#, 100_000)]
#[case::searches(r#"x = { (&y ~ ANY)* } y = @{ (!"b" ~ ANY)* }"#, 100_000)]
#[case::searches_for_many(r#"x = { (&y ~ ANY)* } y = @{ (!("b" | "c" | "d" | "e") ~ ANY)* }"#, 100_000)]
#[case::nodes(r#"x = { y* } y = { z } z = { w } w = { v } v = { u } u = { "a" }"#, 1_000_000)]
#[case::pushed(r#"x = { (PUSH("a") ~ (&PEEK_ALL | !PEEK_ALL))* }"#, 1_000_000)]
#[case::long_string(&format!("x = {{ (\"{}\" | ANY)* }}", "a".repeat(100_000)), 99_999)]
#[case::long_string_in_either_case(&format!("x = {{ (^\"{}\" | ANY)* }}", "A".repeat(100_000)), 99_999)]
#[case::long_entry(r#"x = { PUSH(y) ~ (&PEEK ~ ANY | ANY)* } y = @{ "a" ~ "a"* ~ &"b" }"#, 0)]
fn stops_after_so_many_steps(#[case] grammar: &str, #[case] length: usize) {
    let text = match length {
        0 => format!("{}b{}", "a".repeat(50_000), "a".repeat(50_000)),
        _ => "a".repeat(length),
    };
    let steps = 50 * text.len() as u64;
    assert_eq!(machine(grammar).run("x", &text, steps).map(drop), Err(Stopped::Steps));
}

#[test]
fn takes_no_more_than_so_many_steps() {
    let machine = machine(r#"x = { "a" ~ "b" }"#);
    // The sequence, each of its two expressions, and the node.
    let steps = 3 + Node::STEPS as u64;
    assert_eq!(machine.run("x", "ab", steps - 1).map(drop), Err(Stopped::Steps));
    assert_eq!(machine.run("x", "ab", steps).map(|nodes| nodes.len()), Ok(1));
}

#[rstest]
#[case::no_such_rule("y")]
#[case::builtin("ANY")]
fn knows_only_rules_of_the_grammar(#[case] rule: &str) {
    assert_eq!(machine("x = { ANY }").run(rule, "a", MANY), Err(Stopped::Unknown));
}

#[test]
fn stops_where_it_is_nested_too_deep() {
    let machine = machine(r#"x = { "(" ~ x? ~ ")" }"#);
    let nested = |depth| ["(".repeat(depth), ")".repeat(depth)].concat();
    assert_eq!(machine.run("x", &nested(5_000), MANY).map(|nodes| nodes.len()), Ok(5_000));
    assert_eq!(machine.run("x", &nested(100_000), 100 * MANY).map(drop), Err(Stopped::Depth));
}
