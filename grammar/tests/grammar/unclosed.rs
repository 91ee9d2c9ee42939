//! A missing quote, bracket or end of a comment is reported where it was opened, with the rule that it is missing in.

use rstest::rstest;
use urigram_grammar::{Error, Grammar};

/// The column, in the first line, and the message of the only fault.
fn fault(source: &str) -> (usize, String) {
    let Err(Error::Faulty(faults)) = Grammar::read(source, "g.pest") else { panic!("it is read: {source}") };
    assert_eq!((faults.len(), faults[0].line), (1, 1), "{faults:?}");
    (faults[0].column, faults[0].message.clone())
}

const OPEN_AT_END: &str = "is still open at the end of the grammar";
const OPEN_AT_B: &str = "is still open where rule `b` begins";

#[rstest]
#[case::at_the_end("a = { \"x\" ~ c", 5, OPEN_AT_END)]
#[case::after_an_operator("a = { \"x\" ~", 5, OPEN_AT_END)]
#[case::alone("a = {", 5, OPEN_AT_END)]
#[case::at_the_next_rule("a = { \"x\"\nb = { \"y\" }", 5, OPEN_AT_B)]
#[case::at_the_same_line("a = { \"x\" b = { \"y\" }", 5, OPEN_AT_B)]
#[case::at_an_atomic_rule("a = @{ \"x\"\nb = @{ \"y\" }", 6, OPEN_AT_B)]
#[case::at_a_documented_rule("a = { \"x\"\n/// B.\n/// C.\nb = { \"y\" }", 5, OPEN_AT_B)]
#[case::at_a_commented_rule("a = { \"x\"\n// B.\nb/**/=/**/_ { \"y\" }", 5, OPEN_AT_B)]
#[case::before_the_next_rule("a = { \"x\" ~\nb = { \"y\" }", 5, OPEN_AT_B)]
#[case::after_a_choice("a = { \"x\" |\nb = _{ \"y\" }", 5, OPEN_AT_B)]
#[case::after_brackets("a = { (\"x\" | \"y\")\nb = _{ \"y\" }", 5, OPEN_AT_B)]
fn braces(#[case] source: &str, #[case] column: usize, #[case] place: &str) {
    assert_eq!(fault(source), (column, format!("`}}` is missing in rule `a`: this `{{` {place}")));
}

#[rstest]
#[case::at_the_end("a = { (\"x\"", 7, OPEN_AT_END)]
#[case::at_the_brace("a = { (\"x\" }", 7, "is still open at `}`")]
#[case::inner("a = { (\"x\" | (\"y\" ~ \"z\") }", 7, "is still open at `}`")]
#[case::innermost("a = { (\"x\" | (\"y\" ~ \"z\" }", 14, "is still open at `}`")]
#[case::of_push("a = { \"w\" ~ PUSH(\"x\" }", 17, "is still open at `}`")]
#[case::at_the_next_rule("a = { (\"x\"\nb = { \"y\" }", 7, OPEN_AT_B)]
#[case::before_the_next_rule("a = { (\"x\" ~\nb = { \"y\" }", 7, OPEN_AT_B)]
fn parentheses(#[case] source: &str, #[case] column: usize, #[case] place: &str) {
    assert_eq!(fault(source), (column, format!("`)` is missing in rule `a`: this `(` {place}")));
}

#[rstest]
#[case::count("a = { \"x\"{2 ~ \"y\" }", 10, "}", "expected `,` or `}`, found `~`")]
#[case::least("a = { \"x\"{2, ~ \"y\" }", 10, "}", "expected a number or `}`, found `~`")]
#[case::most("a = { \"x\"{,2 | \"y\" }", 10, "}", "expected `}`, found `|`")]
#[case::both("a = { (\"x\"{1,2) }", 11, "}", "expected `}`, found `)`")]
#[case::at_the_end("a = { \"x\"{2", 10, "}", "expected `,` or `}`, found the end of the grammar")]
#[case::slice("a = { PEEK[1.. ~ \"x\" }", 11, "]", "expected a number or `]`, found `~`")]
#[case::slice_to("a = { PEEK[1..2 ~ \"x\" }", 11, "]", "expected `]`, found `~`")]
fn in_terms(#[case] source: &str, #[case] column: usize, #[case] closing: &str, #[case] why: &str) {
    assert_eq!(fault(source), (column, format!("`{closing}` is missing in rule `a`: {why}")));
}

#[rstest]
#[case::the_only_one("a = { \"x }\nb = { 'a'..'b' }\n", 7, "this string does not end")]
#[case::in_either_case("a = { ^\"x }\n", 8, "this string does not end")]
#[case::before_a_string(
    "a = { \"x }\nb = { \"y\" }\n",
    7,
    "this string ends only on another line, before `y`"
)]
#[case::before_a_space(
    "a = { \"x }\nb = { \" y\" }\n",
    7,
    "this string ends only on another line, before `y`"
)]
#[case::within_a_rule("a = { \"x\n | \"y\" }\n", 7, "this string ends only on another line, before `y`")]
#[case::before_an_alternative(
    "a = { \"x }\nb = { \"|\" }\n",
    7,
    "this string ends only on another line, before `\"`"
)]
#[case::before_an_operator(
    "a = { \"x }\nb = { \"*\" ~ \"y\" }\n",
    7,
    "this string ends only on another line, before `\"`"
)]
#[case::before_a_brace(
    "a = { \"x }\nb = { \"}\" ~ \"y\" }\n",
    7,
    "this string ends only on another line, before `\"`"
)]
#[case::before_many(
    "a = { \"x }\nb = { \"|\" }\nc = { \"|\" }\nd = { \"y\" }",
    7,
    "this string ends only on another line, before `y`"
)]
#[case::on_the_line("a = { b ~ \"x ~ \"y\" }", 11, "this string ends before `y`")]
fn quotes(#[case] source: &str, #[case] column: usize, #[case] why: &str) {
    assert_eq!(fault(source), (column, format!("`\"` is missing in rule `a`: {why}")));
}

#[rstest]
#[case::first("a = { 'a..'z' }", 7, "expected it after the character, found `.`")]
#[case::last("a = { 'a'..'z }", 12, "expected it after the character, found a space")]
#[case::escaped("a = { '\\n..'z' }", 7, "expected it after the character, found `.`")]
fn quotes_of_characters(#[case] source: &str, #[case] column: usize, #[case] why: &str) {
    assert_eq!(fault(source), (column, format!("`'` is missing in rule `a`: {why}")));
}

#[rstest]
#[case::in_a_rule("a = { \"x\" /* y }\nb = { \"z\" }", 11, " in rule `a`")]
#[case::nested("a = { \"x\" /* y /* z */ }\nb = { \"z\" }", 11, " in rule `a`")]
#[case::before_rules("/* y\na = { \"z\" }", 1, "")]
#[case::after_a_rule("a = { \"z\" } /* y", 13, "")]
fn comments(#[case] source: &str, #[case] column: usize, #[case] rule: &str) {
    let message = format!("`*/` is missing{rule}: comments nest, and each `/*` needs its own");
    assert_eq!(fault(source), (column, message));
}

/// A string may go on over lines, and what is wrong after it may be something else.
#[rstest]
#[case::operator("a = { \"x\" \"y\" }", 11, "expected `~`, `|` or `}`, found `\"`")]
#[case::without_a_space("a = { \"x\"c }", 10, "expected `~`, `|` or `}`, found `c`")]
#[case::between_names("a = { \"x\" ~ b c }", 15, "expected `~`, `|` or `}`, found `c`")]
#[case::not_the_next_rule("a = { b c = d }", 9, "expected `~`, `|` or `}`, found `c`")]
#[case::bounds("a = { \"x\"{y} }", 11, "expected a number or `,`, found `y`")]
#[case::operand("a = { ( ~ }", 9, "expected a rule, a string, a range or `(`, found `~`")]
fn other_faults(#[case] source: &str, #[case] column: usize, #[case] message: &str) {
    assert_eq!(fault(source), (column, message.to_owned()));
}

#[rstest]
#[case::in_the_rule("a = { \"x\ny\" ~ b c }", "g.pest:2:8: expected `~`, `|` or `}`, found `c`")]
#[case::in_the_next_rule(
    "a = { \"x\ny\" }\nb = { c \"z\" }",
    "g.pest:3:9: expected `~`, `|` or `}`, found `\"`"
)]
#[case::after_another("a = { \"x\ny\" ~ \"z\" c }", "g.pest:2:10: expected `~`, `|` or `}`, found `c`")]
fn after_strings_over_lines(#[case] source: &str, #[case] fault: &str) {
    assert_eq!(Grammar::read(source, "g.pest").unwrap_err().to_string(), fault);
}
