//! The characters that delimit a URI in running text.
#![expect(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "evaluated by the compiler")]

use crate::bytes::is_bidi_control;

/// The role of a character in or next to a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A character that may be part of a URI, even the last one.
    Inside,
    /// Punctuation that may be part of a URI, but not its last character: there, it belongs to the sentence.
    Punctuation,
    /// Punctuation that is written without white space after it, such as `。`. A URI ends before it unless the URI is
    /// enclosed.
    Stop,
    /// An apostrophe, which may be part of a URI unless another apostrophe precedes the URI.
    Apostrophe,
    Opening(Bracket),
    /// A closing bracket, which is part of a URI only if its opening bracket is too.
    Closing(Bracket),
    /// White space, which is ignored in angle brackets.
    Space,
    DoubleQuote,
    ClosingAngle,
    /// An opening angle bracket or a control character, before which even an enclosed URI ends.
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

pub(super) const ASCII: [Role; 128] = {
    let mut roles = [Role::Inside; 128];
    let mut byte = 0;
    while byte < roles.len() {
        roles[byte] = of_ascii(byte as u8);
        byte += 1;
    }
    roles
};

/// The bytes that are [`Role::Inside`].
pub(super) const INSIDE: [bool; 256] = {
    let mut inside = [false; 256];
    let mut byte = 0;
    while byte < ASCII.len() {
        inside[byte] = matches!(ASCII[byte], Role::Inside);
        byte += 1;
    }
    inside
};

const fn of_ascii(byte: u8) -> Role {
    match byte {
        b'\t' | b'\n' | 0x0B | 0x0C | b'\r' | b' ' => Role::Space,
        0..0x20 | 0x7F | b'<' => Role::End,
        b'>' => Role::ClosingAngle,
        b'"' => Role::DoubleQuote,
        b'\'' => Role::Apostrophe,
        b'.' | b',' | b';' | b':' | b'!' | b'?' => Role::Punctuation,
        b'(' => Role::Opening(Bracket::Round),
        b')' => Role::Closing(Bracket::Round),
        b'[' => Role::Opening(Bracket::Square),
        b']' => Role::Closing(Bracket::Square),
        b'{' => Role::Opening(Bracket::Curly),
        b'}' => Role::Closing(Bracket::Curly),
        _ => Role::Inside,
    }
}

/// The length of the longest name of a character reference of HTML, `CounterClockwiseContourIntegral`.
const LONGEST_REFERENCE: usize = 31;

/// Returns the name of the character reference of HTML at the end of the text, between its `&` and the `;` after the text.
pub(super) fn reference_at_end(text: &[u8]) -> Option<&[u8]> {
    let near = text.get(text.len().saturating_sub(LONGEST_REFERENCE + 1)..)?;
    let name = near.get(near.iter().rposition(|&byte| byte == b'&')? + 1..)?;
    let letters = name.strip_prefix(b"#").unwrap_or(name);
    (!letters.is_empty() && letters.iter().all(u8::is_ascii_alphanumeric)).then_some(name)
}

/// Returns whether the character reference of HTML with this name encodes a `"`, `<`, `>` or white space, as far as they are
/// common in text.
pub(super) fn delimits(name: &[u8]) -> bool {
    let Some(number) = name.strip_prefix(b"#") else {
        return matches!(name, b"lt" | b"gt" | b"quot" | b"nbsp" | b"LT" | b"GT" | b"QUOT");
    };
    let code = core::str::from_utf8(number).ok().and_then(|digits| match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    });
    matches!(code, Some(0x09 | 0x0A | 0x0D | 0x20 | 0x22 | 0x3C | 0x3E | 0xA0))
}

impl Role {
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
            // An IRI must not contain bidirectional formatting characters (RFC 3987, section 4.1). The other invisible
            // characters are treated as spaces.
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

    /// Returns the role of a byte, or `None` if the byte is not an ASCII character.
    pub(super) fn of_byte(byte: u8) -> Option<Self> {
        ASCII.get(usize::from(byte)).copied()
    }

    /// Returns whether the byte ends every URI in running text, except that white space does not end one in angle
    /// brackets.
    pub(super) fn ends(byte: u8) -> bool {
        matches!(Self::of_byte(byte), Some(Self::Space | Self::DoubleQuote | Self::ClosingAngle | Self::End))
    }
}
