//! What the traces of small grammars are.

use rstest::rstest;
use urigram_grammar::{Machine, Role, What};

use super::{drawn, machine};
use crate::common::uri;
use crate::formats::JSON;

#[rstest]
#[case::a_choice_commits(
    r#"x = { "m" | "min" | "h" }"#,
    "min",
    r#"
+ x "m": ends at byte 1, but the text goes on: 'i'
  + "m" "m": alternative 1 of 3 matched, so no other is tried
"#
)]
#[case::a_repetition_commits(
    r#"x = @{ "a" ~ ("b" | "c")* ~ "c" }"#,
    "abc",
    r#"
- x: failed; the rule does not match
  ~ "a" "a": goes on with `("b" | "c")*`
  ~ ("b" | "c")* "bc": ends with the text; goes on with `"c"`
  - "c": failed: expected `"c"`, found the end; so `x` fails
"#
)]
#[case::what_matched_is_given_back(
    r#"x = { (y ~ "b" | "a" ~ y | y) ~ EOI } y = { "a" }"#,
    "a",
    r#"
+ x "a": matches the whole text
  + y ~ "b" | "a" ~ y | y "a": goes on with `EOI`
    - y ~ "b": failed; backtracks to byte 0 and tries alternative 2 of 3
      ~ y "a": goes on with `"b"`
      - "b": failed: expected `"b"`, found the end; so alternative 1 fails
    - "a" ~ y: failed; backtracks to byte 0 and tries alternative 3 of 3
      ~ "a" "a": goes on with `y`
      - y: failed: expected `y`, found the end; so alternative 2 fails
    + y "a": alternative 3 of 3 matched
  + EOI "": so `x` matches
"#
)]
#[case::options(
    r#"x = { ("a" ~ y)? ~ y? ~ "a"? } y = { "b" ~ "c" }"#,
    "aa",
    r#"
+ x "a": ends at byte 1, but the text goes on: 'a'
  + ("a" ~ y)? "": takes nothing; goes on with `y?`
    ~ "a" "a": goes on with `y`
    - y: failed; so the option takes nothing
      - "b": failed: expected `"b"`, found 'a'; so `y` fails
  + y? "": takes nothing; goes on with `"a"?`
    - y: failed; so the option takes nothing
      - "b": failed: expected `"b"`, found 'a'; so `y` fails
  + "a"? "a": so `x` matches
"#
)]
#[case::predicates(
    r#"x = { &y ~ !z ~ !"c" ~ &"b" } y = { "a" ~ "b" } z = { "a" ~ "b" }"#,
    "ab",
    r#"
- x: failed; the rule does not match
  ~ &y "": goes on with `!z`
    ~ y "ab": so the predicate matches
      ~ "a" "a": goes on with `"b"`
      ~ "b" "b": so `y` matches
  - !z: failed: `z` matches here; so `x` fails
    ~ z "ab": so the predicate fails
      ~ "a" "a": goes on with `"b"`
      ~ "b" "b": so `z` matches
"#
)]
#[case::rounds(
    r#"x = { (y ~ ";")* } y = { "a" | "b" }"#,
    "a;b",
    r#"
+ x "a;": ends at byte 2, but the text goes on: 'b'
  + (y ~ ";")* "a;": ends before 'b'; so `x` matches
    + y ~ ";" "a;": tries another iteration
      + y "a": goes on with `";"`
      + ";" ";": so iteration 1 matches
    - y ~ ";": failed; backtracks to byte 2, and the repetition ends after 1 iteration
      ~ y "b": goes on with `";"`
      - ";": failed: expected `";"`, found the end; so iteration 2 fails
"#
)]
#[case::a_run_of_characters(
    r#"x = @{ y* ~ ";" } y = { 'a'..'z' | "%" ~ ASCII_HEX_DIGIT ~ ASCII_HEX_DIGIT }"#,
    "ab%00c;",
    r#"
+ x "ab%00c;": matches the whole text
  + y* "ab%00c": ends before ';'; goes on with `";"`
  + ";" ";": so `x` matches
"#
)]
#[case::a_run_that_ends_within_a_round(
    r#"x = @{ y* ~ ";" } y = { 'a'..'z' | "%" ~ ASCII_HEX_DIGIT ~ ASCII_HEX_DIGIT }"#,
    "ab%0;",
    r#"
- x: failed; the rule does not match
  ~ y* "ab": ends before '%'; goes on with `";"`
    - y: failed; backtracks to byte 2, and the repetition ends after 2 iterations
      - 'a'..'z': failed: expected `'a'..'z'`, found '%'; backtracks to byte 2 and tries alternative 2 of 2
      - "%" ~ ASCII_HEX_DIGIT ~ ASCII_HEX_DIGIT: failed; no alternative is left
        ~ "%" "%": goes on with `ASCII_HEX_DIGIT`
        ~ ASCII_HEX_DIGIT "0": goes on with `ASCII_HEX_DIGIT`
        - ASCII_HEX_DIGIT: failed: expected `ASCII_HEX_DIGIT`, found ';'; so alternative 2 fails
  - ";": failed: expected `";"`, found '%'; so `x` fails
"#
)]
#[case::a_run_of_nodes(
    r#"x = { y* } y = { 'a'..'z' }"#,
    "ab",
    r#"
+ x "ab": matches the whole text
  + y* "ab": ends with the text; so `x` matches
    + y "a": tries another iteration
    + y "b": tries another iteration
"#
)]
#[case::all_but_a_character(
    r#"x = { "\"" ~ (!("\"" | "\\") ~ ANY)* ~ "\"" }"#,
    "\"é\"",
    r#"
+ x "\"é\"": matches the whole text
  + "\"" "\"": goes on with `(!("\"" | "\\") ~ ANY)*`
  + (!("\"" | "\\") ~ ANY)* "é": ends before '"'; goes on with `"\""`
  + "\"" "\"": so `x` matches
"#
)]
#[case::blanks(
    r#"x = { "a" ~ "b" ~ ("c" ~ "d")* } WHITESPACE = _{ " " } COMMENT = { "/" ~ "*" }"#,
    "a  /*b /d",
    r#"
+ x "a  /*b ": ends at byte 7, but the text goes on: '/'
  + "a" "a": goes on with `(WHITESPACE | COMMENT)*`
  + (WHITESPACE | COMMENT)* "  /*": goes on with `"b"`
    + COMMENT "/*": alternative 2 of 2 matched
      + "/" "/": goes on with `"*"`
      + "*" "*": so `COMMENT` matches
  + "b" "b": goes on with `(WHITESPACE | COMMENT)*`
  + (WHITESPACE | COMMENT)* " ": goes on with `("c" ~ "d")*`
    - COMMENT: failed; no alternative is left
      ~ "/" "/": goes on with `"*"`
      - "*": failed: expected `"*"`, found 'd'; so `COMMENT` fails
  + ("c" ~ "d")* "": ends before '/'; so `x` matches
    - "c" ~ "d": failed; backtracks to byte 7, and the repetition ends after no iteration
      - "c": failed: expected `"c"`, found '/'; so iteration 1 fails
"#
)]
#[case::blanks_before_a_round_that_fails(
    r#"x = { "a"* ~ "b" } WHITESPACE = _{ " " }"#,
    "a a b",
    r#"
+ x "a a b": matches the whole text
  + "a"* "a a": ends before ' '; goes on with `WHITESPACE*`
  + WHITESPACE* " ": goes on with `"b"`
  + "b" "b": so `x` matches
"#
)]
#[case::the_stack(
    r#"x = { PUSH("="+) ~ (!PEEK ~ ANY) ~ POP }"#,
    "==a==",
    r#"
+ x "==a==": matches the whole text
  + PUSH("=" ~ "="*) "==": goes on with `!PEEK`
    + "=" "=": goes on with `"="*`
    + "="* "=": ends before 'a'; so `PUSH("=" ~ "="*)` matches
  + !PEEK "": goes on with `ANY`
    - PEEK: failed: expected `PEEK`, found 'a'; so the predicate matches
  + ANY "a": goes on with `POP`
  + POP "==": so `x` matches
"#
)]
#[case::what_is_wrong_in_a_string(
    r#"x = { "true" | ^"tr" ~ "x" }"#,
    "Tr",
    r#"
- x: failed; the rule does not match
  - "true": failed: expected `"true"`, found "Tr"; backtracks to byte 0 and tries alternative 2 of 2
  - ^"tr" ~ "x": failed; no alternative is left
    ~ ^"tr" "Tr": goes on with `"x"`
    - "x": failed: expected `"x"`, found the end; so alternative 2 fails
"#
)]
fn shows(#[case] grammar: &str, #[case] text: &str, #[case] expected: &str) {
    let machine = machine(grammar);
    assert_eq!(drawn(&machine.trace("x", text, 100).unwrap()), expected.trim());
}

#[test]
fn an_address_commits_unless_the_name_goes_on() {
    let machine = Machine::new(&uri());
    let trace = machine.trace("host", "127.0.0.1x", 1_000).unwrap();
    let below: Vec<_> = (1..trace.steps.len()).filter(|&id| trace.steps[id].parent == Some(0)).collect();
    let said: Vec<_> = below.iter().map(|&id| trace.then(id)).collect();
    assert_eq!(
        said,
        [
            "failed; backtracks to byte 0 and tries alternative 2 of 3",
            "failed; backtracks to byte 0 and tries alternative 3 of 3",
            "alternative 3 of 3 matched",
        ]
    );
    let last = &trace.steps[below[2]];
    assert_eq!((last.what, last.role), (What::Rule("reg_name"), Role::Alternative { number: 3, of: 3 }));
    let trace = machine.trace("host", "127.0.0.1", 1_000).unwrap();
    assert!(trace.steps.iter().all(|step| step.what != What::Rule("reg_name")));
}

/// A URI takes some ten lines, and one that is long not many more.
#[test]
fn a_trace_is_readable() {
    let machine = Machine::new(&uri());
    let count = |text: &str| machine.trace("scheme", text, 1_000).unwrap().steps.len();
    assert_eq!(count("http"), 3);
    assert_eq!(count(&"http".repeat(1000)), 3);
    let machine = super::machine(JSON);
    let text = format!("\"{}\"", "\\u00e9é".repeat(1000));
    let trace = machine.trace("string", &text, 1_000).unwrap();
    assert_eq!((trace.matched, trace.steps.len()), (true, 4));
}

#[rstest]
#[case::matched("ab", true, 2)]
#[case::a_beginning("abx", false, 2)]
#[case::failed("acx", false, 2)]
#[case::failed_at_once("x", false, 0)]
fn ends(#[case] text: &str, #[case] matched: bool, #[case] end: usize) {
    let machine = machine(r#"x = { "a" ~ "b" | "a" ~ "c" ~ "d" }"#);
    let trace = machine.trace("x", text, 100).unwrap();
    assert_eq!((trace.matched, trace.end), (matched, end));
}
