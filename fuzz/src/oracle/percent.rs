//! Percent-encoding by section 2.1. Sections 2.2 and 2.3 and RFC 3987 determine the characters to encode.

use std::fmt::Write as _;
use std::sync::LazyLock;

use urigram::Rule;

use crate::oracle;

/// The set of characters that are not encoded, and whether a space becomes `+`.
#[derive(Clone)]
pub(crate) struct Unencoded {
    rule: Rule,
    ascii: u128,
    beyond_ascii: bool,
    pub(crate) space_is_plus: bool,
}

/// The ASCII characters that strings of each rule may consist of, as a bitmap.
static OF_RULES: LazyLock<Vec<u128>> = LazyLock::new(|| {
    let one = |rule: Rule, c: char| oracle::URIS.get(rule).accepts(c.encode_utf8(&mut [0; 4]));
    let of_rule = |&rule: &Rule| set((0..0x80).map(char::from).filter(|&c| one(rule, c)));
    Rule::ALL.iter().map(of_rule).collect()
});

fn set(characters: impl Iterator<Item = char>) -> u128 {
    characters.filter(char::is_ascii).fold(0, |set, c| set | 1 << u32::from(c))
}

impl Unencoded {
    /// Keeps all characters that the rule allows, and in an IRI the non-ASCII characters that RFC 3987 allows.
    pub(crate) fn all(rule: Rule, in_iri: bool) -> Unencoded {
        Unencoded { rule, ascii: OF_RULES[rule as usize], beyond_ascii: in_iri, space_is_plus: false }
    }

    /// Keeps unreserved characters (section 2.3).
    pub(crate) fn unreserved(rule: Rule, in_iri: bool) -> Unencoded {
        Unencoded { ascii: OF_RULES[Rule::unreserved as usize], ..Unencoded::all(rule, in_iri) }
    }

    /// Keeps the same characters as the URL Standard's `application/x-www-form-urlencoded` serializer.
    pub(crate) fn form(rule: Rule) -> Unencoded {
        let ascii = (0..0x80).map(char::from).filter(|c| c.is_ascii_alphanumeric() || "*-._".contains(*c));
        Unencoded { rule, ascii: set(ascii), beyond_ascii: false, space_is_plus: true }
    }

    pub(crate) fn keep(&mut self, characters: &str) {
        let mut kept = set(characters.chars()) & OF_RULES[self.rule as usize];
        if self.space_is_plus {
            kept &= !set("+".chars());
        }
        self.ascii |= kept;
    }

    pub(crate) fn encode(&mut self, characters: &str) {
        self.ascii &= !set(characters.chars());
        self.space_is_plus &= !characters.contains(' ');
    }

    pub(crate) fn only_ascii(&mut self) {
        self.beyond_ascii = false;
    }

    fn has(&self, c: char) -> bool {
        if c.is_ascii() {
            return self.ascii & set([c].into_iter()) != 0;
        }
        // RFC 3987, section 4.1, and the bidirectional formatting characters that Unicode has added since.
        let is_bidi_control = matches!(
            u32::from(c),
            0x061C | 0x200E | 0x200F | 0x202A..=0x202E | 0x2066..=0x2069
        );
        self.beyond_ascii
            && !is_bidi_control
            && oracle::IRIS.get(self.rule).accepts(c.encode_utf8(&mut [0; 4]))
    }

    /// Percent-encodes octets, including invalid UTF-8.
    pub(crate) fn text(&self, octets: &[u8]) -> String {
        let mut text = String::new();
        for chunk in octets.utf8_chunks() {
            for c in chunk.valid().chars() {
                match c {
                    ' ' if self.space_is_plus => text.push('+'),
                    c if self.has(c) => text.push(c),
                    c => triplets(c.encode_utf8(&mut [0; 4]).as_bytes(), &mut text),
                }
            }
            triplets(chunk.invalid(), &mut text);
        }
        text
    }

    /// Returns the ASCII octets that are not encoded.
    pub(crate) fn ascii(&self) -> impl Iterator<Item = u8> {
        (0..0x80).filter(|&octet| self.has(char::from(octet)))
    }
}

fn triplets(octets: &[u8], text: &mut String) {
    for octet in octets {
        let _ = write!(text, "%{octet:02X}");
    }
}
