//! `identifier`: a name that is stored and compared.

use rstest::rstest;
use urigram::policy::Policy;

use super::{assert_accepted, assert_refused};

#[rstest]
#[case::https("https://example.com/users/7")]
#[case::fragment("https://example.com/#me")]
#[case::port("https://example.com:8443/")]
#[case::urn("urn:isbn:0451450523")]
#[case::tag("tag:example.com,2026:a")]
#[case::other_scheme("a:b")]
#[case::encoded("https://example.com/caf%C3%A9")]
#[case::ipv6("https://[2a00::1]/")]
#[case::empty_segment("https://example.com/a//b")]
fn accepts(#[case] text: &str) {
    assert_accepted(&Policy::identifier(), text);
}

#[rstest]
#[case::relative("/a", "form-refused")]
#[case::network_path("//example.com/", "form-refused")]
#[case::empty("", "form-refused")]
#[case::scheme_in_upper_case("HTTPS://example.com/", "not-normalized")]
#[case::host_in_upper_case("https://Example.com/", "not-normalized")]
#[case::digits_in_lower_case("https://example.com/%c3%a9", "not-normalized")]
#[case::encoded_letter("https://example.com/%61", "not-normalized")]
#[case::encoded_letter_by_name("https://example.com/%61", "encoded-unreserved")]
#[case::default_port("https://example.com:443/", "not-normalized")]
#[case::empty_port("https://example.com:/", "not-normalized")]
#[case::empty_path("https://example.com", "not-normalized")]
#[case::leading_zeros("https://example.com:08443/", "port-leading-zeros")]
#[case::urn("URN:isbn:0451450523", "not-normalized")]
#[case::namespace("urn:ISBN:0451450523", "not-normalized")]
#[case::dots("https://example.com/a/../b", "dot-segment")]
#[case::dots_of_another_scheme("a:/b/./c", "not-normalized")]
#[case::encoded_dots("https://example.com/a/%2e%2e/b", "encoded-dot-segment")]
#[case::user("https://user@example.com/", "userinfo-refused")]
#[case::empty_userinfo("https://@example.com/", "userinfo-refused")]
#[case::user_of_another_scheme("a://user@b/", "userinfo-refused")]
#[case::several("https://a@b@c/", "syntax")]
#[case::no_authority("https:example.com", "missing-authority")]
#[case::empty_host("https:///a", "empty-host")]
#[case::encoded_host("https://ex%C3%A4mple.com/", "percent-encoded-host")]
#[case::invisible("https://exam\u{AD}ple.com/", "mapped-character")]
#[case::line_break("https://example.com/%0A", "encoded-line-break")]
#[case::nul("https://example.com/%00", "encoded-nul")]
#[case::backslash("https://example.com\\a", "syntax")]
#[case::large_port("https://example.com:65616/", "port-too-large")]
#[case::iri("https://。%2e/", "not-normalized")]
#[case::dot_at_the_end("http://example.com./", "host-trailing-dot")]
#[case::beyond_ascii("http://bücher.example/", "host-beyond-ascii")]
#[case::no_urn("urn:isbn", "urn-syntax")]
fn refuses(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&Policy::identifier(), text, reason);
}

#[test]
fn at_most_2048_bytes() {
    let of_length = |length: usize| format!("{:a<length$}", "https://example.com/");
    assert_accepted(&Policy::identifier(), &of_length(2048));
    assert_refused(&Policy::identifier(), &of_length(2049), "too-long");
}
