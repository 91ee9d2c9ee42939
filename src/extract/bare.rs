//! URIs that are written without a scheme: suffix references (section 4.5), domain names and mail addresses.
#![expect(clippy::arithmetic_side_effects, reason = "offsets in the bytes, and at most four more")]

use core::task::Poll;

use super::candidate::{First, Form, Opener, Start, first_char, step};
use super::extractor::{Extractor, without_prefix};
use crate::bytes::first_far;
use crate::grammar::{Grammar, Rule, State};

/// The start of a suffix reference, before a dot.
const WWW: &[u8] = b"www";

/// The maximum length of the local part of a mail address (RFC 5321, section 4.5.3.1.1).
const LONGEST_LOCAL: usize = 64;

/// The maximum length of a domain name (RFC 1035, section 2.3.4), with a dot at its end.
const LONGEST_NAME: usize = 254;

impl<G: Grammar> Extractor<G> {
    /// Returns the offset of the first colon, or of the first sign by which a URI without a scheme is found.
    #[cold]
    pub(super) fn first_sign(&self, bytes: &[u8]) -> Option<usize> {
        match (self.suffix.is_some(), self.addresses) {
            (true, true) => first_far(bytes, *b":.@", []),
            (true, false) => first_far(bytes, *b":.", []),
            (false, _) => first_far(bytes, *b":@", []),
        }
    }

    /// Returns the URI without a scheme that has its first dot or its `@` at this offset, or `Pending` if further bytes decide.
    /// Bytes before `floor` are ignored.
    #[cold]
    pub(super) fn at_sign(
        &self,
        bytes: &[u8],
        floor: usize,
        sign: usize,
        is_last: bool,
    ) -> Poll<Option<Start>> {
        match bytes.get(sign) {
            Some(b'.') => self.at_dot(bytes, floor, sign, is_last),
            _ => self.at_at(bytes, floor, sign, is_last),
        }
    }

    /// Returns the candidate for a suffix reference or a domain name whose first label ends at `dot`.
    fn at_dot(&self, bytes: &[u8], floor: usize, dot: usize, is_last: bool) -> Poll<Option<Start>> {
        let label = bytes.get(floor..dot).map_or(0, |before| label_at_end(before).len());
        let (start, Some(scheme)) = (dot - label, self.suffix.as_deref()) else { return Poll::Ready(None) };
        let before = bytes.get(floor..start).unwrap_or_default();
        if label == 0 || continues_before(before) {
            return Poll::Ready(None);
        }
        let is_www = bytes.get(start..dot).is_some_and(|label| label.eq_ignore_ascii_case(WWW));
        let least = match self.domain_end(bytes, start, is_last) {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(Some(end)) => end - 1,
            Poll::Ready(None) if is_www => dot + 1,
            Poll::Ready(None) => return Poll::Ready(None),
        };
        let (before, _) = without_prefix(before);
        let opener = Opener::of(before);
        let candidate =
            |state| Start { start, least, opener, form: Form::Suffix, splits: self.splits, state };
        Poll::Ready(after_text::<G>(scheme.chars().chain("://".chars())).map(candidate))
    }

    /// Returns the end of the domain name that begins at `start`, if such names are to be found.
    #[cfg(feature = "psl")]
    fn domain_end(&self, bytes: &[u8], start: usize, is_last: bool) -> Poll<Option<usize>> {
        if !self.domains {
            return Poll::Ready(None);
        }
        name_at(bytes, start, is_last).map(|name| {
            let name = core::str::from_utf8(name?).ok()?;
            crate::site::has_listed_suffix(name).then_some(start + name.len())
        })
    }

    #[cfg(not(feature = "psl"))]
    #[expect(clippy::unused_self, reason = "names are found only with the list of their suffixes")]
    fn domain_end(&self, _: &[u8], _: usize, _: bool) -> Poll<Option<usize>> {
        Poll::Ready(None)
    }

    /// Returns the candidate for a mail address with its `@` at `at`.
    fn at_at(&self, bytes: &[u8], floor: usize, at: usize, is_last: bool) -> Poll<Option<Start>> {
        let before = bytes.get(floor..at).unwrap_or_default();
        let local = local_part_at_end(before);
        let start = at - local.len();
        let before = bytes.get(floor..start).unwrap_or_default();
        let is_local = (1..=LONGEST_LOCAL).contains(&local.len())
            && !local.ends_with(b".")
            && !local.windows(2).any(|two| two == b"..")
            // The name of a user in an authority is not a mail address.
            && !before.ends_with(b"/")
            && !ends_in_letter(before);
        if !is_local {
            return Poll::Ready(None);
        }
        name_at(bytes, at + 1, is_last).map(|name| {
            let end = at + 1 + name?.len();
            let (opener, form, state) = (Opener::None, Form::Address, State(0));
            let address = Start { start, least: end, opener, form, splits: false, state };
            (end - start <= self.max_length).then_some(address)
        })
    }
}

/// Returns the domain name with a dot that begins at `start`, without a dot at its end, or `Pending` if further bytes decide.
fn name_at(bytes: &[u8], start: usize, is_last: bool) -> Poll<Option<&[u8]>> {
    let after = bytes.get(start..).unwrap_or_default();
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let count = after.iter().take(LONGEST_NAME + 1).take_while(|byte| is_of_name(byte)).count();
    let (run, rest) = after.split_at(count);
    let next = match first_char(rest) {
        _ if count > LONGEST_NAME => return Poll::Ready(None),
        First::Unknown if !is_last => return Poll::Pending,
        First::Char(c) => Some(c),
        First::Unknown | First::NotUtf8 => None,
    };
    if next.is_some_and(|c| matches!(c, '_' | '@') || is_letter(c)) {
        return Poll::Ready(None);
    }
    let end = run.iter().rposition(u8::is_ascii_alphanumeric).map_or(0, |last| last + 1);
    let name = run.get(..end).unwrap_or_default();
    let is_label =
        |label: &[u8]| (1..=63).contains(&label.len()) && !label.starts_with(b"-") && !label.ends_with(b"-");
    let mut labels = name.rsplit(|&byte| byte == b'.');
    let has_top = labels.next().is_some_and(|top| {
        is_label(top) && top.len() > 1 && top.first().is_some_and(u8::is_ascii_alphabetic)
    });
    Poll::Ready((has_top && labels.next().is_some_and(is_label) && labels.all(is_label)).then_some(name))
}

/// Returns the letters, digits and hyphens at the end, or nothing if there are more than a label has.
fn label_at_end(before: &[u8]) -> &[u8] {
    let near = before.get(before.len().saturating_sub(64)..).unwrap_or(before);
    let is_of_label = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let start = near.iter().rposition(|byte| !is_of_label(byte)).map_or(0, |at| at + 1);
    near.get(start..).filter(|label| label.len() < 64).unwrap_or_default()
}

/// Returns the local part of a mail address at the end, from a letter, a digit or `_` on.
fn local_part_at_end(before: &[u8]) -> &[u8] {
    let near = before.get(before.len().saturating_sub(LONGEST_LOCAL + 1)..).unwrap_or(before);
    let is_of_local = |byte: &u8| byte.is_ascii_alphanumeric() || b"._+-~'".contains(byte);
    let start = near.iter().rposition(|byte| !is_of_local(byte)).map_or(0, |at| at + 1);
    let run = near.get(start..).unwrap_or_default();
    let first = run.iter().position(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    first.and_then(|first| run.get(first..)).unwrap_or_default()
}

/// Returns whether the text is part of the same word or reference as a name after it.
fn continues_before(before: &[u8]) -> bool {
    before.last().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"-._~@/:%".contains(byte))
        || ends_in_letter(before)
}

/// Returns whether a letter beyond ASCII ends the text.
fn ends_in_letter(before: &[u8]) -> bool {
    let near = before.get(before.len().saturating_sub(4)..).unwrap_or(before);
    let start = near.iter().rposition(|byte| byte & 0b1100_0000 != 0b1000_0000).unwrap_or(0);
    match near.get(start..).map(first_char) {
        Some(First::Char(c)) => !c.is_ascii() && is_letter(c),
        _ => false,
    }
}

/// Returns whether a name next to this character is only a part of a word. From U+2E80 on, scripts are written without white
/// space between words.
fn is_letter(c: char) -> bool {
    c < '\u{2E80}' && c.is_alphanumeric()
}

/// Returns the state of the automaton of the rule `URI` after these characters, or `None` if no URI begins with them.
fn after_text<G: Grammar>(mut text: impl Iterator<Item = char>) -> Option<State> {
    text.try_fold(State(0), |state, c| step(G::automaton(Rule::URI), state, c))
}
