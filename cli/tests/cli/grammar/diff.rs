//! `uri grammar diff`: what changes from one grammar to another.

use insta::assert_snapshot;
use rstest::rstest;

use super::{ODD, URI, ZONES, grammar, with_files};

#[test]
fn names_exactly_the_rules_that_widen() {
    let ran = grammar(&["diff", URI, "-"], ZONES);
    assert_snapshot!(ran.stdout, @r#"
    URI: widened: now accepts "a://[::%25a]"
    hier_part: widened: now accepts "//[::%25a]"
    URI_reference: widened: now accepts "//[::%25a]"
    absolute_URI: widened: now accepts "a://[::%25a]"
    relative_ref: widened: now accepts "//[::%25a]"
    relative_part: widened: now accepts "//[::%25a]"
    authority: widened: now accepts "[::%25a]"
    host: widened: now accepts "[::%25a]"
    IP_literal: widened: now accepts "[::%25a]"
    IPv6addrz: added
    ZoneID: added
    30 rules equal
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
    assert_eq!(grammar(&["diff", "-"], ZONES).stdout, ran.stdout, "uri.pest is built in");
}

#[test]
fn tells_the_kinds_of_change_apart() {
    let old =
        "a = { 'a'..'m' }\nb = { \"b\"+ }\nc = { \"c\" }\nd = { \"d\" }\ne = { d | \"\\n\" }\nf = { e }";
    let new = "a = { 'b'..'n' }\nb = { \"b\" }\nd = { ^\"d\" }\ne = { \"d\" | \"\\n\" }\nf = { \"(\" ~ f? ~ \")\" }\nx = { e }";
    let ran = with_files(&["diff", "--all", "a.pest", "b.pest"], &[old, new]);
    assert_snapshot!(ran.stdout, @r#"
    a: changed: now accepts "n", no longer accepts "a"
    b: narrowed: no longer accepts "bb"
    c: gone
    d: widened: now accepts "D"
    e: equal
    f: undecided: b.pest: rule `f` is recursive: f -> f
    x: added
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));

    let ran = with_files(&["diff", "--format", "json", "a.pest", "b.pest"], &[old, new]);
    assert_snapshot!(ran.stdout, @r#"
    {"rule":"a","change":"changed","only_old":"a","only_new":"n"}
    {"rule":"b","change":"narrowed","only_old":"bb","only_new":null}
    {"rule":"c","change":"gone","only_old":null,"only_new":null}
    {"rule":"d","change":"widened","only_old":null,"only_new":"D"}
    {"rule":"e","change":"equal","only_old":null,"only_new":null}
    {"rule":"f","change":"undecided","only_old":null,"only_new":null,"error":"b.pest: rule `f` is recursive: f -> f"}
    {"rule":"x","change":"added","only_old":null,"only_new":null}
    "#);
    assert_eq!(ran.status, 1);
}

#[test]
fn compares_the_rules_asked_for() {
    let ran = grammar(&["diff", "-", "--rule", "IP-literal", "--rule", "port", "--rule", "ZoneID"], ZONES);
    assert_snapshot!(ran.stdout, @r#"
    IP_literal: widened: now accepts "[::%25a]"
    ZoneID: added
    1 rule equal
    "#);
    assert_eq!(ran.status, 1);
}

#[test]
fn finds_nothing_between_equals() {
    let ran = grammar(&["diff", URI, URI], "");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("39 rules equal\n", "", 0));
}

/// Lines of which every third is accepted by neither, by both, by the new grammar.
fn corpus(thirds: usize) -> String {
    (0..thirds).map(|n| format!("x y\nhttp://a/{n}\n//[::{n:x}%25a]\n")).collect()
}

#[test]
fn counts_the_lines_that_change() {
    let rules = ["--rule", "URI-reference", "--rule", "host"];
    let arguments = [&["diff", "a.pest", "--corpus", "b.pest"], &rules[..]].concat();
    let ran = with_files(&arguments, &[ZONES, &format!("{}[::%25b]", corpus(11))]);
    assert_snapshot!(ran.stdout, @r#"
    URI_reference: widened: now accepts "//[::%25a]"
    host: widened: now accepts "[::%25a]"
    b.pest:3: URI_reference: now accepted: //[::0%25a]
    b.pest:6: URI_reference: now accepted: //[::1%25a]
    b.pest:9: URI_reference: now accepted: //[::2%25a]
    b.pest:12: URI_reference: now accepted: //[::3%25a]
    b.pest:15: URI_reference: now accepted: //[::4%25a]
    b.pest:18: URI_reference: now accepted: //[::5%25a]
    b.pest:21: URI_reference: now accepted: //[::6%25a]
    b.pest:24: URI_reference: now accepted: //[::7%25a]
    b.pest:27: URI_reference: now accepted: //[::8%25a]
    b.pest:30: URI_reference: now accepted: //[::9%25a]
    b.pest:34: host: now accepted: [::%25b]
    b.pest: URI_reference: 11 of 34 lines change: 11 now accepted, 0 now rejected
    b.pest: host: 1 of 34 lines change: 1 now accepted, 0 now rejected
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));

    let arguments =
        ["diff", "a.pest", URI, "--corpus", "b.pest", "--format", "json", "--rule", "URI_reference"];
    let ran = with_files(&arguments, &[ZONES, &corpus(2)]);
    assert_snapshot!(ran.stdout, @r#"
    {"rule":"URI_reference","change":"narrowed","only_old":"//[::%25a]","only_new":null}
    {"file":"b.pest","line":3,"rule":"URI_reference","input":"//[::0%25a]","change":"rejected"}
    {"file":"b.pest","line":6,"rule":"URI_reference","input":"//[::1%25a]","change":"rejected"}
    {"file":"b.pest","rule":"URI_reference","lines":6,"accepted":0,"rejected":2}
    "#);
    assert_eq!(ran.status, 1);
}

#[test]
fn reads_lines_from_standard_input() {
    let lines = b"\xFF//[::%25a]\n//[::%25a]\r\n\n";
    let file = crate::TempFile::new(&super::unique("zones"), ZONES.as_bytes());
    let ran =
        crate::uri(&["grammar", "diff", "--rule", "URI-reference", file.path(), "--corpus", "-"], lines);
    assert_snapshot!(ran.stdout, @r#"
    URI_reference: widened: now accepts "//[::%25a]"
    <stdin>:2: URI_reference: now accepted: //[::%25a]
    <stdin>: URI_reference: 1 of 3 lines change: 1 now accepted, 0 now rejected
    "#);
}

#[test]
fn judges_by_the_rules_that_can() {
    let new = "a = { \"(\" ~ a? ~ \")\" }\nb = { \"b\"+ }";
    let arguments =
        ["diff", "a.pest", "b.pest", "--corpus", "c.pest", "--rule", "a", "--rule", "b", "--rule", "c"];
    let old = "a = { \"()\" }\nb = { \"b\" }\nc = { a }";
    let ran = with_files(&arguments, &[old, new, "b\nbb\n\u{1b}\n"]);
    assert_snapshot!(ran.stdout, @r#"
    a: undecided: b.pest: rule `a` is recursive: a -> a
    b: widened: now accepts "bb"
    c: gone
    c.pest: a: undecided: b.pest: rule `a` is recursive: a -> a
    c.pest: c: undecided: b.pest: rule `c` cannot be compiled: there is no such rule
    c.pest:2: b: now accepted: bb
    c.pest: b: 1 of 3 lines change: 1 now accepted, 0 now rejected
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));

    let arguments = ["diff", "a.pest", "b.pest", "--corpus", "c.pest", "--rule", "a", "--format", "json"];
    let ran = with_files(&arguments, &[old, new, "()"]);
    assert_snapshot!(ran.stdout, @r#"
    {"rule":"a","change":"undecided","only_old":null,"only_new":null,"error":"b.pest: rule `a` is recursive: a -> a"}
    {"file":"c.pest","rule":"a","error":"b.pest: rule `a` is recursive: a -> a"}
    "#);
}

#[test]
fn a_changed_line_breaks_no_line() {
    let new = "a = { ANY* }";
    let arguments = ["diff", "a.pest", "b.pest", "--corpus", "c.pest", "--rule", "a"];
    let ran =
        with_files(&arguments, &["a = { \"x\" }", new, &format!("\u{1b}[31m\r\u{85}\n{}", "a".repeat(99))]);
    assert_snapshot!(ran.stdout, @r#"
    a: widened: now accepts ""
    c.pest:1: a: now accepted: \u{1b}[31m\r\u{85}
    c.pest:2: a: now accepted: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…
    c.pest: a: 2 of 2 lines change: 2 now accepted, 0 now rejected
    "#);
}

#[rstest]
#[case::rule(&["diff", "-", "--rule", "ZoneIds"], "uri: <stdin> has no rule `ZoneIds`; did you mean `ZoneID`?\n")]
#[case::twice(&["diff", "-", "-"], "uri: `-`, standard input, can be given only once\n")]
#[case::twice_with_a_corpus(&["diff", "-", "--corpus", "-"], "uri: `-`, standard input, can be given only once\n")]
#[case::no_such_grammar(&["diff", URI, "no/such/file"], "uri: no/such/file: ")]
fn is_refused(#[case] arguments: &[&str], #[case] said: &str) {
    let ran = grammar(arguments, ZONES);
    assert!(ran.stderr.starts_with(said), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.stderr.lines().count(), ran.status), ("", 1, 2));
}

#[test]
fn lines_are_judged_by_a_rule_of_both() {
    let ran = grammar(&["diff", "-", "--corpus", "no/such/file"], ODD);
    assert_eq!(ran.stderr, "uri: <stdin> has no rule `URI_reference`\n");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}

#[test]
fn a_corpus_that_cannot_be_read_is_named() {
    let ran = grammar(&["diff", "-", "--rule", "port", "--corpus", "no/such/file"], ZONES);
    assert!(ran.stderr.starts_with("uri: no/such/file: "), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("1 rule equal\n", 2));
}
