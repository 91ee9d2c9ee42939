//! A text and where its components lie in it: the pieces that references are put together from.

use super::generic::UriReference;
use crate::bytes::last_slash;
use crate::grammar::{Components, Grammar, defined};
use crate::invariant::Invariant;
use crate::layout::{leading_dots, may_have_dot_segment};

/// The text of a reference and its components, whatever holds the text and whatever its grammar.
///
/// Lengths and offsets where they do, as each slice has to be checked.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    text: &'a str,
    pub(crate) at: &'a Components,
}

impl<'a> Parts<'a> {
    #[inline]
    pub(crate) fn of<T: AsRef<str>, G: Grammar>(reference: &'a UriReference<T, G>) -> Self {
        Self::new(reference.as_str(), reference.components())
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

    /// Where the scheme and its colon end, or would.
    #[inline]
    pub(crate) const fn after_scheme(self) -> u32 {
        if self.at.has(defined::SCHEME) { self.at.scheme_end() + 1 } else { 0 }
    }

    /// The scheme and its colon.
    #[inline]
    pub(crate) fn scheme(self) -> &'a str {
        self.up_to(self.after_scheme())
    }

    /// The authority and the `//` before it; empty if it is undefined.
    #[inline]
    pub(crate) fn slashes_and_authority(self) -> &'a str {
        self.slice(self.after_scheme(), self.at.path_span().start)
    }

    pub(crate) fn path(self) -> &'a str {
        self.slice(self.at.path_span().start, self.at.path_span().end)
    }

    /// The query and the `?` before it; empty if it is undefined.
    pub(crate) fn query(self) -> &'a str {
        self.slice(self.at.path_span().end, self.after_query())
    }

    /// Where the query ends, or would.
    #[inline]
    pub(crate) const fn after_query(self) -> u32 {
        if self.at.has(defined::FRAGMENT) { self.at.fragment_start() - 1 } else { self.at.end() }
    }

    /// The length of the query and the `?` before it.
    #[inline]
    pub(crate) const fn query_len(self) -> usize {
        (self.after_query() - self.at.path_span().end) as usize
    }

    /// The length of the fragment and the `#` before it.
    #[inline]
    pub(crate) const fn fragment_len(self) -> usize {
        (self.at.end() - self.after_query()) as usize
    }

    #[inline]
    pub(crate) const fn has_path(self) -> bool {
        self.at.path_span().start < self.at.path_span().end
    }

    /// Whether the path is there and begins with a `/`.
    #[inline]
    pub(crate) fn has_rooted_path(self) -> bool {
        self.path_bytes().first() == Some(&b'/')
    }

    /// Where the last segment of the path begins.
    #[inline]
    pub(crate) fn last_segment(self) -> u32 {
        self.at.path_span().start + last_slash(self.path_bytes()).map_or(0, |slash| slash as u32 + 1)
    }

    /// Whether there may be a dot segment in the path, from there on.
    #[inline]
    pub(crate) fn may_have_dot_segment(self, start: u32) -> bool {
        may_have_dot_segment(self.text.as_bytes(), start as usize..self.at.path_span().end as usize)
    }

    /// How many dots the segment of the path is that begins there, if it is a dot segment.
    #[inline]
    pub(crate) fn leading_dots(self, start: u32) -> Option<usize> {
        leading_dots(self.text.as_bytes().get(start as usize..self.at.path_span().end as usize)?)
    }

    /// The path up to its last segment: what a relative path is put after (section 5.2.3).
    pub(crate) fn directory(self) -> &'a str {
        if self.at.has(defined::AUTHORITY) && !self.has_path() {
            return "/";
        }
        self.slice(self.at.path_span().start, self.last_segment())
    }

    #[inline]
    fn path_bytes(self) -> &'a [u8] {
        let (start, end) = (self.at.path_span().start as usize, self.at.path_span().end as usize);
        self.text.as_bytes().get(start..end).invariant("components lie in the text")
    }

    #[inline]
    pub(crate) fn up_to(self, end: u32) -> &'a str {
        self.slice(0, end)
    }

    /// The path, the query and the fragment.
    #[inline]
    pub(crate) fn path_onward(self) -> &'a str {
        self.slice(self.at.path_span().start, self.at.end())
    }

    #[inline]
    pub(crate) fn slice(self, start: u32, end: u32) -> &'a str {
        self.text.get(start as usize..end as usize).invariant("components lie in the text")
    }
}
