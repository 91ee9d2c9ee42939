//! Percent-encoded octets (sections 2.1 and 7.3) of all components, in one pass over the `%`s of the text, and characters
//! that have to be percent-encoded in an IRI (RFC 3987, section 4.1).

use core::ops::Range;

use super::decoding::encoded_twice;
use super::finding::Detail;
use super::review::Kind;
use super::review::Review;
use super::table::Code;
use crate::bytes::{first_percent, first_percent_or_beyond_ascii, is_bidi_control};
use crate::grammar::{HostKind, Rule};
use crate::percent::value;

/// The classes of octets, as bits.
const NUL: u8 = 1;
const LINE_BREAK: u8 = 1 << 1;
const CONTROL: u8 = 1 << 2;
const DELIMITER: u8 = 1 << 3;
const UNRESERVED: u8 = 1 << 4;
const PERCENT: u8 = 1 << 5;
const BEYOND_ASCII: u8 = 1 << 6;
/// The class of a dot segment. It is not in the table, but counts as seen like the classes of octets.
const DOT_SEGMENT: u8 = 1 << 7;

/// Look-up table: the class of each octet; 0 for octets without findings.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut octet = 0;
    while octet < 256 {
        classes[octet] = match octet as u8 {
            0 => NUL,
            b'\n' | b'\r' => LINE_BREAK,
            1..=0x1F | 0x7F => CONTROL,
            b'/' | b'?' | b'#' | b'[' | b']' | b'@' | b':' | b'\\' => DELIMITER,
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => UNRESERVED,
            b'%' => PERCENT,
            0x80.. => BEYOND_ASCII,
            _ => 0,
        };
        octet += 1;
    }
    classes
};

#[inline]
pub(super) fn check(review: &mut Review<'_, '_>) {
    if let Some(first) = first_percent_or_beyond_ascii(review.text.as_bytes(), 0) {
        check_from(review, first);
    }
}

/// Adds a finding for the first bidirectional formatting character of each component. In the host, it is reported as
/// a mapped character instead.
#[inline(never)]
#[expect(clippy::arithmetic_side_effects, reason = "a character lies in the text")]
fn check_bidi_controls(review: &mut Review<'_, '_>) {
    let mut part = Part { rule: Rule::path, range: 0..0 };
    for (at, found) in review.text.char_indices().filter(|(_, own)| is_bidi_control(*own)) {
        if at >= part.range.end {
            part = Part::at(review, at);
            if part.range.contains(&at) && part.rule != Rule::host {
                review.add(Code::BidiControl, part.rule, at..at + found.len_utf8(), Detail::None);
            }
        }
    }
}

#[inline(never)]
#[expect(clippy::arithmetic_side_effects, reason = "a triplet lies in the text")]
fn check_from(review: &mut Review<'_, '_>, first: usize) {
    let bytes = review.text.as_bytes();
    let mut part = Part { rule: Rule::path, range: 0..0 };
    let mut seen = 0;
    let mut found = Some(first);
    let mut next: fn(&[u8], usize) -> Option<usize> = first_percent_or_beyond_ascii;
    while let Some(at) = found {
        if bytes.get(at) != Some(&b'%') {
            check_bidi_controls(review);
            next = first_percent;
            found = next(bytes, at);
            continue;
        }
        let Some(&digits) = bytes.get(at + 1..).and_then(|rest| rest.first_chunk()) else { break };
        // An edited grammar may accept a `%` without digits.
        let Ok(octet) = u8::try_from(value(digits)) else {
            found = next(bytes, at + 1);
            continue;
        };
        if at >= part.range.end {
            (part, seen) = (Part::at(review, at), 0);
        }
        let mut end = at + 3;
        if part.range.contains(&at) {
            end = check_octet(review, &part, &mut seen, octet, at);
        }
        // Percent-encoded octets usually follow one another.
        found = if bytes.get(end) == Some(&b'%') { Some(end) } else { next(bytes, end) };
    }
}

/// Checks the octet that is encoded at this offset, and the other octets of its character. Returns the end of the
/// character.
#[inline]
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a triplet lies in the text; the table has an entry for each octet"
)]
fn check_octet(review: &mut Review<'_, '_>, part: &Part, seen: &mut u8, octet: u8, at: usize) -> usize {
    let bytes = review.text.as_bytes();
    let range = at..at + 3;
    let class = CLASSES[usize::from(octet)];
    match class {
        // The component already has this finding, so the octets need not be decoded.
        BEYOND_ASCII if *seen & class != 0 => {}
        BEYOND_ASCII => {
            let end = part.range.end.min(bytes.len());
            let (end, is_utf8) = character(bytes.get(..end).unwrap_or(bytes), octet, at);
            if !is_utf8 {
                add(review, part, seen, class, Code::EncodedNotUtf8, at..end);
            }
            return end;
        }
        NUL => add(review, part, seen, class, Code::EncodedNul, range),
        // `by_scheme` checks the header fields of `mailto`.
        LINE_BREAK if part.rule == Rule::query && review.facts.kind == Kind::Mailto => {}
        LINE_BREAK if part.rule == Rule::query => {
            add(review, part, seen, class, Code::LineBreakInQuery, range);
        }
        LINE_BREAK => add(review, part, seen, class, Code::EncodedLineBreak, range),
        CONTROL => add(review, part, seen, class, Code::EncodedControl, range),
        // In a `tel` URI a `#` is a digit (RFC 3966, section 3).
        DELIMITER if part.is_ended_by(octet) && review.facts.kind != Kind::Tel => {
            add(review, part, seen, class, Code::EncodedDelimiter, range);
        }
        UNRESERVED => {
            add(review, part, seen, class, Code::EncodedUnreserved, range);
            if octet == b'.' {
                if let Some(segment) = dot_segment(bytes, part, at) {
                    add(review, part, seen, DOT_SEGMENT, Code::EncodedDotSegment, segment);
                }
            }
        }
        PERCENT if *seen & class == 0 => {
            if let Some(length) = bytes.get(at..part.range.end).and_then(encoded_twice) {
                add(review, part, seen, class, Code::DoubleEncoding, at..at + length);
            }
        }
        _ => {}
    }
    at + 3
}

/// Adds a finding, unless the component already has one of this class.
#[inline]
fn add(review: &mut Review<'_, '_>, part: &Part, seen: &mut u8, class: u8, code: Code, range: Range<usize>) {
    if *seen & class == 0 {
        *seen |= class;
        review.add(code, part.rule, range, Detail::None);
    }
}

/// A component that may have percent-encoded octets.
struct Part {
    rule: Rule,
    range: Range<usize>,
}

impl Part {
    /// Returns the component at this offset, or an empty one if there is none.
    fn at(review: &Review<'_, '_>, offset: usize) -> Self {
        // The `%25` before a zone (RFC 6874) does not encode anything.
        let host = review.at.host().filter(|_| review.at.host_kind() != Some(HostKind::Ipv6));
        let parts = [
            (Rule::path, review.at.path()),
            (Rule::query, review.at.query()),
            (Rule::fragment, review.at.fragment()),
            (Rule::userinfo, review.at.userinfo()),
            (Rule::host, host),
        ];
        let parts = parts.into_iter().filter_map(|(rule, range)| Some(Self { rule, range: range? }));
        parts
            .into_iter()
            .find(|part| part.range.contains(&offset))
            .unwrap_or(Self { rule: Rule::path, range: 0..0 })
    }

    /// Returns whether the delimiter, unencoded, would end or split the component, or a component that contains it.
    fn is_ended_by(&self, delimiter: u8) -> bool {
        match self.rule {
            Rule::path => matches!(delimiter, b'/' | b'?' | b'#' | b'\\'),
            Rule::userinfo | Rule::host => true,
            _ => false,
        }
    }
}

/// Returns the range of the segment that contains the `%2E` at this offset, if it is a dot segment.
#[expect(clippy::arithmetic_side_effects, reason = "the segment and the triplet lie in the path")]
fn dot_segment(bytes: &[u8], part: &Part, at: usize) -> Option<Range<usize>> {
    let path = bytes.get(part.range.clone()).filter(|_| part.rule == Rule::path)?;
    let (before, rest) = path.split_at_checked(at - part.range.start)?;
    let dot = |text: &[u8]| match text {
        [b'.', ..] => 1,
        [b'%', b'2', b'E' | b'e', ..] => 3,
        _ => 0,
    };
    // An encoded dot before this one would have been found first, so check only for an unencoded dot.
    let start = before.len() - usize::from(before.last() == Some(&b'.'));
    let mut end = before.len() + 3;
    if start == before.len() {
        end += dot(rest.get(3..)?);
    }
    let is_start = start == 0 || path.get(start - 1) == Some(&b'/');
    let is_end = end == path.len() || path.get(end) == Some(&b'/');
    (is_start && is_end).then_some(part.range.start + start..part.range.start + end)
}

/// Returns the end of the character that begins with this octet at this offset, and whether the character is valid UTF-8. An
/// invalid character ends before the first octet that makes it invalid.
#[inline]
#[expect(clippy::arithmetic_side_effects, reason = "a triplet lies in the text")]
fn character(bytes: &[u8], first: u8, at: usize) -> (usize, bool) {
    let (more, mut next) = match first {
        0xC2..=0xDF => (1, 0x80..=0xBF),
        0xE0 => (2, 0xA0..=0xBF),
        0xE1..=0xEC | 0xEE | 0xEF => (2, 0x80..=0xBF),
        0xED => (2, 0x80..=0x9F),
        0xF0 => (3, 0x90..=0xBF),
        0xF1..=0xF3 => (3, 0x80..=0xBF),
        0xF4 => (3, 0x80..=0x8F),
        _ => return (at + 3, false),
    };
    let mut end = at + 3;
    for _ in 0..more {
        let triplet = bytes.get(end..).and_then(|rest| rest.first_chunk());
        let Some(&[b'%', high, low]) = triplet else { return (end, false) };
        if !next.contains(&value([high, low])) {
            return (end, false);
        }
        next = 0x80..=0xBF;
        end += 3;
    }
    (end, true)
}
