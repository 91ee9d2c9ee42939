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
    assert_snapshot!(grammar(&["check", "-"], LIST).printed(1), @"");
}

#[test]
fn json_has_what_holds_too() {
    assert_snapshot!(grammar(&["check", "--format", "json", "-"], LIST).printed(1), @"");
}

#[rstest]
#[case::holds("// a must match \"x\"\na = { \"x\" }\n", 0, "")]
#[case::fails(
    "// a must match \"y\"\na = { \"x\" }\n",
    1,
    "<stdin>:1:4: `a` must match \"y\", but does not: expected `a` at byte 0\n  help: `a` is defined at <stdin>:2:1\n"
)]
#[case::must_not("a = { \"x\" } // a must not match \"x\"\n", 1, "<stdin>:1:16: `a` must not match \"x\", but does\n")]
#[case::in_a_variant_and_not_in_its_base(
    "// port must not match \"é\"\n//\nport = @{ DIGIT{1, 5} }\n\n// port must match \"123456\"",
    1,
    ""
)]
fn the_exit_status_says_whether_all_hold(#[case] text: &str, #[case] status: i32, #[case] expected: &str) {
    let printed = grammar(&["check", "-"], text).printed(status);
    if expected.is_empty() && status == 1 {
        assert!(printed.starts_with("<stdin>:5:4: `port` must match \"123456\", but does not: "), "{printed}");
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
    assert_snapshot!(grammar(&arguments, "").printed(1), @"");
}

#[test]
fn a_match_that_takes_too_long_is_undecided() {
    let text = format!(
        "// a must not match \"{}z\"\na = {{ \"(\" ~ a ~ \"x\" | \"(\" ~ a ~ \"y\" | \"z\" }}\n",
        "(".repeat(40)
    );
    assert_snapshot!(grammar(&["check", "-"], &text).printed(1), @"");
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
    assert!(printed.ends_with("<stdin>: and 50 more of the kind `expectation`; `--format json` has them all\n"), "{printed}");
}
