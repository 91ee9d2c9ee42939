//! Components of a text that was derived from another text with known components.

use super::{Captured, Code, Components, PathKind, ReferenceKind, Span, defined};

/// The components after the authority.
pub(crate) struct PathOnward {
    pub(crate) path_kind: PathKind,
    /// The length of the query with its `?`, or zero if it is undefined.
    pub(crate) query: u32,
    /// The length of the fragment with its `#`, or zero if it is undefined.
    pub(crate) fragment: u32,
    /// The end of the text.
    pub(crate) end: u32,
}

/// The numbers of bytes that were removed from a text, up to three offsets.
pub(crate) struct Shorter {
    /// The number of bytes removed before the end of the path.
    pub(crate) path: u32,
    /// The number of bytes removed before the end of the query.
    pub(crate) query: u32,
    /// The number of bytes removed from the whole text.
    pub(crate) text: u32,
}

/// Returns the number to add to offsets when `to` bytes replace `from` bytes. Add it with wrap-around, because a signed
/// 32-bit type cannot hold every difference of two lengths.
#[inline]
pub(crate) const fn displacement(from: usize, to: usize) -> u32 {
    (to as u32).wrapping_sub(from as u32)
}

impl Components {
    /// The components of the empty text, which is a relative reference.
    pub(crate) const EMPTY: Self = {
        let mut at = Captured::nowhere(0);
        at.kind(ReferenceKind::RelativeRef);
        at.path(Span { start: 0, end: 0 }, PathKind::Empty);
        at.components(defined::PATH)
    };

    /// Returns the components of a URI whose scheme ends at `scheme_end`, and whose authority is that of this text. Adds `by`
    /// to the offsets of the authority and the path with wrap-around. The other offsets are unchanged: set them with
    /// [`Self::with_path_onward`].
    #[inline(always)]
    pub(crate) const fn with_scheme(&self, scheme_end: u32, by: u32) -> Self {
        const fn moved(span: Span, is_defined: bool, by: u32) -> Span {
            match is_defined {
                true => Span { start: span.start.wrapping_add(by), end: span.end.wrapping_add(by) },
                false => Span { start: 0, end: 0 },
            }
        }
        Self {
            scheme_end,
            userinfo: moved(self.userinfo, self.has(defined::USERINFO), by),
            host: moved(self.host, self.has(defined::HOST), by),
            port_start: if self.has(defined::PORT) { self.port_start.wrapping_add(by) } else { 0 },
            path: moved(self.path, true, by),
            defined: self.defined | defined::SCHEME,
            kind: ReferenceKind::Uri.code(),
            ..*self
        }
    }

    /// Returns the components of the network-path reference that begins at `start` in this text. Set the offsets after the
    /// authority with [`Self::with_path_onward`].
    #[inline]
    pub(crate) const fn without_scheme(&self, start: u32) -> Self {
        let moved = self.with_scheme(0, start.wrapping_neg());
        Self { defined: moved.defined & !defined::SCHEME, kind: ReferenceKind::RelativeRef.code(), ..moved }
    }

    /// Returns the components of a text in which `onward` replaces the path, the query and the fragment. The path
    /// begins at the same offset as before.
    #[inline(always)]
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "the text ends with the path, the query and the fragment of these lengths"
    )]
    pub(crate) const fn with_path_onward(self, onward: &PathOnward) -> Self {
        let after_query = onward.end - onward.fragment;
        let path_end = after_query - onward.query;
        let query = if onward.query > 0 { defined::QUERY } else { 0 };
        let fragment = if onward.fragment > 0 { defined::FRAGMENT } else { 0 };
        Self {
            path: Span { start: self.path.start, end: path_end },
            query_start: if query != 0 { path_end + 1 } else { 0 },
            fragment_start: if query | fragment != 0 { after_query.wrapping_add(1) } else { 0 },
            end: onward.end,
            defined: self.defined & !(defined::QUERY | defined::FRAGMENT) | query | fragment,
            path_kind: onward.path_kind.code(),
            ..self
        }
    }

    /// Adds `by` to each offset that was greater than `after` in `before`.
    #[inline]
    pub(crate) const fn move_after(&mut self, before: &Self, after: u32, by: u32) {
        #[inline]
        const fn moved(offset: u32, before: u32, after: u32, by: u32) -> u32 {
            offset.wrapping_add(if before > after { by } else { 0 })
        }
        // Most changes are after the authority, and move only the last four offsets.
        if after < before.path.start {
            // Normalization never changes the length of the text before the userinfo of a reference. In the text of
            // another rule, the scheme and the start of the userinfo may move, too.
            self.scheme_end = moved(self.scheme_end, before.scheme_end, after, by);
            self.userinfo.start = moved(self.userinfo.start, before.userinfo.start, after, by);
            self.userinfo.end = moved(self.userinfo.end, before.userinfo.end, after, by);
            self.host.start = moved(self.host.start, before.host.start, after, by);
            self.host.end = moved(self.host.end, before.host.end, after, by);
            self.port_start = moved(self.port_start, before.port_start, after, by);
            self.path.start = moved(self.path.start, before.path.start, after, by);
        }
        self.path.end = moved(self.path.end, before.path.end, after, by);
        self.query_start = moved(self.query_start, before.query_start, after, by);
        self.fragment_start = moved(self.fragment_start, before.fragment_start, after, by);
        self.end = moved(self.end, before.end, after, by);
    }

    /// Sets the offsets after the path for a text that is shorter than the text of `before`.
    #[inline]
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "no more bytes were removed before an offset than there were"
    )]
    pub(crate) const fn shorten(&mut self, before: &Self, by: Shorter) {
        self.path.end = before.path.end - by.path;
        self.query_start = if self.has(defined::QUERY) { before.query_start - by.path } else { 0 };
        let has_either = self.has(defined::QUERY | defined::FRAGMENT);
        self.fragment_start = if has_either { before.fragment_start.wrapping_sub(by.query) } else { 0 };
        self.end = before.end - by.text;
    }

    /// Recomputes the offset at which a fragment would start after the query. In a text of the maximum length, this offset
    /// has wrapped around to zero, so [`Self::move_after`] does not move it.
    #[inline]
    pub(crate) const fn end_query(&mut self) {
        if self.has(defined::QUERY) && !self.has(defined::FRAGMENT) {
            self.fragment_start = self.end.wrapping_add(1);
        }
    }

    /// Removes an empty port after its `:` was removed from the text.
    #[inline]
    pub(crate) const fn remove_empty_port(&mut self) {
        self.defined &= !defined::PORT;
        self.port_start = 0;
    }

    /// Sets the kind of the host after it was changed in place.
    #[inline]
    pub(crate) const fn set_host_kind(&mut self, kind: Code) {
        self.host_kind = kind;
    }

    /// Sets the kind of the path after it was changed in place.
    #[inline]
    pub(crate) const fn set_path_kind(&mut self, kind: PathKind) {
        self.path_kind = kind.code();
    }

    /// Returns the components of the text without its fragment, which ends at `after_query`.
    #[inline]
    pub(crate) const fn without_fragment(mut self, after_query: u32) -> Self {
        if self.has(defined::FRAGMENT) {
            self.end = after_query;
            self.defined &= !defined::FRAGMENT;
            self.fragment_start = if self.has(defined::QUERY) { self.fragment_start } else { 0 };
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::displacement;
    use crate::grammar::{Grammar, Rfc3986, Rule};

    #[rstest]
    #[case::longer(0, 2)]
    #[case::shorter(3, 1)]
    #[case::shorter_by_2_gib(1 << 31, 0)]
    #[case::shorter_by_nearly_all(u32::MAX as usize - 2, 0)]
    fn offsets_move_with_the_bytes_before_them(#[case] from: usize, #[case] to: usize) {
        let end = u32::MAX - 2;
        assert_eq!(
            end.wrapping_add(displacement(from, to)) as usize,
            (end as usize - from + to) & 0xFFFF_FFFF
        );
    }

    #[rstest]
    #[case::neither("http://h/p")]
    #[case::query("http://h/p?q")]
    #[case::fragment("http://h/p#f")]
    #[case::both("//u@h:1/p?#")]
    #[case::alone("#")]
    fn without_a_fragment_they_are_those_of_the_rest(#[case] text: &str) {
        let components = |text| Rfc3986::components(Rule::URI_reference, text).unwrap();
        let rest = text.split('#').next().unwrap();
        let after_query = rest.len() as u32;
        assert_eq!(components(text).without_fragment(after_query), components(rest));
    }
}
