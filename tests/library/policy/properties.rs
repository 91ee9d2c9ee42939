//! Properties of every string. If a preset accepts it, a WHATWG URL parser finds no other host and no script in it.

use proptest::prelude::*;
use urigram::normalize::Level;
use urigram::policy::Policy;
use urigram::validate::{Code, Finding, Severity};
use urigram::{IriReference, UriReference};

use crate::common::strategies::nearly;
use crate::common::whatwg::{PIECES, elsewhere, not_what_url_makes_of_it, other_target, script};

fn pieces(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..most).prop_map(|pieces| pieces.concat())
}

/// Generates strings that are often URIs with a host, and often attacks.
fn attack() -> impl Strategy<Value = String> {
    let scheme = prop::sample::select(vec!["http://", "https://", "http:", "//", "/", "HTTPS://", ""]);
    let host = prop::sample::select(vec!["", "example.com", "8.8.8.8", "[2a00::1]", "a.b", "bücher.example"]);
    let built = (scheme, pieces(3), host, pieces(4))
        .prop_map(|(scheme, before, host, after)| [scheme, before.as_str(), host, after.as_str()].concat());
    nearly(prop_oneof![3 => built, 1 => pieces(7)])
}

/// Returns the character, or a text that is decoded or mapped to it.
fn disguised(character: char, how: u8) -> String {
    let full_width = || char::from_u32(u32::from(character) + 0xFEE0).filter(|_| character.is_ascii());
    let encoded = |text: String| text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    match how {
        0 => encoded(character.into()),
        1 => full_width().unwrap_or(character).into(),
        2 => encoded(full_width().unwrap_or(character).into()),
        3 => character.to_uppercase().collect(),
        4 => format!("{character}\u{AD}"),
        _ => character.into(),
    }
}

/// Generates userinfos that look like a host.
fn like_a_host() -> impl Strategy<Value = String> {
    let names =
        ["google.de", "www.bank", "paypal.com", "login.bank.example", "münchen.de", "xn--mnchen-3ya.de"];
    let addresses = ["127.0.0.1", "0x7f.1", "0177.0.0.1", "2130706433", "localhost"];
    let host = prop::sample::select([&names[..], &addresses[..]].concat());
    let host = (host, prop::collection::vec(0_u8..20, 20)).prop_map(|(host, how)| -> String {
        host.chars().zip(how).map(|(own, how)| disguised(own, how)).collect()
    });
    let before =
        prop::sample::select(vec!["", "https:%2F%2F", "HTTP%3A%2f%2F", "a=", "%20", "..", "%E2%80%8B"]);
    let after =
        prop::sample::select(vec!["", ".", ":80", ":", "%2Flogin", "／", "⁇", "%3Fa", "&a", "%40", "＠a"]);
    (before, host, after).prop_map(|(before, host, after)| [before, &host, after].concat())
}

proptest! {
    /// A userinfo that looks like the host is refused even if others are accepted.
    #[test]
    fn no_preset_accepts_a_userinfo_like_a_host(userinfo in like_a_host(), scheme in prop::sample::select(vec!["http:", "https:", ""])) {
        let text = format!("{scheme}//{userinfo}@example.com/");
        let reference = IriReference::parse(text.as_str()).unwrap();
        let presets = [Policy::link(), Policy::fetch(), Policy::redirect(), Policy::identifier()];
        for policy in presets {
            prop_assert!(policy.check(reference).is_err());
            let lenient = policy.userinfo(true);
            let findings = lenient.findings(&text, reference.components());
            let is_refused = |finding: &Finding<'_>| {
                finding.code() == Code::MisleadingUserinfo && finding.severity() == Severity::Error
            };
            prop_assert!(findings.iter().any(is_refused), "{text}");
        }
    }

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

    /// Accepted names are equivalent at the scheme level only if they are equal.
    #[test]
    fn identifiers_are_in_normal_form(text in attack()) {
        let Ok(reference) = UriReference::parse(text.as_str()) else { return Ok(()) };
        if Policy::identifier().check(reference).is_ok() {
            prop_assert_eq!(reference.normalize_to(Level::Scheme), text.as_str());
        }
    }

    /// Checking a string never panics, and findings lie in the text.
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

/// Checks that the properties above fail for weaker policies.
mod can_fail {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    use urigram::resolve::ReferenceForm;

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
            let policy = Policy::redirect().forms(kinds).allow_host("example.com").unwrap();
            elsewhere(&policy, text)
        });
        fails(|text| elsewhere(&Policy::redirect().pass(Code::PathNotPlain).pass(Code::DotSegment), text));
    }
}
