//! The search for differences of rules without an automaton.

use std::fmt::Write;
use std::time::Duration;

use rstest::rstest;
use urigram_grammar::Grammar;
use urigram_workbench::{Differences, Effort, Extent, Machine, Node, Search, Verdict};

use crate::common::{Pest, read};

pub(super) const JSON: &str = r#"
json = { SOI ~ value ~ EOI }
value = { object | array | string | number | boolean | null }
object = { "{" ~ (pair ~ ("," ~ pair)*)? ~ "}" }
pair = { string ~ ":" ~ value }
array = { "[" ~ (value ~ ("," ~ value)*)? ~ "]" }
string = @{ "\"" ~ (!("\"" | "\\") ~ ANY | "\\" ~ escape)* ~ "\"" }
escape = @{ "\"" | "\\" | "/" | "b" | "f" | "n" | "r" | "t" | "u" ~ ASCII_HEX_DIGIT{4} }
number = @{ "-"? ~ ("0" | ASCII_NONZERO_DIGIT ~ ASCII_DIGIT*) ~ ("." ~ ASCII_DIGIT+)? ~ exponent? }
exponent = @{ ^"e" ~ ("+" | "-")? ~ ASCII_DIGIT+ }
boolean = { "true" | "false" }
null = { "null" }
WHITESPACE = _{ " " | "\t" | "\r" | "\n" }
"#;

pub(super) const ARITHMETIC: &str = r#"
calculation = { SOI ~ sum ~ EOI }
sum = { product ~ (("+" | "-") ~ product)* }
product = { power ~ (("*" | "/") ~ power)* }
power = { factor ~ ("^" ~ power)? }
factor = { "-"? ~ (number | name ~ arguments? | "(" ~ sum ~ ")") }
arguments = { "(" ~ (sum ~ ("," ~ sum)*)? ~ ")" }
number = @{ ASCII_DIGIT+ ~ ("." ~ ASCII_DIGIT+)? }
name = @{ !(keyword ~ !ASCII_ALPHA) ~ ASCII_ALPHA+ }
keyword = { "let" | "in" }
WHITESPACE = _{ " " }
"#;

pub(super) const XML: &str = r#"
document = ${ SOI ~ element ~ EOI }
element = ${ "<" ~ PUSH(name) ~ attribute* ~ ">" ~ content* ~ "</" ~ POP ~ ">" | "<" ~ name ~ attribute* ~ "/>" }
content = ${ element | text | comment }
attribute = ${ " " ~ name ~ "=" ~ PUSH("\"" | "'") ~ (!PEEK ~ ANY)* ~ POP }
name = @{ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "-")* }
text = @{ (!"<" ~ ANY)+ }
comment = @{ "<!--" ~ (!"-->" ~ ANY)* ~ "-->" }
"#;

/// Returns the source with one edit.
pub(super) fn edited(source: &str, from: &str, to: &str) -> String {
    assert_eq!(source.matches(from).count(), 1, "{from}");
    source.replace(from, to)
}

/// An effort that only the steps limit.
const EFFORT: Effort = Effort { steps: 10_000_000, time: Duration::from_secs(600) };

fn search<'r>(left: &Grammar, right: &Grammar, rules: &[&'r str]) -> Vec<(&'r str, Verdict)> {
    Search::new(left, right).effort(EFFORT).compare(rules).unwrap()
}

fn names(grammar: &Grammar) -> Vec<&str> {
    grammar.rules().iter().map(|rule| rule.name.as_str()).collect()
}

/// Checks by pest that the two grammars treat the texts of each verdict differently, and that each verdict
/// that is not `Equal` has such a text.
fn assert_different(left: &Grammar, right: &Grammar, verdicts: &[(&str, Verdict)]) {
    let accepts = [left, right].map(Pest::new);
    for (rule, verdict) in verdicts {
        let Differences { only_left, only_right, captures } = match verdict {
            Verdict::Equal => continue,
            Verdict::Different(differences) => differences,
            Verdict::Open(extent) => panic!("{rule}: {extent:?}"),
        };
        let by_pest = |text: &String| accepts.each_ref().map(|pest| pest.accepts(rule, text));
        assert!(only_left.as_ref().is_none_or(|text| by_pest(text) == [true, false]), "{rule}: {verdict:?}");
        assert!(only_right.as_ref().is_none_or(|text| by_pest(text) == [false, true]), "{rule}: {verdict:?}");
        if let Some(text) = captures {
            let [left, right] = [left, right].map(|grammar| nodes(grammar, rule, text));
            assert_ne!(left, right, "{rule}: {text:?}");
        }
        assert!(only_left.is_some() || only_right.is_some() || captures.is_some(), "{rule}");
    }
}

fn nodes(grammar: &Grammar, rule: &str, text: &str) -> Vec<(String, usize, usize)> {
    let machine = Machine::new(grammar);
    let nodes = machine.run(rule, text, 1_000_000).unwrap();
    nodes.iter().map(|&Node { rule, start, end, .. }| (rule.to_owned(), start, end)).collect()
}

/// Each case has an edit, a rule, and the lengths of the texts that only the old grammar accepts, that only
/// the new grammar accepts, and that have different nodes. A length of 0 means that there is no such text.
#[rstest]
#[case::required(JSON, r#"("," ~ pair)*"#, r#"("," ~ pair)+"#, "json", [6, 0, 0])]
#[case::at_most_one(JSON, r#"("," ~ value)*"#, r#"("," ~ value)?"#, "json", [7, 0, 0])]
#[case::other_stop(JSON, r#"| "\\") ~ ANY"#, r#"| "\n") ~ ANY"#, "json", [4, 3, 0])]
#[case::fewer_digits(JSON, "ASCII_HEX_DIGIT{4}", "ASCII_HEX_DIGIT{3}", "json", [8, 7, 0])]
#[case::keyword(JSON, "\"true\"", "\"True\"", "value", [4, 4, 0])]
#[case::alternative_dropped(JSON, "| null }", "}", "json", [4, 0, 0])]
#[case::option_required(JSON, "exponent? }", "exponent }", "json", [1, 0, 0])]
#[case::nodes_below(JSON, "string = @", "string = $", "json", [0, 0, 4])]
#[case::silent(JSON, "pair = {", "pair = _{", "json", [0, 0, 6])]
#[case::white_space(JSON, "WHITESPACE = _{ \" \" |", "WHITESPACE = _{", "json", [2, 0, 0])]
#[case::no_white_space(JSON, "pair = {", "pair = ${", "json", [8, 0, 0])]
#[case::one_operator(ARITHMETIC, "(\"+\" | \"-\")", "\"+\"", "calculation", [3, 0, 0])]
#[case::keyword_boundary(ARITHMETIC, "~ !ASCII_ALPHA", "", "calculation", [3, 0, 0])]
#[case::no_keywords(ARITHMETIC, "!(keyword ~ !ASCII_ALPHA) ~", "", "calculation", [0, 2, 0])]
#[case::associativity(ARITHMETIC, "\"^\" ~ power", "\"^\" ~ factor", "calculation", [5, 0, 3])]
#[case::other_keyword(ARITHMETIC, "\"let\" | \"in\"", "\"let\" | \"inn\"", "calculation", [3, 2, 0])]
#[case::other_end_tag(XML, "\"</\" ~ POP", "\"</\" ~ name", "document", [0, 8, 7])]
#[case::one_quote(XML, "\"\\\"\" | \"'\"", "\"\\\"\"", "document", [10, 0, 0])]
#[case::space_before_end(XML, "\"/>\" }", "\" />\" }", "document", [4, 5, 0])]
#[case::other_quote_in_value(XML, "!PEEK ~ ANY", "!\"'\" ~ ANY", "document", [10, 0, 0])]
#[case::comment(XML, "!\"-->\" ~ ANY", "!\"--\" ~ ANY", "document", [22, 0, 0])]
#[case::no_elements_within(XML, "element | text | comment", "text | comment", "document", [11, 0, 0])]
fn an_edit_is_found(
    #[case] source: &str,
    #[case] from: &str,
    #[case] to: &str,
    #[case] rule: &str,
    #[case] longest: [usize; 3],
) {
    let (old, new) = (read(source), read(&edited(source, from, to)));
    let verdicts = search(&old, &new, &names(&old));
    assert_different(&old, &new, &verdicts);
    let of_rule = verdicts.iter().find(|(name, _)| *name == rule);
    let Some((_, Verdict::Different(found))) = of_rule else { panic!("{of_rule:?}") };
    let texts = [&found.only_left, &found.only_right, &found.captures];
    let lengths = texts.map(|text| text.as_ref().map_or(0, |text| text.chars().count()));
    for (length, longest) in lengths.into_iter().zip(longest) {
        assert!(length <= longest, "{found:?}");
    }
    assert!(lengths.iter().any(|&length| length > 0));
}

#[rstest]
#[case::same(JSON, "json", "json", "json")]
#[case::stack(XML, "document", "document", "document")]
#[case::whole_rule_renamed(JSON, "escape", "character", "json")]
#[case::recursive_rule_renamed(ARITHMETIC, "power", "exponentiation", "calculation")]
#[case::mutually_recursive_rules_renamed(ARITHMETIC, "arguments", "parameters", "sum")]
fn a_copy_is_equal(#[case] source: &str, #[case] from: &str, #[case] to: &str, #[case] rule: &str) {
    let (old, new) = (read(source), read(&source.replace(from, to)));
    let none = Effort { steps: 0, time: Duration::ZERO };
    let found = Search::new(&old, &new).effort(none).compare(&[rule]).unwrap();
    assert_eq!(found, [(rule, Verdict::Equal)]);
}

/// Rules that differ in one respect, all of them recursive or with a recursive caller.
#[rstest]
#[case::operand(r#"a = { "(" ~ a? ~ ")" }"#, r#"a = { "(" ~ a? ~ "]" }"#)]
#[case::kind(r#"a = { "(" ~ a? ~ ")" }"#, r#"a = @{ "(" ~ a? ~ ")" }"#)]
#[case::called(r#"a = { "(" ~ b? ~ ")" } b = { a }"#, r#"a = { "(" ~ b? ~ ")" } b = { a ~ "b"? }"#)]
#[case::builtin(r#"a = { ASCII_DIGIT ~ a? }"#, r#"a = { ASCII_ALPHA ~ a? }"#)]
#[case::builtin_replaced(r#"a = { ASCII_DIGIT ~ a? }"#, r#"a = { ASCII_DIGIT ~ a? } ASCII_DIGIT = { "x" }"#)]
#[case::white_space(r#"a = { "(" ~ a? ~ ")" }"#, r#"a = { "(" ~ a? ~ ")" } WHITESPACE = { " " }"#)]
#[case::blanks(
    r#"a = { "(" ~ a? ~ ")" } WHITESPACE = { " " }"#,
    r#"a = { "(" ~ a? ~ ")" } WHITESPACE = { "\t" }"#
)]
#[case::swapped_names(
    r#"a = { b ~ c ~ a? } b = { "x" } c = { "y" }"#,
    r#"a = { c ~ b ~ a? } c = { "x" } b = { "y" }"#
)]
fn what_is_not_a_copy_is_different(#[case] old: &str, #[case] new: &str) {
    let (old, new) = (read(old), read(new));
    let verdicts = search(&old, &new, &["a"]);
    assert!(matches!(verdicts[..], [("a", Verdict::Different(_))]), "{verdicts:?}");
}

/// Edits that change nothing. The search cannot prove this, but claims no difference.
#[rstest]
#[case::alternatives(JSON, "string | number", "number | string", "json", 3)]
#[case::repetition(XML, "PUSH(name)", "PUSH(name) ~ \"-\"*", "document", 5)]
#[case::operators(ARITHMETIC, "\"*\" | \"/\"", "\"/\" | \"*\"", "calculation", 3)]
fn says_how_far_it_went(
    #[case] source: &str,
    #[case] from: &str,
    #[case] to: &str,
    #[case] rule: &str,
    #[case] shortest: usize,
) {
    let (old, new) = (read(source), read(&edited(source, from, to)));
    let found = search(&old, &new, &[rule]);
    let [(_, Verdict::Open(Extent { length: Some(length), strings, undecided: 0, .. }))] = found[..] else {
        panic!("{found:?}")
    };
    assert!(length >= shortest, "{length}");
    assert!(strings > 5_000, "{strings}");
}

/// All texts are short, so the search tries every text and proves the rules equal.
#[test]
fn finite_rules_are_equal() {
    let old = read(r#"a = { "x" ~ ("ab" | "ac")? } b = { a | "(" ~ b ~ ")" }"#);
    let new = read(r#"a = { "x" ~ ("a" ~ ("c" | "b"))? } b = { a | "(" ~ b ~ ")" }"#);
    let found = search(&old, &new, &["b", "a"]);
    assert_eq!(found[1], ("a", Verdict::Equal));
    assert!(matches!(found[0], ("b", Verdict::Open(_))), "{found:?}");
}

#[test]
fn only_the_captures_asked_for_count() {
    let (old, new) = (read(JSON), read(&JSON.replace("string = @", "string = $")));
    let of = |captures: &[&'static str]| {
        let search = Search::new(&old, &new).effort(EFFORT).captures(captures.iter().copied());
        search.compare(&["json"]).unwrap().remove(0).1
    };
    assert!(matches!(of(&["escape"]), Verdict::Different(_)));
    assert!(matches!(of(&["string", "pair"]), Verdict::Open(_)));
}

#[test]
fn the_same_steps_give_the_same_result() {
    let (old, new) = (read(XML), read(&edited(XML, "PUSH(name)", "PUSH(name) ~ \"-\"*")));
    let [one, other] = [0, 1].map(|_| {
        let mut found = search(&old, &new, &names(&old));
        for (_, verdict) in &mut found {
            if let Verdict::Open(extent) = verdict {
                extent.time = Duration::ZERO;
            }
        }
        found
    });
    assert_eq!(one, other);
}

#[test]
fn ends_after_so_many_steps() {
    let (old, new) = (read(JSON), read(&edited(JSON, "string | number", "number | string")));
    let strings = |steps| {
        let effort = Effort { steps, ..EFFORT };
        let found = Search::new(&old, &new).effort(effort).compare(&["json"]).unwrap();
        let [(_, Verdict::Open(extent))] = found[..] else { panic!("{found:?}") };
        extent.strings
    };
    assert_eq!(strings(0), 0);
    // A text takes at least one step in each grammar.
    assert!(strings(10_000) <= 5_000);
    assert!(strings(10_000) < strings(1_000_000));
}

/// The time limit ends the search, even if steps remain.
#[test]
fn ends_after_some_time() {
    let (old, new) = (read(JSON), read(&edited(JSON, "string | number", "number | string")));
    let effort = Effort { steps: u64::MAX, time: Duration::from_millis(50) };
    let found = Search::new(&old, &new).effort(effort).compare(&["json"]).unwrap();
    assert!(matches!(found[..], [("json", Verdict::Open(_))]), "{found:?}");
}

/// Grammars that take exponential time, or whose texts have exponential length.
#[rstest]
#[case::alternatives(r#"a = { "a" ~ a ~ "b" | "a" ~ a ~ "c" | "a" | "d" }"#)]
#[case::predicates(r#"a = { (&(&("a"*) ~ "a"*) ~ "a")* ~ "d" ~ a? }"#)]
#[case::no_end(r#"a = { PUSH("") ~ b ~ "d" } b = { (PEEK ~ "a" ~ b?)* }"#)]
#[case::doubled(&doubled(60))]
#[case::pushed(r#"a = { PUSH("a" | "ab") ~ (PUSH(PEEK ~ PEEK) ~ PUSH(PEEK ~ PEEK) ~ a)? ~ POP_ALL ~ "d" }"#)]
#[case::chain(&chain(5_000))]
#[case::many_alternatives(&format!("a = {{ \"(\" ~ a ~ \")\" {} | \"d\" }}", "| a ~ \"x\"".replace("a ~", "\"y\" ~").repeat(1_000)))]
#[case::nested(&format!("a = {{ {}a? ~ \"d\"{} }}", "(\"(\" ~ ".repeat(150), " ~ \")\")?".repeat(150)))]
fn hostile_grammars_end(#[case] source: &str) {
    let (old, new) = (read(source), read(&source.replace("\"d\"", "\"e\"")));
    let effort = Effort { steps: 2_000_000, ..EFFORT };
    let found = Search::new(&old, &new).effort(effort).compare(&["a"]).unwrap();
    assert_ne!(found[0].1, Verdict::Equal);
}

/// Returns a recursive rule `a` that calls the first of many rules, each of which calls the next
/// one twice.
fn doubled(rules: usize) -> String {
    let rule = |rule| format!("r{rule} = {{ r{} ~ r{} }}\n", rule + 1, rule + 1);
    let doubled: String = (0..rules).map(rule).collect();
    format!("a = {{ r0 ~ a? ~ \"d\" }}\n{doubled}r{rules} = {{ \"x\" | \"d\" }}")
}

/// Returns a grammar whose rule `a` calls the first of a chain of rules, each of which calls the next.
fn chain(rules: usize) -> String {
    let rule = |rule| format!("r{rule} = {{ \"(\" ~ r{} ~ \")\" | a ~ \"x\" }}\n", rule + 1);
    let chain: String = (0..rules).map(rule).collect();
    format!("a = {{ \"<\" ~ r0 ~ \">\" }}\n{chain}r{rules} = {{ \"d\" }}")
}

#[test]
fn rules_of_one_grammar_are_left_out() {
    let (old, new) =
        (read("a = { a? ~ \"x\" ~ \"y\" }".replace("a?", "\"(\" ~ a?").as_str()), read("b = { \"x\" }"));
    assert_eq!(search(&old, &new, &["a", "b", "c"]), []);
}

const LEVELS: usize = 40;
const STATEMENTS: usize = 90;
const TYPES: usize = 54;

/// Returns a grammar of expressions with many levels, statements with keywords, and types.
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

/// Tests mistakes in some rules of each kind, because a test of all rules would take minutes.
#[test]
#[ignore = "searches a grammar of 200 rules for each of 22 mistakes"]
fn a_mistake_in_any_kind_of_rule_is_found() {
    let source = grammar();
    let old = read(&source);
    for rule in (0..16).chain((16..old.rules().len()).step_by(31)) {
        assert_found(&source, &old, rule);
    }
}
