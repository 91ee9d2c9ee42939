//! Expectations, which comments of a grammar state.

use rstest::rstest;
use urigram_workbench::{Expectation, Expectations, Statement, Stopped};

use crate::common::read;

const RULES: &str =
    "scheme = @{ letter ~ (letter | '0'..'9')* }\nletter = _{ 'a'..'z' }\nhour = @{ '0'..'9'{2} }\n";

fn stated(comments: &str) -> Vec<Statement> {
    let text = format!("{comments}\n{RULES}");
    Expectations::new(&read(&text)).of_comments(&text)
}

/// Returns the only statement as `LINE:COLUMN RULE = "TEXT"`, with `!=` if it must not match, or as `LINE:COLUMN MESSAGE`.
fn only(comments: &str) -> String {
    let all = stated(comments);
    let [Statement { line, column, meaning, .. }] = all.as_slice() else { panic!("{all:?}") };
    let said = match meaning {
        Ok(Expectation { rule, text, must_match: true }) => format!("{rule} = {text:?}"),
        Ok(Expectation { rule, text, must_match: false }) => format!("{rule} != {text:?}"),
        Err(misstated) => misstated.message.clone(),
    };
    format!("{line}:{column} {said}")
}

#[rstest]
#[case::must(r#"// scheme must match "a""#, r#"1:4 scheme = "a""#)]
#[case::must_not(r#"// scheme must not match "1a""#, r#"1:4 scheme != "1a""#)]
#[case::empty(r#"// scheme must not match """#, r#"1:4 scheme != """#)]
#[case::no_space(r#"//scheme must match "a""#, r#"1:3 scheme = "a""#)]
#[case::spaces("//\t scheme \t must  not\tmatch   \"a\"  ", "1:5 scheme != \"a\"")]
#[case::documentation_of_a_rule(r#"/// scheme must match "a""#, r#"1:5 scheme = "a""#)]
#[case::documentation_of_the_grammar(r#"//! scheme must match "a""#, r#"1:5 scheme = "a""#)]
#[case::carriage_return("// a\r\n// scheme must match \"a\"\r", "2:4 scheme = \"a\"")]
#[case::escapes(
    r#"// hour must match "\"\\\n\r\t\0\'\x41\u{e9}\u{1F600}""#,
    r#"1:4 hour = "\"\\\n\r\t\0'Aé😀""#
)]
#[case::as_it_is("// hour must match \"é\u{1F600}\t'//'\"", "1:4 hour = \"é\u{1F600}\\t'//'\"")]
#[case::behind_a_rule(
    "wide = { '\\''..'é' ~ \"\\\"//é\" | \"é\" } // scheme must match \"a\"",
    "1:41 scheme = \"a\""
)]
#[case::within_a_rule("wide = {\n  // scheme must match \"a\"\n  \"x\" }", "2:6 scheme = \"a\"")]
#[case::silent_rule(r#"// letter must match "a""#, r#"1:4 letter = "a""#)]
fn is_read(#[case] comments: &str, #[case] expected: &str) {
    assert_eq!(only(comments), expected);
}

#[rstest]
#[case::colon(r#"// scheme must match: "a""#, "1:21 expected a string in `\"`")]
#[case::colon_after_the_name(
    r#"// scheme: must match "a""#,
    "1:10 expected `must` after the name of the rule"
)]
#[case::no_closing_quote(r#"// scheme must match "a"#, "1:22 `\"` is missing: this string does not end")]
#[case::no_opening_quote(r#"// scheme must match a""#, "1:22 expected a string in `\"`")]
#[case::no_quotes("// scheme must match a_b", "1:22 expected a string in `\"`")]
#[case::no_string("// scheme must not match", "1:25 expected a string in `\"`")]
#[case::single_quotes("// scheme must match 'a'", "1:22 expected a string in `\"`")]
#[case::typographic_quotes("// scheme must match “a”", "1:22 expected a string in `\"`")]
#[case::either_case(r#"// scheme must match ^"a""#, "1:22 expected a string in `\"`")]
#[case::unknown_rule(r#"// schema must match "a""#, "1:4 the grammar has no rule `schema`")]
#[case::built_in_rule(r#"// ANY must match "a""#, "1:4 the grammar has no rule `ANY`")]
#[case::escape(
    r#"// scheme must match "\d""#,
    "1:24 expected `\"`, `'`, `\\`, `n`, `r`, `t`, `0`, `x` or `u` after `\\`, found `d`"
)]
#[case::code_point(r#"// scheme must match "\u{D800}""#, "1:23 U+D800 is not a character")]
#[case::more_text(r#"// scheme must match "a", "b""#, "1:25 expected the end of the line after the string")]
#[case::full_stop(r#"// scheme must match "a"."#, "1:25 expected the end of the line after the string")]
#[case::capitals(r#"// scheme MUST match "a""#, "1:11 expected `must` after the name of the rule")]
#[case::should(r#"// scheme should match "a""#, "1:11 expected `must` after the name of the rule")]
#[case::contracted(r#"// scheme mustn't match "a""#, "1:11 expected `must` after the name of the rule")]
#[case::never(r#"// scheme must never match "a""#, "1:16 expected `match` or `not match` after `must`")]
#[case::matches(r#"// scheme must matches "a""#, "1:16 expected `match` or `not match` after `must`")]
#[case::no_rule(r#"// must match "a""#, "1:9 expected `must` after the name of the rule")]
#[case::article(r#"// The scheme must match "a""#, "1:8 expected `must` after the name of the rule")]
#[case::ticks(r#"// `scheme` must match "a""#, "1:4 expected the name of a rule")]
fn what_is_probably_meant_is_misstated(#[case] comments: &str, #[case] expected: &str) {
    assert_eq!(only(comments), expected);
}

#[rstest]
#[case::block_comment(r#"/* scheme must match "a" */"#)]
#[case::block_comment_of_lines("/*\n// scheme must match \"a\"\n*/")]
#[case::string("wide = { \"\n// scheme must match \\\"a\\\"\n\" }")]
#[case::off(r#"// // scheme must match "a""#)]
#[case::prose("// A scheme must match the RFC.")]
#[case::prose_about_a_rule("// scheme must match the whole text")]
#[case::prose_with_ticks("// scheme must match `letter`")]
#[case::prose_with_a_quote("// The first quote must match \"the second\".")]
#[case::other_words("// scheme mustard match \"a\"")]
#[case::other_verb("// scheme must matchmake \"a\"")]
#[case::statement("// scheme matches \"a\"")]
#[case::empty("//")]
fn other_comments_are_none(#[case] comments: &str) {
    assert_eq!(stated(comments), []);
}

#[test]
fn a_misspelt_rule_has_a_correction() {
    let all = stated(r#"// schema must match "a""#);
    let help = all[0].meaning.as_ref().unwrap_err().help.as_deref();
    assert_eq!(help, Some("did you mean `scheme`?"));
}

#[test]
fn every_line_of_a_list_is_meant() {
    let grammar = read(RULES);
    let all = Expectations::new(&grammar).of_lines("scheme must match \"a\"\n\n  nonsense\r\n// hour");
    let places: Vec<_> = all.iter().map(|one| (one.line, one.column, one.meaning.is_ok())).collect();
    assert_eq!(places, [(1, 1, true), (3, 11, false), (4, 1, false)]);
}

#[rstest]
#[case::whole("a = { \"x\" }", "x", Ok(true))]
#[case::part("a = { \"x\" }", "xy", Ok(false))]
#[case::ends("a = { SOI ~ \"x\" ~ EOI }", "x", Ok(true))]
#[case::white_space("a = { \"x\" ~ \"y\" }\nWHITESPACE = _{ \" \" }", "x  y", Ok(true))]
#[case::white_space_around("a = { \"x\" ~ \"y\" }\nWHITESPACE = _{ \" \" }", " xy", Ok(false))]
#[case::silent("a = _{ \"x\" }", "x", Ok(true))]
#[case::stack("a = { PUSH(\"x\" | \"y\") ~ POP }", "yy", Ok(true))]
#[case::committed("a = { \"x\" | \"xy\" }", "xy", Ok(false))]
#[case::exponential(
    "a = { \"(\" ~ a ~ \"x\" | \"(\" ~ a ~ \"y\" | \"z\" }",
    "((((((((((((((((((((((((((((((((z",
    Err(Stopped::Steps)
)]
#[case::deep("a = { \"(\" ~ a? }", &"(".repeat(100_000), Err(Stopped::Depth))]
fn matches_as_pest_does(#[case] source: &str, #[case] text: &str, #[case] expected: Result<bool, Stopped>) {
    let expectation = Expectation { rule: "a".to_owned(), text: text.to_owned(), must_match: true };
    assert_eq!(Expectations::new(&read(source)).matches(&expectation), expected);
}
