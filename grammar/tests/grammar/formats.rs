//! Grammars of formats that are no URIs, written after their specifications: nothing is found in them, and what
//! is wrong in broken ones is.

use rstest::rstest;
use urigram_grammar::FindingKind;

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
    #[case] witness: &str,
) {
    assert!(source.contains(right));
    let found = faults(&read(&source.replacen(right, wrong, 1)));
    assert_eq!(
        found.iter().map(|finding| (finding.kind, finding.text.as_str())).collect::<Vec<_>>(),
        [(kind, text)]
    );
    assert_eq!(found[0].witness.as_deref().unwrap_or_default(), witness);
    assert!(found[0].help.is_some());
}
