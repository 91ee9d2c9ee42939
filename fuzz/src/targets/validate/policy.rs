//! A policy beside a list of its rules.

use std::net::IpAddr;

use urigram::IriReference;
use urigram::policy::{Policy, PortRange};
use urigram::resolve::ReferenceForm;
use urigram::validate::{Code, Finding, Severity};

use super::shown;
use crate::oracle::iana;

/// A policy, and its rules as lists.
pub(super) struct Rules {
    policy: Policy,
    /// Whether the lists are those of the policy, and not those of a preset.
    are_all: bool,
    stances: Vec<Severity>,
    max_length: Option<usize>,
    schemes: Option<Vec<String>>,
    ports: Option<Vec<u16>>,
    kinds: Option<Vec<String>>,
    networks: Vec<(String, bool)>,
    /// Whether a rule says to refuse or to warn of it.
    looks_for_userinfo: bool,
}

impl Rules {
    pub(super) fn new() -> Rules {
        let policy = Policy::new();
        let stances = stances(&policy);
        let networks = Vec::new();
        Rules {
            policy,
            are_all: true,
            stances,
            max_length: None,
            schemes: None,
            ports: None,
            kinds: None,
            networks,
            looks_for_userinfo: false,
        }
    }

    /// Adds a rule, which is a word and its arguments. What is not known is not added.
    pub(super) fn add(&mut self, rule: &str) {
        let (word, rest) = rule.split_once(' ').unwrap_or((rule, ""));
        let words = || rest.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let policy = self.policy.clone();
        let code = rest.parse::<Code>();
        let changed = match (word, code) {
            ("refuse", Ok(code)) => self.stance(code, Severity::Error, policy.refuse(code)),
            ("warn", Ok(code)) => self.stance(code, Severity::Warning, policy.warn(code)),
            ("pass", Ok(code)) => self.stance(code, Severity::Note, policy.pass(code)),
            ("refuse-warnings", _) => {
                let warned = self.stances.iter_mut().filter(|stance| **stance == Severity::Warning);
                warned.for_each(|stance| *stance = Severity::Error);
                Some(policy.refuse_warnings())
            }
            ("preset", _) => Policy::preset(rest).inspect(|preset| {
                (*self, self.are_all) = (Rules::new(), false);
                self.stances = stances(preset);
            }),
            ("max-length", _) => rest.parse().ok().map(|most| {
                self.max_length = Some(most);
                policy.max_length(most)
            }),
            ("schemes", _) => policy.schemes(words()).ok().inspect(|_| self.schemes = Some(words())),
            ("userinfo", _) => self.stance(Code::UserinfoRefused, Severity::Note, policy.userinfo(true)),
            ("no-userinfo", _) => self.stance(Code::UserinfoRefused, Severity::Error, policy.userinfo(false)),
            ("ports", _) => {
                let ports: Vec<u16> = rest.split(' ').filter_map(|port| port.parse().ok()).collect();
                self.ports = Some(ports.clone());
                Some(policy.ports(ports.into_iter().map(PortRange::from)))
            }
            ("kinds", _) => {
                self.kinds = Some(words());
                let kinds = FORMS.iter().filter(|(name, _)| words().iter().any(|word| word == name));
                Some(policy.kinds(kinds.map(|(_, form)| *form)))
            }
            ("refuse-network", _) => self.network(rest, false, policy.refuse_network(rest).ok()),
            ("allow-network", _) => self.network(rest, true, policy.allow_network(rest).ok()),
            _ => None,
        };
        if let Some(policy) = changed {
            self.policy = policy;
        }
    }

    fn stance(&mut self, code: Code, severity: Severity, policy: Policy) -> Option<Policy> {
        self.stances[code as usize] = severity;
        if code == Code::UserinfoRefused {
            self.looks_for_userinfo = severity != Severity::Note;
        }
        Some(policy)
    }

    fn network(&mut self, network: &str, is_allowed: bool, policy: Option<Policy>) -> Option<Policy> {
        if policy.is_some() {
            self.networks.retain(|(own, _)| own != network);
            self.networks.push((network.to_owned(), is_allowed));
        }
        policy
    }

    /// Checks what the policy finds, and returns whether it refuses the reference.
    pub(super) fn check(&self, reference: &IriReference<&str>, text: &str, own: &[Finding<'_>]) -> bool {
        let found = self.policy.findings(text, reference.components());
        assert!(
            found.is_sorted_by_key(|finding| finding.range().start),
            "in order, under a policy: {found:?}"
        );
        let places = |findings: &[Finding<'_>]| -> Vec<_> {
            let without = findings.iter().filter(|finding| !finding.code().is_of_policy());
            without.map(|finding| (finding.code(), finding.component(), finding.range())).collect()
        };
        assert_eq!(places(&found), places(own), "the findings of every reference");
        let address = reference.host_str().and_then(address_of);
        for finding in &found {
            assert!(text.get(finding.range()).is_some(), "in the text, under a policy: {finding:?}");
            let severity = self.stances[finding.code() as usize];
            assert_eq!(self.policy.severity(finding.code()), severity, "the stance on {}", finding.code());
            let may_be_allowed = finding.code() == Code::NotGlobalAddress
                && finding.severity() == Severity::Note
                && self.networks.iter().any(|(_, is_allowed)| *is_allowed);
            assert!(finding.severity() == severity || may_be_allowed, "the severity of {}", finding.code());
        }
        let is_refused = found.iter().any(|finding| finding.severity() == Severity::Error);
        match self.policy.check(reference) {
            Ok(checked) => {
                assert!(!is_refused, "accepted although there is an error: {found:?}");
                assert_eq!(
                    shown(&checked.policy_findings()),
                    shown(&found),
                    "the findings of what is accepted"
                );
            }
            Err(refused) => {
                assert!(is_refused, "refused although there is no error: {found:?}");
                assert_eq!(
                    shown(&refused.policy_findings()),
                    shown(&found),
                    "the findings of what is refused"
                );
                assert!(!refused.to_string().is_empty(), "a message");
            }
        }
        if self.are_all {
            let has = |code| found.iter().any(|finding| finding.code() == code);
            self.check_lists(reference, text, has);
            if let Some(address) = address {
                self.check_networks(address, has);
            }
        }
        is_refused
    }

    fn check_lists(&self, reference: &IriReference<&str>, text: &str, has: impl Fn(Code) -> bool) {
        assert_eq!(has(Code::TooLong), self.max_length.is_some_and(|most| text.len() > most), "the length");
        if let (Some(schemes), Some(scheme)) = (&self.schemes, reference.scheme()) {
            let is_listed = schemes.iter().any(|listed| listed.eq_ignore_ascii_case(scheme.as_str()));
            assert_eq!(has(Code::SchemeNotAllowed), !is_listed, "the schemes");
        }
        if let Some(kinds) = &self.kinds {
            let form = FORMS.iter().find(|(_, form)| *form == reference.form());
            let is_listed = form.is_some_and(|(name, _)| kinds.iter().any(|kind| kind == name));
            assert_eq!(has(Code::KindNotAllowed), !is_listed, "the kinds");
        }
        if let (Some(ports), Some(port)) =
            (&self.ports, reference.port().filter(|port| !port.as_str().is_empty()))
        {
            let number = port.as_str().parse::<u16>();
            let is_listed = number.is_ok_and(|number| ports.contains(&number));
            assert_eq!(has(Code::PortNotAllowed), !is_listed, "the ports");
        }
        let userinfo = reference.authority().and_then(|authority| authority.userinfo());
        let is_found = self.looks_for_userinfo && userinfo.is_some();
        assert_eq!(has(Code::UserinfoRefused), is_found, "the userinfo");
    }

    /// Checks an IPv4 address by the longest prefix.
    fn check_networks(&self, address: IpAddr, has: impl Fn(Code) -> bool) {
        if !address.is_ipv4() {
            return;
        }
        let matching = self.networks.iter();
        let matching =
            matching.filter_map(|(block, allowed)| Some((iana::matches(block, address)?, *allowed)));
        let is_refused =
            matching.max_by_key(|(length, _)| *length).is_some_and(|(_, is_allowed)| !is_allowed);
        assert_eq!(has(Code::NetworkNotAllowed), is_refused, "the networks: {address}");
    }
}

const FORMS: &[(&str, ReferenceForm)] = &[
    ("uri", ReferenceForm::Uri),
    ("network-path", ReferenceForm::NetworkPath),
    ("absolute-path", ReferenceForm::AbsolutePath),
    ("relative-path", ReferenceForm::RelativePath),
    ("same-document", ReferenceForm::SameDocument),
];

fn stances(policy: &Policy) -> Vec<Severity> {
    Code::ALL.iter().map(|&code| policy.severity(code)).collect()
}

/// Returns the address that a host is.
fn address_of(host: &str) -> Option<IpAddr> {
    host.parse().ok()
}
