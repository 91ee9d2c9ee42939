//! What holds for every string: what a preset accepts, a parser of WHATWG URL does not see as something worse.

use proptest::prelude::*;
use urigram::policy::Policy;
use urigram::{IriReference, Rung, UriReference};

use crate::common::strategies::nearly;
use crate::common::whatwg::{PIECES, elsewhere, not_what_url_makes_of_it, other_target, script};

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

proptest! {
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
