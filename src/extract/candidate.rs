//! A position at which a URI may begin, and the search for the end of the URI.

use core::ops::Range;

use super::marks::{Bracket, INSIDE, Role, delimits, reference_at_end};
use crate::grammar::{Automaton, State};

/// The maximum number of punctuation bytes that are read beyond the maximum length of a URI, to check whether the URI
/// continues.
const PUNCTUATION: usize = 64;

/// The maximum length of a scheme. The longest registered scheme has 36 characters.
pub(super) const LONGEST_SCHEME: usize = 64;

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

/// The form in which a URI is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Uri,
    /// Without a scheme and `//`: a suffix reference, or a domain name.
    Suffix,
    /// A mail address.
    Address,
}

/// A position at which a URI may begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) start: usize,
    /// The candidate is a URI only if it ends after this offset. A mail address ends there.
    pub(super) least: usize,
    pub(super) opener: Opener,
    pub(super) form: Form,
    /// Whether the URI ends before a comma or a semicolon that another URI follows.
    pub(super) splits: bool,
    /// The automaton's state at the start.
    pub(super) state: State,
}

/// A position at which a URI may begin, and the progress in reading the URI. When more bytes arrive, reading continues
/// where it stopped, so no byte is read twice. All offsets are in the same bytes.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) origin: Start,
    opener: Opener,
    /// The offset at which reading continues.
    pub(super) at: usize,
    /// The end of the last character that was read, ignoring white space. `state` is the automaton's state there.
    read: usize,
    state: State,
    /// Whether the rule matches the characters read so far, ignoring white space.
    is_accepted: bool,
    /// The end of the longest URI so far. A delimiter that closes the opener may replace it.
    end: usize,
    /// The last character reference of HTML, from the end of the URI if the reference is not part of it.
    reference: Range<usize>,
    /// Whether an apostrophe in the URI has to be closed.
    is_quoting: bool,
    /// Whether further characters may extend `end`. If not, only a delimiter that closes the opener can.
    grows: bool,
    /// The number of open brackets of each kind.
    open: [u32; Bracket::COUNT],
}

impl Candidate {
    pub(super) const fn new(origin: Start) -> Self {
        let Start { start, opener, state, .. } = origin;
        Self {
            origin,
            opener,
            at: start,
            read: start,
            state,
            is_accepted: false,
            end: start,
            reference: 0..0,
            is_quoting: false,
            grows: true,
            open: [0; Bracket::COUNT],
        }
    }

    /// Adjusts the offsets after this number of bytes has been dropped before the candidate.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "only bytes before the start are dropped, which is the smallest of the offsets"
    )]
    pub(super) fn drop_front(&mut self, bytes: usize) {
        let Start { start, least, .. } = &mut self.origin;
        for offset in [start, least, &mut self.at, &mut self.read, &mut self.end] {
            *offset -= bytes;
        }
        for offset in [&mut self.reference.start, &mut self.reference.end] {
            *offset = offset.saturating_sub(bytes);
        }
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
        let most = self.origin.start.saturating_add(longest);
        loop {
            self.skip(automaton, bytes.get(..most).unwrap_or(bytes));
            let c = match first_char(bytes.get(self.at..).unwrap_or_default()) {
                First::Char(c) => c,
                First::Unknown if !is_last => return Outcome::More,
                First::Unknown | First::NotUtf8 => return self.outcome(),
            };
            if self.origin.splits && matches!(c, ',' | ';') {
                match begins_uri(bytes.get(self.at + 1..).unwrap_or_default()) {
                    Some(true) => return self.outcome(),
                    None if !is_last => return Outcome::More,
                    _ => {}
                }
            }
            let role = Role::of(c);
            let mut closes_quote = false;
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
                (Role::Apostrophe, _) => {
                    closes_quote = self.is_quoting;
                    self.is_quoting = !closes_quote;
                }
                (Role::Inside | Role::Punctuation, _) => {}
            }
            let Some(state) = step(automaton, self.state, c) else {
                let after = bytes.get(self.at + c.len_utf8()..).unwrap_or_default();
                // The next character decides whether the URI is cut.
                if !is_last && matches!(first_char(after), First::Unknown) {
                    return Outcome::More;
                }
                if c == '{' {
                    self.leave_out_sigil(bytes);
                }
                return self.outcome();
            };
            let may_end = match (role, self.opener) {
                (Role::Inside, Opener::Emphasis(mark)) => c != char::from(mark),
                (Role::Inside | Role::Closing(_), _) => true,
                (Role::Apostrophe, _) => closes_quote,
                _ => false,
            };
            if c == ';' && self.grows && self.leave_out_reference(bytes) {
                match self.opener {
                    Opener::None | Opener::Emphasis(_) => return self.outcome(),
                    _ => self.grows = false,
                }
            }
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

    /// If a character reference of HTML ends at the semicolon that is read next, ends the URI before it. Returns whether the
    /// reference encodes a delimiter, so that the URI cannot continue after it.
    #[expect(clippy::arithmetic_side_effects, reason = "the reference precedes the semicolon")]
    fn leave_out_reference(&mut self, bytes: &[u8]) -> bool {
        let read = bytes.get(self.origin.least..self.at).unwrap_or_default();
        let Some(name) = reference_at_end(read) else { return false };
        let start = self.at - name.len() - 1;
        if self.end > start {
            self.end = self.end_before(bytes, start);
            self.reference = self.end..self.at + 1;
        }
        delimits(name)
    }

    /// Ends the URI before the `$` or `#` of a placeholder such as `${HOST}`, if it precedes the current character.
    #[expect(clippy::arithmetic_side_effects, reason = "the offset of a byte that has been read")]
    fn leave_out_sigil(&mut self, bytes: &[u8]) {
        let read = bytes.get(self.origin.least..self.at).unwrap_or_default();
        if self.end == self.at && matches!(read.last(), Some(b'$' | b'#')) {
            self.end = self.end_before(bytes, self.at - 1);
        }
    }

    /// Returns the last offset up to `at` at which the URI may end.
    #[expect(clippy::arithmetic_side_effects, reason = "the offset is above `least`")]
    fn end_before(&self, bytes: &[u8], mut at: usize) -> usize {
        while at > self.origin.least {
            if at == self.reference.end {
                return self.reference.start;
            }
            let byte = bytes.get(at - 1).copied().unwrap_or_default();
            match Role::of_byte(byte) {
                Some(Role::Punctuation | Role::Opening(_)) => at -= 1,
                Some(Role::Apostrophe) if self.is_quoting => at -= 1,
                Some(Role::Inside) if self.opener == Opener::Emphasis(byte) => at -= 1,
                _ => return at,
            }
        }
        at
    }

    /// Returns the character at `end`, where the candidate ends as a URI, if more of a word follows there.
    #[expect(clippy::arithmetic_side_effects, reason = "the offset after a character")]
    pub(super) fn cut(&self, bytes: &[u8], end: usize) -> Option<char> {
        let char_at = |at| match first_char(bytes.get(at..).unwrap_or_default()) {
            First::Char(c) => Some(c),
            First::NotUtf8 | First::Unknown => None,
        };
        let first = char_at(end)?;
        if end == self.reference.start {
            return None;
        }
        let is_mark = |c| matches!(self.opener, Opener::Emphasis(mark) if c == char::from(mark));
        let is_of_word = |c| matches!(Role::of(c), Role::Inside | Role::Opening(_)) && !is_mark(c);
        let mut at = end;
        loop {
            let c = char_at(at)?;
            // The automaton has stopped there. Only one more character is sure to have arrived.
            let is_stop = at >= self.at;
            at += c.len_utf8();
            match (Role::of(c), self.opener) {
                // It begins a placeholder such as `{{id}}`.
                (Role::Opening(Bracket::Curly), _) => return Some(first),
                (Role::Punctuation, _) if is_stop && self.origin.splits && matches!(c, ',' | ';') => {
                    return None;
                }
                (Role::Apostrophe, Opener::Apostrophe) if is_stop => return None,
                (Role::Punctuation | Role::Apostrophe | Role::Opening(_), _) if is_stop => {
                    return char_at(at).is_some_and(is_of_word).then_some(first);
                }
                (Role::Punctuation | Role::Apostrophe | Role::Opening(_), _) => {}
                (Role::Inside, _) if is_mark(c) && is_stop => return None,
                (Role::Inside, _) if is_mark(c) => {}
                (Role::Inside, _) => {
                    let is_in_word = c.is_alphanumeric() || char_at(at).is_some_and(is_of_word);
                    return is_in_word.then_some(first);
                }
                _ => return None,
            }
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
        if self.end > self.origin.least { Outcome::Ends(self.end) } else { Outcome::NoUri }
    }
}

/// Returns the state after the character `c`, or `None` if no match continues with it.
pub(super) fn step(automaton: Option<&'static Automaton>, state: State, c: char) -> Option<State> {
    match automaton {
        Some(automaton) => automaton.step(state, c),
        None => Some(state),
    }
}

/// Returns whether a scheme and `://` begin the bytes, or `None` if more bytes have to decide.
fn begins_uri(bytes: &[u8]) -> Option<bool> {
    let is_of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let scheme = bytes.iter().take(LONGEST_SCHEME).take_while(|byte| is_of_scheme(byte)).count();
    if !bytes.first().is_none_or(u8::is_ascii_alphabetic) {
        return Some(false);
    }
    let after = bytes.get(scheme..)?;
    let slashes = b"://";
    if after.len() < slashes.len() && slashes.starts_with(after) {
        return None;
    }
    Some(scheme > 0 && after.starts_with(slashes))
}

pub(super) enum First {
    Char(char),
    NotUtf8,
    /// There are no bytes, or too few for a character.
    Unknown,
}

/// Returns the first character.
#[inline]
pub(super) fn first_char(bytes: &[u8]) -> First {
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
