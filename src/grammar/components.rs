//! Where the components of a string lie: byte offsets, and the kinds that the grammar decided.

use core::ops::Range;

use super::rule::Rule;

/// What a reference is (section 4.1): a URI or a relative reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceKind {
    /// It begins with a scheme (section 3).
    Uri,
    /// It has no scheme (section 4.2).
    RelativeRef,
}

/// Which alternative of `host` matched (section 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    pub(crate) const fn code(self) -> Code {
        self as Code + 1
    }

    const fn of(code: Code) -> Option<Self> {
        match code {
            1 => Some(Self::Uri),
            2 => Some(Self::RelativeRef),
            _ => None,
        }
    }

    /// The rule that matched.
    pub const fn rule(self) -> Rule {
        match self {
            Self::Uri => Rule::URI,
            Self::RelativeRef => Rule::relative_ref,
        }
    }
}

impl HostKind {
    pub(crate) const fn code(self) -> Code {
        self as Code + 1
    }

    const fn of(code: Code) -> Option<Self> {
        match code {
            1 => Some(Self::Ipv4),
            2 => Some(Self::Ipv6),
            3 => Some(Self::IpvFuture),
            4 => Some(Self::RegName),
            _ => None,
        }
    }

    /// The rule that matched.
    pub const fn rule(self) -> Rule {
        match self {
            Self::Ipv4 => Rule::IPv4address,
            Self::Ipv6 => Rule::IPv6address,
            Self::IpvFuture => Rule::IPvFuture,
            Self::RegName => Rule::reg_name,
        }
    }
}

impl PathKind {
    pub(crate) const fn code(self) -> Code {
        self as Code + 1
    }

    const fn of(code: Code) -> Option<Self> {
        match code {
            1 => Some(Self::AbEmpty),
            2 => Some(Self::Absolute),
            3 => Some(Self::NoScheme),
            4 => Some(Self::Rootless),
            5 => Some(Self::Empty),
            _ => None,
        }
    }

    /// The rule that matched.
    pub const fn rule(self) -> Rule {
        match self {
            Self::AbEmpty => Rule::path_abempty,
            Self::Absolute => Rule::path_absolute,
            Self::NoScheme => Rule::path_noscheme,
            Self::Rootless => Rule::path_rootless,
            Self::Empty => Rule::path_empty,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    pub(crate) const fn len(self) -> u32 {
        self.end - self.start
    }
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
// 48 bytes, so that a borrowed reference fits a cache line. Not stored, but checked by the lowering: the
// scheme starts the string, the authority is its parts, the port ends where the path starts, the query
// one byte before the fragment or where one would start, the fragment at the end of the string.
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
    pub(crate) kind: Code,
    pub(crate) host_kind: Code,
    pub(crate) path_kind: Code,
}

/// A kind as a number from 1, or 0 for none.
///
/// It has no value that is never used, which an enum around it would take for its tag; the offsets
/// could then not be moved in one piece, and a move would cost as much as the parse.
pub(crate) type Code = u8;

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
    #[inline]
    pub(crate) const fn has(&self, part: u8) -> bool {
        self.defined & part != 0
    }

    fn range(&self, part: u8, start: u32, end: u32) -> Option<Range<usize>> {
        self.has(part).then_some(start as usize..end as usize)
    }

    /// Which of the two kinds of reference matched; `None` if a rule below them was asked for.
    #[inline]
    pub const fn kind(&self) -> Option<ReferenceKind> {
        ReferenceKind::of(self.kind)
    }

    /// The scheme (section 3.1), without its `:`.
    #[inline]
    pub fn scheme(&self) -> Option<Range<usize>> {
        self.range(defined::SCHEME, 0, self.scheme_end)
    }

    /// The authority (section 3.2), without the `//` before it.
    #[inline]
    pub fn authority(&self) -> Option<Range<usize>> {
        let Span { start, end } = self.authority_span();
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
        HostKind::of(self.host_kind)
    }

    /// The port (section 3.2.3), without its `:`.
    #[inline]
    pub fn port(&self) -> Option<Range<usize>> {
        self.range(defined::PORT, self.port_start, self.path.start)
    }

    /// The path (section 3.3). A URI and a relative reference always have one, if an empty one.
    #[inline]
    pub fn path(&self) -> Option<Range<usize>> {
        self.range(defined::PATH, self.path.start, self.path.end)
    }

    /// Which rule of section 3.3 the path matched.
    #[inline]
    pub const fn path_kind(&self) -> Option<PathKind> {
        PathKind::of(self.path_kind)
    }

    /// The query (section 3.4), without its `?`.
    #[inline]
    pub fn query(&self) -> Option<Range<usize>> {
        self.range(defined::QUERY, self.query_start, self.query_end())
    }

    /// The fragment (section 3.5), without its `#`.
    #[inline]
    pub fn fragment(&self) -> Option<Range<usize>> {
        self.range(defined::FRAGMENT, self.fragment_start, self.end)
    }

    /// Whether the components lie where those do, whatever rules matched.
    pub(crate) fn lie_as(&self, other: &Self) -> bool {
        let ranges = |at: &Self| {
            [at.scheme(), at.userinfo(), at.host(), at.port(), at.path(), at.query(), at.fragment()]
        };
        ranges(self) == ranges(other)
    }

    #[inline]
    pub(crate) const fn authority_span(&self) -> Span {
        Span {
            start: if self.has(defined::USERINFO) { self.userinfo.start } else { self.host.start },
            end: if self.has(defined::PORT) { self.path.start } else { self.host.end },
        }
    }

    #[inline]
    pub(crate) const fn query_end(&self) -> u32 {
        self.fragment_start.wrapping_sub(1)
    }
}

impl core::fmt::Debug for Components {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Components")
            .field("kind", &self.kind())
            .field("scheme", &self.scheme())
            .field("authority", &self.authority())
            .field("userinfo", &self.userinfo())
            .field("host", &self.host())
            .field("host_kind", &self.host_kind())
            .field("port", &self.port())
            .field("path", &self.path())
            .field("path_kind", &self.path_kind())
            .field("query", &self.query())
            .field("fragment", &self.fragment())
            .finish()
    }
}
