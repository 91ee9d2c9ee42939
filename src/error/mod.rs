//! One error type for all errors of the library, and excerpts of the texts that errors are about.
//!
//! In: the errors of the other rooms, and texts.
//! Out: `Error`, to which each of them converts, and `Excerpt`.
//! Next: none.

mod excerpt;

use core::convert::Infallible;

use crate::build::BuildError;
use crate::component::PortError;
use crate::convert::FilePathError;
use crate::edit::EditError;
use crate::grammar::{GrammarError, NameError, ParseError, Rejected};
use crate::normalize::SchemeRulesError;
use crate::percent::DecodeError;
use crate::policy::{PolicyError, Violation};
use crate::resolve::{RelativizeError, ResolveError};

pub use self::excerpt::Excerpt;

/// Any error of this crate, for functions that can fail in several ways. Every other error converts to
/// it, so `?` can be used.
///
/// The message is that of the wrapped error, and so is the [source](core::error::Error::source).
///
/// ```
/// use urigram::{Uri, UriReference};
///
/// fn user(base: &Uri<&str>, name: &str) -> Result<Uri<String>, urigram::Error> {
///     let mut uri = base.resolve(&UriReference::parse("../users")?)?;
///     uri.push_segment(name)?;
///     Ok(uri)
/// }
/// let base = Uri::parse("http://example.com/about/")?;
/// assert_eq!(user(&base, "me")?, "http://example.com/users/me");
/// let error = user(&base, "..").unwrap_err();
/// assert_eq!(error.to_string(), "a segment that is `.` or `..` cannot be data");
/// # Ok::<(), urigram::Error>(())
/// ```
///
/// In this crate, an error that only wraps another has the message and the source of that error, as this type
/// does. An error that has a message of its own has the other error as its source. So a report of the whole
/// chain of sources does not repeat a message.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A text does not match the rule by which it was parsed.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A reference cannot be built from the given components.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A reference cannot be edited as requested.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// A reference cannot be resolved.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// No reference resolves to a target.
    #[error(transparent)]
    Relativize(#[from] RelativizeError),
    /// A text cannot be percent-decoded.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// A port is not a port number.
    #[error(transparent)]
    Port(#[from] PortError),
    /// A `file` URI cannot be converted to a path, or a path to a URI.
    #[error(transparent)]
    FilePath(#[from] FilePathError),
    /// A name is not that of a rule, a rung or a finding.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The rules of a scheme cannot be applied.
    #[error(transparent)]
    SchemeRules(#[from] SchemeRulesError),
    /// A result is not valid under the grammar that the library was built from.
    #[error(transparent)]
    Grammar(#[from] GrammarError),
    /// An entry cannot become a part of a policy.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A policy has refused a reference.
    #[error(transparent)]
    Violation(#[from] Violation),
    /// An IRI cannot be converted to a URI whose host is in its DNS form.
    #[cfg(feature = "idna")]
    #[error(transparent)]
    Idna(#[from] crate::convert::IdnaError),
    /// A reference has no socket addresses.
    #[cfg(feature = "std")]
    #[error(transparent)]
    SocketAddrs(#[from] crate::convert::SocketAddrsError),
    /// A reference cannot be converted to a `url::Url`.
    #[cfg(feature = "url")]
    #[error(transparent)]
    Url(#[from] crate::convert::ConversionError<::url::ParseError>),
    /// A reference cannot be converted to an `http::Uri`.
    #[cfg(feature = "http")]
    #[error(transparent)]
    Http(#[from] crate::convert::ConversionError<::http::Error>),
    /// A struct cannot be converted from or to the pairs of a query.
    #[cfg(feature = "form")]
    #[error(transparent)]
    Form(#[from] serde::de::value::Error),
}

impl<V> From<Rejected<V>> for Error {
    fn from(rejected: Rejected<V>) -> Self {
        Self::Parse(rejected.into())
    }
}

impl<R> From<Rejected<R, Violation>> for Error {
    fn from(refused: Rejected<R, Violation>) -> Self {
        Self::Violation(refused.into())
    }
}

/// For functions that accept any type that converts to a reference: a reference converts to itself.
impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
