//! The interpreter agrees with pest: it returns the same nodes, and for failures the same offset
//! and the same rules.

use std::panic;

use fastrand::Rng;
use pest::Token;
use pest::error::{ErrorVariant, InputLocation};
use pest_vm::Vm;
use rstest::rstest;
use urigram_grammar::Grammar;
use urigram_workbench::{Failure, Machine, Node, Stopped};

use crate::common::{strings, vm};
use crate::trace::agrees;

const MANY: u64 = 1_000_000;

/// The rule, start, end and depth of each node.
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
    // A panic counts as a mismatch: pest panics if a grammar pops from an empty stack.
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

/// White space with the modifier `!` makes a node with pest_derive, but not with pest_vm, so it is tested
/// separately. Nothing is skipped in it with either.
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

/// Random grammars in which rules call only later rules.
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
            // The grammar repeats the match of an empty stack entry, which never ends in pest.
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

/// Grammars that would take unlimited time or memory.
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
    // The sequence and its two expressions take a step each, and the node takes more.
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

const MOST_STEPS: u64 = 1_000_000;

/// The offset, the expected rules, and the unexpected ones.
type PestFailure<'a> = (usize, Vec<&'a str>, Vec<&'a str>);

/// Returns pest's failure, or `None` if the rule matches a prefix of the text or recurses endlessly.
fn failure_by_pest<'a>(vm: &'a Vm, rule: &'a str, text: &'a str) -> Option<PestFailure<'a>> {
    let error = vm.parse(rule, text).err()?;
    let InputLocation::Pos(at) = error.location else { panic!("{error}") };
    match error.variant {
        ErrorVariant::ParsingError { positives, negatives } => Some((at, positives, negatives)),
        ErrorVariant::CustomError { message } => {
            assert_eq!(message, "stack limit reached");
            None
        }
    }
}

/// Compares the failures of texts, and returns the numbers of failures and of distinct offsets.
fn compare<'a>(grammar: &Grammar, rule: &str, texts: impl IntoIterator<Item = &'a String>) -> (usize, usize) {
    let (machine, vm) = (Machine::new(grammar), vm(grammar));
    let (mut failures, mut places) = (0, std::collections::HashSet::new());
    for text in texts {
        let Some(expected) = failure_by_pest(&vm, rule, text) else { continue };
        let failure = machine.failure(rule, text, MOST_STEPS).unwrap();
        let Failure { at, expected: positives, unexpected: negatives, .. } = failure.unwrap();
        assert_eq!((at, positives, negatives), expected, "{text:?} by {}", grammar.text());
        failures += 1;
        places.insert(at);
    }
    (failures, places.len())
}

const JSON: &str = r#"
json = { SOI ~ value ~ EOI }
value = { object | array | string | number | boolean | null }
object = { "{" ~ (pair ~ ("," ~ pair)*)? ~ "}" }
pair = { string ~ ":" ~ value }
array = { "[" ~ (value ~ ("," ~ value)*)? ~ "]" }
string = @{ "\"" ~ (!("\"" | "\\") ~ ANY)* ~ "\"" }
number = @{ "-"? ~ ('0'..'9')+ }
boolean = { "t" | "f" }
null = { "n" }
WHITESPACE = _{ " " }
"#;

#[rstest]
#[case::json(JSON, "json", "[{1,:\"} ", 5)]
#[case::json_with_letters(JSON, "json", "[]t,x-\"", 5)]
#[case::lists(
    r#"x = { SOI ~ list ~ EOI } list = { "(" ~ (list | atom)* ~ ")" } atom = @{ "a"+ }"#,
    "x",
    "()ab",
    7
)]
#[case::sums(
    r#"x = _{ SOI ~ sum ~ EOI } sum = { product ~ (plus ~ product)* } product = { term ~ (times ~ term)* }
    term = { n | "(" ~ sum ~ ")" } n = @{ "1"+ } plus = { "+" } times = { "*" } WHITESPACE = _{ " " }"#,
    "x",
    "1(+*) ",
    6
)]
#[case::predicates(
    r#"x = { !(bad | y) ~ (y ~ !bad ~ &z ~ z)* ~ EOI } y = { "a" ~ x? } z = { !(!bad) | "b" } bad = { "bb" }"#,
    "x",
    "ab",
    9
)]
#[case::double_negation(
    r#"x = { "a" ~ !(!(y | z) ~ "b") ~ !(&y ~ !z) ~ x? } y = { "ab" } z = ${ y ~ y }"#,
    "x",
    "ab",
    9
)]
#[case::atomicity(
    r#"x = { "(" ~ (a | b | c | d)* ~ ")" } a = @{ "a" ~ x } b = ${ "b" ~ x } c = !{ "c" ~ x } d = @{ "d" ~ c }
    WHITESPACE = { " " }"#,
    "x",
    "()abcd ",
    5
)]
#[case::blanks(
    r##"x = { "(" ~ y* ~ ")" } y = { "a" ~ x? } WHITESPACE = @{ " " ~ y? } COMMENT = ${ "#" ~ y }"##,
    "x",
    "()a #",
    6
)]
#[case::stack(
    r##"x = { PUSH("#"+) ~ (x | "a")* ~ end } end = { PEEK_ALL ~ "-" ~ last? } last = { DROP }"##,
    "x",
    "#a-",
    8
)]
fn is_where_pest_says(
    #[case] source: &str,
    #[case] rule: &str,
    #[case] letters: &str,
    #[case] longest: usize,
) {
    let grammar = Grammar::read(source, "x.pest").unwrap();
    let (failures, places) = compare(&grammar, rule, &strings(letters, longest));
    assert!(failures > 500 && places > 2, "{failures} failures at {places} places");
}

/// Random recursive grammars, on random texts.
#[rstest]
#[case::some(100)]
#[ignore = "a thousand grammars"]
#[case::many(1000)]
fn is_where_pest_says_by_any_grammar(#[case] most: usize) {
    let mut random = Rng::with_seed(7);
    let texts = strings("ab", 6);
    let (mut grammars, mut recursive, mut failures) = (0, 0, 0);
    while grammars < most {
        let rules = (0..4).map(|rule| {
            let kind = ["", "", "_", "@", "$", "!"][random.usize(..6)];
            format!("r{rule} = {kind}{{ {} }}\n", expression(&mut random, 4))
        });
        let rules = rules.collect::<String>();
        let blanks = ["", "", "WHITESPACE = _{ \"b\" }", "WHITESPACE = { \"b\" } COMMENT = @{ r1 ~ \"a\" }"]
            [random.usize(..4)];
        let Ok(grammar) = Grammar::read(&(rules + blanks), "x.pest") else { continue };
        grammars += 1;
        recursive += usize::from(urigram_grammar::Peg::new(&grammar).rule("r0").is_err());
        failures += compare(&grammar, "r0", &texts).0;
    }
    assert!(recursive > most / 10 && failures > 20 * most, "{recursive} recursive, {failures} failures");
}

fn expression(random: &mut Rng, depth: usize) -> String {
    const TERMS: [&str; 10] = ["\"a\"", "\"b\"", "\"ab\"", "'a'..'b'", "ANY", "EOI", "r0", "r1", "r2", "r3"];
    if depth == 0 || random.usize(..6) == 0 {
        return TERMS[random.usize(..TERMS.len())].to_owned();
    }
    let (left, right) = (expression(random, depth - 1), expression(random, depth - 1));
    match random.usize(..10) {
        0..=2 => format!("({left} ~ {right})"),
        3..=5 => format!("({left} | {right})"),
        6 => format!("({left})?"),
        7 => format!("({left} ~ {right})*"),
        8 => format!("&({left})"),
        _ => format!("!({left})"),
    }
}

/// If the rule matches only a prefix, the failure is at the end of the prefix, unless another rule
/// failed at a later offset.
#[rstest]
#[case::after_the_match("(a)b", 3, &["EOI"], None)]
#[case::at_an_attempt("(a)a", 3, &["EOI"], None)]
#[case::within("(ab)", 2, &["list"], Some("list"))]
#[case::nothing_matches("b", 0, &["list"], None)]
#[case::too_short("((a)", 4, &["list"], Some("list"))]
fn is_told_of_the_whole_text(
    #[case] text: &str,
    #[case] at: usize,
    #[case] expected: &[&str],
    #[case] within: Option<&str>,
) {
    let grammar = Grammar::read(r#"list = { "(" ~ (list | "a")* ~ ")" }"#, "x.pest").unwrap();
    let machine = Machine::new(&grammar);
    let failure =
        Failure { at, expected: expected.to_vec(), unexpected: Vec::new(), within, lookahead: None };
    assert_eq!(machine.failure("list", text, MOST_STEPS), Ok(Some(failure)));
}

#[test]
fn there_is_none_where_the_rule_matches() {
    let grammar = Grammar::read(JSON, "x.pest").unwrap();
    let machine = Machine::new(&grammar);
    assert_eq!(
        machine.failure("json", "[1, {\"a\": null}]".replace("null", "n").as_str(), MOST_STEPS),
        Ok(None)
    );
    assert_eq!(machine.failure("jsom", "1", MOST_STEPS), Err(Stopped::Unknown));
}

/// Each rule that is recorded as failed takes additional steps.
#[test]
fn takes_more_steps_for_more_attempts() {
    let grammar = Grammar::read(r#"x = { (&("a"* ~ y) ~ "a" | "a")* ~ "b" } y = { "-" }"#, "x.pest").unwrap();
    let (machine, text) = (Machine::new(&grammar), "a".repeat(100));
    let is_enough = |steps: &u64| machine.run("x", &text, *steps) == Err(Stopped::NoMatch);
    let steps = (0..MANY).step_by(100).find(is_enough).unwrap();
    assert_eq!(machine.failure("x", &text, steps), Err(Stopped::Steps));
    let failure =
        Failure { at: 100, expected: vec!["y"], unexpected: Vec::new(), within: Some("x"), lookahead: None };
    assert_eq!(machine.failure("x", &text, 2 * steps), Ok(Some(failure)));
}

#[test]
fn is_not_known_where_it_is_nested_too_deep() {
    let grammar = Grammar::read(r#"x = { "(" ~ x? ~ ")" }"#, "x.pest").unwrap();
    let machine = Machine::new(&grammar);
    assert_eq!(machine.failure("x", &"(".repeat(100_000), 100 * MOST_STEPS), Err(Stopped::Depth));
}
