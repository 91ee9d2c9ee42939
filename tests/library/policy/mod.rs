//! Policies: each preset against attacks by class, the lists of a policy, and properties of every string.

mod answers;
mod fetch;
mod identifier;
mod link;
mod lists;
mod networks;
mod properties;
mod redirect;
#[cfg(feature = "serde")]
mod serde;

use urigram::IriReference;
use urigram::policy::Policy;

/// Returns the names of the findings that refuse the reference, or `syntax` if the text is not a reference.
pub(crate) fn refusing(policy: &Policy, text: &str) -> Vec<&'static str> {
    let Ok(reference) = IriReference::parse(text) else { return vec!["syntax"] };
    let findings = policy.findings(text, reference.components());
    let errors = findings.iter().filter(|finding| finding.is_error());
    let codes: Vec<_> = errors.map(|finding| finding.code().as_str()).collect();
    assert_eq!(policy.check(reference).is_err(), !codes.is_empty(), "{text}");
    codes
}

/// Asserts that the policy refuses the reference, and that `reason` is one of the reasons.
#[track_caller]
pub(crate) fn assert_refused(policy: &Policy, text: &str, reason: &str) {
    let codes = refusing(policy, text);
    assert!(codes.contains(&reason), "{text}: {codes:?} without {reason}");
}

#[track_caller]
fn assert_accepted(policy: &Policy, text: &str) {
    assert_eq!(refusing(policy, text), [""; 0], "{text}");
}
