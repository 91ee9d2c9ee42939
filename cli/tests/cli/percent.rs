//! `uri encode` and `uri decode`.

use insta::assert_snapshot;
use rstest::rstest;

use crate::{command, uri};

const RAW: &str = "A-._~:/?#[]@!$&'()*+,;= %é";

#[test]
fn encodes_the_example_of_section_2_5() {
    assert_eq!(uri(&["encode", "--for", "path"], "Laguna Beach").printed(0), "Laguna%20Beach\n");
}

#[rstest]
#[case::userinfo("userinfo", "A-._~:%2F%3F%23%5B%5D%40!$&'()*+,;=%20%25%C3%A9")]
#[case::reg_name("reg-name", "A-._~%3A%2F%3F%23%5B%5D%40!$&'()*+,;=%20%25%C3%A9")]
#[case::reg_name("reg-name", "A-._~%3A%2F%3F%23%5B%5D%40!$&'()*+,;=%20%25%C3%A9")]
#[case::path("path", "A-._~:/%3F%23%5B%5D@!$&'()*+,;=%20%25%C3%A9")]
#[case::segment("segment", "A-._~:%2F%3F%23%5B%5D@!$&'()*+,;=%20%25%C3%A9")]
#[case::query("query", "A-._~:/?%23%5B%5D@!$&'()*+,;=%20%25%C3%A9")]
#[case::query_value("query-value", "A-._~:/?%23%5B%5D@!$%26'()*%2B,%3B%3D%20%25%C3%A9")]
#[case::query_key("query-key", "A-._~:/?%23%5B%5D@!$%26'()*%2B,%3B%3D%20%25%C3%A9")]
#[case::form("form", "A-._%7E%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29*%2B%2C%3B%3D+%25%C3%A9")]
#[case::fragment("fragment", "A-._~:/?%23%5B%5D@!$&'()*+,;=%20%25%C3%A9")]
fn keeps_what_the_component_may_have(#[case] component: &str, #[case] encoded: &str) {
    assert_eq!(uri(&["encode", "--for", component, "--", RAW], "").printed(0), format!("{encoded}\n"));
}

#[rstest]
#[case::data(&["--data"], "a/b:c,d~", "a%2Fb%3Ac%2Cd~")]
#[case::data_that_keeps(&["--data", "--keep", ",:"], "a/b:c,d~", "a%2Fb:c,d~")]
#[case::keep_what_stays(&["--keep", "a:"], "a/b:c", "a%2Fb:c")]
#[case::encode(&["--encode", ":,"], "a/b:c,d", "a%2Fb%3Ac%2Cd")]
#[case::encode_an_unreserved_one(&["--encode", "b"], "abc", "a%62c")]
#[case::like_an_option(&["--data", "--keep", "!", "--encode", "-a"], "-a!", "%2D%61!")]
fn has_a_choice(#[case] options: &[&str], #[case] raw: &str, #[case] encoded: &str) {
    assert_eq!(
        uri(&[&["encode", "--for", "segment"], options, &["--", raw]].concat(), "").printed(0),
        format!("{encoded}\n")
    );
}

#[rstest]
#[case::no_component(&[], "--for <COMPONENT>")]
#[case::scheme(&["--for", "scheme"], "[possible values: userinfo, reg-name, path, segment, query, query-value")]
#[case::delimiter_of_another(&["--for", "segment", "--keep", ":/"], "'/' cannot be kept: the component does not")]
#[case::percent(&["--for", "path", "--keep", "%"], "'%' cannot be kept")]
#[case::beyond_ascii(&["--for", "path", "--keep", "é"], "'é' cannot be kept")]
#[case::both(&["--for", "path", "--keep", "/", "--encode", "/"], "'/' cannot be both kept and percent-encoded")]
#[case::form_data(&["--for", "form", "--data"], "'--data' and '--keep' cannot be used with '--for form'")]
#[case::form_keep(&["--for", "form", "--keep", "+"], "'--data' and '--keep' cannot be used with '--for form'")]
#[case::whole_and_text(&["--for", "path", "--whole", "a"], "'--whole' cannot be used with '[TEXT]...'")]
#[case::whole_and_null(&["--for", "path", "--whole", "-0"], "'--whole' cannot be used with '--null'")]
fn is_refused(#[case] options: &[&str], #[case] said: &str) {
    let stderr = uri(&[&["encode"], options].concat(), "x\n").said(2);
    assert!(stderr.contains(said), "{}", stderr);
}

#[rstest]
#[case::nothing(&[], b"", "")]
#[case::an_empty_line(&[], b"\n", "\n")]
#[case::no_ending(&[], b"a b\nc", "a%20b\nc\n")]
#[case::crlf(&[], b"a\r\n\r\nb\rc\r\n", "a\n\nb%0Dc\n")]
#[case::byte_order_mark(&[], b"\xEF\xBB\xBFa\n\xEF\xBB\xBF\n", "a\n%EF%BB%BF\n")]
#[case::no_text(&[], b"\xFF\0\x80\n", "%FF%00%80\n")]
#[case::null(&["--null"], b"a\n\0\0b\r\0", "a%0A\0\0b%0D\0")]
#[case::null_without_an_ending(&["-0"], b"\xEF\xBB\xBFa\0b", "%EF%BB%BFa\0b\0")]
#[case::null_and_nothing(&["-0"], b"", "")]
#[case::whole(&["--whole"], b"\xEF\xBB\xBFa\r\n\0b\n", "%EF%BB%BFa%0D%0A%00b%0A")]
#[case::whole_of_nothing(&["--whole"], b"", "")]
fn reads_standard_input(#[case] options: &[&str], #[case] input: &[u8], #[case] encoded: &str) {
    assert_eq!(uri(&[&["encode", "--for", "path"], options].concat(), input).printed(0), encoded);
}

#[test]
fn reads_arguments_and_lines() {
    let ran = uri(&["encode", "--for", "path", "a b", "-", "", "--", "-", "c d"], "e f\ng");
    assert_eq!((ran.stdout.as_str(), ran.status), ("a%20b\ne%20f\ng\n\n-\nc%20d\n", 0));
}

#[test]
fn answers_in_json() {
    let ran = uri(&["encode", "--for", "path", "--format", "json"], b"a\"\x1b\n\xFFb\n");
    assert_snapshot!(ran.stdout, @r#"
    {"input":"a\"\u001b","output":"a%22%1B"}
    {"input":"�b","output":"%FFb","bytes":"ff62"}
    "#);
    let ran = uri(&["encode", "--for", "path", "--whole", "--format", "json"], "a\nb\n");
    assert_eq!(ran.stdout, "{\"input\":\"a\\nb\\n\",\"output\":\"a%0Ab%0A\"}\n");
    let ran = uri(&["encode", "--for", "path", "--whole", "--format", "json"], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("{\"input\":\"\",\"output\":\"\"}\n", 0));
}

/// The texts are longer than a block.
#[rstest]
fn encodes_long_texts(#[values("text", "json")] format: &str) {
    let long = "é/ab".repeat(100_000);
    let stdout = uri(&["encode", "--for", "segment", "--format", format], &long).printed(0);
    let encoded = "%C3%A9%2Fab".repeat(100_000);
    let whole = match format {
        "json" => format!("{{\"input\":\"{long}\",\"output\":\"{encoded}\"}}\n"),
        _ => format!("{encoded}\n"),
    };
    assert!(stdout == whole, "{:.300}", stdout);
}

// `uri decode`: the data of percent-encoded texts, and texts that cannot be decoded.

#[rstest]
#[case::plain(&[], "Laguna%20Beach", "Laguna Beach")]
#[case::either_case(&[], "%c3%A9%C3%a9", "éé")]
#[case::once(&[], "%2541", "%41")]
#[case::plus(&[], "a+b", "a+b")]
#[case::form(&["--form"], "caf%C3%A9+au+lait%2B", "café au lait+")]
#[case::no_uri(&[], "a b\"é", "a b\"é")]
#[case::lenient(&["--lenient"], "100% %41%4z%%20%", "100% A%4z% %")]
#[case::lenient_form(&["--lenient", "--form"], "100%+%2B", "100% +")]
#[case::lenient_lossy(&["--lenient", "--lossy"], "%%FF", "%\u{FFFD}")]
#[case::lossy(&["--lossy"], "a%FF%C3b%C3%A9", "a\u{FFFD}\u{FFFD}bé")]
#[case::lossy_text(&["--lossy"], "%C3%A9", "é")]
#[case::bytes_that_are_text(&["--bytes"], "%C3%A9", "é")]
#[case::empty(&[], "", "")]
fn decodes(#[case] options: &[&str], #[case] text: &str, #[case] data: &str) {
    assert_eq!(uri(&[&["decode"], options, &["--", text]].concat(), "").printed(0), format!("{data}\n"));
    assert_eq!(uri(&[&["decode"], options, &["--whole"]].concat(), text).printed(0), data);
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
     = help: as itself, `%` is written `%25`; `--lenient` keeps it
    error: two hexadecimal digits do not follow the '%' at byte 1
      |
    1 | a%4zb
      |  ^ pct-encoded
      |
      = help: as itself, `%` is written `%25`; `--lenient` keeps it
    error: two hexadecimal digits do not follow the '%' at byte 0
      |
    3 | %
      | ^ pct-encoded
      |
      = help: as itself, `%` is written `%25`; `--lenient` keeps it
    error: the percent-encoded octets at byte 0 are not UTF-8
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
    error: the percent-encoded octets at byte 1 are not UTF-8
     |
     | x%FFy
     |  ^ pct-encoded
     |
     = help: `--lossy` writes U+FFFD for it, `--bytes` the bytes as they are
    ");
    assert_eq!((ran.stdout.as_str(), ran.status), ("fine\n", 1));
}

#[test]
fn decode_answers_in_json() {
    assert_snapshot!(uri(&["decode", "--format", "json"], "a%0A%1B\n%FF\n%zz\n").printed(1), @r#"
    {"input":"a%0A%1B","output":"a\n\u001b"}
    {"input":"%FF","error":{"component":"pct-encoded","offset":0,"column":1,"found":"%","message":"the percent-encoded octets at byte 0 are not UTF-8","help":"`--lossy` writes U+FFFD for it, `--bytes` the bytes as they are"}}
    {"input":"%zz","error":{"component":"pct-encoded","offset":0,"column":1,"found":"%","message":"two hexadecimal digits do not follow the '%' at byte 0","help":"as itself, `%` is written `%25`; `--lenient` keeps it"}}
    "#);

    assert_snapshot!(uri(&["decode", "--bytes", "--format", "json", "%FF%00", "a"], "").printed(0), @r#"
    {"input":"%FF%00","output":"�\u0000","bytes":"ff00"}
    {"input":"a","output":"a"}
    "#);
}

#[rstest]
#[case::lines(&[], "a%0Ab\r\n%0D\n\nc", "a\nb\n\r\n\nc\n")]
#[case::null(&["--null"], "a%0Ab\0%0D\r\n\0", "a\nb\0\r\r\n\0")]
#[case::whole(&["--whole"], "a%0Ab\r\nc\n", "a\nb\r\nc\n")]
fn decode_reads_standard_input(#[case] options: &[&str], #[case] text: &str, #[case] data: &str) {
    assert_eq!(uri(&[&["decode"], options].concat(), text).printed(0), data);
}

#[test]
fn the_whole_of_an_input_has_no_lines() {
    assert_snapshot!(uri(&["decode", "--whole"], "a\n%zz\n").said(1), @r"
    error: two hexadecimal digits do not follow the '%' at byte 2
     |
     | a\n%zz\n
     |    ^ pct-encoded
     |
     = help: as itself, `%` is written `%25`; `--lenient` keeps it
    ");
}

/// Every byte for every component, as lines and as one text.
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
fn decode_is_refused(#[case] options: &[&str], #[case] said: &str) {
    let stderr = uri(&[&["decode"], options].concat(), "x\n").said(2);
    assert!(stderr.contains(said), "{}", stderr);
}
