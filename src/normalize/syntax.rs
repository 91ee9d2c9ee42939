//! Syntax-based normalization (section 6.2.2).

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem;

use super::rung::Rung;
use crate::characters::class;
use crate::components::{HostKind, defined};
use crate::dots::{has_dot_segment, keep_segments};
use crate::grammar::{Grammar, Rule};
use crate::guard;
use crate::parts::Parts;
use crate::search::{first_percent, has_upper_case};

/// Whether the text is its own normal form on that rung. Where it is not sure, it says no.
#[inline]
pub(super) fn is_normal<G: Grammar>(parts: Parts<'_>, rung: Rung) -> bool {
    rung == Rung::String
        || (is_lower_case(parts)
            && has_normal_triplets::<G>(parts.bytes(), rung)
            && (rung < Rung::Path || has_normal_path(parts)))
}

/// Whether the scheme and the host are in lower case.
#[inline]
fn is_lower_case(parts: Parts<'_>) -> bool {
    let at = parts.at;
    let until = at.scheme_end.max(at.host.end) as usize;
    if !parts.bytes().get(..until).is_some_and(has_upper_case) {
        return true;
    }
    let mut host = parts.slice(at.host.start, at.host.end).as_bytes();
    while let [first, rest @ ..] = host {
        host = match first {
            b'%' => rest.get(2..).unwrap_or_default(),
            b'A'..=b'Z' => return false,
            _ => rest,
        };
    }
    !has_upper_case(parts.scheme().as_bytes())
}

/// Whether no percent-encoded octet has to be decoded or has hexadecimal digits in lower case.
#[inline]
fn has_normal_triplets<G: Grammar>(mut bytes: &[u8], rung: Rung) -> bool {
    while let Some(found) = first_percent(bytes) {
        let Some(&[_, high, low]) = bytes.get(found..).and_then(|rest| rest.first_chunk()) else {
            return false;
        };
        if high.is_ascii_lowercase()
            || low.is_ascii_lowercase()
            || (rung >= Rung::Percent && octet([high, low]).is_some_and(is_unreserved::<G>))
        {
            return false;
        }
        bytes = bytes.get(found + 3..).unwrap_or_default();
    }
    true
}

/// Whether there is neither an empty port nor a dot segment, but for the guard, or whether they are to stay.
#[inline]
fn has_normal_path(parts: Parts<'_>) -> bool {
    let at = parts.at;
    if !at.has(defined::SCHEME) {
        return true;
    }
    if at.has(defined::PORT) && at.port_start == at.path.start {
        return false;
    }
    if !parts.may_have_dot_segment(at.path.start) {
        return true;
    }
    let path = parts.path();
    !has_dot_segment(if at.has(defined::AUTHORITY) { path } else { guard::unguarded(path) })
}

/// The octet that two hexadecimal digits encode.
#[inline]
fn octet(digits: [u8; 2]) -> Option<u8> {
    let digit = |byte| char::from(byte).to_digit(16);
    let [high, low] = digits;
    Some((digit(high)? << 4 | digit(low)?) as u8)
}

#[inline]
fn is_unreserved<G: Grammar>(octet: u8) -> bool {
    const { &G::CHARACTERS }.has(class::UNRESERVED, octet)
}

/// Writes the normal form on that rung into the buffer, which is empty.
pub(super) fn write<G: Grammar>(parts: Parts<'_>, rung: Rung, buffer: &mut String) {
    let at = parts.at;
    let syntax = rung >= Rung::Path && at.has(defined::SCHEME);
    buffer.push_str(parts.text());
    let mut bytes = mem::take(buffer).into_bytes();
    if let Some(scheme) = bytes.get_mut(..at.scheme_end as usize) {
        scheme.make_ascii_lowercase();
    }
    let mut rewrite =
        Rewrite::<G> { bytes, kept: 0, next: 0, decodes: rung >= Rung::Percent, grammar: PhantomData };
    rewrite.take(at.host.start);
    rewrite.take_host(at.host.end, at.host_kind == HostKind::RegName.code());
    if syntax && at.has(defined::PORT) && at.port_start == at.path.start {
        rewrite.next = at.path.start as usize;
    }
    rewrite.take(at.path.start);
    let path = rewrite.kept;
    rewrite.take(at.path.end);
    if syntax {
        rewrite.remove_dot_segments(path, at.has(defined::AUTHORITY));
    }
    rewrite.take(at.end);
    rewrite.bytes.truncate(rewrite.kept);
    // ASCII was taken out and put in for ASCII, so it is UTF-8 as before.
    *buffer = String::from_utf8(rewrite.bytes).unwrap_or_default();
}

/// A text on its way to its normal form, in place: never longer than it was.
struct Rewrite<G> {
    /// What is done, up to `kept`, and what is to do, from `next`.
    bytes: Vec<u8>,
    kept: usize,
    next: usize,
    /// Whether unreserved characters are decoded.
    decodes: bool,
    grammar: PhantomData<G>,
}

impl<G: Grammar> Rewrite<G> {
    /// Does what comes before that offset.
    #[inline]
    fn take(&mut self, until: u32) {
        let until = until as usize;
        while let Some(found) = self.bytes.get(self.next..until).and_then(first_percent) {
            self.keep(self.next + found);
            self.take_triplet();
        }
        self.keep(until);
    }

    /// Moves what comes before that offset, as it is.
    #[inline]
    fn keep(&mut self, until: usize) {
        if self.kept != self.next {
            self.bytes.copy_within(self.next..until, self.kept);
        }
        self.kept += until - self.next;
        self.next = until;
    }

    /// Does the percent-encoded octet that is next.
    #[inline]
    fn take_triplet(&mut self) {
        let Some(&[percent, high, low]) = self.bytes.get(self.next..).and_then(|rest| rest.first_chunk())
        else {
            return self.keep(self.next + 1);
        };
        match octet([high, low]) {
            Some(octet) if self.decodes && is_unreserved::<G>(octet) => {
                self.bytes[self.kept] = octet;
                self.kept += 1;
            }
            _ => {
                let triplet = [percent, high.to_ascii_uppercase(), low.to_ascii_uppercase()];
                self.bytes[self.kept..self.kept + 3].copy_from_slice(&triplet);
                self.kept += 3;
            }
        }
        self.next += 3;
    }

    /// Does the host, in lower case. If a `reg-name` would become an address, which names another host, its
    /// first character is left encoded.
    fn take_host(&mut self, until: u32, is_reg_name: bool) {
        let (start, before) = (self.kept, self.next - self.kept);
        self.take(until);
        lower_case(&mut self.bytes[start..self.kept]);
        if is_reg_name && self.next - self.kept > before && !self.is_reg_name(start) {
            let [high, low] = digits(self.bytes[start]);
            self.bytes[start] = low;
            self.insert(start, [b'%', high]);
        }
    }

    /// Whether the host that begins there is read as a `reg-name`.
    fn is_reg_name(&self, start: usize) -> bool {
        core::str::from_utf8(&self.bytes[start..self.kept])
            .ok()
            .and_then(|host| G::components(Rule::host, host).ok())
            .is_some_and(|host| host.host_kind() == Some(HostKind::RegName))
    }

    /// Removes the dot segments of the path that begins there, and guards what is left (section 3.3).
    fn remove_dot_segments(&mut self, start: usize, has_authority: bool) {
        self.kept = keep_segments(&mut self.bytes[..self.kept], start);
        if !has_authority && self.bytes[start..self.kept].starts_with(b"//") {
            self.insert(start, *b"/.");
        }
    }

    /// Puts back two of the bytes that were saved.
    fn insert(&mut self, at: usize, two: [u8; 2]) {
        if self.next - self.kept >= 2 {
            self.bytes.copy_within(at..self.kept, at + 2);
            self.bytes[at..at + 2].copy_from_slice(&two);
            self.kept += 2;
        }
    }
}

/// Puts letters in lower case, but for hexadecimal digits.
fn lower_case(mut host: &mut [u8]) {
    while let Some(found) = first_percent(host) {
        let (before, rest) = host.split_at_mut(found);
        before.make_ascii_lowercase();
        host = rest.get_mut(3..).unwrap_or_default();
    }
    host.make_ascii_lowercase();
}

/// The hexadecimal digits of an octet.
fn digits(octet: u8) -> [u8; 2] {
    [octet >> 4, octet & 15].map(|digit| b"0123456789ABCDEF"[usize::from(digit)])
}
