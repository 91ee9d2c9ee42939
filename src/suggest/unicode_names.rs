//! The Unicode names of characters that are invisible or look like others.

use core::fmt;

/// Characters beyond ASCII that are invisible or look like a space.
static UNSEEN: &[(char, &str)] = &[
    ('\u{85}', "NEXT LINE"),
    ('\u{A0}', "NO-BREAK SPACE"),
    ('\u{AD}', "SOFT HYPHEN"),
    ('\u{34F}', "COMBINING GRAPHEME JOINER"),
    ('\u{61C}', "ARABIC LETTER MARK"),
    ('\u{115F}', "HANGUL CHOSEONG FILLER"),
    ('\u{1160}', "HANGUL JUNGSEONG FILLER"),
    ('\u{1680}', "OGHAM SPACE MARK"),
    ('\u{180E}', "MONGOLIAN VOWEL SEPARATOR"),
    ('\u{2000}', "EN QUAD"),
    ('\u{2001}', "EM QUAD"),
    ('\u{2002}', "EN SPACE"),
    ('\u{2003}', "EM SPACE"),
    ('\u{2004}', "THREE-PER-EM SPACE"),
    ('\u{2005}', "FOUR-PER-EM SPACE"),
    ('\u{2006}', "SIX-PER-EM SPACE"),
    ('\u{2007}', "FIGURE SPACE"),
    ('\u{2008}', "PUNCTUATION SPACE"),
    ('\u{2009}', "THIN SPACE"),
    ('\u{200A}', "HAIR SPACE"),
    ('\u{200B}', "ZERO WIDTH SPACE"),
    ('\u{200C}', "ZERO WIDTH NON-JOINER"),
    ('\u{200D}', "ZERO WIDTH JOINER"),
    ('\u{200E}', "LEFT-TO-RIGHT MARK"),
    ('\u{200F}', "RIGHT-TO-LEFT MARK"),
    ('\u{2028}', "LINE SEPARATOR"),
    ('\u{2029}', "PARAGRAPH SEPARATOR"),
    ('\u{202A}', "LEFT-TO-RIGHT EMBEDDING"),
    ('\u{202B}', "RIGHT-TO-LEFT EMBEDDING"),
    ('\u{202C}', "POP DIRECTIONAL FORMATTING"),
    ('\u{202D}', "LEFT-TO-RIGHT OVERRIDE"),
    ('\u{202E}', "RIGHT-TO-LEFT OVERRIDE"),
    ('\u{202F}', "NARROW NO-BREAK SPACE"),
    ('\u{205F}', "MEDIUM MATHEMATICAL SPACE"),
    ('\u{2060}', "WORD JOINER"),
    ('\u{2061}', "FUNCTION APPLICATION"),
    ('\u{2062}', "INVISIBLE TIMES"),
    ('\u{2063}', "INVISIBLE SEPARATOR"),
    ('\u{2064}', "INVISIBLE PLUS"),
    ('\u{2066}', "LEFT-TO-RIGHT ISOLATE"),
    ('\u{2067}', "RIGHT-TO-LEFT ISOLATE"),
    ('\u{2068}', "FIRST STRONG ISOLATE"),
    ('\u{2069}', "POP DIRECTIONAL ISOLATE"),
    ('\u{2800}', "BRAILLE PATTERN BLANK"),
    ('\u{3000}', "IDEOGRAPHIC SPACE"),
    ('\u{3164}', "HANGUL FILLER"),
    ('\u{FEFF}', "ZERO WIDTH NO-BREAK SPACE"),
    ('\u{FFA0}', "HALFWIDTH HANGUL FILLER"),
];

/// Characters that look like an ASCII character, with that character and their names. Full-width forms are computed.
static LOOK_ALIKES: &[(char, &str, &str)] = &[
    ('\u{37E}', ";", "GREEK QUESTION MARK"),
    ('\u{589}', ":", "ARMENIAN FULL STOP"),
    ('\u{5C3}', ":", "HEBREW PUNCTUATION SOF PASUQ"),
    ('\u{2010}', "-", "HYPHEN"),
    ('\u{2011}', "-", "NON-BREAKING HYPHEN"),
    ('\u{2012}', "-", "FIGURE DASH"),
    ('\u{2013}', "-", "EN DASH"),
    ('\u{2014}', "-", "EM DASH"),
    ('\u{2015}', "-", "HORIZONTAL BAR"),
    ('\u{2024}', ".", "ONE DOT LEADER"),
    ('\u{2044}', "/", "FRACTION SLASH"),
    ('\u{2212}', "-", "MINUS SIGN"),
    ('\u{2215}', "/", "DIVISION SLASH"),
    ('\u{2236}', ":", "RATIO"),
    ('\u{29F8}', "/", "BIG SOLIDUS"),
    ('\u{3002}', ".", "IDEOGRAPHIC FULL STOP"),
    ('\u{A789}', ":", "MODIFIER LETTER COLON"),
    ('\u{FE13}', ":", "PRESENTATION FORM FOR VERTICAL COLON"),
    ('\u{FE52}', ".", "SMALL FULL STOP"),
    ('\u{FE55}', ":", "SMALL COLON"),
    ('\u{FE58}', "-", "SMALL EM DASH"),
    ('\u{FE63}', "-", "SMALL HYPHEN-MINUS"),
    ('\u{FF61}', ".", "HALFWIDTH IDEOGRAPHIC FULL STOP"),
];

/// The names of the letters that look like an ASCII letter in lower case, according to `validate`.
static LETTERS: &[(char, &str)] = &[
    ('а', "CYRILLIC SMALL LETTER A"),
    ('в', "CYRILLIC SMALL LETTER VE"),
    ('г', "CYRILLIC SMALL LETTER GHE"),
    ('е', "CYRILLIC SMALL LETTER IE"),
    ('к', "CYRILLIC SMALL LETTER KA"),
    ('о', "CYRILLIC SMALL LETTER O"),
    ('п', "CYRILLIC SMALL LETTER PE"),
    ('р', "CYRILLIC SMALL LETTER ER"),
    ('с', "CYRILLIC SMALL LETTER ES"),
    ('у', "CYRILLIC SMALL LETTER U"),
    ('х', "CYRILLIC SMALL LETTER HA"),
    ('ѕ', "CYRILLIC SMALL LETTER DZE"),
    ('і', "CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I"),
    ('ј', "CYRILLIC SMALL LETTER JE"),
    ('ѡ', "CYRILLIC SMALL LETTER OMEGA"),
    ('ѵ', "CYRILLIC SMALL LETTER IZHITSA"),
    ('һ', "CYRILLIC SMALL LETTER SHHA"),
    ('ҽ', "CYRILLIC SMALL LETTER ABKHASIAN CHE"),
    ('ӏ', "CYRILLIC SMALL LETTER PALOCHKA"),
    ('ԁ', "CYRILLIC SMALL LETTER KOMI DE"),
    ('ԛ', "CYRILLIC SMALL LETTER QA"),
    ('ԝ', "CYRILLIC SMALL LETTER WE"),
    ('α', "GREEK SMALL LETTER ALPHA"),
    ('γ', "GREEK SMALL LETTER GAMMA"),
    ('η', "GREEK SMALL LETTER ETA"),
    ('ι', "GREEK SMALL LETTER IOTA"),
    ('κ', "GREEK SMALL LETTER KAPPA"),
    ('ν', "GREEK SMALL LETTER NU"),
    ('ο', "GREEK SMALL LETTER OMICRON"),
    ('ρ', "GREEK SMALL LETTER RHO"),
    ('υ', "GREEK SMALL LETTER UPSILON"),
    ('χ', "GREEK SMALL LETTER CHI"),
    ('ω', "GREEK SMALL LETTER OMEGA"),
    ('զ', "ARMENIAN SMALL LETTER ZA"),
    ('հ', "ARMENIAN SMALL LETTER HO"),
    ('յ', "ARMENIAN SMALL LETTER YI"),
    ('ո', "ARMENIAN SMALL LETTER VO"),
    ('ս', "ARMENIAN SMALL LETTER SEH"),
    ('ց', "ARMENIAN SMALL LETTER CO"),
    ('օ', "ARMENIAN SMALL LETTER OH"),
];

/// The names of ASCII punctuation.
static ASCII: &[(char, &str)] = &[
    ('!', "EXCLAMATION MARK"),
    ('"', "QUOTATION MARK"),
    ('#', "NUMBER SIGN"),
    ('$', "DOLLAR SIGN"),
    ('%', "PERCENT SIGN"),
    ('&', "AMPERSAND"),
    ('\'', "APOSTROPHE"),
    ('(', "LEFT PARENTHESIS"),
    (')', "RIGHT PARENTHESIS"),
    ('*', "ASTERISK"),
    ('+', "PLUS SIGN"),
    (',', "COMMA"),
    ('-', "HYPHEN-MINUS"),
    ('.', "FULL STOP"),
    ('/', "SOLIDUS"),
    (':', "COLON"),
    (';', "SEMICOLON"),
    ('<', "LESS-THAN SIGN"),
    ('=', "EQUALS SIGN"),
    ('>', "GREATER-THAN SIGN"),
    ('?', "QUESTION MARK"),
    ('@', "COMMERCIAL AT"),
    ('[', "LEFT SQUARE BRACKET"),
    ('\\', "REVERSE SOLIDUS"),
    (']', "RIGHT SQUARE BRACKET"),
    ('^', "CIRCUMFLEX ACCENT"),
    ('_', "LOW LINE"),
    ('`', "GRAVE ACCENT"),
    ('{', "LEFT CURLY BRACKET"),
    ('|', "VERTICAL LINE"),
    ('}', "RIGHT CURLY BRACKET"),
    ('~', "TILDE"),
];

static DIGITS: [&str; 10] = ["ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"];

/// Returns the ASCII character of a full-width form.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "each full-width form is at this distance from its ASCII character"
)]
fn of_full_width(character: char) -> Option<char> {
    match character {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(character) - 0xFEE0),
        _ => None,
    }
}

/// Returns the ASCII character that this character looks like, unless it is a letter of a script.
pub(super) fn look_alike(character: char) -> Option<char> {
    let found = LOOK_ALIKES.binary_search_by_key(&character, |&(own, ..)| own).ok();
    let listed = found.and_then(|index| LOOK_ALIKES.get(index)?.1.chars().next());
    listed.or_else(|| of_full_width(character))
}

/// Displays a character as its code point and, if this file has it, its Unicode name.
pub(super) struct Named(pub(super) char);

#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "there is a name for each digit"
)]
impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U+{:04X}", u32::from(self.0))?;
        let name = |table: &[(char, &'static str)], character: char| {
            table.iter().find(|(own, _)| *own == character).map(|(_, name)| *name)
        };
        if let Some(plain) = of_full_width(self.0) {
            return match plain {
                '0'..='9' => {
                    write!(f, " FULLWIDTH DIGIT {}", DIGITS[usize::from(plain as u8 - b'0')])
                }
                'a'..='z' => write!(f, " FULLWIDTH LATIN SMALL LETTER {}", plain.to_ascii_uppercase()),
                'A'..='Z' => write!(f, " FULLWIDTH LATIN CAPITAL LETTER {plain}"),
                _ => write!(
                    f,
                    " FULLWIDTH {}",
                    name(ASCII, plain).expect("the other characters of ASCII have names")
                ),
            };
        }
        let look_alike = LOOK_ALIKES.iter().find(|(own, ..)| *own == self.0).map(|(.., name)| *name);
        match name(UNSEEN, self.0).or(look_alike).or_else(|| name(LETTERS, self.0)) {
            Some(name) => write!(f, " {name}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::bytes::{is_bidi_control, is_unseen};

    #[test]
    fn tables_are_in_order() {
        assert!(UNSEEN.is_sorted_by(|a, b| a.0 < b.0));
        assert!(LOOK_ALIKES.is_sorted_by(|a, b| a.0 < b.0));
        let plain: Vec<char> = ASCII.iter().map(|(own, _)| *own).collect();
        assert!(plain.iter().copied().eq(('!'..='~').filter(|own| !own.is_ascii_alphanumeric())));
    }

    #[test]
    fn characters_that_are_not_seen_have_names() {
        assert!(UNSEEN.iter().all(|(own, _)| is_unseen(*own)));
        let is_in_use = |c: &char| is_bidi_control(*c) || !c.is_ascii() && c.is_whitespace();
        let named = |c: char| UNSEEN.iter().any(|(own, _)| *own == c);
        assert_eq!(('\0'..='\u{10FFFF}').filter(is_in_use).find(|c| !named(*c)), None);
    }

    #[test]
    fn full_width_forms_have_names() {
        for code in 0xFF01..=0xFF5E {
            let named = Named(char::from_u32(code).unwrap()).to_string();
            assert!(named.contains(" FULLWIDTH ") && !named.ends_with(' '), "{named}");
        }
    }
}
