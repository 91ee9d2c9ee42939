//! Parses strings and numbers, which stand for characters. Numbers are Unicode code points.

use super::cursor::Cursor;
use super::node::Node;
use crate::error::Fault;

/// Parses a string in quotes, from the opening one.
pub(super) fn string(cursor: &mut Cursor<'_>, any_case: bool) -> Result<Node, Fault> {
    cursor.bump();
    let text = cursor.take_while(|c| matches!(c, ' '..='~') && c != '"');
    if cursor.eat('"') {
        return Ok(Node::Text { text: text.to_owned(), any_case });
    }
    match cursor.peek() {
        None | Some('\n') => Err(cursor.expected("`\"`")),
        Some(other) => {
            let message =
                format!("a string holds printable ASCII only: end it, and write `%x{:X}`", other as u32);
            Err(cursor.fault(cursor.place(), message))
        }
    }
}

/// Parses a value that begins with `%`.
pub(super) fn terminal(cursor: &mut Cursor<'_>) -> Result<Node, Fault> {
    cursor.bump();
    let kind = cursor.peek().map(|c| c.to_ascii_lowercase());
    let radix = match kind {
        Some('x') => 16,
        Some('d') => 10,
        Some('b') => 2,
        Some('s' | 'i') => {
            cursor.bump();
            return match cursor.peek() {
                Some('"') => string(cursor, kind == Some('i')),
                _ => Err(cursor.expected("a string in quotes")),
            };
        }
        _ => return Err(cursor.expected("`x`, `d`, `b`, `s` or `i` after `%`")),
    };
    cursor.bump();
    numbers(cursor, radix)
}

/// Parses one number, two with `-` between them, or any number of them with `.` between them.
fn numbers(cursor: &mut Cursor<'_>, radix: u32) -> Result<Node, Fault> {
    let place = cursor.place();
    let first = character(cursor, radix)?;
    if cursor.eat('-') {
        let last = character(cursor, radix)?;
        if last < first {
            return Err(cursor.fault(place, "the range ends before it begins".to_owned()));
        }
        return Ok(Node::Range(first, last));
    }
    let mut text = String::from(first);
    while cursor.eat('.') {
        text.push(character(cursor, radix)?);
    }
    Ok(Node::Text { text, any_case: false })
}

fn character(cursor: &mut Cursor<'_>, radix: u32) -> Result<char, Fault> {
    let place = cursor.place();
    let digits = cursor.take_while(|c| c.is_digit(radix));
    if digits.is_empty() {
        return Err(cursor.expected(match radix {
            16 => "a hexadecimal digit",
            10 => "a decimal digit",
            _ => "a binary digit",
        }));
    }
    let code = u32::from_str_radix(digits, radix).ok();
    code.and_then(char::from_u32)
        .ok_or_else(|| cursor.fault(place, format!("`{digits}` is not a Unicode character")))
}
