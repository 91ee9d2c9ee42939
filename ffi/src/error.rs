//! The error that a function fills, and the statuses. Messages are formatted only if the caller passes an
//! error.

use std::ffi::{CStr, c_char};
use std::fmt;
use std::fmt::Write;

use urigram::ParseError;
use urigram::grammar::Fault;
use urigram::resolve::ResolveError;
use urigram::validate::Finding;

use crate::kinds::Component;

/// The reason why there is no answer. The first field of a variant is the parameter at fault.
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

/// A rule of a function that the caller broke.
#[derive(Clone, Copy)]
pub(crate) enum Misused {
    Null,
    /// The length exceeds the maximum size of an object in memory.
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

    /// Returns the offset in the text of the parameter, in bytes.
    pub(crate) const fn offset(&self) -> usize {
        match self {
            Self::Rejected(_, _, error) => error.offset(),
            Self::NotUtf8 { offset, .. } => *offset,
            Self::Refused(finding) => finding.range().start,
            _ => 0,
        }
    }

    /// Returns the character at fault.
    pub(crate) const fn found(&self) -> Option<char> {
        match self {
            Self::Rejected(_, _, error) => error.found(),
            _ => None,
        }
    }

    /// Writes the help: the correction or the valid alternatives.
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
            Self::Misuse(_, Misused::Length) => f.write_str("pass the length of the text in bytes"),
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

// The error that functions fill.

/// The size of the message in an error, including the NUL.
pub const URIGRAM_MESSAGE_SIZE: usize = 192;

/// The size of the help in an error, including the NUL.
pub const URIGRAM_HELP_SIZE: usize = 320;

/// The error of a function: the component at fault, the offset, the character found there, a message and
/// help.
///
/// A function fills it if it returns a status other than `URIGRAM_STATUS_OK`, and otherwise does not change
/// it. The error need not be freed, and can be copied. Every function with an error parameter also accepts
/// null. Then nothing is written, and rejecting an invalid text is more than ten times faster, because
/// finding the help takes long.
///
/// ```c
/// const char *text = "http://exa mple.com/";
/// urigram_error error;
/// urigram_status status = urigram_parse(text, strlen(text), URIGRAM_RULE_URI, NULL, &error);
/// assert(status == URIGRAM_STATUS_INVALID && error.component == URIGRAM_COMPONENT_HOST);
/// assert(error.offset == 10 && error.found == ' ');
/// assert(strcmp(error.message, "unexpected ' ' in the host at byte 10") == 0);
/// assert(strcmp(error.help, "remove the space from the host") == 0);
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Error {
    /// The status that the function returned.
    pub status: Status,
    /// The component at fault; `URIGRAM_COMPONENT_NONE` if the fault is not in a reference.
    pub component: Component,
    /// The offset of the fault in the text, in bytes. It is the length of the text if the text ends too early.
    pub offset: usize,
    /// The Unicode code point of the character at the offset; -1 at the end of the text, and if no character
    /// is at fault.
    pub found: i32,
    /// The name of the parameter at fault, as in the header: `"text"`, `"base"` and so on. The string is
    /// static.
    pub argument: *const c_char,
    /// The message, in UTF-8 without control characters.
    pub message: [c_char; URIGRAM_MESSAGE_SIZE],
    /// The probable correction or the valid alternatives. Ends with `…` if it was truncated. It may contain
    /// parts of the text, but no password.
    pub help: [c_char; URIGRAM_HELP_SIZE],
}

impl Error {
    pub(crate) fn of(failure: &Failure<'_>) -> Self {
        let mut error = Self::new(failure.status(), failure.argument());
        error.component = failure.component();
        error.offset = failure.offset();
        error.found = failure.found().map_or(-1, |found| found as i32);
        write_cut(&mut error.message, |f| write!(f, "{failure}"));
        write_cut(&mut error.help, |f| failure.write_help(f));
        error
    }

    /// Returns the error for a panic. Cannot panic itself.
    pub(crate) fn of_panic() -> Self {
        let mut error = Self::new(Status::Panic, c"");
        write_cut(&mut error.message, |f| f.write_str("an invariant of the library is broken"));
        write_cut(&mut error.help, |f| f.write_str("please report it, with the message on standard error"));
        error
    }

    const fn new(status: Status, argument: &'static CStr) -> Self {
        Self {
            status,
            component: Component::None,
            offset: 0,
            found: -1,
            argument: argument.as_ptr(),
            message: [0; URIGRAM_MESSAGE_SIZE],
            help: [0; URIGRAM_HELP_SIZE],
        }
    }
}

const ELLIPSIS: &str = "…";

/// Writes a text to an array of zeros. A text that is too long is truncated between characters, and ends with
/// `…`. Control characters, such as a line break in a quoted policy, or a NUL, which would end the string,
/// are replaced by `?`.
fn write_cut(array: &mut [c_char], write: impl FnOnce(&mut Cut<'_>) -> fmt::Result) {
    let mut cut = Cut { array, len: 0 };
    // The only possible error is that the array is full.
    if write(&mut cut).is_err() {
        let Cut { array, len } = cut;
        for (place, byte) in array.iter_mut().skip(len).zip(ELLIPSIS.bytes()) {
            *place = byte as c_char;
        }
    }
}

/// An array, and the number of bytes written. Reserves space for the ellipsis and the NUL.
struct Cut<'a> {
    array: &'a mut [c_char],
    len: usize,
}

impl fmt::Write for Cut<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|character| self.write_char(character))
    }

    fn write_char(&mut self, character: char) -> fmt::Result {
        let shown = if character.is_control() { '?' } else { character };
        let len = shown.len_utf8();
        if self.len + len + ELLIPSIS.len() + 1 > self.array.len() {
            return Err(fmt::Error);
        }
        for (place, byte) in self.array.iter_mut().skip(self.len).zip(shown.encode_utf8(&mut [0; 4]).bytes())
        {
            *place = byte as c_char;
        }
        self.len += len;
        Ok(())
    }
}

// The statuses that functions return.

/// The result of a function: success, or the kind of the error.
///
/// ```c
/// urigram_error error;
/// if (urigram_parse("a b", 3, URIGRAM_RULE_URI_REFERENCE, NULL, &error) != URIGRAM_STATUS_OK)
///     fprintf(stderr, "%s\n", error.message);
/// ```
///
/// A later version may add enumerators, which are always errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Status {
    /// Success.
    Ok = 0,
    /// The text does not match the rule of the grammar. The error contains the component and the offset.
    Invalid = 1,
    /// The text is not UTF-8, so it is not a reference. The error contains the offset.
    NotUtf8 = 2,
    /// The text or the result is longer than 4294967295 bytes.
    TooLong = 3,
    /// The reference has a target, but an option such as `URIGRAM_RESOLVE_DENY_ABOVE_ROOT` does not allow it.
    Unresolved = 4,
    /// The reference is valid, but the policy refuses it.
    Refused = 5,
    /// The name of a preset is unknown, or the text of a policy is invalid.
    BadPolicy = 6,
    /// The buffer is too small for the result and a NUL. Its `len` is set to the length of the result.
    ShortBuffer = 7,
    /// The caller broke the rules of the function: a null pointer that is not allowed, a number that is not an enumerator, or
    /// an option that does not exist.
    Misuse = 8,
    /// An invariant of the library is broken, which is a bug in the library. A message is printed to standard
    /// error. As for every other error, there is no result, and the library remains usable.
    Panic = 9,
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;
    use std::fmt::Write;

    use rstest::rstest;

    use super::write_cut;

    #[rstest]
    #[case::fits("1234567", "1234567")]
    #[case::too_long("12345678901", "12345678…")]
    #[case::within_a_character("1234567é", "1234567…")]
    #[case::nul("a\0b", "a?b")]
    #[case::line_break("a\r\nb", "a??b")]
    #[case::of_latin_1("a\u{85}b", "a?b")]
    fn a_text_is_cut_between_characters(#[case] text: &str, #[case] expected: &str) {
        let mut array = [0; 12];
        write_cut(&mut array, |f| f.write_str(text));
        let bytes = array.map(|byte| byte as u8);
        assert_eq!(CStr::from_bytes_until_nul(&bytes).unwrap().to_str().unwrap(), expected);
    }
}
