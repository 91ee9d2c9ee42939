//! Letters in lower case.

use alloc::string::String;

/// The text in lower case, but for the hexadecimal digits of percent-encoded octets.
pub(super) fn lower_case(text: &str) -> String {
    let mut lower = String::with_capacity(text.len());
    for (number, part) in text.split('%').enumerate() {
        let digits = if number == 0 { "" } else { part.get(..2).unwrap_or(part) };
        if number > 0 {
            lower.push('%');
        }
        lower += digits;
        lower.extend(part[digits.len()..].chars().map(|letter| letter.to_ascii_lowercase()));
    }
    lower
}
