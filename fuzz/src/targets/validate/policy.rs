//! A policy beside lists of its rules.

use urigram::policy::{Component, Policy, PortRange};
use urigram::resolve::ReferenceForm;
use urigram::validate::{Code, Severity};

use super::hosts::KINDS;

/// A policy, and its rules as lists.
pub(super) struct Rules {
    pub(super) policy: Policy,
    /// Whether the lists are those of the policy, and not those of a preset.
    pub(super) are_all: bool,
    pub(super) stances: Vec<Severity>,
    pub(super) max_length: Option<usize>,
    pub(super) schemes: Option<Vec<String>>,
    pub(super) ports: Option<Vec<u16>>,
    pub(super) kinds: Option<Vec<String>>,
    pub(super) hosts: Option<Vec<String>>,
    pub(super) host_kinds: Option<Vec<String>>,
    pub(super) networks: Vec<(String, bool)>,
    pub(super) required: Vec<String>,
    /// Whether a rule says to refuse or to warn of it.
    pub(super) looks_for_userinfo: bool,
    /// Whether a rule sets the stance on characters whose DNS form differs. Otherwise a list of hosts does.
    mentions_deviation: bool,
}

impl Rules {
    pub(super) fn new() -> Rules {
        let policy = Policy::new();
        let stances = stances(&policy);
        Rules {
            policy,
            are_all: true,
            stances,
            max_length: None,
            schemes: None,
            ports: None,
            kinds: None,
            hosts: None,
            host_kinds: None,
            networks: Vec::new(),
            required: Vec::new(),
            looks_for_userinfo: false,
            mentions_deviation: false,
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
                Some(policy.kinds(named(FORMS, &words())))
            }
            ("allow-host", _) => policy.allow_host(rest).ok().inspect(|_| {
                self.hosts.get_or_insert_default().push(rest.to_owned());
                if !self.mentions_deviation {
                    self.stances[Code::DeviationCharacter as usize] = Severity::Error;
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

    fn stance(&mut self, code: Code, severity: Severity, policy: Policy) -> Option<Policy> {
        self.stances[code as usize] = severity;
        self.mentions_deviation |= code == Code::DeviationCharacter;
        if code == Code::UserinfoRefused {
            self.looks_for_userinfo = severity != Severity::Note;
        }
        Some(policy)
    }

    fn network(&mut self, network: &str, is_allowed: bool, policy: Option<Policy>) -> Option<Policy> {
        if policy.is_some() {
            // An address alone is a network of one address.
            let bits = if network.contains(':') { 128 } else { 32 };
            let network =
                if network.contains('/') { network.to_owned() } else { format!("{network}/{bits}") };
            self.networks.retain(|(own, _)| *own != network);
            self.networks.push((network, is_allowed));
        }
        policy
    }
}

pub(super) const FORMS: &[(&str, ReferenceForm)] = &[
    ("uri", ReferenceForm::Uri),
    ("network-path", ReferenceForm::NetworkPath),
    ("absolute-path", ReferenceForm::AbsolutePath),
    ("relative-path", ReferenceForm::RelativePath),
    ("same-document", ReferenceForm::SameDocument),
];

pub(super) const COMPONENTS: &[(&str, Component)] = &[
    ("scheme", Component::Scheme),
    ("userinfo", Component::Userinfo),
    ("host", Component::Host),
    ("port", Component::Port),
    ("path", Component::Path),
    ("query", Component::Query),
    ("fragment", Component::Fragment),
];

/// Returns the values with these names.
pub(super) fn named<'n, T: Copy>(all: &'n [(&str, T)], names: &'n [String]) -> impl Iterator<Item = T> + 'n {
    all.iter().filter(|(name, _)| names.iter().any(|own| own == name)).map(|(_, value)| *value)
}

fn stances(policy: &Policy) -> Vec<Severity> {
    Code::ALL.iter().map(|&code| policy.severity(code)).collect()
}
