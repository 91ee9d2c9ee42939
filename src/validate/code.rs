//! The codes of findings: their names, and what the table says of them.

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use core::str::FromStr;

use super::row::{Row, Severity};
use super::table::{Code, ROWS};
use crate::grammar::NameError;
use crate::scheme::{key, of_key};

impl Code {
    #[expect(clippy::indexing_slicing, reason = "the table has a row for each code")]
    pub(super) const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Returns the name, in lower case with hyphens.
    ///
    /// ```
    /// use urigram::validate::Code;
    ///
    /// assert_eq!(Code::Ipv4LikeHost.as_str(), "ipv4-like-host");
    /// ```
    pub const fn as_str(self) -> &'static str {
        self.row().name
    }

    /// Returns how serious such a finding is, if no [policy](crate::policy::Policy::severity) says otherwise.
    ///
    /// ```
    /// use urigram::validate::{Code, Severity};
    ///
    /// assert_eq!(Code::EmptyHost.severity(), Severity::Error);
    /// assert_eq!(Code::DefaultPort.severity(), Severity::Note);
    /// ```
    pub const fn severity(self) -> Severity {
        self.row().severity
    }

    /// Returns whether such a finding is made only under a [policy](crate::policy::Policy), because it is about what the
    /// policy allows.
    ///
    /// ```
    /// use urigram::validate::Code;
    ///
    /// assert!(Code::HostNotAllowed.is_of_policy());
    /// assert!(!Code::Ipv4LikeHost.is_of_policy());
    /// ```
    pub const fn is_of_policy(self) -> bool {
        // They are the last ones of the table.
        self as usize >= Self::KindNotAllowed as usize
    }

    /// Returns where the reason is specified.
    ///
    /// ```
    /// use urigram::validate::Code;
    ///
    /// assert_eq!(Code::Ipv4LikeHost.section(), "RFC 3986, section 7.4");
    /// ```
    pub const fn section(self) -> &'static str {
        self.row().section
    }

    /// Returns what is found, as a sentence without a full stop.
    ///
    /// ```
    /// use urigram::validate::Code;
    ///
    /// assert_eq!(Code::EncodedNul.summary(), "The octet 0 is percent-encoded");
    /// ```
    pub const fn summary(self) -> &'static str {
        self.row().summary
    }

    /// Returns why it matters, in a few sentences.
    ///
    /// ```
    /// use urigram::validate::Code;
    ///
    /// assert!(Code::Ipv4LikeHost.explanation().contains("inet_aton"));
    /// ```
    pub const fn explanation(self) -> &'static str {
        self.row().why
    }

    /// Returns a reference, possibly an IRI, that has such a finding. One [of a policy](Self::is_of_policy) is found
    /// under the policy that the [explanation](Self::explanation) names.
    ///
    /// ```
    /// use urigram::IriReference;
    /// use urigram::validate::Code;
    ///
    /// let example = IriReference::parse(Code::Ipv4LikeHost.example())?;
    /// assert!(example.findings().iter().any(|finding| finding.code() == Code::Ipv4LikeHost));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub const fn example(self) -> &'static str {
        self.row().example
    }

    /// Returns a similar reference that has no such finding.
    ///
    /// ```
    /// use urigram::validate::Code;
    ///
    /// assert_eq!(Code::EmptyHost.example(), "http:///path");
    /// assert_eq!(Code::EmptyHost.counterexample(), "file:///path");
    /// ```
    pub const fn counterexample(self) -> &'static str {
        self.row().counterexample
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Code {
    type Err = NameError;

    /// Returns the code of this name.
    fn from_str(name: &str) -> Result<Self, NameError> {
        let code = Self::ALL.iter().copied().find(|code| code.as_str() == name);
        code.ok_or(NameError("there is no finding of this name"))
    }
}

// The addresses and names of the metadata services of clouds.

static V4: [([u8; 4], &str); 8] = [
    ([169, 254, 169, 254], "AWS, Azure, Google Cloud and others"),
    ([169, 254, 170, 2], "Amazon ECS"),
    ([169, 254, 170, 23], "Amazon EKS"),
    ([169, 254, 0, 23], "Tencent Cloud"),
    ([169, 254, 42, 42], "Scaleway"),
    ([100, 100, 100, 200], "Alibaba Cloud"),
    ([168, 63, 129, 16], "Azure"),
    ([192, 0, 0, 192], "Oracle Cloud"),
];

static V6: [([u16; 8], &str); 5] = [
    ([0xFD00, 0xEC2, 0, 0, 0, 0, 0, 0x254], "AWS"),
    ([0xFD00, 0xEC2, 0, 0, 0, 0, 0, 0x23], "Amazon EKS"),
    ([0xFD20, 0xCE, 0, 0, 0, 0, 0, 0x254], "Google Cloud"),
    ([0xFD00, 0x42, 0, 0, 0, 0, 0, 0x42], "Scaleway"),
    ([0xFE80, 0, 0, 0, 0, 0, 0xA9FE, 0xA9FE], "OpenStack"),
];

static NAMES: [(&str, &str); 8] = [
    ("metadata.google.internal", "Google Cloud"),
    ("metadata.goog", "Google Cloud"),
    ("metadata", "Google Cloud"),
    ("instance-data", "AWS"),
    ("instance-data.ec2.internal", "AWS"),
    ("metadata.tencentyun.com", "Tencent Cloud"),
    ("metadata.platformequinix.com", "Equinix Metal"),
    ("metadata.packet.net", "Equinix Metal"),
];

/// Returns the clouds whose service has this address.
pub(super) fn at_v4(address: Ipv4Addr) -> Option<&'static str> {
    V4.iter().find(|(own, _)| *own == address.octets()).map(|(_, cloud)| *cloud)
}

/// Like [`at_v4`].
pub(super) fn at_v6(address: Ipv6Addr) -> Option<&'static str> {
    V6.iter().find(|(own, _)| *own == address.segments()).map(|(_, cloud)| *cloud)
}

/// Returns whether the metadata service of some cloud has this address.
pub(crate) fn is_at(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => at_v4(address).is_some(),
        IpAddr::V6(address) => at_v6(address).is_some(),
    }
}

/// Returns the cloud whose service has this name, which does not end with a dot. The case is not significant.
#[inline]
pub(super) fn at_name(name: &str) -> Option<&'static str> {
    let begins = matches!(name.as_bytes().first(), Some(b'm' | b'M' | b'i' | b'I'));
    let found = || NAMES.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
    if begins { found().map(|(_, cloud)| *cloud) } else { None }
}

// What the checks know of a scheme.

/// The facts about the scheme of a reference.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    pub(super) kind: Kind,
    pub(crate) default_port: Option<u16>,
    pub(super) requires_host: bool,
    /// Whether a registered name is one of the DNS: in the schemes that have a host, and where the scheme is that of
    /// the base URI.
    pub(super) has_dns_name: bool,
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

impl Kind {
    /// Returns the kind of a scheme by its key. The schemes with a kind of their own have at most eight characters.
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
    /// Returns the facts about this scheme, whose case is not significant. Does not allocate.
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
