//! The enumerations of the interface, and the names of their values.
//!
//! The parameters of functions are declared as numbers, because a caller can pass any number. `given` returns
//! the enumerator with this number, if there is one.

use std::ffi::{CStr, c_char};

use urigram::validate;

/// A component of a reference (section 3 of RFC 3986).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Component {
    /// No component.
    None = 0,
    /// Section 3.1.
    Scheme = 1,
    /// Section 3.2: userinfo, host and port.
    Authority = 2,
    /// Section 3.2.1.
    Userinfo = 3,
    /// Section 3.2.2.
    Host = 4,
    /// Section 3.2.3.
    Port = 5,
    /// Section 3.3.
    Path = 6,
    /// Section 3.4.
    Query = 7,
    /// Section 3.5.
    Fragment = 8,
    /// The whole reference.
    Reference = 9,
}

/// Which alternative of the rule `host` matched (section 3.2.2 of RFC 3986).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum HostKind {
    /// The host is undefined, because there is no authority.
    None = 0,
    /// `IPv4address`, such as `192.0.2.16`.
    Ipv4 = 1,
    /// `IPv6address` in brackets, such as `[2001:db8::7]`.
    Ipv6 = 2,
    /// `IPvFuture` in brackets, such as `[v7.x]`.
    Ipvfuture = 3,
    /// `reg-name`, which may be empty.
    RegName = 4,
}

/// Which of the five rules for a path matched (section 3.3 of RFC 3986).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum PathKind {
    /// There is no path, which is possible only under an edited grammar.
    None = 0,
    /// `path-abempty`: begins with `/` or is empty. This is the path after an authority.
    Abempty = 1,
    /// `path-absolute`: begins with `/` but not with `//`.
    Absolute = 2,
    /// `path-noscheme`: begins with a segment that has no colon.
    Noscheme = 3,
    /// `path-rootless`: begins with a segment.
    Rootless = 4,
    /// `path-empty`: no characters.
    Empty = 5,
}

/// The rules by which a text can be parsed (sections 3 and 4 of RFC 3986).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Rule {
    /// `URI-reference`: a URI or a relative reference.
    UriReference = 0,
    /// `URI`: has a scheme.
    Uri = 1,
    /// `absolute-URI`: has a scheme, and no fragment.
    AbsoluteUri = 2,
    /// `relative-ref`: has no scheme.
    RelativeRef = 3,
}

/// A level of the comparison ladder (section 6.2 of RFC 3986): the extent of normalization. Each level includes the levels
/// with lower numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Level {
    /// No level. Two references have this level if they are not equal at any level.
    None = 0,
    /// The texts are compared unchanged (section 6.2.1).
    String = 1,
    /// Scheme and host in lower case, the digits of percent-encoded octets in upper case (section 6.2.2.1).
    Case = 2,
    /// Unreserved characters decoded (section 6.2.2.2).
    Percent = 3,
    /// Dot segments and the `:` before an empty port removed (section 6.2.2.3). This completes syntax-based
    /// normalization.
    Path = 4,
    /// The rules of the URI's scheme, such as its default port (section 6.2.3).
    Scheme = 5,
}

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Severity {
    /// Worth knowing.
    Note = 1,
    /// Likely a mistake or an attack.
    Warning = 2,
    /// Violates another specification, such as that of the scheme, or is refused by the policy.
    Error = 3,
}

impl Component {
    const ALL: [(Self, Option<urigram::Rule>); 10] = [
        (Self::None, None),
        (Self::Scheme, Some(urigram::Rule::scheme)),
        (Self::Authority, Some(urigram::Rule::authority)),
        (Self::Userinfo, Some(urigram::Rule::userinfo)),
        (Self::Host, Some(urigram::Rule::host)),
        (Self::Port, Some(urigram::Rule::port)),
        (Self::Path, Some(urigram::Rule::path)),
        (Self::Query, Some(urigram::Rule::query)),
        (Self::Fragment, Some(urigram::Rule::fragment)),
        (Self::Reference, Some(urigram::Rule::URI_reference)),
    ];

    pub(crate) fn given(number: u32) -> Option<Self> {
        Self::ALL.into_iter().map(|(component, _)| component).find(|component| *component as u32 == number)
    }
}

/// Returns the component with the name of the rule, or the whole reference for any other rule.
impl From<urigram::Rule> for Component {
    fn from(rule: urigram::Rule) -> Self {
        let own = Self::ALL.into_iter().find(|(_, own)| *own == Some(rule));
        own.map_or(Self::Reference, |(component, _)| component)
    }
}

impl From<Option<urigram::grammar::HostKind>> for HostKind {
    fn from(kind: Option<urigram::grammar::HostKind>) -> Self {
        match kind {
            None => Self::None,
            Some(urigram::grammar::HostKind::Ipv4) => Self::Ipv4,
            Some(urigram::grammar::HostKind::Ipv6) => Self::Ipv6,
            Some(urigram::grammar::HostKind::IpvFuture) => Self::Ipvfuture,
            Some(urigram::grammar::HostKind::RegName) => Self::RegName,
        }
    }
}

impl From<Option<urigram::grammar::PathKind>> for PathKind {
    fn from(kind: Option<urigram::grammar::PathKind>) -> Self {
        match kind {
            None => Self::None,
            Some(urigram::grammar::PathKind::AbEmpty) => Self::Abempty,
            Some(urigram::grammar::PathKind::Absolute) => Self::Absolute,
            Some(urigram::grammar::PathKind::NoScheme) => Self::Noscheme,
            Some(urigram::grammar::PathKind::Rootless) => Self::Rootless,
            Some(urigram::grammar::PathKind::Empty) => Self::Empty,
        }
    }
}

impl Rule {
    pub(crate) const fn given(number: u32) -> Option<urigram::Rule> {
        const URI_REFERENCE: u32 = Rule::UriReference as u32;
        const URI: u32 = Rule::Uri as u32;
        const ABSOLUTE_URI: u32 = Rule::AbsoluteUri as u32;
        const RELATIVE_REF: u32 = Rule::RelativeRef as u32;
        match number {
            URI_REFERENCE => Some(urigram::Rule::URI_reference),
            URI => Some(urigram::Rule::URI),
            ABSOLUTE_URI => Some(urigram::Rule::absolute_URI),
            RELATIVE_REF => Some(urigram::Rule::relative_ref),
            _ => None,
        }
    }
}

impl Level {
    const ALL: [(Self, urigram::normalize::Level); 5] = [
        (Self::String, urigram::normalize::Level::String),
        (Self::Case, urigram::normalize::Level::Case),
        (Self::Percent, urigram::normalize::Level::Percent),
        (Self::Path, urigram::normalize::Level::Path),
        (Self::Scheme, urigram::normalize::Level::Scheme),
    ];

    pub(crate) fn given(number: u32) -> Option<urigram::normalize::Level> {
        Self::ALL.into_iter().find(|(own, _)| *own as u32 == number).map(|(_, level)| level)
    }
}

impl From<Option<urigram::normalize::Level>> for Level {
    fn from(level: Option<urigram::normalize::Level>) -> Self {
        let own = Self::ALL.into_iter().find(|(_, own)| Some(*own) == level);
        own.map_or(Self::None, |(level, _)| level)
    }
}

/// Maps a severity that a later version of the library may add between two of these to the lower one.
impl From<validate::Severity> for Severity {
    fn from(severity: validate::Severity) -> Self {
        if severity >= validate::Severity::Error {
            Self::Error
        } else if severity >= validate::Severity::Warning {
            Self::Warning
        } else {
            Self::Note
        }
    }
}

// The names of enumerators, for logs and messages.

/// Returns the name of a status, such as `"invalid"`, or `"unknown"` for any other number. The string is
/// static.
///
/// ```c
/// assert(strcmp(urigram_status_name(URIGRAM_STATUS_NOT_UTF8), "not-utf8") == 0);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn urigram_status_name(status: u32) -> *const c_char {
    name(
        &[
            c"ok",
            c"invalid",
            c"not-utf8",
            c"too-long",
            c"unresolved",
            c"refused",
            c"bad-policy",
            c"short-buffer",
            c"misuse",
            c"panic",
        ],
        status,
    )
}

/// Returns the name of a component, such as `"host"`, or `"unknown"` for any other number. The string is
/// static.
///
/// ```c
/// assert(strcmp(urigram_component_name(URIGRAM_COMPONENT_HOST), "host") == 0);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn urigram_component_name(component: u32) -> *const c_char {
    name(
        &[
            c"none",
            c"scheme",
            c"authority",
            c"userinfo",
            c"host",
            c"port",
            c"path",
            c"query",
            c"fragment",
            c"reference",
        ],
        component,
    )
}

/// Returns the name of a kind of host, such as `"reg-name"`, or `"unknown"` for any other number. The string
/// is static.
///
/// ```c
/// assert(strcmp(urigram_host_kind_name(URIGRAM_HOST_KIND_REG_NAME), "reg-name") == 0);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn urigram_host_kind_name(kind: u32) -> *const c_char {
    name(&[c"none", c"ipv4", c"ipv6", c"ipvfuture", c"reg-name"], kind)
}

/// Returns the name of a kind of path, such as `"abempty"`, or `"unknown"` for any other number. The string
/// is static.
///
/// ```c
/// assert(strcmp(urigram_path_kind_name(URIGRAM_PATH_KIND_ABEMPTY), "abempty") == 0);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn urigram_path_kind_name(kind: u32) -> *const c_char {
    name(&[c"none", c"abempty", c"absolute", c"noscheme", c"rootless", c"empty"], kind)
}

/// Returns the name of a level, such as `"path"`, or `"unknown"` for any other number. The string is static.
///
/// ```c
/// assert(strcmp(urigram_level_name(URIGRAM_LEVEL_PATH), "path") == 0);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn urigram_level_name(level: u32) -> *const c_char {
    name(&[c"none", c"string", c"case", c"percent", c"path", c"scheme"], level)
}

/// Returns the name of a severity, `"note"`, `"warning"` or `"error"`, or `"unknown"` for any other number.
/// The string is static.
///
/// ```c
/// assert(strcmp(urigram_severity_name(URIGRAM_SEVERITY_NOTE), "note") == 0);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn urigram_severity_name(severity: u32) -> *const c_char {
    name(&[c"unknown", c"note", c"warning", c"error"], severity)
}

/// Returns the name at this index, or `"unknown"`.
fn name(names: &[&'static CStr], number: u32) -> *const c_char {
    let own = usize::try_from(number).ok().and_then(|index| names.get(index));
    own.map_or(c"unknown".as_ptr(), |name| name.as_ptr())
}
