//! An error type for all errors of the library, and excerpts of texts for error messages.
//!
//! In: the errors of the other modules, and texts.
//! Out: `Error`, to which every other error converts, and `Excerpt`.
//! Next: none.

use alloc::boxed::Box;
use core::convert::Infallible;
use core::error;
use core::fmt::{self, Write};
use core::ops::Range;

use crate::build::BuildError;
use crate::bytes::{HIDDEN, is_plain, password_in};
use crate::component::PortError;
use crate::convert::FilePathError;
use crate::edit::EditError;
use crate::grammar::{GrammarError, NameError, ParseError, Rejected};
use crate::normalize::SchemeRulesError;
use crate::percent::DecodeError;
use crate::policy::{PolicyError, Violation};
use crate::resolve::{RelativizeError, ResolveError};

/// Any error of this crate, for functions that can fail in several ways. Every other error of this crate converts to this
/// type, so such functions can use `?`.
///
/// The message and the [source](core::error::Error::source) are those of the wrapped error.
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
/// In this crate, an error that only wraps another error has the message and the source of the wrapped error. An error with its
/// own message has the wrapped error as its source. A report of the whole chain of sources therefore repeats no message.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A text does not match the rule by which it was parsed.
    Parse(ParseError),
    /// A reference cannot be built from the given components.
    Build(BuildError),
    /// A reference cannot be edited as requested.
    Edit(EditError),
    /// A reference cannot be resolved.
    Resolve(ResolveError),
    /// No reference resolves to a target.
    Relativize(RelativizeError),
    /// A text cannot be percent-decoded.
    Decode(DecodeError),
    /// A port is not a port number.
    Port(PortError),
    /// A `file` URI cannot be converted to a path, or a path to a URI.
    FilePath(FilePathError),
    /// No rule, level or finding has the given name.
    Name(NameError),
    /// The rules of a scheme cannot be applied.
    SchemeRules(SchemeRulesError),
    /// A result is not valid under the grammar that the library was built from.
    Grammar(GrammarError),
    /// An entry is not valid in a policy.
    Policy(PolicyError),
    /// A policy has refused a reference.
    Violation(Violation),
    /// An IRI cannot be converted to a URI whose host is in its DNS form.
    #[cfg(feature = "idna")]
    Idna(crate::convert::IdnaError),
    /// A reference has no socket addresses.
    #[cfg(feature = "std")]
    SocketAddrs(crate::convert::SocketAddrsError),
    /// A reference cannot be converted to a `url::Url`.
    #[cfg(feature = "url")]
    Url(crate::convert::ConversionError<::url::ParseError>),
    /// A reference cannot be converted to an `http::Uri`.
    #[cfg(feature = "http")]
    Http(crate::convert::ConversionError<::http::Error>),
    /// A struct cannot be converted from or to the pairs of a query.
    #[cfg(feature = "form")]
    Form(serde::de::value::Error),
    /// A text is not a template.
    #[cfg(feature = "template")]
    Template(crate::template::TemplateError),
    /// A template cannot be expanded with the given values.
    #[cfg(feature = "template")]
    Expand(crate::template::ExpandError),
    /// A type cannot be serialized to the values of a template.
    #[cfg(all(feature = "template", feature = "serde"))]
    Values(crate::template::ValuesError),
}

/// Implements the conversion from each wrapped error, and `wrapped`, which returns the error.
macro_rules! wrapping {
    ($($(#[$cfg:meta])? $Variant:ident($Wrapped:ty),)*) => {
        $(
            $(#[$cfg])?
            impl From<$Wrapped> for Error {
                fn from(error: $Wrapped) -> Self {
                    Self::$Variant(error)
                }
            }
        )*

        impl Error {
            fn wrapped(&self) -> &(dyn error::Error + 'static) {
                match self {
                    $($(#[$cfg])? Self::$Variant(error) => error,)*
                }
            }
        }
    };
}

wrapping! {
    Parse(ParseError),
    Build(BuildError),
    Edit(EditError),
    Resolve(ResolveError),
    Relativize(RelativizeError),
    Decode(DecodeError),
    Port(PortError),
    FilePath(FilePathError),
    Name(NameError),
    SchemeRules(SchemeRulesError),
    Grammar(GrammarError),
    Policy(PolicyError),
    Violation(Violation),
    #[cfg(feature = "idna")]
    Idna(crate::convert::IdnaError),
    #[cfg(feature = "std")]
    SocketAddrs(crate::convert::SocketAddrsError),
    #[cfg(feature = "url")]
    Url(crate::convert::ConversionError<::url::ParseError>),
    #[cfg(feature = "http")]
    Http(crate::convert::ConversionError<::http::Error>),
    #[cfg(feature = "form")]
    Form(serde::de::value::Error),
    #[cfg(feature = "template")]
    Template(crate::template::TemplateError),
    #[cfg(feature = "template")]
    Expand(crate::template::ExpandError),
    #[cfg(all(feature = "template", feature = "serde"))]
    Values(crate::template::ValuesError),
}

impl Error {
    /// Returns advice on how to avoid the error, as a sentence, if the wrapped error has any.
    ///
    /// ```
    /// use urigram::{Error, Uri};
    ///
    /// let error = Error::from(Uri::parse("http://example.com/a b").unwrap_err());
    /// assert_eq!(error.help().unwrap().to_string(), "percent-encode it as `%20`");
    /// ```
    pub fn help(&self) -> Option<impl fmt::Display + '_> {
        Some(match self {
            Self::Parse(error) => Box::new(error.help()) as Box<dyn fmt::Display>,
            Self::Build(error) => Box::new(error.help()),
            Self::Edit(error) => Box::new(error.help()),
            Self::Resolve(error) => Box::new(error.help()),
            Self::Relativize(error) => Box::new(error.help()),
            Self::Grammar(_) => Box::new(GrammarError::HELP),
            Self::Violation(error) => Box::new(error.help()),
            #[cfg(feature = "template")]
            Self::Template(error) => Box::new(error.help()),
            #[cfg(feature = "template")]
            Self::Expand(error) => Box::new(error.help()),
            #[cfg(all(feature = "template", feature = "serde"))]
            Self::Values(error) => Box::new(error.help()),
            Self::FilePath(error) => Box::new(error.help()),
            #[cfg(feature = "idna")]
            Self::Idna(error) => Box::new(error.help()),
            _ => return None,
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.wrapped(), f)
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        self.wrapped().source()
    }
}

impl<V> From<Rejected<V>> for Error {
    fn from(rejected: Rejected<V>) -> Self {
        Self::Parse(rejected.into())
    }
}

impl<V> From<Rejected<V, BuildError>> for Error {
    fn from(rejected: Rejected<V, BuildError>) -> Self {
        Self::Build(rejected.into())
    }
}

impl<R> From<Rejected<R, Violation>> for Error {
    fn from(refused: Rejected<R, Violation>) -> Self {
        Self::Violation(refused.into())
    }
}

/// Converts the error of converting a reference to itself, which never occurs. Functions that accept any type that converts
/// to a reference need this conversion.
impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// The number of bytes shown before the offset, and more up to a character boundary.
const BEFORE: usize = 80;
/// The number of bytes shown after the offset, and more up to a character boundary.
const AFTER: usize = 40;

/// An excerpt of a text around an offset, for messages and logs. `Display` writes about 80 bytes before the offset and 40 after
/// it, with `…` where the text is cut, hides the password (section 7.5), and escapes control, invisible and right-to-left
/// characters.
///
/// The text need not be a reference. A password is recognized after a `//`, in a percent-encoded URI, and in a `sip` URI, even if
/// the password contains a `/`, `?` or `#`. But if only digits are between the colon and the first of these characters, the digits
/// are read as a port. Takes time proportional to the length of the text.
///
/// ```
/// use urigram::{Excerpt, Uri};
///
/// let typed = "http://fred:secret@exa mple.com/\n";
/// let error = Uri::parse(typed).unwrap_err();
/// let excerpt = Excerpt::around(typed, error.offset());
/// assert_eq!(
///     format!("`{excerpt}`: {error}"),
///     "`http://fred:***@exa mple.com/\\n`: unexpected ' ' in the host at byte 22"
/// );
/// ```
#[derive(Clone)]
#[must_use = "nothing is shown before it is formatted"]
pub struct Excerpt<'t> {
    text: &'t str,
    range: Range<usize>,
}

impl<'t> Excerpt<'t> {
    /// Returns the excerpt around an offset in bytes. If the offset is beyond the end of the text, the excerpt is at the end.
    pub fn around(text: &'t str, offset: usize) -> Self {
        let offset = offset.min(text.len());
        let is_boundary = |at: &usize| text.is_char_boundary(*at);
        let start = (0..=offset.saturating_sub(BEFORE)).rev().find(is_boundary);
        let end = (offset.saturating_add(AFTER).min(text.len())..=text.len()).find(is_boundary);
        let (start, end) = start.zip(end).expect("a text begins and ends at a boundary");
        Self { text, range: start..end }
    }
}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, range: Range { start, end } } = self;
        let (start, end) = (*start, *end);
        let hidden = password_in(text).filter(|hidden| hidden.start < end && hidden.end > start);
        f.write_str(if start > 0 { "…" } else { "" })?;
        match hidden {
            Some(hidden) => {
                visible(f, text.get(start..hidden.start.max(start)))?;
                f.write_str(HIDDEN)?;
                visible(f, text.get(hidden.end.min(end)..end))?;
            }
            None => visible(f, text.get(start..end))?,
        }
        f.write_str(if end < text.len() { "…" } else { "" })
    }
}

/// Writes a part of the text with control and invisible characters escaped.
fn visible(f: &mut fmt::Formatter<'_>, part: Option<&str>) -> fmt::Result {
    let part = part.expect("an excerpt ends at boundaries of characters");
    part.chars()
        .try_for_each(|c| if is_plain(c) { f.write_char(c) } else { write!(f, "{}", c.escape_debug()) })
}

/// Hides the password, as [`Display`](fmt::Display) does.
impl fmt::Debug for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Excerpt(`{self}`)")
    }
}
