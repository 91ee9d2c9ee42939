//! Changes of a reference to one that is equivalent, or nearly.

use std::ops::Range;

use fastrand::Rng;

use crate::oracle::appendix_b::Split;

/// What a change of a whole text puts in place of a part, of which the last is not equivalent everywhere.
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

/// Returns a text with one change, which keeps most references equivalent.
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
