//! The names of kinds, rungs and components: the RFC's, as the command `uri` prints them.

use pyo3::PyResult;
use pyo3::exceptions::PyValueError;
use urigram::Rule;
use urigram::grammar::{HostKind, PathKind};
use urigram::normalize::Rung;

pub(crate) const fn host_kind(kind: HostKind) -> &'static str {
    match kind {
        HostKind::Ipv4 => "ipv4",
        HostKind::Ipv6 => "ipv6",
        HostKind::IpvFuture => "ipvfuture",
        HostKind::RegName => "reg-name",
    }
}

pub(crate) const fn path_kind(kind: PathKind) -> &'static str {
    match kind {
        PathKind::AbEmpty => "abempty",
        PathKind::Absolute => "absolute",
        PathKind::NoScheme => "noscheme",
        PathKind::Rootless => "rootless",
        PathKind::Empty => "empty",
    }
}

/// Returns the name of the component that the rule is named after, as the RFC spells it.
pub(crate) fn component(rule: Rule) -> &'static str {
    if rule == Rule::URI_reference { "URI-reference" } else { rule.name() }
}

/// Returns the rung of this name.
pub(crate) fn rung(name: &str) -> PyResult<Rung> {
    let known = Rung::ALL.into_iter().find(|rung| rung.name() == name);
    known.ok_or_else(|| {
        PyValueError::new_err(format!(
            "no rung is named {name:?}; the rungs are 'string', 'case', 'percent', 'path' and 'scheme'"
        ))
    })
}
