//! What a policy finds, checked by the lists of its rules.

use std::net::IpAddr;

use urigram::IriReference;
use urigram::policy::Component;
use urigram::resolve::ReferenceForm;
use urigram::validate::{Code, Finding, Severity};

use super::hosts::{KINDS, address_of, are_against, is_listed};
use super::policy::{COMPONENTS, FORMS, Rules, named};
use super::shown;

impl Rules {
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
            self.check_host(reference, has);
            self.check_networks(address, has);
            self.check_required(reference, has);
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

    /// Returns whether the kind of the reference refuses it, and whether the policy names the kind of a relative
    /// reference, which then needs neither scheme nor host.
    fn kind(&self, reference: &IriReference<&str>) -> (bool, bool) {
        let Some(kinds) = &self.kinds else { return (false, false) };
        let form = reference.form();
        let is_listed = named(FORMS, kinds).any(|listed| listed == form);
        let refuses = self.stances[Code::KindNotAllowed as usize] == Severity::Error;
        (!is_listed && refuses, is_listed && form != ReferenceForm::Uri)
    }

    fn check_host(&self, reference: &IriReference<&str>, has: impl Fn(Code) -> bool) {
        let host = reference.host_str();
        let kind = reference.components().host_kind();
        let is_other_kind = self.host_kinds.as_ref().is_some_and(|kinds| {
            !host.unwrap_or_default().is_empty() && !named(KINDS, kinds).any(|listed| Some(listed) == kind)
        });
        let is_other_host = match (&self.hosts, host, self.kind(reference)) {
            (None, ..) => false,
            // What is decoded is compared in the library's tests.
            (Some(_), Some(host), _) if host.contains('%') || !host.is_ascii() => return,
            (Some(list), Some(host), _) if !host.is_empty() => !is_listed(list, host),
            (Some(_), host, (is_refused, is_named)) => host.is_some() && is_named || !is_refused && !is_named,
        };
        assert_eq!(has(Code::HostNotAllowed), is_other_kind || is_other_host, "the hosts: {host:?}");
    }

    /// Checks the networks of an address; there are none for what is not even read as one.
    fn check_networks(&self, address: Option<IpAddr>, has: impl Fn(Code) -> bool) {
        let is_found = has(Code::NetworkNotAllowed);
        match address {
            Some(address) => {
                let is_refused = are_against(&self.networks, address);
                assert!(is_refused.is_none_or(|refused| refused == is_found), "the networks: {address}");
            }
            None => assert!(!is_found || has(Code::Ipv4LikeHost), "the networks without an address"),
        }
    }

    fn check_required(&self, reference: &IriReference<&str>, has: impl Fn(Code) -> bool) {
        let at = reference.components();
        let is_missing = |component| {
            let range = match component {
                Component::Scheme => at.scheme(),
                Component::Userinfo => at.userinfo(),
                Component::Host => at.host(),
                Component::Port => at.port(),
                Component::Path => at.path(),
                Component::Query => at.query(),
                Component::Fragment => at.fragment(),
                _ => panic!("a component that a policy can require: {component:?}"),
            };
            range.is_none_or(|range| range.is_empty())
        };
        let is_found = !self.kind(reference).0 && named(COMPONENTS, &self.required).any(is_missing);
        assert_eq!(has(Code::ComponentMissing), is_found, "what is required");
    }
}
