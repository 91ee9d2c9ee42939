//! `uri grammar check`: what is wrong or odd in a grammar.

use insta::assert_snapshot;
use rstest::rstest;

use super::{ODD, URI, ZONES, grammar};

#[rstest]
#[case::built_in(&["check"], "")]
#[case::from_a_file(&["check", URI], "")]
#[case::variant(&["check", "-"], ZONES)]
#[case::json(&["check", "--format", "json"], "")]
fn has_nothing_to_say_of_what_is_in_order(#[case] arguments: &[&str], #[case] stdin: &str) {
    let ran = grammar(arguments, stdin);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", "", 0));
}

const VARIANT: &str = r#"
dec_octet = @{ DIGIT | '1'..'9' ~ DIGIT{1, 2} }
ZoneID = @{ unreserved+ }
IPvFuture = ${ "v" ~ IPvFuture? }
"#;

#[test]
fn finds_what_is_odd_in_a_variant() {
    let ran = grammar(&["check", "-"], VARIANT);
    assert_snapshot!(ran.stdout, @"<stdin>:4:25: rule host is left-recursive (host -> host); pest::pratt_parser might be useful in this case");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
}

#[test]
fn answers_in_json() {
    let ran = grammar(&["check", "--format", "json", "-"], VARIANT);
    assert_snapshot!(ran.stdout, @r#"{"kind":"fault","rule":null,"file":"<stdin>","line":4,"column":25,"text":null,"message":"rule host is left-recursive (host -> host); pest::pratt_parser might be useful in this case"}"#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
}

#[test]
fn tells_what_the_library_needs() {
    let ran = grammar(&["check", "-"], "URI = { \"u\" }\nURI_referense = { URI }");
    assert_snapshot!(ran.stdout, @"
    <stdin>:1:1: rule `absolute_URI` is needed and not here
    <stdin>:1:1: rule `relative_ref` is needed and not here
    <stdin>:1:1: rule `scheme` is needed and not here
    <stdin>:1:1: rule `authority` is needed and not here
    <stdin>:1:1: rule `userinfo` is needed and not here
    <stdin>:1:1: rule `host` is needed and not here
    <stdin>:1:1: rule `IPvFuture` is needed and not here
    <stdin>:1:1: rule `IPv6address` is needed and not here
    <stdin>:1:1: rule `IPv4address` is needed and not here
    <stdin>:1:1: rule `reg_name` is needed and not here
    <stdin>:1:1: rule `port` is needed and not here
    <stdin>:1:1: rule `path_abempty` is needed and not here
    <stdin>:1:1: rule `path_absolute` is needed and not here
    <stdin>:1:1: rule `path_noscheme` is needed and not here
    <stdin>:1:1: rule `path_rootless` is needed and not here
    <stdin>:1:1: rule `path_empty` is needed and not here
    <stdin>:1:1: rule `query` is needed and not here
    <stdin>:1:1: rule `fragment` is needed and not here
    <stdin>:1:1: rule `URI_reference` is needed and not here
    <stdin>:1:1: rule `path` is needed and not here
    <stdin>:2:1: rule `URI_referense` is a start rule: no other leads to it
    ");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
}

#[test]
fn takes_a_grammar_for_something_else() {
    let ran = grammar(&["check", "--start", "expression", "-"], ODD);
    assert_snapshot!(ran.stdout, @"
    <stdin>:2:1: rule `expression` is recursive: expression -> term -> expression
    <stdin>:3:1: rule `term` is recursive: term -> expression -> term
    <stdin>:4:1: rule `quoted` is not used: no start rule leads to it
    <stdin>:4:1: rule `quoted` uses the stack: `PUSH`
    <stdin>:6:1: rule `sign` is not used: no start rule leads to it
    ");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));

    let ran = grammar(&["check", "--start", "hour-of-day", "-"], "hour_of_day = { '0'..'2' ~ '0'..'9' }");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", "", 0));
}

#[test]
fn finds_what_pest_does() {
    let faulty = "a = { b ~ c }\nc = { (\"\")* }\nc = { d";
    let ran = grammar(&["check", "-"], faulty);
    assert_snapshot!(ran.stdout, @"<stdin>:3:8: expected `{`, `}`, `~`, `|`, `?`, `*`, or `+`");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));

    let ran = grammar(&["check", "--format", "json", "-"], "port = { digt }\nport = { host }\n");
    assert_snapshot!(ran.stdout, @r#"
    {"kind":"fault","rule":null,"file":"<stdin>","line":1,"column":10,"text":null,"message":"rule `digt` is undefined; did you mean `DIGIT`?"}
    {"kind":"fault","rule":null,"file":"<stdin>","line":2,"column":1,"text":null,"message":"rule `port` is already defined"}
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
}

#[test]
fn a_finding_breaks_no_line() {
    let ran = grammar(
        &["check", "--start", "a", "-"],
        "a = { \"\u{1b}[31m\u{202e}\" | \"\u{1b}[31m\u{202e}\" ~ \"x\" }",
    );
    assert_snapshot!(ran.stdout, @r#"<stdin>:1:18: `"\u{1b}[31m\u{202e}" ~ "x"` can never match: wherever it would, `"\u{1b}[31m\u{202e}"` before it does; put it before that"#);
}

#[test]
fn a_start_rule_has_to_be_there() {
    let ran = grammar(&["check", "--start", "URI-ref"], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
    assert_eq!(ran.stderr, "uri: uri.pest has no rule `URI-ref`\n");
}
