//! `uri normalize`: normal forms at each level; and `uri compare`: the first level at which two references are equal.

use insta::assert_snapshot;
use rstest::rstest;

use crate::uri;

#[rstest]
#[case::default(&[], "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D")]
#[case::syntax(&["--level", "syntax"], "HTTP://www.EXAMPLE.com:80", "http://www.example.com:80")]
#[case::scheme(&["--level", "scheme"], "HTTP://www.EXAMPLE.com:80", "http://www.example.com/")]
#[case::string(&["--level", "string"], "HTTP://EX%41mple.com:/%7e/../?", "HTTP://EX%41mple.com:/%7e/../?")]
#[case::case(&["--level", "case"], "HTTP://EX%41mple.com:/%7e/../?", "http://ex%41mple.com:/%7E/../?")]
#[case::percent(&["--level", "percent"], "HTTP://EX%41mple.com:/%7e/../?", "http://example.com:/~/../?")]
#[case::by_its_former_name(&["--level", "syntax"], "HTTP://www.EXAMPLE.com:80", "http://www.example.com:80")]
#[case::path(&["--level", "path"], "HTTP://EX%41mple.com:/%7e/../?", "http://example.com/?")]
#[case::relative(&[], "../%7eA/./?%3f", "../~A/./?%3F")]
#[case::relative_by_scheme(&["--level", "scheme"], "//A:80", "//a:80")]
#[case::address(&["--level", "scheme"], "http://%31.2.3.4/", "http://1.2.3.4/")]
#[case::guard(&[], "a:/..//b", "a:/.//b")]
#[case::no_text(&[], "a:%fe%FF%00", "a:%FE%FF%00")]
fn writes_the_normal_form(#[case] options: &[&str], #[case] input: &str, #[case] output: &str) {
    assert_eq!(uri(&[&["normalize", input], options].concat(), "").printed(0), format!("{output}\n"));
    // A normal form is its own normal form.
    assert_eq!(uri(&[&["normalize"], options].concat(), output).printed(0), format!("{output}\n"));
}

#[rstest]
#[case::sort(&["--sort-query"], "?b=2&a=1&b=1&%61=0", "?a=1&a=0&b=2&b=1")]
#[case::sort_no_query(&["--sort-query"], "x#b&a", "x#b&a")]
#[case::drop(&["--drop-query", "utm_*", "--drop-query", "b"], "http://h/?utm_source=x&b&c#f", "http://h/?c#f")]
#[case::drop_by_data(&["--drop-query", "a b"], "?a%20b=1&a+b=2", "?a+b=2")]
#[case::drop_all(&["--drop-query", "*"], "x?a&b#f", "x#f")]
#[case::drop_a_star(&["--drop-query", "\\*"], "?*=1&a", "?a")]
#[case::keep(&["--keep-query", "id", "--keep-query", "p*"], "?id=1&page=2&x&ID", "?id=1&page=2")]
#[case::keep_and_drop(&["--keep-query", "a*", "--drop-query", "*b"], "?a&ab&b", "?a")]
#[case::tracking(&["--drop-tracking"], "?utm_source=m&id=7&fbclid=x&gclid&mc_eid=1&ref=2", "?id=7&ref=2")]
#[case::an_empty_query_stays(&["--drop-query", "*", "--sort-query"], "x?", "x?")]
#[case::fragment(&["--drop-fragment"], "x?a#b", "x?a")]
#[case::semicolons(&["--query-separator", ";", "--sort-query", "--drop-query", "c"], "?b=1&2;a;c", "?a;b=1&2")]
#[case::by_scheme(&["--level", "scheme", "--drop-tracking"], "HTTP://h:80?utm_id=1", "http://h/")]
fn leaves_out_and_sorts_pairs(#[case] options: &[&str], #[case] input: &str, #[case] output: &str) {
    assert_eq!(uri(&[&["normalize", input], options].concat(), "").printed(0), format!("{output}\n"));
    assert_eq!(uri(&[&["normalize", output], options].concat(), "").printed(0), format!("{output}\n"));
}

#[test]
fn compares_what_is_left_of_queries() {
    let ran = uri(
        &["normalize", "--unique", "--sort-query", "--drop-tracking", "--format", "json"],
        "http://h/?b&a&utm_id=1\nHTTP://h/?a&b\nhttp://h/?a&b\n",
    );
    assert_snapshot!(ran.stdout, @r#"
    {"input":"http://h/?b&a&utm_id=1","output":"http://h/?a&b"}
    {"input":"HTTP://h/?a&b","output":"http://h/?a&b","same_as":{"line":1,"input":"http://h/?b&a&utm_id=1","level":"case"}}
    {"input":"http://h/?a&b","output":"http://h/?a&b","same_as":{"line":1,"input":"http://h/?b&a&utm_id=1","level":"string"}}
    "#);
}

#[test]
fn answers_arguments_and_lines_in_order() {
    assert_snapshot!(uri(&["normalize", "A:b", "-", "G:h", "--", "-"], "C:d\n\nE:f\r\n").printed(0), @"
    a:b
    c:d

    e:f
    g:h
    -
    ");
}

#[test]
fn answers_in_json() {
    assert_snapshot!(uri(&["normalize", "--format", "json"], "HTTP://a/%7e?\"\nHTTP://a/%7e?\n%7E\n").printed(1), @r#"
    {"input":"HTTP://a/%7e?\"","error":{"component":"query","offset":13,"column":14,"found":"\"","message":"unexpected '\"' in the query at byte 13","help":"leave out the `\"` after the URI"}}
    {"input":"HTTP://a/%7e?","output":"http://a/~?"}
    {"input":"%7E","output":"~"}
    "#);
}

#[test]
fn an_invalid_line_in_text_leaves_standard_output_alone() {
    let ran = uri(&["normalize"], "A:b\nHTTP://[::1\nC:d\n");
    assert_snapshot!(ran.stdout, @"
    a:b
    c:d
    ");
    assert_snapshot!(ran.stderr, @"
    error: the host ends too early at byte 11
      |
    2 | HTTP://[::1
      |            ^ host
      |
      = help: close the IP literal with `]`
    ");
    assert_eq!(ran.status, 1);
}

#[test]
fn leaves_out_what_has_the_normal_form_of_an_earlier_one() {
    let lines = "http://a\nHTTP://A:80/\nhttp://a/b\nhttp://a/%62\nhttp://a/B\nhttp://a/\n";
    let ran = uri(&["normalize", "--unique", "--level", "scheme"], lines);
    assert_snapshot!(ran.stdout, @"
    http://a/
    http://a/b
    http://a/B
    ");
    assert_eq!((ran.stderr.as_str(), ran.status), ("3 different, 3 repeated\n", 0));

    let ran = uri(&["normalize", "--unique"], lines);
    assert_eq!((ran.stdout.lines().count(), ran.stderr.as_str()), (5, "5 different, 1 repeated\n"));
    let ran = uri(&["normalize"], lines);
    assert_eq!((ran.stdout.lines().count(), ran.stderr.as_str()), (6, ""));
}

#[test]
fn finds_each_fault_again_where_repetitions_are_left_out() {
    let ran = uri(&["normalize", "--unique", "--format", "json", "A:", "a b", "-", "a:"], "a:\na b\nc\n");
    assert_snapshot!(ran.stdout, @r#"
    {"input":"A:","output":"a:"}
    {"input":"a b","error":{"component":"path","offset":1,"column":2,"found":" ","message":"unexpected ' ' in the path at byte 1","help":"percent-encode the space as `%20`"}}
    {"input":"a:","output":"a:","same_as":{"line":1,"input":"A:","level":"case"}}
    {"input":"a b","error":{"component":"path","offset":1,"column":2,"found":" ","message":"unexpected ' ' in the path at byte 1","help":"percent-encode the space as `%20`"}}
    {"input":"c","output":"c"}
    {"input":"a:","output":"a:","same_as":{"line":1,"input":"A:","level":"case"}}
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("2 different, 2 repeated, 2 invalid\n", 1));
}

/// For each repeated line, JSON names the earlier line and the level at which the two are equal.
#[test]
fn tells_what_is_repeated() {
    let lines = "http://a\nHTTP://A:80/\nhttp://a\n://\nhttp://a/%7e\nhttp://a/%7E\nhttp://a/b/../~\n";
    let ran = uri(&["normalize", "--unique", "--level", "scheme", "--format", "json"], lines);
    let objects: Vec<_> = ran.stdout.lines().filter(|line| !line.contains("error")).collect();
    assert_snapshot!(objects.join("\n"), @r#"
    {"input":"http://a","output":"http://a/"}
    {"input":"HTTP://A:80/","output":"http://a/","same_as":{"line":1,"input":"http://a","level":"scheme"}}
    {"input":"http://a","output":"http://a/","same_as":{"line":1,"input":"http://a","level":"string"}}
    {"input":"http://a/%7e","output":"http://a/~"}
    {"input":"http://a/%7E","output":"http://a/~","same_as":{"line":5,"input":"http://a/%7e","level":"case"}}
    {"input":"http://a/b/../~","output":"http://a/~","same_as":{"line":5,"input":"http://a/%7e","level":"path"}}
    "#);
    assert_eq!((ran.stdout.lines().count(), ran.status), (7, 1));
    assert_eq!(ran.stderr, "2 different, 4 repeated, 1 invalid\n");

    let ran = uri(&["normalize", "--unique", "--level", "scheme"], lines);
    assert_eq!(ran.stdout, "http://a/\nhttp://a/~\n");
    assert!(ran.stderr.ends_with("\n2 different, 4 repeated, 1 invalid\n"), "{}", ran.stderr);
}

/// Section 6.1.
#[test]
fn leaves_fragments_out_if_asked() {
    assert_eq!(uri(&["normalize", "--no-fragment"], "http://a#x\n%7E#\nb\n").printed(0), "http://a\n~\nb\n");
    let lines = "http://a#x\nhttp://a#y\n";
    let ran = uri(&["normalize", "--no-fragment", "--unique", "--format", "json"], lines);
    assert_eq!(
        ran.stdout,
        "{\"input\":\"http://a#x\",\"output\":\"http://a\"}\n{\"input\":\"http://a#y\",\"output\":\"http://a\",\
         \"same_as\":{\"line\":1,\"input\":\"http://a#x\",\"level\":\"string\"}}\n"
    );
}

#[rstest]
#[case::up(format!("A:{}", "/..".repeat(200_000)), "a:/")]
#[case::down_and_up(format!("A:/{}b", "a/../".repeat(200_000)), "a:/b")]
#[case::slashes(format!("HTTP://a/b{}", "//..".repeat(200_000)), "http://a/b/")]
fn a_long_path_takes_no_longer_than_its_length(#[case] path: String, #[case] form: &str) {
    let ran = uri(&["normalize", "--level", "scheme", "--unique"], format!("{path}\n{path}\n"));
    assert_eq!(ran.stdout, format!("{form}\n"));
    assert_eq!((ran.stderr.as_str(), ran.status), ("1 different, 1 repeated\n", 0));
}

// `uri compare`: the first level at which two references are equal.

#[rstest]
#[case("http://a", "http://a", "string")]
#[case("", "", "string")]
#[case("HTTP://a/%7e", "http://A/%7E", "case")]
#[case("http://a/~", "http://a/%7E", "percent")]
#[case("example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "path")]
#[case("http://example.com", "http://example.com:80/", "scheme")]
#[case("http://example.com", "http://example.com:8080/", "different")]
#[case("http://example.com/", "http://example.com/?", "different")]
#[case("a/b", "a/./b", "different")]
#[case("a", "http://a/a", "different")]
#[case("--", "--pairs", "different")]
fn names_the_first_level(#[case] a: &str, #[case] b: &str, #[case] level: &str) {
    let status = i32::from(level == "different");
    for (a, b) in [(a, b), (b, a)] {
        assert_eq!(uri(&["compare", "--", a, b], "").printed(status), format!("{level}\n"));
        let ran = uri(&["compare", "--format", "json", "--pairs"], format!("{a}\t{b}\n"));
        let answer = format!("{{\"a\":\"{a}\",\"b\":\"{b}\",\"level\":\"{level}\"}}\n");
        assert_eq!((ran.stdout, ran.stderr.as_str(), ran.status), (answer, "", status));
    }
}

/// Section 6.1.
#[test]
fn compare_leaves_fragments_out_if_asked() {
    assert_eq!(uri(&["compare", "--no-fragment", "http://a#x", "http://a#y"], "").printed(0), "string\n");
    assert_eq!(
        uri(&["compare", "--no-fragment", "--pairs"], "urn:a:b#c\tURN:a:b\na#b\tb#b\n").printed(1),
        "case\ndifferent\n"
    );
}

#[test]
fn compares_pairs() {
    let pairs = "http://a\thttp://a/\n\t\r\na:\tb:\nA:\ta:";
    assert_snapshot!(uri(&["compare", "--pairs"], pairs).printed(1), @"
    scheme
    string
    different
    case
    ");

    let stdout = uri(&["compare", "--pairs", "a:\ta:", "-", "b:\tB:"], "a:\ta:%61\na:%61\ta:a\n").printed(1);
    assert_eq!(stdout, "string\ndifferent\npercent\ncase\n");
}

#[test]
fn finds_the_faults_of_both() {
    assert_snapshot!(uri(&["compare", "http://a b", "http://[::1"], "").said(1), @"
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

    assert_snapshot!(uri(&["compare", "--format", "json", "a b", "c"], "").printed(1), @r#"{"input":"a b","error":{"part":"first","component":"path","offset":1,"column":2,"found":" ","message":"in the first: unexpected ' ' in the path at byte 1","help":"percent-encode it as `%20`"}}"#);

    let ran = uri(&["compare", "--format", "json", "a b", "a b"], "");
    let parts = ran.stdout.lines().map(|line| ["first", "second"].map(|part| line.contains(part)));
    assert!(parts.eq([[true, false], [false, true]]), "{}", ran.stdout);
}

#[test]
fn tells_which_of_a_pair_is_reported() {
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

    assert_snapshot!(uri(&["compare", "--pairs", "--format", "json"], b"a\tb\xFF\n\xFF\tb\n").printed(1), @r#"
    {"input":"a\tb�","bytes":"610962ff","error":{"part":"second","component":"URI-reference","offset":3,"column":4,"found":null,"message":"in the second: not UTF-8: 0xFF in the URI-reference at byte 3","help":"percent-encode the byte as `%FF`"}}
    {"input":"�\tb","bytes":"ff0962","error":{"part":"first","component":"URI-reference","offset":0,"column":1,"found":null,"message":"in the first: not UTF-8: 0xFF in the URI-reference at byte 0","help":"percent-encode the byte as `%FF`"}}
    "#);
}

#[rstest]
#[case::none(&[], "two references are compared, not 0")]
#[case::one(&["a"], "two references are compared, not 1")]
#[case::three(&["a", "b", "--", "c"], "two references are compared, not 3")]
#[case::standard_input(&["a", "-"], "standard input is read with '--pairs'")]
fn compares_no_other_number(#[case] values: &[&str], #[case] said: &str) {
    let stderr = uri(&[&["compare"], values].concat(), "a\nb\n").said(2);
    assert!(stderr.contains(said), "{}", stderr);
    assert!(stderr.contains("uri compare [OPTIONS] <A> <B>"), "{}", stderr);
}

#[test]
fn what_is_behind_two_dashes_is_compared_as_it_is() {
    assert_eq!(uri(&["compare", "./-", "--", "-"], "a\nb\n").printed(1), "different\n");
    assert_eq!(uri(&["compare", "--", "-", "-"], "").printed(0), "string\n");
}

#[rstest]
#[case::encoded("%61".repeat(200_000), "a".repeat(200_000), "percent")]
#[case::dots("/a".repeat(200_000), "/./a".repeat(200_000), "path")]
#[case::up("/..".repeat(200_000), "/".to_owned(), "path")]
#[case::at_the_end("a".repeat(200_000) + "b", "a".repeat(200_000) + "c", "different")]
fn a_long_pair_takes_no_longer_than_its_length(#[case] a: String, #[case] b: String, #[case] level: &str) {
    let ran = uri(&["compare", "--pairs"], format!("x:{a}\tx:{b}\n"));
    assert_eq!((ran.stdout, ran.stderr.as_str()), (format!("{level}\n"), ""));
}

#[rstest]
#[case::encoded("http://m%C3%BCnchen.de/", "http://münchen.de/", "percent")]
#[case::dns("http://münchen.de/", "http://xn--mnchen-3ya.de/", "scheme")]
#[case::encoded_and_dns("http://M%C3%BCnchen.de/", "http://XN--MNCHEN-3YA.DE/", "scheme")]
#[case::path("http://a/%C3%A9", "http://a/é", "percent")]
#[case::other("http://münchen.de/", "http://munchen.de/", "different")]
fn compares_dns_names(#[case] a: &str, #[case] b: &str, #[case] level: &str) {
    let status = i32::from(level == "different");
    assert_eq!(uri(&["compare", "--idna", a, b], "").printed(status), format!("{level}\n"));
    let pair = format!("{b}\t{a}");
    assert_eq!(uri(&["compare", "--idna", "--pairs"], pair).printed(status), format!("{level}\n"));
}

#[test]
fn without_the_option_the_forms_of_a_dns_name_differ() {
    let ran = uri(&["compare", "http://m%C3%BCnchen.de/", "http://xn--mnchen-3ya.de/"], "");
    assert_eq!(ran.printed(1), "different\n");
}

/// Section 6.1: the fragment does not count for retrieval.
#[rstest]
#[case::of_a_urn("urn:example:a,z", "urn:example:a,z#789")]
#[case::empty("http://a/b", "http://a/b#")]
#[case::at_another_level("http://a:80/b#c", "HTTP://a/b#d")]
fn says_that_only_the_fragments_differ(#[case] a: &str, #[case] b: &str) {
    let ran = uri(&["compare", a, b], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("different\n", 1));
    assert_eq!(ran.stderr, "uri: only the fragments differ; --no-fragment leaves them out\n");
    assert_eq!(uri(&["compare", "--no-fragment", a, b], "").status, 0);
}
