//! `uri grammar sample`: random strings that a rule matches.

use insta::assert_snapshot;
use rstest::rstest;

use super::{ODD, ZONES, grammar};

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
    let ran = grammar(&["sample", "-", "--rule", "IP-literal", "-n", "3", "--format", "json"], ZONES);
    assert_snapshot!(ran.stdout, @r#"
    {"rule":"IP_literal","text":"[vea.5q]"}
    {"rule":"IP_literal","text":"[V0.R_FxJtUHwrSPmUAt)Q2uI]"}
    {"rule":"IP_literal","text":"[Vb.NE6Y&Q_ZrsSETDf5]"}
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
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
    {"rule":"a","text":"\u001b[31m\n\\é\\\\\u0085\n"}
    {"rule":"a","text":"\r\u0085\u001b[31m\n\u001b[31m\n\n\u0085"}
    "#);
}

#[rstest]
#[case::no_default(&["sample", "-"], "uri: <stdin> has no rule `URI-reference`\n")]
#[case::recursive(&["sample", "-", "--rule", "term"],
    "uri: <stdin>: rule `term` is recursive: term -> expression -> term\n")]
#[case::stack(&["sample", "-", "--rule", "quoted"], "uri: <stdin>: `PUSH` in rule `quoted` takes pest's stack\n")]
#[case::too_short(&["sample", "-", "--rule", "digit", "--max-len", "0"],
    "uri: <stdin>: rule `digit`: no string of at most 0 characters is accepted\n")]
#[case::too_long(&["sample", "--max-len", "100000000"],
    "uri: uri.pest: rule `URI_reference`: strings of up to 100000000 characters are too long to sample here; ")]
fn is_refused(#[case] arguments: &[&str], #[case] said: &str) {
    let ran = grammar(arguments, ODD);
    assert!(ran.stderr.starts_with(said), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}
