//! `uri grammar compile`: the Rust code of a grammar.

use insta::assert_snapshot;
use rstest::rstest;

use super::{URI, grammar};

#[rstest]
#[case::by_byte(&["compile"], "pub(crate) const fn parse(", 3000)]
#[case::simd(&["compile", "--simd"], "pub(crate) const fn parse_by_byte(", 3200)]
#[case::bulk(&["compile", "--bulk"], "pub(crate) const fn parse(", 3300)]
#[case::both(&["compile", "--simd", "--bulk"], "pub(crate) const fn parse_by_byte(", 3800)]
fn uri_pest_takes_few_lines(#[case] args: &[&str], #[case] parse: &str, #[case] most: usize) {
    let ran = grammar(args, "");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    assert!(ran.stdout.contains(&format!("{parse}rule: Rule, text: &str, out: &mut Sink) -> bool")));
    let lines = ran.stdout.lines().count();
    assert!(lines < most, "{lines} lines");
    assert_eq!(grammar(&[args, &[URI]].concat(), "").stdout, ran.stdout);
}

/// The functions of rules are the contents of a macro if they are compiled for several ways of reading.
#[rstest]
#[case::once(&["compile"], "\n    pub(crate) const fn scheme(s: Text<'_>, at: usize) -> usize {\n")]
#[case::in_a_macro(&["compile", "--simd"], "\n            pub(crate) $($const)? fn scheme(s: Text<'_>, at: usize) -> usize {\n")]
fn functions_are_formatted(#[case] args: &[&str], #[case] line: &str) {
    let stdout = grammar(args, "").printed(0);
    assert!(stdout.contains(line), "{stdout}");
}

/// Formatting the code does not change the string literals of the grammar.
#[test]
fn strings_are_kept() {
    let string = "#[inline] a const fn $($const)? fn $(#[$inline])? is here";
    let grammar_with = std::fs::read_to_string(URI).unwrap() + &format!("\nadded = {{ \"{string}\" }}\n");
    let stdout = grammar(&["compile", "--simd", "-"], &grammar_with).printed(0);
    assert!(stdout.contains(&format!("b\"{string}\"")));
}

const REFUSED: &str = r#"
quoted = { PUSH("'"+) ~ digit ~ POP }
many   = { quoted* }
digit  = { '0'..'9' }
sign   = { "+" | "-" }
"#;

#[test]
fn names_the_rules_that_only_pest_can_run() {
    let ran = grammar(&["compile", "-"], REFUSED);
    assert_snapshot!(ran.stderr, @"
    <stdin>: `PUSH` in rule `quoted` uses pest's stack
    <stdin>: `PUSH` in rule `quoted`, which `many` calls, uses pest's stack
    ");
    assert_eq!(ran.status, 1);
    let (_, parse) = ran.stdout.split_once("/// Returns whether `parse` can parse the rule.").unwrap();
    assert_snapshot!(parse, @"

    pub(crate) const fn is_compiled(rule: Rule) -> bool {
        matches!(rule, Rule::digit | Rule::sign)
    }
    /// The value that `end` returns if recursive rules would take too much stack space, so that it is unknown whether `rule`
    /// matches.
    pub(crate) const TOO_DEEP: usize = scan::TOO_DEEP;
    /// Returns whether `rule` matches the whole of `text`, and reports its captures to `out`.
    #[inline(always)]
    pub(crate) fn parse(rule: Rule, text: &str, out: &mut Sink) -> bool {
        end(rule, text, out) == text.len()
    }
    /// Returns the offset at which `rule` ends, or a value greater than the length of `text` if it does not match at the start
    /// of `text`. Reports its captures to `out`.
    #[inline(always)]
    pub(crate) fn end(rule: Rule, text: &str, out: &mut Sink) -> usize {
        rules::any0(rule, text.as_bytes(), out)
    }
    ");
}

const JSON: &str = r#"
WHITESPACE = _{ " " | "\t" | "\r" | "\n" }
json   = { SOI ~ value ~ EOI }
value  = _{ object | array | string | number | "true" | "false" | "null" }
object = { "{" ~ (pair ~ ("," ~ pair)*)? ~ "}" }
pair   = { string ~ ":" ~ value }
array  = { "[" ~ (value ~ ("," ~ value)*)? ~ "]" }
string = @{ "\"" ~ (!("\"" | "\\") ~ ANY | "\\" ~ ANY)* ~ "\"" }
number = @{ "-"? ~ ASCII_DIGIT+ ~ ("." ~ ASCII_DIGIT+)? }
"#;

#[test]
fn takes_a_recursive_grammar_with_spaces() {
    let stdout = grammar(&["compile", "-"], JSON).printed(0);
    assert!(stdout.contains("use super::Sink;"), "{}", stdout);
    assert!(stdout.contains("out.capture(Capture::pair, "), "{}", stdout);
    assert!(stdout.contains("pub(crate) fn end_within("), "{}", stdout);
}
