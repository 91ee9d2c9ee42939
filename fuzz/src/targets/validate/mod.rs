//! Findings, their places and their order, and the references that a policy refuses. Compared with IANA's
//! registries, std's addresses, a list of the policy's rules, and the host that url reads.

mod components;
mod hosts;
mod policy;
mod review;
mod texts;

use std::ops::Range;

use urigram::normalize::Rung;
use urigram::policy::Policy;
use urigram::validate::{Code, Finding, Severity};
use urigram::{IriReference, Rule, UriReference};

use self::components::{check_host, check_port};
use self::policy::Rules;
use self::texts::generate;
use crate::oracle::whatwg;
use crate::target::{Seen, Target};

/// A reference, and what makes a policy.
pub(super) const TARGET: Target = Target { name: "validate", generate, check };

fn check(input: &[String], seen: &mut Seen) {
    let Some(text) = input.first() else { return };
    let Ok(reference) = IriReference::parse(text.as_str()) else { return seen.count("not a reference") };
    let found = reference.findings();
    check_places(text, &found);
    let has = |code| found.iter().any(|finding| finding.code() == code);
    if let Ok(reference) = UriReference::parse(text.as_str()) {
        assert_eq!(shown(&reference.findings()), shown(&found), "as a URI and as an IRI");
        check_host(&reference, has);
        check_port(&reference, has);
        assert_eq!(whatwg::other_host(text), None, "the host by url");
    }
    if text.len().is_multiple_of(8) {
        check_messages(text, &found);
    }
    for finding in &found {
        seen.count(finding.code().as_str());
    }
    if found.is_empty() {
        seen.count("no findings");
    }
    let mut rules = Rules::new();
    input[1..].iter().for_each(|rule| rules.add(rule));
    let is_refused = rules.check(&reference, text, &found);
    seen.count(if is_refused { "refused" } else { "accepted" });
    if let [_, preset] = input
        && let Some(preset) = preset.strip_prefix("preset ")
    {
        check_preset(preset, text);
    }
}

fn shown(findings: &[Finding<'_>]) -> Vec<(Code, Severity, Rule, Range<usize>)> {
    let shown = |it: &Finding<'_>| (it.code(), it.severity(), it.component(), it.range());
    findings.iter().map(shown).collect()
}

fn check_places(text: &str, found: &[Finding<'_>]) {
    assert!(found.is_sorted_by_key(|finding| finding.range().start), "in order: {found:?}");
    for (at, finding) in found.iter().enumerate() {
        assert!(text.get(finding.range()).is_some(), "in the text: {finding:?}");
        assert_eq!(finding.severity(), finding.code().severity(), "the severity");
        assert!(!finding.code().is_of_policy(), "without a policy: {finding:?}");
        let is_same =
            |other: &&Finding<'_>| (other.code(), other.component()) == (finding.code(), finding.component());
        assert_eq!(found[at + 1..].iter().find(is_same).map(Finding::code), None, "once in a component");
    }
}

fn check_messages(text: &str, found: &[Finding<'_>]) {
    let password = text.split('@').next().and_then(|before| before.split("//").nth(1)).and_then(|userinfo| {
        let (user, password) = userinfo.split_once(':')?;
        let elsewhere = format!("{user} {}", text.replacen(password, "", 1));
        // What could stand in a message for another reason is not looked for.
        let is_own = password.len() > 5
            && password.contains(|c: char| c.is_ascii_digit())
            && !elsewhere.contains(password);
        (is_own && !text.contains(['?', '#'])).then_some(password)
    });
    for finding in found {
        let (message, help) = (finding.message().to_string(), finding.help().to_string());
        assert!(!message.is_empty() && !help.is_empty(), "a message and help");
        assert!(message.len() < 1000 + 4 * text.len(), "a short message");
        if let Some(password) = password
            && finding.component() == Rule::userinfo
        {
            let is_shown = message.contains(password) || help.contains(password);
            assert!(!is_shown, "a message shows the password: {message}, {help}");
        }
    }
}

/// Checks what a preset promises.
fn check_preset(preset: &str, text: &str) {
    let Some(policy) = Policy::preset(preset) else { return };
    match preset {
        "fetch" => {
            assert_eq!(whatwg::other_target(&policy, text), None, "what url fetches");
            assert_eq!(whatwg::not_what_url_makes_of_it(&policy, text), None, "what url makes of it");
        }
        "link" => assert_eq!(whatwg::script(&policy, text), None, "a script"),
        "redirect" => assert_eq!(whatwg::elsewhere(&policy, text), None, "another site"),
        _ => {
            if let Ok(reference) = UriReference::parse(text)
                && policy.check(reference).is_ok()
            {
                assert_eq!(reference.normalize_to(Rung::Scheme), text, "a normal form");
            }
        }
    }
}
