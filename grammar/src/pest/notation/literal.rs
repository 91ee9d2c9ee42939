//! Strings and characters in quotes, and their escapes.

use super::cursor::Cursor;
use crate::pest::bounds::MAX_NESTING;
use crate::pest::meta::fault::FaultAt;

/// Reads a string from its opening quote.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "it ends with a fault beyond `MAX_NESTING`; a quote is one byte"
)]
pub(super) fn string(cursor: &mut Cursor<'_>) -> Result<String, FaultAt> {
    let start = cursor.at();
    cursor.bump();
    let (mut text, mut escapes) = (String::new(), 0);
    loop {
        text.push_str(cursor.take_while(|c| !matches!(c, '"' | '\\')));
        if cursor.take("\"") {
            cursor.note_string(start);
            return Ok(text);
        }
        if cursor.peek().is_none() {
            return Err(cursor.missing("\"", start, "this string does not end"));
        }
        text.push(escape(cursor)?);
        // pest recurses on them.
        escapes += 1;
        if escapes > MAX_NESTING {
            let message = format!("a string with more than {MAX_NESTING} escapes");
            return Err(FaultAt { range: start..start + 1, message });
        }
    }
}

/// Reads a character from its opening quote.
pub(super) fn character(cursor: &mut Cursor<'_>) -> Result<char, FaultAt> {
    let start = cursor.at();
    cursor.bump();
    let c = match cursor.peek() {
        Some('\\') => escape(cursor)?,
        None | Some('\'') => return Err(cursor.expected("a character")),
        Some(c) => {
            cursor.bump();
            c
        }
    };
    if cursor.take("'") { Ok(c) } else { Err(cursor.no_character(start)) }
}

/// Reads an escape from its backslash.
fn escape(cursor: &mut Cursor<'_>) -> Result<char, FaultAt> {
    let start = cursor.at();
    cursor.bump();
    let c = match cursor.peek() {
        Some(c @ ('"' | '\'' | '\\')) => c,
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('0') => '\0',
        Some('x') => {
            cursor.bump();
            return code(cursor, start, 2, "2 hexadecimal digits after `\\x`");
        }
        Some('u') => {
            cursor.bump();
            if !cursor.take("{") {
                return Err(cursor.expected("`{` after `\\u`"));
            }
            let c = code(cursor, start, 6, "2 to 6 hexadecimal digits in `\\u{}`")?;
            return if cursor.take("}") { Ok(c) } else { Err(cursor.expected("`}` after the digits")) };
        }
        _ => return Err(cursor.expected("`\"`, `'`, `\\`, `n`, `r`, `t`, `0`, `x` or `u` after `\\`")),
    };
    cursor.bump();
    Ok(c)
}

/// Reads the code of a character in 2 to `most` hexadecimal digits. Its escape begins at `start`.
#[expect(clippy::string_slice, reason = "the digits are ASCII")]
fn code(cursor: &mut Cursor<'_>, start: usize, most: usize, what: &str) -> Result<char, FaultAt> {
    let digits = cursor.rest().bytes().take(most).take_while(u8::is_ascii_hexdigit).count();
    if digits < 2 {
        return Err(cursor.expected(what));
    }
    let digits = &cursor.rest()[..digits];
    cursor.advance(digits.len());
    let found = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
    found.ok_or_else(|| FaultAt {
        range: start..cursor.at(),
        message: format!("U+{} is not a character", digits.to_uppercase()),
    })
}
