//! A text on its way to its normal form.

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::rung::Rung;
use super::triplet::Triplet;
use crate::components::HostKind;
use crate::dots::keep_segments;
use crate::grammar::{Grammar, Rule};
use crate::search::{first_percent, percents};

/// So many bytes are written at a time, whether they are wanted or not.
const STEP: usize = 8;

/// Takes a text from its start to its end, and writes the normal form of what it takes.
///
/// At no time is more written than was taken.
pub(super) struct Writer<'a, G> {
    text: &'a [u8],
    taken: usize,
    form: Vec<u8>,
    written: usize,
    rung: Rung,
    grammar: PhantomData<G>,
}

impl<'a, G: Grammar> Writer<'a, G> {
    /// Writes into the memory of the buffer.
    #[inline]
    pub(super) fn new(text: &'a [u8], rung: Rung, buffer: String) -> Self {
        let mut form = buffer.into_bytes();
        form.clear();
        form.resize(text.len() + STEP, 0);
        Self { text, taken: 0, form, written: 0, rung, grammar: PhantomData }
    }

    /// The normal form.
    #[inline]
    pub(super) fn finish(mut self) -> String {
        self.form.truncate(self.written);
        // What was taken out and put in is ASCII, so it is UTF-8 as the text is.
        String::from_utf8(self.form).unwrap_or_default()
    }

    /// Where what is written ends.
    #[inline]
    pub(super) const fn end(&self) -> u32 {
        self.written as u32
    }

    /// Takes what comes before that offset, with its percent-encoded octets in their normal form.
    #[inline]
    pub(super) fn take(&mut self, until: u32) {
        let until = until as usize;
        while self.taken < until {
            let eight = eight_at(self.text, self.taken);
            self.form[self.written..self.written + STEP].copy_from_slice(&eight);
            let plain = (percents(eight).trailing_zeros() as usize / 8).min(until - self.taken);
            self.taken += plain;
            self.written += plain;
            if plain < STEP && self.taken < until {
                self.take_triplet();
            }
        }
    }

    /// Takes the percent-encoded octet that is next.
    #[inline]
    fn take_triplet(&mut self) {
        let Some(triplet) =
            self.text.get(self.taken..).and_then(|rest| Triplet::at_start::<G>(rest, self.rung))
        else {
            self.form[self.written] = b'%';
            self.written += 1;
            self.taken += 1;
            return;
        };
        let (bytes, length) = triplet.normal();
        self.form[self.written..self.written + 3].copy_from_slice(&bytes);
        self.written += length;
        self.taken += 3;
    }

    /// Leaves out what comes before that offset.
    pub(super) fn skip(&mut self, until: u32) {
        self.taken = until as usize;
    }

    pub(super) fn lower_case_scheme(&mut self, end: u32) {
        self.form[..end as usize].make_ascii_lowercase();
    }

    /// Takes the host, in lower case. If a `reg-name` would become an address, which names another host, its
    /// first character is written encoded.
    #[inline]
    pub(super) fn take_host(&mut self, until: u32, is_reg_name: bool) {
        let (start, saved) = (self.written, self.taken - self.written);
        self.take(until);
        let host = &mut self.form[start..self.written];
        lower_case(host);
        if is_reg_name && self.taken - self.written > saved && !reads_as_reg_name::<G>(host) {
            let [percent, high, low] = Triplet::encoded(host[0]);
            self.form[start] = low;
            self.insert(start, [percent, high]);
        }
    }

    /// Removes the dot segments of the path that begins there, and guards what is left (section 3.3). The
    /// answer is its first character.
    #[inline]
    pub(super) fn remove_dot_segments(&mut self, start: u32, has_authority: bool) -> Option<u8> {
        let start = start as usize;
        self.written = keep_segments(&mut self.form[..self.written], start);
        if !has_authority && self.form[start..self.written].starts_with(b"//") {
            self.insert(start, *b"/.");
        }
        self.form[start..self.written].first().copied()
    }

    /// Puts in two of the bytes that were saved.
    fn insert(&mut self, at: usize, two: [u8; 2]) {
        if self.taken - self.written >= two.len() {
            self.form.copy_within(at..self.written, at + two.len());
            self.form[at..at + two.len()].copy_from_slice(&two);
            self.written += two.len();
        }
    }
}

/// The bytes from that offset on, and zeros if they are fewer.
#[inline]
fn eight_at(text: &[u8], at: usize) -> [u8; STEP] {
    let rest = text.get(at..).unwrap_or_default();
    if let Some(&eight) = rest.first_chunk() {
        return eight;
    }
    if let Some(&last) = text.last_chunk() {
        return (u64::from_le_bytes(last) >> (8 * (STEP - rest.len()) as u32)).to_le_bytes();
    }
    let mut eight = [0; STEP];
    eight[..rest.len()].copy_from_slice(rest);
    eight
}

/// Puts letters in lower case, but for hexadecimal digits.
#[inline]
fn lower_case(mut host: &mut [u8]) {
    while let Some(found) = first_percent(host) {
        let (before, rest) = host.split_at_mut(found);
        before.make_ascii_lowercase();
        host = rest.get_mut(3..).unwrap_or_default();
    }
    host.make_ascii_lowercase();
}

#[cold]
fn reads_as_reg_name<G: Grammar>(host: &[u8]) -> bool {
    core::str::from_utf8(host).is_ok_and(|host| {
        G::components(Rule::host, host).is_ok_and(|host| host.host_kind() == Some(HostKind::RegName))
    })
}
