//! What is in the components of a reference: where they and their parts lie, and what they say when decoded.

use std::borrow::Cow;
use std::ops::Range;

use serde::Serialize;
use urigram::grammar::Components;
use urigram::scheme::Schemes;
use urigram::{Port as PortDigits, percent};

/// The components of a text, divided further. Nothing is stored, because a text can have very many parts.
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
    /// Whether the port is defined, and its number is that of the default.
    pub(crate) is_default: bool,
}

/// A segment of the path. What is not UTF-8 when decoded is `None`.
#[derive(Serialize)]
pub(crate) struct Segment<'i> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) raw: &'i str,
    pub(crate) decoded: Option<Cow<'i, str>>,
}

/// A pair of the query. A value is `None` if there is no `=` or if it is not UTF-8 when decoded.
#[derive(Serialize)]
pub(crate) struct Pair<'i> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) raw: &'i str,
    pub(crate) key: Option<Cow<'i, str>>,
    pub(crate) value: Option<Cow<'i, str>>,
}

impl<'i> Details<'i> {
    /// Returns where each component lies, from left to right, those of the authority after it.
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

    /// Returns the components that may be percent-encoded, decoded; `None` for one that is undefined or not UTF-8.
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
