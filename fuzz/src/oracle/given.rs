//! The components that a reference is built of, and what section 5.3 makes of them.

use std::collections::BTreeMap;

use urigram::{Rule, Segment};

use super::appendix_b::Split;
use super::automata;
use super::reading::Parts;

/// The components, with the rules of their values.
pub(crate) const COMPONENTS: &[(&str, Rule)] = &[
    ("scheme", Rule::scheme),
    ("host", Rule::host),
    ("path", Rule::path),
    ("userinfo", Rule::userinfo),
    ("port", Rule::port),
    ("query", Rule::query),
    ("fragment", Rule::fragment),
    ("authority", Rule::authority),
    ("segment", Rule::segment),
];

/// The components that were given, as texts.
#[derive(Debug, Default)]
pub(crate) struct Given<'t> {
    parts: BTreeMap<&'static str, &'t str>,
    path: String,
    /// Whether a value did not match its rule, or a segment was a dot segment.
    is_invalid: bool,
}

impl<'t> Given<'t> {
    pub(crate) fn of(parts: &[(&'static str, Rule, &'t str)]) -> Self {
        let mut given = Given::default();
        for &(name, rule, value) in parts {
            if name == "segment" {
                let segment = Segment::encode(value).to_string();
                given.is_invalid |= matches!(&*segment, "." | "..");
                if !given.path.ends_with('/') {
                    given.path.push('/');
                }
                given.path += &segment;
                continue;
            }
            if !automata::URIS.get(rule).accepts(value) {
                given.is_invalid = true;
                continue;
            }
            match name {
                "path" => given.path = value.to_owned(),
                "authority" => {
                    let Parts { userinfo, host, port } = Parts::of(value);
                    for (name, part) in [("userinfo", userinfo), ("host", Some(host)), ("port", port)] {
                        given.parts.remove(name);
                        given.parts.extend(part.map(|part| (name, part)));
                    }
                }
                _ => drop(given.parts.insert(name, value)),
            }
        }
        given
    }

    pub(crate) fn get(&self, name: &str) -> Option<&'t str> {
        self.parts.get(name).copied()
    }

    pub(crate) fn authority(&self) -> Option<String> {
        self.get("host").map(|host| {
            let userinfo = self.get("userinfo").map(|userinfo| format!("{userinfo}@")).unwrap_or_default();
            let port = self.get("port").map(|port| format!(":{port}")).unwrap_or_default();
            userinfo + host + &port
        })
    }

    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    pub(crate) fn is_invalid(&self) -> bool {
        self.is_invalid
    }

    /// Returns what section 5.3 makes of the components, if it splits into the same.
    pub(crate) fn text(&self) -> Option<String> {
        let authority = self.authority();
        let has_stray = authority.is_none() && (self.get("userinfo").is_some() || self.get("port").is_some());
        let mut text = self.get("scheme").map(|scheme| format!("{scheme}:")).unwrap_or_default();
        for (before, part) in
            [("//", authority.as_deref()), ("", Some(&*self.path)), ("?", self.get("query"))]
        {
            text += &part.map(|part| [before, part].concat()).unwrap_or_default();
        }
        text += &self.get("fragment").map(|fragment| format!("#{fragment}")).unwrap_or_default();
        let split = Split::of(&text);
        let is_same = split.scheme == self.get("scheme")
            && split.authority == authority.as_deref()
            && split.path == self.path
            && split.query == self.get("query")
            && split.fragment == self.get("fragment");
        // Appendix B takes a first segment like `:b` for a path, which the ABNF does not.
        let is_reference = is_same && automata::URIS.get(Rule::URI_reference).accepts(&text);
        (is_reference && !has_stray && !self.is_invalid).then_some(text)
    }
}
