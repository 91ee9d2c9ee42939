//! Components that are computed from their lengths, which determine the offsets without parsing (section 5.3).

use core::ops::Range;

use super::{Captured, Code, Components, HostKind, PathKind, ReferenceKind, Span, defined};

/// The lengths of the components in bytes, without their delimiters. The length of an undefined component is zero.
#[derive(Clone, Copy)]
pub(crate) struct Lengths {
    /// The bits of the defined components.
    pub(crate) defined: u8,
    pub(crate) scheme: u32,
    pub(crate) userinfo: u32,
    pub(crate) host: u32,
    pub(crate) host_kind: Code,
    pub(crate) port: u32,
    pub(crate) path: u32,
    pub(crate) query: u32,
    pub(crate) fragment: u32,
}

impl Lengths {
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "no component ends before it begins, and the port ends where the path begins"
    )]
    pub(crate) const fn of(at: &Components) -> Self {
        Self {
            defined: at.defined,
            scheme: at.scheme_end,
            userinfo: at.userinfo.end - at.userinfo.start,
            host: at.host.end - at.host.start,
            host_kind: at.host_kind,
            port: if at.has(defined::PORT) { at.path.start - at.port_start } else { 0 },
            path: if at.has(defined::PATH) { at.path.end - at.path.start } else { 0 },
            query: if at.has(defined::QUERY) { at.query_end().wrapping_sub(at.query_start) } else { 0 },
            fragment: if at.has(defined::FRAGMENT) { at.end - at.fragment_start } else { 0 },
        }
    }

    const fn has(&self, part: u8) -> bool {
        self.defined & part != 0
    }

    /// Returns the length of the whole text, or `None` if it exceeds 32 bits.
    #[inline]
    fn whole(&self) -> Option<u32> {
        let Self { defined, scheme, userinfo, host, host_kind: _, port, path, query, fragment } = *self;
        let slashes = self.delimiter(defined::AUTHORITY);
        let delimiters = (defined & !(defined::HOST | defined::PATH)).count_ones();
        let lengths = [scheme, userinfo, host, port, path, query, fragment, delimiters, slashes];
        lengths.into_iter().try_fold(0_u32, u32::checked_add)
    }

    /// Returns 1 if the component is defined and so has a delimiter, and 0 otherwise.
    #[inline]
    const fn delimiter(&self, part: u8) -> u32 {
        self.has(part) as u32
    }

    /// Returns the components of a text that is recomposed from components of these lengths (section
    /// 5.3). The length of the text must fit in 32 bits.
    #[inline]
    pub(crate) fn components(&self, text: &str) -> Components {
        self.components_within(text).expect("a text is as long as its components and delimiters")
    }

    /// Like [`Self::components`], but returns `None` if the text is shorter than the lengths and delimiters require. This is
    /// possible with an edited grammar, which may have removed a delimiter.
    #[inline]
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "each sum is at most that of all lengths and delimiters, which has been checked"
    )]
    pub(crate) fn components_within(&self, text: &str) -> Option<Components> {
        self.whole().filter(|whole| *whole as usize <= text.len())?;
        let after_scheme = self.scheme + self.delimiter(defined::SCHEME);
        let userinfo = after_scheme + 2 * self.delimiter(defined::AUTHORITY);
        let host = userinfo + self.userinfo + self.delimiter(defined::USERINFO);
        let after_host = host + self.host;
        let path = after_host + self.port + self.delimiter(defined::PORT);
        let after_path = path + self.path;
        let after_query = after_path + self.query + self.delimiter(defined::QUERY);
        let span = |part, start, len| match self.has(part) {
            true => Span { start, end: start + len },
            false => Span { start: 0, end: 0 },
        };
        let kind = if self.has(defined::SCHEME) { ReferenceKind::Uri } else { ReferenceKind::RelativeRef };
        let path_kind = PathKind::of(
            text.as_bytes().get(path as usize..after_path as usize)?,
            self.has(defined::SCHEME),
            self.has(defined::AUTHORITY),
        );
        Some(Components {
            scheme_end: self.scheme,
            userinfo: span(defined::USERINFO, userinfo, self.userinfo),
            host: span(defined::HOST, host, self.host),
            port_start: if self.has(defined::PORT) { after_host + 1 } else { 0 },
            path: Span { start: path, end: after_path },
            query_start: if self.has(defined::QUERY) { after_path + 1 } else { 0 },
            // After a query, this is the offset at which a fragment would start even if there is none.
            fragment_start: match self.has(defined::QUERY | defined::FRAGMENT) {
                true => after_query.wrapping_add(1),
                false => 0,
            },
            end: after_query + self.fragment + self.delimiter(defined::FRAGMENT),
            defined: self.defined | defined::PATH,
            kind: kind.code(),
            host_kind: self.host_kind,
            path_kind: path_kind.code(),
        })
    }
}

/// The maximum length of a text with 32-bit offsets. On 32-bit targets, an allocation is limited to half as many bytes.
pub(crate) const LONGEST: u32 = if usize::BITS > u32::BITS { u32::MAX } else { i32::MAX as u32 };

/// Returns the sum of the lengths, or `None` if it exceeds [`LONGEST`].
#[inline]
pub(crate) fn total(lengths: impl IntoIterator<Item = usize>) -> Option<u32> {
    let total = lengths.into_iter().fold(0_u64, |total, len| total.saturating_add(len as u64));
    (total <= LONGEST.into()).then_some(total as u32)
}

/// The offsets of the parts of an authority (section 3.2), relative to its start. A port ends at the end of the authority.
///
/// Public only because a hidden method of [`IntoComponent`](crate::IntoComponent) returns it.
#[derive(Clone, Copy)]
pub struct AuthorityParts {
    /// The bits of the defined components.
    defined: u8,
    host_kind: Code,
    userinfo: Span,
    host: Span,
    port_start: u32,
}

impl AuthorityParts {
    /// The bits of the authority and its parts.
    pub(crate) const BITS: u8 = defined::AUTHORITY | defined::USERINFO | defined::HOST | defined::PORT;

    /// Returns the parts of the authority that begins at `start`. The components of a text that is only a host are
    /// converted as if the host were an authority.
    #[inline]
    pub(crate) const fn of(at: &Components, start: u32) -> Self {
        // The offsets of undefined parts are meaningless.
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

    /// Returns the range of the port in an authority of this length.
    #[inline]
    pub(crate) fn port(&self, len: usize) -> Option<Range<usize>> {
        self.has(defined::PORT).then_some(self.port_start as usize..len)
    }
}

impl Captured {
    /// Sets the parts of the authority at this range.
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

#[cfg(test)]
mod tests {
    use super::{Lengths, total};
    use crate::grammar::{Grammar, Rfc3986, Rule};

    #[test]
    fn components_follow_from_their_lengths() {
        for scheme in ["", "s:"] {
            for authority in ["", "//", "//h", "//@", "//u:p@[::1]:80", "//1.2.3.4:"] {
                for path in ["", "/", "/a:b/", "a", "./a:b"] {
                    for rest in ["", "?", "#", "?#", "?q", "#f", "?q#f"] {
                        let text = [scheme, authority, path, rest].concat();
                        if let Ok(components) = Rfc3986::components(Rule::URI_reference, &text) {
                            assert_eq!(Lengths::of(&components).components(&text), components, "{text}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn texts_longer_than_offsets_can_represent_have_no_length() {
        let most = u32::MAX as usize;
        assert_eq!(total([most - 1, 1]), Some(u32::MAX));
        assert_eq!(total([most, 1]), None);
        assert_eq!(total([usize::MAX, 1]), None);
    }
}
