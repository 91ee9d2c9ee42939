//! The inverse of resolution: the shortest reference to a given target.

use alloc::string::String;
use core::error::Error;
use core::fmt;

use crate::bytes::last_slash;
use crate::grammar::{Grammar, GrammarError, Rule, TRUSTED, defined};
use crate::invariant::Invariant;
use crate::layout::{first_dot_segment, guard, remove_dot_segments};
use crate::reference::Parts;
use crate::reference::generic::{Uri, UriReference};

/// Why no reference resolves to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RelativizeError {
    /// The path of the target has dot segments, which resolution would remove. They are kept only if the
    /// target has the whole path of the base (section 5.2.2).
    DotSegments {
        /// The offset of the first dot segment in the target, in bytes. The `.` of a guard, as in `f:/.//g`,
        /// is not one.
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
    /// URI. Among references of equal length it has the fewest `..`. Linear in the two lengths.
    ///
    /// A `./` before a first segment that contains a colon is not part of the target: resolution removes it,
    /// and without it the segment would be read as a scheme (section 4.2).
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
        let text = shortest(Parts::of(self), Parts::of(target))?;
        let reference = UriReference::matching(Rule::URI_reference, text).map_err(GrammarError::rejected)?;
        if TRUSTED || self.resolve(&reference).is_ok_and(|resolved| resolved.as_str() == target.as_str()) {
            Ok(reference)
        } else {
            Err(GrammarError::other_target().into())
        }
    }
}

#[expect(
    clippy::arithmetic_side_effects,
    reason = "the guard and the rest are the path, which lies in the target"
)]
fn shortest(base: Parts<'_>, target: Parts<'_>) -> Result<String, RelativizeError> {
    let same_scheme = base.scheme() == target.scheme();
    let same_authority = same_scheme && base.slashes_and_authority() == target.slashes_and_authority();
    let after_path = target.slice(target.at.path_span().end, target.at.end());
    if same_authority && base.path() == target.path() {
        if base.query() == target.query() {
            return Ok(target.slice(target.after_query(), target.at.end()).into());
        }
        if target.at.has(defined::QUERY) {
            return Ok(after_path.into());
        }
    }

    let has_authority = target.at.has(defined::AUTHORITY);
    let path = if has_authority { target.path() } else { guard::unguarded(target.path()) };
    if let Some(dots) = first_dot_segment(path) {
        return Err(RelativizeError::DotSegments {
            offset: target.at.path_span().end as usize - path.len() + dots,
        });
    }
    let after = |first| Some(Candidate { up: 0, first, rest: target.path() });
    let mut directory = String::from(base.directory());
    remove_dot_segments(&mut directory);
    let candidates = [
        if same_authority { absolute(path) } else { None },
        if same_scheme && has_authority { after(target.slashes_and_authority()) } else { None },
        after(target.up_to(target.at.path_span().start)),
        // Last, because the first of two candidates of equal length is taken, and only this one has `..`.
        if same_authority { relative(&directory, path) } else { None },
    ];
    let shortest = candidates.into_iter().flatten().min_by_key(Candidate::len);
    Ok(shortest.invariant("the whole target is a candidate").text(after_path))
}

/// One way to write the path of the target, and what has to be before it.
struct Candidate<'a> {
    /// The number of `../` at the start.
    up: usize,
    /// What comes before the path: an authority, a scheme, or the guard against being read as one of these.
    first: &'a str,
    /// The path, or its last segments.
    rest: &'a str,
}

impl Candidate<'_> {
    /// Returns whether the last `..` ends the path, and needs no `/`.
    fn ends_above(&self) -> bool {
        self.up > 0 && self.rest.is_empty()
    }

    #[expect(
        clippy::arithmetic_side_effects,
        reason = "one `/` less than there are; two texts have at most `isize::MAX` bytes each"
    )]
    fn len(&self) -> usize {
        // Saturating, because a target of 32 bits may have a base with so many levels that it cannot count their `../`.
        let up = self.up.saturating_mul(3) - usize::from(self.ends_above());
        up.saturating_add(self.first.len() + self.rest.len())
    }

    fn text(&self, after_path: &str) -> String {
        let mut text = "../".repeat(self.up);
        if self.ends_above() {
            text.pop();
        }
        text.extend([self.first, self.rest, after_path]);
        text
    }
}

/// Returns the path as an absolute-path reference, if it begins with `/`.
fn absolute(path: &str) -> Option<Candidate<'_>> {
    let first = if guard::reads_as_authority(path) { guard::AGAINST_AUTHORITY } else { "" };
    path.starts_with('/').then_some(Candidate { up: 0, first, rest: path })
}

/// Returns the path relative to a directory that has no dot segments, if resolution can lead to it.
#[expect(clippy::arithmetic_side_effects, reason = "the offset behind a byte")]
fn relative<'a>(directory: &str, path: &'a str) -> Option<Candidate<'a>> {
    let equal = directory.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
    let shared = directory.as_bytes().get(..equal).and_then(last_slash).map_or(0, |slash| slash + 1);
    let rest = if shared == 0 && !directory.is_empty() {
        // In step 2C of section 5.2.4 a `/` remains where all segments are removed.
        path.strip_prefix('/')?
    } else {
        path.get(shared..)?
    };
    let up = directory.bytes().skip(shared).filter(|&byte| byte == b'/').count();
    let first = match rest {
        _ if up > 0 => "",
        "" => ".",
        _ if rest.starts_with('/') || guard::reads_as_scheme(rest) => guard::AGAINST_SCHEME,
        _ => "",
    };
    Some(Candidate { up, first, rest })
}
