//! RFC 6570: the language of templates by its ABNF, and Appendix A as written, character by character.

use std::sync::LazyLock;

use urigram::template::Value;
use urigram_grammar::{Abnf, Dfa};

/// The rule `URI-Template`.
pub(crate) static TEMPLATES: LazyLock<Dfa> = LazyLock::new(|| {
    let abnf = Abnf::read(include_str!("../../../template.abnf"), "template.abnf");
    abnf.unwrap_or_else(|error| panic!("{error}")).dfa("URI-Template").expect("it is regular")
});

/// Returns the expansion of a template; `None` if a variable has a prefix, but its value is not a string.
pub(crate) fn expand(template: &str, value: impl Fn(&str) -> Option<Value<'static>>) -> Option<String> {
    let mut result = String::new();
    let mut rest = template;
    while let Some((literal, after)) = rest.split_once('{') {
        encode(literal, true, &mut result);
        let (expression, after) = after.split_once('}').expect("the template is valid");
        self::expression(expression, &value, &mut result)?;
        rest = after;
    }
    encode(rest, true, &mut result);
    Some(result)
}

fn expression(
    expression: &str,
    value_of: &impl Fn(&str) -> Option<Value<'static>>,
    result: &mut String,
) -> Option<()> {
    let (operator, list) = match expression.chars().next() {
        Some(operator @ ('+' | '#' | '.' | '/' | ';' | '?' | '&')) => (Some(operator), &expression[1..]),
        _ => (None, expression),
    };
    let (first, sep, named, ifemp, reserved) = match operator {
        None => ("", ",", false, "", false),
        Some('+') => ("", ",", false, "", true),
        Some('#') => ("#", ",", false, "", true),
        Some('.') => (".", ".", false, "", false),
        Some('/') => ("/", "/", false, "", false),
        Some(';') => (";", ";", true, "", false),
        Some('?') => ("?", "&", true, "=", false),
        _ => ("&", "&", true, "=", false),
    };
    let mut is_first = true;
    for varspec in list.split(',') {
        let (rest, explode) = varspec.strip_suffix('*').map_or((varspec, false), |name| (name, true));
        let (name, prefix) = match rest.split_once(':') {
            Some((name, length)) => (name, Some(length.parse::<usize>().expect("it is a number"))),
            None => (rest, None),
        };
        let value = match value_of(name) {
            None | Some(Value::Undefined) => continue,
            Some(Value::List(members)) if members.is_empty() => continue,
            Some(Value::Map(pairs)) if pairs.is_empty() => continue,
            Some(value) => value,
        };
        *result += if is_first { first } else { sep };
        is_first = false;
        let named_value = |value: &str, result: &mut String| {
            if named {
                *result += name;
                *result += if value.is_empty() { ifemp } else { "=" };
            }
            encode(value, reserved, result);
        };
        match (value, explode) {
            (Value::String(value), _) => {
                let value = prefix.map_or(value.to_string(), |length| start(&value, length, reserved));
                named_value(&value, result);
            }
            _ if prefix.is_some() => return None,
            (Value::List(members), true) => {
                for (index, member) in members.iter().enumerate() {
                    *result += if index > 0 { sep } else { "" };
                    named_value(member, result);
                }
            }
            (Value::Map(pairs), true) => {
                for (index, (key, value)) in pairs.iter().enumerate() {
                    *result += if index > 0 { sep } else { "" };
                    encode(key, reserved, result);
                    *result += if named && value.is_empty() { ifemp } else { "=" };
                    encode(value, reserved, result);
                }
            }
            (value, false) => {
                let parts = match value {
                    Value::List(members) => members,
                    Value::Map(pairs) => pairs.into_iter().flat_map(|(key, value)| [key, value]).collect(),
                    _ => unreachable!("strings are above"),
                };
                if named {
                    *result += name;
                    *result += "=";
                }
                for (index, part) in parts.iter().enumerate() {
                    *result += if index > 0 { "," } else { "" };
                    encode(part, reserved, result);
                }
            }
            (_, true) => unreachable!("the value is defined"),
        }
    }
    Some(())
}

fn is_triplet(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 3 && bytes[0] == b'%' && bytes[1..3].iter().all(u8::is_ascii_hexdigit)
}

/// Section 3.1 and 3.2.1: encodes the characters that are not allowed.
fn encode(text: &str, reserved: bool, result: &mut String) {
    for (at, c) in text.char_indices() {
        let stays = c.is_ascii_alphanumeric()
            || "-._~".contains(c)
            || reserved && (":/?#[]@!$&'()*+,;=".contains(c) || is_triplet(&text[at..]));
        if stays {
            result.push(c);
        } else {
            c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| *result += &format!("%{byte:02X}"));
        }
    }
}

/// Returns the first characters of a value. Triplets of one character that stay as they are count as one.
fn start(value: &str, length: usize, reserved: bool) -> String {
    let mut rest = value;
    for _ in 0..length {
        let Some(c) = rest.chars().next() else { break };
        let mut end = c.len_utf8();
        if reserved && is_triplet(rest) {
            let triplets =
                (1..=4).filter(|count| (0..*count).all(|at| rest.get(3 * at..).is_some_and(is_triplet)));
            let octets = |count| -> Vec<u8> {
                (0..count)
                    .map(|at| u8::from_str_radix(&rest[3 * at + 1..3 * at + 3], 16).expect("digits"))
                    .collect()
            };
            let is_one =
                |count: &usize| str::from_utf8(&octets(*count)).is_ok_and(|text| text.chars().count() == 1);
            end = 3 * triplets.into_iter().find(is_one).unwrap_or(1);
        }
        rest = &rest[end..];
    }
    value[..value.len() - rest.len()].to_owned()
}
