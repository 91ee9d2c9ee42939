//! What was probably meant.

use insta::assert_snapshot;
use rstest::rstest;

use crate::uri;

#[test]
fn says_what_a_colleague_would() {
    let ran = uri(&["validate", "--policy", "link", "htp//exmaple,com /a"], "");
    assert_snapshot!(ran.stdout, @"
    error: unexpected ' ' in the path at byte 16
     |
     | htp//exmaple,com /a
     |                 ^ path
     |
     = help: write `http://` for `htp//`; remove the space from the host; write `.` for the `,` in the host
     = try: http://exmaple.com/a
    ");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 1));
}

#[test]
fn offers_several_readings() {
    let ran = uri(&["validate"], "www.example.com/a\nhttp://example.com/\n");
    assert_snapshot!(ran.stdout, @"
    warning[suffix-reference]: `www.example.com` is read as a relative path, although it looks like a host
      |
    1 | www.example.com/a
      | ^^^^^^^^^^^^^^^ path
      |
      = help: if it is a host, write `https://www.example.com`; if it is a file, write `./www.example.com`
      = note: RFC 3986, section 4.5
      = try: https://www.example.com/a
      = try: http://www.example.com/a
    ");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
}

#[test]
fn says_that_browsers_read_antyped_host() {
    let ran = uri(&["validate", "http://good.example\u{FF0F}@evil.example/"], "");
    assert_snapshot!(ran.stdout, @"
    error: unexpected '／' in the userinfo at byte 19
     |
     | http://good.example／@evil.example/
     |                    ^^ userinfo
     |
     = help: write `/` for U+FF0F FULLWIDTH SOLIDUS; browsers read the host `evil.example` in the text as it is
     = try: http://good.example/@evil.example/ (browsers read the host `evil.example` in the text as it is)
    ");
    let ran = uri(&["validate", "--format", "json", "http://good.example\u{FF0F}@evil.example/"], "");
    assert!(ran.stdout.contains(r#""typed_host":"evil.example""#), "{}", ran.stdout);
}

#[test]
fn tells_each_change_in_json() {
    let ran = uri(&["validate", "--format", "json", "<http://m\u{FC}nchen.de/a b>"], "");
    assert_snapshot!(ran.stdout, @r#"{"input":"<http://münchen.de/a b>","accepted":false,"policy":null,"components":null,"error":{"component":"scheme","offset":0,"column":1,"found":"<","message":"unexpected '<' in the scheme at byte 0","help":"leave out the `<` and `>` around the URI; `münchen.de` is the host of an IRI: in a URI its DNS name is `xn--mnchen-3ya.de`; percent-encode the space as `%20`"},"findings":[],"mended":[{"uri":"http://xn--mnchen-3ya.de/a%20b","typed_host":null,"changes":[{"start":0,"end":1,"inserted":"","help":"leave out the `<` and `>` around the URI"},{"start":8,"end":19,"inserted":"xn--mnchen-3ya.de","help":"`münchen.de` is the host of an IRI: in a URI its DNS name is `xn--mnchen-3ya.de`"},{"start":21,"end":22,"inserted":"%20","help":"percent-encode the space as `%20`"},{"start":23,"end":24,"inserted":"","help":"leave out the `<` and `>` around the URI"}]}]}"#);
}

/// A mend matches the rule, and is accepted by the policy.
#[rstest]
#[case::another_rule(&["--as", "relative-ref", "a b"], &["a%20b"])]
#[case::not_a_uri(&["--as", "URI", "a b"], &[])]
#[case::reference(&["2001:db8::1"], &["http://[2001:db8::1]", "https://[2001:db8::1]"])]
#[case::refused(&["--policy", "fetch", "10.0.0.1"], &[])]
#[case::refused_in_part(&["--policy", "identifier", "http:/Example.com/"], &[])]
#[case::rule_of_a_component(&["--as", "host", "a b"], &[])]
#[case::target(&["--base", "http://example.com/", "www.example.com"], &[])]
#[case::with_a_base(&["--policy", "fetch", "--base", "http://example.com/", "/a b"], &["/a%20b"])]
#[case::refused_with_its_base(&["--policy", "fetch", "--base", "http://10.0.0.1/", "/a b"], &[])]
fn only_what_is_right_is_offered(#[case] arguments: &[&str], #[case] mends: &[&str]) {
    let ran = uri(&[&["validate"], arguments].concat(), "");
    let tried: Vec<_> = ran.stdout.lines().filter_map(|line| line.trim().strip_prefix("= try: ")).collect();
    assert_eq!(tried, mends, "{}", ran.stdout);
}
