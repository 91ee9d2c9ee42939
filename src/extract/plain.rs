//! Finds a URI by the parser, which is faster than the automaton, if a delimiter follows directly.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "offsets in the bytes, and at most three more; the tables have an entry for each byte; a URI is cut before ASCII"
)]

use core::ops::Range;

use super::candidate::Opener;
use super::extractor::{Extractor, without_prefix};
use super::marks::{ASCII, Role};
use crate::bytes::{WORD, is, within, words};
use crate::grammar::{Components, Grammar, Lowering, Rule, class};

/// The input. A `str` is kept as such, so that it need not be checked for UTF-8.
#[derive(Clone, Copy)]
pub(super) enum Input<'t> {
    Text(&'t str),
    Bytes(&'t [u8]),
}

impl<'t> Input<'t> {
    pub(super) fn bytes(self) -> &'t [u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }

    /// Returns the text of a candidate, or `None` if the range is not at character boundaries, which happens only if
    /// the caller passed different bytes than before.
    pub(super) fn text(self, range: Range<usize>) -> Option<&'t str> {
        match self {
            Self::Text(text) => text.get(range),
            Self::Bytes(bytes) => core::str::from_utf8(bytes.get(range)?).ok(),
        }
    }

    /// Returns the characters from `start` that end by `end`. In bytes that are not UTF-8, returns those before the first fault.
    #[inline(always)]
    fn chars(self, start: usize, end: usize) -> Option<&'t str> {
        match self {
            Self::Text(text) => {
                let mut end = end.min(text.len());
                while !text.is_char_boundary(end) {
                    end -= 1;
                }
                text.get(start..end)
            }
            Self::Bytes(bytes) => {
                let bytes = bytes.get(start..end.min(bytes.len()))?;
                match core::str::from_utf8(bytes) {
                    Ok(text) => Some(text),
                    Err(error) => core::str::from_utf8(bytes.get(..error.valid_up_to())?).ok(),
                }
            }
        }
    }
}

/// The maximum length of a URI for which the parser is tried. The automaton guarantees linear time, whereas the parser may read
/// far and match little.
const SHORT: usize = 256;

/// A URI that [`Extractor::plain`] has found.
pub(super) struct Plain<'t> {
    pub(super) range: Range<usize>,
    pub(super) text: &'t str,
    pub(super) components: Components,
}

impl<G: Grammar> Extractor<G> {
    /// Returns the URI whose scheme ends at `colon` if `//` follows, the scheme is short, and the parser reads the URI up to a
    /// delimiter. Otherwise, or if the URI contains square brackets, apostrophes or semicolons, `None` means undecided.
    ///
    /// Which characters are around a URI is hard to predict for a processor, so tables and `&` replace branches.
    #[inline]
    pub(super) fn plain<'t>(
        &self,
        input: Input<'t>,
        floor: usize,
        colon: usize,
        is_last: bool,
    ) -> Option<Plain<'t>> {
        // Under another grammar, a URI that is shortened in its last component may not be a URI.
        if !cfg!(appendix_a) || !G::IN_PLACE || self.splits {
            return None;
        }
        let bytes = input.bytes();
        let least = colon + "://".len();
        if bytes.get(colon..least)? != b"://" {
            return None;
        }
        let (start, closer) = start_and_closer::<G>(bytes, floor, colon)?;
        if !self.schemes.is_empty() && !self.is_asked_for(&bytes[start..colon]) {
            return None;
        }
        let text = input.chars(start, start.saturating_add(self.max_length.min(SHORT)))?;
        let mut lowering = Lowering::new(text.len());
        let matched = text.get(..G::lower(Rule::URI, text, &mut lowering))?;
        // Punctuation beyond ASCII may end an IRI.
        if G::CHARACTERS.has_beyond_ascii(u8::MAX) && !matched.is_ascii() {
            return None;
        }
        let most = start + matched.len();
        let mut end = least + length_in_brackets(bytes.get(least..)?, most.checked_sub(least)?)?;
        let (is_enclosed, delimiter) = match bytes.get(end) {
            Some(&byte) => ((byte == closer) & (closer != 0), AFTER_URI[usize::from(byte)]),
            None if is_last => (false, ANY),
            None => return None,
        };
        let delimiters = ANY | if closer == b'>' { 0 } else { SPACE } | if closer == 0 { CLOSING } else { 0 };
        if u8::from(is_enclosed) | delimiter & delimiters == 0 {
            return None;
        }
        // An enclosed URI may end with punctuation, which is tested first because punctuation is rare there.
        let kept = if is_enclosed { end } else { least };
        while Role::of_byte(bytes[end - 1]) == Some(Role::Punctuation) && end > kept {
            end -= 1;
        }
        let len = end - start;
        // What is cut off begins with punctuation or a bracket, so it does not begin within a percent-encoding.
        let components = match lowering.cut(len) {
            None if end == most => lowering.components_before(len, true)?,
            cut => cut?,
        };
        (end > least).then_some(Plain { range: start..end, text: &matched[..len], components })
    }
}

/// The number of bytes before a colon that are read at once: a short scheme, and two bytes before it.
const NEAR: usize = 8;

/// Returns the start of a URI whose scheme ends at `colon`, and the byte that closes the byte before it, or 0. Returns `None` if the
/// scheme is long, and if more than two bytes before it, or the URI itself, decide where the URI ends.
#[inline(always)]
fn start_and_closer<G: Grammar>(bytes: &[u8], floor: usize, colon: usize) -> Option<(usize, u8)> {
    let near = bytes.get(floor..colon)?.last_chunk::<NEAR>()?;
    let mut others = 0_u8;
    for (at, &byte) in near.iter().enumerate() {
        others |= u8::from(!G::CHARACTERS.has(class::SCHEME, byte)) << at;
    }
    let scheme = others.leading_zeros() as usize;
    if scheme == 0 || scheme > NEAR - 2 {
        return None;
    }
    let start = colon - scheme;
    let [second, first] = [near[NEAR - scheme - 2], near[NEAR - scheme - 1]];
    let [after_second, after_first] = [second, first].map(|byte| BEFORE_URI[usize::from(byte)]);
    let may_have_prefix = after_first.is_space & after_second.is_space_or_colon;
    if after_first.is_undecided || may_have_prefix && without_prefix(bytes.get(floor..start)?).1 {
        return None;
    }
    let is_link = (second == b']') & (first == b'(');
    Some((start, if is_link { b')' } else { after_first.closer }))
}

/// The relevance of a byte before a URI.
#[derive(Clone, Copy)]
struct BeforeUri {
    /// The byte that closes this one, or 0.
    closer: u8,
    /// Whether the URI itself decides where it ends, or the prefix `URL:` may end here.
    is_undecided: bool,
    is_space: bool,
    is_space_or_colon: bool,
}

const BEFORE_URI: [BeforeUri; 256] = {
    let mut all =
        [BeforeUri { closer: 0, is_undecided: false, is_space: false, is_space_or_colon: false }; 256];
    let mut byte = 0;
    while byte < 256 {
        let (is_space, is_colon) = ((byte as u8).is_ascii_whitespace(), byte as u8 == b':');
        let (closer, is_undecided) = match Opener::of(&[byte as u8]) {
            Opener::None => (0, is_colon),
            Opener::Angle => (b'>', false),
            Opener::DoubleQuote => (b'"', false),
            Opener::Apostrophe | Opener::Link | Opener::Emphasis(_) => (0, true),
        };
        all[byte] = BeforeUri { closer, is_undecided, is_space, is_space_or_colon: is_space | is_colon };
        byte += 1;
    }
    all
};

/// The kinds of delimiters after a URI, by which opener they end it.
const ANY: u8 = 1;
const SPACE: u8 = 2;
const CLOSING: u8 = 4;

/// For each byte, its kind, or 0 if it is no delimiter.
const AFTER_URI: [u8; 256] = {
    let mut all = [0; 256];
    let mut byte = 0;
    while byte < ASCII.len() {
        all[byte] = match ASCII[byte] {
            Role::DoubleQuote | Role::ClosingAngle | Role::End => ANY,
            Role::Space => SPACE,
            Role::Closing(_) => CLOSING,
            _ => 0,
        };
        byte += 1;
    }
    all
};

/// Returns the number of bytes, at most `len`, before the first `)` without a `(`. Returns `None` if they contain other marks by
/// which a URI may end, or a `(` without a `)`.
#[inline(always)]
fn length_in_brackets(bytes: &[u8], len: usize) -> Option<usize> {
    let (mut at, mut open) = (0, 0);
    while at < len {
        let rest = &bytes[at..];
        // Also tests bytes after the first `len`, because the number of vectors is then the same for most texts.
        let mut marks = match rest.first_chunk::<WORD>() {
            Some(block) => marks(block),
            None => marks(rest),
        };
        while marks != 0 {
            let mark = at + marks.trailing_zeros() as usize;
            match bytes[mark] {
                _ if mark >= len => break,
                b'(' => open += 1,
                b')' if open > 0 => open -= 1,
                b')' => return Some(mark),
                _ => return None,
            }
            marks &= marks - 1;
        }
        at += WORD;
    }
    (open == 0).then_some(len)
}

/// Returns a bit for each bracket, apostrophe or semicolon.
#[inline(always)]
fn marks(bytes: &[u8]) -> u64 {
    // The second range also has the backslash, which no URI contains.
    let [marks] =
        words(bytes, |bytes| [within(bytes, b'\'', b')') | is(bytes, b';') | within(bytes, b'[', b']')]);
    marks
}
