//! Grammars of formats other than URIs, written from their specifications. They have no findings, and if
//! they are broken, they have the expected ones.

use std::sync::Arc;

use rstest::rstest;
use urigram_grammar::{Automata, Error, Grammar, Limits, Peg};
use urigram_workbench::{Finding, FindingKind, Purpose, findings};

use crate::common::{Pest, read};
use crate::sequences::faults;

/// RFC 8259.
pub(crate) const JSON: &str = r#"
json   = { SOI ~ value ~ EOI }
value  = { object | array | string | number | "true" | "false" | "null" }
object = { "{" ~ (member ~ ("," ~ member)*)? ~ "}" }
member = { string ~ ":" ~ value }
array  = { "[" ~ (value ~ ("," ~ value)*)? ~ "]" }
string = @{ "\"" ~ char* ~ "\"" }
char   = { !("\"" | "\\" | '\u{00}'..'\u{1F}') ~ ANY | "\\" ~ escape }
escape = { "\"" | "\\" | "/" | "b" | "f" | "n" | "r" | "t" | "u" ~ ASCII_HEX_DIGIT{4} }
number = @{ "-"? ~ int ~ ("." ~ ASCII_DIGIT+)? ~ (^"e" ~ ("+" | "-")? ~ ASCII_DIGIT+)? }
int    = { "0" | '1'..'9' ~ ASCII_DIGIT* }
WHITESPACE = _{ " " | "\t" | "\n" | "\r" }
"#;

/// RFC 4180, with any line end.
pub(crate) const CSV: &str = r#"
file   = { SOI ~ record ~ (NEWLINE ~ record)* ~ EOI }
record = { field ~ ("," ~ field)* }
field  = { quoted | plain }
quoted = @{ "\"" ~ ("\"\"" | !"\"" ~ ANY)* ~ "\"" }
plain  = @{ (!("\"" | "," | NEWLINE) ~ ANY)* }
"#;

/// RFC 5321, section 4.1.2.
pub(crate) const MAILBOX: &str = r#"
mailbox    = ${ SOI ~ local_part ~ "@" ~ (domain | address) ~ EOI }
local_part = ${ dot_string | quoted }
dot_string = @{ atom ~ ("." ~ atom)* }
atom       = @{ atext+ }
atext      = { ASCII_ALPHANUMERIC | "!" | '#'..'\'' | "*" | "+" | "-" | "/" | "=" | "?" | '^'..'`' | '{'..'~' }
quoted     = @{ "\"" ~ ("\\" ~ ' '..'~' | !("\"" | "\\") ~ ' '..'~')* ~ "\"" }
domain     = @{ label ~ ("." ~ label)* }
label      = @{ ASCII_ALPHANUMERIC ~ ("-"* ~ ASCII_ALPHANUMERIC)* }
address    = @{ "[" ~ ('!'..'Z' | '^'..'~')+ ~ "]" }
"#;

pub(crate) const CALCULATOR: &str = r##"
program    = { SOI ~ (statement ~ ";")* ~ expression? ~ EOI }
statement  = { name ~ "=" ~ !"=" ~ expression }
expression = { term ~ (sum ~ term)* }
term       = { power ~ (product ~ power)* }
power      = { factor ~ ("**" ~ power)? }
factor     = { "-"? ~ (number | call | name | "(" ~ expression ~ ")") }
call       = { name ~ "(" ~ (expression ~ ("," ~ expression)*)? ~ ")" }
sum        = { "+" | "-" }
product    = { "*" ~ !"*" | "/" | "%" }
number     = @{ ASCII_DIGIT+ ~ ("." ~ ASCII_DIGIT+)? }
name       = @{ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "_")* }
WHITESPACE = _{ " " | NEWLINE }
COMMENT    = _{ "#" ~ (!NEWLINE ~ ANY)* }
"##;

#[rstest]
#[case::json(JSON, r#"{"a": [1, -2.5e3, "\u00e9\\"], "b": null}"#)]
#[case::csv(CSV, "a,\"b\"\"\n\",\r\n,")]
#[case::mailbox(MAILBOX, "\"j d\"@a-b.example")]
#[case::calculator(CALCULATOR, "a = f(1, 2) * 3; # so\n -a ** 2")]
fn nothing_is_found_in(#[case] source: &str, #[case] example: &str) {
    let grammar = read(source);
    assert_eq!(faults(&grammar), []);
    assert!(Pest::new(&grammar).accepts(&grammar.rules()[0].name, example));
}

#[rstest]
#[case::string(JSON, "char* ~", "ANY* ~", FindingKind::StarvingRepetition, "ANY*", "\"\"")]
#[case::characters(
    JSON,
    "char* ~",
    "(char | \"\\\"\")* ~",
    FindingKind::StarvingRepetition,
    "(char | \"\\\"\")*",
    "\"\""
)]
#[case::leading_zero(
    JSON,
    "\"0\" |",
    "ASCII_DIGIT |",
    FindingKind::DeadAlternative,
    "'1'..'9' ~ ASCII_DIGIT*",
    "1"
)]
#[case::keyword(JSON, "| \"true\"", "| \"t\" | \"true\"", FindingKind::DeadAlternative, "\"true\"", "true")]
#[case::digits(
    JSON,
    "\"-\")? ~ ASCII_DIGIT+",
    "\"-\")? ~ ASCII_DIGIT+ ~ !ASCII_DIGIT",
    FindingKind::LookaheadAlwaysTrue,
    "!ASCII_DIGIT",
    "e00"
)]
#[case::space(
    JSON,
    "string ~ \":\"",
    "string ~ \" \"? ~ \":\"",
    FindingKind::OptionalNeverMatches,
    "\" \"?",
    "\"\" "
)]
#[case::last_line_end(
    CSV,
    "record)* ~ EOI",
    "record)* ~ NEWLINE? ~ EOI",
    FindingKind::OptionalNeverMatches,
    "NEWLINE?",
    "\n"
)]
#[case::quotes(
    CSV,
    "!\"\\\"\" ~ ANY)*",
    "ANY)*",
    FindingKind::StarvingRepetition,
    "(\"\\\"\\\"\" | ANY)*",
    "\"\""
)]
#[case::quoted_quote(
    CSV,
    "\"\\\"\\\"\" | !\"\\\"\" ~ ANY",
    "!\"\\\"\" ~ ANY | \",\"",
    FindingKind::DeadAlternative,
    "\",\"",
    ","
)]
#[case::label(
    MAILBOX,
    "(\"-\"* ~ ASCII_ALPHANUMERIC)*",
    "(ASCII_ALPHANUMERIC | \"-\")* ~ ASCII_ALPHANUMERIC",
    FindingKind::StarvingRepetition,
    "(ASCII_ALPHANUMERIC | \"-\")*",
    "aa"
)]
#[case::address(MAILBOX, "('!'..'Z' | '^'..'~')+", "ANY+", FindingKind::StarvingRepetition, "ANY+", "[a]")]
#[case::escape(
    MAILBOX,
    "!(\"\\\"\" | \"\\\\\") ~ ' '..'~'",
    "\"\\\\\\\"\"",
    FindingKind::DeadAlternative,
    "\"\\\\\\\"\"",
    "\\\""
)]
#[case::fraction(
    CALCULATOR,
    "ASCII_DIGIT+ ~ (\".\" ~ ASCII_DIGIT+)?",
    "ASCII_DIGIT+ | ASCII_DIGIT+ ~ \".\" ~ ASCII_DIGIT+",
    FindingKind::DeadAlternative,
    "ASCII_DIGIT+ ~ \".\" ~ ASCII_DIGIT+",
    "0.0"
)]
#[case::comment(
    CALCULATOR,
    "(!NEWLINE ~ ANY)*",
    "ANY* ~ NEWLINE",
    FindingKind::StarvingRepetition,
    "ANY*",
    "#\n"
)]
#[case::index(
    CALCULATOR,
    "(ASCII_ALPHANUMERIC | \"_\")*",
    "ASCII_ALPHANUMERIC* ~ ASCII_DIGIT",
    FindingKind::StarvingRepetition,
    "ASCII_ALPHANUMERIC*",
    "a0"
)]
#[case::minus(
    JSON,
    "\"-\"? ~ int",
    "\"-\"? ~ \"-\" ~ int",
    FindingKind::OptionalNeverSkipped,
    "\"-\"?",
    "-0"
)]
fn what_is_wrong_is_found_in(
    #[case] source: &str,
    #[case] right: &str,
    #[case] wrong: &str,
    #[case] kind: FindingKind,
    #[case] text: &str,
    #[case] counterexample: &str,
) {
    assert!(source.contains(right));
    let found = faults(&read(&source.replacen(right, wrong, 1)));
    assert_eq!(
        found.iter().map(|finding| (finding.kind, finding.text.as_str())).collect::<Vec<_>>(),
        [(kind, text)]
    );
    assert_eq!(found[0].counterexample.as_deref().unwrap_or_default(), counterexample);
    assert!(found[0].help.is_some());
}

// The length of messages is bounded, even if names are long.

/// The maximum length of a message, in bytes. It suffices for the names of 33 rules on a cycle, of 100
/// characters each, and for a file name.
const LONGEST: usize = 4000;

fn name() -> String {
    "n".repeat(1_000_000)
}

fn within_bound(messages: impl IntoIterator<Item = impl ToString>) {
    let lengths: Vec<usize> = messages.into_iter().map(|message| message.to_string().len()).collect();
    assert!(!lengths.is_empty());
    assert!(lengths.iter().all(|&length| length < LONGEST), "{lengths:?}");
}

#[rstest]
#[case::defined_twice("N = { \"x\" }\nN = { \"x\" }")]
#[case::undefined("a = { N }")]
#[case::left_recursive("N = { N }")]
#[case::left_recursive_through_others(&(0..40).map(|i| format!("N{i} = {{ N{} }}\n", (i + 1) % 40)).collect::<String>())]
#[case::unexpected("a = { \"x\" N }")]
#[case::reserved("PUSHN = { \"x\" }")]
fn of_faults(#[case] source: &str) {
    let source = source.replace('N', &name());
    let Err(Error::Faulty(faults)) = Grammar::read(&source, "test.pest") else { panic!("it is read") };
    within_bound(faults);
}

#[rstest]
#[case::idle("N = { \"x\" }")]
#[case::idle_and_undefined("b = { N }")]
#[case::faulty_with_base("a = { N }")]
fn of_faults_of_variants(#[case] source: &str) {
    let base = Grammar::read("a = { \"x\" }", &name()).unwrap();
    let error = Grammar::read_over(&base, &source.replace('N', &name()), &name()).unwrap_err();
    let Error::Faulty(faults) = error else { panic!("it is read") };
    within_bound(faults);
}

#[rstest]
#[case::start("N = { \"x\" }", &[])]
#[case::unused("N = { \"x\" }\na = { \"x\" }", &["a"])]
#[case::missing("a = { \"x\" }", &["N"])]
#[case::nodeless("a = @{ N ~ \"y\" }\nN = { \"xy\" }", &["a"])]
#[case::recursive("N = { \"x\" ~ N? }\na = { N }", &[])]
#[case::stack("N = { PUSH(\"x\") }\na = { N }", &[])]
#[case::dead("N = { \"x\" | \"xy\" }", &[])]
#[case::dead_name("N = { \"x\" | \"x\" ~ N1 }\nN1 = { \"y\" }", &[])]
fn of_findings(#[case] source: &str, #[case] starts: &[&str]) {
    let name = name();
    let grammar = Grammar::read(&source.replace('N', &name), &name).unwrap();
    let starts: Vec<String> = starts.iter().map(|start| start.replace('N', &name)).collect();
    let starts: Vec<&str> = starts.iter().map(String::as_str).collect();
    let purpose = Purpose { starts: &starts, captured: &[&name], needed: &[&name], ..Purpose::default() };
    within_bound(findings(&grammar, &purpose).unwrap());
}

#[test]
fn of_rules_without_automaton() {
    let name = name();
    let grammar =
        Grammar::read(&format!("{name} = {{ \"x\" }}\na = {{ PUSH({name}) }}"), "test.pest").unwrap();
    let peg = Peg::new(&grammar);
    let mut limits = Limits::default();
    limits.steps = 0;
    let mut automata = Automata::with_limits(&peg, limits);
    within_bound([&name, "a", &format!("{name}1")].map(|rule| automata.dfa(rule).unwrap_err()));
}

/// If many rules call a rule that has a fault, the message for each is short.
#[test]
fn of_rules_that_lead_to_one_at_fault() {
    let name = "q".repeat(100);
    let callers: String = (0..1000).map(|i| format!("a{i} = {{ {name} ~ \"{i}\" }}\n")).collect();
    let source = format!("{name} = {{ \"x\" ~ PEEK[-1..1] }}\n{callers}");
    let found = findings(&Grammar::read(&source, "test.pest").unwrap(), &Purpose::default()).unwrap();
    let refused = |finding: &&Finding| finding.kind == FindingKind::Refused;
    let messages: Vec<&str> = found.iter().filter(refused).map(|finding| finding.message.as_str()).collect();
    assert_eq!(messages.len(), 1001);
    assert_eq!(messages[8], format!("`PEEK[-1..1]` in rule `{name}`, which `a7` calls, uses pest's stack"));
    assert!(messages.iter().all(|message| message.len() < 500));
}

/// Faults show only the end of a long file name, and share one copy of it.
#[test]
fn of_files_with_long_names() {
    let file = format!("{}/end.pest", "x".repeat(1000));
    let Err(Error::Faulty(faults)) = Grammar::read("a = { b | c }", &file) else { panic!("it is read") };
    assert!(faults[0].to_string().ends_with("x/end.pest:1:7: rule `b` is undefined"), "{}", faults[0]);
    assert_eq!(faults[0].to_string().chars().count(), "…:1:7: rule `b` is undefined".chars().count() + 250);
    assert!(Arc::ptr_eq(&faults[0].file, &faults[1].file));
}
