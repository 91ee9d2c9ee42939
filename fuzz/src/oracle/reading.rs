//! The components of a reference, by Appendix B and the automata of their rules.

use urigram::Rule;
use urigram::grammar::{HostKind, PathKind};

use super::appendix_b::Split;
use super::automata::Automata;

/// The components of a reference, as texts. Undefined ones are `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading<'t> {
    /// Section 3.1.
    pub scheme: Option<&'t str>,
    /// Section 3.2.
    pub authority: Option<&'t str>,
    /// The parts of the authority, unless the library does not tell them.
    pub parts: Option<Parts<'t>>,
    /// Section 3.3.
    pub path: &'t str,
    /// Section 3.4.
    pub query: Option<&'t str>,
    /// Section 3.5.
    pub fragment: Option<&'t str>,
}

/// The parts of an authority.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts<'t> {
    /// Section 3.2.1.
    pub userinfo: Option<&'t str>,
    /// Section 3.2.2, with the brackets of an IP literal.
    pub host: &'t str,
    /// Section 3.2.3.
    pub port: Option<&'t str>,
}

impl<'t> Parts<'t> {
    /// Splits an authority before the first `@`, and after the `]` of a host in brackets or before its first `:`.
    pub(crate) fn of(authority: &'t str) -> Self {
        let (userinfo, rest) =
            authority.split_once('@').map_or((None, authority), |(userinfo, rest)| (Some(userinfo), rest));
        let bracket = if rest.starts_with('[') { rest.find(']').unwrap_or(rest.len()) } else { 0 };
        let end = rest[bracket..].find(':').map_or(rest.len(), |colon| bracket + colon);
        Parts { userinfo, host: &rest[..end], port: rest.get(end + 1..) }
    }

    /// Returns the kind of the host by the first rule that matches it.
    pub(crate) fn host_kind(&self, rules: &Automata) -> Option<HostKind> {
        let inner = self.host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let (kinds, text) = match inner {
            Some(inner) => ([HostKind::Ipv6, HostKind::IpvFuture], inner),
            None => ([HostKind::Ipv4, HostKind::RegName], self.host),
        };
        kinds.into_iter().find(|kind| rules.get(kind.rule()).accepts(text))
    }
}

impl<'t> Reading<'t> {
    /// Returns the components of a text by Appendix B, whether or not they match their rules.
    #[must_use]
    pub fn split(text: &'t str) -> Self {
        let Split { scheme, authority, path, query, fragment } = Split::of(text);
        Self { scheme, authority, parts: authority.map(Parts::of), path, query, fragment }
    }

    /// Returns the names of the components that differ: those of the authority, if both tell its parts.
    #[must_use]
    pub fn differences(&self, other: &Reading<'_>) -> Vec<&'static str> {
        let components = self.components().into_iter().zip(other.components());
        components.filter(|((_, one), (_, other))| one != other).map(|((name, _), _)| name).collect()
    }

    fn components(&self) -> [(&'static str, Option<&'t str>); 8] {
        let parts = self.parts;
        [
            ("scheme", self.scheme),
            ("authority", self.authority.filter(|_| parts.is_none())),
            ("userinfo", parts.and_then(|parts| parts.userinfo)),
            ("host", parts.map(|parts| parts.host)),
            ("port", parts.and_then(|parts| parts.port)),
            ("path", Some(self.path)),
            ("query", self.query),
            ("fragment", self.fragment),
        ]
    }

    /// Returns the components of a text, unless one of them does not match its rule, and the kind of its path.
    pub(crate) fn of(text: &'t str, rules: &Automata) -> Option<(Self, PathKind)> {
        let reading = Self::split(text);
        let Self { scheme, authority, parts, path, query, fragment } = reading;
        let kind = match (authority, scheme) {
            (Some(_), _) => PathKind::AbEmpty,
            _ if path.is_empty() => PathKind::Empty,
            _ if path.starts_with('/') => PathKind::Absolute,
            (_, Some(_)) => PathKind::Rootless,
            (_, None) => PathKind::NoScheme,
        };
        let fits = |rule, text: Option<&str>| text.is_none_or(|text| rules.get(rule).accepts(text));
        let is_valid = fits(Rule::scheme, scheme)
            && parts.is_none_or(|parts| {
                fits(Rule::userinfo, parts.userinfo)
                    && parts.host_kind(rules).is_some()
                    && fits(Rule::port, parts.port)
            })
            && fits(kind.rule(), Some(path))
            && fits(Rule::query, query)
            && fits(Rule::fragment, fragment);
        is_valid.then_some((reading, kind))
    }
}
