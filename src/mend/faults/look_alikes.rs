//! Characters that look like a delimiter, a digit or a letter of ASCII, before the path.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::grammar::Components;
use crate::mend::mistake::{Edit, Mistake};
use crate::mend::names::{Named, look_alike};
use crate::mend::typed::Typed;
use crate::validate::looks_like;

/// The most characters that a help names.
const MOST_NAMED: usize = 3;

/// Delimiters, digits and letters in the scheme and the authority, and the delimiters between them.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "characters end in the text; the plain text that is meant is not longer"
)]
pub(super) fn before_the_path(typed: &Typed<'_>) -> Option<Mistake> {
    if typed.text.is_ascii() {
        return None;
    }
    let plain = |character: char| look_alike(character).unwrap_or(character);
    let meant = Components::split(&typed.text.chars().map(plain).collect::<String>());
    // The path may begin with such a character itself.
    let end = if meant.authority().is_some() || meant.scheme().is_some() {
        meant.path_range().start + 1
    } else {
        0
    };
    let scheme = meant.scheme().map_or(0, |scheme| scheme.end);
    let (mut edits, mut named, mut place) = (Vec::new(), Vec::new(), 0);
    for (at, character) in typed.text.char_indices() {
        let letter = || looks_like(character).filter(|_| place < scheme);
        if place >= end {
            break;
        }
        let new = look_alike(character).filter(|new| place + 1 < end || *new == '/').or_else(letter);
        place += plain(character).len_utf8();
        let Some(new) = new.filter(|_| !character.is_ascii()) else { continue };
        edits.push(Edit::new(at..at + character.len_utf8(), String::from(new)));
        if named.len() <= MOST_NAMED && !named.contains(&(character, new)) {
            named.push((character, new));
        }
    }
    let more = if named.len() > MOST_NAMED { ", and so on" } else { "" };
    let phrases = named.iter().take(MOST_NAMED).map(|(own, new)| format!("`{new}` for {}", Named(*own)));
    let help = format!("write {}{more}", phrases.collect::<Vec<_>>().join(", "));
    (!edits.is_empty()).then(|| Mistake::new(help, edits))
}
