//! Checks that a path is plain, which means that all software finds the same segments in it.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "offsets within the text, which has at most `LONGEST` bytes"
)]

use core::ops::Range;

use crate::bytes::first_of;
use crate::grammar::Rule;
use crate::layout::{first_dot_segment, leading_dots};
use crate::percent::value;
use crate::validate::{Code, Detail, Mapped, Review, encoded_twice, first_character, mapped};

/// A part of the path that some software reads differently: its range, a noun phrase for it, and advice.
type Problem = (Range<usize>, &'static str, &'static str);

/// Adds a finding for the first part of the path that is not plain.
pub(super) fn check(found: &mut Review<'_, '_>) {
    let Some(path) = found.at.path() else { return };
    let text = found.slice(path.clone());
    let rest = found.text.as_bytes().get(path.start..).unwrap_or_default();
    let problems = [
        empty_segment(text),
        dot_segment(text),
        parameters(text, rest),
        encoded(text, rest),
        mapped_character(text),
    ];
    if let Some((range, name, help)) = problems.into_iter().flatten().min_by_key(|(range, ..)| range.start) {
        let range = path.start + range.start..path.start + range.end;
        found.add(Code::PathNotPlain, Rule::path, range, Detail::Message(name, help));
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

/// Finds a segment that becomes empty or a dot segment when software removes its parameters (section 3.3), as servlet
/// containers do, or when software decodes a `?` or `#` in the segment and takes the rest for a query or a fragment.
fn parameters(path: &str, text: &[u8]) -> Option<Problem> {
    let mut end = 0;
    path.split('/').find_map(|segment| {
        let at = end;
        end += segment.len() + 1;
        let dots = at + segment.bytes().take(2).take_while(|own| *own == b'.').count();
        // The last segment of a plain path may be empty.
        let may_be_empty = dots == at && end > path.len();
        let (character, length) = decoded_at(path, text, dots)?;
        let begins = match mapped(character) {
            Some(becomes) => becomes == Mapped::Character(';') || becomes == Mapped::Text(";"),
            None => character == ';' || matches!(character, '?' | '#') && dots > at,
        };
        let ends = (dots + length).min(path.len());
        (begins && dots < path.len() && !may_be_empty).then_some((
            at..ends,
            "a segment that is empty or a dot segment without its parameters",
            "leave it out",
        ))
    })
}

/// Returns the decoded character at an offset of the path, and the length of its encoding.
fn decoded_at(path: &str, text: &[u8], at: usize) -> Option<(char, usize)> {
    let here = text.get(at..)?;
    if let Some(beyond_ascii) = encoded_character(here).filter(|(own, _)| !own.is_ascii()) {
        return Some(beyond_ascii);
    }
    if let Some(own) = path.get(at..)?.chars().next().filter(|own| !own.is_ascii()) {
        return Some((own, own.len_utf8()));
    }
    let (character, rest) = first_character(here)?;
    Some((char::from_u32(character)?, here.len() - rest.len()))
}

/// Finds an encoded slash, backslash, `.`, control or invisible character, and double encoding. `text` is the path and the
/// text after it, because the grammar takes the `#` of a character reference for the start of the fragment.
fn encoded(path: &str, text: &[u8]) -> Option<Problem> {
    let mut from = 0;
    loop {
        let at = from + first_of(path.as_bytes().get(from..)?, *b"%&")?;
        from = at + 1;
        let here = text.get(at..)?;
        let (character, rest) = first_character(here)?;
        let is_percent_encoded = here.first() == Some(&b'%');
        let end = (text.len() - rest.len()).min(path.len());
        let name = match (u8::try_from(character), is_percent_encoded) {
            (Ok(b'/'), true) => "a `/` that is percent-encoded",
            (Ok(b'/'), false) => "a `/` that is written as a character reference",
            (Ok(b'\\'), true) => "a `\\` that is percent-encoded",
            (Ok(b'\\'), false) => "a `\\` that is written as a character reference",
            (Ok(b'.'), true) => "a `.` that is percent-encoded",
            (Ok(b'.'), false) => "a `.` that is written as a character reference",
            (Ok(..0x20 | 0x7F), true) => "a control character that is percent-encoded",
            (Ok(..0x20 | 0x7F), false) => "a control character that is written as a character reference",
            _ if encoded_twice(here).is_some() => {
                return Some((at..at + 3, "data that are percent-encoded twice", "encode them once"));
            }
            // Skip a single triplet beyond ASCII, which is only a part of a character. `mapped_character` decodes
            // sequences of triplets.
            _ if (here.len() - rest.len() > 3 || !is_percent_encoded)
                && char::from_u32(character).is_some_and(hides) =>
            {
                HIDING
            }
            _ => continue,
        };
        return Some((at..end, name, "leave it out"));
    }
}

const HIDING: &str = "a character that is invisible or looks like a delimiter";

fn hides(character: char) -> bool {
    mapped(character).is_some_and(|becomes| becomes == Mapped::Nothing || becomes.has_delimiter())
}

/// Finds a character beyond ASCII that compatibility mapping removes or turns into a delimiter.
fn mapped_character(path: &str) -> Option<Problem> {
    let problem = |range| (range, HIDING, "leave it out");
    let mut raw = path.char_indices().filter(|(_, character)| !character.is_ascii());
    let raw = raw.find(|(_, character)| hides(*character));
    let raw = raw.map(|(at, character)| at..at + character.len_utf8());
    let encoded = path.match_indices('%').find_map(|(at, _)| {
        let (character, length) = encoded_character(path.as_bytes().get(at..)?)?;
        hides(character).then_some(at..at + length)
    });
    raw.into_iter().chain(encoded).min_by_key(|range| range.start).map(problem)
}

/// Decodes the first character from percent-encoded UTF-8, and returns it with the length of its
/// triplets.
fn encoded_character(text: &[u8]) -> Option<(char, usize)> {
    let mut octets = [0; 4];
    for (count, triplet) in text.chunks_exact(3).take(octets.len()).enumerate() {
        let &[b'%', high, low] = triplet else { return None };
        *octets.get_mut(count)? = u8::try_from(value([high, low])).ok()?;
        if let Ok(decoded) = core::str::from_utf8(octets.get(..=count)?) {
            return Some((decoded.chars().next()?, 3 * (count + 1)));
        }
    }
    None
}
