//! Texts that RFC 3986 rejects, with the characters percent-encoded that it does not allow where they are.

use urigram::grammar::Fault;
use urigram::{ParseError, UriReference};

/// The number of delimiters in the wrong place that are encoded, one by one.
const DELIMITERS: usize = 16;

/// A text that is a reference, or has still a fault.
pub(super) struct Repaired {
    pub(super) text: String,
    /// The characters that were encoded, and where their encoded forms begin.
    pub(super) encoded: Vec<(usize, char)>,
    pub(super) fault: Option<ParseError>,
}

pub(super) fn repair(text: &str) -> Repaired {
    let (text, encoded) = encode(text);
    let mut repaired = Repaired { text, encoded, fault: None };
    for _ in 0..=DELIMITERS {
        let Err(fault) = UriReference::parse(repaired.text.as_str()) else {
            repaired.fault = None;
            break;
        };
        let at = delimiter(&repaired.text, &fault);
        repaired.fault = Some(fault);
        match at {
            Some((at, c)) => repaired.encode_at(at, c),
            None => break,
        }
    }
    repaired
}

/// Percent-encodes the characters that RFC 3986 allows in no component, and each `%` without its digits.
pub(super) fn encode(text: &str) -> (String, Vec<(usize, char)>) {
    let mut encoded = String::with_capacity(text.len());
    let mut places = Vec::new();
    for (at, c) in text.char_indices() {
        let is_allowed = match c {
            '%' => {
                matches!(text.as_bytes().get(at + 1..at + 3), Some(digits) if digits.iter().all(u8::is_ascii_hexdigit))
            }
            '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => false,
            c => c.is_ascii_graphic(),
        };
        if is_allowed {
            encoded.push(c);
        } else {
            places.push((encoded.len(), c));
            encoded += &percent(c);
        }
    }
    (encoded, places)
}

pub(super) fn percent(c: char) -> String {
    c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Returns the delimiter that the URL Standard reads as data, if it is the fault: of several `@`, the first.
fn delimiter(text: &str, fault: &ParseError) -> Option<(usize, char)> {
    match fault.found().filter(|_| fault.fault() == Fault::Unexpected)? {
        c @ ('[' | ']' | '#') => Some((fault.offset(), c)),
        _ => {
            let (before, authority) = text.split_once("//")?;
            let authority = authority.split(['/', '?', '#']).next()?;
            let (userinfo, _) = authority.rsplit_once('@')?;
            let is_first = before.is_empty() || before.ends_with(':');
            is_first.then_some((before.len() + "//".len() + userinfo.find('@')?, '@'))
        }
    }
}

impl Repaired {
    fn encode_at(&mut self, at: usize, c: char) {
        self.text.replace_range(at..at + 1, &percent(c));
        for (place, _) in self.encoded.iter_mut().filter(|(place, _)| *place > at) {
            *place += 2;
        }
        self.encoded.push((at, c));
    }
}
