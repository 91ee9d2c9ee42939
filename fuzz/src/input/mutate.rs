//! Edits of a text at random places.

use std::ops::Range;

use fastrand::Rng;

use super::tokens;

/// The longest text that is made longer.
const LONGEST: usize = 512;

/// Makes one edit: inserts, deletes, replaces, repeats, swaps or moves.
pub(super) fn mutate(text: &mut String, random: &mut Rng) {
    match random.u8(..12) {
        0..4 => text.insert_str(place(text, random), token(random)),
        4..6 => text.replace_range(character(text, random), ""),
        6..8 => text.replace_range(character(text, random), token(random)),
        8 => delete(text, random),
        9 => flip_case(text, random),
        10 => swap(text, random),
        _ => repeat(text, random),
    }
}

/// Deletes a character or more.
pub(super) fn delete(text: &mut String, random: &mut Rng) {
    let range = if random.bool() { character(text, random) } else { span(text, random) };
    text.replace_range(range, "");
}

fn token(random: &mut Rng) -> &'static str {
    tokens::ANY[random.usize(..tokens::ANY.len())]
}

fn place(text: &str, random: &mut Rng) -> usize {
    text.floor_char_boundary(random.usize(..=text.len()))
}

/// Returns where a character is, or the end.
fn character(text: &str, random: &mut Rng) -> Range<usize> {
    let start = place(text, random);
    start..text[start..].chars().next().map_or(start, |c| start + c.len_utf8())
}

fn span(text: &str, random: &mut Rng) -> Range<usize> {
    let (a, b) = (place(text, random), place(text, random));
    a.min(b)..a.max(b)
}

fn flip_case(text: &mut String, random: &mut Rng) {
    let at = character(text, random);
    let flipped: String = text[at.clone()]
        .chars()
        .map(|c| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
        .collect();
    text.replace_range(at, &flipped);
}

fn swap(text: &mut String, random: &mut Rng) {
    let at = character(text, random);
    let moved = text[at.clone()].to_owned();
    text.replace_range(at, "");
    text.insert_str(place(text, random), &moved);
}

fn repeat(text: &mut String, random: &mut Rng) {
    let span = span(text, random);
    let times = if random.u8(..16) == 0 { random.usize(2..40) } else { 1 };
    if text.len() + span.len() * times <= LONGEST {
        let repeated = text[span.clone()].repeat(times);
        text.insert_str(span.end, &repeated);
    }
}
