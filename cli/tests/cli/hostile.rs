//! Input that wants to break things, and readers that go away.

use std::io::{BufRead, BufReader, Read};
use std::thread;

use rstest::rstest;

use crate::{command, uri};

#[rstest]
#[case::valid("a".repeat(10 << 20), 0)]
#[case::segments("/a".repeat(1_000_000), 0)]
#[case::invalid(format!("{}\0{}", "a".repeat(5 << 20), "b".repeat(5 << 20)), 1)]
#[case::invalid_at_the_end(format!("//{}:x", "%41".repeat(1 << 20)), 1)]
#[case::beyond_ascii("漢".repeat(1 << 20), 1)]
#[case::zero_width("\u{200b}".repeat(1 << 20), 1)]
fn a_long_line_is_answered(
    #[case] line: String,
    #[case] status: i32,
    #[values("parse", "tree", "check")] command: &str,
    #[values("text", "json")] format: &str,
) {
    let ran = uri(&[command, "--format", format], &line);
    assert_eq!(ran.status, status, "{:.300}", ran.stderr);
    assert!(ran.stderr.len() < 1000, "{:.1000}", ran.stderr);
}

#[rstest]
fn no_escape_reaches_the_terminal(#[values("parse", "tree", "check")] command: &str) {
    let ran = uri(&[command], "a\x1b]0;title\x07b\n\u{9b}31m\n\u{202e}c\n\x7f\n\0\n");
    let escapes = |text: &str| text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}');
    assert!(!escapes(&ran.stdout) && !escapes(&ran.stderr), "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.status, 1);
}

#[rstest]
fn a_reader_that_leaves_is_no_error(
    #[values("parse", "tree", "check")] name: &str,
    #[values("text", "json")] format: &str,
) {
    let mut child = command(&[name, "--format", format]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // Invalid lines are what `check` answers in text, and valid ones what the others do.
    let line = if name == "check" { "x y\n" } else { "x\n" };
    let writer =
        thread::spawn(
            move || {
                while std::io::Write::write_all(&mut stdin, line.repeat(1000).as_bytes()).is_ok() {}
            },
        );
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut String::new()).unwrap();
    drop(stdout);
    let status = child.wait().unwrap();
    writer.join().unwrap();
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((stderr.as_str(), status.code()), ("", Some(0)));
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf_8_is_invalid() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let mut command = command(&["parse", "--format", "json"]);
    command.arg(OsStr::from_bytes(b"a/\xFF"));
    let ran = crate::run(command, b"");
    assert!(ran.stdout.starts_with(r#"{"input":"a/�","error":{"component":"URI-reference","offset":2,"#));
    assert_eq!(ran.status, 1);
}
