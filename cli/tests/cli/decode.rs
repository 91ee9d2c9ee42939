//! `uri decode`: the data in what is percent-encoded, and what is no data.

use insta::assert_snapshot;
use rstest::rstest;

use crate::{command, uri};

#[rstest]
#[case::plain(&[], "Laguna%20Beach", "Laguna Beach")]
#[case::either_case(&[], "%c3%A9%C3%a9", "éé")]
#[case::once(&[], "%2541", "%41")]
#[case::plus(&[], "a+b", "a+b")]
#[case::form(&["--form"], "caf%C3%A9+au+lait%2B", "café au lait+")]
#[case::no_uri(&[], "a b\"é", "a b\"é")]
#[case::lossy(&["--lossy"], "a%FF%C3b%C3%A9", "a\u{FFFD}\u{FFFD}bé")]
#[case::lossy_text(&["--lossy"], "%C3%A9", "é")]
#[case::bytes_that_are_text(&["--bytes"], "%C3%A9", "é")]
#[case::empty(&[], "", "")]
fn decodes(#[case] options: &[&str], #[case] text: &str, #[case] data: &str) {
    let ran = uri(&[&["decode"], options, &["--", text]].concat(), "");
    assert_eq!((ran.stdout, ran.stderr.as_str(), ran.status), (format!("{data}\n"), "", 0));
    let ran = uri(&[&["decode"], options, &["--whole"]].concat(), text);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), (data, "", 0));
}

#[test]
fn says_what_is_no_data() {
    let ran = uri(&["decode", "100%", "-", "x%FFy"], b"a%4zb\nfine\n%\n%C3x\n\xFF%41\n");
    assert_snapshot!(ran.stderr, @r"
    error: two hexadecimal digits do not follow the '%' at byte 3
     |
     | 100%
     |    ^ pct-encoded
     |
     = help: as itself, `%` is written `%25`
    error: two hexadecimal digits do not follow the '%' at byte 1
      |
    1 | a%4zb
      |  ^ pct-encoded
      |
      = help: as itself, `%` is written `%25`
    error: two hexadecimal digits do not follow the '%' at byte 0
      |
    3 | %
      | ^ pct-encoded
      |
      = help: as itself, `%` is written `%25`
    error: what is percent-encoded at byte 0 is not UTF-8
      |
    4 | %C3x
      | ^ pct-encoded
      |
      = help: `--lossy` writes U+FFFD for it, `--bytes` the bytes as they are
    error: not UTF-8: 0xFF in the text at byte 0
      |
    5 | \xFF%41
      | ^^^^ text
      |
      = help: percent-encode the byte as `%FF`
    error: what is percent-encoded at byte 1 is not UTF-8
     |
     | x%FFy
     |  ^ pct-encoded
     |
     = help: `--lossy` writes U+FFFD for it, `--bytes` the bytes as they are
    ");
    assert_eq!((ran.stdout.as_str(), ran.status), ("fine\n", 1));
}

#[test]
fn answers_in_json() {
    let ran = uri(&["decode", "--format", "json"], "a%0A%1B\n%FF\n%zz\n");
    assert_snapshot!(ran.stdout, @r#"
    {"input":"a%0A%1B","output":"a\n\u001b"}
    {"input":"%FF","error":{"component":"pct-encoded","offset":0,"column":1,"found":"%","message":"what is percent-encoded at byte 0 is not UTF-8","help":"`--lossy` writes U+FFFD for it, `--bytes` the bytes as they are"}}
    {"input":"%zz","error":{"component":"pct-encoded","offset":0,"column":1,"found":"%","message":"two hexadecimal digits do not follow the '%' at byte 0","help":"as itself, `%` is written `%25`"}}
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));

    let ran = uri(&["decode", "--bytes", "--format", "json", "%FF%00", "a"], "");
    assert_snapshot!(ran.stdout, @r#"
    {"input":"%FF%00","output":"�\u0000","bytes":"ff00"}
    {"input":"a","output":"a"}
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
}

#[rstest]
#[case::lines(&[], "a%0Ab\r\n%0D\n\nc", "a\nb\n\r\n\nc\n")]
#[case::null(&["--null"], "a%0Ab\0%0D\r\n\0", "a\nb\0\r\r\n\0")]
#[case::whole(&["--whole"], "a%0Ab\r\nc\n", "a\nb\r\nc\n")]
fn reads_standard_input(#[case] options: &[&str], #[case] text: &str, #[case] data: &str) {
    let ran = uri(&[&["decode"], options].concat(), text);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), (data, "", 0));
}

#[test]
fn the_whole_of_an_input_has_no_lines() {
    let ran = uri(&["decode", "--whole"], "a\n%zz\n");
    assert_snapshot!(ran.stderr, @r"
    error: two hexadecimal digits do not follow the '%' at byte 2
     |
     | a\n%zz\n
     |    ^ pct-encoded
     |
     = help: as itself, `%` is written `%25`
    ");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 1));
}

/// Every byte, for every component, by lines and as a whole.
#[rstest]
fn gives_back_what_was_encoded(
    #[values("userinfo", "reg-name", "path", "segment", "query", "query-value", "form", "fragment")]
    component: &str,
    #[values("--whole", "--null")] how: &str,
) {
    let bytes: Vec<u8> = (0..=255).collect();
    let texts = if how == "--null" { [&bytes[1..], b"\0"].concat() } else { bytes };
    let encoded = uri(&["encode", "--for", component, how], &texts).stdout;
    let form: &[&str] = if component == "form" { &["--form"] } else { &[] };
    let mut decode = command(&[&["decode", "--bytes", how], form].concat());
    let mut child = decode.spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), encoded.as_bytes()).unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, texts);
}

#[rstest]
#[case::two_answers(&["--lossy", "--bytes"], "'--lossy' cannot be used with '--bytes'")]
#[case::whole_and_text(&["--whole", "--", "a"], "'--whole' cannot be used with")]
fn is_refused(#[case] options: &[&str], #[case] said: &str) {
    let ran = uri(&[&["decode"], options].concat(), "x\n");
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}
