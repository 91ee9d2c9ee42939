//! A text that is being normalized, and the offsets of its components.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::triplet::{Forms, digits};
use crate::bytes::{all_percents, eight_at, first_percent, letters, lower_case};
use crate::grammar::{Components, Grammar, HostKind, PathKind, Rule, defined, displacement};
use crate::invariant::Invariant;
use crate::layout::{guard, keep_segments};
use crate::percent::encoded;
use crate::reference::Parts;

/// The number of spare bytes after the text. Reads and writes are wider than the bytes that they need.
const SPARE: usize = 16;

/// A text and its components. After each step, the components are those to which the text would be parsed.
// INVARIANT: no step makes the text longer than it was at first, so the spare bytes are never used up.
pub(super) struct Form<'c> {
    bytes: Vec<u8>,
    at: &'c mut Components,
}

impl<'c> Form<'c> {
    /// Copies the text into the memory of the buffer. `at` has its components, and is updated with each step.
    #[inline(always)]
    pub(super) fn new(parts: Parts<'_>, buffer: String, at: &'c mut Components) -> Self {
        let length = parts.text().len() + SPARE;
        let mut bytes = buffer.into_bytes();
        bytes.clear();
        if bytes.capacity() < length {
            bytes = Vec::with_capacity(length);
        }
        bytes.extend_from_slice(parts.bytes());
        bytes.extend_from_slice(&[0; SPARE]);
        Self { bytes, at }
    }

    /// Normalizes the percent-encoded octets. The one at `first` is the first that is not normalized.
    #[inline(always)]
    pub(super) fn normalize_triplets(&mut self, parts: Parts<'_>, first: usize, forms: Forms) {
        let text = parts.bytes();
        let mut at = *parts.at;
        let (mut rest, mut form) = (&text[first..], &mut self.bytes[first..]);
        while let [next, ..] = rest
            && let Some(eight) = form.first_chunk_mut::<8>()
        {
            let (taken, written) = if *next == b'%'
                && let Some(triplet) = digits(rest).and_then(|digits| forms.of(digits))
            {
                eight[..4].copy_from_slice(&triplet.bytes);
                if triplet.is_decoded() {
                    at.move_after(parts.at, (text.len() - rest.len()) as u32, displacement(3, 1));
                }
                (3, triplet.len())
            } else {
                // Copies eight bytes, even if fewer are needed: the text between two percent-encoded octets
                // is short, and a copy of variable length would usually be slower. The first byte is
                // not the start of a percent-encoded octet.
                *eight = eight_at(text, text.len() - rest.len());
                let plain = (all_percents(*eight) & !0xFF).trailing_zeros() as usize / 8;
                (plain, plain)
            };
            rest = rest.get(taken..).unwrap_or_default();
            form = form.get_mut(written..).unwrap_or_default();
        }
        *self.at = at;
    }

    /// Converts the scheme and the host to lower case.
    #[inline]
    pub(super) fn lower_case(&mut self) {
        let (scheme_end, host) = (self.at.scheme_end() as usize, self.at.host_span());
        let mut start = 0;
        if self.at.has(defined::USERINFO) {
            lower_case(&mut self.bytes[..scheme_end]);
            start = host.start as usize;
        }
        let part = &mut self.bytes[start..scheme_end.max(host.end as usize)];
        if self.at.has_host_kind(HostKind::Ipv6) {
            // A `%` is followed by a zone (RFC 6874), and names of interfaces are case-sensitive.
            let address = first_percent(part, 0).unwrap_or(part.len());
            lower_case(&mut part[..address]);
        } else {
            letters::lower_case(part);
        }
    }

    /// Encodes the first character of a `reg-name` again if decoding has turned the name into an address,
    /// which would be another host. Returns whether this was checked: if so, the form may be equal to the
    /// original text.
    #[inline]
    pub(super) fn keep_reg_name<G: Grammar>(&mut self, parts: Parts<'_>) -> bool {
        let is_decoded = parts.at.has_host_kind(HostKind::RegName)
            && self.at.host_span().len() < parts.at.host_span().len();
        if is_decoded {
            self.keep_decoded_reg_name::<G>();
        }
        is_decoded
    }

    #[cold]
    fn keep_decoded_reg_name<G: Grammar>(&mut self) {
        let (start, end) = (self.at.host_span().start as usize, self.at.host_span().end as usize);
        let host = core::str::from_utf8(&self.bytes[start..end]).ok();
        let parsed = host.and_then(|host| G::components(Rule::host, host).ok());
        // No address begins with a character beyond ASCII.
        let may_be_address = self.bytes[start].is_ascii();
        if may_be_address && parsed.is_none_or(|host| host.host_kind() != Some(HostKind::RegName)) {
            self.replace(start..start + 1, encoded(self.bytes[start]).as_bytes());
        }
    }

    /// Removes the `:` before an empty port.
    #[inline]
    pub(super) fn remove_empty_port(&mut self) {
        if self.at.has_empty_port() {
            let colon = self.at.host_span().end as usize;
            self.replace(colon..colon + 1, b"");
            self.at.remove_empty_port();
        }
    }

    /// Removes the dot segments of the path, and writes the guard where it is needed (section 3.3).
    #[inline]
    pub(super) fn remove_dot_segments(&mut self) {
        let (start, end) = (self.at.path_span().start as usize, self.at.path_span().end as usize);
        let kept = keep_segments(&mut self.bytes[..end], start);
        if kept == end {
            return;
        }
        self.replace(kept..end, b"");
        let path = &self.bytes[start..kept];
        if self.at.has(defined::AUTHORITY) {
            return;
        }
        self.at.set_path_kind(PathKind::of(path, true, false));
        if path.starts_with(b"//") {
            self.replace(start..start, guard::AGAINST_AUTHORITY.as_bytes());
        }
    }

    /// Replaces some bytes, which must be inside one component or between two.
    fn replace(&mut self, range: Range<usize>, with: &[u8]) {
        let before = *self.at;
        let after = range.end.saturating_sub(1).max(range.start) as u32;
        self.at.move_after(&before, after, displacement(range.len(), with.len()));
        self.bytes.copy_within(range.end..before.end() as usize, range.start + with.len());
        self.bytes[range.start..range.start + with.len()].copy_from_slice(with);
    }

    #[inline(always)]
    pub(super) fn into_text(self) -> String {
        let Self { mut bytes, at } = self;
        at.end_query();
        let end = at.end() as usize;
        // Padded with zeros to a multiple of 16, because UTF-8 validation reads 16 bytes at once, but the
        // last few one by one.
        bytes[end..end + SPARE].fill(0);
        bytes.truncate(end.next_multiple_of(SPARE));
        let mut text =
            String::from_utf8(bytes).invariant("ASCII takes the place of ASCII, so text stays UTF-8");
        text.truncate(end);
        text
    }
}
