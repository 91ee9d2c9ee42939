//! The join of two references: section 5.2 with a base that may be relative.

use alloc::string::String;
use core::marker::PhantomData;

use super::error::ResolveError;
use super::options::Resolver;
use super::transform::Pieces;
use crate::grammar::{Components, Grammar, LONGEST, defined};
use crate::layout::{guard, may_have_dot_segment, remove_dot_segments_within};
use crate::reference::Parts;
use crate::reference::generic::UriReference;

impl<T: AsRef<str>, G: Grammar> UriReference<T, G> {
    /// Returns a reference that resolves as this and then `reference`: for every base URI, its target is the target of
    /// `reference` with the target of this as the base URI (section 5.2).
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let join = |a, b| UriReference::parse(a).unwrap().join(&UriReference::parse(b).unwrap()).unwrap();
    /// assert_eq!(join("/static/", "admin/x"), "/static/admin/x");
    /// assert_eq!(join("../foo", "../bar"), "../../bar");
    /// assert_eq!(join("a/b?q", "#s"), "a/b?q#s");
    /// assert_eq!(join("//h", "c"), "//h/c");
    /// ```
    ///
    /// So `base.resolve(&a.join(&b)?)` is `base.resolve(&a)?.resolve(&b)`, with any base:
    ///
    /// ```
    /// use urigram::{Uri, UriReference};
    ///
    /// let (a, b) = (UriReference::parse("../foo")?, UriReference::parse("../bar?q")?);
    /// let joined = a.join(&b).unwrap();
    /// assert_eq!(joined, "../../bar?q");
    /// for base in ["http://h/a/b/c", "http://h", "zz:abc", "zz:a/b"] {
    ///     let base = Uri::parse(base)?;
    ///     let target = base.resolve(&a).unwrap().resolve(&b).unwrap();
    ///     assert_eq!(base.resolve(&joined).unwrap(), target);
    /// }
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// Dot segments are removed unless this would change a target. A relative path keeps its first segment and the `..`
    /// that leaves it, because the target of `foo/../bar` with the base `zz:abc` is `zz:/bar`, and that of `bar` is
    /// `zz:bar`. If the path of `reference` is empty, the path of this is kept as it is.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let join = |a, b| UriReference::parse(a).unwrap().join(&UriReference::parse(b).unwrap()).unwrap();
    /// assert_eq!(join("foo/x", "../bar"), "foo/../bar");
    /// assert_eq!(join("foo/x/y", "../bar"), "foo/bar");
    /// assert_eq!(join("/foo/x", "../bar"), "/bar");
    /// assert_eq!(join("zz:foo/x", "../bar"), "zz:/bar");
    /// ```
    ///
    /// If this is a URI, the join is what [`resolve`](crate::generic::Uri::resolve) returns, unless the path of this ends in
    /// `.` or `..`: `http://h/a/..` is its own base URI there, but as a reference it has the target `http://h/`.
    ///
    /// Linear in the two lengths.
    ///
    /// # Errors
    ///
    /// If the result, before dot segments are removed from it, is [too long](crate#limits).
    pub fn join<U: AsRef<str>>(
        &self,
        reference: &UriReference<U, G>,
    ) -> Result<UriReference<String, G>, ResolveError> {
        Resolver::new().join(self, reference)
    }

    /// Parses a reference, and returns the join with it. See [`join`](Self::join).
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// assert_eq!(UriReference::parse("docs/a")?.join_str("b#c").unwrap(), "docs/b#c");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a valid reference, or if the result, before dot segments are removed from it, is
    /// [too long](crate#limits).
    pub fn join_str(&self, reference: &str) -> Result<UriReference<String, G>, ResolveError> {
        self.join(&super::parse(reference)?)
    }
}

impl Resolver {
    /// Returns the join of two references, with these options. See [`UriReference::join`]; the targets there are those of
    /// this resolver.
    ///
    /// A [lenient](Self::lenient) resolver ignores the scheme of a reference for some base URIs. Then there may be no
    /// join:
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::resolve::{ResolveError, Resolver};
    ///
    /// let (a, b) = (UriReference::parse("a/")?, UriReference::parse("http:b")?);
    /// assert_eq!(a.join(&b).unwrap(), "http:b");
    /// assert_eq!(Resolver::new().lenient(true).join(&a, &b), Err(ResolveError::DependsOnBase));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the result, before dot segments are removed from it, is [too long](crate#limits), or if the options make it an
    /// error. The number of excess `..` is known only if the path of the result does not depend on the base URI.
    pub fn join<T: AsRef<str>, U: AsRef<str>, G: Grammar>(
        self,
        base: &UriReference<T, G>,
        reference: &UriReference<U, G>,
    ) -> Result<UriReference<String, G>, ResolveError> {
        let pieces = self.pieces(Parts::of(base), Parts::of(reference))?;
        if pieces.len() > LONGEST as usize {
            return Err(ResolveError::TooLong);
        }
        let mut text = String::with_capacity(pieces.len());
        let components = pieces.write_join::<G>(self, &mut text)?;
        Ok(UriReference { text, components, grammar: PhantomData })
    }

    /// Returns the slices from which the join is composed.
    fn pieces<'a>(self, base: Parts<'a>, reference: Parts<'a>) -> Result<Pieces<'a>, ResolveError> {
        if !self.has_scheme(base, reference) {
            return Ok(Pieces::joined(base, reference));
        }
        if self.lenient {
            // For a base URI with the scheme of the reference, the rest of the reference is resolved against the target of
            // this base. It must be the same for any other base URI.
            let ignored = Pieces::joined(base, reference);
            if base.at.has(defined::SCHEME) || ignored.slash || !ignored.kept.is_empty() {
                return Err(ResolveError::DependsOnBase);
            }
        }
        Ok(Pieces::of_uri(reference))
    }
}

impl<'a> Pieces<'a> {
    /// Like [`Self::relative`], for the target of `base` as the base URI: if its path ends in a dot segment, the path of the
    /// target ends in `/`.
    fn joined(base: Parts<'a>, reference: Parts<'a>) -> Self {
        if reference.at.has(defined::AUTHORITY) && !base.at.has(defined::SCHEME) {
            let from = reference.after_scheme();
            return Self {
                rest: reference.from(from),
                before_path: reference.at.without_scheme(from),
                ..Self::of_uri(reference)
            };
        }
        let is_merged =
            !reference.at.has(defined::AUTHORITY) && reference.has_path() && !reference.has_rooted_path();
        if !is_merged {
            return Self::relative(base, reference);
        }
        let (start, end) = (base.at.path_span().start, base.at.path_span().end);
        let last = base.last_segment();
        let slash =
            if start == end { base.at.has(defined::AUTHORITY) } else { base.leading_dots(last).is_some() };
        Self {
            kept: base.up_to(if slash { end } else { last }),
            slash,
            rest: reference.from(reference.at.path_span().start),
            before_path: *base.at,
            ..Self::of_uri(reference)
        }
    }

    /// Writes the join to the empty text.
    fn write_join<G: Grammar>(
        mut self,
        options: Resolver,
        text: &mut String,
    ) -> Result<Components, ResolveError> {
        let range = self.recompose(text, 0);
        if self.has_path && may_have_dot_segment(text.as_bytes(), range.clone()) {
            let path = text.get(range.clone()).expect("the path lies in the text");
            let has = |part| self.before_path.has(part);
            // With every base URI, such a path is the path of the target.
            let is_whole = has(defined::AUTHORITY)
                || path.starts_with('/')
                || (has(defined::SCHEME) && !options.lenient);
            if is_whole {
                self.dropped = remove_dot_segments_within(text, range);
            } else {
                let simple = Simple::of(path).path;
                text.replace_range(range, &simple);
            }
        }
        self.finish::<G>(options, LONGEST, text, 0)
    }
}

/// A relative path without the dot segments that can be removed whatever path it is appended to.
pub(super) struct Simple {
    pub(super) path: String,
    /// The offset of the first removed dot segment in the original path.
    pub(super) first_removed: Option<usize>,
}

impl Simple {
    /// Removes dot segments from a relative path.
    ///
    /// A segment and the `..` after it cancel each other if something precedes them: if not, as after `zz:`, the `..` leaves a
    /// `/` (section 5.2.4, step 2C). After the first segment that is not a dot segment, something always does.
    #[expect(clippy::arithmetic_side_effects, reason = "offsets in the path")]
    pub(super) fn of(path: &str) -> Self {
        let mut simple = Self { path: String::with_capacity(path.len()), first_removed: None };
        // No `..` removes a segment of the path up to this offset.
        let (mut kept, mut is_first, mut offset) = (0, true, 0);
        for segment in path.split_inclusive('/') {
            let before = simple.path.len();
            match segment {
                "./" | "." => {}
                "../" | ".." if before > kept => {
                    let above = simple.path.get(kept..before - 1).and_then(|path| path.rfind('/'));
                    simple.path.truncate(kept + above.map_or(0, |slash| slash + 1));
                }
                _ => {
                    simple.path.push_str(segment);
                    if is_first || matches!(segment, "../" | "..") {
                        kept = simple.path.len();
                    }
                    is_first &= matches!(segment, "../" | "..");
                }
            }
            if simple.path.len() <= before && simple.first_removed.is_none() {
                simple.first_removed = Some(offset);
            }
            offset += segment.len();
        }
        simple.guard(path);
        simple
    }

    /// Keeps a dot segment at the start without which the path would be empty, absolute or begin with a scheme.
    fn guard(&mut self, path: &str) {
        if self.path.is_empty() {
            self.path.push_str(if path.ends_with('/') { guard::AGAINST_SCHEME } else { "." });
        } else if self.path.starts_with('/') || guard::reads_as_scheme(&self.path) {
            self.path.insert_str(0, guard::AGAINST_SCHEME);
        }
        if self.path == path {
            self.first_removed = None;
        }
    }
}
