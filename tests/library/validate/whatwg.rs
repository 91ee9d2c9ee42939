//! WHATWG URL: texts in which a parser of that standard finds another host than RFC 3986 does, compared with the crate `url`.

use proptest::prelude::*;
use rstest::rstest;
use urigram::UriReference;
use urigram::validate::Code;
use url::Url;

use super::found;
use crate::common::whatwg::other_host;

#[rstest]
#[case::no_slashes("http:example.com/a", "example.com")]
#[case::one_slash("https:/example.com/a", "example.com")]
#[case::three_slashes("ftp:///example.com/a", "example.com")]
#[case::many_slashes("ws://////example.com", "example.com")]
#[case::userinfo("http:///a:b@c@example.com:80/d", "example.com")]
#[case::no_scheme("///example.com/a", "example.com")]
#[case::no_scheme_and_many_slashes("/////example.com/a", "example.com")]
fn another_host(#[case] text: &str, #[case] host: &str) {
    let reference = UriReference::parse(text).unwrap();
    let findings = reference.findings();
    let finding = findings.iter().find(|finding| finding.code() == Code::WhatwgHost).unwrap();
    assert_eq!(&text[finding.range()], host);
    // Without a base, because `http:a` would be relative to a base of the same scheme. Contrary to the standard, `url` 2.5
    // does not skip slashes if the reference takes its scheme from the base, so a reference gets a scheme.
    let whole = if reference.is_uri() { text.to_owned() } else { format!("https:{text}") };
    assert_eq!(Url::parse(&whole).unwrap().host_str(), Some(host));
}

#[rstest]
#[case::two_slashes("http://example.com/a")]
#[case::nothing_after_the_slashes("http:///")]
#[case::no_port("http:///example.com:a/")]
#[case::not_special("xy:///example.com/a")]
#[case::file("file:////example.com/a")]
#[case::path("/a//b")]
fn no_other_host(#[case] text: &str) {
    assert!(!found(text).iter().any(|found| found.starts_with("whatwg-host")), "{:?}", found(text));
}

proptest! {
    /// If the WHATWG parser accepts a text, it finds the same scheme and host, or a finding explains the difference. If there is a
    /// `whatwg-host`, the hosts differ.
    #[test]
    fn a_finding_or_the_same_host(
        scheme in "(http|https|ws|ftp|file|HTTP|xy|localhost)",
        slashes in "/{0,4}",
        rest in "([a-c]{1,2}|[0-9]{1,3}|0x7|%41|%2F|[.:@/?#_-]|,|xn--){0,8}",
    ) {
        let text = format!("{scheme}:{slashes}{rest}");
        prop_assert_eq!(other_host(&text), None);
    }
}
