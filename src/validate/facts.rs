//! What the checks know of a scheme.

use crate::scheme::known;

/// The longest name of a scheme that is known, or one edit away from one.
const LONGEST: usize = 12;

/// The facts about the scheme of a reference.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub(super) kind: Kind,
    pub(super) default_port: Option<u16>,
    pub(super) requires_host: bool,
    name: [u8; LONGEST],
    len: u8,
}

/// A scheme that the checks treat by itself, or a group of schemes.
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

impl Facts {
    /// Returns the facts about this scheme, whose case is not significant. Does not allocate.
    #[inline]
    pub(super) fn of(scheme: Option<&str>) -> Self {
        let mut facts =
            Self { kind: Kind::None, default_port: None, requires_host: false, name: [0; LONGEST], len: 0 };
        let Some(scheme) = scheme else { return facts };
        if let Some(name) = facts.name.get_mut(..scheme.len()) {
            name.copy_from_slice(scheme.as_bytes());
            name.make_ascii_lowercase();
            facts.len = scheme.len() as u8;
        }
        facts.kind = match facts.name() {
            b"http" | b"https" => Kind::Http,
            b"ws" | b"wss" => Kind::WebSocket,
            b"ftp" => Kind::Ftp,
            b"file" => Kind::File,
            b"mailto" => Kind::Mailto,
            b"tel" => Kind::Tel,
            b"urn" => Kind::Urn,
            b"ldap" | b"ldaps" => Kind::Ldap,
            b"data" => Kind::Data,
            b"sip" | b"sips" | b"cid" | b"mid" | b"geo" | b"sms" => Kind::Opaque,
            _ => Kind::Unknown,
        };
        if let Some(rules) = core::str::from_utf8(facts.name()).ok().and_then(known) {
            facts.default_port = rules.default_port();
            facts.requires_host = rules.requires_host();
            if facts.kind == Kind::Unknown {
                facts.kind = Kind::Known;
            }
        }
        facts
    }

    /// Returns the name in lower case; empty if it is longer than any that is known.
    #[inline]
    pub(super) fn name(&self) -> &[u8] {
        self.name.get(..usize::from(self.len)).unwrap_or_default()
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

    /// Returns whether a registered name is one of the DNS: in the schemes that have a host, and where the scheme
    /// is that of the base URI.
    #[inline]
    pub(super) fn has_dns_name(&self) -> bool {
        // The host of `mongodb` may be a list with commas.
        self.requires_host && self.name() != b"mongodb"
            || matches!(self.kind, Kind::None | Kind::File | Kind::Ldap)
    }
}
