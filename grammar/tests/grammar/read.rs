//! The positions and messages of faults in a grammar, such as left recursion, and unbalanced quotes and
//! brackets.

use rstest::rstest;
use urigram_grammar::{Error, Grammar, OptimizedExpr};

use crate::common;

fn faults(source: &str) -> Vec<String> {
    match Grammar::read(source, "g.pest") {
        Err(Error::Faulty(faults)) => faults.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

#[rstest]
#[case::syntax("a = { \"x\"\nb = { a }", &["g.pest:1:5: `}` is missing in rule `a`: this `{` is still open where rule `b` begins"])]
#[case::no_brace("a = \"x\"", &["g.pest:1:5: expected `{`, or `_`, `@`, `$` or `!` before it, found `\"`"])]
#[case::undefined("a = { \"x\" }\n  b = { a ~ nope }", &["g.pest:2:13: rule `nope` is undefined"])]
#[case::twice("a = { \"x\" }\na = { \"y\" }", &["g.pest:2:1: rule `a` is already defined"])]
#[case::no_name_in_rust("self = { \"x\" }\na = { self }",
    &["g.pest:1:1: `self` cannot be the name of a rule", "g.pest:2:7: `self` cannot be the name of a rule"])]
#[case::keyword("ANY = { \"x\" }", &["g.pest:1:1: ANY is a pest keyword"])]
#[case::several("a = { x }\nb = { y }", &["g.pest:1:7: rule `x` is undefined", "g.pest:2:7: rule `y` is undefined"])]
#[case::unreachable("a = { \"\" | \"b\" }",
    &["g.pest:1:7: expression cannot fail; following choices cannot be reached"])]
#[case::endless("a = { (\"b\"?)* }",
    &["g.pest:1:7: expression inside repetition cannot fail and will repeat infinitely"])]
#[case::left_recursive("a = { a ~ \"b\" }",
    &["g.pest:1:7: rule a is left-recursive (a -> a): it calls itself before it consumes anything; begin with an expression \
    that does not call `a`, and repeat the rest, as in `a = { first ~ (rest)* }`"])]
#[case::columns_in_characters("a = { \"éé\" ~ nope }", &["g.pest:1:14: rule `nope` is undefined"])]
#[case::not_a_rule("é = { \"x\" }", &["g.pest:1:1: expected the name of a rule, found `é`"])]
#[case::zero_times("a = { \"b\"{0} }", &["g.pest:1:11: cannot repeat 0 times"])]
#[case::comment_without_end("a = { \"x\" }\n/* /* */",
    &["g.pest:2:1: `*/` is missing: comments nest, so each `/*` needs its own"])]
#[case::choice_in_brackets("a = { \"x\" ~ ( | \"y\") }",
    &["g.pest:1:15: expected a term: only a rule as a whole may begin with `|`"])]
#[case::spaces_written_out("COMMENT = { \"#\" }\na = { \"x\"{1, 1030}* }",
    &["g.pest:2:7: a rule of more than 4096 terms, with repetitions expanded"])]
#[case::escapes(&format!("a = {{ \"x\" ~ \"{}\" }}", "\\n".repeat(201)), &["g.pest:1:13: a string with more than 200 escapes"])]
#[case::brackets(&format!("a = {{ {}\"b\"{} }}", "(".repeat(200), ")".repeat(200)), &["g.pest:1:206: nesting deeper than 200"])]
#[case::operators(&format!("a = {{ {}PUSH(\"b\") }}", "!".repeat(200)), &["g.pest:1:7: nesting deeper than 200"])]
#[case::strings(&format!("a = {{ \"{}\"{{600}} }}", "é".repeat(2000)),
    &["g.pest:1:7: a grammar of more than 1048576 characters in strings, with repetitions expanded"])]
fn refuses(#[case] source: &str, #[case] expected: &[&str]) {
    let found = faults(source);
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found, expected);
    }
}

#[rstest]
#[case::surrogate(r#"a = { "\u{D800}" }"#, "g.pest:1:8: U+D800 is not a character")]
#[case::beyond(r"a = { 'a'..'\u{FFFFFF}' }", "g.pest:1:13: U+FFFFFF is not a character")]
#[case::slice("a = { PEEK[99999999999..] }", "g.pest:1:12: number cannot overflow i32")]
#[case::many(
    "a = { \"b\"{4000000000} }",
    "g.pest:1:7: a rule of more than 4096 terms, with repetitions expanded"
)]
#[case::multiplied(
    "a = { ((\"b\"{99}){99}){99} }",
    "g.pest:1:7: a rule of more than 4096 terms, with repetitions expanded"
)]
fn turns_panics_into_faults(#[case] source: &str, #[case] expected: &str) {
    assert_eq!(faults(source), [expected]);
}

#[rstest]
#[case::parentheses(format!("a = {{ {}\"b\"{} }}", "(".repeat(100_000), ")".repeat(100_000)))]
#[case::predicates(format!("a = {{ {}\"b\" }}", "!".repeat(100_000)))]
#[case::predicates_of_push(format!("a = {{ {}PUSH(\"b\") }}", "!".repeat(100_000)))]
#[case::options(format!("a = {{ \"b\"{} }}", "?".repeat(100_000)))]
#[case::sequence(format!("a = {{ \"b\"{} }}", " ~ \"b\"".repeat(100_000)))]
#[case::choice(format!("a = {{ \"b\"{} }}", " | \"b\"".repeat(100_000)))]
#[case::comments(format!("{} a = {{ \"b\" }}", "/*".repeat(100_000)))]
#[case::escapes(format!("a = {{ \"{}\" }}", r"\n".repeat(100_000)))]
#[case::braces("{".repeat(100_000))]
#[case::open_quote("a = { \"".to_owned())]
#[case::open_escape("a = { \"\\".to_owned())]
#[case::open_character("a = { '\\".to_owned())]
fn survives(#[case] source: String) {
    assert!(!faults(&source).is_empty());
}

#[rstest]
#[case::nested(format!("a = {{ {}\"b\"{} }}", "(".repeat(199), ")".repeat(199)))]
#[case::escapes(format!("a = {{ \"{}\" }}", r"\n".repeat(200)))]
#[case::brackets_in_strings(format!("a = {{ \"{}\" ~ '('..'[' ~ '\\''..'{{' }}", "(".repeat(1000)))]
#[case::brackets_behind_escapes(format!("a = {{ '\\t'..'\\n'|'\"'..'~' ~ \"{}\" }}", "(".repeat(1000)))]
#[case::brackets_behind_letters(format!("a = {{ 'à'..'é'|'\"'..'~' ~ \"{}\" }}", "(".repeat(1000)))]
#[case::spaces_in_an_atomic_rule("COMMENT = { \"#\" }\na = @{ \"x\"{1, 1030}* }".to_owned())]
#[case::brackets_in_comments(format!("// {0}\n/* {0} /* */ */ a = {{ \"b\" }}", "(".repeat(1000)))]
#[case::long_repetition("a = { \"b\"{2000} }".to_owned())]
#[case::long_options("a = { \"b\"{,2000} }".to_owned())]
#[case::chain((0..5000).map(|i| format!("r{i} = {{ \"b\" ~ r{} }}\n", i + 1)).collect::<String>() + "r5000 = { \"c\" }")]
fn reads(#[case] source: String) {
    // Comparing, cloning and dropping the result must not overflow the small stack of a test,
    // either.
    let grammar = common::read(&source);
    assert_eq!(grammar.clone(), grammar);
}

#[test]
fn keeps_the_order_and_the_optimized_form() {
    let grammar = common::read("b = ${ (a ~ \":\")* ~ a }\na = { \"x\" }");
    assert_eq!(grammar.rules().iter().map(|rule| rule.name.as_str()).collect::<Vec<_>>(), ["b", "a"]);
    let [a, colon] = [OptimizedExpr::Ident("a".to_owned()), OptimizedExpr::Str(":".to_owned())].map(Box::new);
    let more = OptimizedExpr::Rep(Box::new(OptimizedExpr::Seq(colon, a.clone())));
    assert_eq!(grammar.rule("b").unwrap().expr, OptimizedExpr::Seq(a, Box::new(more)));
    assert_eq!(grammar.rule("c"), None);
    assert_eq!(grammar.file_name(), "test.pest");
}

fn left_fault(source: &str) -> String {
    let Err(Error::Faulty(faults)) = Grammar::read(source, "g.pest") else { panic!("it is read: {source}") };
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults[0].message.clone()
}

#[rstest]
#[case::binary("sum = { sum ~ \"+\" ~ n | n }", "sum = { n ~ (\"+\" ~ n)* }")]
#[case::both_sides("sum = { sum ~ \"+\" ~ sum | n }", "sum = { n ~ (\"+\" ~ sum)* }")]
#[case::two_operators(
    "sum = { sum ~ \"+\" ~ n | sum ~ \"-\" ~ n | n }",
    "sum = { n ~ (\"+\" ~ n | \"-\" ~ n)* }"
)]
#[case::two_ends("sum = { n | sum ~ \"+\" ~ n | \"x\" }", "sum = { (n | \"x\") ~ (\"+\" ~ n)* }")]
#[case::longer_end("sum = { sum ~ \"+\" | n ~ \"x\"? }", "sum = { n ~ \"x\"? ~ (\"+\")* }")]
#[case::atomic("sum = @{ sum ~ n | n }", "sum = @{ n ~ (n)* }")]
#[case::silent("sum = _{ sum ~ n | n }", "sum = _{ n ~ (n)* }")]
#[case::on_lines("sum = ${\n  sum ~ n\n  | \"x\"\n}", "sum = ${ \"x\" ~ (n)* }")]
fn shows_the_repetition(#[case] rule: &str, #[case] instead: &str) {
    let begin =
        "rule sum is left-recursive (sum -> sum): it calls itself before it consumes anything; write ";
    assert_eq!(left_fault(&format!("{rule}\nn = {{ '0'..'9' }}")), format!("{begin}`{instead}`"));
    // The suggestion is a valid grammar.
    Grammar::read(&format!("{instead}\nn = {{ '0'..'9' }}"), "g.pest").unwrap();
}

/// Left-recursive rules that are equivalent to no repetition, or only to an unreadable one.
#[rstest]
#[case::no_end("sum = { sum ~ n }")]
#[case::no_other_end("sum = { sum ~ n | sum ~ \"x\" }")]
#[case::itself("sum = { sum | n }")]
#[case::not_at_the_start("sum = { n? ~ sum | \"x\" }")]
#[case::in_brackets("sum = { (sum | n) ~ \"+\" | n }")]
#[case::in_a_predicate("sum = { !sum ~ n | n }")]
#[case::repeated("sum = { sum? ~ n | n }")]
#[case::comment("sum = { sum ~ n ~ /* c */ n | n }")]
#[case::line_break("sum = { sum ~ n ~\n n | n }")]
#[case::may_be_empty("sum = { sum ~ n? | n }")]
#[case::long(&format!("sum = {{ sum ~ n | \"{}\" }}", "x".repeat(200)))]
fn says_how_to_repeat(#[case] rule: &str) {
    let message = "rule sum is left-recursive (sum -> sum): it calls itself before it consumes anything; \
                   begin with an expression that does not call `sum`, and repeat the rest, as in `sum = { first ~ (rest)* }`";
    assert_eq!(left_fault(&format!("{rule}\nn = {{ '0'..'9' }}")), message);
}

/// Returns the column and the message of the only fault, which is on the first line.
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
    let message = format!("`*/` is missing{rule}: comments nest, so each `/*` needs its own");
    assert_eq!(fault(source), (column, message));
}

/// A string may span lines, so a fault after a string need not be a missing quote.
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
