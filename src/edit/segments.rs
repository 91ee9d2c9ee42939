//! The segments of the path: pushed, popped, inserted.

use alloc::string::String;

use super::{EditError, Editor};
use crate::components::defined;
use crate::search::last_slash;

impl Editor<'_> {
    /// Adds segments that are joined with `/` after the last one, or in its place if it is empty.
    pub(super) fn push_segments(&mut self, segments: &str) -> Result<(), EditError> {
        let path = self.parts().path();
        let slash =
            if path.ends_with('/') || (path.is_empty() && !self.has(defined::AUTHORITY)) { "" } else { "/" };
        self.insert_in_path(path.len(), [slash, segments, ""])
    }

    pub(super) fn insert_segment(&mut self, index: usize, segment: &str) -> Result<(), EditError> {
        let path = self.parts().path();
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

    /// Removes the last segment and the `/` before it, unless that is the root. Whether there was one.
    pub(super) fn pop_segment(&mut self) -> Result<bool, EditError> {
        let path = self.parts().path();
        if path.is_empty() || path == "/" {
            return Ok(false);
        }
        let len = last_slash(path.as_bytes()).map_or(0, |slash| slash.max(1)) as u32;
        let part = self.at.path.start + len..self.at.path.end;
        self.replace(part, [""; 3], |lengths| lengths.path = len)?;
        Ok(true)
    }

    /// Writes into the path where a segment begins or ends, and guards the start of the path, if it is there.
    fn insert_in_path(&mut self, at: usize, pieces: [&str; 3]) -> Result<(), EditError> {
        let start = self.at.path.start + at as u32;
        let len = pieces.iter().map(|piece| piece.len()).sum::<usize>() as u32;
        if at > 1 {
            return self.replace(start..start, pieces, |lengths| lengths.path += len);
        }
        let root = self.parts().path().get(..at).unwrap_or_default();
        let begins = String::from(root) + &pieces.concat();
        if at == 0 && !self.has(defined::AUTHORITY) && (begins.is_empty() || begins.starts_with('/')) {
            return Err(EditError::EmptyFirstSegment);
        }
        let guard = self.guard(&begins);
        let part = self.at.path.start..start;
        self.replace(part, [guard, &begins, ""], |lengths| lengths.path += len + guard.len() as u32)
    }
}

/// Whether a segment is `.` or `..`, or becomes that when it is decoded.
pub(super) fn is_dot_segment(segment: &str) -> bool {
    let after_dot = |text: &str| match text.as_bytes() {
        [b'.', ..] => Some(1),
        [b'%', b'2', b'e' | b'E', ..] => Some(3),
        _ => None,
    };
    let mut rest = segment;
    let mut dots = 0;
    while let Some(dot) = after_dot(rest) {
        rest = rest.get(dot..).unwrap_or_default();
        dots += 1;
    }
    rest.is_empty() && (dots == 1 || dots == 2)
}
