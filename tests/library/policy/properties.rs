//! What holds for every string: what a preset accepts, a parser of WHATWG URL does not see as something worse.

use proptest::prelude::*;
use urigram::policy::Policy;
use urigram::{IriReference, Rung, UriReference};
use url::Url;

use crate::common::strategies::nearly;

/// Parts of attacks, and of what is not one.
const PIECES: &[&str] = &[
    "http:",
    "https:",
    "HTTP:",
    "javascript",
    "JavaScript",
    "vbscript",
    "data",
    ":",
    "/",
    "//",
    "///",
    "/.//",
    "\\",
    "@",
    "?",
    "#",
    "[",
    "]",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[2a00::1]",
    "127.0.0.1",
    "127.1",
    "0x7f",
    "0177",
    "2130706433",
    "8.8.8.8",
    "localhost",
    "example.com",
    "example.com.",
    ".",
    "..",
    "a",
    "b.c",
    "%",
    "%2e",
    "%2F",
    "%40",
    "%3A",
    "%00",
    "%0a",
    "%0D",
    "%09",
    "%25",
    "%5c",
    "%31",
    "&colon;",
    "&#106;",
    "&Tab;",
    ":80",
    ":443",
    ":8080",
    ":0",
    ":",
    ":65616",
    "\t",
    "\n",
    "\r",
    " ",
    "\0",
    "。",
    "．",
    "１",
    "／",
    "＠",
    "ａ",
    "\u{AD}",
    "\u{200B}",
    "ß",
    "é",
    "℀",
    "xn--",
    "xn--bcher-kva",
    "-",
    "_",
    ",",
    "user",
    "text/html,",
    "mailto:",
    "ftp:",
    "file:",
];

fn pieces(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..most).prop_map(|pieces| pieces.concat())
}

/// Strings that often are URIs with a host and often are an attack.
fn attack() -> impl Strategy<Value = String> {
    let scheme = prop::sample::select(vec!["http://", "https://", "http:", "//", "/", "HTTPS://", ""]);
    let host = prop::sample::select(vec!["", "example.com", "8.8.8.8", "[2a00::1]", "a.b", "bücher.example"]);
    let built = (scheme, pieces(3), host, pieces(4))
        .prop_map(|(scheme, before, host, after)| [scheme, before.as_str(), host, after.as_str()].concat());
    nearly(prop_oneof![3 => built, 1 => pieces(7)])
}

/// Returns what is wrong if the policy accepts the text and `url` sees another host than urigram.
fn other_target(policy: &Policy, text: &str) -> Option<String> {
    let reference = UriReference::parse(text).ok()?;
    let uri = policy.check(reference).ok()?.into_inner();
    let url = Url::parse(text).ok()?;
    let scheme = uri.scheme().map(|scheme| scheme.as_str().to_ascii_lowercase()).unwrap_or_default();
    let host = uri.host_str().unwrap_or_default().to_ascii_lowercase();
    let port = uri.port().and_then(|port| port.to_u16().ok()).or(url_default(&scheme));
    // They may write the same IPv6 address in different ways.
    let literal =
        |host: &str| host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::Ipv6Addr>().ok();
    let own = url.host_str().unwrap_or_default();
    let same = own == host || literal(own).is_some() && literal(own) == literal(&host);
    let same = same && url.scheme() == scheme && url.port_or_known_default() == port;
    (!same).then(|| format!("{text}: {url}"))
}

fn url_default(scheme: &str) -> Option<u16> {
    match scheme {
        "http" => Some(80),
        "https" => Some(443),
        _ => None,
    }
}

/// Returns what is wrong if the policy accepts the text and `url` sees a script.
fn script(policy: &Policy, text: &str) -> Option<String> {
    policy.check(IriReference::parse(text).ok()?).ok()?;
    let base = Url::parse("https://example.org/dir/").unwrap();
    let urls = [Url::parse(text), base.join(text)];
    let is_script = |url: &Url| matches!(url.scheme(), "javascript" | "vbscript" | "data");
    urls.into_iter().flatten().find(is_script).map(|url| format!("{text}: {url}"))
}

/// Returns what is wrong if the policy accepts the text, but not what `url` makes of it.
fn not_what_url_makes_of_it(policy: &Policy, text: &str) -> Option<String> {
    policy.check(IriReference::parse(text).ok()?).ok()?;
    let url = Url::parse(text).ok()?;
    let same = UriReference::parse(url.as_str()).is_ok_and(|uri| policy.check(uri).is_ok());
    (!same).then(|| format!("{text}: {url}"))
}

/// Returns what is wrong if the policy accepts the text, and a browser on `example.org` would go elsewhere.
fn elsewhere(policy: &Policy, text: &str) -> Option<String> {
    policy.check(IriReference::parse(text).ok()?).ok()?;
    let url = Url::parse("https://example.org/dir/").unwrap().join(text).ok()?;
    let path = url.path();
    let is_here = url.host_str() == Some("example.org") && !path.starts_with("//");
    (!is_here).then(|| format!("{text}: {url}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn fetch_and_url_see_the_same_target(text in attack()) {
        prop_assert_eq!(other_target(&Policy::fetch(), &text), None);
    }

    #[test]
    fn fetch_accepts_what_url_makes_of_it(text in attack()) {
        prop_assert_eq!(not_what_url_makes_of_it(&Policy::fetch(), &text), None);
    }

    #[test]
    fn link_is_no_script(text in attack()) {
        prop_assert_eq!(script(&Policy::link(), &text), None);
    }

    #[test]
    fn redirect_stays_here(text in attack()) {
        prop_assert_eq!(elsewhere(&Policy::redirect(), &text), None);
    }

    /// Names that are accepted are the same on the rung of the scheme only if they are equal.
    #[test]
    fn identifiers_are_in_normal_form(text in attack()) {
        let Ok(reference) = UriReference::parse(text.as_str()) else { return Ok(()) };
        if Policy::identifier().check(reference).is_ok() {
            prop_assert_eq!(reference.normalize_to(Rung::Scheme), text.as_str());
        }
    }

    /// No string makes a policy panic, and findings lie in the text.
    #[test]
    fn findings_lie_in_the_text(text in attack()) {
        let Ok(reference) = IriReference::parse(text.as_str()) else { return Ok(()) };
        for policy in [Policy::link(), Policy::fetch(), Policy::redirect(), Policy::identifier()] {
            let policy = policy.refuse_network("10.0.0.0/8").unwrap();
            for finding in policy.findings(&text, reference.components()) {
                prop_assert!(text.get(finding.range()).is_some());
                prop_assert!(!finding.message().to_string().is_empty() && !finding.help().to_string().is_empty());
            }
        }
    }
}

/// The properties above fail for policies without what they need.
mod can_fail {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    use urigram::resolve::ReferenceForm;
    use urigram::validate::Code;

    use super::*;

    fn fails(wrong: impl Fn(&str) -> Option<String>) {
        let mut runner = TestRunner::deterministic();
        let found = (0..20_000).find_map(|_| wrong(&attack().new_tree(&mut runner).unwrap().current()));
        assert!(found.is_some());
    }

    #[test]
    fn another_target() {
        fails(|text| {
            other_target(&Policy::fetch().pass(Code::Ipv4LikeHost).pass(Code::NotGlobalAddress), text)
        });
        fails(|text| other_target(&Policy::fetch().pass(Code::PercentEncodedHost), text));
        fails(|text| {
            let policy =
                Policy::fetch().pass(Code::WhatwgHost).pass(Code::EmptyHost).pass(Code::MissingAuthority);
            other_target(&policy.require([]), text)
        });
    }

    #[test]
    fn what_url_makes_of_it() {
        fails(|text| {
            let policy = Policy::fetch().pass(Code::MappedCharacter).pass(Code::HostBeyondAscii);
            not_what_url_makes_of_it(&policy, text)
        });
    }

    #[test]
    fn a_script() {
        fails(|text| script(&Policy::link().schemes(["https", "data", "javascript"]).unwrap(), text));
    }

    #[test]
    fn another_site() {
        fails(|text| {
            let kinds = [ReferenceForm::NetworkPath, ReferenceForm::AbsolutePath];
            let policy = Policy::redirect().kinds(kinds).allow_host("example.com").unwrap();
            elsewhere(&policy, text)
        });
        fails(|text| elsewhere(&Policy::redirect().pass(Code::PathNotPlain).pass(Code::DotSegment), text));
    }
}
