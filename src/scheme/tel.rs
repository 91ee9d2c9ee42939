//! `tel` (RFC 3966): a number and its parameters, each after a `;`.

use alloc::borrow::Cow;
use alloc::string::String;

use super::rules::{have_names, in_order, name, unless_same};
use crate::bytes::to_lower_case;

/// Returns the path in lower case, without visual separators, and with the parameters in the order of section
/// 3 (section 4).
pub(super) fn path<'p>(path: &'p str, _: Option<&str>) -> Cow<'p, str> {
    let (number, parameters) = path.split_at(path.find(';').unwrap_or(path.len()));
    let parameters = parameters.strip_prefix(';');
    if !is_number(number) || parameters.is_some_and(|parameters| !have_names(parameters, ';')) {
        return path.into();
    }
    if parameters.is_none() && !number.contains(|digit: char| is_separator(digit) || digit.is_uppercase()) {
        return path.into();
    }
    let mut normal = String::with_capacity(path.len());
    normal.extend(without_separators(number).map(|digit| digit.to_ascii_lowercase()));
    for parameter in parameters.iter().flat_map(|parameters| in_order(parameters, ';', rank)) {
        normal.push(';');
        match parameter.split_once('=') {
            Some((name, value)) if is_number_of(name, value) => {
                normal.push_str(&to_lower_case(name));
                normal.push('=');
                normal.extend(without_separators(value));
            }
            _ => normal.push_str(&to_lower_case(parameter)),
        }
    }
    unless_same(path, normal)
}

/// Returns whether the text is a global or a local number. The digits of a local number include letters
/// (section 3).
fn is_number(text: &str) -> bool {
    match text.strip_prefix('+') {
        Some(digits) => consists_of(digits, |digit| digit.is_ascii_digit()),
        // A `#` is a digit too, but in a URI it is percent-encoded.
        None => {
            let is_digit = |digit: char| digit.is_ascii_hexdigit() || digit == '*';
            text.split(HASH).all(|part| part.chars().all(|one| is_digit(one) || is_separator(one)))
                && text.contains(is_digit)
        }
    }
}

/// Returns whether the value of the parameter is a number.
fn is_number_of(name: &str, value: &str) -> bool {
    let digits = match name {
        _ if name.eq_ignore_ascii_case("ext") => Some(value),
        _ if name.eq_ignore_ascii_case("phone-context") => value.strip_prefix('+'),
        _ => None,
    };
    digits.is_some_and(|digits| consists_of(digits, |digit| digit.is_ascii_digit()))
}

/// Returns whether the text consists of digits, at least one, and visual separators.
fn consists_of(number: &str, is_digit: fn(char) -> bool) -> bool {
    number.contains(is_digit) && number.chars().all(|one| is_digit(one) || is_separator(one))
}

/// Ranks `isub` and `ext` first, then `phone-context`, then the others.
fn rank(parameter: &str) -> u8 {
    let is = |one: &str| name(parameter, ';').eq(one.bytes());
    if is("isub") || is("ext") {
        0
    } else if is("phone-context") {
        1
    } else {
        2
    }
}

fn without_separators(number: &str) -> impl Iterator<Item = char> {
    number.chars().filter(|&character| !is_separator(character))
}

const HASH: &str = "%23";

fn is_separator(character: char) -> bool {
    matches!(character, '-' | '.' | '(' | ')')
}
