//! The inverse of resolution: the shortest reference to a given target.
//!
//! The reference is a suffix of the target, possibly preceded by dot segments. So the offsets of its components follow from
//! those of the target, without parsing.

use alloc::string::String;
use core::iter::repeat_n;
use core::marker::PhantomData;

use super::error::RelativizeError;
use super::join::Simple;
use crate::bytes::{WORD, common_start, is, last_slash, words};
use crate::grammar::{Components, Grammar, GrammarError, PathKind, PathOnward, Rule, TRUSTED, defined};
use crate::layout::{first_dot_segment, guard, may_have_dot_segment, remove_dot_segments_within};
use crate::reference::Parts;
use crate::reference::generic::{Uri, UriReference};

/// Returns the shortest references to targets, with options.
///
/// ```
/// use urigram::Uri;
/// use urigram::resolve::Relativizer;
///
/// let (base, target) = (Uri::parse("http://h/dir_a/foo.html")?, Uri::parse("http://h/dir_b/bar.html")?);
/// assert_eq!(Relativizer::new().relativize(&base, &target).unwrap(), "/dir_b/bar.html");
/// let relativizer = Relativizer::new().path_relative(true);
/// assert_eq!(relativizer.relativize(&base, &target).unwrap(), "../dir_b/bar.html");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Relativizer {
    path_relative: bool,
}

impl Relativizer {
    /// Returns a relativizer that prefers the shortest reference.
    pub const fn new() -> Self {
        Self { path_relative: false }
    }

    /// Sets whether a relative-path reference is preferred to a shorter absolute-path reference, so that a site works under
    /// another path too. Off by default. If no relative-path reference has the target, the result is another reference.
    #[must_use]
    pub const fn path_relative(self, path_relative: bool) -> Self {
        Self { path_relative }
    }

    /// Returns a reference from `base` to exactly the text of the target. If `base` has a scheme, it is the base URI: the
    /// reference [resolves](Uri::resolve) to the target. Otherwise, the [join](UriReference::join) with the reference is the
    /// target. See [`Uri::relativize`] and [`UriReference::relativize`].
    ///
    /// # Errors
    ///
    /// If no reference has this target.
    pub fn relativize<T: AsRef<str>, U: AsRef<str>, G: Grammar>(
        self,
        base: &UriReference<T, G>,
        target: &UriReference<U, G>,
    ) -> Result<UriReference<String, G>, RelativizeError> {
        if !base.components.has(defined::SCHEME) {
            return self.between(&base.borrowed(), &target.borrowed());
        }
        if !target.components.has(defined::SCHEME) {
            return Err(RelativizeError::CannotRemove { component: Rule::scheme });
        }
        let to = Parts::of(target);
        let reference = shortest(Parts::of(base), to, self.path_relative)?.written(to)?;
        let reaches =
            || Uri(base.borrowed()).resolve(&reference).is_ok_and(|reached| reached.text() == to.text());
        if TRUSTED || reaches() { Ok(reference) } else { Err(GrammarError::other_target().into()) }
    }

    /// Returns the reference whose join with the base, which is relative, is the target.
    fn between<G: Grammar>(
        self,
        base: &UriReference<&str, G>,
        target: &UriReference<&str, G>,
    ) -> Result<UriReference<String, G>, RelativizeError> {
        let (from, to) = (Parts::of(base), Parts::of(target));
        let path_relative = relative_to_join(base, to);
        let mut whole = [Candidate::absolute(to), Candidate::end(0)];
        whole.sort_by_key(|candidate| candidate.len(to));
        let [shorter, longer] = whole;
        let is_shorter = |relative: &Candidate| self.path_relative || relative.len(to) < shorter.len(to);
        let candidates = [
            Some(Candidate::end(to.after_query())),
            Some(Candidate::end(to.at.path_span().end)),
            path_relative.filter(is_shorter),
            Some(shorter),
            path_relative,
            Some(longer),
        ];
        for candidate in candidates.into_iter().flatten() {
            let reference = candidate.written(to)?;
            if base.join(&reference).is_ok_and(|joined| joined.text() == to.text()) {
                return Ok(reference);
            }
        }
        Err(unreachable_from(from, to))
    }
}

impl<T: AsRef<str>, G: Grammar> UriReference<T, G> {
    /// Returns the shortest reference from this to the target. If this has a scheme, it is the base URI, as in
    /// [`Uri::relativize`]. Otherwise, [`join`](Self::join) returns exactly the text of the target for this and the result.
    /// Among references of equal length, the result has the fewest `..`. [`Relativizer`] has options. Linear in the two
    /// lengths.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let base = UriReference::parse("docs/guide/start?q")?;
    /// let reference = |target| base.relativize(&UriReference::parse(target).unwrap()).unwrap();
    /// assert_eq!(reference("docs/guide/install"), "install");
    /// assert_eq!(reference("docs/faq#why"), "../faq#why");
    /// assert_eq!(reference("docs/guide/start?q#top"), "#top");
    /// assert_eq!(reference("/docs/guide/start"), "/docs/guide/start");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If no reference has this target: a reference cannot remove the scheme, the authority, the root or the first
    /// directory of this, and cannot lead down into directories that this does not name. Nor has a target whose dot segments
    /// [`join`](Self::join) would remove.
    ///
    /// ```
    /// use urigram::resolve::RelativizeError;
    /// use urigram::{Rule, UriReference};
    ///
    /// let base = UriReference::parse("a/b")?;
    /// let error = base.relativize(&UriReference::parse("c")?).unwrap_err();
    /// assert_eq!(error, RelativizeError::CannotRemove { component: Rule::path });
    /// assert_eq!(base.join_str("../c").unwrap(), "a/../c");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn relativize<U: AsRef<str>>(
        &self,
        target: &UriReference<U, G>,
    ) -> Result<UriReference<String, G>, RelativizeError> {
        Relativizer::new().relativize(self, target)
    }
}

impl<T: AsRef<str>, G: Grammar> Uri<T, G> {
    /// Returns the shortest reference that resolves to exactly the text of the target, with this as the base
    /// URI. Among references of equal length, it has the fewest `..`. Linear in the two lengths.
    ///
    /// If the first segment contains a colon, `./` is written before it, because it would be read as a
    /// scheme (section 4.2). Resolution removes the `./`.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let base = Uri::parse("http://a/b/c/d;p?q")?;
    /// let reference = |target| base.relativize(&Uri::parse(target).unwrap()).unwrap();
    /// assert_eq!(reference("http://a/b/c/g"), "g");
    /// assert_eq!(reference("http://a/b/"), "..");
    /// assert_eq!(reference("http://a/b/g?y"), "/b/g?y");
    /// assert_eq!(reference("http://a/b/c/d;p?y"), "?y");
    /// assert_eq!(reference("http://a/b/c/d;p?q#s"), "#s");
    /// assert_eq!(reference("http://a/b/c/x:y"), "./x:y");
    /// assert_eq!(reference("http://a"), "//a");
    /// assert_eq!(reference("urn:g"), "urn:g");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// If the target has another authority, the result is a network-path reference; if it has another scheme, a URI. All
    /// other references keep the authority of the base:
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::resolve::ReferenceForm;
    ///
    /// let base = Uri::parse("http://a/b/c")?;
    /// let form = |target| base.relativize(&Uri::parse(target).unwrap()).unwrap().form();
    /// assert_eq!(form("http://a/d"), ReferenceForm::AbsolutePath);
    /// assert_eq!(form("http://x/d"), ReferenceForm::NetworkPath);
    /// assert_eq!(form("https://a/d"), ReferenceForm::Uri);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// The reference is for strict resolution, which is the default. A [lenient](crate::resolve::Resolver::lenient)
    /// resolver ignores the scheme that some of these references need:
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::resolve::Resolver;
    ///
    /// let base = Uri::parse("foo:a/b")?;
    /// let reference = base.relativize(&Uri::parse("foo:c")?).unwrap();
    /// assert_eq!(reference, "foo:c");
    /// assert_eq!(Resolver::new().lenient(true).resolve(&base, &reference).unwrap(), "foo:a/c");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If no reference has this target, because its path has dot segments and it differs from the base in
    /// more than the query or fragment. A reference can replace the query of a base, but cannot remove it.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let base = Uri::parse("http://a/c/../d?q")?;
    /// assert_eq!(base.relativize(&Uri::parse("http://a/c/../d?r")?).unwrap(), "?r");
    /// assert!(base.relativize(&Uri::parse("http://a/c/../d")?).is_err());
    /// assert!(base.relativize(&Uri::parse("http://a/c/../e")?).is_err());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[doc(alias = "make_relative")]
    pub fn relativize<U: AsRef<str>>(
        &self,
        target: &Uri<U, G>,
    ) -> Result<UriReference<String, G>, RelativizeError> {
        Relativizer::new().relativize(self, target)
    }
}

/// Returns the shortest reference to the target; among references of equal length, the one with the fewest
/// `..`. If `path_relative` is set, a relative-path reference is preferred to a shorter reference to the whole path.
#[inline(always)]
fn shortest(base: Parts<'_>, target: Parts<'_>, path_relative: bool) -> Result<Candidate, RelativizeError> {
    let path = target.at.path_span();
    let common = common_start(base.bytes(), target.bytes());
    let is_common = |of_base: u32, of_target: u32| of_base == of_target && of_target as usize <= common;
    let same_authority = is_common(base.at.path_span().start, path.start);
    if same_authority && is_common(base.at.path_span().end, path.end) {
        if is_common(base.after_query(), target.after_query()) {
            return Ok(Candidate::end(target.after_query()));
        }
        if target.at.has(defined::QUERY) {
            return Ok(Candidate::end(path.end));
        }
    }

    if let Some(offset) = target.may_have_dot_segment().then(|| dot_segment(target)).flatten() {
        return Err(RelativizeError::DotSegments { offset });
    }
    let has_authority = target.at.has(defined::AUTHORITY);
    let whole = if same_authority && target.has_rooted_path() {
        Candidate::absolute(target)
    } else if has_authority && is_common(base.after_scheme(), target.after_scheme()) {
        Candidate::end(target.after_scheme())
    } else {
        Candidate::end(0)
    };
    let relative = same_authority.then(|| relative(base, target, common)).flatten();
    // At equal length, the reference without `..` is better.
    let is_better = |relative: &Candidate| path_relative || relative.len(target) < whole.len(target);
    Ok(relative.filter(is_better).unwrap_or(whole))
}

/// Returns the offset of the first dot segment that is not a guard.
#[cold]
#[expect(
    clippy::arithmetic_side_effects,
    reason = "the guard and the rest are the path, which lies in the target"
)]
fn dot_segment(target: Parts<'_>) -> Option<usize> {
    let path = target.path();
    let path = if target.at.has(defined::AUTHORITY) { path } else { guard::unguarded(path) };
    Some(target.at.path_range().end - path.len() + first_dot_segment(path)?)
}

/// Returns the path relative to a base with the same authority, if a relative path can lead to it. The first `common` bytes
/// of the two texts are equal.
#[inline(always)]
#[expect(clippy::arithmetic_side_effects, reason = "the offset after a byte, and at least one level")]
fn relative(base: Parts<'_>, target: Parts<'_>, common: usize) -> Option<Candidate> {
    let path = base.at.path_range();
    let (mut shared, mut up) = levels(base.up_to(path.end as u32), target, common);
    // The shared prefix has no dot segments, because the target has none.
    if up > 0 && may_have_dot_segment(base.bytes(), shared..path.end) {
        let base = without_dots(base);
        (shared, up) = levels(&base, target, common_start(base.as_bytes(), target.bytes()));
    }
    if shared == path.start && (up > 0 || target.at.has(defined::AUTHORITY)) {
        // In step 2C of section 5.2.4, a `/` remains if all segments are removed.
        shared = target.has_rooted_path().then_some(shared + 1)?;
    }
    Some(Candidate::relative(target, shared, up))
}

/// Returns the end of the directories that the paths share, and the number of directories of the base below them. `base`
/// ends with its path.
#[inline(always)]
#[expect(clippy::arithmetic_side_effects, reason = "the offset after a byte")]
fn levels(base: &str, target: Parts<'_>, common: usize) -> (usize, usize) {
    let path = target.at.path_range();
    let common = common.min(base.len()).min(path.end);
    let common = target.bytes().get(path.start..common).expect("the same precedes both paths");
    let shared = last_slash(common).map_or(path.start, |slash| path.start + slash + 1);
    let below = base.as_bytes().get(shared..).expect("the base has the shared directories");
    // Except for the guard, a base without dot segments has none here.
    (shared, slashes(below.strip_prefix(guard::AGAINST_SCHEME.as_bytes()).unwrap_or(below)))
}

/// Returns the text that the reference `.` resolves to.
#[cold]
fn without_dots(base: Parts<'_>) -> String {
    let start = base.at.path_range().start;
    let mut text = String::from(base.up_to(base.last_segment()));
    let path = start..text.len();
    remove_dot_segments_within(&mut text, path);
    if !base.at.has(defined::AUTHORITY) && text.get(start..).is_some_and(guard::reads_as_authority) {
        text.insert_str(start, guard::AGAINST_AUTHORITY);
    }
    text
}

/// Returns the path relative to a relative base.
#[expect(clippy::arithmetic_side_effects, reason = "offsets in the paths")]
fn relative_to_join<G: Grammar>(base: &UriReference<&str, G>, target: Parts<'_>) -> Option<Candidate> {
    let directory = base.join_str(".").ok()?;
    let directory = Parts::of(&directory);
    if directory.slashes_and_authority() != target.slashes_and_authority() {
        return None;
    }
    let (of_base, of_target) = (directory.path().as_bytes(), target.path().as_bytes());
    // The `.` is no segment of a path that is appended to.
    let of_base = if of_base == b"." { b"" } else { of_base };
    let common = of_target.get(..common_start(of_base, of_target)).expect("the same precedes both");
    let shared = last_slash(common).map_or(0, |slash| slash + 1);
    let below = of_base.get(shared..).expect("the same precedes both");
    let up = slashes(below.strip_prefix(guard::AGAINST_SCHEME.as_bytes()).unwrap_or(below));
    Some(Candidate::relative(target, target.at.path_range().start + shared, up))
}

/// Returns why no reference leads from a relative base to the target.
#[cold]
#[expect(clippy::arithmetic_side_effects, reason = "an offset in the path of the target")]
fn unreachable_from(base: Parts<'_>, target: Parts<'_>) -> RelativizeError {
    let cannot_remove = |component| RelativizeError::CannotRemove { component };
    let start = target.at.path_range().start;
    let has = |part| target.at.has(part);
    let removed = match has(defined::SCHEME | defined::AUTHORITY) || target.has_rooted_path() {
        true => dot_segment(target),
        false => Simple::of(target.path()).first_removed.map(|offset| start + offset),
    };
    match removed {
        Some(offset) => RelativizeError::DotSegments { offset },
        None if base.at.has(defined::AUTHORITY) && !has(defined::AUTHORITY) => cannot_remove(Rule::authority),
        None if base.path() == target.path() => cannot_remove(Rule::query),
        None => cannot_remove(Rule::path),
    }
}

/// A reference to the target: a suffix of its text, preceded by dot segments.
#[derive(Clone, Copy)]
struct Candidate {
    /// The number of `../` at the start.
    up: usize,
    /// A dot segment or a guard after the `../`; may be empty.
    dots: &'static str,
    /// The offset of the suffix in the target.
    from: u32,
}

impl Candidate {
    const fn end(from: u32) -> Self {
        Self { up: 0, dots: "", from }
    }

    /// Returns the path as an absolute-path reference.
    fn absolute(target: Parts<'_>) -> Self {
        let dots = if guard::reads_as_authority(target.path()) { guard::AGAINST_AUTHORITY } else { "" };
        Self { up: 0, dots, from: target.at.path_span().start }
    }

    /// Returns the path from `from` on, after `up` levels up.
    #[inline(always)]
    #[expect(clippy::arithmetic_side_effects, reason = "at least one level, and the offset after a guard")]
    fn relative(target: Parts<'_>, from: usize, up: usize) -> Self {
        let from = from as u32;
        let rest = target.slice(from, target.at.path_span().end);
        match (up, rest.as_bytes()) {
            (0, []) => Self { up, dots: ".", from },
            (0, [b'/', ..]) => Self { up, dots: guard::AGAINST_SCHEME, from },
            (0, _) if guard::reads_as_scheme(rest) => Self { up, dots: guard::AGAINST_SCHEME, from },
            // The last `..` ends the path, and needs no `/`.
            (1.., []) => Self { up: up - 1, dots: "..", from },
            // The guard of the target is not needed after `../`.
            (1.., [b'.', b'/', b'/', ..]) => Self { up, dots: "", from: from + 2 },
            _ => Self { up, dots: "", from },
        }
    }

    #[expect(
        clippy::arithmetic_side_effects,
        reason = "it begins in the target; two texts have at most `isize::MAX` bytes each"
    )]
    fn len(self, target: Parts<'_>) -> usize {
        // Saturating, because on a 32-bit target, the length of the `../` for a deep base may overflow.
        self.up.saturating_mul(3).saturating_add(self.dots.len() + (target.at.end() - self.from) as usize)
    }

    /// Returns the reference.
    #[inline(always)]
    fn written<G: Grammar>(self, target: Parts<'_>) -> Result<UriReference<String, G>, RelativizeError> {
        let (text, known) = self.write(target);
        let components = match TRUSTED {
            true => known,
            false => G::components(Rule::URI_reference, &text).map_err(GrammarError::rejected)?,
        };
        Ok(UriReference { text, components, grammar: PhantomData })
    }

    /// Returns the reference and its components.
    #[inline(always)]
    #[expect(clippy::arithmetic_side_effects, reason = "it ends with the query and the fragment")]
    fn write(self, target: Parts<'_>) -> (String, Components) {
        let mut text = String::with_capacity(self.len(target));
        text.extend(repeat_n("../", self.up));
        text.push_str(self.dots);
        text.push_str(target.from(self.from));
        let at = target.at;
        let before_path = match self.from {
            0 => *at,
            from if from < at.path_span().start => at.without_scheme(from),
            _ => Components::EMPTY,
        };
        let query = target.after_query() - self.from.max(at.path_span().end);
        let fragment = at.end() - target.after_query();
        let end = text.len() as u32;
        let path = before_path.path_range().start..(end - query - fragment) as usize;
        let path = text.as_bytes().get(path).expect("the path lies before the query and the fragment");
        let has = |part| before_path.has(part);
        let path_kind = PathKind::of(path, has(defined::SCHEME), has(defined::AUTHORITY));
        let components = before_path.with_path_onward(&PathOnward { path_kind, query, fragment, end });
        (text, components)
    }
}

/// Returns the number of `/`.
fn slashes(bytes: &[u8]) -> usize {
    let some = bytes.chunks(WORD).flat_map(|some| words(some, |bytes| [is(bytes, b'/')]));
    some.map(|slashes| slashes.count_ones() as usize).sum()
}
