//! What can go wrong, and what is said of it. Messages are written only where the caller wants them.

use std::ffi::CStr;
use std::fmt;

use urigram::ParseError;
use urigram::grammar::Fault;
use urigram::resolve::ResolveError;
use urigram::validate::Finding;

use crate::kinds::Component;
use crate::status::Status;

/// Why there is no answer. The first field of a variant is the parameter at fault.
pub(crate) enum Failure<'t> {
    Rejected(&'static CStr, &'t str, ParseError),
    NotUtf8 { argument: &'static CStr, offset: usize, byte: u8 },
    Unresolved(ResolveError),
    Refused(Finding<'t>),
    NoPreset(String),
    NoPolicy(serde_json::Error),
    ShortBuffer { capacity: usize, len: usize },
    Misuse(&'static CStr, Misused),
}

/// How the caller broke the rules of a function.
#[derive(Clone, Copy)]
pub(crate) enum Misused {
    Null,
    /// No object in memory is as large as the length says.
    Length,
    Enumerator(u32),
    Options(u32),
}

impl Failure<'_> {
    pub(crate) fn status(&self) -> Status {
        match self {
            Self::Rejected(_, _, error) if error.fault() == Fault::TooLong => Status::TooLong,
            Self::Rejected(..) => Status::Invalid,
            Self::NotUtf8 { .. } => Status::NotUtf8,
            Self::Unresolved(ResolveError::TooLong) => Status::TooLong,
            Self::Unresolved(_) => Status::Unresolved,
            Self::Refused(_) => Status::Refused,
            Self::NoPreset(_) | Self::NoPolicy(_) => Status::BadPolicy,
            Self::ShortBuffer { .. } => Status::ShortBuffer,
            Self::Misuse(..) => Status::Misuse,
        }
    }

    /// Returns the name of the parameter at fault.
    pub(crate) const fn argument(&self) -> &'static CStr {
        match self {
            Self::Rejected(argument, ..) | Self::NotUtf8 { argument, .. } | Self::Misuse(argument, _) => {
                argument
            }
            Self::Unresolved(_) => c"reference",
            Self::Refused(_) => c"text",
            Self::NoPreset(_) => c"name",
            Self::NoPolicy(_) => c"json",
            Self::ShortBuffer { .. } => c"buffer",
        }
    }

    pub(crate) fn component(&self) -> Component {
        match self {
            Self::Rejected(_, _, error) => error.component().into(),
            Self::NotUtf8 { .. } => Component::Reference,
            Self::Unresolved(_) => Component::Path,
            Self::Refused(finding) => finding.component().into(),
            Self::NoPreset(_) | Self::NoPolicy(_) | Self::ShortBuffer { .. } | Self::Misuse(..) => {
                Component::None
            }
        }
    }

    /// Returns the place in the text of the parameter, in bytes.
    pub(crate) const fn offset(&self) -> usize {
        match self {
            Self::Rejected(_, _, error) => error.offset(),
            Self::NotUtf8 { offset, .. } => *offset,
            Self::Refused(finding) => finding.range().start,
            _ => 0,
        }
    }

    /// Returns the character at this place that is at fault.
    pub(crate) const fn found(&self) -> Option<char> {
        match self {
            Self::Rejected(_, _, error) => error.found(),
            _ => None,
        }
    }

    /// Writes what would be right.
    pub(crate) fn write_help(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Self::Rejected(_, text, error) => write!(f, "{}", error.explain(text).help()),
            Self::NotUtf8 { byte, .. } => write!(f, "percent-encode the byte as `%{byte:02X}`"),
            Self::Unresolved(error) => write!(f, "{}", error.help()),
            Self::Refused(finding) => write!(f, "{}", finding.help()),
            Self::NoPreset(_) => {
                write!(f, "the presets are {}", urigram::policy::Policy::PRESETS.join(", "))
            }
            Self::NoPolicy(_) => f.write_str("a policy is an object such as `{\"preset\": \"fetch\"}`"),
            Self::ShortBuffer { len, .. } => write!(f, "give it {} bytes", len.saturating_add(1)),
            Self::Misuse(_, Misused::Null) => f.write_str("this parameter must not be null"),
            Self::Misuse(_, Misused::Length) => f.write_str("the length is that of the text in bytes"),
            Self::Misuse(_, Misused::Enumerator(_)) => f.write_str("pass an enumerator of the header"),
            Self::Misuse(_, Misused::Options(_)) => f.write_str("combine options of the header with `|`"),
        }
    }
}

impl fmt::Display for Failure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(_, _, error) => error.fmt(f),
            Self::NotUtf8 { offset, byte, .. } => write!(f, "not UTF-8: 0x{byte:02X} at byte {offset}"),
            Self::Unresolved(error) => error.fmt(f),
            Self::Refused(finding) => finding.fmt(f),
            Self::NoPreset(name) => write!(f, "there is no preset {name:?}"),
            Self::NoPolicy(error) => error.fmt(f),
            Self::ShortBuffer { capacity, len } => {
                write!(f, "the answer of {len} bytes and a NUL do not fit into {capacity} bytes")
            }
            Self::Misuse(argument, misused) => {
                write!(f, "`{}` ", argument.to_string_lossy())?;
                match misused {
                    Misused::Null => f.write_str("is a null pointer"),
                    Misused::Length => f.write_str("is larger than any object in memory"),
                    Misused::Enumerator(number) => write!(f, "is {number}, which is not an enumerator"),
                    Misused::Options(options) => write!(f, "is {options:#x}, which has an unknown option"),
                }
            }
        }
    }
}
