//! `uri resolve`: targets, faults, and the steps of section 5.2.

use std::collections::HashMap;

use insta::assert_snapshot;
use rstest::rstest;
use serde_json::Value;

use crate::uri;

const BASE: &str = "http://a/b/c/d;p?q";

#[test]
fn finds_the_target_of_each_reference() {
    assert_snapshot!(uri(&["resolve", "--base", BASE, "../g", "?y", "-", "#s", "--", "-"], "g\n//g\n").printed(0), @"
    http://a/b/g
    http://a/b/c/d;p?y
    http://a/b/c/g
    http://g
    http://a/b/c/d;p?q#s
    http://a/b/c/-
    ");
}

#[test]
fn finds_the_targets_of_pairs() {
    let pairs = "http://a/b/c/d;p?q\t../../../g\nf:/a\t.//g\nzz:abc\tfoo/../bar\n";
    assert_snapshot!(uri(&["resolve", "--pairs"], pairs).printed(0), @"
    http://a/g
    f:/.//g
    zz:/bar
    ");
}

#[test]
fn answers_in_json() {
    let ran = uri(&["resolve", "--base", "http://a/b#f", "--format", "json", "c?\"#", ""], "");
    assert_eq!(ran.status, 1);
    assert_snapshot!(ran.stdout, @r##"
    {"input":"c?\"#","error":{"component":"query","offset":2,"column":3,"found":"\"","message":"unexpected '\"' in the query at byte 2","help":"percent-encode `\"` as `%22`"}}
    {"base":"http://a/b#f","reference":"","target":"http://a/b"}
    "##);

    assert_snapshot!(uri(&["resolve", "--pairs", "--format", "json"], "http://a/b\tc\nurn:a?b\t#\n").printed(0), @r##"
    {"base":"http://a/b","reference":"c","target":"http://a/c"}
    {"base":"urn:a?b","reference":"#","target":"urn:a?b#"}
    "##);
}

#[rstest]
#[case::strict(&[], "http:g", "http:g\n")]
#[case::lenient(&["--lenient"], "HTTP:g", "http://a/b/c/g\n")]
#[case::unchecked(&[], "../../../g", "http://a/g\n")]
#[case::checked_without_a_fault(&["--deny-above-root"], "../../g", "http://a/g\n")]
#[case::no_guard_needed(&["--deny-guard"], ".//g", "http://a/b/c//g\n")]
#[case::draft_query(&["--draft-1996"], "?y", "http://a/b/c/?y\n")]
#[case::draft_levels(&["--draft-1996"], "../../../g", "http://a/../g\n")]
#[case::draft_and_lenient(&["--draft-1996", "--lenient"], "http:g", "http://a/b/c/g\n")]
fn has_options(#[case] options: &[&str], #[case] reference: &str, #[case] target: &str) {
    assert_eq!(uri(&[&["resolve", "--base", BASE, reference], options].concat(), "").printed(0), target);
}

#[test]
fn says_why_there_is_no_target() {
    let ran =
        uri(&["resolve", "--base", "http://a/b/c", "--deny-above-root", "../../x", "//g/../..", "x"], "");
    assert_snapshot!(ran.stderr, @r"
    error: the path has 1 `..` more than there are levels above it
     |
     | ../../x
     |    ^ path
     |
     = help: without `--deny-above-root` they are dropped
    error: the path has 2 `..` more than there are levels above it
     |
     | //g/../..
     |     ^ path
     |
     = help: without `--deny-above-root` they are dropped
    ");
    assert_eq!((ran.stdout.as_str(), ran.status), ("http://a/b/x\n", 1));

    let pairs = "f:/a\t.//g\nf://a\t.//g\n";
    assert_snapshot!(uri(&["resolve", "--pairs", "--deny-guard", "--format", "json"], pairs).printed(1), @r#"
    {"input":"f:/a\t.//g","error":{"part":"reference","component":"path","offset":5,"column":6,"found":".","message":"in the reference: without an authority, a path cannot begin with `//`","help":"without `--deny-guard`, `/.` is written before the path"}}
    {"base":"f://a","reference":".//g","target":"f://a//g"}
    "#);
}

#[test]
fn reports_the_base_for_what_its_path_does_alone() {
    let arguments = ["resolve", "--base", "http://a/../b", "--deny-above-root", "g", "../g", "/h", "-"];
    let ran = uri(&arguments, "?y\n./x\n");
    assert_snapshot!(ran.stderr, @r"
    error: in the base: the path has 1 `..` more than there are levels above it
     |
     | http://a/../b
     |          ^ path
     |
     = help: without `--deny-above-root` they are dropped
     = note: so `g` has no answer
    error: in the base: the path has 1 `..` more than there are levels above it
     |
     | http://a/../b
     |          ^ path
     |
     = help: without `--deny-above-root` they are dropped
     = note: so `../g` has no answer
    error: in the base: the path has 1 `..` more than there are levels above it
     |
     | http://a/../b
     |          ^ path
     |
     = help: without `--deny-above-root` they are dropped
     = note: so `./x` in line 2 has no answer
    ");
    assert_eq!((ran.stdout.as_str(), ran.status), ("http://a/h\nhttp://a/../b?y\n", 1));

    let ran = uri(&["resolve", "--base", "f:/.//a", "--deny-guard", "--format", "json"], "h\n/.//i\n");
    assert_snapshot!(ran.stdout, @r#"
    {"input":"h","error":{"part":"base","component":"path","offset":2,"column":3,"found":"/","message":"in the base: without an authority, a path cannot begin with `//`","help":"without `--deny-guard`, `/.` is written before the path"}}
    {"input":"/.//i","error":{"component":"path","offset":0,"column":1,"found":"/","message":"without an authority, a path cannot begin with `//`","help":"without `--deny-guard`, `/.` is written before the path"}}
    "#);
    let pairs = "f:/.//a\th\nhttp://a/../../b\t../../c\nhttp://a/../b\t/../c\nhttp://a/../b\thttp:c\n";
    let ran = uri(&["resolve", "--pairs", "--deny-guard", "--deny-above-root"], pairs);
    assert_snapshot!(ran.stderr, @r"
    error: in the base: without an authority, a path cannot begin with `//`
      |
    1 | f:/.//a\th
      |   ^ path
      |
      = help: without `--deny-guard`, `/.` is written before the path
    error: in the base: the path has 2 `..` more than there are levels above it
      |
    2 | http://a/../../b\t../../c
      |          ^ path
      |
      = help: without `--deny-above-root` they are dropped
    error: in the reference: the path has 1 `..` more than there are levels above it
      |
    3 | http://a/../b\t/../c
      |                 ^ path
      |
      = help: without `--deny-above-root` they are dropped
    ");
    assert_eq!((ran.stdout.as_str(), ran.status), ("http:c\n", 1));
    let ran = uri(&["resolve", "--pairs", "--lenient", "--deny-above-root"], "http://a/../b\thttp:../c\n");
    assert!(ran.stderr.starts_with("error: in the base: the path has 1 `..` more"), "{}", ran.stderr);
}

#[test]
fn the_bytes_of_a_pair_that_is_not_utf_8_are_given_back() {
    let stdout = uri(&["resolve", "--pairs", "--format", "json"], b"a\xFFb\n").printed(1);
    assert!(stdout.contains(r#""bytes":"61ff62","error":{"component":"pair""#), "{}", stdout);
}

#[test]
fn an_invalid_line_in_text_leaves_standard_output_alone() {
    let ran = uri(&["resolve", "--base", BASE], "g\nx y\n../g\n");
    assert_snapshot!(ran.stdout, @"
    http://a/b/c/g
    http://a/b/g
    ");
    assert_snapshot!(ran.stderr, @"
    error: unexpected ' ' in the path at byte 1
      |
    2 | x y
      |  ^ path
      |
      = help: percent-encode the space as `%20`
    ");
    assert_eq!(ran.status, 1);
}

#[test]
fn tells_which_of_a_pair_is_reported() {
    let pairs = "http://a b/\tc\nhttp://a/\tc d\n";
    assert_snapshot!(uri(&["resolve", "--pairs"], pairs).said(1), @r"
    error: in the base: unexpected ' ' in the host at byte 8
      |
    1 | http://a b/\tc
      |         ^ host
      |
      = help: remove it
    error: in the reference: unexpected ' ' in the path at byte 11
      |
    2 | http://a/\tc d
      |             ^ path
      |
      = help: percent-encode it as `%20`
    ");

    assert_snapshot!(uri(&["resolve", "--pairs", "--format", "json"], pairs).printed(1), @r#"
    {"input":"http://a b/\tc","error":{"part":"base","component":"host","offset":8,"column":9,"found":" ","message":"in the base: unexpected ' ' in the host at byte 8","help":"remove it"}}
    {"input":"http://a/\tc d","error":{"part":"reference","component":"path","offset":11,"column":12,"found":" ","message":"in the reference: unexpected ' ' in the path at byte 11","help":"percent-encode it as `%20`"}}
    "#);
}

#[test]
fn tells_what_a_pair_is() {
    let ran = uri(&["resolve", "--pairs"], "http://a/b\n\na:\tb\tc\na:\tb\n");
    assert_snapshot!(ran.stderr, @r"
    error: the pair ends without a tab
      |
    1 | http://a/b
      |           ^ pair
      |
      = help: a pair is a base, a tab and a reference, and no tab is part of either
    error: the pair ends without a tab
      |
    2 |
      | ^ pair
      |
      = help: a pair is a base, a tab and a reference, and no tab is part of either
    error: the pair has a second tab at byte 4
      |
    3 | a:\tb\tc
      |      ^^ pair
      |
      = help: a pair is a base, a tab and a reference, and no tab is part of either
    ");
    assert_eq!((ran.stdout.as_str(), ran.status), ("a:b\n", 1));
}

#[rstest]
#[case::after_the_tab(
    b"a:\tb\xFF\n",
    r#""bytes":"613a0962ff","error":{"part":"reference","component":"URI-reference","offset":4"#
)]
#[case::before_the_tab(
    b"a:\xFF\tb\n",
    r#""bytes":"613aff0962","error":{"part":"base","component":"URI-reference","offset":2"#
)]
#[case::cut_off_by_the_tab(
    b"a:\xE6\xBC\tb\n",
    r#""bytes":"613ae6bc0962","error":{"part":"base","component":"URI-reference","offset":2"#
)]
#[case::nul(b"a:\tb\0\n", r#""part":"reference","component":"path","offset":4,"column":5,"found":"\u0000""#)]
#[case::lone_cr(b"a:\r\tb\n", r#""part":"base","component":"path","offset":2,"column":3,"found":"\r""#)]
fn reports_the_bytes_of_a_pair(#[case] pair: &[u8], #[case] said: &str) {
    let ran = uri(&["resolve", "--pairs", "--format", "json"], pair);
    assert!(ran.stdout.contains(said), "{}", ran.stdout);
    assert_eq!((ran.stdout.lines().count(), ran.status), (1, 1));
}

#[rstest]
#[case::invalid("http://[::1", "in the base: the host ends too early at byte 11")]
#[case::control("a\u{7f}", "in the base: unexpected '\\u{7f}' in the path at byte 1")]
fn does_nothing_without_a_base(
    #[case] base: &str,
    #[case] said: &str,
    #[values("text", "json")] format: &str,
) {
    let stderr = uri(&["resolve", "--format", format, "--base", base, "g"], "g\n").said(2);
    assert!(stderr.starts_with(&format!("error: {said}\n")), "{}", stderr);
}

/// Section 5.2 and the draft of 1996 have no steps for a relative base.
#[rstest]
fn steps_need_a_base_uri(
    #[values("--steps", "--draft-1996")] option: &str,
    #[values("//a/b", "", "-")] base: &str,
) {
    let stderr = uri(&["resolve", option, "--base", base, "g"], "").said(2);
    assert!(stderr.starts_with("error: in the base: the scheme is missing\n"), "{}", stderr);
}

#[rstest]
#[case::directory("/static/", "admin/x", "/static/admin/x")]
#[case::up("../foo", "../bar", "../../bar")]
#[case::first_segment("foo/x", "../bar", "foo/../bar")]
#[case::empty("", "a", "a")]
#[case::network_path("//h", "a", "//h/a")]
#[case::uri("a", "http://h/b/../c", "http://h/c")]
fn joins_with_a_relative_base(#[case] base: &str, #[case] reference: &str, #[case] joined: &str) {
    let line = format!("{joined}\n");
    assert_eq!(uri(&["resolve", "--base", base, reference], "").printed(0), line.as_str());
    assert_eq!(uri(&["resolve", "--pairs"], format!("{base}\t{reference}")).printed(0), line.as_str());
    let json = format!(r#"{{"base":"{base}","reference":"{reference}","target":"{joined}"}}"#);
    assert_eq!(uri(&["resolve", "--format", "json", "--base", base, reference], "").printed(0), json + "\n");
}

#[test]
fn says_why_there_is_no_join() {
    let options = ["resolve", "--lenient", "--deny-above-root", "--deny-guard", "--base"];
    assert_snapshot!(uri(&[&options[..], &["/a", "../c", ".//c", "http:c"]].concat(), "").said(1), @"
    error: the path has 1 `..` more than there are levels above it
     |
     | ../c
     | ^ path
     |
     = help: without `--deny-above-root` they are dropped
    error: without an authority, a path cannot begin with `//`
     |
     | .//c
     | ^ path
     |
     = help: without `--deny-guard`, `/.` is written before the path
    error: no reference has the targets of both: the scheme is ignored for some base URIs
     |
     | http:c
     | ^ scheme
     |
     = help: remove the scheme, or leave out `--lenient`
    ");
}

#[test]
fn underlines_the_fault_of_the_base() {
    let ran = uri(&["resolve", "--base", "http://a:8x/", "g"], "");
    assert_snapshot!(ran.stderr, @"
    error: in the base: unexpected 'x' in the port at byte 10
     |
     | http://a:8x/
     |           ^ port
     |
     = help: expected a digit, or the end of the port
    ");
}

#[cfg(unix)]
#[test]
fn a_base_that_is_not_utf_8_is_invalid() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let mut command = crate::command(&["resolve", "--base"]);
    command.arg(OsStr::from_bytes(b"a:\xFF"));
    let stderr = crate::run(command, b"g\n").said(2);
    assert!(stderr.starts_with("error: in the base: not UTF-8: 0xFF in the URI-reference at byte 2\n"));
}

#[rstest]
#[case::nothing("", "")]
#[case::an_empty_line("\n", "http://a/b\n")]
#[case::empty_lines("g\n\n\nh\n", "http://a/g\nhttp://a/b\nhttp://a/b\nhttp://a/h\n")]
#[case::no_ending("g\nh", "http://a/g\nhttp://a/h\n")]
#[case::crlf("g\r\n\r\nh\r\n", "http://a/g\nhttp://a/b\nhttp://a/h\n")]
#[case::byte_order_mark("\u{feff}g\n", "http://a/g\n")]
fn an_empty_line_is_the_empty_reference(#[case] lines: &str, #[case] targets: &str) {
    assert_eq!(uri(&["resolve", "--base", "http://a/b#c"], lines).printed(0), targets);

    let pairs: String = lines.split_inclusive('\n').map(|line| format!("http://a/b\t{line}")).collect();
    assert_eq!(uri(&["resolve", "--pairs"], pairs.replace('\u{feff}', "")).printed(0), targets);
}

#[rstest]
#[case::segments("/a".repeat(200_000), "/a".repeat(200_000))]
#[case::up("../".repeat(200_000), "/".to_owned())]
#[case::down_and_up("a/../".repeat(200_000), "/b/".to_owned())]
#[case::here(format!("/b{}", "/.".repeat(200_000)), "/b/".to_owned())]
#[case::slashes(format!("/b{}", "//..".repeat(200_000)), "/b/".to_owned())]
fn a_long_path_takes_no_longer_than_its_length(#[case] path: String, #[case] target: String) {
    let stdout = uri(&["resolve", "--pairs"], format!("http://a/b/c\t{path}\n")).printed(0);
    assert!(stdout == format!("http://a{target}\n"), "{:.100}", stdout);
}

// `uri resolve --steps`: the lines of the pseudocode lead to the target.

/// The references of section 5.4. `tests/library/section_5_4.rs` tests their targets.
const SECTION_5_4: &[&str] = &[
    "g:h",
    "g",
    "./g",
    "g/",
    "/g",
    "//g",
    "?y",
    "g?y",
    "#s",
    "g#s",
    "g?y#s",
    ";x",
    "g;x",
    "g;x?y#s",
    "",
    ".",
    "./",
    "..",
    "../",
    "../g",
    "../..",
    "../../",
    "../../g",
    "../../../g",
    "../../../../g",
    "/./g",
    "/../g",
    "g.",
    ".g",
    "g..",
    "..g",
    "./../g",
    "./g/.",
    "g/./h",
    "g/../h",
    "g;x=1/./y",
    "g;x=1/../y",
    "g?y/./x",
    "g?y/../x",
    "g#s/./x",
    "g#s/../x",
    "http:g",
];

/// Returns the target recomposed from the components that the steps set, and checks that it is the target of
/// the answer.
fn follow(answer: &str) -> String {
    let answer: Value = serde_json::from_str(answer).unwrap();
    let mut set = HashMap::new();
    for step in answer["steps"].as_array().unwrap() {
        for (name, value) in step["sets"].as_object().unwrap() {
            set.insert(name.as_str(), value.as_str());
        }
    }
    let part = |name: &str, delimiter: &str| match set[name] {
        Some(part) => format!("{delimiter}{part}"),
        None => String::new(),
    };
    let target = format!(
        "{}:{}{}{}{}",
        set["scheme"].unwrap(),
        part("authority", "//"),
        set["path"].unwrap(),
        part("query", "?"),
        part("fragment", "#")
    );
    assert_eq!(target, answer["target"], "{answer}");
    target
}

/// Follows the steps of all pairs, and returns the number of pairs.
fn follow_all(options: &[&str], pairs: &str) -> usize {
    let stdout =
        uri(&[&["resolve", "--pairs", "--steps", "--format", "json"], options].concat(), pairs).printed(0);
    assert_eq!(stdout.lines().count(), pairs.lines().count());
    stdout.lines().map(follow).count()
}

#[test]
fn steps_follow_the_target() {
    assert_snapshot!(uri(&["resolve", "--steps", "--base", "http://a/b/c/d;p?q", "../g", "//g?y"], "").printed(0), @r#"
    http://a/b/g
    5.2.2  if ((not strict) and (R.scheme == Base.scheme)) then                              no
    5.2.2  if defined(R.scheme) then                                                         no
    5.2.2    if defined(R.authority) then                                                    no
    5.2.2      if (R.path == "") then                                                        no
    5.2.2        if (R.path starts-with "/") then                                            no
    5.2.2          T.path = merge(Base.path, R.path);                                        path = "/b/c/../g"
    5.2.3            if defined(Base.authority) and (Base.path == "") then                   no
    5.2.3              Base.path without what is after its last "/", and R.path after it     path = "/b/c/../g"
    5.2.2          T.path = remove_dot_segments(T.path);                                     path = "/b/g"
    5.2.4            1. the input is the path                                                output = "", input = "/b/c/../g"
    5.2.4            2E. the first segment is moved to the output                            output = "/b", input = "/c/../g"
    5.2.4            2E. the first segment is moved to the output                            output = "/b/c", input = "/../g"
    5.2.4            2C. "/../" or "/.." becomes "/", and the output loses its last segment  output = "/b", input = "/g"
    5.2.4            2E. the first segment is moved to the output                            output = "/b/g", input = ""
    5.2.2        T.query = R.query;                                                          query is undefined
    5.2.2      T.authority = Base.authority;                                                 authority = "a"
    5.2.2    T.scheme = Base.scheme;                                                         scheme = "http"
    5.2.2  T.fragment = R.fragment;                                                          fragment is undefined
    http://g?y
    5.2.2  if ((not strict) and (R.scheme == Base.scheme)) then  no
    5.2.2  if defined(R.scheme) then                             no
    5.2.2    if defined(R.authority) then                        yes
    5.2.2      T.authority = R.authority;                        authority = "g"
    5.2.2      T.path = remove_dot_segments(R.path);             path = ""
    5.2.4        1. the input is the path                        output = "", input = ""
    5.2.2      T.query = R.query;                                query = "y"
    5.2.2    T.scheme = Base.scheme;                             scheme = "http"
    5.2.2  T.fragment = R.fragment;                              fragment is undefined
    "#);
}

#[test]
fn steps_follow_the_target_in_json() {
    let ran = uri(&["resolve", "--steps", "--format", "json", "--base", "a:b", "#c"], "");
    assert_snapshot!(ran.stdout, @r##"{"base":"a:b","reference":"#c","target":"a:b#c","steps":[{"section":"5.2.2","rule":"if ((not strict) and (R.scheme == Base.scheme)) then","depth":0,"holds":false,"sets":{}},{"section":"5.2.2","rule":"if defined(R.scheme) then","depth":0,"holds":false,"sets":{}},{"section":"5.2.2","rule":"if defined(R.authority) then","depth":1,"holds":false,"sets":{}},{"section":"5.2.2","rule":"if (R.path == \"\") then","depth":2,"holds":true,"sets":{}},{"section":"5.2.2","rule":"T.path = Base.path;","depth":3,"holds":true,"sets":{"path":"b"}},{"section":"5.2.2","rule":"if defined(R.query) then","depth":3,"holds":false,"sets":{}},{"section":"5.2.2","rule":"T.query = Base.query;","depth":4,"holds":true,"sets":{"query":null}},{"section":"5.2.2","rule":"T.authority = Base.authority;","depth":2,"holds":true,"sets":{"authority":null}},{"section":"5.2.2","rule":"T.scheme = Base.scheme;","depth":1,"holds":true,"sets":{"scheme":"a"}},{"section":"5.2.2","rule":"T.fragment = R.fragment;","depth":0,"holds":true,"sets":{"fragment":"c"}}]}"##);
}

#[test]
fn steps_of_a_path_that_needs_a_guard() {
    let ran = uri(&["resolve", "--steps", "--base", "f:/a", ".//g"], "");
    let guard = r#"3.3  without an authority, a path that begins with "//" is written after "/."       path = "/.//g""#;
    assert_eq!(ran.stdout.lines().last(), Some(guard));
}

#[rstest]
#[case::strict(&[], "no", "http:g")]
#[case::lenient(&["--lenient"], "yes", "http://a/g")]
fn steps_of_a_scheme_that_is_that_of_the_base(
    #[case] options: &[&str],
    #[case] holds: &str,
    #[case] target: &str,
) {
    let ran = uri(&[&["resolve", "--steps", "--base", "http://a/b", "http:g"], options].concat(), "");
    let mut lines = ran.stdout.lines();
    assert_eq!(lines.next(), Some(target));
    let first = lines.next().unwrap();
    assert!(first.starts_with("5.2.2  if ((not strict) and (R.scheme == Base.scheme)) then "), "{first}");
    assert!(first.ends_with(holds), "{first}");
}

#[test]
fn steps_of_a_reference_without_a_target_are_none() {
    let stderr = uri(&["resolve", "--steps", "--deny-above-root", "--base", "a:/b", "../../c"], "").said(1);
    assert!(stderr.starts_with("error: the path has 2 `..` more"), "{}", stderr);
}

#[rstest]
fn steps_lead_to_the_targets_of_section_5_4(#[values(&[], &["--lenient"])] options: &[&str]) {
    let pairs: String =
        SECTION_5_4.iter().map(|reference| format!("http://a/b/c/d;p?q\t{reference}\n")).collect();
    assert_eq!(follow_all(options, &pairs), 42);
}

/// All paths of up to four of these segments, with and without an authority and a query.
#[rstest]
fn steps_lead_to_the_target_of_each_small_path(#[values("a:", "a://h")] before: &str
) {
    const SEGMENTS: [&str; 4] = ["", ".", "..", "g"];
    let mut paths = vec![String::new()];
    let mut longest = paths.clone();
    for _ in 0..4 {
        longest =
            longest.iter().flat_map(|path| SEGMENTS.map(|segment| format!("{path}/{segment}"))).collect();
        paths.extend(longest.clone());
    }
    let rootless =
        paths.iter().filter(|path| !path.starts_with("//")).map(|path| path.trim_start_matches('/'));
    let references: Vec<&str> = paths.iter().map(String::as_str).chain(rootless).collect();
    let bases = ["", "/", "/b", "/b/", "/b/../c", "/../b/c", "/./b", "/b//c"];
    let pair = |base: &&str, reference: &&str| format!("{before}{base}?q\t{reference}\n");
    let pairs = bases.iter().flat_map(|base| references.iter().map(move |reference| pair(base, reference)));
    assert!(follow_all(&[], &pairs.collect::<String>()) > 4000);
}

#[rstest]
fn steps_lead_to_the_target_of_random_references(
    #[values("1", "2")] seed: &str,
    #[values(&[], &["--lenient"])] options: &[&str],
) {
    let sample = |rule| uri(&["grammar", "sample", "--rule", rule, "-n", "1000", "--seed", seed], "").stdout;
    let (bases, references) = (sample("URI"), sample("URI-reference"));
    let pairs =
        bases.lines().zip(references.lines()).map(|(base, reference)| format!("{base}\t{reference}\n"));
    assert_eq!(follow_all(options, &pairs.collect::<String>()), 1000);
}

/// Each step repeats the rest of the path, so the steps of a long path are not all recorded.
#[test]
fn steps_of_a_long_path_are_summed_up() {
    let reference = "x/../".repeat(100_000);
    let ran = uri(&["resolve", "--steps", "--format", "json", "--pairs"], format!("http://h\t{reference}\n"));
    assert!(ran.stdout.len() < 5 * reference.len(), "{}", ran.stdout.len());
    assert!(ran.stdout.contains("2. 200001 more times, until the input is empty"));
    assert_eq!(follow(&ran.stdout), "http://h/");

    let reference = "x/".repeat(200);
    let ran = uri(&["resolve", "--steps", "--format", "json", "--pairs"], format!("http://h\t{reference}\n"));
    let (listed, left_out) = (ran.stdout.matches(r#""rule":"2E."#).count(), "2. 39 more times");
    assert_eq!((listed, ran.stdout.contains(left_out)), (162, true));
}
