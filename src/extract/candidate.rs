//! A position at which a URI may begin, and the search for the end of the URI.

use super::marks::{Bracket, INSIDE, PLAIN, Role};
use crate::grammar::{Automaton, State};

/// The maximum length of candidates for which the parser is tried first. Longer candidates are read only by the automaton,
/// which guarantees linear time, whereas the parser may read far and match little.
const SHORT: usize = 256;

/// The maximum number of punctuation bytes that are read beyond the maximum length of a URI, to check whether the URI
/// continues.
const PUNCTUATION: usize = 64;

/// The delimiter directly before a URI, if it determines where the URI ends.
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
    /// A delimiter of emphasis in Markdown.
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
    /// The end of the URI may be in bytes that have not arrived yet.
    More,
    /// A URI that ends at this offset.
    Ends(usize),
    NoUri,
    TooLong,
}

/// A position at which a URI may begin, and the progress in reading the URI. When more bytes arrive, reading continues
/// where it stopped, so no byte is read twice. All offsets are in the same bytes.
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
    /// The end of the last character that was read, ignoring white space. `state` is the automaton's state there.
    read: usize,
    state: State,
    /// Whether the rule matches the characters read so far, ignoring white space.
    is_accepted: bool,
    /// The end of the longest URI so far. A delimiter that closes the opener may replace it.
    end: usize,
    /// Whether further characters may extend `end`. If not, only a delimiter that closes the opener can.
    grows: bool,
    /// The number of open brackets of each kind.
    open: [u32; Bracket::COUNT],
}

impl Candidate {
    /// Returns a candidate that has been read up to `at`, where the automaton is in `state`.
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

    /// Adjusts the offsets after this number of bytes has been dropped before the candidate.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "only bytes before the start are dropped, which is the smallest of the offsets"
    )]
    pub(super) fn drop_front(&mut self, bytes: usize) {
        for offset in [&mut self.start, &mut self.least, &mut self.at, &mut self.read, &mut self.end] {
            *offset -= bytes;
        }
    }

    /// Returns the end of a short candidate without brackets, which extends to a delimiter. The end is correct only if the
    /// rule matches the whole candidate; the caller checks this with the parser, which is faster than the automaton.
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
        let role = match bytes.get(end) {
            Some(&byte) => Role::of_byte(byte)?,
            None if is_last => Role::End,
            None => return None,
        };
        let is_enclosed = match (role, self.opener) {
            (_, Opener::Emphasis(_)) | (Role::Space, Opener::Angle) => return None,
            (Role::ClosingAngle, Opener::Angle)
            | (Role::DoubleQuote, Opener::DoubleQuote)
            | (Role::Apostrophe, Opener::Apostrophe)
            | (Role::Closing(Bracket::Round), Opener::Link) => true,
            (Role::Space | Role::DoubleQuote | Role::ClosingAngle | Role::End, _)
            | (Role::Closing(_), Opener::None) => false,
            _ => return None,
        };
        let kept = bytes.get(self.least..end)?;
        let may_end = |&byte: &u8| is_enclosed || INSIDE[usize::from(byte)];
        Some(self.least + kept.iter().rposition(may_end)? + 1)
    }

    /// Continues reading up to the end of the candidate or of `bytes`. Without an automaton, every string is accepted, so the
    /// caller has to parse the result.
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
            let role = Role::of(c);
            match (role, self.opener) {
                (Role::Space, Opener::Angle) if self.at < most => {
                    self.grows = false;
                    self.at += c.len_utf8();
                    continue;
                }
                // The text between the apostrophes is not a URI, so the second apostrophe may be part of one.
                (Role::Apostrophe, Opener::Apostrophe) if self.grows && !self.is_accepted => {
                    self.opener = Opener::None;
                }
                (Role::ClosingAngle, Opener::Angle)
                | (Role::DoubleQuote, Opener::DoubleQuote)
                | (Role::Apostrophe, Opener::Apostrophe) => return self.closed(),
                (Role::Space | Role::DoubleQuote | Role::ClosingAngle | Role::End, _) => {
                    return self.outcome();
                }
                (Role::Opening(bracket), _) => {
                    let open = &mut self.open[bracket as usize];
                    *open = open.saturating_add(1);
                }
                (Role::Closing(bracket), _) if self.open[bracket as usize] > 0 => {
                    self.open[bracket as usize] -= 1;
                }
                (Role::Closing(Bracket::Round), Opener::Link) => return self.closed(),
                (Role::Closing(_) | Role::Stop, Opener::Angle | Opener::DoubleQuote | Opener::Apostrophe) => {
                    self.grows = false
                }
                (Role::Closing(_) | Role::Stop, _) => return self.outcome(),
                (Role::Inside | Role::Punctuation | Role::Apostrophe, _) => {}
            }
            let Some(state) = step(automaton, self.state, c) else { return self.outcome() };
            let may_end = match (role, self.opener) {
                (Role::Inside, Opener::Emphasis(mark)) => c != char::from(mark),
                (Role::Inside | Role::Closing(_), _) => true,
                _ => false,
            };
            if self.at >= most && !self.grows {
                return self.outcome();
            }
            // Punctuation that may belong to the sentence does not count towards the length of the URI.
            if self.at >= most && (may_end || self.at - most >= PUNCTUATION) {
                return Outcome::TooLong;
            }
            self.state = state;
            self.at += c.len_utf8();
            self.record_read(automaton, may_end);
        }
    }

    /// Reads characters that do not change the automaton's state and are not delimiters.
    #[expect(clippy::arithmetic_side_effects, reason = "the skipped range lies in the bytes")]
    fn skip(&mut self, automaton: Option<&'static Automaton>, bytes: &[u8]) {
        let Some(automaton) = automaton else { return };
        if matches!(self.opener, Opener::Emphasis(_)) {
            return;
        }
        let skipped = automaton.stays(self.state, bytes.get(self.at..).unwrap_or_default(), &INSIDE);
        if skipped > 0 {
            self.at += skipped;
            self.record_read(Some(automaton), true);
        }
    }

    /// Records that the bytes up to `at` have been read. `may_end` states whether a URI may end there.
    fn record_read(&mut self, automaton: Option<&'static Automaton>, may_end: bool) {
        self.read = self.at;
        self.is_accepted = automaton.is_none_or(|automaton| automaton.accepts_at(self.state));
        if self.is_accepted && self.grows && may_end {
            self.end = self.at;
        }
    }

    /// Returns the outcome at a delimiter that closes the opener of the candidate, so that the candidate ends before
    /// the delimiter.
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

/// Returns the state after the character `c`, or `None` if no match continues with it.
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
