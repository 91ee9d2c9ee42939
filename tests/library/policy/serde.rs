//! Policies in TOML and JSON.

use std::net::Ipv4Addr;

use rstest::rstest;
use urigram::Uri;
use urigram::grammar::HostKind;
use urigram::policy::{Policy, PortRange, RequiredComponent};
use urigram::resolve::ReferenceForm;
use urigram::validate::Code;

use crate::common::extent;

fn full() -> Policy {
    Policy::fetch()
        .forms([ReferenceForm::Uri, ReferenceForm::NetworkPath])
        .schemes(["HTTPS", "wss"])
        .unwrap()
        .allow_host("example.com")
        .unwrap()
        .allow_host(".example.org")
        .unwrap()
        .allow_host("2001:db8::1")
        .unwrap()
        .host_kinds([HostKind::RegName, HostKind::Ipv6])
        .allow_network("10.1.0.0/16")
        .unwrap()
        .refuse_network("198.51.100.0/24")
        .unwrap()
        .ports([PortRange::from(443), PortRange::from(8000..=8999)])
        .userinfo(true)
        .max_length(1000)
        .require([RequiredComponent::Host, RequiredComponent::Path])
        .refuse(Code::ConfusableLabel)
        .warn(Code::PortZero)
        .pass(Code::SingleLabelHost)
}

const FULL: &str = r#"
    pass = ["single-label-host"]
    forms = ["network-path", "uri"]
    schemes = ["https", "wss"]
    allow-hosts = ["example.com", ".example.org", "[2001:db8::1]"]
    host-kinds = ["ipv6", "reg-name"]
    allow-networks = ["10.1.0.0/16"]
    refuse-networks = ["198.51.100.0/24"]
    ports = [443, "8000-8999"]
    userinfo = true
    max-length = 1000
    require = ["host", "path"]
    refuse = ["confusable-label"]
    warn = ["port-zero"]
    preset = "fetch"
"#;

#[test]
fn keys_are_those_of_the_methods() {
    assert_eq!(toml::from_str::<Policy>(FULL).unwrap(), full());
    let json: serde_json::Value = toml::from_str(FULL).unwrap();
    assert_eq!(serde_json::from_value::<Policy>(json).unwrap(), full());
    assert_eq!(toml::from_str::<Policy>("").unwrap(), Policy::new());
}

#[test]
fn round_trips() {
    let (first, last) = (9, 8);
    let no_ports = Policy::new().ports([PortRange::from(first..=last)]);
    let presets = [Policy::link(), Policy::fetch(), Policy::redirect(), Policy::identifier()];
    for policy in presets.into_iter().chain([Policy::new(), full(), no_ports]) {
        let text = toml::to_string(&policy).unwrap();
        assert_eq!(toml::from_str::<Policy>(&text).unwrap(), policy, "{text}");
        let text = serde_json::to_string(&policy).unwrap();
        assert_eq!(serde_json::from_str::<Policy>(&text).unwrap(), policy, "{text}");
    }
}

#[test]
fn is_written_without_what_is_not_set() {
    let policy = Policy::new().schemes(["https"]).unwrap().ports([443]).refuse(Code::EncodedNul);
    let json = r#"{"schemes":["https"],"ports":[443],"refuse":["encoded-nul"]}"#;
    assert_eq!(serde_json::to_string(&policy).unwrap(), json);
    assert_eq!(serde_json::to_string(&Policy::new()).unwrap(), "{}");
}

#[rstest]
#[case("link", Policy::link())]
#[case("fetch", Policy::fetch())]
#[case("redirect", Policy::redirect())]
#[case("identifier", Policy::identifier())]
fn presets(#[case] name: &str, #[case] policy: Policy) {
    assert_eq!(toml::from_str::<Policy>(&format!("preset = {name:?}")).unwrap(), policy);
}

/// Each preset has a verdict on each code, except `link`, under which the severity of one code depends on whether the policy
/// lists hosts.
#[rstest]
#[case(Policy::link(), &[Code::DeviationCharacter])]
#[case(Policy::fetch(), &[])]
#[case(Policy::redirect(), &[])]
#[case(Policy::identifier(), &[])]
fn presets_have_a_verdict_on_each_code(#[case] policy: Policy, #[case] without: &[Code]) {
    let written = serde_json::to_value(&policy).unwrap();
    let lists = ["refuse", "warn", "pass"].map(|list| written[list].as_array().unwrap());
    let names: Vec<_> = lists.into_iter().flatten().map(|name| name.as_str().unwrap()).collect();
    assert_eq!(names.len(), Code::ALL.len() - without.len());
    assert!(Code::ALL.iter().all(|code| without.contains(code) != names.contains(&code.as_str())));
}

/// A list that is empty allows nothing.
#[test]
fn an_empty_list() {
    let policy: Policy = toml::from_str("allow-hosts = []").unwrap();
    assert!(policy.check(Uri::parse("http://example.com/").unwrap()).is_err());
}

#[rstest]
#[case::key(
    "allowed-hosts = []",
    "unknown field `allowed-hosts`, expected one of `preset`, `forms`, `schemes`"
)]
#[case::preset("preset = \"ssrf\"", "`ssrf` is not a preset; there are link, fetch, redirect, identifier")]
#[case::form("forms = [\"url\"]", "`url` is not a form of reference; there are uri, network-path")]
#[case::host_kind(
    "host-kinds = [\"dns\"]",
    "`dns` is not a kind of host; there are ipv4, ipv6, ipvfuture, reg-name"
)]
#[case::component(
    "require = [\"authority\"]",
    "`authority` is not a component; there are scheme, userinfo, host"
)]
#[case::code("refuse = [\"bad-host\"]", "`bad-host` is not a code; there are scheme-typo,")]
#[case::scheme("schemes = [\"https:\"]", "`https:` is not a scheme")]
#[case::host("allow-hosts = [\"*.example.com\"]", "`*.example.com` is a pattern")]
#[case::network("allow-networks = [\"10.0.0.0/99\"]", "`10.0.0.0/99` is not a network")]
#[case::port("ports = [65536]", "`65536` is neither a port nor a range of ports")]
#[case::negative_port("ports = [-1]", "`-1` is neither a port nor a range of ports")]
#[case::range("ports = [\"9-8\"]", "`9-8` is neither a port nor a range of ports")]
#[case::no_port("ports = [true]", "a port, such as 8080, or a range of ports, such as \"8000-8999\"")]
#[case::negative_length("max-length = -1", "invalid value: integer `-1`")]
#[case::no_list("schemes = \"https\"", "expected a sequence")]
#[case::two_verdicts(
    "refuse = [\"port-zero\"]\npass = [\"port-zero\"]",
    "`port-zero` is in two of the lists `refuse`, `warn` and `pass`"
)]
#[case::two_verdicts_on_userinfo(
    "userinfo = true\nrefuse = [\"userinfo-refused\"]",
    "`userinfo` contradicts the list with `userinfo-refused`"
)]
fn errors(#[case] text: &str, #[case] message: &str) {
    let error = toml::from_str::<Policy>(text).unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

#[test]
fn a_key_twice_or_no_map() {
    let error = serde_json::from_str::<Policy>(r#"{"ports":[1],"ports":[2]}"#).unwrap_err().to_string();
    assert!(error.starts_with("duplicate field `ports`"), "{error}");
    let error = serde_json::from_str::<Policy>("[]").unwrap_err().to_string();
    assert!(error.contains("a policy with keys such as `preset` and `schemes`"), "{error}");
}

/// Reading long lists does not take quadratic time.
#[test]
fn long_lists() {
    let count = extent(50_000, 300_000);
    let json = |key: &str, entries: Vec<String>| format!("{{\"{key}\":[{}]}}", entries.join(","));
    let read = |text: &str| serde_json::from_str::<Policy>(text).unwrap();
    let codes = read(&json("refuse", vec!["\"data-syntax\"".to_owned(); count]));
    assert_eq!(codes, Policy::new().refuse(Code::DataSyntax));

    let hosts = (0..count).rev().map(|number| format!("\"h{number:06}.example\"")).collect();
    let hosts = read(&json("allow-hosts", hosts));
    assert!(hosts.check(Uri::parse("http://h012345.example/").unwrap()).is_ok());
    assert!(hosts.check(Uri::parse("http://h1.example/").unwrap()).is_err());

    let schemes = (0..count).rev().map(|number| format!("\"s{number}\"")).collect();
    let schemes = read(&json("schemes", schemes));
    assert!((0..count / 10).all(|n| schemes.check(Uri::parse(&format!("S{n}:a")).unwrap()).is_ok()));

    let networks = (0..count as u32).rev().map(|n| format!("\"{}\"", Ipv4Addr::from_bits(n << 8))).collect();
    let networks = read(&json("refuse-networks", networks));
    assert!((0..count as u32 / 10).all(|n| !networks.permits_address(Ipv4Addr::from_bits(n << 8).into())));
    assert!((0..count as u32 / 10).all(|n| networks.permits_address(Ipv4Addr::from_bits(n << 8 | 1).into())));
}

/// The example in the documentation.
#[test]
fn documented_keys() {
    let source = include_str!("../../../src/policy/mod.rs");
    let example = source.split("//! ```toml\n").nth(1).unwrap().split("//! ```").next().unwrap();
    let text: String = example.lines().map(|line| format!("{}\n", line.trim_start_matches("//!"))).collect();
    let table: toml::Table = toml::from_str(&text).unwrap();
    assert_eq!(table.len(), 16);
    assert!(toml::from_str::<Policy>(&text).is_ok());
}

/// A verdict on a code overrides the refusal of warnings.
#[test]
fn warnings_that_are_refused() {
    let read = |text: &str| toml::from_str::<Policy>(text).unwrap();
    let expected = Policy::link().refuse_warnings().warn(Code::SuffixReference);
    assert_eq!(read("warn = [\"suffix-reference\"]\nrefuse-warnings = true\npreset = \"link\""), expected);
    assert_eq!(read("refuse-warnings = false\npreset = \"link\""), Policy::link());
    assert!(Policy::link().refuse_warnings().check(Uri::parse("https://a,b.example/").unwrap()).is_err());
    assert!(Policy::link().check(Uri::parse("https://a,b.example/").unwrap()).is_ok());
}
