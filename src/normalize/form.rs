//! A text that is being normalized, and the offsets of its components.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "`written <= read`, as no edit writes more than it reads; `SPARE` bytes follow the text"
)]

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::edits::{Edit, Edits};
use crate::bytes::{first_percent, last_slash, letters, lower_case};
use crate::grammar::{
    Components, Grammar, HostKind, PathKind, Rule, Shorter, defined, displacement, matched,
};
use crate::layout::guard;
use crate::reference::Parts;

/// The number of spare bytes after the text, because reads and writes may touch more bytes than they
/// need.
const SPARE: usize = 16;

/// A text and its components. After each step, parsing the text would return these components.
// INVARIANT: no step makes the text longer than the original, so the spare bytes suffice.
pub(super) struct Form<'c> {
    bytes: Vec<u8>,
    at: &'c mut Components,
}

impl<'c> Form<'c> {
    /// Copies the text into the memory of the buffer, with `gap` bytes before it. `at` has its components, and is
    /// updated with each step.
    #[inline(always)]
    fn new(parts: Parts<'_>, buffer: String, at: &'c mut Components, gap: usize) -> Self {
        let length = gap + parts.text().len() + SPARE;
        let mut bytes = buffer.into_bytes();
        bytes.clear();
        if bytes.capacity() < length {
            bytes = Vec::with_capacity(length);
        }
        bytes.extend_from_slice(&[0; SPARE][..gap]);
        bytes.extend_from_slice(parts.bytes());
        bytes.extend_from_slice(&[0; SPARE]);
        Self { bytes, at }
    }

    /// Copies the text.
    #[inline(always)]
    pub(super) fn copied(parts: Parts<'_>, buffer: String, at: &'c mut Components) -> Self {
        Self::new(parts, buffer, at, 0)
    }

    /// Copies the text and applies the edits: `first`, then those `after` it.
    #[inline(always)]
    pub(super) fn edited<G: Grammar>(
        parts: Parts<'_>,
        buffer: String,
        at: &'c mut Components,
        first: (usize, Edit),
        mut after: Edits<'_, G>,
    ) -> Self {
        // The gap keeps writes behind reads, so copying more bytes than needed overwrites no unread bytes.
        let Self { mut bytes, at } = Self::new(parts, buffer, at, SPARE);
        let before = *parts.at;
        let (path_start, path_end) = (before.path_span().start as usize, before.path_span().end as usize);
        let after_query = parts.after_query() as usize;
        let (mut read, mut written) = (0, 0);
        let mut shorter = Shorter { path: 0, query: 0, text: 0 };
        let (mut offset, mut edit) = first;
        loop {
            if offset >= read {
                written = copy(&mut bytes, SPARE + read, written, offset - read);
                read = match edit {
                    Edit::Triplet(form) => {
                        let rest = bytes.get_mut(written..).and_then(|rest| rest.first_chunk_mut());
                        *rest.expect("text is written before the text that is read") = form.bytes;
                        written += form.len();
                        if form.is_decoded() && offset < path_start {
                            at.move_after(parts.at, offset as u32, displacement(3, 1));
                        }
                        offset + 3
                    }
                    Edit::Character { utf8, len } => {
                        let rest = bytes.get_mut(written..).and_then(|rest| rest.first_chunk_mut());
                        *rest.expect("text is written before the text that is read") = utf8;
                        written += len;
                        if offset < path_start {
                            at.move_after(parts.at, offset as u32, displacement(3 * len, len));
                        }
                        offset + 3 * len
                    }
                    Edit::Dots { count, end } => {
                        if count == 2 {
                            let start = at.path_span().start as usize;
                            written = start + last_slash(&bytes[start..written]).unwrap_or(0);
                        }
                        if end == path_end {
                            bytes[written] = b'/';
                            written += 1;
                        }
                        end
                    }
                    Edit::Leading { end } => end,
                    Edit::Colon => {
                        at.move_after(parts.at, offset as u32, displacement(1, 0));
                        at.remove_empty_port();
                        offset + 1
                    }
                };
                let by = (read - written) as u32;
                shorter.path = if offset < path_end { by } else { shorter.path };
                shorter.query = if offset < after_query { by } else { shorter.query };
                shorter.text = by;
            }
            match after.next() {
                Some(next) => (offset, edit) = next,
                None => break,
            }
        }
        copy(&mut bytes, SPARE + read, written, parts.text().len() - read);
        at.shorten(parts.at, shorter);
        Self { bytes, at }
    }

    /// Converts the scheme to lower case, and the host if `is_ascii_host`.
    #[inline]
    pub(super) fn lower_case(&mut self, is_ascii_host: bool) {
        let (scheme_end, host) = (self.at.scheme_end() as usize, self.at.host_span());
        let mut start = 0;
        if self.at.has(defined::USERINFO) || !is_ascii_host {
            lower_case(&mut self.bytes[..scheme_end]);
            start = host.start as usize;
        }
        if !is_ascii_host {
            return;
        }
        let part = &mut self.bytes[start..scheme_end.max(host.end as usize)];
        if self.at.has_host_kind(HostKind::Ipv6) {
            // A zone follows the `%` (RFC 6874), and names of interfaces are case-sensitive.
            let address = first_percent(part, 0).unwrap_or(part.len());
            lower_case(&mut part[..address]);
        } else {
            letters::lower_case(part);
        }
    }

    /// Updates the kind of the host: decoded, a registered name may be an IPv4 address.
    #[inline]
    pub(super) fn update_host_kind<G: Grammar>(&mut self, parts: Parts<'_>) {
        let host = self.at.host_span();
        if host.len() < parts.at.host_span().len() && self.bytes[host.start as usize].is_ascii_digit() {
            self.update_decoded_host_kind::<G>();
        }
    }

    #[cold]
    fn update_decoded_host_kind<G: Grammar>(&mut self) {
        let host = &self.bytes[self.at.host_span().start as usize..self.at.host_span().end as usize];
        let host =
            core::str::from_utf8(host).expect("only ASCII is replaced, by ASCII or by whole characters");
        // If an edited grammar does not accept the host, the form is dropped.
        if let Some(host) = matched::<G>(Rule::host, host) {
            self.at.set_host_kind(host.host_kind_code());
        }
    }

    /// Writes the guard before a path without dot segments, if it is needed (section 3.3).
    #[inline]
    pub(super) fn guard_path(&mut self) {
        let (start, end) = (self.at.path_span().start as usize, self.at.path_span().end as usize);
        let path = &self.bytes[start..end];
        self.at.set_path_kind(PathKind::of(path, true, false));
        if path.starts_with(b"//") {
            self.replace(start..start, guard::AGAINST_AUTHORITY.as_bytes());
        }
    }

    /// Replaces some bytes, which must lie inside one component or between two.
    fn replace(&mut self, range: Range<usize>, with: &[u8]) {
        let before = *self.at;
        let after = range.end.saturating_sub(1).max(range.start) as u32;
        self.at.move_after(&before, after, displacement(range.len(), with.len()));
        self.bytes.copy_within(range.end..before.end() as usize, range.start + with.len());
        self.bytes[range.start..range.start + with.len()].copy_from_slice(with);
    }

    #[inline(always)]
    pub(super) fn into_inner(self) -> String {
        let Self { mut bytes, at } = self;
        at.end_query();
        let end = at.end() as usize;
        // Pad with zeros to a multiple of 16, because UTF-8 validation reads 16 bytes at a time, but a shorter rest
        // byte by byte.
        bytes[end..end + SPARE].fill(0);
        bytes.truncate(end.next_multiple_of(SPARE));
        let mut text =
            String::from_utf8(bytes).expect("only ASCII is replaced, by ASCII or by whole characters");
        text.truncate(end);
        text
    }
}

const SPARED: &str = "spare bytes follow the text";

/// Moves bytes to the front, sixteen at a time, which may overwrite the bytes after them. Returns the end of the moved bytes.
#[inline(always)]
fn copy(bytes: &mut [u8], mut from: usize, mut to: usize, len: usize) -> usize {
    let end = to + len;
    loop {
        let sixteen = *bytes.get(from..).and_then(|rest| rest.first_chunk::<SPARE>()).expect(SPARED);
        *bytes.get_mut(to..).and_then(|rest| rest.first_chunk_mut()).expect(SPARED) = sixteen;
        (from, to) = (from + SPARE, to + SPARE);
        if to >= end {
            return end;
        }
    }
}
