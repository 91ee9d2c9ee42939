//! `tel` (RFC 3966, section 3): a number and its parameters, each after a `;`.

use super::wrong::Wrong;

const HELP: &str = "write `+`, the country code and the number, such as `+1-201-555-0123`";

/// Returns what is wrong with the number.
#[expect(clippy::arithmetic_side_effects, reason = "the digits are the end of the number")]
pub(super) fn path(path: &str) -> Option<Wrong> {
    let are_digits = |text: &[u8]| text.iter().all(|&byte| byte.is_ascii_digit() || is_separator(byte));
    // A global number without parameters, as it is most often.
    if matches!(path.as_bytes(), [b'+', b'0'..=b'9', rest @ ..] if are_digits(rest)) {
        return None;
    }
    let (number, parameters) = path.split_once(';').unwrap_or((path, ""));
    let global = number.strip_prefix('+');
    // A `#` is a digit of local numbers, and always percent-encoded.
    let digits = global.unwrap_or(number);
    let is_digit = |at: usize, byte: u8| match byte {
        b'0'..=b'9' => true,
        b'a'..=b'f' | b'A'..=b'F' | b'*' => global.is_none(),
        b'%' => global.is_none() && digits.get(at..at + 3) == Some("%23"),
        _ => false,
    };
    let wrong = digits.bytes().enumerate().position(|(at, byte)| !is_digit(at, byte) && !is_separator(byte));
    if let Some(at) = wrong {
        let at = number.len() - digits.len() + at;
        return Some(Wrong::at_character(number, at, "no telephone number contains this character", HELP));
    }
    if !digits.bytes().enumerate().any(|(at, byte)| is_digit(at, byte)) {
        return Some(Wrong::new(0..number.len(), "the telephone number has no digits", HELP));
    }
    if global.is_none() && !parameters.split(';').any(is_context) {
        let message = "the telephone number is local, and nothing says where it is valid";
        let help = "write `+` and the country code before it, or `;phone-context=+1` after it, with the area";
        return Some(Wrong::new(0..number.len(), message, help));
    }
    None
}

/// Returns whether the byte is a visual separator.
const fn is_separator(byte: u8) -> bool {
    matches!(byte, b'-' | b'.' | b'(' | b')')
}

fn is_context(parameter: &str) -> bool {
    let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
    name.eq_ignore_ascii_case("phone-context") && !value.is_empty()
}
