//! `uri build`: references from their components.

use insta::assert_snapshot;
use rstest::rstest;

use crate::uri;

#[rstest]
#[case::all(
    &["--scheme", "foo", "--userinfo", "user", "--host", "example.com", "--port", "8042",
        "--path", "/over/there", "--query", "name=ferret", "--fragment", "nose"],
    "foo://user@example.com:8042/over/there?name=ferret#nose"
)]
#[case::in_any_order(&["--port", "80", "--host", "h", "--scheme", "s"], "s://h:80")]
#[case::raw(
    &["--userinfo", "me@home", "--host", "::1", "--path", "/a b/100%", "--query", "a=b&c#", "--fragment", "é"],
    "//me%40home@[::1]/a%20b/100%25?a=b&c%23#%C3%A9"
)]
#[case::encoded(
    &["--encoded", "--userinfo", "a%40b", "--host", "[::1]", "--path", "/a%2Fb", "--query", "%26"],
    "//a%40b@[::1]/a%2Fb?%26"
)]
#[case::segments(&["--host", "h", "--push", "My Documents", "--push", "a/b"], "//h/My%20Documents/a%2Fb")]
#[case::segments_behind_a_path(&["--push", "c", "--path", "/a/b"], "/a/b/c")]
#[case::segment_with_a_colon(&["--push", "a:b"], "./a:b")]
#[case::pairs(&["--append", "q=1&2", "--append", "q=é", "--query", "x"], "?x&q=1%262&q=%C3%A9")]
#[case::pairs_in_order(&["--append", "a=1", "--append", "a=2", "--set", "a=3", "--append", "a"], "?a=3&a")]
#[case::form(&["--form", "--append", "q=1 + 1"], "?q=1+%2B+1")]
#[case::rootless(&["--scheme", "urn", "--path", "isbn:0451450523"], "urn:isbn:0451450523")]
#[case::empty_components(
    &["--host", "", "--port", "", "--userinfo", "", "--query", "", "--fragment", ""],
    "//@:?#"
)]
#[case::empty(&["--path", ""], "")]
fn builds(#[case] options: &[&str], #[case] built: &str) {
    let ran = uri(&[&["build"], options].concat(), "");
    assert_eq!((ran.stdout, ran.stderr.as_str(), ran.status), (format!("{built}\n"), "", 0));
    let ran = uri(&[&["build", "--format", "json"], options].concat(), "");
    let object = format!("{{\"output\":\"{built}\"}}\n");
    assert_eq!((ran.stdout, ran.stderr.as_str(), ran.status), (object, "", 0));
}

/// The five rules of section 3.3, each with what it forbids.
#[rstest]
#[case::abempty(&["--host", "h", "--path", "a"], "--path: after an authority, the path has to be empty or begin")]
#[case::absolute(&["--scheme", "s", "--path", "//a"], "--path: without an authority, the path cannot begin")]
#[case::absolute_without_a_scheme(&["--path", "//a"], "--path: without an authority, the path cannot begin")]
#[case::noscheme(&["--path", "a:b"], "--path: without a scheme, the first segment of the path cannot have a `:`")]
#[case::rootless(&["--scheme", "s", "--host", "h", "--path", "a"], "--path: after an authority")]
#[case::empty(&["--push", ""], "--push: without a `/` before it, the first segment of the path cannot be empty")]
#[case::port_without_a_host(&["--port", "80"], "--port: the port is a part of an authority, and there is no host")]
#[case::userinfo_without_a_host(&["--userinfo", "u"], "--userinfo: the userinfo is a part of an authority")]
fn names_what_cannot_stand_together(#[case] options: &[&str], #[case] said: &str) {
    is_wrong(options, said, 1);
}

/// What no reference could have: as `uri edit`, the command could not run.
#[rstest]
#[case::scheme(&["--scheme", "1"], "--scheme: unexpected '1' in the scheme at byte 0")]
#[case::port(&["--host", "h", "--port", "80a"], "--port: unexpected 'a' in the port at byte 2")]
#[case::host(&["--host", "h:80"], "--host: unexpected ':' in the host at byte 1")]
#[case::uri_for_a_host(&["--host", "http://h:80"], "--host: unexpected ':' in the host at byte 4")]
#[case::user_for_a_host(&["--host", "a:b@h:80"], "--host: unexpected ':' in the host at byte 1")]
#[case::no_digit(&["--host", "2001:db8::g"], "--host: unexpected 'g' in `IPv6address` at byte 10")]
#[case::two_elisions(&["--host", "1::2::3"], "--host: unexpected ':' in `IPv6address` at byte 5")]
#[case::nothing_but_a_letter(&["--host", "::g"], "--host: unexpected 'g' in `IPv6address` at byte 2")]
#[case::zone(&["--host", "fe80::1%25eth0"], "--host: unexpected '%' in `IPv6address` at byte 7")]
#[case::segment(&["--push", "."], "--push: a segment that is `.` or `..` leads elsewhere")]
#[case::query(&["--encoded", "--query", "a b"], "--query: unexpected ' ' in the query at byte 1")]
#[case::pair(&["--append", ""], "--append: a pair cannot be empty")]
fn names_what_is_wrong(#[case] options: &[&str], #[case] said: &str) {
    is_wrong(options, said, 2);
    let edited = uri(&[&["edit"], options, &["http://h/"]].concat(), "");
    assert!(edited.stderr.starts_with(&format!("error: {said}")), "{}", edited.stderr);
    assert_eq!((edited.stdout.as_str(), edited.status), ("", 2));
}

fn is_wrong(options: &[&str], said: &str, status: i32) {
    let ran = uri(&[&["build"], options].concat(), "");
    assert!(ran.stderr.starts_with(&format!("error: {said}")), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", status));
    let ran = uri(&[&["build", "--format", "json"], options].concat(), "");
    assert!(ran.stdout.contains(&format!(r#""message":"{said}"#)), "{}", ran.stdout);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", status));
}

#[test]
fn says_of_a_zone_that_there_is_none() {
    let ran = uri(&["build", "--host", "fe80::1%25eth0"], "");
    assert_snapshot!(ran.stderr, @"
    error: --host: unexpected '%' in `IPv6address` at byte 7
     |
     | fe80::1%25eth0
     |        ^ IPv6address
     |
     = help: leave it out: RFC 3986 has no zones in addresses
    ");
}

#[test]
fn underlines_the_component() {
    let ran = uri(&["build", "--path", "a b:c"], "");
    assert_snapshot!(ran.stderr, @r"
    error: --path: without a scheme, the first segment of the path cannot have a `:`, as at byte 5
     |
     | a%20b:c
     |      ^ path
     |
     = help: begin the path with `./`, or give a scheme
    ");
    let ran = uri(&["build", "--format", "json", "--scheme", "s", "--path", "//a"], "");
    assert_snapshot!(ran.stdout, @r#"{"input":"//a","error":{"part":"--path","component":"path","offset":0,"column":1,"found":"/","message":"--path: without an authority, the path cannot begin with `//` at byte 0","help":"begin the path with `/.//`, or give a host, which may be empty"}}"#);
}

#[rstest]
#[case::nothing(&[], "Usage: uri build [OPTIONS]")]
#[case::twice(&["--host", "a", "--host", "b"], "'--host <HOST>' cannot be used multiple times")]
#[case::reference(&["http://h"], "unexpected argument 'http://h' found")]
fn is_refused(#[case] options: &[&str], #[case] said: &str) {
    let ran = uri(&[&["build"], options].concat(), "");
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
}
