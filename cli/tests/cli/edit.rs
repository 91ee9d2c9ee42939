//! `uri edit`: edits, in their order; and `uri build`: references from components.

use insta::assert_snapshot;
use rstest::rstest;

use crate::uri;

#[rstest]
#[case::issue(&["--push", "a/b", "--set", "k=v&w"], "http://h/x", "http://h/x/a%2Fb?k=v%26w")]
#[case::nothing(&[], "HTTP://h/%7e", "HTTP://h/%7e")]
#[case::scheme(&["--scheme", "https"], "http://h", "https://h")]
#[case::scheme_of_none(&["--scheme", "s"], "./a:b", "s:a:b")]
#[case::no_scheme(&["--no-scheme"], "s:a:b", "./a:b")]
#[case::userinfo(&["--userinfo", "me@home:p w"], "//h", "//me%40home:p%20w@h")]
#[case::no_userinfo(&["--no-userinfo"], "//u:p@h:1", "//h:1")]
#[case::host(&["--host", "example.org"], "http://u@h:1/a", "http://u@example.org:1/a")]
#[case::host_of_none(&["--host", "h"], "/.//a", "//h//a")]
#[case::host_raw(&["--host", "ü b%"], "//h", "//%C3%BC%20b%25")]
#[case::host_dns(&["--host", "münchen.de"], "//h", "//xn--mnchen-3ya.de")]
#[case::host_no_dns(&["--host", "-ü-"], "//h", "//-%C3%BC-")]
#[case::host_no_address(&["--host", "１.2.3.4"], "//h", "//%EF%BC%91.2.3.4")]
#[case::host_ipv4(&["--host", "127.0.0.1"], "//h", "//127.0.0.1")]
#[case::host_ipv6(&["--host", "2001:DB8::7"], "//h:1", "//[2001:DB8::7]:1")]
#[case::host_ip_literal(&["--host", "[v1.x]"], "//h", "//[v1.x]")]
#[case::host_empty(&["--host", ""], "f:/a", "f:///a")]
#[case::port(&["--port", "8042"], "//h/a", "//h:8042/a")]
#[case::port_beyond_all(&["--port", "99999999"], "//h/a", "//h:99999999/a")]
#[case::port_empty(&["--port", ""], "//h", "//h:")]
#[case::no_port(&["--no-port"], "//u@h:1/a", "//u@h/a")]
#[case::no_authority(&["--no-authority"], "http://u@h:1//a", "http:/.//a")]
#[case::no_host(&["--no-host"], "//h/a", "/a")]
#[case::path(&["--path", "/a b/100%/../c"], "//h/x?q", "//h/a%20b/100%25/../c?q")]
#[case::path_guarded(&["--path", "a:b"], "x", "./a:b")]
#[case::no_path(&["--no-path"], "//h/x?q", "//h?q")]
#[case::push(&["--push", "a", "--push", "100%", "--push", ""], "//h", "//h/a/100%25/")]
#[case::push_at_a_slash(&["--push", "a"], "/x/", "/x/a")]
#[case::push_on_nothing(&["--push", "a:b"], "", "./a:b")]
#[case::append_path(&["--append-path", "auth/token/"], "http://h/v1?q", "http://h/v1/auth/token/?q")]
#[case::append_path_at_a_slash(&["--append-path", "/a b//100%"], "//h/x/", "//h/x/a%20b//100%25")]
#[case::append_no_path(&["--append-path", ""], "/x/", "/x/")]
#[case::append_path_on_nothing(&["--append-path", "a:b/c"], "", "./a:b/c")]
#[case::pop(&["--pop"], "//h/a/b?q", "//h/a?q")]
#[case::pop_below_the_root(&["--pop", "--pop", "--pop"], "/a/b", "/")]
#[case::query(&["--query", "a=b&c=d e#"], "x?y#z", "x?a=b&c=d%20e%23#z")]
#[case::query_empty(&["--query", ""], "x", "x?")]
#[case::no_query(&["--no-query"], "x?y#z", "x#z")]
#[case::fragment(&["--fragment", "ア"], "x", "x#%E3%82%A2")]
#[case::no_fragment(&["--no-fragment"], "x?y#z", "x?y")]
#[case::value_like_an_option(&["--push", "--pop", "--set", "-k=-v", "--fragment", "-"], "x", "x/--pop?-k=-v#-")]
fn edits(#[case] options: &[&str], #[case] input: &str, #[case] output: &str) {
    assert_eq!(uri(&[&["edit"], options, &["--", input]].concat(), "").printed(0), format!("{output}\n"));
}

#[rstest]
#[case::set_none(&["--set", "k=v"], "x", "x?k=v")]
#[case::set_in_place(&["--set", "b=x y"], "?a=%7e&b=2&b&c#f", "?a=%7e&b=x%20y&c#f")]
#[case::set_without_a_value(&["--set", "b"], "?a&b=2&c", "?a&b&c")]
#[case::set_by_data(&["--set", "é=1"], "?%c3%a9=2", "?%C3%A9=1")]
#[case::first_equals_sign(&["--set", "a=b=c"], "?a", "?a=b%3Dc")]
#[case::empty_key(&["--set", "=v"], "?=w&x", "?=v&x")]
#[case::append(&["--append", "a=1", "--append", "a", "--append", "a="], "?a", "?a&a=1&a&a=")]
#[case::append_to_an_empty_query(&["--append", "a"], "?", "?a")]
#[case::what_others_take_for_delimiters(&["--append", "a;b=1+1"], "", "?a%3Bb=1%2B1")]
#[case::unset(&["--unset", "b"], "?a=1&b=2&c&b", "?a=1&c")]
#[case::unset_the_last(&["--unset", "a"], "x?a=1&a#f", "x#f")]
#[case::unset_beside_empty_pieces(&["--unset", "b"], "?a&&b&c&", "?a&&c&")]
#[case::unset_the_last_beside_empty_pieces(&["--unset", "b"], "?&b&", "")]
#[case::set_beside_empty_pieces(&["--set", "b=1"], "?a&&b&&b=2&", "?a&&b=1&&")]
#[case::set_behind_empty_pieces(&["--set", "a=1"], "?b&&c", "?b&&c&a=1")]
#[case::set_in_an_empty_query(&["--set", "a=1"], "?", "?a=1")]
#[case::set_an_empty_key(&["--set", "=1"], "?&=2&", "?&=1&")]
#[case::no_host(&["--no-host"], "http://u@h:8/a", "http:/a")]
#[case::unset_by_glob(&["--unset", "utm_*"], "?utm_a=1&b&ut%6D_&UTM_a", "?b&UTM_a")]
#[case::unset_by_a_glob_with_a_middle(&["--unset", "a*b*"], "?ab&a-b-&a&ba", "?a&ba")]
#[case::unset_all(&["--unset", "*"], "x?a&b#f", "x#f")]
#[case::unset_a_star(&["--unset", "a\\*"], "?a*&a%2A&ab", "?ab")]
#[case::unset_a_backslash_then_any(&["--unset", "a\\\\*"], "?a%5Cb=1&a%5C&ab&c", "?ab&c")]
#[case::unset_a_backslash_and_a_star(&["--unset", "a\\\\\\*"], "?a%5Cb&a%5C*&a*", "?a%5Cb&a*")]
#[case::unset_brackets(&["--unset", "a[]"], "?a%5B%5D=1&a", "?a")]
#[case::separator_set(&["--query-separator", ";", "--set", "b=x;y&z"], "?a=1;b=2&3", "?a=1;b=x%3By%26z")]
#[case::separator_append(&["--query-separator", ";", "--append", "b"], "?a", "?a;b")]
#[case::separator_unset(&["--query-separator", ";", "--unset", "b"], "?a;b=2&3;c", "?a;c")]
#[case::separator_sort(&["--sort", "--query-separator", ";"], "?b;;a&c", "?a&c;;b")]
#[case::separator_form(&["--form", "--query-separator", ";", "--append", "a b=c"], "?a", "?a;a+b=c")]
#[case::unset_none(&["--unset", "b"], "?a&&%7e", "?a&&%7e")]
#[case::unset_without_a_query(&["--unset", "b"], "x", "x")]
#[case::unset_in_an_empty_query(&["--unset", "b"], "x?", "x?")]
#[case::unset_by_data(&["--unset", "a b"], "?a%20b=1&c", "?c")]
#[case::sort(&["--sort"], "?b=2&a=1&%61=0&c", "?a=1&%61=0&b=2&c")]
#[case::sort_beside_empty_pieces(&["--sort"], "?&b&&a=%7e&", "?&a=%7e&&b&")]
#[case::sort_nothing(&["--sort"], "x", "x")]
#[case::plus_is_itself(&["--unset", "a b"], "?a+b=1", "?a+b=1")]
#[case::form_set(&["--form", "--set", "a b=1 + 1"], "?a+b=2&a%20b=3", "?a+b=1+%2B+1")]
#[case::form_append(&["--append", "k=~ *", "--form"], "?x", "?x&k=%7E+*")]
#[case::form_unset(&["--form", "--unset", "a b"], "?a+b=1&c", "?c")]
#[case::form_leaves_queries_alone(&["--form", "--query", "a b"], "", "?a%20b")]
fn edits_pairs(#[case] options: &[&str], #[case] input: &str, #[case] output: &str) {
    assert_eq!(uri(&[&["edit"], options, &["--", input]].concat(), "").printed(0), format!("{output}\n"));
}

#[rstest]
#[case::push_then_pop(&["--push", "a", "--pop"], "/x", "/x")]
#[case::pop_then_push(&["--pop", "--push", "a"], "/x", "/a")]
#[case::set_then_unset(&["--set", "a=1", "--unset", "a"], "?a", "")]
#[case::unset_then_set(&["--unset", "a", "--set", "a=1"], "?a", "?a=1")]
#[case::between_other_options(&["--set", "a=1", "--no-query", "--set", "b=2"], "?c", "?b=2")]
#[case::the_last_counts(&["--scheme", "a", "--host", "h", "--scheme", "b"], "", "b://h")]
#[case::around_the_reference(&["--push", "a", "/x", "--push", "b"], "/y", "/x/a/b\n/y/a/b")]
fn edits_in_order(#[case] options: &[&str], #[case] input: &str, #[case] output: &str) {
    assert_eq!(uri(&[&["edit"], options, &["--", input]].concat(), "").printed(0), format!("{output}\n"));
}

#[rstest]
#[case::userinfo(&["--userinfo", "a%40b"], "//h", "//a%40b@h")]
#[case::host(&["--host", "%C3%BC"], "//h", "//%C3%BC")]
#[case::ip_literal(&["--host", "[::1]"], "//h", "//[::1]")]
#[case::path(&["--path", "/a%2fb"], "", "/a%2fb")]
#[case::push(&["--push", "a%2Fb,c"], "/x", "/x/a%2Fb,c")]
#[case::query(&["--query", "a%26b&c"], "", "?a%26b&c")]
#[case::set(&["--set", "a%20b=c%2fd+;e"], "?a%20b=1&%61%20b", "?a%20b=c%2fd+;e")]
#[case::append(&["--append", "a%3Db"], "?c", "?c&a%3Db")]
#[case::append_path(&["--append-path", "a%2Fb/c"], "/x", "/x/a%2Fb/c")]
#[case::unset(&["--unset", "a%26"], "?%61%26=1&c", "?c")]
#[case::unset_a_star(&["--unset", "a%2A"], "?a*&a%2a&ab", "?ab")]
#[case::unset_by_glob(&["--unset", "a%26*"], "?a%26&a%26b&a", "?a")]
#[case::unset_a_backslash_then_any(&["--unset", "a%5C*"], "?a%5Cb=1&c=2", "?c=2")]
#[case::unset_a_backslash_and_a_star(&["--unset", "a%5C%2A"], "?a%5Cb&a%5C*&a*", "?a%5Cb&a*")]
#[case::unset_backslashes(&["--unset", "a%5C%5C"], "?a%5C%5C&a%5C", "?a%5C")]
#[case::unset_with_a_separator(&["--unset", "a&b", "--query-separator", ";"], "?a&b=1;c", "?c")]
#[case::form_unset(&["--form", "--unset", "a+b"], "?a%20b&c", "?c")]
#[case::fragment(&["--fragment", "%41"], "", "#%41")]
fn takes_what_is_encoded_as_it_is_written(
    #[case] options: &[&str],
    #[case] input: &str,
    #[case] output: &str,
    #[values(true, false)] first: bool,
) {
    let encoded: &[&str] = &["--encoded"];
    let options = if first { [encoded, options].concat() } else { [options, encoded].concat() };
    assert_eq!(uri(&[&["edit"], &*options, &["--", input]].concat(), "").printed(0), format!("{output}\n"));
}

#[test]
fn edits_each_reference_and_says_which_it_could_not() {
    let ran = uri(&["edit", "--port", "80", "http://b", "-", "--", "-"], "urn:x\r\n//h#\n\nx y\n");
    assert_eq!(ran.stdout, "http://b:80\n//h:80#\n");
    assert_snapshot!(ran.stderr, @"
    error: --port: the port is a part of an authority, and there is none
      |
    1 | urn:x
      |     ^ authority
      |
      = help: set a host before, which may be empty
    error: --port: the port is a part of an authority, and there is none
      |
    3 |
      | ^ authority
      |
      = help: set a host before, which may be empty
    error: unexpected ' ' in the path at byte 1
      |
    4 | x y
      |  ^ path
      |
      = help: percent-encode the space as `%20`
    error: --port: the port is a part of an authority, and there is none
     |
     | -
     | ^ authority
     |
     = help: set a host before, which may be empty
    ");
    assert_eq!(ran.status, 1);
}

#[test]
fn shows_what_the_edits_before_have_made() {
    let arguments = ["edit", "--no-authority", "--path", "a", "--userinfo", "u", "http://h/b", "http:/"];
    assert_snapshot!(uri(&arguments, "").said(1), @r"
    error: --userinfo: the userinfo is a part of an authority, and there is none
     |
     | http:a
     |      ^ authority
     |
     = help: set a host before, which may be empty
     = note: so `http://h/b` has no answer
    error: --userinfo: the userinfo is a part of an authority, and there is none
     |
     | http:a
     |      ^ authority
     |
     = help: set a host before, which may be empty
     = note: so `http:/` has no answer
    ");
}

#[test]
fn answers_in_json() {
    let arguments = ["edit", "--format", "json", "--path", "b", "--push", "c d"];
    assert_snapshot!(uri(&arguments, b"a?q\n//h/a\nx:\xFF\n").printed(1), @r#"
    {"input":"a?q","output":"b/c%20d?q"}
    {"input":"//h/a","error":{"part":"--path","component":"path","offset":3,"column":4,"found":"/","message":"--path: after an authority, the path has to be empty or begin with `/`","help":"set a path that begins with `/`, or an empty one"}}
    {"input":"x:�","bytes":"783aff","error":{"component":"URI-reference","offset":2,"column":3,"found":null,"message":"not UTF-8: 0xFF in the URI-reference at byte 2","help":"percent-encode the byte as `%FF`"}}
    "#);
}

#[rstest]
#[case::host_before_a_path(&["--host", "h"], "x", "--host: after an authority, the path has to be empty")]
#[case::path_after_a_host(&["--host", "h", "--path", "b"], "/a", "--path: after an authority")]
#[case::userinfo(&["--userinfo", "u"], "/a", "--userinfo: the userinfo is a part of an authority")]
#[case::empty_first_segment(&["--push", ""], "", "--push: without a `/` before it, the first segment")]
fn says_which_edit_cannot_be_made(#[case] options: &[&str], #[case] input: &str, #[case] said: &str) {
    let stderr = uri(&[&["edit"], options, &["--", input]].concat(), "").said(1);
    assert!(stderr.starts_with(&format!("error: {said}")), "{}", stderr);
}

#[rstest]
#[case::scheme(&["--scheme", "1x"], "--scheme: unexpected '1' in the scheme at byte 0")]
#[case::no_scheme(&["--scheme", ""], "--scheme: the scheme ends too early at byte 0")]
#[case::port(&["--port", "8x"], "--port: unexpected 'x' in the port at byte 1")]
#[case::host_with_a_port(&["--host", "h:80"], "--host: unexpected ':' in the host at byte 1")]
#[case::host_with_a_userinfo(&["--host", "u@h"], "--host: unexpected '@' in the host at byte 1")]
#[case::zone(&["--host", "fe80::1%eth0"], "--host: unexpected '%' in `IPv6address` at byte 7")]
#[case::ip_literal(&["--host", "[::1"], "--host: the host ends too early at byte 4")]
#[case::dot_segment(&["--push", ".."], "--push: a segment that is `.` or `..` leads elsewhere")]
#[case::dots_in_a_path(&["--append-path", "a b/../c"], "--append-path: a segment that is `.` or `..` leads elsewhere")]
#[case::encoded_dots_in_a_path(&["--encoded", "--append-path", "%2e"], "--append-path: a segment that is `.` or")]
#[case::encoded_dot_segment(&["--encoded", "--push", ".%2E"], "--push: a segment that is `.` or `..`")]
#[case::segments(&["--encoded", "--push", "a/b"], "--push: unexpected '/' in `segment` at byte 1")]
#[case::path(&["--encoded", "--path", "a b"], "--path: unexpected ' ' in the path at byte 1")]
#[case::percent(&["--encoded", "--query", "100%"], "--query: incomplete percent-encoding in the query")]
#[case::empty_pair(&["--append", ""], "--append: a pair cannot be empty at byte 0")]
#[case::two_pairs(&["--encoded", "--set", "a&b"], "--set: this is more than one pair at byte 1")]
#[case::no_key_but_a_pair(&["--unset", "k=1"], "--unset: a key goes without a value at byte 1")]
#[case::no_address(&["--host", "1::2::3"], "--host: unexpected ':' in `IPv6address` at byte 5")]
#[case::no_key(&["--encoded", "--unset", "a=b"], "--unset: a key does not have it at byte 1")]
fn does_nothing_if_an_edit_can_never_be_made(
    #[case] options: &[&str],
    #[case] said: &str,
    #[values("text", "json")] format: &str,
) {
    let stderr = uri(&[&["edit"], options, &["--format", format, "//h/x", "-"]].concat(), "y\n").said(2);
    assert!(stderr.starts_with(&format!("error: {said}")), "{}", stderr);
}

#[test]
fn underlines_each_edit_that_can_never_be_made() {
    assert_snapshot!(uri(&["edit", "--host", "http://h", "--push", "a", "--port", "http", "x"], "").said(2), @r"
    error: --host: unexpected ':' in the host at byte 4
     |
     | http://h
     |     ^ host
     |
     = help: a port goes by `--port`, and a scheme by `--scheme`
    error: --port: unexpected 'h' in the port at byte 0
     |
     | http
     | ^ port
     |
     = help: expected a digit, or the end of the port
    ");
}

#[cfg(unix)]
#[test]
fn raw_text_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let mut command = crate::command(&["edit", "//h", "--push"]);
    command.arg(OsStr::from_bytes(b"\xFF\n"));
    command.arg("--set").arg(OsStr::from_bytes(b"k\xFE=\xFF="));
    command.arg("--host").arg(OsStr::from_bytes(b"a\xFF"));
    let stdout = crate::run(command, b"").printed(0);
    assert_eq!(stdout, "//a%FF/%FF%0A?k%FE=%FF%3D\n");

    let mut command = crate::command(&["edit", "x", "--encoded", "--push"]);
    command.arg(OsStr::from_bytes(b"a\xFF"));
    let stderr = crate::run(command, b"").said(2);
    assert!(stderr.starts_with("error: --push: not UTF-8: 0xFF in the segment at byte 1\n"), "{}", stderr);
}

#[rstest]
#[case::unset(&["--unset", "a"], "?a=1&b", "?b")]
#[case::set(&["--set", "a=2"], "?a=1&a", "?a=2")]
#[case::pop(&["--pop"], "/a/b", "/a")]
fn long_references_take_no_longer_than_their_length(
    #[case] options: &[&str],
    #[case] short: &str,
    #[case] edited: &str,
) {
    // 200,000 pairs or segments come before the edited part.
    let (first, rest) = short.split_at(1);
    let many = if first == "?" { "x=1&".repeat(200_000) } else { "x/".repeat(200_000) };
    let stdout = uri(&[&["edit"], options].concat(), format!("{first}{many}{rest}\n")).printed(0);
    assert!(stdout == format!("{first}{many}{}\n", &edited[1..]), "{:.100}", stdout);
}

// `uri build`: references from their components.

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
#[case::guard_of_a_colon(&["--path", "this:that"], "./this:that")]
#[case::guard_of_slashes(&["--scheme", "s", "--path", "//a"], "s:/.//a")]
#[case::guard_of_slashes_without_a_scheme(&["--path", "//a"], "/.//a")]
#[case::append_path(&["--host", "h", "--append-path", "auth/a b/"], "//h/auth/a%20b/")]
#[case::separator(&["--query-separator", ";", "--append", "a=1", "--append", "b=;"], "?a=1;b=%3B")]
fn builds(#[case] options: &[&str], #[case] built: &str) {
    assert_eq!(uri(&[&["build"], options].concat(), "").printed(0), format!("{built}\n"));
    let ran = uri(&[&["build", "--format", "json"], options].concat(), "");
    let object = format!("{{\"output\":\"{built}\"}}\n");
    assert_eq!((ran.stdout, ran.stderr.as_str(), ran.status), (object, "", 0));
}

/// Two of the five rules of section 3.3, each with a path that it forbids. For the others, a guard is written.
#[rstest]
#[case::abempty(&["--host", "h", "--path", "a"], "--path: after an authority, the path has to be empty or begin")]
#[case::rootless(&["--scheme", "s", "--host", "h", "--path", "a"], "--path: after an authority")]
#[case::empty(&["--push", ""], "--push: without a `/` before it, the first segment of the path cannot be empty")]
#[case::port_without_a_host(&["--port", "80"], "--port: the port is a part of an authority, and there is no host")]
#[case::userinfo_without_a_host(&["--userinfo", "u"], "--userinfo: the userinfo is a part of an authority")]
fn names_what_cannot_stand_together(#[case] options: &[&str], #[case] said: &str) {
    is_wrong(options, said, 1);
}

/// A value that no reference can have is an error of the arguments, as in `uri edit`.
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
    let stderr = uri(&[&["build"], options].concat(), "").said(status);
    assert!(stderr.starts_with(&format!("error: {said}")), "{}", stderr);
    let stdout = uri(&[&["build", "--format", "json"], options].concat(), "").printed(status);
    assert!(stdout.contains(&format!(r#""message":"{said}"#)), "{}", stdout);
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
    let ran = uri(&["build", "--host", "h", "--path", "a b"], "");
    assert_snapshot!(ran.stderr, @r"
    error: --path: after an authority, the path has to be empty or begin with `/` at byte 0
     |
     | a%20b
     | ^ path
     |
     = help: begin the path with `/`, or leave out the host
    ");
    let ran = uri(&["build", "--format", "json", "--host", "h", "--path", "a"], "");
    assert_snapshot!(ran.stdout, @r#"{"input":"a","error":{"part":"--path","component":"path","offset":0,"column":1,"found":"a","message":"--path: after an authority, the path has to be empty or begin with `/` at byte 0","help":"begin the path with `/`, or leave out the host"}}"#);
}

#[rstest]
#[case::nothing(&[], "Usage: uri build [OPTIONS]")]
#[case::twice(&["--host", "a", "--host", "b"], "'--host <HOST>' cannot be used multiple times")]
#[case::reference(&["http://h"], "unexpected argument 'http://h' found")]
fn is_refused(#[case] options: &[&str], #[case] said: &str) {
    let stderr = uri(&[&["build"], options].concat(), "").said(2);
    assert!(stderr.contains(said), "{}", stderr);
}
