//! A text on its way to its normal form, and where its components lie.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::rung::Rung;
use super::triplet::{Triplet, digits, encoded};
use crate::components::{Components, HostKind, PathKind, defined};
use crate::dots::keep_segments;
use crate::grammar::{Grammar, Rule};
use crate::guard;
use crate::letters;
use crate::parts::Parts;
use crate::search::{all_percents, eight_at, first_percent, lower_case};

/// So many bytes are written at a time, whether they are wanted or not.
const SPARE: usize = 8;

/// A text and its components: those that it is parsed to, after each step.
pub(super) struct Form {
    bytes: Vec<u8>,
    pub(super) at: Components,
}

impl Form {
    /// A copy of the text, in the memory of the buffer.
    #[inline]
    pub(super) fn new(parts: Parts<'_>, buffer: String) -> Self {
        let mut bytes = buffer.into_bytes();
        bytes.clear();
        let length = parts.text().len() + SPARE;
        if bytes.capacity() < length {
            bytes = Vec::with_capacity(length);
        }
        bytes.extend_from_slice(parts.bytes());
        Self { bytes, at: *parts.at }
    }

    /// Puts percent-encoded octets in their normal form, of which the one that begins there is the first that
    /// is not in it.
    #[inline]
    pub(super) fn normalize_triplets<G: Grammar>(&mut self, parts: Parts<'_>, first: usize, rung: Rung) {
        let text = parts.bytes();
        self.bytes.extend_from_slice(&[0; SPARE]);
        let form = self.bytes.as_mut_slice();
        let (mut taken, mut written) = (first, first);
        while taken < text.len() {
            // Eight bytes, also those that are not wanted: what is between two percent-encoded octets is short,
            // and most ways to copy it take longer than that.
            let eight = eight_at(text, taken);
            form[written..written + SPARE].copy_from_slice(&eight);
            let percents = all_percents(eight);
            if percents == 0 {
                taken += 8;
                written += 8;
                continue;
            }
            let plain = percents.trailing_zeros() as usize / 8;
            taken += plain;
            written += plain;
            let before = taken;
            while let Some([high, low]) = text.get(taken..).and_then(digits) {
                let (triplet, length) = match Triplet::of::<G>([high, low], rung) {
                    Triplet::Normal => ([b'%', high, low], 3),
                    Triplet::Encoded => ([b'%', high.to_ascii_uppercase(), low.to_ascii_uppercase()], 3),
                    Triplet::Decoded(character) => {
                        shift(&mut self.at, parts.at, taken as u32, -2);
                        ([character; 3], 1)
                    }
                };
                form[written..written + 3].copy_from_slice(&triplet);
                taken += 3;
                written += length;
            }
            if taken == before {
                // A `%` without digits, at the end; no grammar here has it, an edited one may.
                taken += 1;
                written += 1;
            }
        }
        self.bytes.truncate(self.at.end as usize);
    }

    /// Puts the scheme and the host in lower case.
    #[inline]
    pub(super) fn lower_case(&mut self) {
        let (scheme_end, host) = (self.at.scheme_end as usize, self.at.host);
        let mut start = 0;
        if self.at.has(defined::USERINFO) {
            lower_case(&mut self.bytes[..scheme_end]);
            start = host.start as usize;
        }
        let part = &mut self.bytes[start..scheme_end.max(host.end as usize)];
        if self.at.host_kind == HostKind::Ipv6.code() {
            // What follows a `%` is a zone (RFC 6874), and names of interfaces are case-sensitive.
            let address = first_percent(part, 0).unwrap_or(part.len());
            lower_case(&mut part[..address]);
        } else {
            letters::lower_case(part);
        }
    }

    /// Where a decoding has made an address of a `reg-name`, which names another host, encodes its first
    /// character.
    #[cold]
    pub(super) fn keep_reg_name<G: Grammar>(&mut self) {
        let (start, end) = (self.at.host.start as usize, self.at.host.end as usize);
        let host = core::str::from_utf8(&self.bytes[start..end]).ok();
        let parsed = host.and_then(|host| G::components(Rule::host, host).ok());
        if parsed.is_none_or(|host| host.host_kind() != Some(HostKind::RegName)) {
            self.replace(start..start + 1, &encoded(self.bytes[start]));
        }
    }

    /// Removes the `:` before a port that is empty.
    #[inline]
    pub(super) fn remove_empty_port(&mut self) {
        if self.at.has(defined::PORT) && self.at.port_start == self.at.path.start {
            let colon = self.at.host.end as usize;
            self.replace(colon..colon + 1, b"");
            self.at.defined &= !defined::PORT;
            self.at.port_start = 0;
        }
    }

    /// Removes the dot segments of the path, and guards what is left (section 3.3).
    #[inline]
    pub(super) fn remove_dot_segments(&mut self) {
        let (start, end) = (self.at.path.start as usize, self.at.path.end as usize);
        let kept = keep_segments(&mut self.bytes[..end], start);
        if kept == end {
            return;
        }
        self.replace(kept..end, b"");
        let path = &self.bytes[start..kept];
        if self.at.has(defined::AUTHORITY) {
            return;
        }
        let kind = match path {
            [b'/', ..] => PathKind::Absolute,
            [_, ..] => PathKind::Rootless,
            [] => PathKind::Empty,
        };
        self.at.path_kind = kind.code();
        if path.starts_with(b"//") {
            self.replace(start..start, guard::AGAINST_AUTHORITY.as_bytes());
        }
    }

    /// Puts something in the place of some bytes, all of one component or between two.
    fn replace(&mut self, range: Range<usize>, with: &[u8]) {
        let before = self.at;
        let after = range.end.saturating_sub(1).max(range.start) as u32;
        shift(&mut self.at, &before, after, with.len() as i32 - range.len() as i32);
        self.bytes.splice(range, with.iter().copied());
    }

    #[inline]
    pub(super) fn into_text(mut self) -> (String, Components) {
        if self.at.has(defined::QUERY) && !self.at.has(defined::FRAGMENT) {
            // Where a fragment would begin: of the longest of texts, no offset that could be moved.
            self.at.fragment_start = self.at.end.wrapping_add(1);
        }
        // ASCII was taken out and put in, so it is UTF-8 as the text was.
        (String::from_utf8(self.bytes).unwrap_or_default(), self.at)
    }
}

/// Moves each offset that was after that one.
#[inline]
fn shift(at: &mut Components, before: &Components, after: u32, by: i32) {
    let shift = |offset: &mut u32, before: u32| {
        *offset = offset.wrapping_add_signed(if before > after { by } else { 0 });
    };
    shift(&mut at.userinfo.end, before.userinfo.end);
    shift(&mut at.host.start, before.host.start);
    shift(&mut at.host.end, before.host.end);
    shift(&mut at.port_start, before.port_start);
    shift(&mut at.path.start, before.path.start);
    shift(&mut at.path.end, before.path.end);
    shift(&mut at.query_start, before.query_start);
    shift(&mut at.fragment_start, before.fragment_start);
    shift(&mut at.end, before.end);
}
