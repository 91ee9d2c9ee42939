//! The error that a function fills.

use std::ffi::{CStr, c_char};
use std::fmt::{self, Write};

use crate::failure::Failure;
use crate::kinds::Component;
use crate::status::Status;

/// The size of a message in an error, with its NUL.
pub const URIGRAM_MESSAGE_SIZE: usize = 192;

/// The size of the help in an error, with its NUL.
pub const URIGRAM_HELP_SIZE: usize = 320;

/// Why there is no answer: which component of which text, where, what was found, and what would be right.
///
/// A function fills it if it returns another status than `URIGRAM_STATUS_OK`, and does not touch it otherwise. It has
/// nothing to be freed, and can be copied. Wherever an error can be passed, null can be passed instead; then nothing is
/// written, and an invalid text is rejected more than ten times faster, because looking for help takes long.
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
    /// What the function returned.
    pub status: Status,
    /// The component to blame; `URIGRAM_COMPONENT_NONE` if the fault is not in a reference.
    pub component: Component,
    /// The place of the fault, in bytes from the start of the text. It is the length of the text if that ends too early.
    pub offset: usize,
    /// The character there, as its Unicode code point; -1 at the end of the text, and if no character is at fault.
    pub found: i32,
    /// The name of the parameter at fault, as it is in the header: `"text"`, `"base"` and so on. Static.
    pub argument: *const c_char,
    /// What is wrong, for people. UTF-8, without control characters.
    pub message: [c_char; URIGRAM_MESSAGE_SIZE],
    /// What would be right, or what was probably meant, for people; ends with `…` if it is longer. It may have parts of the
    /// text, but no password.
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

    /// Returns the error for a panic. Does nothing that could panic.
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

/// Writes a text to an array of zeros, and `…` at its end if it is too long, without cutting a character. A control
/// character, such as a line break in a policy that the message quotes, or a NUL, which would end the text, is written as `?`.
fn write_cut(array: &mut [c_char], write: impl FnOnce(&mut Cut<'_>) -> fmt::Result) {
    let mut cut = Cut { array, len: 0 };
    // The only error is that there is no more room.
    if write(&mut cut).is_err() {
        let Cut { array, len } = cut;
        for (place, byte) in array.iter_mut().skip(len).zip(ELLIPSIS.bytes()) {
            *place = byte as c_char;
        }
    }
}

/// An array, and how much of it is written. Room for the ellipsis and the NUL is left.
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
