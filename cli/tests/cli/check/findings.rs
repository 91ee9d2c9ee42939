//! What is questionable about valid lines.

use insta::assert_snapshot;
use rstest::rstest;

use crate::{TempFile, uri};

const LINES: &str =
    "http://example.com/\nhttp://user:secret@é.example/\nhttp://user:secret@localhost/%00\nx y\n";

#[test]
fn names_findings() {
    let ran = uri(&["check", "--findings", "--summary"], LINES);
    assert_snapshot!(ran.stdout, @"
    <stdin>:2:20: unexpected 'é' in the host at byte 19
    <stdin>:3:8: warning: `http` URIs must not be sent with a userinfo [userinfo-not-allowed]
    <stdin>:3:13: warning: the userinfo contains a password [password-in-userinfo]
    <stdin>:3:20: warning: the name `localhost` has a meaning only on this machine or in its network (RFC 6761, section 6.3) [local-name]
    <stdin>:3:30: warning: the path contains the octet 0, percent-encoded [encoded-nul]
    <stdin>:4:2: unexpected ' ' in the path at byte 1
    ");
    assert_eq!((ran.stderr.as_str(), ran.status), ("4 lines, 2 invalid, 4 findings\n", 1));
}

#[test]
fn does_not_look_for_them_unasked() {
    let ran = uri(&["check", "--summary"], "http://localhost/\n");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", "1 lines, 0 invalid\n", 0));
}

#[test]
fn a_line_with_findings_is_valid() {
    let ran = uri(&["check", "--findings"], "http:a\n");
    assert!(ran.stdout.contains(": error: `http` URIs have an authority"), "{}", ran.stdout);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
}

#[test]
fn draws_findings() {
    let ran = uri(&["check", "--findings", "--explain"], "a\nhttp://example.com:0/\n");
    assert_snapshot!(ran.stdout, @"
    <stdin>:2:20: warning[port-zero]: port 0 is reserved, and no service has it
      |
    2 | http://example.com:0/
      |                    ^ port
      |
      = help: leave the port out, or write that of the service
      = note: RFC 6335, section 6
    ");
}

#[test]
fn says_in_json_what_validate_says() {
    let ran = uri(&["check", "--findings", "--format", "json"], "http://example.com:0/\na\nx y\n");
    assert_snapshot!(ran.stdout, @r#"
    {"line":1,"input":"http://example.com:0/","valid":true,"findings":[{"code":"port-zero","severity":"warning","component":"port","start":19,"end":20,"message":"port 0 is reserved, and no service has it","help":"leave the port out, or write that of the service","section":"RFC 6335, section 6"}]}
    {"line":2,"input":"a","valid":true,"findings":[]}
    {"line":3,"input":"x y","valid":false,"error":{"component":"path","offset":1,"column":2,"found":" ","message":"unexpected ' ' in the path at byte 1","help":"percent-encode the space as `%20`"},"findings":[]}
    "#);
    let validated = uri(&["validate", "--format", "json", "http://example.com:0/"], "").stdout;
    let (_, findings) = validated.trim_end().split_once(r#","findings":"#).unwrap();
    let findings = findings.strip_suffix(r#","mended":[]}"#).unwrap();
    assert!(ran.stdout.lines().next().unwrap().ends_with(&format!("{findings}}}")), "{validated}");
}

#[rstest]
#[case::rule(&["--as", "host"], "0x7f.1\n", "[ipv4-like-host]")]
#[case::grammar(
    &["--grammar", concat!(env!("CARGO_MANIFEST_DIR"), "/../variants/rfc3987.pest"), "--as", "URI"],
    "http://p\u{430}ypal.example/\n",
    ":1:8: warning: "
)]
fn finds_by_other_rules(#[case] arguments: &[&str], #[case] input: &str, #[case] said: &str) {
    let ran = uri(&[&["check", "--findings"], arguments].concat(), input);
    assert!(ran.stdout.contains(said), "{}{}", ran.stdout, ran.stderr);
}

/// The components that this grammar matches are in an order that no reference has.
#[test]
fn a_line_is_as_valid_as_without_findings() {
    let grammar = b"x = { path ~ scheme } path = { \"a\" } scheme = { \"b\" }";
    let grammar = TempFile::new("order.pest", grammar);
    for arguments in [&["check"][..], &["check", "--findings"]] {
        let ran = uri(&[arguments, &["--grammar", grammar.path(), "--as", "x"]].concat(), "ab\nba\n");
        assert!(ran.stdout.starts_with("<stdin>:2:1: "), "{}", ran.stdout);
        assert_eq!((ran.stdout.lines().count(), ran.stderr.as_str(), ran.status), (1, "", 1));
    }
}

/// Lines in several blocks, of which one is written when its turn comes.
#[test]
fn finds_in_the_order_of_the_lines() {
    let long = format!("http://localhost/{}\n", "a".repeat(2 << 20));
    let input = ["http://localhost/\n".repeat(20_000), long, "http://localhost/\n".repeat(20_000)].concat();
    let file = TempFile::new("in-order", input.as_bytes());
    let ran = uri(&["check", "--findings", file.path()], "");
    let numbers = ran.stdout.lines().map(|line| {
        let (_, rest) = line.split_once(file.path()).unwrap();
        rest.split(':').nth(1).unwrap().parse::<u32>().unwrap()
    });
    assert!(numbers.eq(1..=40_001));
}
