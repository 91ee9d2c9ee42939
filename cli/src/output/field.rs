//! The fields of an answer about a reference: its components and their kinds, each with its name.

use std::ops::Range;

use urigram::grammar::{Components, HostKind, PathKind, ReferenceKind};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field<'i> {
    pub(crate) name: &'static str,
    /// The text of the component, or the name of the kind; `None` if it is undefined.
    pub(crate) value: Option<&'i str>,
    /// The offset of the component in bytes; `None` for a kind.
    pub(crate) start: Option<usize>,
}

/// Returns all fields of `text`, in the order of the answer.
pub(crate) fn of<'i>(text: &'i str, components: &Components) -> [Field<'i>; 11] {
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
