//! Percent-encoded octets (sections 2.1 and 7.3), in every component, in one pass over the `%`s of the text.

use core::ops::Range;

use super::facts::Kind;
use super::finding::Detail;
use super::review::Review;
use super::table::Code;
use crate::bytes::first_percent;
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
/// Not the class of an octet, but of a segment.
const DOT_SEGMENT: u8 = 1 << 7;

/// Look-up table: the class of each octet; 0 if nothing is to be found.
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
    if let Some(first) = first_percent(review.text.as_bytes(), 0) {
        check_from(review, first);
    }
}

#[inline(never)]
fn check_from(review: &mut Review<'_, '_>, first: usize) {
    let bytes = review.text.as_bytes();
    let mut part = Part { rule: Rule::path, range: 0..0 };
    let (mut seen, mut utf8) = (0, Utf8::default());
    let mut found = Some(first);
    while let Some(at) = found {
        found = first_percent(bytes, at + 1);
        let Some(&[high, low]) = bytes.get(at + 1..).and_then(|rest| rest.first_chunk()) else { break };
        // An edited grammar may have a `%` without digits.
        let Ok(octet) = u8::try_from(value([high, low])) else { continue };
        if at >= part.range.end {
            end_utf8(review, &part, &mut seen, &mut utf8);
            (part, seen) = (Part::at(review, at), 0);
        }
        if !part.range.contains(&at) {
            continue;
        }
        let class = CLASSES[usize::from(octet)];
        if (class == BEYOND_ASCII || utf8.is_open())
            && let Some(wrong) = utf8.next(octet, at)
        {
            add(review, &part, &mut seen, BEYOND_ASCII, Code::EncodedNotUtf8, wrong);
        }
        let range = at..at + 3;
        match class {
            NUL => add(review, &part, &mut seen, class, Code::EncodedNul, range),
            LINE_BREAK => add(review, &part, &mut seen, class, Code::EncodedLineBreak, range),
            CONTROL => add(review, &part, &mut seen, class, Code::EncodedControl, range),
            // In a `tel` URI a `#` is a digit (RFC 3966, section 3).
            DELIMITER if part.is_ended_by(octet) && review.facts.kind != Kind::Tel => {
                add(review, &part, &mut seen, class, Code::EncodedDelimiter, range);
            }
            UNRESERVED => {
                add(review, &part, &mut seen, class, Code::EncodedUnreserved, range);
                if octet == b'.'
                    && let Some(segment) = dot_segment(bytes, &part, at)
                {
                    add(review, &part, &mut seen, DOT_SEGMENT, Code::EncodedDotSegment, segment);
                }
            }
            PERCENT => {
                let again =
                    bytes.get(at + 3..).and_then(|rest| rest.first_chunk()).map(|&digits| value(digits));
                if again.is_some_and(|octet| octet < 256) && at + 5 <= part.range.end {
                    add(review, &part, &mut seen, class, Code::DoubleEncoding, at..at + 5);
                }
            }
            _ => {}
        }
    }
    end_utf8(review, &part, &mut seen, &mut utf8);
}

/// Adds a finding, unless the component has one of this class.
#[inline]
fn add(review: &mut Review<'_, '_>, part: &Part, seen: &mut u8, class: u8, code: Code, range: Range<usize>) {
    if *seen & class == 0 {
        *seen |= class;
        review.add(code, part.rule, range, Detail::None);
    }
}

fn end_utf8(review: &mut Review<'_, '_>, part: &Part, seen: &mut u8, utf8: &mut Utf8) {
    if let Some(wrong) = core::mem::take(utf8).end() {
        add(review, part, seen, BEYOND_ASCII, Code::EncodedNotUtf8, wrong);
    }
}

/// A component that may have percent-encoded octets.
struct Part {
    rule: Rule,
    range: Range<usize>,
}

impl Part {
    /// Returns the component at this offset, or an empty one if none is there.
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

    /// Returns whether the delimiter would end or split the component, or one around it.
    fn is_ended_by(&self, delimiter: u8) -> bool {
        match self.rule {
            Rule::path => matches!(delimiter, b'/' | b'?' | b'#' | b'\\'),
            Rule::userinfo | Rule::host => true,
            _ => false,
        }
    }
}

/// Returns the segment around the `%2E` at this offset, if it is a dot segment.
fn dot_segment(bytes: &[u8], part: &Part, at: usize) -> Option<Range<usize>> {
    let path = bytes.get(part.range.clone()).filter(|_| part.rule == Rule::path)?;
    let (before, rest) = path.split_at_checked(at - part.range.start)?;
    let dot = |text: &[u8]| match text {
        [b'.', ..] => 1,
        [b'%', b'2', b'E' | b'e', ..] => 3,
        _ => 0,
    };
    // The dot before this one may be encoded too; then the segment was found there.
    let start = before.len() - usize::from(before.last() == Some(&b'.'));
    let mut end = before.len() + 3;
    if start == before.len() {
        end += dot(rest.get(3..)?);
    }
    let is_start = start == 0 || path.get(start - 1) == Some(&b'/');
    let is_end = end == path.len() || path.get(end) == Some(&b'/');
    (is_start && is_end).then_some(part.range.start + start..part.range.start + end)
}

/// Checks that octets beyond ASCII are UTF-8, in which adjacent octets make a character.
#[derive(Default)]
struct Utf8 {
    start: usize,
    end: usize,
    /// How many more octets the character has.
    missing: u8,
    /// The least and the greatest value of the next one.
    next: (u8, u8),
}

impl Utf8 {
    fn is_open(&self) -> bool {
        self.missing > 0
    }

    /// Takes the next octet, and returns the octets that are not UTF-8.
    fn next(&mut self, octet: u8, at: usize) -> Option<Range<usize>> {
        let (least, greatest) = self.next;
        if self.is_open() && at == self.end && (least..=greatest).contains(&octet) {
            *self = Self { end: at + 3, missing: self.missing - 1, next: (0x80, 0xBF), ..*self };
            return None;
        }
        let cut = core::mem::take(self).end();
        let (missing, next) = match octet {
            0xC2..=0xDF => (1, (0x80, 0xBF)),
            0xE0 => (2, (0xA0, 0xBF)),
            0xE1..=0xEC | 0xEE | 0xEF => (2, (0x80, 0xBF)),
            0xED => (2, (0x80, 0x9F)),
            0xF0 => (3, (0x90, 0xBF)),
            0xF1..=0xF3 => (3, (0x80, 0xBF)),
            0xF4 => (3, (0x80, 0x8F)),
            0x80.. => return cut.or(Some(at..at + 3)),
            _ => return cut,
        };
        *self = Self { start: at, end: at + 3, missing, next };
        cut
    }

    /// Returns the octets of a character that is not complete.
    fn end(self) -> Option<Range<usize>> {
        self.is_open().then_some(self.start..self.end)
    }
}
