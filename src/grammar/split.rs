//! Splits a rejected string into components, and finds the first that its own rule does not match.
#![expect(clippy::arithmetic_side_effects, reason = "an offset behind a delimiter, which lies in the text")]

use core::ops::Range;

use super::components::{Components, PathKind};
use super::judge::{Judge, Place, SPLIT};
use super::rule::Rule;
use crate::bytes::first_of;

/// The delimiters of the components that some kinds of reference cannot have.
pub(super) struct Marks {
    /// The colon after the scheme.
    pub(super) scheme: Option<usize>,
    /// The number sign before the fragment.
    pub(super) fragment: Option<usize>,
}

impl Judge<'_> {
    /// Returns the place in the component with which the match ends, if no delimiter comes after the match: then the
    /// string is split as its start was matched, and only this component is longer than what was found.
    #[inline]
    pub(super) fn last_component(&self) -> Option<Place> {
        // By Appendix A, what is found of the other components matches their rules by itself.
        let found =
            self.found.filter(|found| cfg!(appendix_a) && (found.end() as usize) < self.text.len())?;
        if first_of(self.text.as_bytes().get(found.end() as usize..)?, *b":/?#@[]").is_some() {
            return None;
        }
        let path = found.path()?;
        let (rule, last) = if let Some(fragment) = found.fragment() {
            (Rule::fragment, fragment)
        } else if let Some(query) = found.query() {
            (Rule::query, query)
        } else if !path.is_empty() {
            (found.path_kind()?.rule(), path)
        } else if let Some(port) = found.port() {
            (Rule::port, port)
        } else if found.authority().is_some() {
            (Rule::host, found.host()?)
        } else if found.scheme().is_some() {
            (Rule::path_rootless, path)
        } else {
            (Rule::path_noscheme, path)
        };
        self.check(rule, last.start..self.text.len(), Some(last)).err()
    }

    /// Checks the components in order, up to the first that its own rule does not match.
    ///
    /// The string is split as the regular expression of Appendix B does it, which matches any string, and its
    /// authority at the first `@`, the closing `]` or the first `:`.
    pub(super) fn components(&self) -> Result<Marks, Place> {
        let len = self.text.len();
        let mut at = 0;
        let first = self.find(0..len, *b":/?#");
        let scheme = (first > 0 && self.byte(first) == Some(b':')).then_some(first);
        if let Some(colon) = scheme {
            self.check(Rule::scheme, 0..colon, self.found(Components::scheme))?;
            at = colon + 1;
        }
        // Neither `?` nor `#` comes before the first delimiter.
        let part = at..self.find(at.max(first)..len, *b"?#");
        at = part.end;
        self.hierarchy(part, scheme.is_some())?;
        if self.byte(at) == Some(b'?') {
            let query = at + 1..self.find(at + 1..len, [b'#']);
            at = query.end;
            self.check(Rule::query, query, self.found(Components::query))?;
        }
        let fragment = (at < len).then_some(at);
        if let Some(mark) = fragment {
            self.check(Rule::fragment, mark + 1..len, self.found(Components::fragment))?;
        }
        Ok(Marks { scheme, fragment })
    }

    /// Checks the authority and the path: a `hier-part`, or without a scheme a `relative-part`.
    pub(super) fn hierarchy(&self, part: Range<usize>, has_scheme: bool) -> Result<(), Place> {
        let Range { start, end } = part;
        let has_authority = self.text.as_bytes().get(start..end).is_some_and(|part| part.starts_with(b"//"));
        let mut path = part;
        if has_authority {
            path.start = self.find(start + 2..end, [b'/']);
            self.authority(start + 2..path.start)?;
        }
        let path_rule = match self.byte(path.start) {
            _ if has_authority => Rule::path_abempty,
            _ if path.is_empty() => Rule::path_empty,
            Some(b'/') => Rule::path_absolute,
            _ if has_scheme => Rule::path_rootless,
            _ => Rule::path_noscheme,
        };
        let found = self
            .found(Components::path)
            .filter(|_| self.found(Components::path_kind).map(PathKind::rule) == Some(path_rule));
        self.check(path_rule, path, found)
    }

    /// Checks the parts of the authority.
    pub(super) fn authority(&self, Range { start, end }: Range<usize>) -> Result<(), Place> {
        let mut host = start;
        let at = self.find(start..end, [b'@']);
        if at < end {
            self.check(Rule::userinfo, start..at, self.found(Components::userinfo))?;
            host = at + 1;
        }
        let mut colon = self.find(host..end, [b':']);
        if self.byte(host) == Some(b'[') {
            let close = self.find(host..end, [b']']);
            // What follows the `]` and is not a `:` is an error in the host, so it is checked with the host.
            colon = if close < end && self.byte(close + 1) == Some(b':') { close + 1 } else { end };
        }
        // The automaton of `host` is too large for the build to prove [`Automaton::matches_as_alone`] of it.
        if !(self.is_host)(self.text.get(host..colon).expect(SPLIT)) {
            self.check(Rule::host, host..colon, None)?;
        }
        if colon < end {
            self.check(Rule::port, colon + 1..end, self.found(Components::port))?;
        }
        Ok(())
    }
}
