//! `tel` (RFC 3966): a number and its parameters, with `;` before each.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::letters::lower_case;

/// In lower case, without visual separators, and with the parameters in the order of section 3 (section 4).
pub(super) fn path(path: &str) -> Cow<'_, str> {
    let mut parts = path.split(';');
    let number = parts.next().unwrap_or_default();
    let is_digit = |character: char| character.is_ascii_hexdigit() || "*%".contains(character);
    let digits = number.strip_prefix('+').unwrap_or(number);
    if !digits.contains(is_digit) || !digits.chars().all(|one| is_digit(one) || is_separator(one)) {
        return Cow::Borrowed(path);
    }
    let mut parameters: Vec<String> = parts.map(parameter).collect();
    parameters.sort_by(|a, b| order(a).cmp(&order(b)));
    let mut normal = without_separators(&lower_case(number));
    for parameter in parameters {
        normal = normal + ";" + &parameter;
    }
    normal.into()
}

fn parameter(text: &str) -> String {
    let text = lower_case(text);
    match text.split_once('=') {
        Some((name @ "ext", value)) => String::from(name) + "=" + &without_separators(value),
        Some((name @ "phone-context", value)) if value.starts_with('+') => {
            String::from(name) + "=" + &without_separators(value)
        }
        _ => text,
    }
}

/// `isub` or `ext` first, then `phone-context`, then the others by their names.
fn order(parameter: &str) -> (u8, &str) {
    let name = parameter.split_once('=').map_or(parameter, |(name, _)| name);
    let rank = match name {
        "isub" | "ext" => 0,
        "phone-context" => 1,
        _ => 2,
    };
    (rank, name)
}

fn without_separators(number: &str) -> String {
    number.chars().filter(|&character| !is_separator(character)).collect()
}

fn is_separator(character: char) -> bool {
    matches!(character, '-' | '.' | '(' | ')')
}
