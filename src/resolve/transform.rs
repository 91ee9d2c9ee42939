//! From a reference to its target: sections 5.2.2, 5.2.3 and 5.3.
//!
//! Except for dot segments, a target is a prefix of the base followed by a suffix of the reference. So the
//! offsets of its components follow from those of the two, without parsing.

use alloc::string::String;
use core::ops::Range;

use super::error::ResolveError;
use super::options::Resolver;
use crate::grammar::{Components, Grammar, GrammarError, PathKind, PathOnward, Rule, defined, known};
use crate::layout::{
    Above, above, guard, has_dot_segment, may_have_dot_segment, push_without_dot_segments,
    remove_dot_segments_within,
};
use crate::reference::Parts;
use crate::reference::generic::{Uri, UriReference};

/// The slices of base and reference from which a target is composed.
pub(super) struct Pieces<'a> {
    /// The part of the base that is kept.
    pub(super) kept: &'a str,
    /// Whether a `/` follows `kept`: by section 5.2.3, it is the path of a base with an authority and an empty path.
    pub(super) slash: bool,
    /// The part of the reference that replaces the rest of the base.
    pub(super) rest: &'a str,
    /// The components of the target up to the start of the path.
    pub(super) before_path: Components,
    /// The lengths of the query and the fragment, with the delimiters before them.
    pub(super) query: usize,
    pub(super) fragment: usize,
    /// Whether dot segments are removed from the path; false if the path is the base's.
    pub(super) has_path: bool,
    /// The number of `..` dropped so far.
    pub(super) dropped: usize,
}

impl<'a> Pieces<'a> {
    /// Section 5.2.2, for a reference with a scheme that is not ignored.
    #[inline(always)]
    pub(super) fn of_uri(reference: Parts<'a>) -> Self {
        Self {
            kept: "",
            slash: false,
            rest: reference.text(),
            before_path: *reference.at,
            query: reference.query_len(),
            fragment: reference.fragment_len(),
            has_path: true,
            dropped: 0,
        }
    }

    /// Section 5.2.2, for a reference whose scheme is undefined or ignored: takes each other component from the
    /// base or the reference.
    #[inline(always)]
    pub(super) fn relative(base: Parts<'a>, reference: Parts<'a>) -> Self {
        let start = reference.at.path_span().start;
        let mut pieces =
            Self { before_path: *base.at, rest: reference.from(start), ..Self::of_uri(reference) };
        if reference.at.has(defined::AUTHORITY) {
            let (kept, from) = (base.after_scheme(), reference.after_scheme());
            pieces.kept = base.up_to(kept);
            pieces.rest = reference.from(from);
            pieces.before_path = reference.at.with_scheme(base.at.scheme_end(), kept.wrapping_sub(from));
        } else if !reference.has_path() {
            pieces.has_path = false;
            if reference.at.has(defined::QUERY) {
                pieces.kept = base.up_to(base.at.path_span().end);
            } else {
                pieces.query = base.query_len();
                pieces.kept = base.up_to(base.after_query());
            }
        } else if reference.has_rooted_path() {
            pieces.kept = base.up_to(base.at.path_span().start);
        } else {
            pieces.merge(base, reference);
        }
        pieces
    }

    /// Section 5.2.3: the path of the reference replaces the last segment of the path of the base.
    #[inline(always)]
    #[expect(clippy::arithmetic_side_effects, reason = "offsets in the base; fewer `..` than bytes")]
    fn merge(&mut self, base: Parts<'a>, reference: Parts<'a>) {
        let start = base.at.path_span().start;
        if base.at.has(defined::AUTHORITY) && !base.has_path() {
            self.kept = base.up_to(start);
            self.slash = true;
            return;
        }
        let mut end = base.last_segment();
        let mut from = reference.at.path_span().start;
        let dotted = base.may_have_dot_segment();
        // Most dot segments are at the start of a relative path. Applied here, they need no bytes to be moved in the target.
        while let (false, Some(dots)) = (dotted, reference.leading_dots(from)) {
            if dots == 2 {
                match above(base.slice(start, end).as_bytes()) {
                    Above::Segment(kept) => end = start + kept as u32,
                    Above::Rootless => break,
                    Above::Nothing => self.dropped += 1,
                }
            }
            from = reference.at.path_span().end.min(from.saturating_add(dots as u32 + 1));
        }
        self.kept = base.up_to(end);
        self.rest = reference.from(from);
    }

    /// Returns the length of the target before dot segments are removed. The offsets in [`Self::write`] refer to
    /// that text.
    #[inline(always)]
    #[expect(clippy::arithmetic_side_effects, reason = "two texts have at most `isize::MAX` bytes each")]
    pub(super) fn len(&self) -> usize {
        self.kept.len() + usize::from(self.slash) + self.rest.len()
    }

    /// Appends the target to the buffer, which has `before` bytes. [`Self::len`] must not be more than `longest`.
    #[inline(always)]
    #[expect(clippy::arithmetic_side_effects, reason = "no more `..` are dropped than the target has bytes")]
    pub(super) fn write<G: Grammar>(
        mut self,
        options: Resolver,
        longest: u32,
        target: &mut String,
        before: usize,
    ) -> Result<Components, ResolveError> {
        let path = self.recompose(target, before);
        if self.has_path && may_have_dot_segment(target.as_bytes(), path.clone()) {
            if before == 0 {
                self.dropped += remove_dot_segments_within(target, path);
            } else {
                self.write_without_dot_segments(target, path);
            }
        }
        self.finish::<G>(options, longest, target, before)
    }

    /// Appends the slices to the buffer, which has `before` bytes, and returns the range of the path.
    #[inline(always)]
    #[expect(clippy::arithmetic_side_effects, reason = "the target ends with the query and the fragment")]
    pub(super) fn recompose(&self, target: &mut String, before: usize) -> Range<usize> {
        target.push_str(self.kept);
        if self.slash {
            target.push('/');
        }
        target.push_str(self.rest);
        before + self.before_path.path_span().start as usize..target.len() - (self.query + self.fragment)
    }

    /// Writes the guard if it is needed, and returns the components of the text after the first `before` bytes.
    #[inline(always)]
    #[expect(clippy::arithmetic_side_effects, reason = "the target ends with the query and the fragment")]
    pub(super) fn finish<G: Grammar>(
        self,
        options: Resolver,
        longest: u32,
        target: &mut String,
        before: usize,
    ) -> Result<Components, ResolveError> {
        if options.deny_above_root && self.dropped > 0 {
            return Err(ResolveError::AboveRoot { count: self.dropped });
        }
        let has_scheme = self.before_path.has(defined::SCHEME);
        let path_kind = if self.before_path.has(defined::AUTHORITY) {
            PathKind::AbEmpty
        } else {
            let start = before + self.before_path.path_span().start as usize;
            options.guard(target, start)?;
            // The target may be longer than [`Self::len`], if a guard was written.
            if target.len() - before > longest as usize {
                return Err(ResolveError::TooLong);
            }
            let path = target.as_bytes().get(start..target.len() - (self.query + self.fragment));
            PathKind::of(path.expect("the path lies before the query and the fragment"), has_scheme, false)
        };
        let onward = PathOnward {
            path_kind,
            query: self.query as u32,
            fragment: self.fragment as u32,
            end: (target.len() - before) as u32,
        };
        let components = self.before_path.with_path_onward(&onward);
        let target = target.get(before..).expect("the target is at the end of the buffer");
        let rule = if has_scheme { Rule::URI } else { Rule::URI_reference };
        Ok(known::<G>(rule, target, components).map_err(GrammarError::rejected)?)
    }

    /// Rewrites the target from its path, which has this range, without dot segments. If bytes were moved in place instead, the
    /// whole buffer would have to be checked for UTF-8, including the text before the path.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "the path ends in the reference, before the query and the fragment"
    )]
    fn write_without_dot_segments(&mut self, target: &mut String, path: Range<usize>) {
        const LIES_IN: &str = "a path ends in the reference";
        let start = self.before_path.path_span().start as usize;
        let of_base = self.kept.get(start..).unwrap_or_default();
        let end = self.rest.len() - self.query - self.fragment;
        let from = end - (path.len() - of_base.len() - usize::from(self.slash));
        target.truncate(path.start);
        self.dropped += push_without_dot_segments(target, path.start, of_base);
        if self.slash {
            target.push('/');
        }
        let of_reference = self.rest.get(from..end).expect(LIES_IN);
        self.dropped += push_without_dot_segments(target, path.start, of_reference);
        target.push_str(self.rest.get(end..).expect(LIES_IN));
    }
}

impl Resolver {
    /// Returns whether the scheme of the reference is used.
    #[inline]
    pub(crate) fn has_scheme(self, base: Parts<'_>, reference: Parts<'_>) -> bool {
        let same = || base.scheme().eq_ignore_ascii_case(reference.scheme());
        reference.at.has(defined::SCHEME) && !(self.lenient && same())
    }

    /// Writes the guard if the path that begins at `start`, without an authority, would be read as one.
    #[inline]
    pub(crate) fn guard(self, target: &mut String, start: usize) -> Result<(), ResolveError> {
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

/// The form of a reference, determined by its beginning (sections 4.2 and 4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceForm {
    /// A URI: it begins with a scheme.
    Uri,
    /// A network-path reference: it begins with `//`.
    NetworkPath,
    /// An absolute-path reference: it begins with one `/`.
    AbsolutePath,
    /// A relative-path reference: it begins with neither a scheme nor a `/`, and has a path or a query.
    RelativePath,
    /// A same-document reference with any base: empty, or just a fragment.
    SameDocument,
}

impl<T: AsRef<str>, G: Grammar> UriReference<T, G> {
    /// Returns the form of the reference (sections 4.2 and 4.4).
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::resolve::ReferenceForm;
    ///
    /// let form = |text| UriReference::parse(text).unwrap().form();
    /// assert_eq!(form("g:h"), ReferenceForm::Uri);
    /// assert_eq!(form("//g"), ReferenceForm::NetworkPath);
    /// assert_eq!(form("/g"), ReferenceForm::AbsolutePath);
    /// assert_eq!(form("?y"), ReferenceForm::RelativePath);
    /// assert_eq!(form("#s"), ReferenceForm::SameDocument);
    /// ```
    pub fn form(&self) -> ReferenceForm {
        form_of(self.text(), self.components())
    }
}

/// Returns the form of the reference with this text and these components.
pub(crate) fn form_of(text: &str, components: &Components) -> ReferenceForm {
    if components.has(defined::SCHEME) {
        ReferenceForm::Uri
    } else if components.has(defined::AUTHORITY) {
        ReferenceForm::NetworkPath
    } else if text.starts_with('/') {
        ReferenceForm::AbsolutePath
    } else if !components.path_range().is_empty() || components.has(defined::QUERY) {
        ReferenceForm::RelativePath
    } else {
        ReferenceForm::SameDocument
    }
}

impl<T: AsRef<str>, G: Grammar> Uri<T, G> {
    /// Returns whether a reference is a same-document reference with this as the base URI (section 4.4): whether its target is
    /// this URI, ignoring fragments. The target is compared as a string (section 6.2.1) with this URI, then with this URI
    /// without dot segments, because resolution removes the dot segments of a target unless the target takes the whole path of
    /// the base. Linear in the two lengths; constant for a reference without path and query.
    ///
    /// ```
    /// use urigram::{Uri, UriReference};
    ///
    /// let base = Uri::parse("http://a/b/c?q#f")?;
    /// let same = |reference| base.is_same_document(&UriReference::parse(reference).unwrap());
    /// assert!(same("") && same("#s") && same("?q#s") && same("../b/c?q"));
    /// assert!(!same("?") && !same("c") && !same("HTTP://a/b/c?q"));
    ///
    /// let base = Uri::parse("http://a/b/../c")?;
    /// assert!(base.is_same_document(&base));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn is_same_document<U: AsRef<str>>(&self, reference: &UriReference<U, G>) -> bool {
        if reference.form() == ReferenceForm::SameDocument {
            return true;
        }
        // A target that is too long is not equal to the base.
        let Ok(target) = self.resolve(reference) else { return false };
        let has_dots = || has_dot_segment(Parts::of(self).path());
        let is_without_dots = || self.resolve(self).is_ok_and(|base| document(&target) == document(&base));
        document(&target) == document(self) || has_dots() && is_without_dots()
    }
}

/// Returns everything except the fragment.
fn document<T: AsRef<str>, G: Grammar>(uri: &Uri<T, G>) -> &str {
    let parts = Parts::of(uri);
    parts.up_to(parts.after_query())
}
