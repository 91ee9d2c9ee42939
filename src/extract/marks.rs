//! The characters that delimit a URI in running text.
#![expect(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "evaluated by the compiler")]

use crate::bytes::is_bidi_control;

/// The role of a character in or next to a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// It may be part of a URI, even its last character.
    Inside,
    /// It may be part of a URI, but not its last character, where it belongs to the sentence.
    Punctuation,
    /// Punctuation that is written without white space after it: the URI ends before it, unless it is
    /// enclosed.
    Stop,
    /// It may be part of a URI, unless an apostrophe is also before the URI.
    Apostrophe,
    /// Brackets of a kind. A closing bracket that was not opened in the URI is not part of it.
    Opening(Bracket),
    Closing(Bracket),
    /// White space, which is ignored in angle brackets.
    Space,
    DoubleQuote,
    ClosingAngle,
    /// An opening angle bracket or a control character: the URI ends before it, even if enclosed.
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
    /// Brackets and quotation marks beyond ASCII, which are counted together.
    Other,
}

impl Bracket {
    pub(super) const COUNT: usize = 4;
}

const ASCII: [Mark; 128] = {
    let mut marks = [Mark::Inside; 128];
    let mut byte = 0;
    while byte < marks.len() {
        marks[byte] = of_ascii(byte as u8);
        byte += 1;
    }
    marks
};

/// The bytes that are [`Mark::Inside`].
pub(super) const INSIDE: [bool; 256] = set(false);

/// The bytes that are [`Mark::Inside`] or [`Mark::Punctuation`].
pub(super) const PLAIN: [bool; 256] = set(true);

const fn set(with_punctuation: bool) -> [bool; 256] {
    let mut set = [false; 256];
    let mut byte = 0;
    while byte < ASCII.len() {
        set[byte] = match ASCII[byte] {
            Mark::Inside => true,
            Mark::Punctuation => with_punctuation,
            _ => false,
        };
        byte += 1;
    }
    set
}

const fn of_ascii(byte: u8) -> Mark {
    match byte {
        b'\t' | b'\n' | 0x0B | 0x0C | b'\r' | b' ' => Mark::Space,
        0..0x20 | 0x7F | b'<' => Mark::End,
        b'>' => Mark::ClosingAngle,
        b'"' => Mark::DoubleQuote,
        b'\'' => Mark::Apostrophe,
        b'.' | b',' | b';' | b':' | b'!' | b'?' => Mark::Punctuation,
        b'(' => Mark::Opening(Bracket::Round),
        b')' => Mark::Closing(Bracket::Round),
        b'[' => Mark::Opening(Bracket::Square),
        b']' => Mark::Closing(Bracket::Square),
        b'{' => Mark::Opening(Bracket::Curly),
        b'}' => Mark::Closing(Bracket::Curly),
        _ => Mark::Inside,
    }
}

impl Mark {
    #[inline]
    pub(super) fn of(c: char) -> Self {
        ASCII.get(c as usize).copied().unwrap_or_else(|| Self::beyond_ascii(c))
    }

    fn beyond_ascii(c: char) -> Self {
        match c {
            '“' | '‘' | '„' | '‚' | '«' | '‹' | '「' | '『' | '（' | '［' | '｛' | '【' | '〔' | '《'
            | '〈' => Self::Opening(Bracket::Other),
            '”' | '’' | '»' | '›' | '」' | '』' | '）' | '］' | '｝' | '】' | '〕' | '》' | '〉' => {
                Self::Closing(Bracket::Other)
            }
            '。' | '、' | '，' | '．' | '：' | '；' | '！' | '？' | '｡' | '､' => Self::Stop,
            '…' | '،' | '؛' | '؟' | '।' => Self::Punctuation,
            // An IRI must not contain bidirectional formatting characters (RFC 3987, section 4.1); the others
            // are invisible spaces.
            _ if is_bidi_control(c) => Self::End,
            '\u{200B}' | '\u{2060}' | '\u{FEFF}' => Self::Space,
            _ if c.is_whitespace() => Self::Space,
            _ if c.is_control() => Self::End,
            _ => Self::Inside,
        }
    }

    pub(super) fn is_space(c: char) -> bool {
        Self::of(c) == Self::Space
    }

    /// Returns the mark of a byte; `None` if it is not an ASCII character.
    pub(super) fn of_byte(byte: u8) -> Option<Self> {
        ASCII.get(usize::from(byte)).copied()
    }

    /// Returns whether the byte is a character that no URI has in running text, apart from white space in angle
    /// brackets.
    pub(super) fn ends(byte: u8) -> bool {
        matches!(Self::of_byte(byte), Some(Self::Space | Self::DoubleQuote | Self::ClosingAngle | Self::End))
    }
}
