//! Random edits of texts, and the tokens to insert.

use std::ops::Range;

use fastrand::Rng;

use crate::oracle::rfc::Split;

/// Makes one edit: an insertion, a deletion, or the replacement of a character by a token.
pub(super) fn mutate(text: &mut String, random: &mut Rng) {
    match random.u8(..3) {
        0 => text.insert_str(place(text, random), token(random)),
        1 => delete(text, random),
        _ => text.replace_range(character(text, random), token(random)),
    }
}

/// Deletes one or more characters.
pub(super) fn delete(text: &mut String, random: &mut Rng) {
    let range = if random.bool() { character(text, random) } else { span(text, random) };
    text.replace_range(range, "");
}

fn token(random: &mut Rng) -> &'static str {
    ANY[random.usize(..ANY.len())]
}

fn place(text: &str, random: &mut Rng) -> usize {
    text.floor_char_boundary(random.usize(..=text.len()))
}

/// Returns the range of a random character, or the empty range at the end.
fn character(text: &str, random: &mut Rng) -> Range<usize> {
    let start = place(text, random);
    start..text[start..].chars().next().map_or(start, |c| start + c.len_utf8())
}

fn span(text: &str, random: &mut Rng) -> Range<usize> {
    let (a, b) = (place(text, random), place(text, random));
    a.min(b)..a.max(b)
}

/// Parts of texts, with replacements that are usually equivalent.
const PARTS: &[(&str, &str)] = &[
    (":80", ":"),
    (":", ":080"),
    ("localhost", ""),
    ("///", "//localhost/"),
    ("::", "0:0::"),
    ("0:", "00:"),
    ("http:", "HTTP:"),
    ("?", "%3F"),
];

/// Returns the text with one change. Most changes keep a reference equivalent.
pub(super) fn equivalent(text: &str, random: &mut Rng) -> String {
    let split = Split::of(text);
    let place = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let path = place(split.path)..place(split.path) + split.path.len();
    let replaced = |range: Range<usize>, with: &str| {
        let mut changed = text.to_owned();
        changed.replace_range(range, with);
        changed
    };
    let at = text.floor_char_boundary(random.usize(..=text.len()));
    let rest = &text[at..];
    match random.u8(..14) {
        0..3 => match rest.chars().next() {
            Some(c) if at < path.start || text[..at].ends_with('%') => {
                let flipped =
                    if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
                replaced(at..at + c.len_utf8(), flipped.encode_utf8(&mut [0; 4]))
            }
            Some(c) if c.is_ascii_alphanumeric() || "-._~".contains(c) => {
                let encoded =
                    if random.bool() { format!("%{:02X}", c as u8) } else { format!("%{:02x}", c as u8) };
                replaced(at..at + 1, &encoded)
            }
            _ => text.to_owned(),
        },
        3..5 => {
            let slashes: Vec<_> =
                split.path.match_indices('/').map(|(slash, _)| path.start + slash).collect();
            match slashes.get(random.usize(..slashes.len().max(1))) {
                Some(&slash) => {
                    let dots = ["/.", "/x/..", "/%2e", "/%2E%2e/.."][random.usize(..4)];
                    replaced(slash..slash, dots)
                }
                None => text.to_owned(),
            }
        }
        5 | 12 => match split.authority {
            Some(authority) => {
                let end = place(authority) + authority.len();
                let default = match split.scheme.map(str::to_ascii_lowercase).as_deref() {
                    Some("http" | "ws") => ":80",
                    Some("https" | "wss") => ":443",
                    Some("ftp") => ":21",
                    Some("ssh") => ":22",
                    _ => ":389",
                };
                replaced(end..end, [":", default, default, ":00080"][random.usize(..4)])
            }
            None => text.to_owned(),
        },
        6 | 13 if split.authority.is_some() && split.path.is_empty() => replaced(path, "/"),
        6 | 13 if split.authority.is_some() && split.path == "/" => replaced(path, ""),
        7 => text.to_ascii_uppercase(),
        8..10 => match text[at..].find('%').map(|percent| at + percent) {
            Some(percent) => {
                let digits = percent + 1..(percent + 3).min(text.len());
                match text.get(digits.clone()) {
                    Some(hexadecimal) if random.bool() => replaced(digits, &hexadecimal.to_ascii_lowercase()),
                    Some(hexadecimal) => {
                        let octet = u8::from_str_radix(hexadecimal, 16).unwrap_or(b'%');
                        let c = char::from(octet);
                        if c.is_ascii_graphic() {
                            replaced(percent..digits.end, c.encode_utf8(&mut [0; 4]))
                        } else {
                            text.to_owned()
                        }
                    }
                    None => text.to_owned(),
                }
            }
            None => text.to_owned(),
        },
        _ => {
            let (from, to) = PARTS[random.usize(..PARTS.len())];
            text.replacen(from, to, 1)
        }
    }
}

/// The kind of a token. An edit may replace a token with another token of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Name,
    /// A string or character in quotes, or a number.
    Terminal,
    /// `~`, `|` or `/`.
    Infix,
    /// `!`, `&`, `^`, or the `*` of ABNF.
    Prefix,
    /// `?`, `*` or `+`.
    Postfix,
    /// `_`, `@` or `$` before `{`.
    Modifier,
    Other,
}

/// Makes one edit of a grammar: replaces a token with another of its kind, repeats, removes or moves a token,
/// or replaces characters with others of the text.
pub(super) fn edit_grammar(text: &mut String, random: &mut Rng) {
    let tokens = tokens(text);
    let Some((kind, range)) = random.choice(&tokens).cloned() else { return };
    match random.u8(..16) {
        0 => text.replace_range(range, ""),
        1 => {
            let other = random.choice(&tokens).map_or(range.clone(), |(_, other)| other.clone());
            let other = text[other].to_owned();
            text.insert_str(range.end, &other);
        }
        2 => {
            text.insert_str(range.end, random.choice(["?", "*", "+", "{2}", "{,2}", "{1,3}"]).unwrap_or("?"))
        }
        3 => text.insert_str(range.start, random.choice(["!", "&", "!(\"a\") ~ ", "^"]).unwrap_or("!")),
        4 => {
            let from = text.floor_char_boundary(random.usize(..=text.len()));
            let until = text.ceil_char_boundary((from + random.usize(..6)).min(text.len()));
            let part = text[from..until].to_owned();
            text.replace_range(range, &part);
        }
        _ => {
            let alike: Vec<_> = tokens.iter().filter(|(other, _)| *other == kind).collect();
            let other = random.choice(alike).map_or(range.clone(), |(_, other)| other.clone());
            let other = text[other].to_owned();
            text.replace_range(range, &other);
        }
    }
}

/// Returns the tokens, without white space and comments.
fn tokens(text: &str) -> Vec<(Kind, Range<usize>)> {
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length_of = |is_part: fn(char) -> bool| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (kind, length) = match c {
            c if c.is_whitespace() => (None, c.len_utf8()),
            ';' => (None, length_of(|c| c != '\n')),
            '/' if rest.starts_with("//") => (None, length_of(|c| c != '\n')),
            '"' | '\'' => (Some(Kind::Terminal), quoted(rest, c)),
            c if c.is_alphabetic() => {
                (Some(Kind::Name), length_of(|c| c.is_alphanumeric() || "_-".contains(c)))
            }
            '%' | '0'..='9' => {
                (Some(Kind::Terminal), 1 + rest[1..].find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(0))
            }
            '~' | '|' | '/' => (Some(Kind::Infix), 1),
            '!' | '&' | '^' => (Some(Kind::Prefix), 1),
            '?' | '*' | '+' => (Some(Kind::Postfix), 1),
            '_' | '@' | '$' => (Some(Kind::Modifier), 1),
            c => (Some(Kind::Other), c.len_utf8()),
        };
        tokens.extend(kind.map(|kind| (kind, at..at + length)));
        at += length;
    }
    tokens
}

/// Returns the length of the quoted literal at the start of a text.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = true;
    let end = text.char_indices().find(|&(_, c)| {
        let is_end = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// Tokens for a path.
pub(super) const PATH: &[&str] = &[
    "/", "/", "/", ".", "..", "/.", "/..", "//", "a", "b;v=1.1", "%2e", "%2E%2E", "%2F", "%41", "%7e",
    "%C3%A9", ":", "@", "g;x=1", "...", "c:", "~",
];

/// Tokens for a host.
#[rustfmt::skip]
pub(super) const HOST: &[&str] = &[
    "example", ".", "com", "EXAMPLE", "%65", "%C3%A9", "127.0.0.1", "1", "256", "0x7f", "08", "localhost", "-",
    "_", "xn--", "..", "%00", "%2E",
];

/// Tokens for a host in brackets.
#[rustfmt::skip]
pub(super) const LITERAL: &[&str] = &[
    "::", ":", "1", "2001:db8", "ffff", "FFFF:", "0", "127.0.0.1", "1.2.3.4", "::1", "%25eth0", "v1.", "V1f.:",
];

/// Tokens for a port.
pub(super) const PORT: &[&str] =
    &["0", "80", "443", "8042", "65535", "65536", "00", "99999999999999999999", ""];

/// Schemes, some of which have rules of their own.
#[rustfmt::skip]
pub(super) const SCHEME: &[&str] = &[
    "http", "https", "HTTP", "hTTps", "ftp", "ws", "urn", "mailto", "file", "data", "ssh", "a", "a+b-c.1",
    "javascript", "tel", "wss", "FILE", "ldap", "sip", "news",
];

/// Tokens for a query or a fragment.
#[rustfmt::skip]
pub(super) const QUERY: &[&str] = &[
    "a", "=", "&", "key=value", "+", "%20", "%26", "%3D", "%2B", "?", "/", ";", "%FF", "%c3%a9", "==", "&&",
    ":", "@", "%41",
];

/// Tokens for any text: delimiters, characters that are allowed nowhere, and characters that are special in
/// other parsers.
#[rustfmt::skip]
pub(super) const ANY: &[&str] = &[
    ":", "/", "?", "#", "[", "]", "@", "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=", "%", "%4", "%zz",
    "%25", "%2F", "%00", "//", "://", "::", "..", "/./", "/../", "\\", "|", "^", "`", "{", "}", "<", ">", "\"",
    " ", "\t", "\n", "\r", "\0", "\u{7f}", "é", "ß", "\u{200d}", "\u{202e}", "\u{e000}", "\u{fffe}", "\u{f900}",
    "🦀", "\u{10ffff}", ".", "-", "_", "~", "0", "9", "a", "F", "g", "Z", "v1.x", "[::1]", "[v1.x]", ":80",
    "http:", "//h", "\u{ff0e}", "\u{130}",
];
