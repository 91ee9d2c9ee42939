//! Lines that are not checked.

use insta::assert_snapshot;
use rstest::rstest;

use crate::uri;

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
