//! The review of a reference: its text, its components, the facts about its scheme, and the findings so far.

use alloc::vec::Vec;
use core::ops::Range;

use super::finding::{Detail, Finding};
use super::table::Code;
use crate::grammar::{Components, Rule};
use crate::scheme::{key, of_key};

pub(crate) struct Review<'a, 'c> {
    pub(crate) text: &'a str,
    pub(crate) at: &'c Components,
    pub(crate) facts: Facts,
    findings: Vec<Finding<'a>>,
}

impl<'a, 'c> Review<'a, 'c> {
    #[inline]
    pub(crate) fn new(text: &'a str, at: &'c Components) -> Self {
        let scheme = at.scheme().map(|range| text.get(range).expect("components lie in the text"));
        Self { text, at, facts: Facts::of(scheme), findings: Vec::new() }
    }

    /// Returns a component, or a part of one.
    #[inline]
    pub(crate) fn slice(&self, range: Range<usize>) -> &'a str {
        self.text.get(range).expect("components lie in the text")
    }

    /// Adds a finding. Out of line, because most references have none.
    #[cold]
    #[inline(never)]
    pub(crate) fn add(&mut self, code: Code, component: Rule, range: Range<usize>, detail: Detail<'a>) {
        // Under an edited grammar, the text around a component may differ from the assumptions of
        // the check.
        let (start, end) = (self.boundary(range.start), self.boundary(range.end));
        // The length of a reference fits in a `u32`.
        let (start, end) = (start.min(end) as u32, end as u32);
        let severity = code.severity();
        self.findings.push(Finding { code, severity, component, start, end, text: self.text, detail });
    }

    /// Returns the findings so far, in the order of the checks.
    pub(crate) fn findings(&self) -> &[Finding<'a>] {
        &self.findings
    }

    /// Returns the offset, or, if it is inside a character, the start of that character.
    #[expect(clippy::arithmetic_side_effects, reason = "offset 0 is a boundary")]
    fn boundary(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    /// Returns the findings, ordered by offset.
    #[inline]
    pub(crate) fn into_findings(mut self) -> Vec<Finding<'a>> {
        if self.findings.len() > 1 {
            self.findings.sort_by_key(|finding| finding.start);
        }
        self.findings
    }
}

/// The facts about the scheme of a reference.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    pub(super) kind: Kind,
    pub(crate) default_port: Option<u16>,
    pub(super) requires_host: bool,
    /// Whether a registered name is a DNS name. This is so in schemes that have a host, and in relative references.
    pub(super) has_dns_name: bool,
}

/// A scheme with its own checks, or a group of schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// There is no scheme.
    None,
    Http,
    WebSocket,
    Ftp,
    File,
    Mailto,
    Tel,
    Urn,
    Ldap,
    Data,
    /// Another scheme whose URIs have no authority.
    Opaque,
    /// Another scheme of the table of schemes.
    Known,
    Unknown,
}

impl Kind {
    /// Returns the kind of a scheme by its key. The schemes with their own kind have at most eight characters.
    #[inline]
    fn of(key: u64) -> Option<Self> {
        Some(match key {
            HTTP | HTTPS => Self::Http,
            WS | WSS => Self::WebSocket,
            FTP => Self::Ftp,
            FILE => Self::File,
            MAILTO => Self::Mailto,
            TEL => Self::Tel,
            URN => Self::Urn,
            LDAP | LDAPS => Self::Ldap,
            DATA => Self::Data,
            SIP | SIPS | CID | MID | GEO | SMS => Self::Opaque,
            _ => return None,
        })
    }
}

macro_rules! keys {
    ($($KEY:ident $name:literal)*) => {$(const $KEY: u64 = key($name);)*};
}

keys! {
    HTTP "http" HTTPS "https" WS "ws" WSS "wss" FTP "ftp" FILE "file" MAILTO "mailto" TEL "tel" URN "urn" LDAP "ldap"
    LDAPS "ldaps" DATA "data" SIP "sip" SIPS "sips" CID "cid" MID "mid" GEO "geo" SMS "sms"
}

impl Facts {
    /// Returns the facts about this scheme, ignoring case. Does not allocate.
    #[inline]
    pub(super) fn of(scheme: Option<&str>) -> Self {
        let Some(scheme) = scheme else {
            return Self { kind: Kind::None, default_port: None, requires_host: false, has_dns_name: true };
        };
        let key = key(scheme);
        let kind = Kind::of(key).filter(|_| scheme.len() <= 8);
        let Some(rules) = of_key(key, scheme) else {
            let kind = kind.unwrap_or(Kind::Unknown);
            return Self { kind, default_port: None, requires_host: false, has_dns_name: false };
        };
        let requires_host = rules.requires_host();
        Self {
            kind: kind.unwrap_or(Kind::Known),
            default_port: rules.default_port(),
            requires_host,
            // The host of `mongodb` may be a list with commas.
            has_dns_name: requires_host && !scheme.eq_ignore_ascii_case("mongodb")
                || matches!(kind, Some(Kind::File | Kind::Ldap)),
        }
    }

    /// Returns whether WHATWG URL parsers skip slashes before the host (WHATWG URL, section 4.2, *special
    /// scheme*, without `file`).
    #[inline]
    pub(super) const fn is_special(&self) -> bool {
        matches!(self.kind, Kind::Http | Kind::WebSocket | Kind::Ftp)
    }

    /// Returns whether URIs of the scheme have no authority.
    #[inline]
    pub(super) const fn has_no_authority(&self) -> bool {
        matches!(self.kind, Kind::Mailto | Kind::Tel | Kind::Urn | Kind::Data | Kind::Opaque)
    }
}
