//! `uri normalize`: normal forms, on each rung, and each of them once.

use std::io::{BufRead, BufReader, Write};

use insta::assert_snapshot;
use rstest::rstest;

use crate::{command, uri};

#[rstest]
#[case::default(&[], "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D")]
#[case::syntax(&["--rung", "syntax"], "HTTP://www.EXAMPLE.com:80", "http://www.example.com:80")]
#[case::scheme(&["--rung", "scheme"], "HTTP://www.EXAMPLE.com:80", "http://www.example.com/")]
#[case::string(&["--rung", "string"], "HTTP://EX%41mple.com:/%7e/../?", "HTTP://EX%41mple.com:/%7e/../?")]
#[case::case(&["--rung", "case"], "HTTP://EX%41mple.com:/%7e/../?", "http://ex%41mple.com:/%7E/../?")]
#[case::percent(&["--rung", "percent"], "HTTP://EX%41mple.com:/%7e/../?", "http://example.com:/~/../?")]
#[case::by_its_former_name(&["--level", "syntax"], "HTTP://www.EXAMPLE.com:80", "http://www.example.com:80")]
#[case::path(&["--rung", "path"], "HTTP://EX%41mple.com:/%7e/../?", "http://example.com/?")]
#[case::relative(&[], "../%7eA/./?%3f", "../~A/./?%3F")]
#[case::relative_by_scheme(&["--rung", "scheme"], "//A:80", "//a:80")]
#[case::no_address(&["--rung", "scheme"], "http://%31.2.3.4/", "http://%31.2.3.4/")]
#[case::guard(&[], "a:/..//b", "a:/.//b")]
#[case::no_text(&[], "a:%fe%FF%00", "a:%FE%FF%00")]
fn writes_the_normal_form(#[case] options: &[&str], #[case] input: &str, #[case] output: &str) {
    let ran = uri(&[&["normalize", input], options].concat(), "");
    assert_eq!((ran.stdout, ran.stderr.as_str(), ran.status), (format!("{output}\n"), "", 0));
    // It is its own normal form.
    let ran = uri(&[&["normalize"], options].concat(), output);
    assert_eq!((ran.stdout, ran.stderr.as_str(), ran.status), (format!("{output}\n"), "", 0));
}

#[test]
fn answers_arguments_and_lines_in_order() {
    let ran = uri(&["normalize", "A:b", "-", "G:h", "--", "-"], "C:d\n\nE:f\r\n");
    assert_snapshot!(ran.stdout, @"
    a:b
    c:d

    e:f
    g:h
    -
    ");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
}

#[test]
fn answers_in_json() {
    let ran = uri(&["normalize", "--format", "json"], "HTTP://a/%7e?\"\nHTTP://a/%7e?\n%7E\n");
    assert_snapshot!(ran.stdout, @r#"
    {"input":"HTTP://a/%7e?\"","error":{"component":"query","offset":13,"column":14,"found":"\"","message":"unexpected '\"' in the query at byte 13","help":"leave out the `\"` after the URI"}}
    {"input":"HTTP://a/%7e?","output":"http://a/~?"}
    {"input":"%7E","output":"~"}
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
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
      = help: close the IP literal by `]`
    ");
    assert_eq!(ran.status, 1);
}

#[test]
fn leaves_out_what_has_the_normal_form_of_an_earlier_one() {
    let lines = "http://a\nHTTP://A:80/\nhttp://a/b\nhttp://a/%62\nhttp://a/B\nhttp://a/\n";
    let ran = uri(&["normalize", "--unique", "--rung", "scheme"], lines);
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
    {"input":"a:","output":"a:","same_as":{"line":1,"input":"A:","rung":"case"}}
    {"input":"a b","error":{"component":"path","offset":1,"column":2,"found":" ","message":"unexpected ' ' in the path at byte 1","help":"percent-encode the space as `%20`"}}
    {"input":"c","output":"c"}
    {"input":"a:","output":"a:","same_as":{"line":1,"input":"A:","rung":"case"}}
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("2 different, 2 repeated, 2 invalid\n", 1));
}

/// Of which line each that is repeated is a twin, and on which rung.
#[test]
fn tells_what_is_repeated() {
    let lines = "http://a\nHTTP://A:80/\nhttp://a\n://\nhttp://a/%7e\nhttp://a/%7E\nhttp://a/b/../~\n";
    let ran = uri(&["normalize", "--unique", "--rung", "scheme", "--format", "json"], lines);
    let objects: Vec<_> = ran.stdout.lines().filter(|line| !line.contains("error")).collect();
    assert_snapshot!(objects.join("\n"), @r#"
    {"input":"http://a","output":"http://a/"}
    {"input":"HTTP://A:80/","output":"http://a/","same_as":{"line":1,"input":"http://a","rung":"scheme"}}
    {"input":"http://a","output":"http://a/","same_as":{"line":1,"input":"http://a","rung":"string"}}
    {"input":"http://a/%7e","output":"http://a/~"}
    {"input":"http://a/%7E","output":"http://a/~","same_as":{"line":5,"input":"http://a/%7e","rung":"case"}}
    {"input":"http://a/b/../~","output":"http://a/~","same_as":{"line":5,"input":"http://a/%7e","rung":"path"}}
    "#);
    assert_eq!((ran.stdout.lines().count(), ran.status), (7, 1));
    assert_eq!(ran.stderr, "2 different, 4 repeated, 1 invalid\n");

    let ran = uri(&["normalize", "--unique", "--rung", "scheme"], lines);
    assert_eq!(ran.stdout, "http://a/\nhttp://a/~\n");
    assert!(ran.stderr.ends_with("\n2 different, 4 repeated, 1 invalid\n"), "{}", ran.stderr);
}

/// Section 6.1.
#[test]
fn leaves_fragments_out_if_asked() {
    let ran = uri(&["normalize", "--no-fragment"], "http://a#x\n%7E#\nb\n");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("http://a\n~\nb\n", "", 0));
    let lines = "http://a#x\nhttp://a#y\n";
    let ran = uri(&["normalize", "--no-fragment", "--unique", "--format", "json"], lines);
    assert_eq!(
        ran.stdout,
        "{\"input\":\"http://a#x\",\"output\":\"http://a\"}\n{\"input\":\"http://a#y\",\"output\":\"http://a\",\
         \"same_as\":{\"line\":1,\"input\":\"http://a#x\",\"rung\":\"string\"}}\n"
    );
}

#[test]
fn answers_a_line_before_the_next_is_asked() {
    let mut child = command(&["normalize", "--unique"]).spawn().unwrap();
    let mut lines = child.stdin.take().unwrap();
    let mut forms = BufReader::new(child.stdout.take().unwrap()).lines();
    // The third line is begun when the first is answered; the second gets no answer.
    lines.write_all(b"A:b\na:b\nC:").unwrap();
    assert_eq!(forms.next().unwrap().unwrap(), "a:b");
    lines.write_all(b"d\n").unwrap();
    assert_eq!(forms.next().unwrap().unwrap(), "c:d");
    drop(lines);
    assert!(forms.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[rstest]
#[case::up(format!("A:{}", "/..".repeat(200_000)), "a:/")]
#[case::down_and_up(format!("A:/{}b", "a/../".repeat(200_000)), "a:/b")]
#[case::slashes(format!("HTTP://a/b{}", "//..".repeat(200_000)), "http://a/b/")]
fn a_long_path_takes_no_longer_than_its_length(#[case] path: String, #[case] form: &str) {
    let ran = uri(&["normalize", "--rung", "scheme", "--unique"], format!("{path}\n{path}\n"));
    assert_eq!(ran.stdout, format!("{form}\n"));
    assert_eq!((ran.stderr.as_str(), ran.status), ("1 different, 1 repeated\n", 0));
}
