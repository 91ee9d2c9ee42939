//! Where the components of a string lie: byte offsets, and the kinds that the grammar decided.

use core::ops::Range;

/// What a reference is (section 4.1): a URI or a relative reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceKind {
    /// It begins with a scheme (section 3).
    Uri,
    /// It has no scheme (section 4.2).
    RelativeRef,
}

/// Which alternative of `host` matched (section 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HostKind {
    /// `IPv4address`, such as `192.0.2.16`.
    Ipv4,
    /// `IPv6address` in brackets, such as `[2001:db8::7]`.
    Ipv6,
    /// `IPvFuture` in brackets, such as `[v7.x]`.
    IpvFuture,
    /// `reg-name`, which may be empty.
    RegName,
}

/// Which of the five rules of section 3.3 the path matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathKind {
    /// `path-abempty`: begins with `/` or is empty; the path after an authority.
    AbEmpty,
    /// `path-absolute`: begins with `/` but not with `//`.
    Absolute,
    /// `path-noscheme`: begins with a segment that has no colon.
    NoScheme,
    /// `path-rootless`: begins with a segment.
    Rootless,
    /// `path-empty`: no characters.
    Empty,
}

impl ReferenceKind {
    /// The RFC's name of the rule: `URI` or `relative-ref`.
    pub const fn rule_name(self) -> &'static str {
        match self {
            Self::Uri => "URI",
            Self::RelativeRef => "relative-ref",
        }
    }
}

impl HostKind {
    /// The RFC's name of the rule: `IPv4address`, `IPv6address`, `IPvFuture` or `reg-name`.
    pub const fn rule_name(self) -> &'static str {
        match self {
            Self::Ipv4 => "IPv4address",
            Self::Ipv6 => "IPv6address",
            Self::IpvFuture => "IPvFuture",
            Self::RegName => "reg-name",
        }
    }
}

impl PathKind {
    /// The RFC's name of the rule, such as `path-abempty`.
    pub const fn rule_name(self) -> &'static str {
        match self {
            Self::AbEmpty => "path-abempty",
            Self::Absolute => "path-absolute",
            Self::NoScheme => "path-noscheme",
            Self::Rootless => "path-rootless",
            Self::Empty => "path-empty",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// Where the components of a string lie, as byte offsets into it, and which rules matched.
///
/// An undefined component is `None`, an empty one an empty range (section 5.3). Reading a component
/// takes constant time.
///
/// ```
/// use urigram::{HostKind, Rule};
///
/// let text = "//[::1]:80/a?";
/// let components = Rule::relative_ref.parse(text)?;
/// assert_eq!(components.host(), Some(2..7));
/// assert_eq!(components.host_kind(), Some(HostKind::Ipv6));
/// assert_eq!(components.query(), Some(13..13));
/// assert_eq!(components.fragment(), None);
/// # Ok::<(), urigram::ParseError>(())
/// ```
// 48 bytes, so that a borrowed reference fits a cache line. What is not stored: the scheme starts
// the string, the port ends where the path starts, the query one byte before the fragment, the
// fragment at the end of the string.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Components {
    pub(crate) scheme_end: u32,
    pub(crate) userinfo: Span,
    pub(crate) host: Span,
    pub(crate) port_start: u32,
    pub(crate) path: Span,
    pub(crate) query_start: u32,
    pub(crate) fragment_start: u32,
    pub(crate) end: u32,
    pub(crate) defined: u8,
    pub(crate) kind: Option<ReferenceKind>,
    pub(crate) host_kind: Option<HostKind>,
    pub(crate) path_kind: Option<PathKind>,
}

/// Bits of [`Components::defined`].
pub(crate) mod defined {
    pub(crate) const SCHEME: u8 = 1;
    pub(crate) const AUTHORITY: u8 = 2;
    pub(crate) const USERINFO: u8 = 4;
    pub(crate) const HOST: u8 = 8;
    pub(crate) const PORT: u8 = 16;
    pub(crate) const PATH: u8 = 32;
    pub(crate) const QUERY: u8 = 64;
    pub(crate) const FRAGMENT: u8 = 128;
}

impl Components {
    const fn has(&self, part: u8) -> bool {
        self.defined & part != 0
    }

    fn range(&self, part: u8, start: u32, end: u32) -> Option<Range<usize>> {
        self.has(part).then_some(start as usize..end as usize)
    }

    /// Which of the two kinds of reference matched; `None` if a rule below them was asked for.
    #[inline]
    pub const fn kind(&self) -> Option<ReferenceKind> {
        self.kind
    }

    /// The scheme (section 3.1), without its `:`.
    #[inline]
    pub fn scheme(&self) -> Option<Range<usize>> {
        self.range(defined::SCHEME, 0, self.scheme_end)
    }

    /// The authority (section 3.2), without the `//` before it.
    #[inline]
    pub fn authority(&self) -> Option<Range<usize>> {
        let start = if self.has(defined::USERINFO) { self.userinfo.start } else { self.host.start };
        let end = if self.has(defined::PORT) { self.port_end() } else { self.host.end };
        self.range(defined::AUTHORITY, start, end)
    }

    /// The userinfo (section 3.2.1), without its `@`.
    #[inline]
    pub fn userinfo(&self) -> Option<Range<usize>> {
        self.range(defined::USERINFO, self.userinfo.start, self.userinfo.end)
    }

    /// The host (section 3.2.2), with the brackets of an IP literal.
    #[inline]
    pub fn host(&self) -> Option<Range<usize>> {
        self.range(defined::HOST, self.host.start, self.host.end)
    }

    /// Which alternative of `host` matched.
    #[inline]
    pub const fn host_kind(&self) -> Option<HostKind> {
        self.host_kind
    }

    /// The port (section 3.2.3), without its `:`.
    #[inline]
    pub fn port(&self) -> Option<Range<usize>> {
        self.range(defined::PORT, self.port_start, self.port_end())
    }

    /// The path (section 3.3). A URI and a relative reference always have one, if an empty one.
    #[inline]
    pub fn path(&self) -> Option<Range<usize>> {
        self.range(defined::PATH, self.path.start, self.path.end)
    }

    /// Which rule of section 3.3 the path matched.
    #[inline]
    pub const fn path_kind(&self) -> Option<PathKind> {
        self.path_kind
    }

    /// The query (section 3.4), without its `?`.
    #[inline]
    pub fn query(&self) -> Option<Range<usize>> {
        let before_mark = self.fragment_start.saturating_sub(1);
        let end = if self.has(defined::FRAGMENT) { before_mark } else { self.end };
        self.range(defined::QUERY, self.query_start, end)
    }

    /// The fragment (section 3.5), without its `#`.
    #[inline]
    pub fn fragment(&self) -> Option<Range<usize>> {
        self.range(defined::FRAGMENT, self.fragment_start, self.end)
    }

    const fn port_end(&self) -> u32 {
        if self.has(defined::PATH) { self.path.start } else { self.end }
    }
}

impl core::fmt::Debug for Components {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Components")
            .field("kind", &self.kind)
            .field("scheme", &self.scheme())
            .field("authority", &self.authority())
            .field("userinfo", &self.userinfo())
            .field("host", &self.host())
            .field("host_kind", &self.host_kind)
            .field("port", &self.port())
            .field("path", &self.path())
            .field("path_kind", &self.path_kind)
            .field("query", &self.query())
            .field("fragment", &self.fragment())
            .finish()
    }
}
