//! The lists of a policy, and its verdict on findings.

use rstest::rstest;
use urigram::Uri;
use urigram::policy::{Policy, PolicyError, PortRange, RequiredComponent};
use urigram::resolve::ReferenceForm;
use urigram::validate::{Code, Severity};

use super::{assert_accepted, assert_refused, refusing};

/// Returns the message of the first finding that refuses the reference.
fn message(policy: &Policy, text: &str) -> String {
    policy.check(urigram::IriReference::parse(text).unwrap()).unwrap_err().to_string()
}

#[rstest]
fn a_new_policy_accepts_all(
    #[values(
        "",
        "a",
        "//h",
        "http://",
        "ftp://a:b@0x7f.1:0/%00",
        "javascript:a",
        "http://10.0.0.1/",
        "urn:a"
    )]
    text: &str,
) {
    assert_accepted(&Policy::new(), text);
    let reference = urigram::UriReference::parse(text).unwrap();
    let codes: Vec<_> = reference.findings().iter().map(|finding| finding.code()).collect();
    let checked = Policy::new().check(reference).unwrap();
    assert_eq!(checked.policy_findings().iter().map(|finding| finding.code()).collect::<Vec<_>>(), codes);
}

/// A list refuses a reference without the component.
#[rstest]
#[case::scheme(Policy::new().schemes(["http"]).unwrap(), "//h/", "scheme-refused")]
#[case::host(Policy::new().allow_host("h").unwrap(), "urn:a", "host-refused")]
#[case::host_of_a_path(Policy::new().allow_host("h").unwrap(), "/a", "host-refused")]
#[case::empty_host(Policy::new().allow_host("h").unwrap(), "file:///a", "host-refused")]
#[case::host_of_a_uri_by_kind(
    Policy::new().allow_host("h").unwrap().forms([ReferenceForm::Uri]), "http:/a", "host-refused"
)]
#[case::port(Policy::new().ports([80]), "urn:a", "port-refused")]
#[case::port_of_an_unknown_scheme(Policy::new().ports([80]), "a://h/", "port-refused")]
#[case::default_port(Policy::new().ports([80]), "https://h.example/", "port-refused")]
fn what_is_missing(#[case] policy: Policy, #[case] text: &str, #[case] reason: &str) {
    assert_refused(&policy, text, reason);
}

#[rstest]
#[case::scheme(RequiredComponent::Scheme, "a:b", "b")]
#[case::userinfo(RequiredComponent::Userinfo, "//a@h", "//@h")]
#[case::host(RequiredComponent::Host, "//h", "//:1")]
#[case::port(RequiredComponent::Port, "//h:1", "//h:")]
#[case::path(RequiredComponent::Path, "//h/", "//h")]
#[case::query(RequiredComponent::Query, "?a", "?")]
#[case::fragment(RequiredComponent::Fragment, "#a", "#")]
fn required(#[case] component: RequiredComponent, #[case] with: &str, #[case] without: &str) {
    let policy = Policy::new().require([component]);
    assert_accepted(&policy, with);
    assert_refused(&policy, without, "component-missing");
    assert!(message(&policy, without).starts_with("there is no "));
}

/// A network-path reference has an authority, so a list of hosts refuses it if the host is empty.
#[rstest]
fn a_network_path_without_a_host(#[values("//", "//:80", "///h")] text: &str
) {
    let policy = Policy::new().forms([ReferenceForm::NetworkPath]).allow_host("h").unwrap();
    assert_refused(&policy, text, "host-refused");
}

/// A relative reference of a listed form is not refused for a missing scheme, host or port.
#[test]
fn kinds_that_are_named() {
    let policy = Policy::new()
        .forms([ReferenceForm::Uri, ReferenceForm::NetworkPath, ReferenceForm::RelativePath])
        .schemes(["http"])
        .unwrap()
        .allow_host("h")
        .unwrap()
        .ports([80]);
    for text in ["http://h/", "//h/", "//h:80/", "a"] {
        assert_accepted(&policy, text);
    }
    assert_refused(&policy, "//i/", "host-refused");
    assert_refused(&policy, "//h:81/", "port-refused");
    assert_eq!(refusing(&policy, "/a"), ["form-refused"]);
    // If the policy only warns about the form, the lists apply.
    assert_eq!(
        refusing(&policy.warn(Code::FormRefused), "/a"),
        ["scheme-refused", "host-refused", "port-refused"]
    );
}

#[rstest]
#[case::itself("example.com", "//example.com", true)]
#[case::case("EXAMPLE.com", "//example.COM", true)]
#[case::encoded("example.com", "//ex%61mple.com", true)]
#[case::encoded_dot("example.com", "//example%2Ecom", true)]
#[case::dot("example.com", "//example.com.", true)]
#[case::dot_of_the_entry("example.com.", "//example.com", true)]
#[case::two_dots("example.com", "//example.com..", false)]
#[case::below("example.com", "//www.example.com", false)]
#[case::suffix_below(".example.com", "//www.example.com", true)]
#[case::suffix_below_with_a_dot(".example.com", "//WWW.Example.com.", true)]
#[case::suffix_far_below(".example.com", "//a.b.c.example.com", true)]
#[case::suffix_itself(".example.com", "//example.com", false)]
#[case::suffix_of_a_label(".example.com", "//notexample.com", false)]
#[case::suffix_without_a_label(".example.com", "//.example.com", false)]
#[case::suffix_with_an_empty_label(".example.com", "//a..example.com", false)]
#[case::suffix_with_a_delimiter(".example.com", "//a%2F.example.com", false)]
#[case::suffix_with_an_at(".example.com", "//a%40.example.com", false)]
#[case::suffix_with_a_backslash(".example.com", "//a%5C.example.com", false)]
#[case::suffix_with_nul(".example.com", "//a%00.example.com", false)]
#[case::suffix_with_a_full_width_slash(".example.com", "//a／.example.com", false)]
#[case::suffix_with_an_encoded_one(".example.com", "//a%EF%BC%8F.example.com", false)]
#[case::suffix_no_utf8(".example.com", "//a%FF.example.com", false)]
#[case::suffix_beyond_ascii(".example.com", "//bücher.example.com", true)]
#[case::suffix_below_a_suffix(".example.com", "//a.example.com.example.net", false)]
#[case::name_beyond_ascii("bücher.example", "//bücher.example", true)]
#[case::name_beyond_ascii_encoded("bücher.example", "//b%C3%BCcher.example", true)]
#[case::ipv4("192.0.2.1", "//192.0.2.1", true)]
#[case::ipv4_spelling("127.0.0.1", "//127.1", false)]
#[case::ipv4_mapped("192.0.2.1", "//[::ffff:192.0.2.1]", false)]
#[case::ipv6("2001:db8::1", "//[2001:DB8:0:0::0001]", true)]
#[case::ipv6_in_brackets("[2001:db8::1]", "//[2001:db8::1]", true)]
#[case::other_ipv6("2001:db8::1", "//[2001:db8::2]", false)]
#[case::encoded_ipv4("192.0.2.1", "//%3192.0.2.1", false)]
#[case::future("example.com", "//[v1.a]", false)]
fn hosts(#[case] entry: &str, #[case] text: &str, #[case] allowed: bool) {
    let policy = Policy::new().allow_host("a.invalid").unwrap().allow_host(entry).unwrap();
    assert_eq!(refusing(&policy, text), if allowed { vec![] } else { vec!["host-refused"] }, "{text}");
}

#[test]
fn many_hosts() {
    let mut policy = Policy::new();
    for number in 0..300 {
        policy = policy.allow_host(&format!("h{number}.example")).unwrap();
        policy = policy.allow_host(&format!(".d{number}.example")).unwrap();
    }
    for number in 0..300 {
        assert_accepted(&policy, &format!("//H{number}.example"));
        assert_accepted(&policy, &format!("//a.D{number}.example"));
        assert_refused(&policy, &format!("//a.h{number}.example"), "host-refused");
        assert_refused(&policy, &format!("//d{number}.example"), "host-refused");
    }
    assert!(
        message(&policy, "//a")
            .ends_with("allowed: `h0.example`, `h1.example`, `h10.example`, `h100.example` and 596 more")
    );
}

#[rstest]
#[case(
    "*.example.com",
    "`*.example.com` is a pattern; for every name below `example.com`, write `.example.com`"
)]
#[case(
    "*.foo.example",
    "`*.foo.example` is a pattern; for every name below `foo.example`, write `.foo.example`"
)]
#[case(
    "a*.example",
    "`a*.example` is a pattern; write each name, or `.example.com` for every name below `example.com`"
)]
#[case(
    "http://a/?b",
    "`http://a/?b` is not a host; write a name such as `example.com`, or an address, without scheme, port and path"
)]
#[case(
    "http://a/",
    "`http://a/` is not a host; write a name such as `example.com`, or an address, without scheme, port and path"
)]
fn entries_that_are_not_hosts(#[case] entry: &str, #[case] message: &str) {
    assert_eq!(Policy::new().allow_host(entry).unwrap_err().to_string(), message);
}

#[rstest]
fn no_schemes(#[values("", "http:", "http://", "1a", "*")] scheme: &str
) {
    assert_eq!(Policy::new().schemes([scheme]), Err(PolicyError::Scheme(scheme.into())));
}

#[rstest]
fn no_ports(#[values("", "-", "1-", "-1", "2-1", "65536", "+1", "1-2-3", " 1")] ports: &str) {
    assert_eq!(ports.parse::<PortRange>(), Err(PolicyError::Ports(ports.into())));
}

#[rstest]
#[case::kind(
    Policy::new().forms([ReferenceForm::Uri, ReferenceForm::AbsolutePath]), "//a",
    "a network-path reference is not allowed; allowed: a URI, an absolute-path reference"
)]
#[case::scheme(
    Policy::new().schemes(["HTTPS", "http"]).unwrap(), "ftp://a",
    "the scheme `ftp` is not allowed; allowed: `http`, `https`"
)]
#[case::no_scheme(Policy::new().schemes(["http"]).unwrap(), "a", "there is no scheme; allowed: `http`")]
#[case::host(
    Policy::new().allow_host("b").unwrap().allow_host(".c").unwrap(), "//a",
    "the host `a` is not allowed; allowed: `b`, `.c`"
)]
#[case::no_host(Policy::new().allow_host("b").unwrap(), "urn:a:b", "there is no host; allowed: `b`")]
#[case::none(Policy::redirect(), "http://a.example/", "the host `a.example` is not allowed; allowed: none")]
#[case::host_kind(
    Policy::fetch(),
    "http://[v1.a]/",
    "an IP literal of a future version is not allowed; allowed: an IPv4 address, an IPv6 address, a registered name"
)]
#[case::port(
    Policy::new().ports([PortRange::from(443), PortRange::from(8000..=8999)]), "http://a:80",
    "the port `80` is not allowed; allowed: 443, 8000-8999"
)]
#[case::default_port(
    Policy::new().ports([443]), "http://a", "the default port 80 is not allowed; allowed: 443"
)]
#[case::userinfo(Policy::new().userinfo(false), "//a:secret@b", "there is a userinfo, but none is allowed")]
#[case::length(Policy::new().max_length(3), "abcd", "the reference has 4 bytes, but at most 3 are allowed")]
#[case::component(Policy::new().require([RequiredComponent::Query]), "a", "there is no query, and one is required")]
#[case::network(
    Policy::new().refuse_network("::/0").unwrap().refuse_network("10.0.0.0/8").unwrap(), "//[::ffff:a00:1]",
    "the address 10.0.0.1 is in the network 10.0.0.0/8, which is refused"
)]
#[case::path(Policy::new().refuse(Code::PathNotPlain), "/a%2Fb", "the path has a `/` that is percent-encoded")]
#[case::normal_form(Policy::new().refuse(Code::NotNormalized), "http://A/", "the host is not in normal form")]
#[case::normal_port(Policy::new().refuse(Code::NotNormalized), "http://a:80/", "the port is not in normal form")]
#[case::normal_empty_port(
    Policy::new().refuse(Code::NotNormalized), "http://a:/", "the port is not in normal form"
)]
#[case::normal_empty_path(
    Policy::new().refuse(Code::NotNormalized), "http://a?b", "the path is not in normal form"
)]
#[case::normal_path(Policy::new().refuse(Code::NotNormalized), "http://a", "the path is not in normal form")]
fn messages(#[case] policy: Policy, #[case] text: &str, #[case] expected: &str) {
    assert_eq!(message(&policy, text), expected);
}

/// The ranges of refused values.
#[rstest]
#[case::kind(Policy::fetch(), "/a", "form-refused", 0..2)]
#[case::scheme(Policy::fetch(), "ftp://a.example/", "scheme-refused", 0..3)]
#[case::host(Policy::redirect(), "http://a.example/", "host-refused", 7..16)]
#[case::no_host(Policy::redirect(), "http:a", "host-refused", 5..5)]
#[case::port(Policy::fetch(), "http://a.example:1/", "port-refused", 17..18)]
#[case::default_port(Policy::new().ports([443]), "http://a.example/", "port-refused", 16..16)]
#[case::userinfo(Policy::fetch(), "http://u@a.example/", "userinfo-refused", 7..8)]
#[case::length(Policy::new().max_length(3), "abcd", "too-long", 3..4)]
#[case::within_a_character(Policy::new().max_length(1), "éa", "too-long", 0..3)]
#[case::query(Policy::new().require([RequiredComponent::Query]), "/a#b", "component-missing", 2..2)]
#[case::fragment(Policy::new().require([RequiredComponent::Fragment]), "/a?b", "component-missing", 4..4)]
#[case::path(Policy::redirect(), "/a/../b", "path-not-plain", 3..5)]
#[case::first_of_the_path(Policy::redirect(), "/%2F//a", "path-not-plain", 1..4)]
#[case::normal_form(Policy::identifier(), "http://a.Example/", "not-normalized", 9..16)]
#[case::normal_form_of_a_port(Policy::identifier(), "http://a.example:80/", "not-normalized", 17..19)]
#[case::normal_form_of_an_empty_port(Policy::identifier(), "http://a.example:/", "not-normalized", 17..17)]
#[case::normal_form_of_no_path(Policy::identifier(), "http://a.example?b", "not-normalized", 16..16)]
fn places(
    #[case] policy: Policy,
    #[case] text: &str,
    #[case] code: &str,
    #[case] place: std::ops::Range<usize>,
) {
    let reference = urigram::IriReference::parse(text).unwrap();
    let findings = policy.findings(text, reference.components());
    let finding = findings.iter().find(|finding| finding.code().as_str() == code).unwrap();
    assert_eq!(finding.range(), place);
    assert!(findings.is_sorted_by_key(|finding| finding.range().start));
}

/// The severities of codes with and without a verdict.
#[test]
fn verdicts() {
    let text = "http://user@example.com:80/";
    let severities = |policy: &Policy| {
        let checked = policy.check(Uri::parse(text).unwrap());
        let findings = |findings: Vec<urigram::validate::Finding<'_>>| {
            findings.iter().map(|finding| (finding.code(), finding.severity())).collect::<Vec<_>>()
        };
        match checked {
            Ok(checked) => findings(checked.policy_findings()),
            Err(refused) => findings(refused.policy_findings()),
        }
    };
    let (userinfo, port) = (Code::UserinfoNotAllowed, Code::DefaultPort);
    use Severity::{Error, Note, Warning};
    assert_eq!(severities(&Policy::new()), [(userinfo, Warning), (port, Note)]);
    assert_eq!(severities(&Policy::new().refuse(port).pass(userinfo)), [(userinfo, Note), (port, Error)]);
    assert_eq!(severities(&Policy::new().warn(port).refuse(userinfo)), [(userinfo, Error), (port, Warning)]);
    assert_eq!(severities(&Policy::new().refuse(port).warn(port)), [(userinfo, Warning), (port, Warning)]);
}

#[test]
fn without_a_mention() {
    let severity = |code| Policy::new().severity(code);
    assert_eq!(severity(Code::EmptyHost), Severity::Warning);
    assert_eq!(severity(Code::EncodedNul), Severity::Warning);
    assert_eq!(severity(Code::DefaultPort), Severity::Note);
    let errors: Vec<_> = Code::ALL.iter().filter(|code| severity(**code) == Severity::Error).collect();
    assert_eq!(errors[..2], [&Code::FormRefused, &Code::SchemeRefused]);
    assert!(errors.len() == 11 && errors.iter().all(|code| code.is_policy_code()));
}

/// A policy can also warn about values that it does not allow.
#[test]
fn warned_of() {
    let policy = Policy::new().ports([80]).warn(Code::PortRefused);
    let checked = policy.check(Uri::parse("http://a.example:81/").unwrap()).unwrap();
    assert_eq!(checked.policy_findings()[1].code(), Code::PortRefused);
    assert_eq!(checked.policy_findings()[1].severity(), Severity::Warning);
}

/// These codes are checked only if the policy refuses them or warns about them.
#[test]
fn looked_for_only_if_mentioned() {
    let text = "HTTP://u@a.example/..//b";
    let codes = |policy: Policy| -> Vec<_> {
        let components = urigram::Rule::URI.parse(text).unwrap();
        let findings = policy.findings(text, &components);
        findings.iter().map(|finding| finding.code()).filter(|code| code.is_policy_code()).collect()
    };
    let all = [Code::NotNormalized, Code::UserinfoRefused, Code::PathNotPlain];
    assert_eq!(codes(Policy::new()), []);
    assert_eq!(codes(all.into_iter().fold(Policy::new(), Policy::pass)), []);
    assert_eq!(codes(all.into_iter().fold(Policy::new(), Policy::warn)), all);
    assert_eq!(codes(all.into_iter().fold(Policy::new(), Policy::refuse)), all);
}
