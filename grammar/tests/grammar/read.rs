//! Reading: what pest rejects, where, and texts made to break it.

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
    &["g.pest:1:7: rule a is left-recursive (a -> a): where it calls itself, nothing has been consumed; put first what \
    does not call `a`, and repeat the rest, as in `a = { first ~ (rest)* }`"])]
#[case::columns_in_characters("a = { \"éé\" ~ nope }", &["g.pest:1:14: rule `nope` is undefined"])]
#[case::not_a_rule("é = { \"x\" }", &["g.pest:1:1: expected the name of a rule, found `é`"])]
#[case::zero_times("a = { \"b\"{0} }", &["g.pest:1:11: cannot repeat 0 times"])]
#[case::comment_without_end("a = { \"x\" }\n/* /* */",
    &["g.pest:2:1: `*/` is missing: comments nest, and each `/*` needs its own"])]
#[case::choice_in_brackets("a = { \"x\" ~ ( | \"y\") }",
    &["g.pest:1:15: expected a term: only a rule as a whole may begin with `|`"])]
#[case::spaces_written_out("COMMENT = { \"#\" }\na = { \"x\"{1, 1030}* }",
    &["g.pest:2:7: a rule of more than 4096 terms, repetitions written out"])]
#[case::escapes(&format!("a = {{ \"x\" ~ \"{}\" }}", "\\n".repeat(201)), &["g.pest:1:13: a string with more than 200 escapes"])]
#[case::brackets(&format!("a = {{ {}\"b\"{} }}", "(".repeat(200), ")".repeat(200)), &["g.pest:1:206: nesting deeper than 200"])]
#[case::operators(&format!("a = {{ {}PUSH(\"b\") }}", "!".repeat(200)), &["g.pest:1:7: nesting deeper than 200"])]
#[case::strings(&format!("a = {{ \"{}\"{{600}} }}", "é".repeat(2000)),
    &["g.pest:1:7: a grammar of more than 1048576 characters in strings, repetitions written out"])]
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
    "g.pest:1:7: a rule of more than 4096 terms, repetitions written out"
)]
#[case::multiplied(
    "a = { ((\"b\"{99}){99}){99} }",
    "g.pest:1:7: a rule of more than 4096 terms, repetitions written out"
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
    // The result must also be compared, copied and dropped on a test's small stack.
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
