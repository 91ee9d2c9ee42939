//! `uri grammar check`: expectations in comments, and of `--expect`.

use insta::assert_snapshot;
use rstest::rstest;

use super::grammar;

const LIST: &str = r#"
// list must match "[x,[x]]"
// list must match "[x,[y]]"
// list must not match "[]"
// item must match: "x"
list = { "[" ~ (item ~ ("," ~ item)*)? ~ "]" } // lisp must match "[]"
item = { list | "x" }
"#;

#[test]
fn what_fails_is_a_finding() {
    assert_snapshot!(grammar(&["check", "-"], LIST).printed(1), @r#"
    <stdin>:3:4: `list` must match "[x,[y]]", but does not: unexpected 'y' in `list` at byte 4
      help: expected `[`, `]` or `x`; `list` is defined at <stdin>:6:1
    <stdin>:4:4: `list` must not match "[]", but does
    <stdin>:5:19: expected a string in `"`
      help: write an expectation as in `port must match "80"` or `port must not match ""`
    <stdin>:6:51: the grammar has no rule `lisp`
      help: did you mean `list`?
    "#);
}

#[test]
fn json_has_what_holds_too() {
    assert_snapshot!(grammar(&["check", "--format", "json", "-"], LIST).printed(1), @r#"
    {"kind":"expectation","rule":"list","file":"<stdin>","line":2,"column":4,"text":"list must match \"[x,[x]]\"","message":"`list` matches \"[x,[x]]\", as it must","counterexample":null,"help":null,"fix":null,"input":"[x,[x]]","expected":true,"holds":true,"offset":null,"component":null,"why":null}
    {"kind":"expectation","rule":"list","file":"<stdin>","line":3,"column":4,"text":"list must match \"[x,[y]]\"","message":"`list` must match \"[x,[y]]\", but does not: unexpected 'y' in `list` at byte 4","counterexample":null,"help":"expected `[`, `]` or `x`; `list` is defined at <stdin>:6:1","fix":null,"input":"[x,[y]]","expected":true,"holds":false,"offset":4,"component":"list","why":"unexpected 'y' in `list` at byte 4"}
    {"kind":"expectation","rule":"list","file":"<stdin>","line":4,"column":4,"text":"list must not match \"[]\"","message":"`list` must not match \"[]\", but does","counterexample":null,"help":null,"fix":null,"input":"[]","expected":false,"holds":false,"offset":null,"component":null,"why":null}
    {"kind":"misstated-expectation","rule":null,"file":"<stdin>","line":5,"column":19,"text":"item must match: \"x\"","message":"expected a string in `\"`","counterexample":null,"help":"write an expectation as in `port must match \"80\"` or `port must not match \"\"`","fix":null}
    {"kind":"misstated-expectation","rule":null,"file":"<stdin>","line":6,"column":51,"text":"lisp must match \"[]\"","message":"the grammar has no rule `lisp`","counterexample":null,"help":"did you mean `list`?","fix":null}
    "#);
}

#[rstest]
#[case::holds("// a must match \"x\"\na = { \"x\" }\n", 0, "")]
#[case::fails(
    "// a must match \"y\"\na = { \"x\" }\n",
    1,
    "<stdin>:1:4: `a` must match \"y\", but does not: unexpected 'y' in `a` at byte 0\n  help: expected `x`\n"
)]
#[case::must_not(
    "a = { \"x\" } // a must not match \"x\"\n",
    1,
    "<stdin>:1:16: `a` must not match \"x\", but does\n"
)]
#[case::in_a_variant_and_not_in_its_base(
    "// port must not match \"é\"\n//\nport = @{ DIGIT{1, 5} }\n\n// port must match \"123456\"",
    1,
    ""
)]
fn the_exit_status_says_whether_all_hold(#[case] text: &str, #[case] status: i32, #[case] expected: &str) {
    let printed = grammar(&["check", "-"], text).printed(status);
    if expected.is_empty() && status == 1 {
        assert!(
            printed.starts_with("<stdin>:5:4: `port` must match \"123456\", but does not: "),
            "{printed}"
        );
    } else {
        assert_eq!(printed, expected);
    }
}

#[test]
fn the_faults_of_rules_of_uris_are_those_of_the_library() {
    let arguments = [
        "check",
        "--expect",
        "scheme must match \"a_b\"\nscheme must not match \"1a\"",
        "--expect",
        "URI_reference must match \"http://[::1]:80:80/\"",
    ];
    assert_snapshot!(grammar(&arguments, "").printed(1), @r#"
    --expect:1:1: `scheme` must match "a_b", but does not: unexpected '_' in the scheme at byte 1
      help: expected a letter, a digit, `+`, `-` or `.`, or the end of the scheme
    --expect:3:1: `URI_reference` must match "http://[::1]:80:80/", but does not: unexpected ':' in the port at byte 15
      help: expected a digit, or the end of the port; a host has one port, and an IPv6 address stands in `[` and `]`
    "#);
}

#[test]
fn a_match_that_takes_too_long_is_undecided() {
    let text = format!(
        "// a must not match \"{}z\"\na = {{ \"(\" ~ a ~ \"x\" | \"(\" ~ a ~ \"y\" | \"z\" }}\n",
        "(".repeat(40)
    );
    assert_snapshot!(
        grammar(&["check", "-"], &text).printed(1),
        @r#"<stdin>:1:4: it is not known whether `a` matches "((((((((((((((((((((((((((((((((((((((((z": the match takes more steps than allowed"#
    );
    let json = grammar(&["check", "--format", "json", "-"], &text).printed(1);
    assert!(json.contains(r#""expected":false,"holds":null,"offset":null,"component":null"#), "{json}");
}

#[test]
fn a_grammar_with_a_fault_is_not_tried() {
    let printed = grammar(&["check", "-"], "// a must match \"y\"\na = { b }\n").printed(1);
    assert_eq!(printed, "<stdin>:2:7: rule `b` is undefined\n");
}

#[test]
fn many_failures_are_cut() {
    let text = "// a must match \"y\"\n".repeat(150) + "a = { \"x\" }\n";
    let printed = grammar(&["check", "-"], &text).printed(1);
    assert!(
        printed.ends_with("<stdin>: and 50 more of the kind `expectation`; `--format json` has them all\n"),
        "{printed}"
    );
}
