//! Registrable domains, by the rules of the Public Suffix List, and the sites of HTML.

use proptest::prelude::*;
use rstest::rstest;
use urigram::grammar::Rfc3987;
use urigram::policy::{Policy, PolicyError};
use urigram::validate::{Code, Severity};
use urigram::{AbsoluteUri, Host, Iri, IriReference, Uri};

use crate::policy::{assert_refused, refusing};

fn domain(host: &str) -> Option<&str> {
    Host::<Rfc3987>::try_from(host).unwrap().registrable_domain()
}

#[rstest]
#[case::one_label("com", None)]
#[case::two_labels("example.com", Some("example.com"))]
#[case::more_labels("a.b.example.com", Some("example.com"))]
#[case::suffix_of_two_labels("co.uk", None)]
#[case::below_a_suffix_of_two_labels("b.example.co.uk", Some("example.co.uk"))]
#[case::wildcard("c.ck", None)]
#[case::below_a_wildcard("b.c.ck", Some("b.c.ck"))]
#[case::exception("www.ck", Some("www.ck"))]
#[case::below_an_exception("www.www.ck", Some("www.ck"))]
#[case::wildcard_at_the_third_label("a.b.c.kobe.jp", Some("b.c.kobe.jp"))]
#[case::exception_at_the_third_label("a.city.kobe.jp", Some("city.kobe.jp"))]
#[case::private("github.io", None)]
#[case::below_private("a.whatwg.github.io", Some("whatwg.github.io"))]
#[case::not_listed("b.a.example", Some("a.example"))]
#[case::not_listed_alone("example", None)]
fn by_the_rules_of_the_list(#[case] host: &str, #[case] expected: Option<&str>) {
    assert_eq!(domain(host), expected);
}

#[rstest]
#[case::capital_letters("WWW.Example.Co.UK", Some("Example.Co.UK"))]
#[case::dot("www.example.com.", Some("example.com."))]
#[case::suffix_with_a_dot("co.uk.", None)]
#[case::underscore("_dmarc.example.com", Some("example.com"))]
#[case::underscore_in_the_domain("a_b.com", Some("a_b.com"))]
#[case::punycode("www.xn--85x722f.xn--55qx5d.cn", Some("xn--85x722f.xn--55qx5d.cn"))]
#[case::punycode_in_capital_letters("a.XN--85X722F.cn", Some("XN--85X722F.cn"))]
#[case::localhost("localhost", None)]
#[case::empty("", None)]
#[case::dot_alone(".", None)]
#[case::two_dots("example.com..", None)]
#[case::empty_label("a..com", None)]
#[case::leading_dot(".example.com", None)]
#[case::empty_label_far_before("a..b.example.com", None)]
#[case::ipv4("192.0.2.7", None)]
#[case::ipv6("[2001:db8::7]", None)]
#[case::future("[v1.example.com]", None)]
#[case::ipv4_as_browsers_read_it("192.0.2.07", None)]
#[case::hexadecimal("a.0x7f", None)]
#[case::percent_encoded("ex%61mple.com", None)]
#[case::percent_encoded_dot("evil%2Eexample.com", None)]
#[case::percent_encoded_slash("evil.net%2F.example.com", None)]
#[case::delimiter("evil.net,.example.com", None)]
fn of_the_text(#[case] host: &str, #[case] expected: Option<&str>) {
    assert_eq!(domain(host), expected);
}

#[rstest]
#[case::label("www.bücher.example.de", Some("example.de"))]
#[case::domain("www.Bücher.de", Some("Bücher.de"))]
#[case::suffix("www.食狮.公司.cn", Some("食狮.公司.cn"))]
#[case::suffix_alone("公司.cn", None)]
#[case::ideographic_dot("www。食狮。公司。cn", Some("食狮。公司。cn"))]
#[case::ideographic_dot_at_the_end("www.例え.jp。", Some("例え.jp。"))]
#[case::full_width("www.ｅｘａｍｐｌｅ．ｃｏｍ", Some("ｅｘａｍｐｌｅ．ｃｏｍ"))]
#[case::ellipsis("a…example.com", None)]
#[case::slash("evil.net／.example.com", None)]
#[case::not_a_name("\u{200B}\u{301}.com", None)]
fn beyond_ascii(#[case] host: &str, #[case] expected: Option<&str>) {
    assert_eq!(domain(host), expected);
}

proptest! {
    /// The registrable domain ends the host and is its own registrable domain, which names below it share.
    #[test]
    fn of_any_host(host in r"([a-zA-Z\-_é。．]{0,3}[.。]){0,4}(com|co\.uk|公司\.cn|ck|例え|a)[.。]?") {
        let host = Host::<Rfc3987>::try_from(host.as_str()).unwrap();
        let Host::RegName(name) = host else { return Ok(()) };
        if let Some(found) = host.registrable_domain() {
            prop_assert!(name.as_str().ends_with(found));
            prop_assert_eq!(domain(found), Some(found));
            let below = format!("a.{found}");
            prop_assert_eq!(domain(&below), Some(found));
        }
    }
}

#[rstest]
#[case::itself("https://example.com/a", true)]
#[case::subdomain("HTTPS://www.EXAMPLE.com/", true)]
#[case::port("https://example.com:8443/", true)]
#[case::web_socket("wss://a.example.com/", true)]
#[case::scheme("http://example.com/", false)]
#[case::other("https://example.net/", false)]
#[case::suffix("https://com/", false)]
#[case::not_below("https://evilexample.com/", false)]
#[case::dot("https://example.com./", false)]
#[case::percent_encoded("https://ex%61mple.com/", false)]
#[case::encoded_slash("https://evil.net%2F.example.com/", false)]
fn section_7_5_1_of_html(#[case] other: &str, #[case] is_same: bool) {
    let (base, other) = (Uri::parse("https://a.example.com/").unwrap(), Uri::parse(other).unwrap());
    assert_eq!((base.is_same_site(&other), other.is_same_site(&base)), (is_same, is_same));
}

#[rstest]
#[case::suffixes("http://co.uk/", "http://CO.UK/", true)]
#[case::below_a_private_suffix("http://a.github.io/", "http://b.github.io/", false)]
#[case::localhost("http://localhost:1/", "http://localhost:2/", true)]
#[case::ipv4("http://192.0.2.7/", "http://192.0.2.7:80/", true)]
#[case::other_ipv4("http://192.0.2.7/", "http://192.0.2.8/", false)]
#[case::ipv6("http://[::1]/", "http://[0:0::1]/", true)]
#[case::percent_encoded("http://%61.com/", "http://%61.com/", true)]
#[case::no_host("mailto:a@example.com", "mailto:a@example.com", false)]
#[case::empty_host("http:///a", "http:///a", false)]
#[case::file("file://example.com/", "file://example.com/", false)]
#[case::other_scheme("git://example.com/", "git://example.com/", false)]
#[case::ftp("ftp://a.example.com/", "ftp://b.example.com/", true)]
#[case::punycode("http://www.bücher.example/", "http://xn--bcher-kva.example/", true)]
fn without_a_registrable_domain_the_host_is_the_site(
    #[case] one: &str,
    #[case] other: &str,
    #[case] is_same: bool,
) {
    let (one, other) = (Iri::parse(one).unwrap(), Iri::parse(other).unwrap());
    assert_eq!(one.is_same_site(&other), is_same);
}

#[test]
fn absolute_uris_have_sites() {
    let absolute = AbsoluteUri::parse("https://a.example.com/").unwrap();
    assert!(absolute.is_same_site(&absolute));
    assert!(absolute.is_same_site(&Uri::parse("https://b.example.com/#c").unwrap()));
}

#[rstest]
#[case::listed("www.example.co.uk", Some("co.uk"))]
#[case::itself("co.uk", Some("co.uk"))]
#[case::private("a.github.io", Some("github.io"))]
#[case::not_listed("a.b.example", Some("example"))]
#[case::one_label("localhost", Some("localhost"))]
#[case::case_and_dot("a.CO.uk.", Some("CO.uk."))]
#[case::punycode("a.xn--55qx5d.cn", Some("xn--55qx5d.cn"))]
#[case::beyond_ascii("a.公司.cn", cfg!(feature = "idna").then_some("公司.cn"))]
#[case::ipv4("192.0.2.7", None)]
#[case::ipv6("[::1]", None)]
#[case::empty_label("a..com", None)]
#[case::empty("", None)]
fn public_suffix(#[case] host: &str, #[case] suffix: Option<&str>) {
    assert_eq!(Host::<Rfc3987>::try_from(host).unwrap().public_suffix(), suffix);
}

#[rstest]
#[case::same("https://a.example.co.uk/", true)]
#[case::network_path("//b.example.co.uk/", true)]
#[case::other_scheme("http://example.co.uk/", false)]
#[case::no_scheme_of_a_site("urn:a", false)]
#[case::other("https://other.co.uk/", false)]
#[case::other_network_path("//other.co.uk/", false)]
#[case::empty("https:///a", false)]
#[case::relative("/a", false)]
fn policy(#[case] text: &str, #[case] is_accepted: bool) {
    let policy = Policy::new().same_site(&Uri::parse("https://www.example.co.uk/login").unwrap()).unwrap();
    if is_accepted {
        assert_eq!(refusing(&policy, text), [] as [&str; 0]);
    } else {
        assert_refused(&policy, text, "site-refused");
    }
}

/// A policy that names the form accepts a path, but no empty host.
#[test]
fn policy_with_forms() {
    let policy = Policy::link().same_site(&Uri::parse("https://example.com/").unwrap()).unwrap();
    assert_eq!(refusing(&policy, "a/b"), [] as [&str; 0]);
    assert!(refusing(&policy, "///a").contains(&"site-refused"));
}

#[test]
fn policy_of_no_site() {
    let uri = Uri::parse("mailto:a@example.com").unwrap();
    let error = Policy::new().same_site(&uri).unwrap_err();
    assert_eq!(error, PolicyError::Site("mailto:a@example.com".into()));
}

#[test]
fn policy_of_no_site_hides_the_password() {
    let error = Policy::new().same_site(&Uri::parse("ssh://user:secret@example.com/").unwrap()).unwrap_err();
    assert_eq!(error, PolicyError::Site("ssh://user:***@example.com/".into()));
    assert!(!error.to_string().contains("secret") && !format!("{error:?}").contains("secret"));
}

#[test]
fn policy_from_a_file() {
    let policy: Policy = toml::from_str(r#"same-site = "https://www.example.com/a""#).unwrap();
    assert_refused(&policy, "https://example.net/", "site-refused");
    let written = serde_json::to_string(&policy).unwrap();
    assert_eq!(written, r#"{"same-site":"https://example.com"}"#);
    assert_eq!(serde_json::from_str::<Policy>(&written).unwrap(), policy);
    let of_an_iri: Policy = toml::from_str(r#"same-site = "https://bücher.example""#).unwrap();
    assert_eq!(
        serde_json::to_string(&of_an_iri).unwrap(),
        r#"{"same-site":"https://xn--bcher-kva.example"}"#
    );
    assert!(toml::from_str::<Policy>(r#"same-site = "example.com""#).is_err());
    assert!(toml::from_str::<Policy>(r#"same-site = "urn:a""#).is_err());
}

/// The presets accept the same references with the feature as without it.
/// The finding for an IRI's host is that for its DNS form, and a wildcard matches a label of any length.
#[rstest]
#[case::beyond_ascii("http://公司.cn/", true)]
#[case::dns_form("http://xn--55qx5d.cn/", true)]
#[case::capitals("http://CO.UK./", true)]
#[case::long_label_of_wildcard(
    "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.ck/",
    true
)]
#[case::exception("http://www.ck/", false)]
#[case::private("http://github.io/", false)]
fn a_public_suffix_is_a_finding(#[case] iri: &str, #[case] is_suffix: bool) {
    let iri = Iri::parse(iri).unwrap();
    let codes: Vec<Code> = iri.findings().iter().map(|finding| finding.code()).collect();
    assert_eq!(codes.contains(&Code::PublicSuffix), is_suffix, "{codes:?}");
}

#[test]
fn a_public_suffix_is_refused_by_no_preset() {
    let uri = Uri::parse("https://co.uk/").unwrap();
    for name in Policy::PRESETS {
        let policy = Policy::preset(name).unwrap().pass(Code::PublicSuffix);
        let without = refusing(&policy, uri.as_str());
        assert_eq!(refusing(&Policy::preset(name).unwrap(), uri.as_str()), without, "{name}");
    }
    assert_eq!(Policy::fetch().severity(Code::PublicSuffix), Severity::Warning);
    assert_refused(&Policy::fetch().refuse_warnings(), uri.as_str(), "public-suffix");
}

#[rstest]
#[case::two_labels("http://co.uk/", true)]
#[case::dot("//CO.uk./", true)]
#[case::beyond_ascii("http://公司.cn/", true)]
#[case::percent_encoded("http://co%2Euk/", true)]
#[case::local("http://home.arpa/", false)]
#[case::longer_than_any_suffix(&format!("http://{}co.uk/", "a.".repeat(40)), false)]
#[case::below("http://a.co.uk/", false)]
#[case::one_label("http://uk/", false)]
#[case::private("https://github.io/", false)]
#[case::not_listed("http://a.example/", false)]
#[case::no_dns_name("foo://co.uk/", false)]
fn finding(#[case] text: &str, #[case] is_found: bool) {
    let reference = IriReference::parse(text).unwrap();
    let findings = reference.findings();
    assert_eq!(findings.iter().any(|finding| finding.code() == Code::PublicSuffix), is_found);
}
