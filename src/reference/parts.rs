//! A text and the offsets of its components, from which references are recomposed.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "components lie in the text in the order of section 3, each after its delimiter"
)]

use super::generic::UriReference;
use crate::bytes::last_slash;
use crate::grammar::{Components, Grammar, Lengths, TRUSTED, defined};
use crate::layout::{leading_dots, may_have_dot_segment};

/// The text of a reference and its components, independent of the type of the text and of the grammar.
///
/// Methods return lengths and offsets where these suffice, because slicing costs a bounds check.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    text: &'a str,
    pub(crate) at: &'a Components,
}

impl<'a> Parts<'a> {
    #[inline]
    pub(crate) fn of<T: AsRef<str>, G: Grammar>(reference: &'a UriReference<T, G>) -> Self {
        Self::new(reference.text(), reference.components())
    }

    #[inline]
    pub(crate) const fn new(text: &'a str, at: &'a Components) -> Self {
        Self { text, at }
    }

    #[inline]
    pub(crate) const fn text(self) -> &'a str {
        self.text
    }

    #[inline]
    pub(crate) const fn bytes(self) -> &'a [u8] {
        self.text.as_bytes()
    }

    fn is(self, at: u32, byte: u8) -> bool {
        self.bytes().get(at as usize) == Some(&byte)
    }

    /// Returns whether exactly the delimiters of section 3 separate the components. An edited grammar may have other
    /// delimiters.
    pub(crate) fn is_delimited(self) -> bool {
        TRUSTED || {
            let at = self.at;
            let has = |part, place, delimiter| !at.has(part) || self.is(place, delimiter);
            let has_slashes = || {
                self.slashes_and_authority().starts_with("//") && (!self.has_path() || self.has_rooted_path())
            };
            Lengths::of(at).components_within(self.text).is_some_and(|recomposed| recomposed.lie_as(at))
                && has(defined::SCHEME, at.scheme_end(), b':')
                && (!at.has(defined::AUTHORITY) || has_slashes())
                && has(defined::USERINFO, at.userinfo_span().end, b'@')
                && has(defined::PORT, at.host_span().end, b':')
                && has(defined::QUERY, at.path_span().end, b'?')
                && has(defined::FRAGMENT, self.after_query(), b'#')
        }
    }

    /// Returns the offset after the scheme and its colon, or 0 if there is no scheme.
    #[inline]
    pub(crate) fn after_scheme(self) -> u32 {
        if !self.at.has(defined::SCHEME) {
            return 0;
        }
        let colon = self.at.scheme_end();
        if TRUSTED || colon < self.at.path_span().start && self.is(colon, b':') { colon + 1 } else { colon }
    }

    /// Returns the scheme and its colon.
    #[inline]
    pub(crate) fn scheme(self) -> &'a str {
        self.up_to(self.after_scheme())
    }

    /// Returns the authority and the `//` before it, or an empty string if there is no authority.
    #[inline]
    pub(crate) fn slashes_and_authority(self) -> &'a str {
        self.slice(self.after_scheme(), self.at.path_span().start)
    }

    pub(crate) fn path(self) -> &'a str {
        self.slice(self.at.path_span().start, self.at.path_span().end)
    }

    /// Returns the end of the query, or of the path if there is no query.
    #[inline]
    pub(crate) fn after_query(self) -> u32 {
        if !self.at.has(defined::FRAGMENT) {
            return self.at.end();
        }
        let start = self.at.fragment_start();
        let before = start.saturating_sub(1);
        if TRUSTED || before >= self.at.path_span().end && self.is(before, b'#') { before } else { start }
    }

    /// Returns the length of the query and the `?` before it.
    #[inline]
    pub(crate) fn query_len(self) -> usize {
        (self.after_query() - self.at.path_span().end) as usize
    }

    /// Returns the length of the fragment and the `#` before it.
    #[inline]
    pub(crate) fn fragment_len(self) -> usize {
        (self.at.end() - self.after_query()) as usize
    }

    #[inline]
    pub(crate) const fn has_path(self) -> bool {
        self.at.path_span().start < self.at.path_span().end
    }

    /// Returns whether the path begins with `/`.
    #[inline]
    pub(crate) fn has_rooted_path(self) -> bool {
        self.path_bytes().first() == Some(&b'/')
    }

    /// Returns the start of the last segment of the path.
    #[inline]
    pub(crate) fn last_segment(self) -> u32 {
        self.at.path_span().start + last_slash(self.path_bytes()).map_or(0, |slash| slash as u32 + 1)
    }

    /// Returns whether the path may have a dot segment.
    #[inline]
    pub(crate) fn may_have_dot_segment(self) -> bool {
        may_have_dot_segment(self.text.as_bytes(), self.at.path_range())
    }

    /// Returns the number of dots in the segment that begins at `start`, if it is a dot segment.
    #[inline]
    pub(crate) fn leading_dots(self, start: u32) -> Option<usize> {
        leading_dots(self.text.as_bytes().get(start as usize..self.at.path_span().end as usize)?)
    }

    /// Returns the path without its last segment, to which a relative path is appended (section 5.2.3).
    pub(crate) fn directory(self) -> &'a str {
        if self.at.has(defined::AUTHORITY) && !self.has_path() {
            return "/";
        }
        self.slice(self.at.path_span().start, self.last_segment())
    }

    #[inline]
    fn path_bytes(self) -> &'a [u8] {
        let (start, end) = (self.at.path_span().start as usize, self.at.path_span().end as usize);
        self.text.as_bytes().get(start..end).expect("components lie in the text")
    }

    #[inline]
    pub(crate) fn up_to(self, end: u32) -> &'a str {
        self.slice(0, end)
    }

    /// Returns the text from this offset on.
    #[inline]
    pub(crate) fn from(self, start: u32) -> &'a str {
        self.text.get(start as usize..).expect("components lie in the text")
    }

    #[inline]
    pub(crate) fn slice(self, start: u32, end: u32) -> &'a str {
        self.text.get(start as usize..end as usize).expect("components lie in the text")
    }
}
