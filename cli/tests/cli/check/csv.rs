//! `uri check --csv`: one column of CSV.

use insta::assert_snapshot;
use rstest::rstest;

use crate::{TempFile, uri};

fn check(arguments: &[&str], input: impl AsRef<[u8]>) -> crate::Ran {
    uri(&[&["check", "--summary"], arguments].concat(), input)
}

#[test]
fn names_the_record_and_the_column_in_its_field() {
    let input = "name,url\n\
                 a,http://a/\n\
                 \n\
                 \"b\nc\",\"http://a/\"\"b\"\n\
                 d,é f\n";
    let ran = check(&["--csv", "url"], input);
    assert_snapshot!(ran.stdout, @r#"
    <stdin>:4:10: unexpected '"' in the path at byte 9
    <stdin>:6:1: unexpected 'é' in the path at byte 0
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("3 records, 2 invalid\n", 1));
}

#[test]
fn answers_in_json() {
    let ran = check(&["--csv", "2", "--format", "json", "--findings"], "a,http://localhost/\nb\nc,x y\n");
    assert_snapshot!(ran.stdout, @r#"
    {"line":1,"input":"http://localhost/","valid":true,"findings":[{"code":"local-name","severity":"warning","component":"host","start":7,"end":16,"message":"the name `localhost` has a meaning only on this machine or in its network (RFC 6761, section 6.3)","help":"for others, write a name of the public DNS","section":"RFC 6761, section 6"}]}
    {"line":2,"input":null,"valid":false,"error":{"component":"record","offset":0,"column":null,"found":null,"message":"the record has no column 2, but only 1","help":"write all columns in each record, with nothing between two delimiters if one is empty"},"findings":[]}
    {"line":3,"input":"x y","valid":false,"error":{"component":"path","offset":1,"column":2,"found":" ","message":"unexpected ' ' in the path at byte 1","help":"percent-encode the space as `%20`"},"findings":[]}
    "#);
}

#[rstest]
#[case::number(&["--csv", "2"], "url,x y\n", 1)]
#[case::name(&["--csv", "url"], "name,url\n1,x y\n", 2)]
#[case::quoted_name(&["--csv", "the \"url\""], "name,\"the \"\"url\"\"\"\n1,x y\n", 2)]
#[case::name_on_two_lines(&["--csv", "the\nurl"], "name,\"the\nurl\"\n1,x y\n", 3)]
#[case::name_after_a_mark(&["--csv", "url"], "\u{feff}url,name\nx y,1\n", 2)]
#[case::quoted_name_after_a_mark(&["--csv", "url"], "\u{feff}\"url\",name\nx y,1\n", 2)]
#[case::semicolon(&["--csv", "2", "--delimiter", ";"], "a,b;x y\n", 1)]
#[case::tab(&["--csv", "2", "--delimiter", "\\t"], "a,b\tx y\n", 1)]
#[case::tab_itself(&["--csv", "2", "--delimiter", "\t"], "a,b\tx y\n", 1)]
#[case::crlf(&["--csv", "1"], "a\r\n\r\nx y\r\n", 3)]
#[case::empty_lines_first(&["--csv", "1"], "\n\n\nx y", 4)]
#[case::no_ending(&["--csv", "2"], "a,x y", 1)]
#[case::quotes_at_the_end(&["--csv", "2"], "a,\"x y\"", 1)]
#[case::delimiter_in_quotes(&["--csv", "1"], "\"x, y\",b\n", 1)]
#[case::nul(&["--csv", "1"], "a\0b\n", 1)]
fn finds_the_column(#[case] arguments: &[&str], #[case] input: &str, #[case] line: u32) {
    let ran = check(arguments, input);
    assert!(ran.stdout.starts_with(&format!("<stdin>:{line}:")), "{}{}", ran.stdout, ran.stderr);
    assert_eq!((ran.stdout.lines().count(), ran.status), (1, 1));
}

#[rstest]
#[case::nothing("", 0)]
#[case::empty_lines("\n\r\n", 0)]
#[case::empty_field("\"\"\n", 1)]
#[case::empty_fields(",\n,", 2)]
fn counts_records(#[case] input: &str, #[case] records: u32) {
    let ran = check(&["--csv", "1"], input);
    assert_eq!(ran.stderr, format!("{records} records, 0 invalid\n"));
}

#[test]
fn skips_blank_fields() {
    let ran = check(&["--csv", "2", "--skip-blank"], "a,\nb, \nc\nd,http://a/\n");
    assert_eq!(ran.stdout, "<stdin>:3: the record has no column 2, but only 1\n");
    assert_eq!(ran.stderr, "2 records, 1 invalid\n");
}

#[rstest]
#[case::missing("a,b\nc\n", "2: the record has no column 2, but only 1")]
#[case::unclosed("a,b\n\"c,d\ne,f\n", "2: a quoted field of the record has no end")]
#[case::unclosed_later("a,b\nc,d,\"e\nf,g\n", "2: a quoted field of the record has no end")]
#[case::long(&format!("a,b\nc,{}\n", "d".repeat(99)), "2: longer than 20 bytes; `--max-line` allows more")]
#[case::long_before(&format!("a,b\n{},c\n", "d".repeat(99)), "2: longer than 20 bytes; `--max-line` allows more")]
#[case::long_after(&format!("a,b\nc,d,{}\n", "e".repeat(99)), "2: longer than 20 bytes; `--max-line` allows more")]
#[case::as_long_as_that(&format!("a,b\nc,d,{}\r\nf\n", "e".repeat(16)), "3: the record has no column 2, but only 1")]
fn a_record_without_the_column_is_invalid(#[case] input: &str, #[case] said: &str) {
    let ran = check(&["--csv", "2", "--max-line", "20"], input);
    assert_eq!(ran.stdout, format!("<stdin>:{said}\n"));
    assert_eq!(ran.status, 1);
}

#[rstest]
#[case::unknown("a,b\n", "there is no column `url`; the header has `a`, `b`")]
#[case::nothing("", "there is no header")]
#[case::twice("url,a,url\n", "`url` is the name of columns 1 and 3; give the number of one")]
#[case::hostile("\u{1b}[31m,\"a\nb\"\n", "there is no column `url`; the header has `\\u{1b}[31m`, `a\\nb`")]
#[case::unclosed("\"url\n", "a quoted name in the header has no end")]
#[case::too_long(&"a".repeat(1001), "the header is longer than 1000 bytes")]
fn a_header_without_the_name_is_an_error(#[case] input: &str, #[case] said: &str) {
    let file = TempFile::new(&format!("header-{}", said.len()), b"url\nx y\n");
    let ran = uri(&["check", "--csv", "url", "--max-line", "1000", "-", file.path()], input);
    assert_eq!(ran.stderr, format!("uri: <stdin>: {said}\n"));
    // The other file is checked in spite of the first one.
    assert_eq!(ran.stdout, format!("{}:2:2: unexpected ' ' in the path at byte 1\n", file.path()));
    assert_eq!(ran.status, 2);
}

#[test]
fn a_long_header_is_not_listed_whole() {
    let ran = uri(&["check", "--csv", "url"], format!("{}\n", "name,".repeat(1000)));
    assert!(ran.stderr.ends_with("`name`, and 971 more\n"), "{}", ran.stderr);
    assert_eq!(ran.status, 2);
}

#[test]
fn a_name_that_is_no_text_is_shown() {
    let ran = uri(&["check", "--csv", "url"], b"\xFF\n");
    assert_eq!(ran.stderr, "uri: <stdin>: there is no column `url`; the header has `\\xFF`\n");
}

#[test]
fn reports_a_field_that_is_not_utf_8() {
    let ran = check(&["--csv", "2"], b"a,b\xFF\n");
    assert_eq!(ran.stdout, "<stdin>:1:2: not UTF-8: 0xFF in the URI-reference at byte 1\n");
}

/// Records in many blocks, with fields split between blocks.
#[test]
fn answers_in_the_order_of_the_records() {
    let records: String = (0..40_000).map(|n| format!("{n},\"x\n{n}\",{}\n", "y".repeat(n % 50))).collect();
    let file = TempFile::new("records", records.as_bytes());
    let ran = uri(&["check", "--csv", "2", "--format", "json", file.path()], "");
    let mut count = 0;
    for (n, answer) in ran.stdout.lines().enumerate() {
        let start = format!(r#"{{"line":{},"input":"x\n{n}","valid":false,"#, 2 * n + 1);
        assert!(answer.starts_with(&start), "{answer}");
        count += 1;
    }
    assert_eq!(count, 40_000);
}

/// A field without quotes has the same verdict as a line with the same text.
#[test]
fn a_field_is_as_valid_as_a_line() {
    let lines = "http://a/\nx y\n%zz\n\u{80}\n//[::1]\n";
    let ran = uri(&["check", "--csv", "1"], lines);
    assert_eq!(ran.stdout, uri(&["check"], lines).stdout);
}
