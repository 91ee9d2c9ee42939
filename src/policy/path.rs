//! Whether a path is plain: whether all software reads its segments alike.

use core::ops::Range;

use crate::bytes::first_percent;
use crate::grammar::Rule;
use crate::layout::{first_dot_segment, leading_dots};
use crate::percent::value;
use crate::validate::{Code, Detail, Mapped, Review, mapped};

/// What makes a path another one in some software: where it is, what it is, and what to write.
type Problem = (Range<usize>, &'static str, &'static str);

/// Adds a finding at the first place where the path is not plain.
pub(super) fn check(found: &mut Review<'_, '_>) {
    let Some(path) = found.at.path() else { return };
    let text = found.slice(path.clone());
    let problems = [empty_segment(text), dot_segment(text), encoded(text), mapped_character(text)];
    if let Some((place, what, help)) = problems.into_iter().flatten().min_by_key(|(place, ..)| place.start) {
        let range = path.start + place.start..path.start + place.end;
        found.add(Code::PathNotPlain, Rule::path, range, Detail::Message(what, help));
    }
}

fn empty_segment(path: &str) -> Option<Problem> {
    let at = path.find("//")?;
    Some((at..at + 2, "an empty segment", "write one `/` between two segments"))
}

fn dot_segment(path: &str) -> Option<Problem> {
    let at = first_dot_segment(path)?;
    let dots = path.as_bytes().get(at..).and_then(leading_dots).unwrap_or_default();
    Some((at..at + dots, "a dot segment", "write the path that results from it"))
}

fn encoded(path: &str) -> Option<Problem> {
    const HELP: &str = "leave it out";
    let bytes = path.as_bytes();
    let mut from = 0;
    loop {
        let at = first_percent(bytes, from)?;
        from = at + 1;
        let Some(&digits) = bytes.get(at + 1..).and_then(|rest| rest.first_chunk()) else { continue };
        let what = match u8::try_from(value(digits)) {
            Ok(b'/') => "a `/` that is percent-encoded",
            Ok(b'\\') => "a `\\` that is percent-encoded",
            Ok(b'.') => "a `.` that is percent-encoded",
            Ok(..0x20 | 0x7F) => "a control character that is percent-encoded",
            _ => continue,
        };
        return Some((at..at + 3, what, HELP));
    }
}

fn hides(character: char) -> bool {
    mapped(character).is_some_and(|becomes| becomes == Mapped::Nothing || becomes.has_delimiter())
}

/// Finds a character beyond ASCII that becomes a delimiter or nothing where text is converted to compatible characters.
fn mapped_character(path: &str) -> Option<Problem> {
    if path.is_ascii() {
        return None;
    }
    let (at, character) = path.char_indices().find(|(_, character)| hides(*character))?;
    Some((
        at..at + character.len_utf8(),
        "a character that is invisible or looks like a delimiter",
        "leave it out",
    ))
}
