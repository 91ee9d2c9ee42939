//! The components of a reference in answers: their text, ranges, parts and decoded forms.

use std::borrow::Cow;
use std::ops::Range;

use serde::Serialize;
use urigram::Host;
use urigram::grammar::{Components, HostKind, PathKind, ReferenceKind, Rfc3987};
use urigram::scheme::Schemes;
use urigram::{Port as PortDigits, percent};

/// The components of a text and their parts. Parts are computed on demand, because a text can have very many.
#[derive(Clone, Copy)]
pub(crate) struct Details<'i> {
    pub(crate) text: &'i str,
    pub(crate) components: &'i Components,
}

/// The port as a number, and the default port of the scheme.
#[derive(Serialize)]
pub(crate) struct Port {
    /// `None` if the port is undefined, empty, or greater than 65535.
    pub(crate) number: Option<u16>,
    pub(crate) default: Option<u16>,
    /// Whether the port is defined, and is the default port of the scheme.
    pub(crate) is_default: bool,
}

/// A segment of the path. `decoded` is `None` if the decoded segment is not UTF-8.
#[derive(Serialize)]
pub(crate) struct Segment<'i> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) raw: &'i str,
    pub(crate) decoded: Option<Cow<'i, str>>,
}

/// A pair of the query. A value is `None` if there is no `=`, or if the decoded value is not UTF-8.
#[derive(Serialize)]
pub(crate) struct Pair<'i> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) raw: &'i str,
    pub(crate) key: Option<Cow<'i, str>>,
    pub(crate) value: Option<Cow<'i, str>>,
}

impl<'i> Details<'i> {
    /// Returns the range of each component, from left to right. The authority comes before its components.
    pub(crate) fn spans(self) -> [(&'static str, Option<Range<usize>>); 8] {
        let at = self.components;
        [
            ("scheme", at.scheme()),
            ("authority", at.authority()),
            ("userinfo", at.userinfo()),
            ("host", at.host()),
            ("port", at.port()),
            ("path", at.path()),
            ("query", at.query()),
            ("fragment", at.fragment()),
        ]
    }

    pub(crate) fn registrable_domain(self) -> Option<&'i str> {
        let host = Host::<Rfc3987>::try_from(self.part(self.components.host()?)).ok()?;
        host.registrable_domain()
    }

    pub(crate) fn port(self) -> Port {
        let scheme = self.components.scheme().map(|range| self.part(range));
        let schemes = Schemes::new();
        let default = scheme.and_then(|scheme| schemes.get(scheme)?.default_port());
        let digits = self.components.port().and_then(|range| PortDigits::parse(self.part(range)).ok());
        let number = digits.and_then(|digits| digits.to_u16().ok());
        Port { number, default, is_default: number.is_some() && number == default }
    }

    pub(crate) fn segments(self) -> impl Iterator<Item = Segment<'i>> {
        self.components.segments(self.text).map(move |Range { start, end }| {
            let raw = self.part(start..end);
            Segment { start, end, raw, decoded: decoded(raw) }
        })
    }

    pub(crate) fn pairs(self) -> impl Iterator<Item = Pair<'i>> {
        self.components.pairs(self.text).map(move |(key, value)| {
            let (start, end) = (key.start, value.as_ref().map_or(key.end, |value| value.end));
            let value = value.and_then(|value| decoded(self.part(value)));
            Pair { start, end, raw: self.part(start..end), key: decoded(self.part(key)), value }
        })
    }

    /// Returns the decoded components that may be percent-encoded. A component is `None` if it is undefined
    /// or its decoded form is not UTF-8.
    pub(crate) fn decoded(self) -> [(&'static str, Option<Cow<'i, str>>); 5] {
        let at = self.components;
        let decoded =
            |name, range: Option<Range<usize>>| (name, range.and_then(|range| decoded(self.part(range))));
        [
            decoded("userinfo", at.userinfo()),
            decoded("host", at.host()),
            decoded("path", at.path()),
            decoded("query", at.query()),
            decoded("fragment", at.fragment()),
        ]
    }

    pub(crate) fn part(self, range: Range<usize>) -> &'i str {
        self.text.get(range).expect("components lie in their text")
    }
}

fn decoded(text: &str) -> Option<Cow<'_, str>> {
    percent::decode(text).ok()?.to_str().ok()
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field<'i> {
    pub(crate) name: &'static str,
    /// The text of the component or, for a field such as the kind of host, the name of the kind; `None` if it
    /// is undefined.
    pub(crate) value: Option<&'i str>,
    /// The offset of the component in bytes; `None` for a kind.
    pub(crate) start: Option<usize>,
}

/// Returns all fields of `text`, in the order of the answer.
pub(crate) fn fields<'i>(text: &'i str, components: &Components) -> [Field<'i>; 11] {
    let span = |name, range: Option<Range<usize>>| {
        let start = range.as_ref().map(|range| range.start);
        Field { name, value: range.and_then(|range| text.get(range)), start }
    };
    let kind = |name, value| Field { name, value, start: None };
    [
        kind("kind", components.kind().map(reference_kind)),
        span("scheme", components.scheme()),
        span("authority", components.authority()),
        span("userinfo", components.userinfo()),
        span("host", components.host()),
        kind("host_kind", components.host_kind().map(host_kind)),
        span("port", components.port()),
        span("path", components.path()),
        kind("path_kind", components.path_kind().map(path_kind)),
        span("query", components.query()),
        span("fragment", components.fragment()),
    ]
}

const fn reference_kind(kind: ReferenceKind) -> &'static str {
    match kind {
        ReferenceKind::Uri => "uri",
        ReferenceKind::RelativeRef => "relative-ref",
    }
}

const fn host_kind(kind: HostKind) -> &'static str {
    match kind {
        HostKind::Ipv4 => "ipv4",
        HostKind::Ipv6 => "ipv6",
        HostKind::IpvFuture => "ipvfuture",
        HostKind::RegName => "reg-name",
    }
}

const fn path_kind(kind: PathKind) -> &'static str {
    match kind {
        PathKind::AbEmpty => "abempty",
        PathKind::Absolute => "absolute",
        PathKind::NoScheme => "noscheme",
        PathKind::Rootless => "rootless",
        PathKind::Empty => "empty",
    }
}
