//! Misleading characters of hosts: their scripts, their look-alikes, and their replacements in the DNS
//! form of a host.

use core::fmt::{self, Write};

/// The scripts that are distinguished, each with its blocks, by first and last code point. Characters of
/// other blocks have no script.
static SCRIPTS: &[(&str, &[(u32, u32)])] = &[
    (
        "Latin",
        &[
            (0x41, 0x5A),
            (0x61, 0x7A),
            (0xAA, 0xAA),
            (0xBA, 0xBA),
            (0xC0, 0xD6),
            (0xD8, 0xF6),
            (0xF8, 0x2AF),
            (0x1D00, 0x1D25),
            (0x1E00, 0x1EFF),
            (0x2C60, 0x2C7F),
            (0xA720, 0xA7FF),
            (0xAB30, 0xAB6F),
            (0xFF21, 0xFF3A),
            (0xFF41, 0xFF5A),
        ],
    ),
    (
        "Han",
        &[
            (0x2E80, 0x2FD5),
            (0x3005, 0x3007),
            (0x3400, 0x4DBF),
            (0x4E00, 0x9FFF),
            (0xF900, 0xFAFF),
            (0x20000, 0x3FFFF),
        ],
    ),
    ("Hiragana", &[(0x3041, 0x309F), (0x1B001, 0x1B11F)]),
    ("Katakana", &[(0x30A0, 0x30FA), (0x30FD, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF9F)]),
    ("Bopomofo", &[(0x3105, 0x312F), (0x31A0, 0x31BF)]),
    ("Hangul", &[(0x1100, 0x11FF), (0x3131, 0x318E), (0xA960, 0xA97F), (0xAC00, 0xD7FF)]),
    ("Cyrillic", &[(0x400, 0x52F), (0x1C80, 0x1C8F), (0x2DE0, 0x2DFF), (0xA640, 0xA69F)]),
    ("Greek", &[(0x370, 0x373), (0x376, 0x37D), (0x37F, 0x3FF), (0x1D26, 0x1D2A), (0x1F00, 0x1FFF)]),
    ("Armenian", &[(0x531, 0x58A)]),
    ("Hebrew", &[(0x591, 0x5F4)]),
    ("Arabic", &[(0x620, 0x65F), (0x66E, 0x6FF), (0x750, 0x77F), (0x8A0, 0x8FF)]),
    ("Devanagari", &[(0x900, 0x963), (0x966, 0x97F)]),
    ("Bengali", &[(0x980, 0x9FF)]),
    ("Gurmukhi", &[(0xA00, 0xA7F)]),
    ("Gujarati", &[(0xA80, 0xAFF)]),
    ("Oriya", &[(0xB00, 0xB7F)]),
    ("Tamil", &[(0xB80, 0xBFF)]),
    ("Telugu", &[(0xC00, 0xC7F)]),
    ("Kannada", &[(0xC80, 0xCFF)]),
    ("Malayalam", &[(0xD00, 0xD7F)]),
    ("Sinhala", &[(0xD80, 0xDFF)]),
    ("Thai", &[(0xE01, 0xE3A), (0xE40, 0xE5B)]),
    ("Lao", &[(0xE80, 0xEFF)]),
    ("Tibetan", &[(0xF00, 0xFFF)]),
    ("Myanmar", &[(0x1000, 0x109F)]),
    ("Georgian", &[(0x10A0, 0x10FF), (0x1C90, 0x1CBF), (0x2D00, 0x2D2F)]),
    ("Ethiopic", &[(0x1200, 0x139F), (0x2D80, 0x2DDF)]),
    ("Cherokee", &[(0x13A0, 0x13FF), (0xAB70, 0xABBF)]),
    ("Khmer", &[(0x1780, 0x17FF)]),
    ("Mongolian", &[(0x1820, 0x18AF)]),
];

/// Sets of scripts that one word may use (UTS 39, section 5.2, *highly restrictive*): Latin with Chinese, Japanese or
/// Korean.
const TOGETHER: [Scripts; 3] = [Scripts(0b1111), Scripts(0b1_0011), Scripts(0b10_0011)];

/// A set of scripts, as bits by their index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scripts(u32);

impl Scripts {
    pub(super) fn of(characters: impl Iterator<Item = char>) -> Self {
        let mut scripts = Self::default();
        for code in characters.map(u32::from) {
            let holds = |&(_, blocks): &(&str, &[(u32, u32)])| {
                blocks.iter().any(|&(first, last)| (first..=last).contains(&code))
            };
            scripts.0 |= SCRIPTS.iter().position(holds).map_or(0, |index| 1 << index);
        }
        scripts
    }

    /// Returns whether these scripts are not usually mixed in one word.
    pub(super) fn are_mixed(self) -> bool {
        self.0.count_ones() > 1 && TOGETHER.iter().all(|usual| self.0 & !usual.0 != 0)
    }
}

/// Shows the names, as in `Latin and Cyrillic`.
impl fmt::Display for Scripts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = SCRIPTS.iter().enumerate().filter(|(index, _)| self.0 >> index & 1 == 1);
        for (number, (_, (name, _))) in names.enumerate() {
            write!(f, "{}{name}", if number > 0 { " and " } else { "" })?;
        }
        Ok(())
    }
}

/// Letters that look like Latin letters (UTS 39, section 4), in lower case, and these Latin
/// letters.
static LOOK_ALIKES: [(&str, &str); 3] = [
    ("асԁеһіјӏорԛѕԝхуѵкгпҽѡ", "acdehijlopqswxyvkrnew"),
    ("αγηικνορυχω", "aynikvopuxw"),
    ("ոսօհցզյ", "nuohgqj"),
];

/// Returns the ASCII letter that looks like this letter.
pub(crate) fn looks_like(letter: char) -> Option<char> {
    let letter = letter.to_lowercase().next()?;
    let mut pairs = LOOK_ALIKES.iter().flat_map(|(letters, latin)| letters.chars().zip(latin.chars()));
    pairs.find(|&(own, _)| own == letter).map(|(_, latin)| latin)
}

/// Returns whether the label consists of letters beyond ASCII, at least one, that look like ASCII letters, and of digits and
/// hyphens.
pub(super) fn is_confusable(label: impl Iterator<Item = char>) -> bool {
    let mut some = false;
    for character in label {
        if !(character.is_ascii_digit() || character == '-') {
            if looks_like(character).is_none() {
                return false;
            }
            some = true;
        }
    }
    some
}

/// The replacement of a character in the DNS form of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mapped {
    Nothing,
    Character(char),
    Text(&'static str),
    Number(u32),
}

impl Mapped {
    /// Returns whether the replacement contains a delimiter of the generic syntax, a `.`, a `%` or a `\`.
    pub(crate) fn has_delimiter(self) -> bool {
        let is_delimiter =
            |own: char| matches!(own, '.' | '%' | '\\' | ':' | '/' | '?' | '#' | '[' | ']' | '@');
        match self {
            Self::Character(own) => is_delimiter(own),
            Self::Text(text) => text.contains(is_delimiter),
            Self::Nothing | Self::Number(_) => false,
        }
    }
}

/// Runs of characters whose compatibility form (NFKC) is ASCII: the first character of a run, and the replacements of all
/// its characters, in lower case. Includes the full stops of UTS 46.
static TEXTS: &[(u32, &str)] = &[
    (0xAA, "a"),
    (0xBA, "o"),
    (0x132, "ij ij"),
    (0x17F, "s"),
    (0x1C7, "lj lj lj nj nj nj"),
    (0x1F1, "dz dz dz"),
    (0x2B0, "h"),
    (0x2B2, "j r"),
    (0x2B7, "w y"),
    (0x2E1, "l s x"),
    (0x37E, ";"),
    (0x1D2C, "a"),
    (0x1D2E, "b"),
    (0x1D30, "d e"),
    (0x1D33, "g h i j k l m n"),
    (0x1D3C, "o"),
    (0x1D3E, "p r t u w a"),
    (0x1D47, "b d e"),
    (0x1D4D, "g"),
    (0x1D4F, "k m"),
    (0x1D52, "o"),
    (0x1D56, "p t u"),
    (0x1D5B, "v"),
    (0x1D62, "i r u v"),
    (0x1D9C, "c"),
    (0x1DA0, "f"),
    (0x1DBB, "z"),
    (0x1FEF, "`"),
    (0x2024, ". .. ..."),
    (0x203C, "!!"),
    (0x2047, "?? ?! !?"),
    (0x2071, "i"),
    (0x207A, "+"),
    (0x207C, "= ( ) n"),
    (0x208A, "+"),
    (0x208C, "= ( )"),
    (0x2090, "a e o x"),
    (0x2095, "h k l m n p s t w y z"),
    (0x20A8, "rs"),
    (0x2100, "a/c a/s c"),
    (0x2105, "c/o c/u"),
    (0x210A, "g h h h h"),
    (0x2110, "i i l l"),
    (0x2115, "n no"),
    (0x2119, "p q r r r"),
    (0x2120, "sm tel tm"),
    (0x2124, "z"),
    (0x2128, "z"),
    (0x212A, "k"),
    (0x212C, "b c"),
    (0x212F, "e e f"),
    (0x2133, "m o"),
    (0x2139, "i"),
    (0x213B, "fax"),
    (0x2145, "d d e i j"),
    (0x2160, "i ii iii iv v vi vii viii ix x xi xii l c d m i ii iii iv v vi vii viii ix x xi xii l c d m"),
    (
        0x2474,
        "(1) (2) (3) (4) (5) (6) (7) (8) (9) (10) (11) (12) (13) (14) (15) (16) (17) (18) (19) (20) 1. 2. 3. 4. 5. 6. 7. 8. 9. 10. 11. 12. 13. 14. 15. 16. 17. 18. 19. 20. (a) (b) (c) (d) (e) (f) (g) (h) (i) (j) (k) (l) (m) (n) (o) (p) (q) (r) (s) (t) (u) (v) (w) (x) (y) (z)",
    ),
    (0x2A74, "::= == ==="),
    (0x2C7C, "j v"),
    (0x3002, "."),
    (0x3250, "pte"),
    (0x32CC, "hg erg ev ltd"),
    (0x3371, "hpa da au bar ov pc dm dm2 dm3 iu"),
    (0x3380, "pa na"),
    (0x3383, "ma ka kb mb gb cal kcal pf nf"),
    (0x338E, "mg kg hz khz mhz ghz thz"),
    (0x3396, "ml dl kl fm nm"),
    (0x339C, "mm cm km mm2 cm2 m2 km2 mm3 cm3 m3 km3"),
    (0x33A9, "pa kpa mpa gpa rad"),
    (0x33B0, "ps ns"),
    (0x33B3, "ms pv nv"),
    (0x33B7, "mv kv mv pw nw"),
    (0x33BD, "mw kw mw"),
    (0x33C2, "a.m. bq cc cd"),
    (0x33C7, "co. db gy ha hp in kk km kt lm ln log lx mb mil mol ph p.m. ppm pr sr sv wb"),
    (0x33FF, "gal"),
    (0xA7F1, "s c f q"),
    (0xFB00, "ff fi fl ffi ffl st st"),
    (0xFB29, "+"),
    (0xFE10, ","),
    (0xFE12, ". : ; ! ?"),
    (0xFE19, "..."),
    (0xFE30, ".."),
    (0xFE33, "_ _ ( ) { }"),
    (0xFE47, "[ ]"),
    (0xFE4D, "_ _ _ ,"),
    (0xFE52, "."),
    (0xFE54, "; : ? !"),
    (0xFE59, "( ) { }"),
    (0xFE5F, "# & * + - < > ="),
    (0xFE68, "\\ $ % @"),
    (0xFF61, "."),
    (0x107A5, "q"),
    (0x1D6A6, "ss"),
    (0x1DF95, "ss"),
    (0x1F100, "0. 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,"),
    (
        0x1F110,
        "(a) (b) (c) (d) (e) (f) (g) (h) (i) (j) (k) (l) (m) (n) (o) (p) (q) (r) (s) (t) (u) (v) (w) (x) (y) (z)",
    ),
    (0x1F12B, "c r cd wz"),
    (0x1F14A, "hv mv sd ss ppv wc"),
    (0x1F16A, "mc md mr"),
    (0x1F190, "dj"),
];

/// Ranges of consecutive Latin alphabets, from the `A` of the first to the `Z` of the last.
static ALPHABETS: [(u32, u32); 4] =
    [(0x24B6, 0x24E9), (0x1CCD6, 0x1CCEF), (0x1D400, 0x1D6A3), (0x1F130, 0x1F149)];

/// Runs of characters whose compatibility form is a number: the first character, the last one, and the number
/// of the first.
static NUMBERS: &[(u32, u32, u32)] = &[
    (0xB2, 0xB3, 2),
    (0xB9, 0xB9, 1),
    (0x2070, 0x2070, 0),
    (0x2074, 0x2079, 4),
    (0x2080, 0x2089, 0),
    (0x2460, 0x2473, 1),
    (0x24EA, 0x24EA, 0),
    (0x3251, 0x325F, 21),
    (0x32B1, 0x32BF, 36),
    (0xFF10, 0xFF19, 0),
    (0x1CCF0, 0x1CCF9, 0),
    (0x1D7CE, 0x1D7D7, 0),
    (0x1D7D8, 0x1D7E1, 0),
    (0x1D7E2, 0x1D7EB, 0),
    (0x1D7EC, 0x1D7F5, 0),
    (0x1D7F6, 0x1D7FF, 0),
    (0x1FBF0, 0x1FBF9, 0),
];

/// Returns the replacement of a character beyond ASCII, if that is empty or ASCII.
pub(crate) fn mapped(character: char) -> Option<Mapped> {
    let code = u32::from(character);
    match character {
        '\0'..'\u{A0}' => None,
        // Invisible, and forbidden by UTS 46 or RFC 3987 unless percent-encoded.
        '\u{61C}'
        | '\u{200E}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}'
        | '\u{E0000}'..='\u{E0FFF}' => Some(Mapped::Nothing),
        // Ignored by UTS 46.
        '\u{AD}'
        | '\u{34F}'
        | '\u{115F}'..='\u{1160}'
        | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}' => Some(Mapped::Nothing),
        '\u{200B}'
        | '\u{2060}'..='\u{2064}'
        | '\u{206A}'..='\u{206F}'
        | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' => Some(Mapped::Nothing),
        '\u{FEFF}' | '\u{FFA0}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' => {
            Some(Mapped::Nothing)
        }
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => {
            Some(Mapped::Character(' '))
        }
        _ => number(code).or_else(|| letter(code)).or_else(|| text(code)),
    }
}

#[expect(clippy::arithmetic_side_effects, reason = "the code is one of the range, whose numbers are small")]
fn number(code: u32) -> Option<Mapped> {
    let &(first, _, number) = NUMBERS.iter().find(|(first, last, _)| (*first..=*last).contains(&code))?;
    Some(Mapped::Number(number + code - first))
}

#[expect(clippy::arithmetic_side_effects, reason = "the code is one of the range")]
fn letter(code: u32) -> Option<Mapped> {
    let becomes = match code {
        // The full-width forms are in the order of ASCII.
        0xFF01..=0xFF5E => code - 0xFF01 + u32::from(b'!'),
        _ => {
            let (first, _) = ALPHABETS.iter().find(|(first, last)| (*first..=*last).contains(&code))?;
            u32::from(b'a') + (code - first) % 26
        }
    };
    char::from_u32(becomes).map(|own| Mapped::Character(own.to_ascii_lowercase()))
}

#[expect(clippy::arithmetic_side_effects, reason = "the code is one of the range")]
fn text(code: u32) -> Option<Mapped> {
    let run = TEXTS.partition_point(|(first, _)| *first <= code).checked_sub(1)?;
    let (first, texts) = TEXTS.get(run)?;
    texts.split(' ').nth((code - first) as usize).map(Mapped::Text)
}

/// Returns whether the revisions of IDNA replace the character differently (UTS 46, section 1.3.2).
pub(super) const fn deviates(character: char) -> bool {
    matches!(character, 'ß' | 'ẞ' | 'ς' | '\u{200C}' | '\u{200D}')
}

/// Writes the text with its mapped characters replaced.
pub(crate) fn write_mapped(text: &str, out: &mut impl Write) -> fmt::Result {
    text.chars().try_for_each(|character| match mapped(character) {
        None => out.write_char(character),
        Some(Mapped::Nothing) => Ok(()),
        Some(Mapped::Character(own)) => out.write_char(own),
        Some(Mapped::Text(text)) => out.write_str(text),
        Some(Mapped::Number(number)) => write!(out, "{number}"),
    })
}

impl fmt::Display for Mapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::Character(own) => write!(f, "`{own}`"),
            Self::Text(text) => write!(f, "`{text}`"),
            Self::Number(number) => write!(f, "`{number}`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[test]
    fn tables_are_in_order() {
        assert!(TEXTS.is_sorted_by(|a, b| a.0 + a.1.split(' ').count() as u32 <= b.0));
        assert!(NUMBERS.is_sorted_by(|a, b| a.1 < b.0));
        assert!(SCRIPTS.len() <= 32);
        assert!(LOOK_ALIKES.iter().all(|(own, latin)| own.chars().count() == latin.len()));
    }

    #[rstest]
    #[case("example", false)]
    #[case("пример", false)]
    #[case("bücher", false)]
    #[case("日本のカタカナabc", false)]
    #[case("한국abc", false)]
    #[case("中文ㄅabc", false)]
    #[case("a-1·", false)]
    #[case("pаypal", true)]
    #[case("gοοgle", true)]
    #[case("日本한국", false)]
    #[case("カ한", true)]
    #[case("ㄅの", true)]
    #[case("аα", true)]
    fn mixes(#[case] label: &str, #[case] mixed: bool) {
        assert_eq!(Scripts::of(label.chars()).are_mixed(), mixed);
    }

    #[rstest]
    #[case("асе", true)]
    #[case("АСЕ-1", true)]
    #[case("пример", false)]
    #[case("1-2", false)]
    #[case("abc", false)]
    fn looks_latin(#[case] label: &str, #[case] confusable: bool) {
        assert_eq!(is_confusable(label.chars()), confusable);
    }

    #[rstest]
    #[case('\u{AD}', "nothing")]
    #[case('\u{200B}', "nothing")]
    #[case('．', "`.`")]
    #[case('。', "`.`")]
    #[case('／', "`/`")]
    #[case('⒛', "`20.`")]
    #[case('１', "`1`")]
    #[case('㊿', "`50`")]
    #[case('𝟘', "`0`")]
    #[case('ｘ', "`x`")]
    #[case('Ｘ', "`x`")]
    #[case('ⓩ', "`z`")]
    #[case('𝓛', "`l`")]
    #[case('ſ', "`s`")]
    #[case('\u{212A}', "`k`")]
    #[case('㎏', "`kg`")]
    #[case('\u{FE12}', "`.`")]
    #[case('\u{3000}', "` `")]
    #[case('\u{3164}', "nothing")]
    #[case('\u{1CCF1}', "`1`")]
    fn becomes(#[case] character: char, #[case] text: &str) {
        assert_eq!(mapped(character).unwrap().to_string(), text);
    }

    #[rstest]
    fn stays(#[values('a', '.', '·', 'é', 'ß', '\u{33E0}', '漢', '\u{200D}')] character: char) {
        assert_eq!(mapped(character), None);
    }
}
