//! Joiners and selectors, which are invisible, but part of the text between certain characters: U+200C and U+200D where RFC
//! 5892, appendices A.1 and A.2, and UAX 31, section 2.3, allow them, U+200D where it gives a consonant of an Indic script
//! another form, and U+200D, selectors and tags in emoji (UTS 51).

use crate::suggest::unicode_joining::{
    is_pictograph, is_transparent, is_virama, joins_after, joins_before, joins_both,
};

/// Returns whether a character is part of the text. `before` and `after` are the text before and after it.
///
/// Of a run of the same joiner or selector, only the first may be.
pub(super) fn is_text(before: &str, character: char, after: &str) -> bool {
    if matches!(character, '\u{E0020}'..='\u{E007F}') {
        return is_of_flag(before, character, after);
    }
    // Check this first, so that the characters around a run are searched once.
    if before.ends_with(character) {
        return false;
    }
    let after = after.trim_start_matches(character);
    let (last, next) = (before.chars().next_back(), after.chars().next());
    match character {
        '\u{200C}' => last.is_some_and(is_virama) || breaks_a_join(before, after),
        '\u{200D}' => {
            // The Unicode Standard, section 12.2: the Bengali ra keeps its form before ya-phalaa. Likewise in other scripts.
            let keeps_a_form = || last.is_some_and(char::is_alphabetic) && next.is_some_and(is_virama);
            last.is_some_and(is_virama) || keeps_a_form() || joins_pictographs(before, next)
        }
        '\u{FE0E}' | '\u{FE0F}' => {
            let is_keycap = || matches!(last, Some('0'..='9' | '#' | '*')) && next == Some('\u{20E3}');
            last.is_some_and(is_pictograph) || is_keycap()
        }
        _ => false,
    }
}

/// Returns whether the letters around a U+200C would be joined without it.
fn breaks_a_join(before: &str, after: &str) -> bool {
    let last = before.chars().rev().find(|own| !is_transparent(*own));
    let first = after.chars().find(|own| !is_transparent(*own));
    last.is_some_and(|own| joins_both(own) || joins_after(own))
        && first.is_some_and(|own| joins_both(own) || joins_before(own))
}

/// Returns whether a U+200D is between pictographs. The first may have a skin tone and a selector.
fn joins_pictographs(before: &str, next: Option<char>) -> bool {
    let is_of_first = |own: &char| matches!(own, '\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}');
    let first = before.chars().rev().find(|own| !is_of_first(own));
    first.is_some_and(is_pictograph) && next.is_some_and(is_pictograph)
}

/// The maximum number of tags between the flag and the tag that ends the sequence: those of a subdivision of a country.
const MOST_TAGS: usize = 7;

/// Returns whether the tag is one of those that make U+1F3F4 the flag of a subdivision of a country, such as Scotland.
fn is_of_flag(before: &str, tag: char, after: &str) -> bool {
    let is_of_name = |own: char| matches!(own, '\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}');
    let is_end = |own: char| own == '\u{E007F}';
    let tags_before = before.chars().rev().take_while(|own| is_of_name(*own)).take(MOST_TAGS).count();
    let tags_after = after.chars().take_while(|own| is_of_name(*own)).take(MOST_TAGS).count();
    let has_flag = before.chars().rev().nth(tags_before) == Some('\u{1F3F4}');
    let tags = tags_before.saturating_add(tags_after);
    if is_end(tag) {
        has_flag && tags_before > 0
    } else {
        has_flag && is_of_name(tag) && after.chars().nth(tags_after).is_some_and(is_end) && tags < MOST_TAGS
    }
}
