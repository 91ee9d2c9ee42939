//! HTTP fields.

use fastrand::Rng;

use super::parsers::{Class, Grammar, class, parsers, run_end};
use crate::corpus::{WORDS, pick};

parsers!("src/grammars/fields.pest", "/fields.rs", header_section);

/// Returns the parsers of header sections, and texts of about `bytes` bytes for them.
pub(super) fn grammar(bytes: usize) -> Grammar<Rule> {
    let text = |field| text(field, bytes);
    let texts = [
        ("HTTP fields: requests", text(of_a_request)),
        ("HTTP fields: responses", text(of_a_response)),
        ("HTTP fields: short", text(short)),
    ];
    Grammar { compiled, by_byte, by_hand, derived, texts }
}

/// The bytes of a name.
const TCHAR: Class = class(&[
    (b'!', b'!'),
    (b'#', b'\''),
    (b'*', b'+'),
    (b'-', b'.'),
    (b'0', b'9'),
    (b'A', b'Z'),
    (b'^', b'z'),
    (b'|', b'|'),
    (b'~', b'~'),
]);

/// The bytes of a value, and of the white space in and around it.
const VALUE: Class = class(&[(b'\t', b'\t'), (b' ', b'~'), (0x80, 0xFF)]);

/// Parses with code that was written by hand for this grammar. It reads a value and trailing white space as one run,
/// and then removes the white space.
fn by_hand(text: &str, nodes: &mut Nodes) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        let line = at;
        at = run_end(&TCHAR, bytes, at);
        if at == line {
            break;
        }
        nodes.capture(Rule::field_name, line, at);
        if bytes.get(at) != Some(&b':') {
            return false;
        }
        at += 1;
        while is_space(bytes.get(at)) {
            at += 1;
        }
        let value = at;
        at = run_end(&VALUE, bytes, at);
        let mut end = at;
        while end > value && is_space(bytes.get(end - 1)) {
            end -= 1;
        }
        nodes.capture(Rule::field_value, value, end);
        nodes.capture(Rule::field_line, line, at);
        if !bytes[at..].starts_with(b"\r\n") {
            return false;
        }
        at += 2;
    }
    if bytes[at..] != *b"\r\n" {
        return false;
    }
    nodes.capture(Rule::EOI, at + 2, at + 2);
    nodes.capture(Rule::header_section, 0, at + 2);
    true
}

fn is_space(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b' ' | b'\t'))
}

/// Returns a header section of at least `bytes` bytes, or a few more.
fn text(field: fn(&mut Rng) -> String, bytes: usize) -> String {
    let mut random = Rng::with_seed(0x9110);
    let mut text = String::new();
    while text.len() < bytes {
        text += &field(&mut random);
        text += "\r\n";
    }
    text + "\r\n"
}

/// Returns a typical field of a browser's request.
fn of_a_request(random: &mut Rng) -> String {
    let (word, other) = (pick(random, WORDS), pick(random, WORDS));
    match random.usize(..9) {
        0 => format!("Host: {word}.{other}.example"),
        1 => format!(
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{}.0.0.0 Safari/537.36",
            random.u8(100..150)
        ),
        2 => {
            String::from("Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8")
        }
        3 => String::from("Accept-Encoding: gzip, deflate, br, zstd"),
        4 => format!("Accept-Language: de-CH,de;q=0.9,en;q=0.{}", random.u8(1..9)),
        5 => format!("Referer: https://{word}.example/{other}?page={}", random.u16(..)),
        6 => {
            let pairs: Vec<_> = (0..random.usize(2..6))
                .map(|_| format!("_{}={:032x}", pick(random, WORDS), random.u128(..)))
                .collect();
            format!("Cookie: {}", pairs.join("; "))
        }
        7 => format!("If-None-Match: \"{:016x}\"", random.u64(..)),
        _ => String::from("Connection: keep-alive"),
    }
}

/// Returns a typical field of a server's response.
fn of_a_response(random: &mut Rng) -> String {
    let (word, other) = (pick(random, WORDS), pick(random, WORDS));
    match random.usize(..8) {
        0 => String::from("Content-Type: text/html; charset=utf-8"),
        1 => format!("Content-Length: {}", random.u32(..1_000_000)),
        2 => format!("Date: Sun, {:02} Nov 2026 08:{:02}:37 GMT", random.u8(1..31), random.u8(..60)),
        3 => format!("ETag: W/\"{:016x}\"", random.u64(..)),
        4 => format!("Cache-Control: public, max-age={}, stale-while-revalidate=60", random.u32(..100_000)),
        5 => format!(
            "Set-Cookie: {word}={:032x}; Path=/{other}; Secure; HttpOnly; SameSite=Lax",
            random.u128(..)
        ),
        6 => format!(
            "Content-Security-Policy: default-src 'self'; img-src https://{word}.example data:; script-src 'self' \
             'nonce-{:016x}'; frame-ancestors 'none'",
            random.u64(..)
        ),
        _ => String::from("Strict-Transport-Security: max-age=63072000; includeSubDomains; preload"),
    }
}

/// Returns a field of a few bytes, with more white space around its value than usual.
fn short(random: &mut Rng) -> String {
    let space = pick(random, &["", " ", " ", "\t "]);
    let value = pick(random, &["", "1", "no-cache", "*/*", "é", "a b"]);
    format!("X-{}:{space}{value}{}", pick(random, WORDS), pick(random, &["", "", " "]))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::grammar;

    #[rstest]
    #[case::no_fields("\r\n", Some(2))]
    #[case::one_field("a:b\r\n\r\n", Some(5))]
    #[case::space("a: \tb c\t \r\n\r\n", Some(5))]
    #[case::no_value("a:\r\n\r\n", Some(5))]
    #[case::only_space("a: \t\r\n\r\n", Some(5))]
    #[case::colons("a:b:c\r\n\r\n", Some(5))]
    #[case::not_ascii("a:é €\r\n\r\n", Some(5))]
    #[case::all_of_a_name("!#$%&'*+-.^_`|~09azAZ: b\r\n\r\n", Some(5))]
    #[case::two_fields("a:b\r\nc:d\r\n\r\n", Some(8))]
    #[case::no_empty_line("a:b\r\n", None)]
    #[case::text_after_the_empty_line("\r\na", None)]
    #[case::no_name(":b\r\n\r\n", None)]
    #[case::space_after_the_name("a :b\r\n\r\n", None)]
    #[case::a_name_in_parentheses("(a):b\r\n\r\n", None)]
    #[case::half_a_line_break("a:b\n\n", None)]
    #[case::a_control_character("a:\u{1}\r\n\r\n", None)]
    #[case::delete("a:\u{7f}\r\n\r\n", None)]
    fn all_find(#[case] text: &str, #[case] nodes: Option<usize>) {
        assert_eq!(grammar(0).same(text), nodes);
    }
}
