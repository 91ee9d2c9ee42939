//! The inverse of resolution: the shortest reference to a given target.
//!
//! The reference is a suffix of the target, possibly preceded by dot segments. So the offsets of its components follow from
//! those of the target, without parsing.

use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::iter::repeat_n;
use core::marker::PhantomData;

use crate::bytes::{WORD, common_start, is, last_slash, words};
use crate::grammar::{Components, Grammar, GrammarError, PathKind, PathOnward, Rule, TRUSTED, defined};
use crate::layout::{first_dot_segment, guard, may_have_dot_segment, remove_dot_segments_within};
use crate::reference::Parts;
use crate::reference::generic::{Uri, UriReference};

/// Why no reference resolves to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RelativizeError {
    /// The path of the target has dot segments, which resolution would remove. Resolution keeps them
    /// only if the target has the whole path of the base (section 5.2.2).
    DotSegments {
        /// The offset of the first dot segment in the target, in bytes. The `.` of a guard, as in `f:/.//g`, is ignored.
        offset: usize,
    },
    /// Under the grammar that the library was built from instead of `uri.pest`, the reference is not valid,
    /// or resolves to another target.
    Grammar(GrammarError),
}

impl fmt::Display for RelativizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DotSegments { .. } => f.write_str(
                "no reference has this target: resolution would remove the dot segments of its path",
            ),
            Self::Grammar(error) => error.fmt(f),
        }
    }
}

impl Error for RelativizeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Grammar(error) => error.source(),
            Self::DotSegments { .. } => None,
        }
    }
}

impl From<GrammarError> for RelativizeError {
    fn from(error: GrammarError) -> Self {
        Self::Grammar(error)
    }
}

impl RelativizeError {
    /// Returns advice on how to avoid the error, as a sentence.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let error = Uri::parse("http://a/b")?.relativize(&Uri::parse("http://a/c/../d")?).unwrap_err();
    /// assert_eq!(error.help().to_string(), "normalize the target first, which removes them");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn help(&self) -> impl fmt::Display + '_ {
        match self {
            Self::DotSegments { .. } => "normalize the target first, which removes them",
            Self::Grammar(_) => GrammarError::HELP,
        }
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
        let to = Parts::of(target);
        let (text, known) = shortest(Parts::of(self), to)?.write(to);
        let components = match TRUSTED {
            true => known,
            false => G::components(Rule::URI_reference, &text).map_err(GrammarError::rejected)?,
        };
        let reference = UriReference { text, components, grammar: PhantomData };
        if TRUSTED || self.resolve(&reference).is_ok_and(|resolved| resolved.text() == target.text()) {
            Ok(reference)
        } else {
            Err(GrammarError::other_target().into())
        }
    }
}

/// Returns the shortest reference to the target; among references of equal length, the one with the fewest
/// `..`.
#[inline(always)]
fn shortest(base: Parts<'_>, target: Parts<'_>) -> Result<Candidate, RelativizeError> {
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
    // Of two references of equal length, only the relative one has `..`.
    Ok(relative.filter(|relative| relative.len(target) < whole.len(target)).unwrap_or(whole))
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
    let rest = target.slice(shared as u32, target.at.path_span().end);
    let (up, dots) = match (up, rest.as_bytes()) {
        (0, []) => (0, "."),
        (0, [b'/', ..]) => (0, guard::AGAINST_SCHEME),
        (0, _) if guard::reads_as_scheme(rest) => (0, guard::AGAINST_SCHEME),
        // The last `..` ends the path, and needs no `/`.
        (1.., []) => (up - 1, ".."),
        _ => (up, ""),
    };
    Some(Candidate { up, dots, from: shared as u32 })
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
    (shared, slashes(below))
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

/// A reference to the target: a suffix of its text, preceded by dot segments.
#[derive(Clone, Copy)]
struct Candidate {
    /// The number of `../` at the start.
    up: usize,
    /// Another dot segment, or a guard.
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

    #[expect(
        clippy::arithmetic_side_effects,
        reason = "it begins in the target; two texts have at most `isize::MAX` bytes each"
    )]
    fn len(self, target: Parts<'_>) -> usize {
        // Saturating, because on a 32-bit target, the length of the `../` for a deep base may overflow.
        self.up.saturating_mul(3).saturating_add(self.dots.len() + (target.at.end() - self.from) as usize)
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
