//! The errors of resolution and of its inverse.

use core::error::Error;
use core::fmt;

use crate::grammar::{GrammarError, ParseError, Rule, Spoken, TOO_LONG_HELP};

/// Why a reference cannot be resolved.
///
/// ```
/// use urigram::resolve::{ResolveError, Resolver};
/// use urigram::{Uri, UriReference};
///
/// let base = Uri::parse("http://a/b/c/d")?;
/// let reference = UriReference::parse("../../../g")?;
/// let error = Resolver::new().deny_above_root(true).resolve(&base, &reference).unwrap_err();
/// assert_eq!(error, ResolveError::AboveRoot { count: 1 });
/// assert_eq!(error.to_string(), "the path has 1 `..` more than there are levels above it");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResolveError {
    /// The target would be [too long](crate#limits) before its dot segments are removed.
    TooLong,
    /// There are more `..` than segments to remove (section 5.4.2). An error only with
    /// [`Resolver::deny_above_root`](crate::resolve::Resolver::deny_above_root).
    AboveRoot {
        /// The number of excess `..`.
        count: usize,
    },
    /// The target has no authority, but its path would begin with `//` (section 3.3). An error only with
    /// [`Resolver::deny_guard`](crate::resolve::Resolver::deny_guard).
    ReadsAsAuthority,
    /// A lenient resolver ignores the scheme of the reference for some base URIs, so two references have no
    /// [join](crate::resolve::Resolver::join) that is right for all base URIs.
    DependsOnBase,
    /// The target is not valid under the grammar. This is possible with [`draft1996::resolve`](crate::draft1996::resolve),
    /// which may move the query of an IRI to the path, and in a build with a grammar other than `uri.pest`.
    Grammar(GrammarError),
    /// The text is not a valid reference. An error of [`resolve_str`](crate::generic::Uri::resolve_str) and
    /// [`embed`](crate::base::BaseUris::embed), which parse it.
    Invalid(ParseError),
    /// The reference is relative, and [`embed`](crate::base::BaseUris::embed) has no base URI to resolve it
    /// against.
    NoBase,
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("the target is longer than 4294967295 bytes"),
            Self::AboveRoot { count } => {
                write!(f, "the path has {count} `..` more than there are levels above it")
            }
            Self::ReadsAsAuthority => f.write_str("without an authority, a path cannot begin with `//`"),
            Self::DependsOnBase => {
                f.write_str("no reference has the targets of both: the scheme is ignored for some base URIs")
            }
            Self::Grammar(error) => error.fmt(f),
            Self::Invalid(error) => error.fmt(f),
            Self::NoBase => {
                f.write_str("there is no base URI that the relative reference could be resolved against")
            }
        }
    }
}

impl Error for ResolveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Grammar(error) => error.source(),
            _ => None,
        }
    }
}

impl From<GrammarError> for ResolveError {
    fn from(error: GrammarError) -> Self {
        Self::Grammar(error)
    }
}

impl ResolveError {
    /// Returns advice on how to avoid the error, as a sentence.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let error = Uri::parse("http://a/b")?.resolve_str("c d").unwrap_err();
    /// assert_eq!(error.help().to_string(), "percent-encode it as `%20`");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn help(&self) -> impl fmt::Display + '_ {
        Help(self)
    }
}

struct Help<'a>(&'a ResolveError);

impl fmt::Display for Help<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ResolveError::TooLong => f.write_str(TOO_LONG_HELP),
            ResolveError::AboveRoot { .. } => {
                f.write_str("leave them out, or resolve without the option `deny_above_root`")
            }
            ResolveError::ReadsAsAuthority => {
                f.write_str("without the option `deny_guard`, `/.` is written before the path")
            }
            ResolveError::DependsOnBase => {
                f.write_str("remove the scheme, or join without the option `lenient`")
            }
            ResolveError::Grammar(_) => f.write_str(GrammarError::HELP),
            ResolveError::Invalid(error) => error.help().fmt(f),
            ResolveError::NoBase => {
                f.write_str("give a base URI, such as the one that was used for retrieval")
            }
        }
    }
}

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
    /// The target does not have a component of the base that every reference keeps. A reference cannot remove the scheme, the
    /// authority or the query of its base, and may not lead from the path of the base to that of the target: with the base
    /// `a/b`, `../c` leads to `a/../c`, which is `c` only after another path.
    CannotRemove {
        /// `scheme`, `authority`, `path` or `query`.
        component: Rule,
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
            Self::CannotRemove { component: Rule::path } => {
                f.write_str("no reference has this target: no path leads to it from the path of the base")
            }
            Self::CannotRemove { component } => {
                let component = Spoken(component.as_str());
                write!(f, "no reference has this target: none can remove {component} of the base")
            }
            Self::Grammar(error) => error.fmt(f),
        }
    }
}

impl Error for RelativizeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Grammar(error) => error.source(),
            _ => None,
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
    /// assert_eq!(error.help().to_string(), "remove them from the target first; normalization does so for a URI");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn help(&self) -> impl fmt::Display + '_ {
        match self {
            Self::DotSegments { .. } => "remove them from the target first; normalization does so for a URI",
            Self::CannotRemove { .. } => "resolve both against their base URI first",
            Self::Grammar(_) => GrammarError::HELP,
        }
    }
}
