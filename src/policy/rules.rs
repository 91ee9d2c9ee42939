//! What a policy consists of: lists of what is allowed, and a stance on each code.

use super::hosts::AllowedHost;
use super::list::List;
use super::names::{Component, Phrase};
use super::networks::Networks;
use super::ports::PortRange;
use super::scheme::Scheme;
use crate::grammar::HostKind;
use crate::resolve::ReferenceForm;
use crate::validate::{Code, Severity};

/// What becomes of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stance {
    /// The policy does not mention the code.
    Unmentioned,
    Refuse,
    Warn,
    Pass,
}

/// The stance on each code, by its place in [`Code::ALL`].
pub(super) type Stances = [Stance; Code::ALL.len()];

/// The stances of a policy that mentions no code.
pub(super) const UNMENTIONED: Stances = [Stance::Unmentioned; Code::ALL.len()];

/// `None` instead of a list allows everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    pub(super) kinds: Option<List<Phrase<ReferenceForm>>>,
    pub(super) schemes: Option<List<Scheme>>,
    pub(super) hosts: Option<List<AllowedHost>>,
    pub(super) host_kinds: Option<List<Phrase<HostKind>>>,
    pub(super) networks: Networks,
    pub(super) ports: Option<List<PortRange>>,
    pub(super) max_length: Option<usize>,
    pub(super) required: List<Phrase<Component>>,
    pub(super) stances: Stances,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            kinds: None,
            schemes: None,
            hosts: None,
            host_kinds: None,
            networks: Networks::default(),
            ports: None,
            max_length: None,
            required: List::default(),
            stances: UNMENTIONED,
        }
    }
}

impl Rules {
    #[expect(clippy::indexing_slicing, reason = "there is a stance for each code")]
    pub(super) const fn stance(&self, code: Code) -> Stance {
        self.stances[code as usize]
    }

    /// Returns how serious a finding of this code is under the policy. What is not mentioned does not refuse.
    pub(super) fn severity(&self, code: Code) -> Severity {
        match self.stance(code) {
            Stance::Refuse => Severity::Error,
            Stance::Warn => Severity::Warning,
            Stance::Pass => Severity::Note,
            Stance::Unmentioned if code.is_of_policy() => Severity::Error,
            // A host that is allowed by its name is the one that all clients go to.
            Stance::Unmentioned if code == Code::DeviationCharacter && self.hosts.is_some() => {
                Severity::Error
            }
            Stance::Unmentioned => code.severity().min(Severity::Warning),
        }
    }

    pub(super) fn refuses(&self, code: Code) -> bool {
        self.severity(code) == Severity::Error
    }

    /// Returns whether something without parameters is looked for at all.
    pub(super) const fn looks_for(&self, code: Code) -> bool {
        matches!(self.stance(code), Stance::Refuse | Stance::Warn)
    }
}
