//! The findings of a reference under a policy: those that do not depend on the policy, and those about values that
//! the policy does not allow.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::net::{IpAddr, Ipv6Addr};
use core::ops::Range;

use super::hosts::AllowedHost;
use super::list::{List, PortRange, Scheme};
use super::names::{Named, Phrase, RequiredComponent};
use super::networks::Networks;
use super::path;
use crate::grammar::{Components, Grammar, HostKind, Rfc3986, Rfc3987, Rule};
use crate::normalize::{Level, Normalizer};
use crate::reference::generic::UriReference;
use crate::resolve::{ReferenceForm, form_of};
#[cfg(feature = "psl")]
use crate::site::Site;
use crate::validate::{Code, Detail, Finding, NotAllowed, Review, Severity, reviewed};

/// Returns the findings of a text, with their severities under the policy, ordered by offset.
pub(super) fn findings<'a>(rules: &'a Rules, text: &'a str, at: &Components) -> Vec<Finding<'a>> {
    let mut found = reviewed(text, at);
    check_length(rules, &mut found);
    let form = check_form(rules, &mut found);
    check_scheme(rules, &mut found, form);
    if rules.is_enabled(Code::UserinfoRefused) {
        check_userinfo(&mut found);
    }
    check_host(rules, &mut found, form);
    #[cfg(feature = "psl")]
    check_site(rules, &mut found, form);
    let is_in_allowed_network = check_networks(rules, &mut found);
    check_port(rules, &mut found, form);
    if form != FormDecision::Refused {
        check_required(rules, &mut found);
    }
    if rules.is_enabled(Code::PathNotPlain) {
        path::check(&mut found);
    }
    if rules.is_enabled(Code::NotNormalized) {
        // The grammar of the text is unknown. If the text may be a URI, its octets beyond ASCII stay encoded.
        match text.is_ascii() {
            true => check_normalized::<Rfc3986>(&mut found),
            false => check_normalized::<Rfc3987>(&mut found),
        }
    }
    let mut findings = found.into_findings();
    for finding in &mut findings {
        *finding = finding.with_severity(match finding.code() {
            Code::NotGlobalAddress if is_in_allowed_network => Severity::Note,
            code => rules.severity(code),
        });
    }
    findings
}

/// The policy's decision on the form of the reference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FormDecision {
    /// The form is refused. Components that such a reference cannot have are then not reported as missing.
    Refused,
    /// The policy lists this form of relative reference, so the scheme and the host may be missing.
    Named,
    /// The lists of schemes, hosts and ports decide.
    Other,
}

impl FormDecision {
    /// Returns whether an allow list refuses a missing component.
    fn refuses_missing(self) -> bool {
        self == Self::Other
    }
}

fn check_length<'a>(rules: &'a Rules, found: &mut Review<'a, '_>) {
    let length = found.text.len();
    if let Some(max) = rules.max_length.as_ref().filter(|max| length > **max) {
        let detail = Detail::Refused(NotAllowed::Length(length), max);
        found.add(Code::TooLong, Rule::URI_reference, *max..length, detail);
    }
}

fn check_form<'a>(rules: &'a Rules, found: &mut Review<'a, '_>) -> FormDecision {
    let Some(forms) = &rules.forms else { return FormDecision::Other };
    let form = form_of(found.text, found.at);
    if forms.entries().contains(&Phrase(form)) {
        return if form == ReferenceForm::Uri { FormDecision::Other } else { FormDecision::Named };
    }
    let detail = Detail::Refused(NotAllowed::Phrase(form.phrase()), forms);
    found.add(Code::FormRefused, Rule::URI_reference, 0..found.text.len(), detail);
    if rules.refuses(Code::FormRefused) { FormDecision::Refused } else { FormDecision::Other }
}

fn check_scheme<'a>(rules: &'a Rules, found: &mut Review<'a, '_>, form: FormDecision) {
    let Some(schemes) = &rules.schemes else { return };
    match found.at.scheme() {
        Some(scheme) if schemes.allow(found.slice(scheme.clone())) => {}
        Some(scheme) => {
            found.add(Code::SchemeRefused, Rule::scheme, scheme, Detail::Refused(NotAllowed::Found, schemes));
        }
        None if form.refuses_missing() => {
            found.add(Code::SchemeRefused, Rule::scheme, 0..0, Detail::Refused(NotAllowed::Missing, schemes));
        }
        None => {}
    }
}

fn check_userinfo(found: &mut Review<'_, '_>) {
    if let Some(userinfo) = found.at.userinfo() {
        found.add(Code::UserinfoRefused, Rule::userinfo, userinfo, Detail::None);
    }
}

fn check_host<'a>(rules: &'a Rules, found: &mut Review<'a, '_>, form: FormDecision) {
    let host = found.at.host().filter(|host| !host.is_empty());
    let host_kind = found.at.host_kind();
    match (&rules.host_kinds, &host, host_kind) {
        (Some(kinds), Some(host), Some(own)) if !kinds.entries().contains(&Phrase(own)) => {
            let detail = Detail::Refused(NotAllowed::Phrase(own.phrase()), kinds);
            return found.add(Code::HostRefused, Rule::host, host.clone(), detail);
        }
        _ => {}
    }
    let Some(hosts) = &rules.hosts else { return };
    let is_empty = form == FormDecision::Named && found.at.host().is_some();
    match host {
        Some(host) if hosts.allow(found.slice(host.clone()), host_kind) => {}
        Some(host) => {
            found.add(Code::HostRefused, Rule::host, host, Detail::Refused(NotAllowed::Found, hosts));
        }
        None if form.refuses_missing() || is_empty => {
            let place = RequiredComponent::Host.insertion_point(found.text, found.at);
            found.add(Code::HostRefused, Rule::host, place, Detail::Refused(NotAllowed::Missing, hosts));
        }
        None => {}
    }
}

#[cfg(feature = "psl")]
fn check_site<'a>(rules: &'a Rules, found: &mut Review<'a, '_>, form: FormDecision) {
    let Some(site) = &rules.site else { return };
    if let Some(scheme) = found.at.scheme().filter(|scheme| !site.has_scheme(found.slice(scheme.clone()))) {
        let detail = Detail::Refused(NotAllowed::Found, site);
        return found.add(Code::SiteRefused, Rule::scheme, scheme, detail);
    }
    let host = found.at.host().filter(|host| !host.is_empty());
    let is_empty = host.is_none() && found.at.host().is_some();
    match host {
        Some(_) if Site::of(found.text, found.at, Some(site)).as_ref() == Some(site) => {}
        Some(host) => {
            found.add(Code::SiteRefused, Rule::host, host, Detail::Refused(NotAllowed::Found, site));
        }
        None if form.refuses_missing() || is_empty => {
            let place = RequiredComponent::Host.insertion_point(found.text, found.at);
            found.add(Code::SiteRefused, Rule::host, place, Detail::Refused(NotAllowed::Missing, site));
        }
        None => {}
    }
}

/// Checks the address of the host, or the addresses that software may find in its name, against the networks. Returns whether
/// there is an address, and every address is global or in an allowed network.
fn check_networks<'a>(rules: &'a Rules, found: &mut Review<'a, '_>) -> bool {
    let networks = &rules.networks;
    if networks.is_empty() {
        return false;
    }
    let Some(host) = found.at.host() else { return false };
    let literal = literal(found.slice(host.clone()), found.at.host_kind());
    let addresses = || literal.into_iter().chain(found.findings().iter().flat_map(Finding::addresses));
    let is_permitted =
        addresses().next().is_some() && addresses().all(|address| networks.permit_host(address));
    if let Some((address, network)) = addresses().find_map(|address| networks.refused(address)) {
        let detail = Detail::Refused(NotAllowed::Address(address), network);
        found.add(Code::NetworkRefused, Rule::host, host, detail);
    }
    is_permitted
}

/// Returns the address, if the host is an IP address.
fn literal(host: &str, kind: Option<HostKind>) -> Option<IpAddr> {
    match kind {
        Some(HostKind::Ipv4) => host.parse().ok(),
        Some(HostKind::Ipv6) => {
            let address = host.strip_prefix('[')?.strip_suffix(']')?;
            // A zone (RFC 6874) is not part of the address.
            let address = address.split('%').next()?;
            address.parse::<Ipv6Addr>().ok().map(IpAddr::V6)
        }
        _ => None,
    }
}

fn check_port<'a>(rules: &'a Rules, found: &mut Review<'a, '_>, form: FormDecision) {
    let Some(ports) = &rules.ports else { return };
    let allow = |port| ports.entries().iter().any(|range| range.contains(port));
    let (not_allowed, place) = match found.at.port().filter(|port| !port.is_empty()) {
        Some(port) if found.slice(port.clone()).parse().is_ok_and(allow) => return,
        Some(port) => (NotAllowed::Found, port),
        None => match found.facts.default_port {
            Some(port) if allow(port) => return,
            Some(port) => {
                (NotAllowed::DefaultPort(port), RequiredComponent::Port.insertion_point(found.text, found.at))
            }
            None if form.refuses_missing() => {
                (NotAllowed::Missing, RequiredComponent::Port.insertion_point(found.text, found.at))
            }
            None => return,
        },
    };
    found.add(Code::PortRefused, Rule::port, place, Detail::Refused(not_allowed, ports));
}

fn check_required(rules: &Rules, found: &mut Review<'_, '_>) {
    for &Phrase(component) in rules.required.entries() {
        if component.range(found.at).is_none_or(|range| range.is_empty()) {
            let place = component.insertion_point(found.text, found.at);
            found.add(Code::ComponentMissing, component.rule(), place, Detail::None);
        }
    }
}

/// How the policy treats a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The policy does not mention the code.
    Unmentioned,
    Refuse,
    Warn,
    Pass,
}

/// The verdict on each code, by its index in [`Code::ALL`].
pub(super) type Verdicts = [Verdict; Code::ALL.len()];

/// The verdicts of a policy that mentions no code.
pub(super) const UNMENTIONED: Verdicts = [Verdict::Unmentioned; Code::ALL.len()];

/// The content of a policy. `None` instead of a list allows everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    pub(super) forms: Option<List<Phrase<ReferenceForm>>>,
    pub(super) schemes: Option<List<Scheme>>,
    pub(super) hosts: Option<List<AllowedHost>>,
    pub(super) host_kinds: Option<List<Phrase<HostKind>>>,
    #[cfg(feature = "psl")]
    pub(super) site: Option<Site>,
    pub(super) networks: Networks,
    pub(super) ports: Option<List<PortRange>>,
    pub(super) max_length: Option<usize>,
    pub(super) required: List<Phrase<RequiredComponent>>,
    pub(super) verdicts: Verdicts,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            forms: None,
            schemes: None,
            hosts: None,
            host_kinds: None,
            #[cfg(feature = "psl")]
            site: None,
            networks: Networks::default(),
            ports: None,
            max_length: None,
            required: List::default(),
            verdicts: UNMENTIONED,
        }
    }
}

impl Rules {
    #[expect(clippy::indexing_slicing, reason = "there is a verdict for each code")]
    pub(super) const fn verdict(&self, code: Code) -> Verdict {
        self.verdicts[code as usize]
    }

    /// Returns the severity of a finding of this code under the policy.
    pub(super) fn severity(&self, code: Code) -> Severity {
        match self.verdict(code) {
            Verdict::Refuse => Severity::Error,
            Verdict::Warn => Severity::Warning,
            Verdict::Pass => Severity::Note,
            Verdict::Unmentioned if code.is_policy_code() => Severity::Error,
            // All clients must resolve a listed name to the same host, and for these characters they do not.
            Verdict::Unmentioned if code == Code::DeviationCharacter && self.hosts.is_some() => {
                Severity::Error
            }
            Verdict::Unmentioned => code.severity().min(Severity::Warning),
        }
    }

    pub(super) fn refuses(&self, code: Code) -> bool {
        self.severity(code) == Severity::Error
    }

    /// Returns whether a check that is off by default is enabled.
    pub(super) const fn is_enabled(&self, code: Code) -> bool {
        matches!(self.verdict(code), Verdict::Refuse | Verdict::Warn)
    }
}

/// Adds a finding at the first difference between the text and its normal form.
fn check_normalized<G: Grammar>(found: &mut Review<'_, '_>) {
    if found.at.kind().is_none() {
        return;
    }
    let reference =
        UriReference { text: found.text, components: *found.at, grammar: PhantomData::<fn() -> G> };
    let form = Normalizer::new(Level::Scheme).normalize(&reference);
    if form.as_str() != found.text {
        let (rule, range) = difference(found, form.as_str(), form.components());
        found.add(Code::NotNormalized, rule, range, Detail::None);
    }
}

/// Returns the first component that differs from the normal form, and its range from the first
/// differing byte on.
#[expect(clippy::arithmetic_side_effects, reason = "the start of a component, and at most its length")]
fn difference(found: &Review<'_, '_>, form: &str, at: &Components) -> (Rule, Range<usize>) {
    for (component, ..) in RequiredComponent::ALL {
        let own = component.range(found.at).map(|range| (range.start, found.slice(range)));
        let normal = component.range(at).and_then(|range| form.get(range));
        if own.map(|(_, text)| text) != normal {
            let (start, text) =
                own.unwrap_or_else(|| (component.insertion_point(found.text, found.at).start, ""));
            let same = text.bytes().zip(normal.unwrap_or_default().bytes());
            let same = same.take_while(|(own, normal)| own == normal).count();
            return (component.rule(), start + same..start + text.len());
        }
    }
    (Rule::URI_reference, 0..found.text.len())
}
