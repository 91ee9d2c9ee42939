//! `uri compare`: the first rung on which two are equal, of arguments and of pairs.

use std::io::{BufRead, BufReader, Write};

use insta::assert_snapshot;
use rstest::rstest;

use crate::{command, uri};

#[rstest]
#[case("http://a", "http://a", "string")]
#[case("", "", "string")]
#[case("HTTP://a/%7e", "http://A/%7E", "case")]
#[case("http://a/~", "http://a/%7E", "percent")]
#[case("example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "path")]
#[case("http://example.com", "http://example.com:80/", "scheme")]
#[case("http://example.com", "http://example.com:8080/", "different")]
#[case("http://example.com/", "http://example.com/?", "different")]
#[case("http://a/b", "http://a/b#", "different")]
#[case("a/b", "a/./b", "different")]
#[case("a", "http://a/a", "different")]
#[case("--", "--pairs", "different")]
fn names_the_first_rung(#[case] a: &str, #[case] b: &str, #[case] rung: &str) {
    let status = i32::from(rung == "different");
    for (a, b) in [(a, b), (b, a)] {
        let ran = uri(&["compare", "--", a, b], "");
        assert_eq!((ran.stdout, ran.stderr.as_str(), ran.status), (format!("{rung}\n"), "", status));
        let ran = uri(&["compare", "--format", "json", "--pairs"], format!("{a}\t{b}\n"));
        let answer = format!("{{\"a\":\"{a}\",\"b\":\"{b}\",\"rung\":\"{rung}\"}}\n");
        assert_eq!((ran.stdout, ran.stderr.as_str(), ran.status), (answer, "", status));
    }
}

/// Section 6.1.
#[test]
fn leaves_fragments_out_if_asked() {
    let ran = uri(&["compare", "--no-fragment", "http://a#x", "http://a#y"], "");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("string\n", "", 0));
    let ran = uri(&["compare", "--no-fragment", "--pairs"], "urn:a:b#c\tURN:a:b\na#b\tb#b\n");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("case\ndifferent\n", "", 1));
}

#[test]
fn compares_pairs() {
    let pairs = "http://a\thttp://a/\n\t\r\na:\tb:\nA:\ta:";
    let ran = uri(&["compare", "--pairs"], pairs);
    assert_snapshot!(ran.stdout, @"
    scheme
    string
    different
    case
    ");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));

    let ran = uri(&["compare", "--pairs", "a:\ta:", "-", "b:\tB:"], "a:\ta:%61\na:%61\ta:a\n");
    assert_eq!(ran.stdout, "string\ndifferent\npercent\ncase\n");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
}

#[test]
fn finds_the_faults_of_both() {
    let ran = uri(&["compare", "http://a b", "http://[::1"], "");
    assert_snapshot!(ran.stderr, @"
    error: in the first: unexpected ' ' in the host at byte 8
     |
     | http://a b
     |         ^ host
     |
     = help: remove it
    error: in the second: the host ends too early at byte 11
     |
     | http://[::1
     |            ^ host
     |
     = help: expected a hexadecimal digit, `.`, `:` or `]`; an IP literal is closed by `]`
    ");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 1));

    let ran = uri(&["compare", "--format", "json", "a b", "c"], "");
    assert_snapshot!(ran.stdout, @r#"{"input":"a b","error":{"part":"first","component":"path","offset":1,"column":2,"found":" ","message":"in the first: unexpected ' ' in the path at byte 1","help":"percent-encode it as `%20`"}}"#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));

    let ran = uri(&["compare", "--format", "json", "a b", "a b"], "");
    let parts = ran.stdout.lines().map(|line| ["first", "second"].map(|part| line.contains(part)));
    assert!(parts.eq([[true, false], [false, true]]), "{}", ran.stdout);
}

#[test]
fn tells_which_of_a_pair_is_to_blame() {
    let pairs = "a b\tc\na\tb c\na\nA:\ta:\na\tb\tc\n";
    let ran = uri(&["compare", "--pairs"], pairs);
    assert_snapshot!(ran.stderr, @r"
    error: in the first: unexpected ' ' in the path at byte 1
      |
    1 | a b\tc
      |  ^ path
      |
      = help: percent-encode it as `%20`
    error: in the second: unexpected ' ' in the path at byte 3
      |
    2 | a\tb c
      |     ^ path
      |
      = help: percent-encode it as `%20`
    error: the pair ends without a tab
      |
    3 | a
      |  ^ pair
      |
      = help: a pair is two references and a tab between them, and no tab is part of either
    error: the pair has a second tab at byte 3
      |
    5 | a\tb\tc
      |     ^^ pair
      |
      = help: a pair is two references and a tab between them, and no tab is part of either
    ");
    assert_eq!((ran.stdout.as_str(), ran.status), ("case\n", 1));

    let ran = uri(&["compare", "--pairs", "--format", "json"], b"a\tb\xFF\n\xFF\tb\n");
    assert_snapshot!(ran.stdout, @r#"
    {"input":"a\tb�","bytes":"610962ff","error":{"part":"second","component":"URI-reference","offset":3,"column":4,"found":null,"message":"in the second: not UTF-8: 0xFF in the URI-reference at byte 3","help":"percent-encode the byte as `%FF`"}}
    {"input":"�\tb","bytes":"ff0962","error":{"part":"first","component":"URI-reference","offset":0,"column":1,"found":null,"message":"in the first: not UTF-8: 0xFF in the URI-reference at byte 0","help":"percent-encode the byte as `%FF`"}}
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
}

#[rstest]
#[case::none(&[], "two references are compared, not 0")]
#[case::one(&["a"], "two references are compared, not 1")]
#[case::three(&["a", "b", "--", "c"], "two references are compared, not 3")]
#[case::standard_input(&["a", "-"], "standard input is read with '--pairs'")]
fn compares_no_other_number(#[case] values: &[&str], #[case] said: &str) {
    let ran = uri(&[&["compare"], values].concat(), "a\nb\n");
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert!(ran.stderr.contains("uri compare [OPTIONS] <A> <B>"), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}

#[test]
fn what_is_behind_two_dashes_is_compared_as_it_is() {
    let ran = uri(&["compare", "./-", "--", "-"], "a\nb\n");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("different\n", "", 1));
    let ran = uri(&["compare", "--", "-", "-"], "");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("string\n", "", 0));
}

#[test]
fn answers_a_pair_before_the_next_is_asked() {
    let mut child = command(&["compare", "--pairs"]).spawn().unwrap();
    let mut pairs = child.stdin.take().unwrap();
    let mut rungs = BufReader::new(child.stdout.take().unwrap()).lines();
    pairs.write_all(b"a:\tA:\nb:\t").unwrap();
    assert_eq!(rungs.next().unwrap().unwrap(), "case");
    pairs.write_all(b"b:\n").unwrap();
    assert_eq!(rungs.next().unwrap().unwrap(), "string");
    drop(pairs);
    assert!(rungs.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[rstest]
#[case::encoded("%61".repeat(200_000), "a".repeat(200_000), "percent")]
#[case::dots("/a".repeat(200_000), "/./a".repeat(200_000), "path")]
#[case::up("/..".repeat(200_000), "/".to_owned(), "path")]
#[case::at_the_end("a".repeat(200_000) + "b", "a".repeat(200_000) + "c", "different")]
fn a_long_pair_takes_no_longer_than_its_length(#[case] a: String, #[case] b: String, #[case] rung: &str) {
    let ran = uri(&["compare", "--pairs"], format!("x:{a}\tx:{b}\n"));
    assert_eq!((ran.stdout, ran.stderr.as_str()), (format!("{rung}\n"), ""));
}
