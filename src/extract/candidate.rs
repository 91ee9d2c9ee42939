//! A place where a URI may begin, and the search for its end.

use super::marks::{Bracket, INSIDE, Mark, PLAIN};
use crate::grammar::{Automaton, State};

/// The longest candidate for which the parser is tried first. For longer candidates, only the automaton guarantees
/// linear time: the parser may read far and match little.
const SHORT: usize = 256;

/// The maximum number of punctuation bytes read after the longest URI so far, to see whether the URI continues.
const PUNCTUATION: usize = 64;

/// The mark directly before a URI, if it decides where the URI ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opener {
    None,
    /// `<` or `<URL:`.
    Angle,
    /// `"`.
    DoubleQuote,
    /// `'`.
    Apostrophe,
    /// `](`, as in a link of Markdown.
    Link,
    /// A mark of emphasis in Markdown.
    Emphasis(u8),
}

impl Opener {
    pub(super) const fn of(before: &[u8]) -> Self {
        match before {
            [.., b'<'] => Self::Angle,
            [.., b'"'] => Self::DoubleQuote,
            [.., b'\''] => Self::Apostrophe,
            [.., b']', b'('] => Self::Link,
            [.., mark @ (b'*' | b'_' | b'~')] => Self::Emphasis(*mark),
            _ => Self::None,
        }
    }
}

/// The outcome of reading a candidate.
pub(super) enum Outcome {
    /// More of the text is needed.
    More,
    /// A URI that ends at this offset.
    Ends(usize),
    NoUri,
    TooLong,
}

/// A place where a URI may begin, and how far it has been read. Reading continues when more of the text is available, so that
/// no byte is read twice. All offsets are in the same bytes.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) start: usize,
    /// The candidate is a URI only if it ends after this offset.
    least: usize,
    pub(super) opener: Opener,
    /// Whether the candidate is a suffix reference.
    pub(super) is_suffix: bool,
    /// The offset at which reading continues.
    pub(super) at: usize,
    /// The end of the last character other than white space, and the state of the automaton there.
    read: usize,
    state: State,
    /// Whether the rule matches the characters read so far, without white space.
    is_accepted: bool,
    /// The end of the longest URI so far, by the rules for a URI without an opener.
    end: usize,
    /// Whether `end` may still move; if not, only the mark that closes the opener counts.
    grows: bool,
    /// The number of brackets of each kind that are open.
    open: [u32; Bracket::COUNT],
}

impl Candidate {
    /// Returns a candidate that was read up to `at`, which leaves the automaton in `state`.
    pub(super) const fn new(start: usize, least: usize, opener: Opener, at: usize, state: State) -> Self {
        Self {
            start,
            least,
            opener,
            is_suffix: false,
            at,
            read: at,
            state,
            is_accepted: false,
            end: start,
            grows: true,
            open: [0; Bracket::COUNT],
        }
    }

    /// Returns the same candidate as a suffix reference.
    pub(super) const fn of_suffix(self) -> Self {
        Self { is_suffix: true, ..self }
    }

    /// Subtracts a number of bytes that have been dropped before the candidate.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "only bytes before the start are dropped, which is the smallest of the offsets"
    )]
    pub(super) fn drop_front(&mut self, bytes: usize) {
        for offset in [&mut self.start, &mut self.least, &mut self.at, &mut self.read, &mut self.end] {
            *offset -= bytes;
        }
    }

    /// Returns the end of a short and simple candidate: letters, digits and punctuation up to a delimiter. The end is right
    /// if the rule matches the whole candidate, which the parser decides faster than the automaton.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "offsets in the bytes; the tables have an entry for each byte"
    )]
    pub(super) fn plain_end(&self, bytes: &[u8], is_last: bool, longest: usize) -> Option<usize> {
        if self.is_suffix {
            return None;
        }
        let most = bytes.get(..self.start.saturating_add(longest.min(SHORT))).unwrap_or(bytes);
        let read = most.get(self.least..)?;
        let end = self.least + read.iter().position(|&byte| !PLAIN[usize::from(byte)]).unwrap_or(read.len());
        let mark = match bytes.get(end) {
            Some(&byte) => Mark::of_byte(byte)?,
            None if is_last => Mark::End,
            None => return None,
        };
        let is_enclosed = match (mark, self.opener) {
            (_, Opener::Emphasis(_)) | (Mark::Space, Opener::Angle) => return None,
            (Mark::ClosingAngle, Opener::Angle)
            | (Mark::DoubleQuote, Opener::DoubleQuote)
            | (Mark::Apostrophe, Opener::Apostrophe)
            | (Mark::Closing(Bracket::Round), Opener::Link) => true,
            (Mark::Space | Mark::DoubleQuote | Mark::ClosingAngle | Mark::End, _)
            | (Mark::Closing(_), Opener::None) => false,
            _ => return None,
        };
        let kept = bytes.get(self.least..end)?;
        let may_end = |&byte: &u8| is_enclosed || INSIDE[usize::from(byte)];
        Some(self.least + kept.iter().rposition(may_end)? + 1)
    }

    /// Continues reading, to the end of the candidate or of `bytes`. Without an automaton, every string is
    /// accepted, and the result has to be parsed.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "characters end in the bytes; each kind of bracket has a count, lowered only above 0"
    )]
    pub(super) fn read(
        &mut self,
        automaton: Option<&'static Automaton>,
        bytes: &[u8],
        is_last: bool,
        longest: usize,
    ) -> Outcome {
        let most = self.start.saturating_add(longest);
        loop {
            self.skip(automaton, bytes.get(..most).unwrap_or(bytes));
            let c = match first_char(bytes.get(self.at..).unwrap_or_default()) {
                First::Char(c) => c,
                First::Unknown if !is_last => return Outcome::More,
                First::Unknown | First::NotUtf8 => return self.outcome(),
            };
            let mark = Mark::of(c);
            match (mark, self.opener) {
                (Mark::Space, Opener::Angle) if self.at < most => {
                    self.grows = false;
                    self.at += c.len_utf8();
                    continue;
                }
                // The enclosed text is not a URI, and the apostrophe may be part of one.
                (Mark::Apostrophe, Opener::Apostrophe) if self.grows && !self.is_accepted => {
                    self.opener = Opener::None;
                }
                (Mark::ClosingAngle, Opener::Angle)
                | (Mark::DoubleQuote, Opener::DoubleQuote)
                | (Mark::Apostrophe, Opener::Apostrophe) => return self.closed(),
                (Mark::Space | Mark::DoubleQuote | Mark::ClosingAngle | Mark::End, _) => {
                    return self.outcome();
                }
                (Mark::Opening(bracket), _) => {
                    let open = &mut self.open[bracket as usize];
                    *open = open.saturating_add(1);
                }
                (Mark::Closing(bracket), _) if self.open[bracket as usize] > 0 => {
                    self.open[bracket as usize] -= 1;
                }
                (Mark::Closing(Bracket::Round), Opener::Link) => return self.closed(),
                (Mark::Closing(_) | Mark::Stop, Opener::Angle | Opener::DoubleQuote | Opener::Apostrophe) => {
                    self.grows = false
                }
                (Mark::Closing(_) | Mark::Stop, _) => return self.outcome(),
                (Mark::Inside | Mark::Punctuation | Mark::Apostrophe, _) => {}
            }
            let Some(state) = step(automaton, self.state, c) else { return self.outcome() };
            let may_end = match (mark, self.opener) {
                (Mark::Inside, Opener::Emphasis(mark)) => c != char::from(mark),
                (Mark::Inside | Mark::Closing(_), _) => true,
                _ => false,
            };
            if self.at >= most && !self.grows {
                return self.outcome();
            }
            // Punctuation that may belong to the sentence does not extend the URI.
            if self.at >= most && (may_end || self.at - most >= PUNCTUATION) {
                return Outcome::TooLong;
            }
            self.state = state;
            self.at += c.len_utf8();
            self.is_read(automaton, may_end);
        }
    }

    /// Reads the characters that leave the automaton in its state, and are not delimiters.
    #[expect(clippy::arithmetic_side_effects, reason = "the skipped range lies in the bytes")]
    fn skip(&mut self, automaton: Option<&'static Automaton>, bytes: &[u8]) {
        let Some(automaton) = automaton else { return };
        if matches!(self.opener, Opener::Emphasis(_)) {
            return;
        }
        let skipped = automaton.stays(self.state, bytes.get(self.at..).unwrap_or_default(), &INSIDE);
        if skipped > 0 {
            self.at += skipped;
            self.is_read(Some(automaton), true);
        }
    }

    /// Records that everything up to `at` was read.
    fn is_read(&mut self, automaton: Option<&'static Automaton>, may_end: bool) {
        self.read = self.at;
        self.is_accepted = automaton.is_none_or(|automaton| automaton.accepts_at(self.state));
        if self.is_accepted && self.grows && may_end {
            self.end = self.at;
        }
    }

    /// Returns the outcome before the mark that closes the opener.
    fn closed(&mut self) -> Outcome {
        if self.is_accepted {
            self.end = self.read;
        }
        self.outcome()
    }

    /// Returns the outcome of the characters read so far.
    fn outcome(&self) -> Outcome {
        if self.end > self.least { Outcome::Ends(self.end) } else { Outcome::NoUri }
    }
}

/// Returns the state after one more character.
pub(super) fn step(automaton: Option<&'static Automaton>, state: State, c: char) -> Option<State> {
    match automaton {
        Some(automaton) => automaton.step(state, c),
        None => Some(state),
    }
}

enum First {
    Char(char),
    NotUtf8,
    /// There are no bytes, or too few for a character.
    Unknown,
}

/// Returns the first character.
#[inline]
fn first_char(bytes: &[u8]) -> First {
    match bytes.first() {
        None => return First::Unknown,
        Some(&byte) if byte.is_ascii() => return First::Char(byte.into()),
        Some(_) => {}
    }
    let few = bytes.get(..4).unwrap_or(bytes);
    let (valid, error) = match core::str::from_utf8(few) {
        Ok(valid) => (valid, None),
        Err(error) => {
            let valid = few.get(..error.valid_up_to()).and_then(|valid| core::str::from_utf8(valid).ok());
            (valid.unwrap_or_default(), error.error_len())
        }
    };
    match (valid.chars().next(), error) {
        (Some(c), _) => First::Char(c),
        (None, Some(_)) => First::NotUtf8,
        (None, None) => First::Unknown,
    }
}
