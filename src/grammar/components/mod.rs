//! The byte offsets of a string's components (section 3), and the kinds that the grammar determines.
//!
//! In: captures, the lengths of components, or the components of another text.
//! Out: `Components`, whose fields only this folder sets: `captured` sets them from spans, `lengths` from lengths, and
//! `moved` from other components. `parts` divides the path and the query.
//! Next: `lower`, which creates components from captures, and `diagnose`, which finds the component at fault.

use core::ops::Range;

use super::rule::Rule;

mod captured;
mod kinds;
mod lengths;
mod moved;
mod parts;

pub use kinds::{HostKind, PathKind, ReferenceKind};

pub(crate) use captured::{Captured, LAST_RULES};
pub(crate) use kinds::Code;
pub(crate) use lengths::{AuthorityParts, LONGEST, Lengths, total};
pub(crate) use moved::{PathOnward, Shorter, displacement};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    #[expect(clippy::arithmetic_side_effects, reason = "no span ends before it begins")]
    pub(crate) const fn len(self) -> u32 {
        self.end - self.start
    }
}

/// The components of a string, as byte offsets into it, and the rules that matched.
///
/// The methods return `None` for an undefined component, and an empty range for an empty component (section 5.3). They
/// take constant time.
///
/// ```
/// use urigram::Rule;
/// use urigram::grammar::HostKind;
///
/// let text = "//[::1]:80/a?";
/// let components = Rule::relative_ref.parse(text)?;
/// assert_eq!(components.host(), Some(2..7));
/// assert_eq!(components.host_kind(), Some(HostKind::Ipv6));
/// assert_eq!(components.query(), Some(13..13));
/// assert_eq!(components.fragment(), None);
/// # Ok::<(), urigram::ParseError>(())
/// ```
// The size is 48 bytes, so that a borrowed reference fits a cache line. Offsets that Appendix A implies are not stored; the
// lowering checks them. The scheme is at the start of the string, the authority consists of its parts, the port ends at the
// start of the path, the query ends one byte before the offset at which a fragment starts or would start, and the fragment is
// at the end of the string.
//
// INVARIANT: created only in this folder, from captures, from lengths, or from other components.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Components {
    scheme_end: u32,
    userinfo: Span,
    host: Span,
    port_start: u32,
    path: Span,
    query_start: u32,
    fragment_start: u32,
    end: u32,
    defined: u8,
    kind: Code,
    host_kind: Code,
    path_kind: Code,
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
    #[inline]
    pub(crate) const fn has(&self, part: u8) -> bool {
        self.defined & part != 0
    }

    fn range(&self, part: u8, start: u32, end: u32) -> Option<Range<usize>> {
        self.has(part).then_some(start as usize..end as usize)
    }

    /// Returns the kind of reference that matched, or `None` if the start rule was not a rule of references.
    #[inline]
    pub const fn kind(&self) -> Option<ReferenceKind> {
        ReferenceKind::decoded(self.kind)
    }

    /// Returns the range of the scheme (section 3.1), without its `:`.
    #[inline]
    pub fn scheme(&self) -> Option<Range<usize>> {
        self.range(defined::SCHEME, 0, self.scheme_end)
    }

    /// Returns the range of the authority (section 3.2), without the `//` before it.
    #[inline]
    pub fn authority(&self) -> Option<Range<usize>> {
        let Span { start, end } = self.authority_span();
        self.range(defined::AUTHORITY, start, end)
    }

    /// Returns the range of the userinfo (section 3.2.1), without its `@`.
    #[inline]
    pub fn userinfo(&self) -> Option<Range<usize>> {
        self.range(defined::USERINFO, self.userinfo.start, self.userinfo.end)
    }

    /// Returns the range of the host (section 3.2.2), with the brackets of an IP literal.
    #[inline]
    pub fn host(&self) -> Option<Range<usize>> {
        self.range(defined::HOST, self.host.start, self.host.end)
    }

    /// Returns the alternative of `host` that matched.
    #[inline]
    pub const fn host_kind(&self) -> Option<HostKind> {
        HostKind::decoded(self.host_kind)
    }

    /// Returns the range of the port (section 3.2.3), without its `:`.
    #[inline]
    pub fn port(&self) -> Option<Range<usize>> {
        self.range(defined::PORT, self.port_start, self.path.start)
    }

    /// Returns the range of the path (section 3.3). A URI and a relative reference always have a path,
    /// which may be empty.
    #[inline]
    pub fn path(&self) -> Option<Range<usize>> {
        self.range(defined::PATH, self.path.start, self.path.end)
    }

    /// Returns the rule of section 3.3 that the path matched.
    #[inline]
    pub const fn path_kind(&self) -> Option<PathKind> {
        PathKind::decoded(self.path_kind)
    }

    /// Returns the range of the query (section 3.4), without its `?`.
    #[inline]
    pub fn query(&self) -> Option<Range<usize>> {
        self.range(defined::QUERY, self.query_start, self.query_end())
    }

    /// Returns the range of the fragment (section 3.5), without its `#`.
    #[inline]
    pub fn fragment(&self) -> Option<Range<usize>> {
        self.range(defined::FRAGMENT, self.fragment_start, self.end)
    }

    /// Returns whether the offsets are the same as those of `other`, regardless of the rules that matched.
    pub(crate) fn lie_as(&self, other: &Self) -> bool {
        let ranges = |at: &Self| {
            [at.scheme(), at.userinfo(), at.host(), at.port(), at.path(), at.query(), at.fragment()]
        };
        ranges(self) == ranges(other)
    }

    #[inline]
    pub(crate) const fn scheme_end(&self) -> u32 {
        self.scheme_end
    }

    #[inline]
    pub(crate) const fn userinfo_span(&self) -> Span {
        self.userinfo
    }

    #[inline]
    pub(crate) const fn host_span(&self) -> Span {
        self.host
    }

    /// Returns whether these can be the components of the text under a rule of references. Checks the length, the delimiters
    /// and the kind.
    pub(crate) fn fit(&self, rule: Rule, text: &str) -> bool {
        let has = |at: Option<usize>, byte| at.is_some_and(|at| text.as_bytes().get(at) == Some(&byte));
        let is_before =
            |part: Option<Range<usize>>, byte| part.is_none_or(|part| has(part.start.checked_sub(1), byte));
        let is_after = |part: Option<Range<usize>>, byte| part.is_none_or(|part| has(Some(part.end), byte));
        let is_of_rule = match rule {
            Rule::URI => self.kind() == Some(ReferenceKind::Uri),
            Rule::absolute_URI => self.kind() == Some(ReferenceKind::Uri) && self.fragment().is_none(),
            Rule::relative_ref => self.kind() == Some(ReferenceKind::RelativeRef),
            _ => self.kind().is_some(),
        };
        is_of_rule
            && self.end() as usize == text.len()
            && is_after(self.scheme(), b':')
            && is_before(self.authority(), b'/')
            && is_after(self.userinfo(), b'@')
            && is_before(self.port(), b':')
            && is_before(self.query(), b'?')
            && is_before(self.fragment(), b'#')
    }

    #[inline]
    pub(crate) const fn path_span(&self) -> Span {
        self.path
    }

    /// Returns the range of the path. Under an edited grammar, a reference may have no path; then the range is empty.
    #[inline]
    pub(crate) const fn path_range(&self) -> Range<usize> {
        self.path.start as usize..self.path.end as usize
    }

    #[inline]
    pub(crate) const fn fragment_start(&self) -> u32 {
        self.fragment_start
    }

    /// Returns the end of the text.
    #[inline]
    pub(crate) const fn end(&self) -> u32 {
        self.end
    }

    #[inline]
    pub(crate) const fn host_kind_code(&self) -> Code {
        self.host_kind
    }

    #[inline]
    pub(crate) const fn has_host_kind(&self, kind: HostKind) -> bool {
        self.host_kind == kind.code()
    }

    /// Returns whether the port is defined but empty.
    #[inline]
    pub(crate) const fn has_empty_port(&self) -> bool {
        self.has(defined::PORT) && self.port_start == self.path.start
    }

    #[inline]
    const fn authority_span(&self) -> Span {
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
