//! `uri check`: the reported lines, and the positions of their faults.

mod csv;
pub(crate) mod sarif;

use insta::assert_snapshot;
use rstest::rstest;

use crate::{TempFile, command, run, uri};

#[test]
fn names_the_invalid_lines_only() {
    assert_snapshot!(uri(&["check"], "http://a/b\nx y\n\nhttp://[1::2::3]\n").printed(1), @"
    <stdin>:2:2: unexpected ' ' in the path at byte 1
    <stdin>:4:14: unexpected ':' in the host at byte 13
    ");
}

#[test]
fn says_of_every_line_in_json_whether_it_is_valid() {
    let ran = uri(&["check", "--format", "json", "-"], "a\nx y\n");
    assert_snapshot!(ran.stdout, @r#"
    {"line":1,"input":"a","valid":true}
    {"line":2,"input":"x y","valid":false,"error":{"component":"path","offset":1,"column":2,"found":" ","message":"unexpected ' ' in the path at byte 1","help":"percent-encode the space as `%20`"}}
    "#);
    assert_eq!(ran.status, 1);
}

#[rstest]
#[case::nothing("", "0 lines, 0 invalid\n")]
#[case::an_empty_line("\n", "1 lines, 0 invalid\n")]
#[case::no_ending("a\nb", "2 lines, 0 invalid\n")]
#[case::crlf("a\r\nb\r\n", "2 lines, 0 invalid\n")]
#[case::a_lone_cr("a\rb\n", "1 lines, 1 invalid\n")]
#[case::cr_at_the_end("a\r", "1 lines, 0 invalid\n")]
#[case::cr_alone("\r", "1 lines, 0 invalid\n")]
#[case::two_crs_at_the_end("a\r\r", "1 lines, 1 invalid\n")]
#[case::two_crs("a\r\r\n", "1 lines, 1 invalid\n")]
#[case::byte_order_mark("\u{feff}a\nb\n", "2 lines, 0 invalid\n")]
#[case::byte_order_mark_alone("\u{feff}", "0 lines, 0 invalid\n")]
#[case::byte_order_mark_later("a\n\u{feff}b\n", "2 lines, 1 invalid\n")]
fn ends_a_line(#[case] input: &str, #[case] summary: &str) {
    let ran = uri(&["check", "--summary"], input);
    assert_eq!(ran.stderr, summary);
    assert_eq!(ran.status, i32::from(!summary.contains(" 0 invalid")));
}

#[rstest]
#[case::bytes_and_characters("é x\n", "<stdin>:1:1: ")]
#[case::after_characters("#a b\n", "<stdin>:1:3: ")]
#[case::after_a_byte_order_mark("\u{feff}a b\n", "<stdin>:1:2: ")]
fn counts_columns_in_characters(#[case] input: &str, #[case] place: &str) {
    let ran = uri(&["check"], input);
    assert!(ran.stdout.starts_with(place), "{}", ran.stdout);
}

#[test]
fn reports_what_is_not_utf_8() {
    let ran = uri(&["check"], b"a\nb\xC3\n\xFFc\nd\n");
    assert_snapshot!(ran.stdout, @"
    <stdin>:2:2: not UTF-8: 0xC3 in the URI-reference at byte 1
    <stdin>:3:1: not UTF-8: 0xFF in the URI-reference at byte 0
    ");
    assert_eq!(ran.status, 1);

    let ran = uri(
        &["check", "--format", "json"],
        "é".as_bytes().iter().chain(b"\xFF").copied().collect::<Vec<_>>(),
    );
    assert_snapshot!(ran.stdout, @r#"{"line":1,"input":"é�","bytes":"c3a9ff","valid":false,"error":{"component":"URI-reference","offset":2,"column":2,"found":null,"message":"not UTF-8: 0xFF in the URI-reference at byte 2","help":"percent-encode the byte as `%FF`"}}"#);
}

#[test]
fn names_lines_that_are_too_long() {
    let input = "abcde\n漢漢\r\nabcdef\nb c d e f\nb c\r\nabcdef";
    let ran = uri(&["check", "--max-line", "5", "--summary"], input);
    assert_snapshot!(ran.stdout, @"
    <stdin>:2: longer than 5 bytes; `--max-line` allows more
    <stdin>:3: longer than 5 bytes; `--max-line` allows more
    <stdin>:4: longer than 5 bytes; `--max-line` allows more
    <stdin>:5:2: unexpected ' ' in the path at byte 1
    <stdin>:6: longer than 5 bytes; `--max-line` allows more
    ");
    assert_eq!((ran.stderr.as_str(), ran.status), ("6 lines, 5 invalid\n", 1));

    assert_snapshot!(uri(&["check", "--max-line", "5", "--format", "json"], "abcdef\na\n").printed(1), @r#"
    {"line":1,"input":null,"valid":false,"error":{"component":"URI-reference","offset":5,"column":null,"found":null,"message":"longer than 5 bytes; `--max-line` allows more","help":"a text has at most 4294967295 bytes"}}
    {"line":2,"input":"a","valid":true}
    "#);
}

#[rstest]
#[ignore = "takes seconds without optimization"]
#[case::as_long_as_that(0, "")]
#[ignore = "takes seconds without optimization"]
#[case::longer(1, "<stdin>:1: longer than 67108864 bytes; `--max-line` allows more\n")]
fn a_line_may_be_as_long_as_64_mebibytes(#[case] more: usize, #[case] said: &str) {
    let stdout = uri(&["check"], ["a".repeat((64 << 20) + more), "b c\n".to_owned()].join("\n")).printed(1);
    assert_eq!(stdout, [said, "<stdin>:2:2: unexpected ' ' in the path at byte 1\n"].concat());
}

#[test]
fn goes_on_after_a_file_that_cannot_be_read() {
    let file = TempFile::new("goes-on", b"x y\n");
    let ran = uri(&["check", "no/such/file", file.path()], "");
    assert_eq!(ran.stdout, format!("{}:1:2: unexpected ' ' in the path at byte 1\n", file.path()));
    assert!(ran.stderr.starts_with("uri: no/such/file: "), "{}", ran.stderr);
    assert_eq!(ran.status, 2);
}

#[test]
fn answers_in_the_order_of_the_lines_and_files() {
    // An unreadable file is between two files of several blocks.
    let lines = |range: std::ops::Range<u32>| range.map(|n| format!("a {n:030}\n")).collect::<String>();
    let first = TempFile::new("first", lines(0..20_000).as_bytes());
    let second = TempFile::new("second", lines(20_000..40_000).as_bytes());
    let ran = uri(&["check", "--format", "json", first.path(), "no/such/file", second.path()], "");
    let answers: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(answers.len(), 40_000);
    for (index, answer) in answers.iter().enumerate() {
        let number = format!(r#""line":{},"input":"a {index:030}""#, index % 20_000 + 1);
        assert!(answer.contains(&number), "{answer}");
    }
    assert_eq!(ran.status, 2);
}

#[cfg(unix)]
#[rstest]
fn keeps_the_name_of_a_file_on_its_line(#[values("text", "json")] format: &str) {
    let file = TempFile::new(&format!("{format}\nb:1:1: forged\u{9b}31m\u{202e}"), b"x y\n");
    let ran = uri(&["check", "--format", format, file.path(), file.path(), "no\n\x1bfile"], "");
    assert_eq!(ran.stdout.lines().count(), 2, "{}", ran.stdout);
    assert!(ran.stdout.contains("\\nb:1:1: forged\\u"), "{}", ran.stdout);
    assert!(ran.stderr.starts_with("uri: no\\n\\u{1b}file: "), "{}", ran.stderr);
    let commands = |text: &str| text.contains(['\x1b', '\u{9b}', '\u{202e}']);
    assert!(!commands(&ran.stdout) && !commands(&ran.stderr));
    assert_eq!(ran.status, 2);
}

#[cfg(unix)]
#[test]
fn names_a_file_whose_name_is_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let mut command = crate::command(&["check"]);
    command.arg(OsStr::from_bytes(b"no/\xFFfile"));
    let ran = crate::run(command, b"");
    assert!(ran.stderr.starts_with("uri: no/\\xFFfile: "), "{}", ran.stderr);
}

#[test]
fn tells_several_files_apart_in_json() {
    let file = TempFile::new("apart", b"a\n");
    let ran = uri(&["check", "--format", "json", file.path(), "-"], "b\n");
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines[0], format!(r#"{{"file":"{}","line":1,"input":"a","valid":true}}"#, file.path()));
    assert_eq!(lines[1], r#"{"file":"<stdin>","line":1,"input":"b","valid":true}"#);
    assert_eq!(ran.status, 0);
}

#[rstest]
#[case("IPv6address", "::1\n::1::\n", 2, 5)]
#[case("dec-octet", "255\n256\n", 2, 3)]
#[case("dec_octet", "0\n00\n", 2, 2)]
#[case("port", "\n8a\n", 2, 2)]
#[case("scheme", "a+b\n\n", 2, 1)]
#[case("pct-encoded", "%41\n%4\n", 2, 3)]
#[case("segment-nz-nc", "a@b\na:b\n", 2, 2)]
#[case("gen-delims", "@\n!\n", 2, 1)]
#[case("HEXDIG", "f\ng\n", 2, 1)]
fn checks_by_any_rule(#[case] rule: &str, #[case] input: &str, #[case] line: usize, #[case] column: usize) {
    let ran = uri(&["check", "--as", rule, "-"], input);
    assert!(ran.stdout.starts_with(&format!("<stdin>:{line}:{column}: ")), "{}", ran.stdout);
    assert_eq!(ran.stdout.lines().count(), 1);
}

#[test]
fn answers_by_every_rule_in_both_spellings() {
    const LINES: [&str; 6] = ["a", "1.2.3.4", "::1", "%41", "/", "http://a/"];
    for rule in urigram::Rule::ALL {
        for as_str in [rule.as_str().to_owned(), rule.as_str().replace('-', "_")] {
            let ran = uri(&["check", "--as", &as_str], LINES.join("\n"));
            let invalid = (1..).zip(LINES).filter(|(_, line)| rule.parse(line).is_err());
            let invalid: Vec<_> = invalid.map(|(number, _)| number.to_string()).collect();
            let told: Vec<_> = ran.stdout.lines().map(|line| line.split(':').nth(1).unwrap()).collect();
            assert_eq!(told, invalid, "{as_str}");
            assert_eq!((ran.stderr.as_str(), ran.status), ("", i32::from(!invalid.is_empty())), "{as_str}");
        }
    }
}

#[rstest]
#[case::blank(&["--skip-blank"], "x y\n\n \t\n\r\nx y\n", "2 lines, 2 invalid", &[1, 5])]
#[case::blank_at_the_end(&["--skip-blank"], "a\n  ", "1 lines, 0 invalid", &[])]
#[case::not_blank(&["--skip-blank"], "\u{a0}\n", "1 lines, 1 invalid", &[1])]
#[case::comments(&["--comments", "#"], "# a b\nx y\n \t# c d\n#\n", "1 lines, 1 invalid", &[2])]
#[case::not_at_the_start(&["--comments", "#"], "a# b c\n", "1 lines, 1 invalid", &[1])]
#[case::blank_among_comments(&["--comments", "#"], "\n#\n", "1 lines, 0 invalid", &[])]
#[case::several(&["--comments", "#", "--comments", "//!"], "# a\n//! b\n//c d\n", "1 lines, 1 invalid", &[3])]
#[case::prefix_of_white_space(&["--comments", " "], " a\n", "1 lines, 1 invalid", &[1])]
#[case::beyond_ascii(&["--comments", "é"], "éa b\n", "0 lines, 0 invalid", &[])]
#[case::not_utf_8(&["--comments", "#"], "#\u{80}\n", "0 lines, 0 invalid", &[])]
fn skips(#[case] arguments: &[&str], #[case] input: &str, #[case] summary: &str, #[case] invalid: &[u32]) {
    let ran = uri(&[&["check", "--summary"], arguments].concat(), input);
    let numbers = ran.stdout.lines().map(|line| line.split(':').nth(1).unwrap().parse::<u32>().unwrap());
    assert!(numbers.eq(invalid.iter().copied()), "{}", ran.stdout);
    assert_eq!(ran.stderr, format!("{summary}\n"));
}

#[test]
fn leaves_what_is_skipped_out_of_json() {
    let ran = uri(&["check", "--skip-blank", "--comments", "#", "--format", "json"], "# a\n\nb\n");
    assert_snapshot!(ran.stdout, @r#"{"line":3,"input":"b","valid":true}"#);
}

#[test]
fn skips_comments_that_are_too_long() {
    let ran = uri(&["check", "--comments", "#", "--skip-blank", "--max-line", "3"], "# abc\n    \nabcd\n");
    assert_snapshot!(ran.stdout, @"
    <stdin>:2: longer than 3 bytes; `--max-line` allows more
    <stdin>:3: longer than 3 bytes; `--max-line` allows more
    ");
}

#[test]
fn draws_each_fault() {
    assert_snapshot!(uri(&["check", "--explain"], "http://a/b\nhttp://exa mple.com/\n\nhttp://é\n").printed(1), @"
    <stdin>:2:11: error: unexpected ' ' in the host at byte 10
      |
    2 | http://exa mple.com/
      |           ^ host
      |
      = help: remove the space from the host
      = try: http://example.com/
    <stdin>:4:8: error: unexpected 'é' in the host at byte 7
      |
    4 | http://é
      |        ^ host
      |
      = help: `é` is the host of an IRI: in a URI its DNS name is `xn--9ca`
      = try: http://xn--9ca
    ");
}

#[test]
fn does_not_draw_what_is_too_long() {
    let ran = uri(&["check", "--explain", "--max-line", "3"], "abcd\n");
    assert_eq!(ran.stdout, "<stdin>:1: longer than 3 bytes; `--max-line` allows more\n");
}

#[rstest]
#[case::json("json")]
#[case::sarif("sarif")]
fn other_formats_stay(#[case] format: &str) {
    let explained = uri(&["check", "--explain", "--format", format], "a\nx y\n");
    assert_eq!(explained.stdout, uri(&["check", "--format", format], "a\nx y\n").stdout);
}

#[test]
fn colours_where_they_are_wanted() {
    let mut forced = command(&["check", "--explain"]);
    forced.env("CLICOLOR_FORCE", "1");
    assert!(run(forced, b"x y\n").stdout.contains('\x1b'));
    assert!(!uri(&["check", "--explain"], "x y\n").stdout.contains('\x1b'));
}

#[cfg(unix)]
#[test]
fn draws_on_a_terminal() {
    let ran = crate::terminal::on_a_terminal(&["check", "-"], "http://a/b c\n");
    assert_snapshot!(ran.stdout, @"
    <stdin>:1:11: error: unexpected ' ' in the path at byte 10
      |
    1 | http://a/b c
      |           ^ path
      |
      = help: percent-encode the space as `%20`
      = try: http://a/b%20c
    1 lines, 1 invalid
    ");
}

#[test]
fn draws_each_fault_of_many() {
    let input = "x y\n".repeat(5_000);
    let ran = uri(&["check", "--explain"], &input);
    assert_eq!(ran.stdout.lines().count(), 7 * 5_000);
    assert!(ran.stdout.contains("\n<stdin>:5000:2: error: "));
}

#[rstest]
#[case::valid("a\nb\n", 0)]
#[case::invalid("a\nx y\n", 1)]
fn says_nothing(#[case] input: &str, #[case] status: i32) {
    assert_eq!(uri(&["check", "--quiet"], input).printed(status), "");
}

#[test]
fn says_only_the_summary() {
    assert_eq!(uri(&["check", "-q", "--summary"], "a\nx y\n").said(1), "2 lines, 1 invalid\n");
}

#[cfg(unix)]
#[test]
fn says_nothing_on_a_terminal() {
    let ran = crate::terminal::on_a_terminal(&["check", "--quiet", "-"], "x y\n");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 1));
}

#[cfg(unix)]
#[rstest]
#[case::uri("http://a/", true)]
#[case::invalid("http://a b/", true)]
#[case::no_authority("mailto:user@example.com", true)]
#[case::name("no/such-file.txt", false)]
#[case::drive("c:/links.txt", false)]
fn tells_a_uri_from_a_file(#[case] name: &str, #[case] hinted: bool) {
    for command in ["check", "extract"] {
        let stderr = uri(&[command, name], "").said(2);
        let hint = "; this command reads files: for a URI, use `uri validate`\n";
        assert!(stderr.starts_with(&format!("uri: {name}: No such file")), "{}", stderr);
        assert_eq!(stderr.ends_with(hint), hinted, "{}", stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_is_named_like_a_uri_is_read() {
    let file = TempFile::new("urn:a", b"x y\n");
    let name = file.0.file_name().unwrap().to_str().unwrap();
    assert!(urigram::Uri::parse(name).is_ok());
    let mut check = command(&["check", name]);
    check.current_dir(file.0.parent().unwrap());
    let stdout = run(check, b"").printed(1);
    assert_eq!(stdout, format!("{name}:1:2: unexpected ' ' in the path at byte 1\n"));
}

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
    assert_eq!(uri(&["check", "--summary"], "http://localhost/\n").said(0), "1 lines, 0 invalid\n");
}

#[test]
fn a_line_with_findings_is_valid() {
    let stdout = uri(&["check", "--findings"], "http:a\n").printed(0);
    assert!(stdout.contains(": error: `http` URIs have an authority"), "{}", stdout);
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
      = help: leave out the port, or write the port of the service
      = note: RFC 6335, section 6
    ");
}

#[test]
fn says_in_json_what_validate_says() {
    let ran = uri(&["check", "--findings", "--format", "json"], "http://example.com:0/\na\nx y\n");
    assert_snapshot!(ran.stdout, @r#"
    {"line":1,"input":"http://example.com:0/","valid":true,"findings":[{"code":"port-zero","severity":"warning","component":"port","start":19,"end":20,"message":"port 0 is reserved, and no service has it","help":"leave out the port, or write the port of the service","section":"RFC 6335, section 6"}]}
    {"line":2,"input":"a","valid":true,"findings":[]}
    {"line":3,"input":"x y","valid":false,"error":{"component":"path","offset":1,"column":2,"found":" ","message":"unexpected ' ' in the path at byte 1","help":"percent-encode the space as `%20`"},"findings":[]}
    "#);
    let validated = uri(&["validate", "--format", "json", "http://example.com:0/"], "").stdout;
    let (_, findings) = validated.trim_end().split_once(r#","findings":"#).unwrap();
    let findings = findings.strip_suffix(r#","suggestions":[]}"#).unwrap();
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

/// The grammar matches the components in an order that no reference has.
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

/// The lines are in several blocks, and the report of one block is too long to keep.
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
