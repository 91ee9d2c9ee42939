//! `uri check`: which lines of which files are named, and where their faults are.

mod csv;
mod explain;
mod findings;
pub(crate) mod sarif;
mod skip;

use insta::assert_snapshot;
use rstest::rstest;

use crate::{TempFile, uri};

#[test]
fn names_the_invalid_lines_only() {
    let ran = uri(&["check"], "http://a/b\nx y\n\nhttp://[1::2::3]\n");
    assert_snapshot!(ran.stdout, @"
    <stdin>:2:2: unexpected ' ' in the path at byte 1
    <stdin>:4:14: unexpected ':' in the host at byte 13
    ");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
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

    let ran = uri(&["check", "--max-line", "5", "--format", "json"], "abcdef\na\n");
    assert_snapshot!(ran.stdout, @r#"
    {"line":1,"input":null,"valid":false,"error":{"component":"URI-reference","offset":5,"column":null,"found":null,"message":"longer than 5 bytes; `--max-line` allows more","help":"a text has at most 4294967295 bytes"}}
    {"line":2,"input":"a","valid":true}
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
}

#[rstest]
#[ignore = "takes seconds without optimization"]
#[case::as_long_as_that(0, "")]
#[ignore = "takes seconds without optimization"]
#[case::longer(1, "<stdin>:1: longer than 67108864 bytes; `--max-line` allows more\n")]
fn a_line_may_be_as_long_as_64_mebibytes(#[case] more: usize, #[case] said: &str) {
    let ran = uri(&["check"], ["a".repeat((64 << 20) + more), "b c\n".to_owned()].join("\n"));
    assert_eq!(ran.stdout, [said, "<stdin>:2:2: unexpected ' ' in the path at byte 1\n"].concat());
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
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
    // Two files of several blocks, and one between them that cannot be read.
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
        for name in [rule.name().to_owned(), rule.name().replace('-', "_")] {
            let ran = uri(&["check", "--as", &name], LINES.join("\n"));
            let invalid = (1..).zip(LINES).filter(|(_, line)| rule.parse(line).is_err());
            let invalid: Vec<_> = invalid.map(|(number, _)| number.to_string()).collect();
            let told: Vec<_> = ran.stdout.lines().map(|line| line.split(':').nth(1).unwrap()).collect();
            assert_eq!(told, invalid, "{name}");
            assert_eq!((ran.stderr.as_str(), ran.status), ("", i32::from(!invalid.is_empty())), "{name}");
        }
    }
}
