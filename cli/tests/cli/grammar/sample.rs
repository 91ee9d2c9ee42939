//! `uri grammar sample`: random strings that a rule matches.

use insta::assert_snapshot;
use rstest::rstest;

use super::{ODD, ZONES, grammar, with_files};

#[test]
fn shows_the_same_strings_for_the_same_seed() {
    let arguments = ["sample", "--rule", "IPv6address", "-n", "4"];
    let ran = grammar(&arguments, "");
    assert_snapshot!(ran.stdout, @"
    9ea::7
    f45A:D3FE:3F6A:859::DA5
    0:5c:Fc1b::e5dE:8A5
    57c::e6
    ");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    assert_eq!(grammar(&arguments, "").stdout, ran.stdout);

    let other = grammar(&[&arguments[..], &["--seed", "1"]].concat(), "");
    assert_eq!(other.stdout.lines().count(), 4);
    assert_ne!(other.stdout, ran.stdout);
}

#[test]
fn answers_in_json() {
    assert_snapshot!(grammar(&["sample", "-", "--rule", "IP-literal", "-n", "3", "--format", "json"], ZONES).printed(0), @r#"
    {"rule":"IP_literal","text":"[vea.5q]","nodes":[{"rule":"IP_literal","start":0,"end":8,"depth":0},{"rule":"IPvFuture","start":1,"end":7,"depth":1}]}
    {"rule":"IP_literal","text":"[V0.R_FxJtUHwrSPmUAt)Q2uI]","nodes":[{"rule":"IP_literal","start":0,"end":26,"depth":0},{"rule":"IPvFuture","start":1,"end":25,"depth":1}]}
    {"rule":"IP_literal","text":"[Vb.NE6Y&Q_ZrsSETDf5]","nodes":[{"rule":"IP_literal","start":0,"end":21,"depth":0},{"rule":"IPvFuture","start":1,"end":20,"depth":1}]}
    "#);
}

#[rstest]
#[case("URI-reference", "8")]
#[case("IPv6address", "45")]
#[case("dec-octet", "1000000")]
fn shows_what_the_rule_matches(#[case] rule: &str, #[case] longest: &str) {
    let ran = grammar(&["sample", "--rule", rule, "--max-len", longest, "-n", "200"], "");
    assert_eq!(ran.stdout.lines().count(), 200);
    let longest: usize = longest.parse().unwrap();
    assert!(ran.stdout.lines().all(|line| line.len() <= longest), "{}", ran.stdout);
    let checked = crate::uri(&["check", "--as", rule], &ran.stdout);
    assert_eq!((checked.stdout.as_str(), checked.status), ("", 0));
}

#[test]
fn a_string_breaks_no_line() {
    let controls =
        r#"a = { ("\n" | "\r" | "\u{00}" | "\u{1b}[31m" | "\u{85}" | "\u{202e}" | "\\" | "é"){8} }"#;
    let ran = grammar(&["sample", "-", "--rule", "a", "-n", "2"], controls);
    assert_snapshot!(ran.stdout, @r"
    \u{1b}[31m\n\é\\\u{85}\n
    \r\u{85}\u{1b}[31m\n\u{1b}[31m\n\n\u{85}
    ");
    let ran = grammar(&["sample", "-", "--rule", "a", "-n", "2", "--format", "json"], controls);
    assert_snapshot!(ran.stdout, @r#"
    {"rule":"a","text":"\u001b[31m\n\\é\\\\\u0085\n","nodes":[{"rule":"a","start":0,"end":14,"depth":0}]}
    {"rule":"a","text":"\r\u0085\u001b[31m\n\u001b[31m\n\n\u0085","nodes":[{"rule":"a","start":0,"end":18,"depth":0}]}
    "#);
}

#[rstest]
#[case::no_default(&["sample", "-"], 
    "uri: <stdin> has no rule `URI-reference`; `--rule quoted`, `--rule sign` or `--rule expression` names a start rule of it\n")]
#[case::misspelt(&["sample", "--rule", "URI_referense"],
    "uri: uri.pest has no rule `URI_referense`; did you mean `URI_reference`?\n")]
#[case::no_such_length(&["sample", "-", "--rule", "digit", "--length", "2..3"],
    "uri: <stdin>: rule `digit`: no string of 2 to 3 characters is accepted\n")]
#[case::too_short(&["sample", "-", "--rule", "digit", "--max-len", "0"],
    "uri: <stdin>: rule `digit`: no string of at most 0 characters is accepted\n")]
#[case::too_long(&["sample", "--max-len", "100000000"],
    "uri: uri.pest: rule `URI_reference`: strings of up to 100000000 characters are too long to sample here; ")]
fn is_refused(#[case] arguments: &[&str], #[case] said: &str) {
    let stderr = grammar(arguments, ODD).said(2);
    assert!(stderr.starts_with(said), "{}", stderr);
}

#[rstest]
#[case::recursive("expression")]
#[case::stack("quoted")]
fn shows_what_a_rule_without_an_automaton_matches(#[case] rule: &str) {
    let stdout =
        with_files(&["sample", "a.pest", "--rule", rule, "-n", "50", "--length", "3..9"], &[ODD]).printed(0);
    assert_eq!(stdout.lines().count(), 50);
    assert!(stdout.lines().all(|line| (3..=9).contains(&line.len())), "{}", stdout);
}

#[test]
fn weights_are_read() {
    assert_eq!(
        grammar(&["sample", "-", "--rule", "r"], "// sample: 0 | 1\nr = { \"a\" | \"b\" }").printed(0),
        "b\n".repeat(10)
    );
    let ran = grammar(&["sample", "-", "--rule", "r"], "// sample: 1 | b\nr = { \"a\" | \"b\" }");
    let said = "<stdin>:1:16: expected a weight, a whole number up to 1000000\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", said, 2));
}

/// A grammar with an alternative that never matches, a long alternative, and a rule that no other rule calls.
const COVERED: &str = "r = { \"a\" | \"ab\" | s ~ \"\\n\" }\ns = { \"x\"{, 40} }\nt = { \"t\" }";

#[test]
fn covers_the_rule() {
    let ran = grammar(&["sample", "-", "--rule", "r", "--cover"], COVERED);
    assert_snapshot!(ran.stdout, @r"
    \n
    a
    x\n
    ");
    assert_snapshot!(ran.stderr, @r#"
    <stdin>:1:13: r: `"ab"`, alternative 2: can never match
    <stdin>:2:7: s: `"x"{, 40}`, 40 times: beyond the length limit, takes 41 characters
    not reachable from `r`: t
    "#);
    assert_eq!(ran.status, 0);
    let ran = grammar(&["sample", "-", "--rule", "r", "--cover", "--null"], COVERED);
    assert_eq!(ran.stdout, "\n\0a\0x\n\0");
}

#[test]
fn covers_the_rule_in_json() {
    assert_snapshot!(grammar(&["sample", "-", "--rule", "r", "--cover", "--format", "json"], COVERED).printed(0), @r#"
    {"rule":"r","text":"\n","nodes":[{"rule":"r","start":0,"end":1,"depth":0},{"rule":"s","start":0,"end":0,"depth":1}]}
    {"rule":"r","text":"a","nodes":[{"rule":"r","start":0,"end":1,"depth":0}]}
    {"rule":"r","text":"x\n","nodes":[{"rule":"r","start":0,"end":2,"depth":0},{"rule":"s","start":0,"end":1,"depth":1}]}
    {"rule":"r","file":"<stdin>","line":1,"column":13,"text":"\"ab\"","uncovered":"alternative","value":"2","why":"never","message":"can never match"}
    {"rule":"s","file":"<stdin>","line":2,"column":7,"text":"\"x\"{, 40}","uncovered":"times","value":"40","why":"length","message":"beyond the length limit, takes 41 characters"}
    {"rule":"r","unreachable":["t"]}
    "#);
}

#[test]
fn shows_what_is_barely_rejected() {
    let time = "time = { hour ~ \":\" ~ hour }\nhour = @{ \"2\" ~ '0'..'3' | '0'..'1' ~ '0'..'9' }";
    let ran = grammar(&["sample", "-", "--rule", "time", "--near"], time);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    let rejected: Vec<&str> = ran.stdout.lines().filter_map(|line| line.split(": ").nth(1)).collect();
    assert!(rejected.len() > 5, "{}", ran.stdout);
    assert!(ran.stdout.lines().all(|line| line.starts_with("time:") || line.starts_with("hour:")));
    let few = grammar(&["sample", "-", "--rule", "time", "--near", "-n", "1", "--format", "json"], time);
    assert_eq!(few.stdout.lines().count(), 1);
    for part in ["\"rule\":\"time\"", "\"fails_in\":", "\"offset\":", "\"edit\":", "\"accepted\":"] {
        assert!(few.stdout.contains(part), "{}", few.stdout);
    }
}

#[rstest]
#[case::recursive("term", "rule `term` is recursive: term -> expression -> term")]
#[case::stack("quoted", "`PUSH` in rule `quoted` uses pest's stack")]
fn says_that_there_may_be_more_without_an_automaton(#[case] rule: &str, #[case] why: &str) {
    let ran = with_files(&["sample", "a.pest", "--rule", rule, "--near"], &[ODD]);
    let said = "these strings were found by trying edits, and others may fail elsewhere";
    assert_eq!(ran.stderr, format!("uri: a.pest: {why}; {said}\n"));
    assert!(ran.stdout.lines().count() > 2 && ran.status == 0, "{}", ran.stdout);
}

#[rstest]
#[case::random(&["-n", "5"], "a\0a\0", "3 strings that contain a NUL are left out")]
#[case::cover(&["--cover"], "a\0", "a string that contains a NUL is left out")]
#[case::near(&["--near"], "\0b\0", "a string that contains a NUL is left out")]
fn strings_with_a_nul_are_left_out(#[case] arguments: &[&str], #[case] shown: &str, #[case] said: &str) {
    let source = "r = { \"a\" | \"\\0\" }";
    let ran = grammar(&[&["sample", "-", "--rule", "r", "--null"], arguments].concat(), source);
    assert_eq!((ran.stdout.as_str(), ran.stderr, ran.status), (shown, format!("uri: {said}\n"), 0));
}

#[rstest]
#[case::reversed(&["sample", "--length", "3..2"], "the least length comes first")]
#[case::no_number(&["sample", "--length", "x"], "invalid digit")]
#[case::two_limits(&["sample", "--length", "3", "--max-len", "4"], "cannot be used with")]
#[case::two_kinds(&["sample", "--cover", "--near"], "cannot be used with")]
#[case::counted_cover(&["sample", "--cover", "-n", "3"], "cannot be used with")]
#[case::two_forms(&["sample", "--null", "--format", "json"], "cannot be used with")]
fn arguments_that_contradict_are_refused(#[case] arguments: &[&str], #[case] said: &str) {
    let stderr = grammar(arguments, "").said(2);
    assert!(stderr.contains(said), "{}", stderr);
}
