//! `uri grammar check`: mistakes and oddities in grammars.

use insta::assert_snapshot;
use rstest::rstest;

use super::{ODD, URI, ZONES, grammar};

#[rstest]
#[case::built_in(&["check"], "")]
#[case::from_a_file(&["check", URI], "")]
#[case::variant(&["check", "-"], ZONES)]
#[case::json(&["check", "--format", "json"], "")]
fn has_nothing_to_say_of_what_is_in_order(#[case] arguments: &[&str], #[case] stdin: &str) {
    assert_eq!(grammar(arguments, stdin).printed(0), "");
}

const JSON: &str = r#"
json   = { SOI ~ value ~ EOI }
value  = { object | array | string | number | "true" | "false" | "null" }
object = { "{" ~ (string ~ ":" ~ value ~ ("," ~ string ~ ":" ~ value)*)? ~ "}" }
array  = { "[" ~ (value ~ ("," ~ value)*)? ~ "]" }
string = @{ "\"" ~ (!"\"" ~ ANY)* ~ "\"" }
number = @{ "-"? ~ ASCII_DIGIT+ ~ ("." ~ ASCII_DIGIT+)? }
WHITESPACE = _{ " " | "\n" }
"#;

const VARIANT: &str = r#"
dec_octet = @{ DIGIT | '1'..'9' ~ DIGIT{1, 2} }
ZoneID = @{ unreserved+ }
IPvFuture = ${ "v" ~ PUSH(HEXDIG) ~ POP }
"#;

#[test]
fn finds_what_is_odd_in_a_variant() {
    assert_snapshot!(grammar(&["check", "-"], VARIANT).printed(1), @r#"
    <stdin>:2:24: `'1'..'9' ~ DIGIT{1, 2}` can never match: wherever it would, `DIGIT` before it does
      counterexample: "10"
      help: put it before `DIGIT`
    <stdin>:3:1: rule `ZoneID` is not used: no start rule leads to it
    <stdin>:4:1: `PUSH` in rule `IPvFuture` uses pest's stack
    uri.pest:11:1: `PUSH` in rule `IPvFuture`, which `URI` calls, uses pest's stack
    uri.pest:12:1: `PUSH` in rule `IPvFuture`, which `hier_part` calls, uses pest's stack
    uri.pest:21:1: `PUSH` in rule `IPvFuture`, which `URI_reference` calls, uses pest's stack
    uri.pest:22:1: `PUSH` in rule `IPvFuture`, which `absolute_URI` calls, uses pest's stack
    uri.pest:23:1: `PUSH` in rule `IPvFuture`, which `relative_ref` calls, uses pest's stack
    uri.pest:24:1: `PUSH` in rule `IPvFuture`, which `relative_part` calls, uses pest's stack
    uri.pest:35:1: `PUSH` in rule `IPvFuture`, which `authority` calls, uses pest's stack
    uri.pest:38:1: `PUSH` in rule `IPvFuture`, which `host` calls, uses pest's stack
    uri.pest:41:1: `PUSH` in rule `IPvFuture`, which `IP_literal` calls, uses pest's stack
    "#);
}

#[test]
fn answers_in_json() {
    assert_snapshot!(grammar(&["check", "--format", "json", "-"], VARIANT).printed(1), @r#"
    {"kind":"dead-alternative","rule":"dec_octet","file":"<stdin>","line":2,"column":24,"text":"'1'..'9' ~ DIGIT{1, 2}","message":"`'1'..'9' ~ DIGIT{1, 2}` can never match: wherever it would, `DIGIT` before it does","counterexample":"10","help":"put it before `DIGIT`","fix":{"start":16,"end":46,"text":"'1'..'9' ~ DIGIT{1, 2} | DIGIT"}}
    {"kind":"unused","rule":"ZoneID","file":"<stdin>","line":3,"column":1,"text":"ZoneID","message":"rule `ZoneID` is not used: no start rule leads to it","counterexample":null,"help":null,"fix":null}
    {"kind":"refused","rule":"IPvFuture","file":"<stdin>","line":4,"column":1,"text":"IPvFuture","message":"`PUSH` in rule `IPvFuture` uses pest's stack","counterexample":null,"help":null,"fix":null}
    {"kind":"refused","rule":"URI","file":"uri.pest","line":11,"column":1,"text":"URI","message":"`PUSH` in rule `IPvFuture`, which `URI` calls, uses pest's stack","counterexample":null,"help":null,"fix":null}
    {"kind":"refused","rule":"hier_part","file":"uri.pest","line":12,"column":1,"text":"hier_part","message":"`PUSH` in rule `IPvFuture`, which `hier_part` calls, uses pest's stack","counterexample":null,"help":null,"fix":null}
    {"kind":"refused","rule":"URI_reference","file":"uri.pest","line":21,"column":1,"text":"URI_reference","message":"`PUSH` in rule `IPvFuture`, which `URI_reference` calls, uses pest's stack","counterexample":null,"help":null,"fix":null}
    {"kind":"refused","rule":"absolute_URI","file":"uri.pest","line":22,"column":1,"text":"absolute_URI","message":"`PUSH` in rule `IPvFuture`, which `absolute_URI` calls, uses pest's stack","counterexample":null,"help":null,"fix":null}
    {"kind":"refused","rule":"relative_ref","file":"uri.pest","line":23,"column":1,"text":"relative_ref","message":"`PUSH` in rule `IPvFuture`, which `relative_ref` calls, uses pest's stack","counterexample":null,"help":null,"fix":null}
    {"kind":"refused","rule":"relative_part","file":"uri.pest","line":24,"column":1,"text":"relative_part","message":"`PUSH` in rule `IPvFuture`, which `relative_part` calls, uses pest's stack","counterexample":null,"help":null,"fix":null}
    {"kind":"refused","rule":"authority","file":"uri.pest","line":35,"column":1,"text":"authority","message":"`PUSH` in rule `IPvFuture`, which `authority` calls, uses pest's stack","counterexample":null,"help":null,"fix":null}
    {"kind":"refused","rule":"host","file":"uri.pest","line":38,"column":1,"text":"host","message":"`PUSH` in rule `IPvFuture`, which `host` calls, uses pest's stack","counterexample":null,"help":null,"fix":null}
    {"kind":"refused","rule":"IP_literal","file":"uri.pest","line":41,"column":1,"text":"IP_literal","message":"`PUSH` in rule `IPvFuture`, which `IP_literal` calls, uses pest's stack","counterexample":null,"help":null,"fix":null}
    "#);
}

#[test]
fn finds_what_the_library_could_not_read() {
    let ran = grammar(&["check", "--format", "json", "-"], "port = _{ DIGIT* }");
    assert!(ran.stdout.starts_with(r#"{"kind":"nodeless","rule":"port","#), "{}", ran.stdout);
    assert_eq!((ran.stdout.lines().count(), ran.stderr.as_str(), ran.status), (1, "", 1));
}

#[test]
fn tells_what_the_library_needs() {
    assert_snapshot!(grammar(&["check", "--for-library", "-"], "URI = { \"u\" }\nURI_referense = { URI }").printed(1), @"
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
    <stdin>:1:1: rule `segment` is needed and not here
    <stdin>:1:1: rule `unreserved` is needed and not here
    <stdin>:2:1: rule `URI_referense` is a start rule: no other leads to it
    ");
}

/// A grammar for other texts need not fit the library.
#[rstest]
#[case::json(JSON)]
#[case::several_starts("a = { \"x\" }\nb = { \"y\" }")]
#[case::stack("quoted = { PUSH(\"'\"+) ~ 'a'..'z' ~ POP }")]
#[case::some_of_its_names("URI = { \"u\" }\nURI_referense = { URI }")]
fn has_nothing_to_say_of_a_grammar_for_something_else(#[case] source: &str) {
    for arguments in [&["check", "-"][..], &["check", "--format", "json", "-"]] {
        assert_eq!(grammar(arguments, source).printed(0), "");
    }
}

#[test]
fn finds_a_misspelt_rule_that_needs_none_of_uri_pest() {
    let source = "reg_nam = @{ letter* }\nletter = { 'a'..'z' }";
    assert_snapshot!(grammar(&["check", "-"], source).printed(1), @r"
    <stdin>:1:1: uri.pest has no rule `reg_nam`; did you mean `reg_name`?
      help: if the grammar is not a variant, name its start rule by `--start reg_nam`
    ");
    assert_eq!(grammar(&["check", "-", "--start", "reg_nam"], source).printed(0), "");
    let ran = grammar(&["check", "--format", "json", "-"], source);
    assert!(
        ran.stdout.starts_with(r#"{"kind":"renamed","rule":"reg_nam","file":"<stdin>","line":1,"column":1,"#)
    );
}

#[test]
fn finds_what_never_matches() {
    let broken = JSON.replace("(!\"\\\"\" ~ ANY)*", "ANY*");
    assert_snapshot!(grammar(&["check", "-"], &broken).printed(1), @r#"
    <stdin>:6:20: `ANY*` takes the rest of the text, so `"\""` can never match after it
      counterexample: "\"\""
      help: write `(!"\"" ~ ANY)*`
    "#);
    assert_snapshot!(grammar(&["check", "--format", "json", "-"], &broken).printed(1), @r#"{"kind":"starving-repetition","rule":"string","file":"<stdin>","line":6,"column":20,"text":"ANY*","message":"`ANY*` takes the rest of the text, so `\"\\\"\"` can never match after it","counterexample":"\"\"","help":"write `(!\"\\\"\" ~ ANY)*`","fix":{"start":257,"end":261,"text":"(!\"\\\"\" ~ ANY)*"}}"#);
}

#[rstest]
#[case::slash_in_a_port("port = @{ (DIGIT | \"/\")* }", &[("port", "/"), ("authority", ":/")])]
#[case::at_in_a_userinfo("userinfo = @{ (unreserved | \"@\" ~ &unreserved)* }", &[("userinfo", "@a")])]
#[case::colon_in_a_host("reg_name = @{ (unreserved | pct_encoded | sub_delims | \":\")* }", &[("reg_name", ":"), ("host", ":")])]
#[case::number_sign_in_a_query("query = @{ (pchar | \"/\" | \"?\" | \"#\")* }", &[("query", "#")])]
#[case::colon_in_a_first_segment("segment_nz_nc = _{ pchar+ }", &[("path_noscheme", ":")])]
#[case::backslash_as_a_slash("path_abempty = @{ ((\"/\" | \"\\\\\") ~ segment)* }", &[("path_abempty", "\\")])]
#[case::backslashes_before_an_authority(
    "relative_part = ${ (\"//\" | \"\\\\\\\\\") ~ authority ~ path_abempty | path_absolute | path_noscheme | path_empty }",
    &[("relative_ref", "\\\\")])]
#[case::percent_alone("query = @{ (pchar | \"/\" | \"?\" | \"%\")* }", &[("query", "%")])]
#[case::percent_and_one_digit("fragment = @{ (unreserved | \"%\" ~ HEXDIG{1, 2})* }", &[("fragment", "%a")])]
fn finds_where_the_library_would_take_it_otherwise(#[case] variant: &str, #[case] expected: &[(&str, &str)]) {
    let stdout = grammar(&["check", "--format", "json", "-"], variant).printed(1);
    let lines = stdout.lines().map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<serde_json::Value> = lines.collect();
    let found = lines.iter().filter(|line| line["kind"] == "out-of-bounds");
    let found: Vec<_> = found.map(|line| (line["rule"].as_str(), line["counterexample"].as_str())).collect();
    let expected: Vec<_> =
        expected.iter().map(|&(rule, counterexample)| (Some(rule), Some(counterexample))).collect();
    assert_eq!(found, expected);
    assert!(lines.iter().all(|line| line["help"].is_string()));
}

const LARGE: &str = "fragment = @{ (!(\"a\" ~ pchar{18} ~ \"b\") ~ pchar)* }";
const RECURSIVE: &str = "segment = @{ \"(\" ~ segment ~ \")\" | pchar* }";
/// `scheme` calls itself only if the rules around the components are those that the library expects.
const CROSSED: &str = "scheme = ${ URI | unreserved } URI = ${ \"a\" }";

#[rstest]
#[case::too_large(LARGE, &["fragment", "URI", "relative_ref"], "the automaton of rule `fragment` is larger than the limits allow; \
    not checked: the library decodes `%` with two hexadecimal digits, and expects no other `%`")]
#[case::recursive(RECURSIVE, &["URI", "absolute_URI", "relative_ref", "path_abempty", "path_absolute", "path_noscheme",
    "path_rootless"], "rule `segment`, which `path_abempty` calls, is recursive: segment -> segment; \
    not checked: the library divides a path into segments at `/` only; ")]
#[case::not_laid_out(CROSSED, &["URI", "absolute_URI", "relative_ref"], "layout.pest:2:20: rule scheme is left-recursive")]
fn tells_what_could_not_be_checked(#[case] variant: &str, #[case] rules: &[&str], #[case] reason: &str) {
    let stdout = grammar(&["check", "--format", "json", "-"], variant).printed(1);
    let lines = stdout.lines().map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<serde_json::Value> = lines.collect();
    let undecided: Vec<_> = lines.iter().filter(|line| line["kind"] == "undecided").collect();
    let of: Vec<_> = undecided.iter().map(|line| line["rule"].as_str().unwrap()).collect();
    assert_eq!(of, rules);
    for line in &undecided {
        let beginning = format!(
            "it is not known whether rule `{}` matches what it should not: ",
            line["rule"].as_str().unwrap()
        );
        assert!(line["message"].as_str().unwrap().starts_with(&beginning), "{line}");
    }
    let has_reason = |line: &&serde_json::Value| line["message"].as_str().unwrap().contains(reason);
    assert!(undecided.iter().any(has_reason), "{}", stdout);
}

/// The library accepts any set of characters in a component.
#[rstest]
#[case::backslash_in_a_segment(
    "pchar = _{ unreserved | pct_encoded | sub_delims | \":\" | \"@\" | \"\\\\\" }"
)]
#[case::letters_in_a_port("port = @{ ASCII_ALPHANUMERIC* }")]
#[case::brackets_in_a_query("query = @{ (pchar | \"/\" | \"?\" | \"[\" | \"]\")* }")]
#[case::no_user("userinfo = @{ unreserved{3} }")]
fn has_nothing_to_say_of_other_characters(#[case] variant: &str) {
    assert_eq!(grammar(&["check", "-"], variant).printed(0), "");
}

#[test]
fn takes_a_grammar_for_something_else() {
    assert_snapshot!(grammar(&["check", "--start", "expression", "-"], ODD).printed(1), @"
    <stdin>:4:1: rule `quoted` is not used: no start rule leads to it
    <stdin>:6:1: rule `sign` is not used: no start rule leads to it
    ");

    assert_eq!(
        grammar(&["check", "--start", "hour-of-day", "-"], "hour_of_day = { '0'..'2' ~ '0'..'9' }")
            .printed(0),
        ""
    );
}

#[test]
fn finds_what_pest_does() {
    let faulty = "a = { b ~ c }\nc = { (\"\")* }\nc = { d";
    assert_snapshot!(grammar(&["check", "-"], faulty).printed(1), @"<stdin>:3:5: `}` is missing in rule `c`: this `{` is still open at the end of the grammar");

    assert_snapshot!(grammar(&["check", "--format", "json", "-"], "port = { digt }\nport = { host }\n").printed(1), @r#"
    {"kind":"fault","rule":null,"file":"<stdin>","line":1,"column":10,"text":null,"message":"rule `digt` is undefined; did you mean `DIGIT`?","counterexample":null,"help":null,"fix":{"start":9,"end":13,"text":"DIGIT"}}
    {"kind":"fault","rule":null,"file":"<stdin>","line":2,"column":1,"text":null,"message":"rule `port` is already defined","counterexample":null,"help":null,"fix":null}
    "#);
}

#[test]
fn a_finding_breaks_no_line() {
    let ran = grammar(
        &["check", "--start", "a", "-"],
        "a = { \"\u{1b}[31m\u{202e}\" | \"\u{1b}[31m\u{202e}\" ~ \"x\" }",
    );
    assert_snapshot!(ran.stdout, @r#"
    <stdin>:1:18: `"\u{1b}[31m\u{202e}" ~ "x"` can never match: wherever it would, `"\u{1b}[31m\u{202e}"` before it does
      counterexample: "\u{1b}[31m\u{202e}x"
      help: put it before `"\u{1b}[31m\u{202e}"`
    "#);
}

#[test]
fn a_start_rule_has_to_be_there() {
    let stderr = grammar(&["check", "--start", "URI-ref"], "").said(2);
    assert_eq!(stderr, "uri: uri.pest has no rule `URI-ref`\n");
}
