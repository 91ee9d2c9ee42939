//! The kinds of a reference, of its host and of its path, which the grammar determines.

use crate::grammar::rule::Rule;

/// The kind of a reference (section 4.1): a URI or a relative reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceKind {
    /// A reference that begins with a scheme (section 3).
    Uri,
    /// A reference without a scheme (section 4.2).
    RelativeRef,
}

/// The alternative of `host` that matched (section 3.2.2).
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

/// The rule of section 3.3 that a path matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathKind {
    /// `path-abempty`: a path after an authority, which begins with `/` or is empty.
    AbEmpty,
    /// `path-absolute`: a path that begins with `/` but not with `//`.
    Absolute,
    /// `path-noscheme`: a path that begins with a segment without a colon.
    NoScheme,
    /// `path-rootless`: a path that begins with a segment.
    Rootless,
    /// `path-empty`: the empty path.
    Empty,
}

impl ReferenceKind {
    #[expect(clippy::arithmetic_side_effects, reason = "there are at most five kinds")]
    pub(crate) const fn code(self) -> Code {
        self as Code + 1
    }

    pub(super) const fn decoded(code: Code) -> Option<Self> {
        match code {
            1 => Some(Self::Uri),
            2 => Some(Self::RelativeRef),
            _ => None,
        }
    }

    /// Returns the rule that matched.
    pub const fn rule(self) -> Rule {
        match self {
            Self::Uri => Rule::URI,
            Self::RelativeRef => Rule::relative_ref,
        }
    }
}

impl HostKind {
    #[expect(clippy::arithmetic_side_effects, reason = "there are at most five kinds")]
    pub(crate) const fn code(self) -> Code {
        self as Code + 1
    }

    pub(super) const fn decoded(code: Code) -> Option<Self> {
        match code {
            1 => Some(Self::Ipv4),
            2 => Some(Self::Ipv6),
            3 => Some(Self::IpvFuture),
            4 => Some(Self::RegName),
            _ => None,
        }
    }

    /// Returns the rule that matched.
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
    /// Returns the rule that a valid path matches (section 3.3).
    #[inline(always)]
    pub(crate) const fn of(path: &[u8], has_scheme: bool, has_authority: bool) -> Self {
        match path {
            _ if has_authority => Self::AbEmpty,
            [] => Self::Empty,
            [b'/', ..] => Self::Absolute,
            _ if has_scheme => Self::Rootless,
            _ => Self::NoScheme,
        }
    }

    #[expect(clippy::arithmetic_side_effects, reason = "there are at most five kinds")]
    pub(crate) const fn code(self) -> Code {
        self as Code + 1
    }

    pub(super) const fn decoded(code: Code) -> Option<Self> {
        match code {
            1 => Some(Self::AbEmpty),
            2 => Some(Self::Absolute),
            3 => Some(Self::NoScheme),
            4 => Some(Self::Rootless),
            5 => Some(Self::Empty),
            _ => None,
        }
    }

    /// Returns the rule that matched.
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

/// A kind as a number from 1, or 0 for no kind.
///
/// An enum instead of the number would have a niche, in which an `Option` or a `Result` around
/// [`Components`](super::Components) would store its tag. The components could then not be copied as one block of memory,
/// and a copy would take as long as the parse.
pub(crate) type Code = u8;
