//! `mailto` (RFC 6068, section 2): addresses separated by commas, and header fields as a query.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "offsets in the text, or one behind it, and fewer characters than bytes"
)]

use core::ops::Range;

use super::wrong::Wrong;
use crate::bytes::first_percent;
use crate::percent::value;

/// Returns what is wrong with the first address that is not one. The path may be empty.
pub(super) fn path(path: &str) -> Option<Wrong> {
    if is_plain(path.as_bytes()) {
        return None;
    }
    let mut start = 0;
    for one in path.split(',').filter(|_| !path.is_empty()) {
        if let Some(Wrong { place, message, help }) = address(one) {
            return Some(Wrong::new(start + place.start..start + place.end, message, help));
        }
        start += one.len() + 1;
    }
    None
}

/// Returns whether the path is one address, as it is most often.
fn is_plain(path: &[u8]) -> bool {
    let (mut at, mut others) = (0, 0);
    for &byte in path {
        at += usize::from(byte == b'@');
        others += usize::from(byte == b',' || is_wrong(byte));
    }
    at == 1 && others == 1 && path.first() != Some(&b'@') && path.last() != Some(&b'@')
}

/// Returns whether the byte, or another `@`, may only be percent-encoded in an address.
const fn is_wrong(byte: u8) -> bool {
    matches!(byte, b'/' | b'&' | b';' | b'=' | b'(' | b')' | b':' | b'@')
}

fn address(address: &str) -> Option<Wrong> {
    let whole = 0..address.len();
    let Some((local, domain)) = address.split_once('@') else {
        let message =
            if address.is_empty() { "a mail address is empty" } else { "a mail address has no `@`" };
        let help =
            "write `user@example.com`, with a comma between two addresses; in a name write `,` as `%2C`";
        return Some(Wrong::new(whole, message, help));
    };
    if local.is_empty() || domain.is_empty() {
        let message = "a mail address lacks the part before or after its `@`";
        return Some(Wrong::new(whole, message, "write `user@example.com`"));
    }
    let at = address.bytes().enumerate().position(|(at, byte)| is_wrong(byte) && at != local.len())?;
    let message = "a mail address contains a character that must be percent-encoded there";
    Some(Wrong::at_character(
        address,
        at,
        message,
        "percent-encode it, or write a comma between two addresses",
    ))
}

/// Returns what is wrong with the first header field that is not one.
pub(super) fn query(query: &str) -> Option<Wrong> {
    let mut start = 0;
    for field in query.split('&') {
        if field.split_once('=').is_none_or(|(name, _)| name.is_empty()) {
            let message = "a header field is not a name, `=` and a value";
            let help = "write `name=value`, with `&` between two fields; in a value write `&` as `%26`";
            return Some(Wrong::new(start..start + field.len(), message, help));
        }
        start += field.len() + 1;
    }
    None
}

/// Returns the place of the first encoded line break outside the body, which may have some (RFC 6068, section 5). In another
/// header field, what follows it would be the next header field.
pub(super) fn line_break(query: &str) -> Option<Range<usize>> {
    let mut start = 0;
    for field in query.split('&') {
        let name = field.split('=').next().unwrap_or(field);
        let is_body = name.eq_ignore_ascii_case("body");
        let at = if is_body { None } else { first_line_break(field.as_bytes()) };
        if let Some(at) = at {
            return Some(start + at..start + at + 3);
        }
        start += field.len() + 1;
    }
    None
}

fn first_line_break(field: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = first_percent(field, from)?;
        let digits = field.get(at + 1..).and_then(|rest| rest.first_chunk());
        if digits.is_some_and(|&digits| matches!(value(digits), 0x0A | 0x0D)) {
            return Some(at);
        }
        from = at + 1;
    }
}
