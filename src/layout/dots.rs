//! Dot segments and their removal (section 5.2.4).

use alloc::string::String;
use core::mem;
use core::ops::Range;

use crate::bytes::{first_slash_and_dot, last_slash, may_have_slash_and_dot};

/// Removes the dot segments of a path in place, exactly as `remove_dot_segments` of section 5.2.4. Takes
/// linear time and does not allocate.
///
/// Returns the number of `..` segments that had no segment to remove; the RFC drops them.
///
/// ```
/// use urigram::resolve::remove_dot_segments;
///
/// let mut path = String::from("/a/b/c/./../../g");
/// assert_eq!(remove_dot_segments(&mut path), 0);
/// assert_eq!(path, "/a/g");
///
/// let mut path = String::from("/../../g");
/// assert_eq!(remove_dot_segments(&mut path), 2);
/// assert_eq!(path, "/g");
/// ```
///
/// As with the pseudocode of the RFC, the result may begin with `//`, or with a segment that contains a colon.
/// [`resolve`](crate::generic::Uri::resolve) ensures that neither is read as an authority or a scheme.
pub fn remove_dot_segments(path: &mut String) -> usize {
    let whole = 0..path.len();
    remove_dot_segments_within(path, whole)
}

/// Removes the dot segments of the path at this range of the text, and returns the number of dropped `..`.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "the path begins and ends in the text, and its kept part is not longer"
)]
pub(crate) fn remove_dot_segments_within(text: &mut String, path: Range<usize>) -> usize {
    let path_bytes = text.as_bytes().get(..path.end).expect("the path lies in the text");
    let Some(first) = dot_segment(path_bytes, path.start) else { return 0 };
    let mut bytes = mem::take(text).into_bytes();
    let (kept, dropped) = remove(&mut bytes[..path.end], path.start, first);
    bytes.copy_within(path.end.., kept);
    bytes.truncate(bytes.len() - (path.end - kept));
    *text = String::from_utf8(bytes).expect("whole segments are moved, so text stays UTF-8");
    dropped
}

/// Appends a path without its dot segments to a text, and returns the number of dropped `..`. The text after `floor` is the
/// output buffer of the RFC, which is empty or ends with a `/`; the text before `floor` is not read. The input buffer of the
/// RFC is the path after `next`.
#[expect(clippy::arithmetic_side_effects, reason = "offsets in the text and in the path")]
pub(crate) fn push_without_dot_segments(text: &mut String, floor: usize, path: &str) -> usize {
    const LIES_IN: &str = "segments begin and end at ASCII characters";
    let (mut dropped, mut next) = (0, 0);
    while let Some(dots) = dot_segment(path.as_bytes(), next) {
        text.push_str(path.get(next..dots.start).expect(LIES_IN));
        if dots.len() == 2 {
            match above(text.as_bytes().get(floor..).expect(LIES_IN)) {
                Above::Segment(end) => text.truncate(floor + end),
                // Step 2C keeps the `/` that follows the `..`.
                Above::Rootless => {
                    text.truncate(floor);
                    text.push('/');
                }
                Above::Nothing => dropped += 1,
            }
        }
        next = path.len().min(dots.end + 1);
    }
    text.push_str(path.get(next..).expect(LIES_IN));
    dropped
}

/// Moves the remaining segments to the front, and returns their end and the number of dropped `..`. The output buffer of
/// the RFC is the bytes from `floor` to `kept`, which here include the `/` after the last segment. The input buffer is the
/// bytes after `next`.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "`floor <= kept <= next <= bytes.len()`, and a `..` has at least two bytes before `next`"
)]
fn remove(bytes: &mut [u8], floor: usize, first: Range<usize>) -> (usize, usize) {
    let mut dropped = 0;
    let (mut kept, mut next) = (first.start, first.start);
    let mut found = Some(first);
    while let Some(dots) = found {
        bytes.copy_within(next..dots.start, kept);
        kept += dots.start - next;
        if dots.len() == 2 {
            match above(&bytes[floor..kept]) {
                Above::Segment(end) => kept = floor + end,
                // Step 2C keeps the `/` that follows the `..`.
                Above::Rootless => {
                    bytes[floor] = b'/';
                    kept = floor + 1;
                }
                Above::Nothing => dropped += 1,
            }
        }
        next = bytes.len().min(dots.end + 1);
        found = dot_segment(bytes, next);
    }
    bytes.copy_within(next.., kept);
    (kept + bytes.len() - next, dropped)
}

/// The segment that a `..` removes.
pub(crate) enum Above {
    /// The last segment; the segments before it end at this offset, including their `/`.
    Segment(usize),
    /// The first segment of a path that does not begin with `/`.
    Rootless,
    /// There is no segment to remove.
    Nothing,
}

/// Returns the segment that a `..` after `segments` removes. Each segment ends in `/`.
#[expect(clippy::arithmetic_side_effects, reason = "the offset after a byte")]
pub(crate) fn above(segments: &[u8]) -> Above {
    match segments {
        [] | [b'/'] => Above::Nothing,
        [segments @ .., _] => match last_slash(segments) {
            Some(slash) => Above::Segment(slash + 1),
            None => Above::Rootless,
        },
    }
}

/// Returns whether a path has a `.` or `..` segment.
pub(crate) fn has_dot_segment(path: &str) -> bool {
    first_dot_segment(path).is_some()
}

/// Returns the start of the first `.` or `..` segment.
pub(crate) fn first_dot_segment(path: &str) -> Option<usize> {
    dot_segment(path.as_bytes(), 0).map(|dots| dots.start)
}

/// Returns the range of the first `.` or `..` segment that begins at `start` or later.
#[expect(clippy::arithmetic_side_effects, reason = "offsets in the path")]
fn dot_segment(path: &[u8], mut start: usize) -> Option<Range<usize>> {
    loop {
        let rest = path.get(start..)?;
        if let Some(dots) = leading_dots(rest) {
            return Some(start..start + dots);
        }
        start += first_slash_and_dot(rest)? + 1;
    }
}

/// Returns the length of the first segment if it is `.` or `..`.
#[inline]
pub(crate) fn leading_dots(path: &[u8]) -> Option<usize> {
    match path {
        [b'.'] | [b'.', b'/', ..] => Some(1),
        [b'.', b'.'] | [b'.', b'.', b'/', ..] => Some(2),
        _ => None,
    }
}

/// Returns whether a segment of the path at this range of the text begins with a `.`, and so may be a dot segment. May also
/// return true if only the text before the path contains `/.`.
#[inline]
pub(crate) fn may_have_dot_segment(text: &[u8], path: Range<usize>) -> bool {
    text.get(path.start) == Some(&b'.') || may_have_slash_and_dot(text, path)
}
