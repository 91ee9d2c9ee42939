//! `uri relativize`: the shortest references that resolve to the targets.

use insta::assert_snapshot;
use rstest::rstest;

use crate::uri;

#[rstest]
#[case("http://a/b", "http://a", "//a")]
#[case("http://a/b/c/d;p?q", "http://a/b/c/g", "g")]
#[case("http://a/b/c/d;p?q", "http://a/b/c/d;p?q#s", "#s")]
#[case("http://a/b/c/d;p?q", "http://a/b/c/d;p?q", "")]
#[case("http://a/b#f", "http://a/b", "")]
#[case("http://a/b", "http://a//x", ".//x")]
#[case("http://a/b/c", "http://a//x", "/.//x")]
#[case("http://a/b/c", "http://a/b/x:y", "./x:y")]
#[case("http://a/b", "urn:g", "urn:g")]
#[case("docs/guide/start", "docs/faq", "../faq")]
#[case("/a/b/c", "/a/d", "/a/d")]
#[case("a", "http://h", "http://h")]
fn finds_the_shortest_reference(#[case] base: &str, #[case] target: &str, #[case] reference: &str) {
    let line = format!("{reference}\n");
    assert_eq!(uri(&["relativize", "--base", base, target], "").printed(0), line.as_str());
    assert_eq!(uri(&["relativize", "--pairs"], format!("{base}\t{target}")).printed(0), line.as_str());
}

#[test]
fn answers_in_json() {
    assert_snapshot!(uri(&["relativize", "--base", "http://a/b", "--format", "json"], "http://a/c\nc\n").printed(1), @r#"
    {"base":"http://a/b","target":"http://a/c","reference":"c"}
    {"input":"c","error":{"component":"scheme","offset":1,"column":2,"found":null,"message":"the scheme is missing","help":"a URI begins with a scheme and a colon, such as `http:`"}}
    "#);
}

#[test]
fn says_why_there_is_no_reference() {
    let ran = uri(&["relativize", "--base", "http://a/b/../c"], "http://a/b/../d\nhttp://a/b/../c?q\n");
    assert_snapshot!(ran.stderr, @"
    error: no reference has this target: resolution would remove the dot segments of its path
      |
    1 | http://a/b/../d
      |            ^ path
      |
      = help: remove them from the target first; normalization does so for a URI
    ");
    assert_eq!((ran.stdout.as_str(), ran.status), ("?q\n", 1));
}

#[test]
fn prefers_relative_paths() {
    let (base, target) = ("http://a/dir_a/foo.html", "http://a/dir_b/bar.html");
    assert_eq!(uri(&["relativize", "--base", base, target], "").printed(0), "/dir_b/bar.html\n");
    let ran = uri(&["relativize", "--path-relative", "--base", base, target], "");
    assert_eq!(ran.printed(0), "../dir_b/bar.html\n");
}

#[test]
fn says_what_a_reference_keeps() {
    let stderr = uri(&["relativize", "--pairs"], "//h/a\t/a\na/b\tc\na\tb/./c\n").said(1).to_string();
    assert_snapshot!(stderr, @r"
    error: in the target: no reference has this target: none can remove the authority of the base
      |
    1 | //h/a\t/a
      |        ^ authority
      |
      = help: resolve both against their base URI first
    error: in the target: no reference has this target: no path leads to it from the path of the base
      |
    2 | a/b\tc
      |      ^ path
      |
      = help: resolve both against their base URI first
    error: in the target: no reference has this target: resolution would remove the dot segments of its path
      |
    3 | a\tb/./c
      |      ^ path
      |
      = help: remove them from the target first; normalization does so for a URI
    ");
}

/// The `.` of a guard is not a dot segment that resolution removes.
#[rstest]
#[case::behind_a_guard("f:/.//../a", 6)]
#[case::guard_behind_a_guard("f:/.//./a", 6)]
#[case::no_guard("f:/./a", 3)]
#[case::after_an_authority("f://h/.//../a", 6)]
#[case::later("f:/%C3%A9/...//..", 15)]
fn underlines_the_first_dot_segment(#[case] target: &str, #[case] offset: usize) {
    let stdout = uri(&["relativize", "--base", "f:/a", "--format", "json", target], "").printed(1);
    let error = format!(r#""component":"path","offset":{offset},"column":{},"found":".""#, offset + 1);
    assert!(stdout.contains(&error), "{}", stdout);
}

#[test]
fn tells_which_of_a_pair_is_reported() {
    assert_snapshot!(uri(&["relativize", "--pairs"], "a: b\tc:d\na:b\tc d\na:b\n").said(1), @r"
    error: in the base: unexpected ' ' in the path at byte 2
      |
    1 | a: b\tc:d
      |   ^ path
      |
      = help: percent-encode it as `%20`
    error: in the target: unexpected ' ' in the path at byte 5
      |
    2 | a:b\tc d
      |       ^ path
      |
      = help: percent-encode it as `%20`
    error: the pair ends without a tab
      |
    3 | a:b
      |    ^ pair
      |
      = help: a pair is a base, a tab and a target, and no tab is part of either
    ");

    let stdout = uri(&["relativize", "--pairs", "--format", "json"], "a:/b\ta:/c/./d\n").printed(1);
    assert!(
        stdout.contains(r#""error":{"part":"target","component":"path","offset":10,"column":11,"found":".""#)
    );
}

#[rstest]
#[case::segments("http://a/b", format!("http://a{}", "/a".repeat(100_000)), 0)]
#[case::slashes("f:/a", format!("f:/.{}", "/".repeat(1 << 17)), 0)]
#[case::dots("http://a/b", format!("http://a{}", "/..".repeat(100_000)), 1)]
#[case::opaque("http://a/b", format!("urn:{}", "a".repeat(1 << 20)), 0)]
#[case::invalid("http://a/b", format!("urn:{}\0", "a".repeat(1 << 20)), 1)]
fn a_long_line_is_answered(
    #[case] base: &str,
    #[case] target: String,
    #[case] status: i32,
    #[values("text", "json")] format: &str,
) {
    let ran = uri(&["relativize", "--base", base, "--format", format], &target);
    assert_eq!(ran.status, status, "{:.300}", ran.stderr);
    assert!(ran.stderr.len() < 1000, "{:.1000}", ran.stderr);
}

/// Resolves or relativizes each value with the base at its index.
fn each_with(command: &str, bases: &[&str], values: &[String]) -> Vec<String> {
    let pairs: String = bases.iter().zip(values).map(|(base, value)| format!("{base}\t{value}\n")).collect();
    let stdout = uri(&[command, "--pairs"], pairs).printed(0);
    let answers: Vec<_> = stdout.lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), values.len());
    answers
}

#[test]
fn the_reference_leads_back_to_the_target() {
    const BASES: [&str; 10] = [
        "http://a/b/c/d;p?q",
        "http://a",
        "http://a/b/../c/..",
        "http://u@a:80//x//y?",
        "f:/a/b",
        "f:/.//a/b",
        "f:a/b/c",
        "urn:a:b",
        "f:",
        "f:?q#f",
    ];
    const REFERENCES: [&str; 20] = [
        "",
        "?",
        "#",
        "?y#",
        ".",
        "..",
        "./",
        "../",
        "../..",
        "x",
        "./x:y",
        "../x//y",
        "/",
        "/.//x",
        "//a",
        "//h/x?",
        ".//g",
        "c/",
        "d;p",
        "f:x/../..//y",
    ];
    let sampled = uri(&["grammar", "sample", "--rule", "URI-reference", "-n", "40", "--seed", "5"], "");
    let references = REFERENCES.into_iter().chain(sampled.stdout.lines());
    let pairs = references.flat_map(|reference| BASES.map(|base| (base, reference.to_owned())));
    let (bases, references): (Vec<_>, Vec<_>) = pairs.unzip();
    assert_eq!(references.len(), 600);

    let targets = each_with("resolve", &bases, &references);
    let shortest = each_with("relativize", &bases, &targets);
    assert!(shortest.iter().zip(&targets).all(|(reference, target)| reference.len() <= target.len()));
    assert_eq!(each_with("resolve", &bases, &shortest), targets);
}
