//! Where the parts of an authority lie in its own text.

use core::ops::Range;

use super::{Captured, Code, Components, HostKind, Span, defined};

/// Where the parts of an authority lie (section 3.2), as offsets into its own text, at whose end a port ends.
///
/// Public only because a hidden method of [`IntoComponent`](crate::IntoComponent) returns it.
#[derive(Clone, Copy)]
pub struct AuthorityParts {
    /// As in [`Components`].
    defined: u8,
    host_kind: Code,
    userinfo: Span,
    host: Span,
    port_start: u32,
}

impl AuthorityParts {
    /// The bits of the authority and its parts.
    pub(crate) const BITS: u8 = defined::AUTHORITY | defined::USERINFO | defined::HOST | defined::PORT;

    /// Returns the parts of the authority, or of the host that becomes one, that begins at `start`.
    #[inline]
    pub(crate) const fn of(at: &Components, start: u32) -> Self {
        // The offset of an undefined part means nothing.
        #[inline]
        const fn from(Span { start, end }: Span, first: u32) -> Span {
            Span { start: start.wrapping_sub(first), end: end.wrapping_sub(first) }
        }
        Self {
            defined: at.defined & Self::BITS | defined::AUTHORITY,
            host_kind: at.host_kind,
            userinfo: from(at.userinfo, start),
            host: from(at.host, start),
            port_start: at.port_start.wrapping_sub(start),
        }
    }

    #[inline]
    pub(crate) const fn defined(&self) -> u8 {
        self.defined
    }

    #[inline]
    const fn has(&self, part: u8) -> bool {
        self.defined & part != 0
    }

    #[inline]
    pub(crate) fn userinfo(&self) -> Option<Range<usize>> {
        self.has(defined::USERINFO).then_some(self.userinfo.start as usize..self.userinfo.end as usize)
    }

    #[inline]
    pub(crate) fn host(&self) -> Option<Range<usize>> {
        self.has(defined::HOST).then_some(self.host.start as usize..self.host.end as usize)
    }

    #[inline]
    pub(crate) const fn host_kind(&self) -> Option<HostKind> {
        HostKind::decoded(self.host_kind)
    }

    #[inline]
    pub(crate) const fn host_kind_code(&self) -> Code {
        self.host_kind
    }

    /// Returns where the port lies in an authority of this length.
    #[inline]
    pub(crate) fn port(&self, len: usize) -> Option<Range<usize>> {
        self.has(defined::PORT).then_some(self.port_start as usize..len)
    }
}

impl Captured {
    /// Sets the parts of an authority that lies there.
    #[inline(always)]
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "the parts lie in the authority, and it in a text whose length fits 32 bits"
    )]
    pub(crate) const fn authority(&mut self, Span { start, end }: Span, parts: &AuthorityParts) {
        if parts.has(defined::USERINFO) {
            self.userinfo(Span { start: start + parts.userinfo.start, end: start + parts.userinfo.end });
        }
        let host = Span { start: start + parts.host.start, end: start + parts.host.end };
        self.host_of_kind(host, parts.host_kind);
        if parts.has(defined::PORT) {
            self.port(Span { start: start + parts.port_start, end });
        }
    }
}
