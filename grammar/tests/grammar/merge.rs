//! Variants of a grammar: the merged text, and faults in the variant's file.

use rstest::rstest;
use urigram_grammar::{Automata, Error, Grammar, Peg};

use crate::common;

const BASE: &str = "\
//! A base.

// The start.
start = { port ~ (\":\" ~ word)? } // and its end

/// A port.
port = @{ digit* }

// Words.

word = { \"w\" ~ digit } digit = _{ '0'..'9' } // last
";

fn base() -> Grammar {
    Grammar::read(BASE, "base.pest").unwrap_or_else(|error| panic!("{error}"))
}

fn over(base: &Grammar, source: &str, name: &str) -> Grammar {
    Grammar::read_over(base, source, name).unwrap_or_else(|error| panic!("{error}"))
}

fn messages(read: Result<Grammar, Error>) -> Vec<String> {
    match read {
        Err(Error::Faulty(faults)) => faults.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

/// Each case has a variant, the part of the base that the merge removes, and its replacement.
#[rstest]
#[case::in_place("port = @{ digit{1, 5} }", "/// A port.\nport = @{ digit* }", "port = @{ digit{1, 5} }")]
#[case::with_comments(
    "//! A variant.\n/* New. */\n/// A short port.\nport = @{ digit{1, 5} } // five",
    "/// A port.\nport = @{ digit* }",
    "/* New. */\n/// A short port.\nport = @{ digit{1, 5} } // five"
)]
#[case::comments_of_the_base_go(
    "start = { port }",
    "// The start.\nstart = { port ~ (\":\" ~ word)? } // and its end",
    "start = { port }"
)]
#[case::comments_further_off_stay(
    "// None.\n\nword = { \"w\" }",
    "word = { \"w\" ~ digit } digit",
    "word = { \"w\" }\n digit"
)]
#[case::on_the_same_line(
    "digit = { \"1\" } // one",
    " digit = _{ '0'..'9' } // last",
    " \ndigit = { \"1\" } // one"
)]
#[case::after("port = { d }\nd = { \"1\" }", "/// A port.\nport = @{ digit* }", "port = { d }")]
#[case::carriage_returns(
    "// a\r\nport = {\r\n  digit\r\n}\r\n",
    "/// A port.\nport = @{ digit* }",
    "// a\r\nport = {\r\n  digit\r\n}"
)]
fn merges(#[case] variant: &str, #[case] old: &str, #[case] new: &str) {
    assert_eq!(BASE.matches(old).count(), 1);
    let merged = over(&base(), variant, "variant.pest");
    let expected = BASE.replace(old, new);
    let added = if variant.contains("d = { \"1\" }") { "d = { \"1\" }" } else { "" };
    assert_eq!(merged.text(), expected + added);
    assert_eq!(merged.file_name(), "variant.pest");
    let again = Grammar::read(merged.text(), "variant.pest").unwrap();
    assert_eq!(again.rules(), merged.rules());
}

#[rstest]
#[case::doc_comments_reach_over_blank_lines(
    "a = { \"x\" }\n/// B.\n\n// b\nb = { a }",
    "a = { \"x\" }\nb = { \"y\" }"
)]
#[case::doc_comments_are_of_the_next_rule("a = { \"x\" } /// B.\nb = { a }", "a = { \"x\" } \nb = { \"y\" }")]
#[case::blank_lines_in_comments("/* a\n\n// */\nb = { \"x\" }", "b = { \"y\" }")]
#[case::nested_comments(
    "a = { \"x\" } /* /* */ } */\n/* /* */\n\n */ b = { a }",
    "a = { \"x\" } /* /* */ } */\nb = { \"y\" }"
)]
#[case::comment_without_an_end_of_line("b = { \"x\" } // b", "b = { \"y\" }")]
#[case::first_comment_of_the_file("// b\nb = { \"x\" }", "b = { \"y\" }")]
#[case::document(
    "//! B.\n//! C.\nb = { \"x\" }\n/// Nothing.",
    "//! B.\n//! C.\nb = { \"y\" }\n/// Nothing."
)]
fn comments_go_with_their_rules(#[case] base: &str, #[case] expected: &str) {
    let base = Grammar::read(base, "base.pest").unwrap();
    assert_eq!(over(&base, "b = { \"y\" }", "variant.pest").text(), expected);
}

#[rstest]
#[case::syntax("port = @{ digit", &["variant.pest:1:9: `}` is missing in rule `port`: this `{` is still open at the end of the grammar"])]
#[case::undefined("port = @{ digit }\n\n// ä\nword = { \"ä\" ~ nope }", &["variant.pest:4:16: rule `nope` is undefined"])]
#[case::undefined_new("port = @{ d }\nd = { nope }", &["variant.pest:2:7: rule `nope` is undefined"])]
#[case::meant_of_the_base("port = @{ digt }", &["variant.pest:1:11: rule `digt` is undefined; did you mean `digit`?"])]
#[case::meant_of_the_variant("port = @{ nuber }\nnumber = { digit }",
    &["variant.pest:1:11: rule `nuber` is undefined; did you mean `number`?"])]
#[case::twice("port = { digit }\nport = { \"\" }", &["variant.pest:2:1: rule `port` is already defined"])]
#[case::twice_new("port = { d }\nd = { \"\" }\nd = { \"\" }", &["variant.pest:3:1: rule `d` is already defined"])]
#[case::keyword("port = { digit }\nEOI = { \"\" }", &["variant.pest:2:1: EOI is a pest keyword"])]
#[case::left_recursive("word = { start }\nport = { \"\" ~ word }", &[
    "base.pest:4:11: rule port is left-recursive (port -> word -> start -> port): it calls itself before it consumes anything; begin with an expression that does not call `port`, and repeat the rest, as in `port = { first ~ (rest)* }` (with variant.pest laid over it)",
    "variant.pest:2:15: rule word is left-recursive (word -> start -> port -> word): it calls itself before it consumes anything; begin with an expression that does not call `word`, and repeat the rest, as in `word = { first ~ (rest)* }`",
    "variant.pest:1:10: rule start is left-recursive (start -> port -> word -> start): it calls itself before it consumes anything; begin with an expression that does not call `start`, and repeat the rest, as in `start = { first ~ (rest)* }`",
])]
#[case::endless("port = { (\"\")* }", &["variant.pest:1:10: expression inside repetition cannot fail and will repeat infinitely"])]
#[case::endless_in_the_base("digit = { \"\" }",
    &["base.pest:7:11: expression inside repetition cannot fail and will repeat infinitely (with variant.pest laid over it)"])]
#[case::byte_order_mark("\u{FEFF}port = { digit }", &["variant.pest:1:1: a byte order mark, which pest does not read: save the file without it"])]
#[case::nothing("", &["variant.pest:1:1: there are no rules, so base.pest is unchanged"])]
#[case::only_comments("// port = { \"1\" }\n//", &["variant.pest:1:1: there are no rules, so base.pest is unchanged"])]
#[case::typo("other = { digit }\nprot = { digit }", &["variant.pest:2:1: base.pest has no rule `prot`; did you mean `port`?"])]
#[case::typos("Port = { digit }\nwrod = { digit }", &[
    "variant.pest:1:1: base.pest has no rule `Port`; did you mean `port`?",
    "variant.pest:2:1: base.pest has no rule `wrod`; did you mean `word`?",
])]
#[case::idle("// other\nother = { \"x\" }", &["variant.pest:2:1: base.pest has none of these rules, so it is unchanged"])]
#[case::neither("other = { digit }",
    &["variant.pest:1:1: base.pest has none of these rules, so it is unchanged; as a grammar of its own, it lacks `digit`"])]
fn refuses(#[case] variant: &str, #[case] expected: &[&str]) {
    assert_eq!(messages(Grammar::read_over(&base(), variant, "variant.pest")), expected);
    // A text with this fault is reported as a grammar rather than a variant.
    if !variant.contains("// other") {
        assert_eq!(messages(Grammar::read_either(&base(), variant, "variant.pest")), expected);
    }
}

#[rstest]
#[case::idle_or_whole("// other\nother = { \"x\" }", &["other"])]
#[case::redefines("port = { \"1\" }", &["start", "port", "word", "digit"])]
#[case::redefines_with_help("port = { one }\none = { two }\ntwo = { \"2\" }", &["start", "port", "word", "digit", "one", "two"])]
#[case::calls_the_base("port = { digit }", &["start", "port", "word", "digit"])]
#[case::calls_the_base_and_starts("port = { digit }\nother = { port }", &["start", "port", "word", "digit", "other"])]
#[case::starts_as_the_base_does("start = { port }\nport = { \"1\" }", &["start", "port"])]
#[case::starts_on_its_own("other = { port }\nport = { \"1\" }", &["other", "port"])]
#[case::builtin_rules_are_there("other = { ASCII_DIGIT ~ LETTER ~ SOI ~ EOI ~ NEWLINE ~ PEEK }", &["other"])]
#[case::space_is_no_start("WHITESPACE = _{ blank }\nblank = _{ \" \" }", &["start", "port", "word", "digit", "WHITESPACE", "blank"])]
#[case::recursion("port = { \"x\" ~ one? }\none = { \"y\" ~ two? }\ntwo = { \"z\" ~ one? }", &["start", "port", "word", "digit", "one", "two"])]
fn tells_a_variant_from_a_grammar(#[case] source: &str, #[case] expected: &[&str]) {
    let grammar = Grammar::read_either(&base(), source, "file.pest").unwrap();
    assert_eq!(grammar.rules().iter().map(|rule| rule.name.as_str()).collect::<Vec<_>>(), expected);
}

#[rstest]
#[case::syntax("a = {", &["file.pest:1:5: `}` is missing in rule `a`: this `{` is still open at the end of the grammar"])]
#[case::whole("other = { (\"x\"?)* }", &["file.pest:1:11: expression inside repetition cannot fail and will repeat infinitely"])]
#[case::whole_with_a_typo("mail = { user ~ \"@\" ~ domian }\nuser = { \"u\" }\ndomain = { \"d\" }",
    &["file.pest:1:23: rule `domian` is undefined; did you mean `domain`?"])]
fn says_what_is_wrong_with_either(#[case] source: &str, #[case] expected: &[&str]) {
    assert_eq!(messages(Grammar::read_either(&base(), source, "file.pest")), expected);
}

#[test]
fn lays_variants_over_variants() {
    let first = over(&base(), "// One.\nport = @{ one+ }\none = { \"1\" } // 1\n", "first.pest");
    let second = over(&first, "two = { \"2\" }\n\none = @{ \"one\" | two }\nword = { one }", "second.pest");
    let expected = BASE
        .replace("/// A port.\nport = @{ digit* }", "// One.\nport = @{ one+ }")
        .replace("word = { \"w\" ~ digit }", "word = { one }\n")
        + "one = @{ \"one\" | two }\ntwo = { \"2\" }";
    assert_eq!(second.text(), expected);
    assert_eq!(second.file_name(), "second.pest");

    let third = Grammar::read_over(&second, "one = { \"\" }", "third.pest");
    assert_eq!(
        messages(third),
        [
            "first.pest:2:11: expression inside repetition cannot fail and will repeat infinitely (with third.pest laid over it)"
        ]
    );
    let third = Grammar::read_over(&second, "digit = { word }\none = { digit }", "third.pest");
    assert_eq!(
        messages(third).iter().map(|message| message.split(": ").next().unwrap()).collect::<Vec<_>>(),
        ["second.pest:4:10", "third.pest:1:11", "third.pest:2:9"]
    );
}

/// A variant can redefine a built-in rule that the base calls, and `WHITESPACE` and `COMMENT`,
/// which pest calls.
#[test]
fn what_the_base_only_calls_is_redefined_too() {
    let base = Grammar::read("a = { ASCII_DIGIT ~ \"x\" }", "base.pest").unwrap();
    for variant in ["ASCII_DIGIT = { \"1\" }", "WHITESPACE = { \" \" }", "COMMENT = { \"#\" }"] {
        assert_eq!(
            over(&base, variant, "variant.pest").text(),
            format!("a = {{ ASCII_DIGIT ~ \"x\" }}\n{variant}")
        );
    }
}

#[test]
fn lays_a_variant_over_the_real_grammar() {
    let uri = common::uri();
    let variant = "/// Five digits at most.\nport = @{ port_digit{0, 5} }\nport_digit = _{ DIGIT }\n";
    let merged = over(&uri, variant, "port.pest");
    assert_eq!(merged.rules().len(), uri.rules().len() + 1);
    for (old, new) in uri.rules().iter().zip(merged.rules()) {
        assert_eq!(old.name, new.name);
        assert_eq!(old == new, old.name != "port");
    }
    assert_eq!(Grammar::read(merged.text(), "test.pest").unwrap().rules(), merged.rules());
    let peg = Peg::new(&merged);
    let uri = Automata::new(&peg).dfa("URI").unwrap();
    assert!(uri.accepts("a://b:12345/") && uri.accepts("a://b:/") && !uri.accepts("a://b:123456/"));

    // Merging the same variant again changes nothing.
    let again = over(&merged, variant, "port.pest");
    assert_eq!((again.text(), again.rules()), (merged.text(), merged.rules()));
}

/// Merging all rules of a grammar, with the comments directly above them, into the same grammar changes
/// nothing.
#[test]
fn a_grammar_over_itself_is_itself() {
    let uri = common::uri();
    let over_itself = over(&uri, uri.text(), "uri.pest");
    assert_eq!((over_itself.text(), over_itself.rules()), (uri.text(), uri.rules()));
}

#[rstest]
#[case::space(format!("{}port = {{ digit }}", " \r\n".repeat(1 << 20)))]
#[case::comments(format!("port = {{ digit }}{}", "/* ä */ // b\n".repeat(1 << 17)))]
#[case::docs(format!("{}port = {{ digit }}", "/// b\n".repeat(1 << 18)))]
#[case::long_name(format!("port = {{ {0} }}\n{0} = {{ digit }}", "a".repeat(1 << 20)))]
#[case::long_string(format!("port = {{ \"{}\" }}", "é".repeat(1 << 19)))]
#[case::rules(format!("port = {{ digit }} {}", (0..20_000).map(|i| format!("r{i} = {{ \"x\" }}    ")).collect::<String>()))]
#[case::nested(format!("port = {{ {}\"b\"{} }}", "(".repeat(150), ")".repeat(150)))]
fn takes_odd_texts(#[case] source: String) {
    let merged = over(&base(), &source, "variant.pest");
    assert_eq!(Grammar::read(merged.text(), "test.pest").unwrap().rules(), merged.rules());
    let again = over(&merged, &source, "variant.pest");
    assert_eq!(again.rules(), merged.rules());
}

#[rstest]
#[case::undefined(format!("port = {{ digit }} {}", (0..20_000).map(|i| format!("r{i} = {{ no{i} }}    ")).collect::<String>()))]
#[case::twice("port = { digit }                     ".repeat(20_000))]
#[case::idle((0..20_000).map(|i| format!("r{i} = {{ digit }}    ")).collect::<String>())]
#[case::parentheses(format!("port = {{ {}\"b\"{} }}", "(".repeat(100_000), ")".repeat(100_000)))]
#[case::braces("{".repeat(100_000))]
#[case::too_large((0..20).map(|i| format!("port{i} = {{ \"x\"{{1900}} }}\n")).collect::<String>())]
#[case::not_pest("\0\u{202E}é🦀".repeat(1000))]
fn survives(#[case] source: String) {
    assert!(!messages(Grammar::read_over(&base(), &source, "variant.pest")).is_empty());
    assert!(!messages(Grammar::read_either(&base(), &source, "variant.pest")).is_empty());
}

#[test]
fn bounds_hold_for_the_merged_text() {
    let half = |name: &str| (0..10).map(|i| format!("{name}{i} = {{ \"x\"{{1900}} }}\n")).collect::<String>();
    let base = Grammar::read(&half("a"), "base.pest").unwrap();
    let variant = half("b") + "a0 = { b0 }";
    let faults = messages(Grammar::read_over(&base, &variant, "variant.pest"));
    assert_eq!(faults, ["variant.pest:9:8: a grammar of more than 65536 terms"]);
}
