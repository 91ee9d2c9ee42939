//! From a reference to its target: sections 5.2.2, 5.2.3 and 5.3.
//!
//! A target is the base up to some point and the reference from some point on, but for dot segments. So
//! where its components lie follows from where they lay, and nothing is parsed.

use alloc::string::String;

use super::error::ResolveError;
use super::options::Resolver;
use crate::grammar::{Components, Grammar, GrammarError, PathKind, PathOnward, Rule, defined, known};
use crate::invariant::Invariant;
use crate::layout::{Above, above, guard, remove_dot_segments_within};
use crate::reference::Parts;

/// What a target is put together of.
pub(super) struct Pieces<'a> {
    /// What comes before the path that the reference gives, in one piece or two.
    stem: [&'a str; 2],
    /// The reference from its path on, or from a later segment.
    rest: &'a str,
    /// Whose components come before the path, and how far they move.
    before_path: &'a Components,
    by: u32,
    scheme_end: u32,
    /// The lengths of the query and the fragment, with the delimiters before them.
    query: usize,
    fragment: usize,
    /// Whether the path may have dot segments to be removed.
    dotted: bool,
    /// How many `..` were dropped already.
    dropped: usize,
}

impl<'a> Pieces<'a> {
    /// Section 5.2.2: which component is whose.
    #[inline(always)]
    pub(super) fn new(options: Resolver, base: Parts<'a>, reference: Parts<'a>) -> Self {
        let mut pieces = Self {
            stem: ["", ""],
            rest: reference.path_onward(),
            before_path: base.at,
            by: 0,
            scheme_end: base.at.scheme_end(),
            query: reference.query_len(),
            fragment: reference.fragment_len(),
            dotted: false,
            dropped: 0,
        };
        if options.has_scheme(base, reference) {
            pieces.scheme_end = reference.at.scheme_end();
            pieces.before_path = reference.at;
            pieces.stem[0] = reference.up_to(reference.at.path_span().start);
        } else if reference.at.has(defined::AUTHORITY) {
            pieces.before_path = reference.at;
            pieces.by = base.after_scheme().wrapping_sub(reference.after_scheme());
            pieces.stem = [base.scheme(), reference.slashes_and_authority()];
        } else if !reference.has_path() {
            if reference.at.has(defined::QUERY) {
                pieces.stem[0] = base.up_to(base.at.path_span().end);
            } else {
                pieces.query = base.query_len();
                pieces.stem[0] = base.up_to(base.after_query());
            }
            return pieces;
        } else if reference.has_rooted_path() {
            pieces.stem[0] = base.up_to(base.at.path_span().start);
        } else {
            pieces.merge(base, reference);
            return pieces;
        }
        pieces.dotted = reference.may_have_dot_segment(reference.at.path_span().start);
        pieces
    }

    /// Section 5.2.3: the path of the reference takes the place of the last segment of the base's.
    #[inline(always)]
    fn merge(&mut self, base: Parts<'a>, reference: Parts<'a>) {
        let start = base.at.path_span().start;
        if base.at.has(defined::AUTHORITY) && !base.has_path() {
            self.stem = [base.up_to(start), "/"];
            self.dotted = reference.may_have_dot_segment(reference.at.path_span().start);
            return;
        }
        let mut end = base.last_segment();
        let mut from = reference.at.path_span().start;
        self.dotted = base.may_have_dot_segment(start);
        // Most dot segments are those that a relative path begins with, and need not be written first.
        while let (false, Some(dots)) = (self.dotted, reference.leading_dots(from)) {
            if dots == 2 {
                match above(base.slice(start, end).as_bytes()) {
                    Above::Segment(kept) => end = start + kept as u32,
                    Above::Rootless => break,
                    Above::Nothing => self.dropped += 1,
                }
            }
            from = reference.at.path_span().end.min(from.saturating_add(dots as u32 + 1));
        }
        self.dotted = self.dotted || reference.may_have_dot_segment(from);
        self.stem[0] = base.up_to(end);
        self.rest = reference.slice(from, reference.at.end());
    }

    /// Returns the length of the target before dot segments are removed; it is an error if that is more than
    /// `longest`, as the offsets that [`Self::write`] computes are those of the text before the removal.
    #[inline(always)]
    pub(super) fn len(&self, longest: u32) -> Result<usize, ResolveError> {
        let [first, second] = self.stem;
        // No overflow: the first is of one text in memory, the others are of another, or a `/` and of another.
        let len = first.len() + second.len() + self.rest.len();
        if len > longest as usize { Err(ResolveError::TooLong) } else { Ok(len) }
    }

    /// Appends the target to the buffer, which is empty. [`Self::len`] was asked before.
    #[inline(always)]
    pub(super) fn write<G: Grammar>(
        mut self,
        options: Resolver,
        longest: u32,
        target: &mut String,
    ) -> Result<Components, ResolveError> {
        let [first, second] = self.stem;
        target.push_str(first);
        if !second.is_empty() {
            target.push_str(second);
        }
        target.push_str(self.rest);
        let start = self.before_path.path_span().start.wrapping_add(self.by) as usize;
        let after_path = self.query + self.fragment;
        if self.dotted {
            let path = start..target.len() - after_path;
            self.dropped += remove_dot_segments_within(target, path);
        }
        if options.checked && self.dropped > 0 {
            return Err(ResolveError::AboveRoot(self.dropped));
        }
        let path_kind = if self.before_path.has(defined::AUTHORITY) {
            PathKind::AbEmpty
        } else {
            options.guard(target, start)?;
            // Longer than before, if a guard was written.
            if target.len() > longest as usize {
                return Err(ResolveError::TooLong);
            }
            let path = target.as_bytes().get(start..target.len() - after_path);
            PathKind::of(path.invariant("the path lies before the query and the fragment"), true, false)
        };
        let onward = PathOnward {
            path_kind,
            query: self.query as u32,
            fragment: self.fragment as u32,
            end: target.len() as u32,
        };
        let components = Components::of_uri(self.scheme_end, self.before_path, self.by, &onward);
        Ok(known::<G>(Rule::URI, target, components).map_err(GrammarError::rejected)?)
    }
}

impl Resolver {
    /// Whether the scheme of the reference counts.
    #[inline]
    pub(super) fn has_scheme(self, base: Parts<'_>, reference: Parts<'_>) -> bool {
        let same = || base.scheme().eq_ignore_ascii_case(reference.scheme());
        reference.at.has(defined::SCHEME) && !(self.lenient && same())
    }

    /// Sees to it that the path that begins at `start`, without an authority, is not read as one.
    #[inline]
    pub(super) fn guard(self, target: &mut String, start: usize) -> Result<(), ResolveError> {
        if !target.get(start..).is_some_and(guard::reads_as_authority) {
            return Ok(());
        }
        if self.deny_guard {
            return Err(ResolveError::ReadsAsAuthority);
        }
        target.insert_str(start, guard::AGAINST_AUTHORITY);
        Ok(())
    }
}
