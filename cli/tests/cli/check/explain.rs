//! Drawings of faults, no output at all, and the hint that a file may be a URI.

use insta::assert_snapshot;
use rstest::rstest;

use crate::{TempFile, command, run, uri};

#[test]
fn draws_each_fault() {
    let ran = uri(&["check", "--explain"], "http://a/b\nhttp://exa mple.com/\n\nhttp://é\n");
    assert_snapshot!(ran.stdout, @"
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
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
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
    let ran = uri(&["check", "--quiet"], input);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", "", status));
}

#[test]
fn says_only_the_summary() {
    let ran = uri(&["check", "-q", "--summary"], "a\nx y\n");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", "2 lines, 1 invalid\n", 1));
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
        let ran = uri(&[command, name], "");
        let hint = "; this command reads files: for a URI, use `uri validate`\n";
        assert!(ran.stderr.starts_with(&format!("uri: {name}: No such file")), "{}", ran.stderr);
        assert_eq!(ran.stderr.ends_with(hint), hinted, "{}", ran.stderr);
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
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
    let ran = run(check, b"");
    assert_eq!(ran.stdout, format!("{name}:1:2: unexpected ' ' in the path at byte 1\n"));
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
}
