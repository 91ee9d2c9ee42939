//! The edits that turn a text into its normal form.

use core::marker::PhantomData;

use super::options::Level;
use crate::bytes::{WORD, is, is_bidi_control, within, words};
use crate::component::{Query, Segment};
use crate::grammar::{Characters, Grammar, class, defined};
use crate::layout::guard;
use crate::percent::{Encodable, TRIPLETS, value};
use crate::reference::Parts;

/// The number of bytes in a word that have three more bytes after them in the same word.
const STEP: usize = WORD - 3;

/// A change at an offset of the text.
#[derive(Clone, Copy)]
pub(super) enum Edit {
    /// A percent-encoded octet.
    Triplet(Triplet),
    /// The percent-encoded octets of an unreserved character beyond ASCII, of which there are `len`.
    Character { utf8: [u8; 4], len: usize },
    /// A `/` and the dot segment after it, which ends at this offset.
    Dots { count: usize, end: usize },
    /// The leading dot segment of a path without a `/` before it, and the `/` after it: the text up to this offset.
    Leading { end: usize },
    /// The `:` before an empty port.
    Colon,
}

/// An iterator over the edits of a text with their offsets, in order. Some of them change nothing.
#[derive(Clone)]
pub(super) struct Edits<'t, G> {
    parts: Parts<'t>,
    forms: Forms,
    /// Whether unreserved characters beyond ASCII are decoded.
    is_decoding: bool,
    has_dots: bool,
    /// The offset of the `:` of an empty port, or of a path that begins with a dot segment; beyond the text if there is
    /// neither.
    special: usize,
    /// The offset of the first byte of the word.
    from: usize,
    /// A bit for each byte of the word at which an edit may begin, from the next on.
    word: u64,
    grammar: PhantomData<G>,
}

impl<'t, G: Grammar> Edits<'t, G> {
    const HAS_BEYOND_ASCII: bool = G::CHARACTERS.has_beyond_ascii(class::UNRESERVED);

    /// Returns the edits up to this level: of percent-encoded octets and, on the path level, of the path and an empty port.
    #[inline(always)]
    pub(super) fn new(parts: Parts<'t>, level: Level) -> Self {
        let is_path = level >= Level::Path;
        let has_dots = is_path && parts.at.has(defined::SCHEME);
        let mut edits = Self {
            parts,
            forms: Forms::on::<G>(level),
            is_decoding: level >= Level::Percent,
            has_dots,
            special: usize::MAX,
            from: 0,
            word: 0,
            grammar: PhantomData,
        };
        if is_path && parts.at.has_empty_port() {
            edits.special = parts.at.host_span().end as usize;
        } else if has_dots && !parts.at.has(defined::AUTHORITY) {
            let start = parts.at.path_span().start as usize;
            if edits.dots_at(start).is_some() {
                edits.special = start;
            }
        }
        edits.word = edits.candidates();
        edits
    }

    /// Returns the first edit, if the normal form differs from the text.
    #[inline(always)]
    pub(super) fn first(&mut self) -> Option<(usize, Edit)> {
        loop {
            let (at, edit) = self.next()?;
            if self.is_guard(at, edit) {
                // If another edit changes the text, the guard is removed with the dot segments, and written again if it is
                // still needed.
                return self.clone().any(|(at, edit)| self.is_change(at, edit)).then_some((at, edit));
            }
            if self.is_change(at, edit) {
                return Some((at, edit));
            }
        }
    }

    #[inline]
    fn is_change(&self, at: usize, edit: Edit) -> bool {
        match edit {
            Edit::Triplet(form) => {
                !self.parts.bytes().get(at..).is_some_and(|rest| rest.starts_with(&form.bytes[..3]))
            }
            _ => true,
        }
    }

    /// Returns whether the edit would remove the guard of a path.
    #[inline]
    fn is_guard(&self, at: usize, edit: Edit) -> bool {
        matches!(edit, Edit::Dots { .. })
            && at == self.parts.at.path_span().start as usize
            && !self.parts.at.has(defined::AUTHORITY)
            && guard::against_authority(self.parts.path()) > 0
    }

    /// Returns the number of dots of the segment at `start` and their end, if it is a dot segment.
    #[inline]
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "offsets in the path, which ends in the text"
    )]
    fn dots_at(&self, start: usize) -> Option<(usize, usize)> {
        let path = &self.parts.bytes()[..self.parts.at.path_span().end as usize];
        let (mut count, mut end) = (0, start);
        loop {
            match path.get(end..)? {
                [] | [b'/', ..] => return (count > 0).then_some((count, end)),
                _ if count == 2 => return None,
                [b'.', ..] => end += 1,
                rest => {
                    let form = digits(rest).and_then(|digits| self.forms.of(digits))?;
                    if form.bytes != [b'.', 0, 0, 1] {
                        return None;
                    }
                    end += 3;
                }
            }
            count += 1;
        }
    }

    /// Returns the edit that decodes the character whose first octet is at `at`, if it is beyond ASCII and may be in this
    /// component. Octets that are not UTF-8 and bidirectional formatting characters stay encoded (RFC 3987, section 3.2).
    #[expect(clippy::arithmetic_side_effects, reason = "at most four octets, in the text")]
    fn character(&self, at: usize) -> Option<Edit> {
        let octet = |index| {
            let digits = self.parts.bytes().get(at + 3 * index..).and_then(digits)?;
            u8::try_from(value(digits)).ok()
        };
        let len = match octet(0)? {
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => return None,
        };
        let mut utf8 = [0; 4];
        for (index, byte) in utf8.iter_mut().take(len).enumerate() {
            *byte = octet(index)?;
        }
        let character = core::str::from_utf8(utf8.get(..len)?).ok()?.chars().next()?;
        let query = self.parts.at.path_span().end as usize..self.parts.after_query() as usize;
        let may_be_in_it = match query.contains(&at) {
            true => Query::<'static, G>::may_have(character),
            false => Segment::<'static, G>::may_have(character),
        };
        (may_be_in_it && !is_bidi_control(character)).then_some(Edit::Character { utf8, len })
    }

    /// Returns a bit for each byte from `from` on at which an edit may begin.
    #[inline(always)]
    fn candidates(&self) -> u64 {
        let text = self.parts.bytes().get(self.from..).expect("a word begins in the text");
        let [percents, slashes, mut dots] =
            words(text, |bytes| [is(bytes, b'%'), is(bytes, b'/'), is(bytes, b'.')]);
        let mut candidates = 0;
        if percents != 0 {
            let [ascii, lower, two, e] = words(text, |bytes| {
                let e = is(bytes, b'e') | is(bytes, b'E');
                [within(bytes, b'0', b'7'), within(bytes, b'a', b'f'), is(bytes, b'2'), e]
            });
            candidates = percents & ((ascii | lower) >> 1 | lower >> 2);
            // Under grammars of ASCII alone, no octets beyond ASCII are decoded.
            if Self::HAS_BEYOND_ASCII && self.is_decoding {
                candidates = percents;
            }
            dots |= percents & two >> 1 & e >> 2;
        }
        if self.has_dots {
            candidates |= slashes & dots >> 1;
        }
        let special = self.special.wrapping_sub(self.from);
        (candidates | u64::from(special < STEP) << (special & (WORD - 1))) & (u64::MAX >> (WORD - STEP))
    }
}

impl<G: Grammar> Iterator for Edits<'_, G> {
    type Item = (usize, Edit);

    #[inline(always)]
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "offsets in the text, and at most `STEP` more; a word that is not zero has a lowest bit"
    )]
    fn next(&mut self) -> Option<(usize, Edit)> {
        let text = self.parts.bytes();
        loop {
            while self.word != 0 {
                let at = self.from + self.word.trailing_zeros() as usize;
                self.word &= self.word - 1;
                let rest = text.get(at..).expect("an edit begins in the text");
                if at == self.special {
                    if self.parts.at.has(defined::AUTHORITY) {
                        return Some((at, Edit::Colon));
                    }
                    let mut end = at;
                    while let Some((_, dots)) = self.dots_at(end) {
                        end = (dots + 1).min(self.parts.at.path_span().end as usize);
                        if dots == end {
                            break;
                        }
                    }
                    return Some((at, Edit::Leading { end }));
                }
                if Self::HAS_BEYOND_ASCII && self.is_decoding {
                    if let Some(character) = self.character(at) {
                        return Some((at, character));
                    }
                }
                if let Some(form) = digits(rest).and_then(|digits| self.forms.of(digits)) {
                    return Some((at, Edit::Triplet(form)));
                }
                if at >= self.parts.at.path_span().start as usize {
                    if let Some((count, end)) = self.dots_at(at + 1) {
                        return Some((at, Edit::Dots { count, end }));
                    }
                }
            }
            self.from += STEP;
            if self.from >= text.len() {
                return None;
            }
            self.word = self.candidates();
        }
    }
}

/// The normal form of a percent-encoded octet (sections 6.2.2.1 and 6.2.2.2): three bytes, or one byte and two unused
/// ones.
#[derive(Clone, Copy)]
pub(super) struct Triplet {
    /// The last byte is the number of bytes used. Four bytes, because they are written with one store; three
    /// are not.
    pub(super) bytes: [u8; 4],
}

/// Look-up table: the normal form of each octet.
#[derive(Clone, Copy)]
pub(super) struct Forms(&'static [Triplet; 256]);

impl Forms {
    /// Returns the table for a level.
    #[inline]
    pub(super) fn on<G: Grammar>(level: Level) -> Self {
        Self(if level < Level::Percent {
            const { &Triplet::all(&Characters::NONE) }
        } else {
            const { &Triplet::all(&G::CHARACTERS) }
        })
    }

    /// Returns the normal form of the octet with these digits; `None` if they are not hexadecimal digits,
    /// which is possible only with an edited grammar.
    #[inline]
    pub(super) fn of(self, digits: [u8; 2]) -> Option<Triplet> {
        self.0.get(usize::from(value(digits))).copied()
    }
}

impl Triplet {
    /// Returns whether the normal form is an unreserved character instead of a triplet.
    #[inline]
    pub(super) const fn is_decoded(self) -> bool {
        self.bytes[3] == 1
    }

    /// Returns the number of bytes.
    #[inline]
    pub(super) const fn len(self) -> usize {
        self.bytes[3] as usize
    }

    /// Returns the table for all octets, with unreserved characters decoded.
    #[expect(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "evaluated by the compiler")]
    const fn all(characters: &Characters) -> [Self; 256] {
        let mut forms = [Self { bytes: [0; 4] }; 256];
        let mut octet = 0;
        while octet < 256 {
            let byte = octet as u8;
            forms[octet] = if characters.has(class::UNRESERVED, byte) {
                Self { bytes: [byte, 0, 0, 1] }
            } else {
                let [percent, high, low] = TRIPLETS[octet];
                Self { bytes: [percent, high, low, 3] }
            };
            octet += 1;
        }
        forms
    }
}

/// Returns the digits of the percent-encoded octet that these bytes begin with.
#[inline]
pub(super) fn digits(bytes: &[u8]) -> Option<[u8; 2]> {
    match bytes.first_chunk() {
        Some(&[b'%', high, low]) => Some([high, low]),
        _ => None,
    }
}
