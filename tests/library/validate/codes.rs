//! The table of codes.

use std::collections::BTreeSet;

use urigram::policy::Policy;
use urigram::validate::{Code, Finding, Severity};
use urigram::{IriReference, Uri};

/// Returns the policy that the explanation of this code names.
fn policy(code: Code) -> Policy {
    match code {
        Code::FormRefused
        | Code::SchemeRefused
        | Code::PortRefused
        | Code::UserinfoRefused
        | Code::ComponentMissing => Policy::fetch(),
        Code::HostRefused | Code::PathNotPlain => Policy::redirect(),
        Code::NotNormalized => Policy::identifier(),
        Code::NetworkRefused => Policy::new().refuse_network("198.51.100.0/24").unwrap(),
        Code::SiteRefused => Policy::new().same_site(&Uri::parse("https://example.co.uk/").unwrap()).unwrap(),
        Code::TooLong => Policy::new().max_length(50),
        code => {
            assert!(!code.is_policy_code());
            Policy::new()
        }
    }
}

/// Calls `check` with the findings of this text: those without a policy, and those under the policy for the code.
fn with_findings(code: Code, text: &str, check: impl Fn(&[Finding<'_>])) {
    let reference = IriReference::parse(text).unwrap();
    if !code.is_policy_code() {
        check(&reference.findings());
    }
    check(&policy(code).findings(text, reference.components()));
}

/// Every code has an example with the finding, and a similar reference without it.
#[test]
fn each_is_found_in_its_example_only() {
    for &code in Code::ALL {
        let has = |findings: &[Finding<'_>]| findings.iter().any(|finding| finding.code() == code);
        with_findings(code, code.example(), |findings| assert!(has(findings), "{code}: {findings:?}"));
        with_findings(code, code.counterexample(), |findings| {
            assert!(!has(findings), "{code}: {findings:?}")
        });
    }
}

/// Policy codes are found only under a policy.
#[test]
fn those_of_a_policy_are_found_under_one_only() {
    let of_policy: Vec<_> = Code::ALL.iter().filter(|code| code.is_policy_code()).collect();
    assert_eq!(of_policy.len(), 11);
    for code in of_policy {
        let findings = IriReference::parse(code.example()).unwrap().findings();
        assert!(findings.iter().all(|finding| !finding.code().is_policy_code()), "{code}");
        assert_eq!(code.severity(), Severity::Error);
    }
}

#[test]
fn each_has_a_name_of_its_own() {
    let names: BTreeSet<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(names.len(), Code::ALL.len());
    for &code in Code::ALL {
        let is_kebab = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        assert!(code.as_str().bytes().all(is_kebab), "{code}");
        assert_eq!(code.as_str().parse(), Ok(code));
    }
    assert!("".parse::<Code>().is_err());
}

/// Messages are phrases that fit after a colon, and explanations are sentences.
#[test]
fn texts_are_written_alike() {
    for &code in Code::ALL {
        assert!(!code.summary().ends_with('.') && code.summary().starts_with(char::is_uppercase), "{code}");
        assert!(code.explanation().ends_with('.'), "{code}");
        let has_section =
            [", section ", ", appendix ", ", Appendix "].iter().any(|kind| code.section().contains(kind));
        assert!(has_section || code.section().starts_with("CWE-"), "{code}");
        with_findings(code, code.example(), |findings| {
            for finding in findings {
                for text in [finding.message().to_string(), finding.help().to_string()] {
                    let is_phrase = !text.is_empty() && !text.contains(['{', '}']) && !text.ends_with('.');
                    assert!(is_phrase, "{code}: {text}");
                }
            }
        });
    }
}

#[test]
fn severities_are_ordered() {
    assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
    for severity in [Severity::Note, Severity::Warning, Severity::Error] {
        assert!(Code::ALL.iter().any(|code| code.severity() == severity));
    }
}
