//! Checks a policy against lists of its rules and IANA's registries.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use urigram::grammar::HostKind;
use urigram::policy::{Policy, PortRange, RequiredComponent};
use urigram::resolve::ReferenceForm;
use urigram::validate::{Code, Finding, Severity};
use urigram::{IriReference, Rule};

/// A policy, and its rules as lists.
#[derive(Default)]
pub(super) struct Rules {
    policy: Policy,
    /// Whether the lists contain every rule of the policy. False if the policy is based on a preset.
    are_all: bool,
    verdicts: Vec<Severity>,
    max_length: Option<usize>,
    schemes: Option<Vec<String>>,
    ports: Option<Vec<u16>>,
    forms: Option<Vec<String>>,
    hosts: Option<Vec<String>>,
    host_kinds: Option<Vec<String>>,
    networks: Vec<(String, bool)>,
    required: Vec<String>,
    /// Whether a rule refuses userinfo or warns about it.
    looks_for_userinfo: bool,
    /// Whether a rule sets the severity of characters with a different DNS form. Otherwise the severity
    /// depends on whether there is a list of hosts.
    mentions_deviation: bool,
}

impl Rules {
    pub(super) fn new() -> Rules {
        let policy = Policy::new();
        let verdicts = verdicts(&policy);
        Rules { policy, are_all: true, verdicts, ..Rules::default() }
    }

    /// Adds a rule, which is a word followed by its arguments. Ignores unknown words.
    pub(super) fn add(&mut self, rule: &str) {
        let (word, rest) = rule.split_once(' ').unwrap_or((rule, ""));
        let words = || rest.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let policy = self.policy.clone();
        let code = rest.parse::<Code>();
        let changed = match (word, code) {
            ("refuse", Ok(code)) => self.verdict(code, Severity::Error, policy.refuse(code)),
            ("warn", Ok(code)) => self.verdict(code, Severity::Warning, policy.warn(code)),
            ("pass", Ok(code)) => self.verdict(code, Severity::Note, policy.pass(code)),
            ("refuse-warnings", _) => {
                let warned = self.verdicts.iter_mut().filter(|verdict| **verdict == Severity::Warning);
                warned.for_each(|verdict| *verdict = Severity::Error);
                Some(policy.refuse_warnings())
            }
            ("preset", _) => Policy::preset(rest).inspect(|preset| {
                (*self, self.are_all) = (Rules::new(), false);
                self.verdicts = verdicts(preset);
            }),
            ("max-length", _) => rest.parse().ok().map(|most| {
                self.max_length = Some(most);
                policy.max_length(most)
            }),
            ("schemes", _) => policy.schemes(words()).ok().inspect(|_| self.schemes = Some(words())),
            ("userinfo", _) => self.verdict(Code::UserinfoRefused, Severity::Note, policy.userinfo(true)),
            ("no-userinfo", _) => {
                self.verdict(Code::UserinfoRefused, Severity::Error, policy.userinfo(false))
            }
            ("ports", _) => {
                let ports: Vec<u16> = rest.split(' ').filter_map(|port| port.parse().ok()).collect();
                self.ports = Some(ports.clone());
                Some(policy.ports(ports.into_iter().map(PortRange::from)))
            }
            ("forms", _) => {
                self.forms = Some(words());
                Some(policy.forms(named(FORMS, &words())))
            }
            ("allow-host", _) => policy.allow_host(rest).ok().inspect(|_| {
                self.hosts.get_or_insert_default().push(rest.to_owned());
                if !self.mentions_deviation {
                    self.verdicts[Code::DeviationCharacter as usize] = Severity::Error;
                }
            }),
            ("host-kinds", _) => {
                self.host_kinds = Some(words());
                Some(policy.host_kinds(named(KINDS, &words())))
            }
            ("require", _) => {
                self.required = words();
                Some(policy.require(named(COMPONENTS, &words())))
            }
            ("refuse-network", _) => self.network(rest, false, policy.refuse_network(rest).ok()),
            ("allow-network", _) => self.network(rest, true, policy.allow_network(rest).ok()),
            _ => None,
        };
        if let Some(policy) = changed {
            self.policy = policy;
        }
    }

    fn verdict(&mut self, code: Code, severity: Severity, policy: Policy) -> Option<Policy> {
        self.verdicts[code as usize] = severity;
        self.mentions_deviation |= code == Code::DeviationCharacter;
        if code == Code::UserinfoRefused {
            self.looks_for_userinfo = severity != Severity::Note;
        }
        Some(policy)
    }

    fn network(&mut self, network: &str, is_allowed: bool, policy: Option<Policy>) -> Option<Policy> {
        if policy.is_some() {
            // An address without a prefix length is a network of one address.
            let bits = if network.contains(':') { 128 } else { 32 };
            let network =
                if network.contains('/') { network.to_owned() } else { format!("{network}/{bits}") };
            self.networks.retain(|(own, _)| *own != network);
            self.networks.push((network, is_allowed));
        }
        policy
    }
}

const FORMS: &[(&str, ReferenceForm)] = &[
    ("uri", ReferenceForm::Uri),
    ("network-path", ReferenceForm::NetworkPath),
    ("absolute-path", ReferenceForm::AbsolutePath),
    ("relative-path", ReferenceForm::RelativePath),
    ("same-document", ReferenceForm::SameDocument),
];

const COMPONENTS: &[(&str, RequiredComponent)] = &[
    ("scheme", RequiredComponent::Scheme),
    ("userinfo", RequiredComponent::Userinfo),
    ("host", RequiredComponent::Host),
    ("port", RequiredComponent::Port),
    ("path", RequiredComponent::Path),
    ("query", RequiredComponent::Query),
    ("fragment", RequiredComponent::Fragment),
];

/// Returns the values with these names.
pub(super) fn named<'n, T: Copy>(all: &'n [(&str, T)], names: &'n [String]) -> impl Iterator<Item = T> + 'n {
    all.iter().filter(|(name, _)| names.iter().any(|own| own == name)).map(|(_, value)| *value)
}

pub(super) fn shown(findings: &[Finding<'_>]) -> Vec<(Code, Severity, Rule, Range<usize>)> {
    let shown = |it: &Finding<'_>| (it.code(), it.severity(), it.component(), it.range());
    findings.iter().map(shown).collect()
}

fn verdicts(policy: &Policy) -> Vec<Severity> {
    Code::ALL.iter().map(|&code| policy.severity(code)).collect()
}

impl Rules {
    /// Checks the findings of the policy, and returns whether it refuses the reference.
    pub(super) fn check(&self, reference: &IriReference<&str>, text: &str, own: &[Finding<'_>]) -> bool {
        let found = self.policy.findings(text, reference.components());
        assert!(
            found.is_sorted_by_key(|finding| finding.range().start),
            "in order, under a policy: {found:?}"
        );
        let places = |findings: &[Finding<'_>]| -> Vec<_> {
            let without = findings.iter().filter(|finding| !finding.code().is_policy_code());
            without.map(|finding| (finding.code(), finding.component(), finding.range())).collect()
        };
        assert_eq!(places(&found), places(own), "the findings of every reference");
        let address = reference.host_str().and_then(address_of);
        for finding in &found {
            assert!(text.get(finding.range()).is_some(), "in the text, under a policy: {finding:?}");
            let severity = self.verdicts[finding.code() as usize];
            assert_eq!(self.policy.severity(finding.code()), severity, "the verdict on {}", finding.code());
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
            assert_eq!(has(Code::SchemeRefused), !is_listed, "the schemes");
        }
        if let Some(forms) = &self.forms {
            let form = FORMS.iter().find(|(_, form)| *form == reference.form());
            let is_listed = form.is_some_and(|(name, _)| forms.iter().any(|kind| kind == name));
            assert_eq!(has(Code::FormRefused), !is_listed, "the forms");
        }
        if let (Some(ports), Some(port)) =
            (&self.ports, reference.port().filter(|port| !port.as_str().is_empty()))
        {
            let number = port.as_str().parse::<u16>();
            let is_listed = number.is_ok_and(|number| ports.contains(&number));
            assert_eq!(has(Code::PortRefused), !is_listed, "the ports");
        }
        let userinfo = reference.authority().and_then(|authority| authority.userinfo());
        let is_found = self.looks_for_userinfo && userinfo.is_some();
        assert_eq!(has(Code::UserinfoRefused), is_found, "the userinfo");
    }

    /// Returns whether the policy refuses the form of the reference, and whether the policy lists the form of
    /// a relative reference, which then needs neither scheme nor host.
    fn kind(&self, reference: &IriReference<&str>) -> (bool, bool) {
        let Some(forms) = &self.forms else { return (false, false) };
        let form = reference.form();
        let is_listed = named(FORMS, forms).any(|listed| listed == form);
        let refuses = self.verdicts[Code::FormRefused as usize] == Severity::Error;
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
            // The library's own tests cover decoded hosts.
            (Some(_), Some(host), _) if host.contains('%') || !host.is_ascii() => return,
            (Some(list), Some(host), _) if !host.is_empty() => !is_listed(list, host),
            (Some(_), host, (is_refused, is_named)) => host.is_some() && is_named || !is_refused && !is_named,
        };
        assert_eq!(has(Code::HostRefused), is_other_kind || is_other_host, "the hosts: {host:?}");
    }

    /// Checks the findings about networks. Only an address may have one.
    fn check_networks(&self, address: Option<IpAddr>, has: impl Fn(Code) -> bool) {
        let is_found = has(Code::NetworkRefused);
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
                RequiredComponent::Scheme => at.scheme(),
                RequiredComponent::Userinfo => at.userinfo(),
                RequiredComponent::Host => at.host(),
                RequiredComponent::Port => at.port(),
                RequiredComponent::Path => at.path(),
                RequiredComponent::Query => at.query(),
                RequiredComponent::Fragment => at.fragment(),
                _ => panic!("a component that a policy can require: {component:?}"),
            };
            range.is_none_or(|range| range.is_empty())
        };
        let is_found = !self.kind(reference).0 && named(COMPONENTS, &self.required).any(is_missing);
        assert_eq!(has(Code::ComponentMissing), is_found, "what is required");
    }
}

/// The kinds of hosts, by their names in a policy.
pub(super) const KINDS: &[(&str, HostKind)] = &[
    ("ipv4", HostKind::Ipv4),
    ("ipv6", HostKind::Ipv6),
    ("ipvfuture", HostKind::IpvFuture),
    ("reg-name", HostKind::RegName),
];

/// Parses a host as an address, with or without brackets.
pub(super) fn address_of(host: &str) -> Option<IpAddr> {
    match host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(literal) => literal.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
        None => host.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
    }
}

/// Returns whether a list contains a host that is nonempty and not percent-encoded.
pub(super) fn is_listed(list: &[String], host: &str) -> bool {
    let name = |text: &str| text.strip_suffix('.').unwrap_or(text).to_ascii_lowercase();
    let is_entry = |entry: &String| match (entry.strip_prefix('.'), address_of(host)) {
        // A list may contain an address with or without brackets.
        (None, Some(address)) => entry.parse() == Ok(address) || address_of(entry) == Some(address),
        (Some(_), Some(_)) => false,
        // An address in a list does not match a name such as `127.0.0.1.`.
        (None, None) => !host.starts_with('[') && address_of(entry).is_none() && name(entry) == name(host),
        (Some(parent), None) => {
            let own = name(host);
            let below = own.strip_suffix(&name(parent)).and_then(|below| below.strip_suffix('.'));
            let is_of_label = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            below.is_some_and(|below| {
                below.split('.').all(|label| !label.is_empty() && label.chars().all(is_of_label))
            })
        }
    };
    list.iter().any(is_entry)
}

/// Returns whether the networks, each allowed or refused, refuse an address. Returns `None` if the result
/// depends on an IPv4 address that may be embedded in the address.
pub(super) fn are_against(networks: &[(String, bool)], address: IpAddr) -> Option<bool> {
    let refuse = |address| longest(networks, address) == Some(false);
    let IpAddr::V6(v6) = address else { return Some(refuse(address)) };
    if let Some(mapped) = v6.to_ipv4_mapped() {
        // A mapped address counts as the IPv4 address, unless only an IPv6 network contains it.
        let by_v4 = longest(networks, mapped.into()).map(|is_allowed| !is_allowed);
        return by_v4.or(Some(refuse(address)));
    }
    let own = refuse(address);
    let has_inside = !own && windows(v6).into_iter().any(|inside| refuse(inside.into()));
    (!has_inside).then_some(own)
}

/// Returns whether the most specific network that contains the address is allowed.
fn longest(networks: &[(String, bool)], address: IpAddr) -> Option<bool> {
    let matching = networks.iter().filter_map(|(block, allowed)| Some((matches(block, address)?, *allowed)));
    matching.max_by_key(|(length, _)| *length).map(|(_, is_allowed)| is_allowed)
}

/// Returns the parts of an IPv6 address in which some specification embeds an IPv4 address.
fn windows(address: Ipv6Addr) -> [Ipv4Addr; 4] {
    let bits = address.to_bits();
    let at = |shift: u32| Ipv4Addr::from_bits((bits >> shift) as u32);
    let [.., d, e, f, _, _] = address.segments();
    // RFC 6052, section 2.2: the IPv4 address is split around the bits 64 to 71.
    let split = u32::from(d) << 16 | u32::from(e & 0xFF) << 8 | u32::from(f >> 8);
    [at(0), Ipv4Addr::from_bits(!at(0).to_bits()), at(80), Ipv4Addr::from_bits(split)]
}

#[rustfmt::skip]
const IPV4: &[(&str, bool)] = &[
    ("0.0.0.0/0", true), ("0.0.0.0/8", false), ("10.0.0.0/8", false), ("100.64.0.0/10", false),
    ("127.0.0.0/8", false), ("169.254.0.0/16", false), ("172.16.0.0/12", false), ("192.0.0.0/24", false),
    ("192.0.0.9/32", true), ("192.0.0.10/32", true), ("192.0.2.0/24", false), ("192.31.196.0/24", true),
    ("192.52.193.0/24", true), ("192.88.99.0/24", false), ("192.168.0.0/16", false),
    ("192.175.48.0/24", true), ("198.18.0.0/15", false), ("198.51.100.0/24", false),
    ("203.0.113.0/24", false), ("224.0.0.0/4", false), ("240.0.0.0/4", false),
];

/// The blocks of the registry, and those of RFC 4291 that are not global unicast.
#[rustfmt::skip]
const IPV6: &[(&str, bool)] = &[
    ("::/0", false), ("2000::/3", true), ("64:ff9b::/96", true), ("64:ff9b:1::/48", false),
    ("2001::/23", false), ("2001:1::1/128", true), ("2001:1::2/128", true), ("2001:1::3/128", true),
    ("2001:3::/32", true), ("2001:4:112::/48", true), ("2001:20::/28", true), ("2001:30::/28", true),
    ("2001:db8::/32", false), ("2002::/16", false), ("2620:4f:8000::/48", true), ("3fff::/20", false),
];

/// Returns whether an address, and any IPv4 address embedded in it, are global unicast addresses.
pub(crate) fn is_global(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(_) => is_in_global_block(address),
        IpAddr::V6(v6) => {
            is_in_global_block(address) && inside(v6).is_none_or(|v4| is_in_global_block(v4.into()))
        }
    }
}

/// Returns whether the block with the longest matching prefix is global.
fn is_in_global_block(address: IpAddr) -> bool {
    let table = if address.is_ipv4() { IPV4 } else { IPV6 };
    let matching = table.iter().filter_map(|&(block, is_global)| Some((matches(block, address)?, is_global)));
    matching.max_by_key(|(length, _)| *length).is_some_and(|(_, is_global)| is_global)
}

/// Returns the prefix length of a block that contains the address.
pub(crate) fn matches(block: &str, address: IpAddr) -> Option<u32> {
    let (first, length) = block.split_once('/')?;
    let length: u32 = length.parse().ok()?;
    let bits = |address: IpAddr| match address {
        IpAddr::V4(v4) => u128::from(v4.to_bits()) << 96,
        IpAddr::V6(v6) => v6.to_bits(),
    };
    let first: IpAddr = first.parse().ok()?;
    let is_in = length == 0 || (bits(first) ^ bits(address)) >> (128 - length) == 0;
    (is_in && first.is_ipv4() == address.is_ipv4()).then_some(length)
}

/// Returns the IPv4 address embedded in a global address: after the well-known prefix of RFC 6052, or in an
/// ISATAP interface identifier (RFC 5214).
fn inside(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [a, b, .., e, f, g, h] = address.segments();
    let is_nat64 = (a, b) == (0x64, 0xFF9B);
    let is_isatap = (e & !0x0200, f) == (0, 0x5EFE);
    (is_nat64 || is_isatap).then(|| Ipv4Addr::from_bits(u32::from(g) << 16 | u32::from(h)))
}
