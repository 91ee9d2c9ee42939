//! Mistakes of one character in a grammar of two hundred rules, which is recursive like that of a programming
//! language.

use std::fmt::Write;
use std::time::Duration;

use rstest::rstest;
use urigram_grammar::{Effort, Grammar, Search, Verdict};

use crate::common::read;

const LEVELS: usize = 40;
const STATEMENTS: usize = 90;
const TYPES: usize = 54;

/// Returns a grammar with expressions of many levels, statements with keywords, and types.
fn grammar() -> String {
    let mut source = String::from(
        r#"program = { SOI ~ item* ~ EOI }
item = { function | constant }
function = { "fn" ~ name ~ "(" ~ (parameter ~ ("," ~ parameter)*)? ~ ")" ~ ("->" ~ type)? ~ block }
constant = { "const" ~ name ~ ":" ~ type ~ "=" ~ expression ~ ";" }
parameter = { name ~ ":" ~ type }
block = { "{" ~ statement* ~ "}" }
expression = { level0 }
primary = { number | string | call | name | "(" ~ expression ~ ")" | list }
call = { name ~ "(" ~ (expression ~ ("," ~ expression)*)? ~ ")" }
list = { "[" ~ (expression ~ ("," ~ expression)*)? ~ "]" }
name = @{ !(keyword ~ !letter) ~ letter+ }
letter = { ASCII_ALPHA | "_" }
keyword = { "fn" | "const" | "let" }
number = @{ ASCII_DIGIT+ ~ ("." ~ ASCII_DIGIT+)? }
string = @{ "\"" ~ (!("\"" | "\\") ~ ANY | "\\" ~ ANY)* ~ "\"" }
WHITESPACE = _{ " " | "\n" }
"#,
    );
    let choice = |name: &str, count: usize| {
        (0..count).map(|index| format!("{name}{index}")).collect::<Vec<_>>().join(" | ")
    };
    for level in 0..LEVELS {
        let next = if level + 1 < LEVELS { format!("level{}", level + 1) } else { "primary".to_owned() };
        writeln!(source, "level{level} = {{ {next} ~ (\"op{level}!\" ~ {next})* }}").unwrap();
    }
    writeln!(source, "statement = {{ {} }}", choice("statement", STATEMENTS)).unwrap();
    for index in 0..STATEMENTS {
        let body = match index % 4 {
            0 => "expression ~ block ~ (\"else\" ~ block)?",
            1 => "name ~ (\":\" ~ type)? ~ \"=\" ~ expression ~ \";\"",
            2 => "\"(\" ~ expression ~ \";\" ~ expression? ~ \")\" ~ block",
            _ => "(expression ~ \"=>\" ~ statement)+ ~ \"end\"",
        };
        writeln!(source, "statement{index} = {{ \"do{index}!\" ~ {body} }}").unwrap();
    }
    writeln!(source, "type = {{ {} }}", choice("type", TYPES)).unwrap();
    for index in 0..TYPES {
        writeln!(source, "type{index} = {{ \"t{index}!\" ~ (\"<\" ~ type ~ \">\")? }}").unwrap();
    }
    source
}

/// Returns the grammar with one character of a rule added or changed.
fn with_mistake(source: &str, rule: usize) -> String {
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    let line = &mut lines[rule];
    let changes =
        [("\" ~ ", "x\" ~ "), ("\" }", "x\" }"), ("+", "*"), ("*", "+"), (" | ", " ~ "), ("0 }", "1 }")];
    let change = changes.into_iter().find_map(|(from, to)| line.rfind(from).map(|at| (at, from, to)));
    let (at, from, to) = change.unwrap_or_else(|| panic!("{line}"));
    line.replace_range(at..at + from.len(), to);
    lines.join("\n")
}

fn assert_found(source: &str, old: &Grammar, rule: usize) {
    let new = read(&with_mistake(source, rule));
    let rules: Vec<&str> = old.rules().iter().map(|rule| rule.name.as_str()).collect();
    let effort = Effort { steps: 20_000_000, time: Duration::from_secs(600) };
    let found = Search::new(old, &new).effort(effort).compare(&rules).unwrap();
    let name = rules[rule];
    let verdict = found.iter().find(|(rule, _)| *rule == name).map(|(_, verdict)| verdict);
    assert!(matches!(verdict, Some(Verdict::Different(_))), "{name}: {verdict:?}");
}

#[test]
fn has_two_hundred_rules() {
    assert_eq!(read(&grammar()).rules().len(), 202);
}

#[rstest]
#[case::program(0)]
#[ignore = "searches a grammar of 200 rules"]
#[case::function(2)]
#[ignore = "searches a grammar of 200 rules"]
#[case::expression(6)]
#[ignore = "searches a grammar of 200 rules"]
#[case::name(10)]
#[case::string(14)]
#[ignore = "searches a grammar of 200 rules"]
#[case::level(30)]
#[ignore = "searches a grammar of 200 rules"]
#[case::statement(60)]
#[ignore = "searches a grammar of 200 rules"]
#[case::statement_of_another_kind(91)]
#[case::type_(190)]
fn a_mistake_in_one_rule_is_found(#[case] rule: usize) {
    let source = grammar();
    assert_found(&source, &read(&source), rule);
}

/// Every rule before the levels, and some of each kind after them; all take minutes.
#[test]
#[ignore = "searches a grammar of 200 rules for each of 22 mistakes"]
fn a_mistake_in_any_kind_of_rule_is_found() {
    let source = grammar();
    let old = read(&source);
    for rule in (0..16).chain((16..old.rules().len()).step_by(31)) {
        assert_found(&source, &old, rule);
    }
}
