//! Where a match fails is where pest says that it does, with the same rules.

use fastrand::Rng;
use pest::error::{ErrorVariant, InputLocation};
use pest_vm::Vm;
use rstest::rstest;
use urigram_grammar::{Failure, Grammar, Machine, Stopped};

use crate::common::{strings, vm};

const MANY: u64 = 1_000_000;

/// The place, and the rules that had to match there and that must not.
type Said<'a> = (usize, Vec<&'a str>, Vec<&'a str>);

/// What pest says; nothing if the rule matches a beginning of the text, or recurses without end.
fn by_pest<'a>(vm: &'a Vm, rule: &'a str, text: &'a str) -> Option<Said<'a>> {
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

/// Compares the failures of texts, and returns how many there are, and at how many different places.
fn compare<'a>(grammar: &Grammar, rule: &str, texts: impl IntoIterator<Item = &'a String>) -> (usize, usize) {
    let (machine, vm) = (Machine::new(grammar), vm(grammar));
    let (mut failures, mut places) = (0, std::collections::HashSet::new());
    for text in texts {
        let Some(expected) = by_pest(&vm, rule, text) else { continue };
        let failure = machine.failure(rule, text, MANY).unwrap();
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

/// Random grammars whose rules call each other as they like, on random texts.
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

/// What follows a match is where the text had to end, unless a rule failed further on.
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
    let failure = Failure { at, expected: expected.to_vec(), unexpected: Vec::new(), within };
    assert_eq!(machine.failure("list", text, MANY), Ok(Some(failure)));
}

#[test]
fn there_is_none_where_the_rule_matches() {
    let grammar = Grammar::read(JSON, "x.pest").unwrap();
    let machine = Machine::new(&grammar);
    assert_eq!(machine.failure("json", "[1, {\"a\": null}]".replace("null", "n").as_str(), MANY), Ok(None));
    assert_eq!(machine.failure("jsom", "1", MANY), Err(Stopped::Unknown));
}

/// What is kept of each rule that fails at the same place counts as steps.
#[test]
fn takes_more_steps_for_more_attempts() {
    let grammar = Grammar::read(r#"x = { (&("a"* ~ y) ~ "a" | "a")* ~ "b" } y = { "-" }"#, "x.pest").unwrap();
    let (machine, text) = (Machine::new(&grammar), "a".repeat(100));
    let is_enough = |steps: &u64| machine.run("x", &text, *steps) == Err(Stopped::NoMatch);
    let steps = (0..MANY).step_by(100).find(is_enough).unwrap();
    assert_eq!(machine.failure("x", &text, steps), Err(Stopped::Steps));
    let failure = Failure { at: 100, expected: vec!["y"], unexpected: Vec::new(), within: Some("x") };
    assert_eq!(machine.failure("x", &text, 2 * steps), Ok(Some(failure)));
}

#[test]
fn is_not_known_where_it_is_nested_too_deep() {
    let grammar = Grammar::read(r#"x = { "(" ~ x? ~ ")" }"#, "x.pest").unwrap();
    let machine = Machine::new(&grammar);
    assert_eq!(machine.failure("x", &"(".repeat(100_000), 100 * MANY), Err(Stopped::Depth));
}
