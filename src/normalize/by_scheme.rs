//! Scheme-based normalization (section 6.2.3).

use alloc::borrow::Cow;
use alloc::string::{String, ToString};

use super::options::Normalizer;
use super::parse;
use crate::component::Port;
use crate::components::{Components, HostKind, defined};
use crate::grammar::Grammar;
use crate::guard;
use crate::host::Host;
use crate::parts::Parts;
use crate::scheme::SchemeRules;

/// The normal form of a URI that is in its normal form by the syntax; none if it is the same.
///
/// None too if what the rules of the scheme want is no such URI: then nothing is done by them.
pub(super) fn write<G: Grammar>(normalizer: Normalizer<'_>, uri: Parts<'_>) -> Option<(String, Components)> {
    let before = Pieces::of(uri);
    let mut pieces = before.clone();
    if normalizer.ipv6 && uri.at.host_kind() == Some(HostKind::Ipv6) {
        pieces.host = pieces.host.map(in_text_form::<G>);
    }
    if let Some(rules) = normalizer.schemes.get(before.scheme) {
        pieces.apply(rules);
    }
    if pieces == before {
        return None;
    }
    let text = pieces.recompose();
    let at = parse::<G>(&text)?;
    (Pieces::of(Parts::new(&text, &at)) == pieces).then_some((text, at))
}

/// An IPv6 address as RFC 5952 writes it, which is how `core::net` does.
fn in_text_form<G: Grammar>(host: Cow<'_, str>) -> Cow<'_, str> {
    Host::<G>::new(&host, HostKind::Ipv6).to_string().into()
}

/// What a URI is put together of (section 5.3).
#[derive(Clone, PartialEq)]
struct Pieces<'a> {
    scheme: &'a str,
    userinfo: Option<&'a str>,
    /// Undefined if the authority is.
    host: Option<Cow<'a, str>>,
    port: Option<&'a str>,
    path: Cow<'a, str>,
    query: Option<Cow<'a, str>>,
    fragment: Option<&'a str>,
}

impl<'a> Pieces<'a> {
    fn of(uri: Parts<'a>) -> Self {
        let at = uri.at;
        let piece = |range| uri.text().get(range);
        Self {
            scheme: uri.slice(0, at.scheme_end),
            userinfo: at.userinfo().and_then(piece),
            host: at.host().and_then(piece).filter(|_| at.has(defined::AUTHORITY)).map(Cow::Borrowed),
            port: at.port().and_then(piece),
            path: Cow::Borrowed(uri.path()),
            query: at.query().and_then(piece).map(Cow::Borrowed),
            fragment: at.fragment().and_then(piece),
        }
    }

    fn apply(&mut self, rules: &'a dyn SchemeRules) {
        let default_port = rules.default_port();
        self.port =
            self.port.filter(|port| default_port.is_none() || Port::new(port).to_u16().ok() != default_port);
        if let Some(host) = rules.default_host() {
            self.apply_default_host(host);
        }
        if let Cow::Borrowed(path) = self.path {
            self.path = rules.path(path);
        }
        if let Some(Cow::Borrowed(query)) = self.query {
            self.query = rules.query(query);
        }
        if self.host.is_some() && self.path.is_empty() && rules.empty_path_is_slash() {
            self.path = Cow::Borrowed("/");
        }
        if self.host.is_none() && guard::reads_as_authority(&self.path) {
            self.path.to_mut().insert_str(0, guard::AGAINST_AUTHORITY);
        }
    }

    /// The default is an empty host, but where there is a userinfo or a port it is given.
    fn apply_default_host(&mut self, default: &'a str) {
        let given = |part: Option<&str>| part.is_some_and(|part| !part.is_empty());
        let needed = given(self.userinfo) || given(self.port);
        let empty = Cow::Borrowed("");
        match (&self.host, &self.path) {
            (Some(host), _) if needed && host.is_empty() => self.host = Some(Cow::Borrowed(default)),
            (Some(host), _) if !needed && host == default => self.host = Some(empty),
            (None, &Cow::Borrowed(path)) if path.starts_with('/') => {
                self.host = Some(empty);
                self.path = Cow::Borrowed(guard::unguarded(path));
            }
            _ => {}
        }
    }

    fn recompose(&self) -> String {
        let mut text = String::from(self.scheme) + ":";
        if let Some(host) = &self.host {
            text += "//";
            if let Some(userinfo) = self.userinfo {
                text = text + userinfo + "@";
            }
            text += host;
            if let Some(port) = self.port {
                text = text + ":" + port;
            }
        }
        text += &self.path;
        if let Some(query) = &self.query {
            text = text + "?" + query;
        }
        if let Some(fragment) = self.fragment {
            text = text + "#" + fragment;
        }
        text
    }
}
