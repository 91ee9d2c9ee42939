//! Editing of the segments of the path: pushed, popped and inserted. A guard is not a segment.

use alloc::string::String;
use core::ops::Range;

use super::{EditError, Editor};
use crate::bytes::last_slash;
use crate::grammar::defined;
use crate::layout::guard;

impl Editor<'_> {
    /// Appends segments that are joined with `/`. They replace the last segment if it is empty.
    pub(super) fn push_segments(&mut self, segments: &str) -> Result<(), EditError> {
        let path = self.unguarded();
        let slash =
            if path.ends_with('/') || (path.is_empty() && !self.has(defined::AUTHORITY)) { "" } else { "/" };
        self.insert_in_path(path.len(), [slash, segments, ""])
    }

    #[expect(clippy::arithmetic_side_effects, reason = "the offset behind a slash")]
    pub(super) fn insert_segment(&mut self, index: usize, segment: &str) -> Result<(), EditError> {
        let path = self.unguarded();
        let root = usize::from(path.starts_with('/'));
        if path.is_empty() && index == 0 {
            return self.push_segments(segment);
        }
        let slashes = || path.bytes().enumerate().skip(root).filter(|&(_, byte)| byte == b'/');
        let starts = [root].into_iter().chain(slashes().map(|(slash, _)| slash + 1));
        let count = if path.is_empty() { 0 } else { starts.clone().count() };
        if index == count {
            return self.insert_in_path(path.len(), ["/", segment, ""]);
        }
        match starts.take(count).nth(index) {
            Some(start) => self.insert_in_path(start, [segment, "/", ""]),
            None => Err(EditError::NoSuchIndex { index, count }),
        }
    }

    /// Removes the last segment and the `/` before it, except for the `/` at the start of the path. Returns
    /// whether there was a segment.
    pub(super) fn pop_segment(&mut self) -> Result<bool, EditError> {
        let path = self.unguarded();
        if path.is_empty() || path == "/" {
            return Ok(false);
        }
        let start = last_slash(path.as_bytes()).map_or(0, |slash| slash.max(1));
        self.replace_in_path(start..path.len(), [""; 3])?;
        Ok(true)
    }

    /// Returns the path without its guard.
    fn unguarded(&self) -> &str {
        let path = self.parts().path();
        path.get(self.guarded(path)..).expect("a guard is the start of its path")
    }

    fn guarded(&self, path: &str) -> usize {
        guard::length(path, self.has(defined::SCHEME), self.has(defined::AUTHORITY))
    }

    /// Inserts pieces into the path, at the start or the end of a segment.
    fn insert_in_path(&mut self, at: usize, pieces: [&str; 3]) -> Result<(), EditError> {
        let first = pieces.into_iter().find(|piece| !piece.is_empty());
        if at == 0 && !self.has(defined::AUTHORITY) && first.is_none_or(|first| first.starts_with('/')) {
            return Err(EditError::EmptyFirstSegment);
        }
        self.replace_in_path(at..at, pieces)
    }

    /// Replaces a part of the path, at offsets without its guard. A change at the start of the path may
    /// require another guard, or none; a change after the first segment cannot.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "the guard and the part lie in the path; two texts have at most `isize::MAX` bytes each"
    )]
    fn replace_in_path(&mut self, part: Range<usize>, pieces: [&str; 3]) -> Result<(), EditError> {
        let path = self.parts().path();
        let guard = self.guarded(path);
        let len = path.len() - part.len() + pieces.iter().map(|piece| piece.len()).sum::<usize>();
        let start = self.at.path_span().start;
        let end = start + (guard + part.end) as u32;
        if part.start > 1 {
            let start = start + (guard + part.start) as u32;
            return self.replace(start..end, pieces, |lengths| lengths.path = len as u32);
        }
        let root = path.get(guard..guard + part.start).expect("segments begin between characters");
        let begins = String::from(root) + &pieces.concat();
        let new = self.guard(&begins);
        self.replace(start..end, [new, &begins, ""], |lengths| {
            lengths.path = (len - guard + new.len()) as u32;
        })
    }
}
