//! The facts about schemes that the checks need.

use crate::scheme::{key, of_key};

/// The facts about the scheme of a reference.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    pub(super) kind: Kind,
    pub(crate) default_port: Option<u16>,
    pub(super) requires_host: bool,
    /// Whether a registered name is a DNS name: in the schemes that have a host, and in relative references.
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
