//! Any error of the library as one type.
//!
//! In: the errors of the other rooms.
//! Out: `Error`, which each of them becomes.
//! Next: none.

use core::convert::Infallible;

use crate::build::BuildError;
use crate::component::PortError;
use crate::convert::FilePathError;
use crate::edit::EditError;
use crate::grammar::{GrammarError, ParseError, Rejected};
use crate::normalize::{RungError, SchemeRulesError};
use crate::percent::DecodeError;
use crate::resolve::{RelativizeError, ResolveError};

/// Any error of this crate, for functions that can fail in several ways. Each of them becomes one by `?`.
///
/// The message is that of the error inside, and so is the [source](core::error::Error::source).
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
/// In this crate, an error that only passes another one on has its message and its source, as this type does. One that
/// adds a message of its own leaves that of the other to its source, so that a report of all sources says nothing
/// twice.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A text that is not what it was parsed as.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// Components that make no reference.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// An edit that was not made.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// A reference that has no target.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// A target that has no reference.
    #[error(transparent)]
    Relativize(#[from] RelativizeError),
    /// Text that cannot be decoded.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// A port that is no port number.
    #[error(transparent)]
    Port(#[from] PortError),
    /// A `file` URI that has no path, or a path that has no URI.
    #[error(transparent)]
    FilePath(#[from] FilePathError),
    /// A name that is that of no rung.
    #[error(transparent)]
    Rung(#[from] RungError),
    /// Rules of a scheme that are not applied.
    #[error(transparent)]
    SchemeRules(#[from] SchemeRulesError),
    /// What the grammar that the library was built from does not allow.
    #[error(transparent)]
    Grammar(#[from] GrammarError),
    /// An IRI that has no URI with the host as the DNS knows it.
    #[cfg(feature = "idna")]
    #[error(transparent)]
    Idna(#[from] crate::convert::IdnaError),
    /// A reference that has no socket addresses.
    #[cfg(feature = "std")]
    #[error(transparent)]
    SocketAddrs(#[from] crate::convert::SocketAddrsError),
    /// A reference that is no `url::Url`.
    #[cfg(feature = "url")]
    #[error(transparent)]
    Url(#[from] crate::convert::ConversionError<::url::ParseError>),
    /// A reference that is no `http::Uri`.
    #[cfg(feature = "http")]
    #[error(transparent)]
    Http(#[from] crate::convert::ConversionError<::http::Error>),
    /// A struct that is not that of the pairs of a query.
    #[cfg(feature = "form")]
    #[error(transparent)]
    Form(#[from] serde::de::value::Error),
}

impl<V> From<Rejected<V>> for Error {
    fn from(rejected: Rejected<V>) -> Self {
        Self::Parse(rejected.into())
    }
}

/// For functions that take anything that can become a reference, a reference included.
impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
