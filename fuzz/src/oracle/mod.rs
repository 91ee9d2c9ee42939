//! The oracles that results are compared with. This module has the automata of the ABNF, which determine the
//! components of a reference and the fault of a text. Other tests use the files outside of this crate as
//! oracles, too.

#[path = "../../../tests/library/common/draft_1996.rs"]
pub(crate) mod draft_1996;
#[path = "../../../page/tests/page/exact.rs"]
pub(crate) mod exact;
pub(crate) mod percent;
#[path = "../../../tests/library/common/pieces.rs"]
pub(crate) mod pieces;
#[allow(clippy::unwrap_used, reason = "a base has a scheme")]
#[path = "../../../tests/library/common/rfc.rs"]
pub(crate) mod rfc;
pub(crate) mod template;
#[path = "../../../tests/library/common/template.rs"]
pub(crate) mod template_gives_a_reference;
#[path = "../../../grammar/tests/grammar/vm.rs"]
pub(crate) mod vm;
#[path = "../../../tests/library/common/whatwg.rs"]
pub(crate) mod whatwg;

use std::sync::LazyLock;

use urigram::Rule;
use urigram::grammar::{HostKind, PathKind};
use urigram_grammar::{Abnf, Dfa};

use crate::oracle::rfc::Split;

/// An automaton for each rule.
pub(crate) struct Automata(Vec<Dfa>);

impl Automata {
    fn of(abnf: &Abnf, name: fn(Rule) -> String) -> Automata {
        let dfa = |&rule: &Rule| {
            let own = name(rule);
            let name = abnf.name(&own).unwrap_or(rule.as_str());
            abnf.dfa(name).unwrap_or_else(|error| panic!("{name} has an automaton: {error}"))
        };
        Automata(Rule::ALL.iter().map(dfa).collect())
    }

    /// Returns the automaton of a rule.
    pub(crate) fn get(&self, rule: Rule) -> &Dfa {
        &self.0[rule as usize]
    }
}

fn read(base: Option<&Abnf>, text: &str, name: &str) -> Abnf {
    let abnf = base.map_or_else(|| Abnf::read(text, name), |base| Abnf::read_over(base, text, name));
    abnf.unwrap_or_else(|error| panic!("{name} is ABNF: {error}"))
}

static ABNF: LazyLock<Abnf> = LazyLock::new(|| read(None, include_str!("../../../uri.abnf"), "uri.abnf"));

/// The rules of RFC 3986.
pub(crate) static URIS: LazyLock<Automata> =
    LazyLock::new(|| Automata::of(&ABNF, |rule| rule.as_str().to_owned()));

/// The rules of RFC 3987, under their names in RFC 3986.
pub(crate) static IRIS: LazyLock<Automata> = LazyLock::new(|| {
    let text = include_str!("../../../variants/rfc3987.abnf");
    Automata::of(&read(Some(&ABNF), text, "rfc3987.abnf"), |rule| match rule {
        Rule::URI | Rule::URI_reference | Rule::absolute_URI => rule.as_str().replace("URI", "IRI"),
        Rule::unreserved => rule.as_str().to_owned(),
        _ => format!("i{rule}"),
    })
});

/// The components of a reference as strings; `None` if undefined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading<'t> {
    /// Section 3.1.
    pub scheme: Option<&'t str>,
    /// Section 3.2.
    pub authority: Option<&'t str>,
    /// The parts of the authority; `None` if the library does not split authorities.
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
    /// Splits an authority before the first `@`, and after the `]` of a host in brackets or before the first
    /// `:` of another host.
    pub(crate) fn of(authority: &'t str) -> Self {
        let (userinfo, rest) =
            authority.split_once('@').map_or((None, authority), |(userinfo, rest)| (Some(userinfo), rest));
        let bracket = if rest.starts_with('[') { rest.find(']').unwrap_or(rest.len()) } else { 0 };
        let end = rest[bracket..].find(':').map_or(rest.len(), |colon| bracket + colon);
        Parts { userinfo, host: &rest[..end], port: rest.get(end + 1..) }
    }

    /// Returns the kind of the host: the first rule that matches.
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
    /// Splits a text by Appendix B, whether or not the components match their rules.
    pub fn split(text: &'t str) -> Self {
        let Split { scheme, authority, path, query, fragment } = Split::of(text);
        Self { scheme, authority, parts: authority.map(Parts::of), path, query, fragment }
    }

    /// Returns the names of the components that differ. If both libraries split the authority, compares its
    /// parts.
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

    /// Returns the components of a text and the kind of its path; `None` if a component does not match its
    /// rule.
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

/// Returns the component at fault and the offset; `None` if the text matches `start`. `start` is the rule of
/// a type of reference.
pub(crate) fn diagnose(start: Rule, text: &str, rules: &Automata) -> Option<(Rule, usize)> {
    let split = Split::of(text);
    let fault = fault_of_component(text, &split, rules);
    let colon = split.scheme.map(str::len);
    let scheme_is_missing = || (Rule::scheme, rules.get(Rule::scheme).viable_prefix(text));
    fault.or(match start {
        Rule::URI if colon.is_none() => Some(scheme_is_missing()),
        Rule::absolute_URI if colon.is_none() => Some(scheme_is_missing()),
        Rule::absolute_URI => split.fragment.map(|fragment| (Rule::fragment, place(text, fragment) - 1)),
        Rule::relative_ref => colon.map(|colon| (Rule::scheme, colon)),
        _ => None,
    })
}

fn fault_of_component(text: &str, split: &Split<'_>, rules: &Automata) -> Option<(Rule, usize)> {
    let parts = split.authority.map(Parts::of);
    let path_rule = match (split.authority, split.scheme) {
        (Some(_), _) => Rule::path_abempty,
        _ if split.path.starts_with('/') => Rule::path_absolute,
        _ if split.path.is_empty() => Rule::path_empty,
        (_, Some(_)) => Rule::path_rootless,
        (_, None) => Rule::path_noscheme,
    };
    let components = [
        (Rule::scheme, Rule::scheme, split.scheme),
        (Rule::userinfo, Rule::userinfo, parts.and_then(|parts| parts.userinfo)),
        (Rule::host, Rule::host, parts.map(|parts| parts.host)),
        (Rule::port, Rule::port, parts.and_then(|parts| parts.port)),
        (Rule::path, path_rule, Some(split.path)),
        (Rule::query, Rule::query, split.query),
        (Rule::fragment, Rule::fragment, split.fragment),
    ];
    components.into_iter().find_map(|(component, rule, part)| {
        let part = part?;
        let automaton = rules.get(rule);
        let is_valid = automaton.accepts(part);
        (!is_valid).then(|| (component, place(text, part) + automaton.viable_prefix(part)))
    })
}

fn place(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}
