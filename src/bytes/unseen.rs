//! Invisible characters, and characters that reorder others.

/// Returns whether the character is invisible or looks like a gap.
pub(crate) fn is_unseen(c: char) -> bool {
    is_invisible(c) || c.is_whitespace()
}

/// Returns whether the character is displayed as nothing, not even a gap, or controls a terminal or a printer. These are
/// control characters, characters with Unicode's property `Default_Ignorable_Code_Point`, interlinear annotation
/// characters, and the blank Braille pattern.
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
                | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
                | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}'
                | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}'
        )
}

/// Returns whether the character has Unicode's property `Bidi_Control`. RFC 3987 forbids the characters that had this
/// property at the time (section 4.1), but its grammar accepts them.
pub(crate) fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether the character can be displayed unescaped: it is visible and does not reorder others.
pub(crate) fn is_plain(c: char) -> bool {
    match c {
        ' '..='~' => true,
        // `escape_debug` escapes characters that are not printable or extend the character before them.
        _ => c.escape_debug().len() == 1 && !is_unseen(c) && !is_right_to_left(c),
    }
}

/// Returns whether the character is in a block of a script that is written from right to left.
const fn is_right_to_left(c: char) -> bool {
    matches!(
        c,
        '\u{0590}'..='\u{08FF}'
            | '\u{FB1D}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFF}'
            | '\u{10800}'..='\u{10FFF}'
            | '\u{1E800}'..='\u{1EFFF}'
    )
}
