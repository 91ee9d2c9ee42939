//! The search through a text that is complete or arrives in parts.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "offsets in the bytes, and at most three more; passed bytes precede the next candidate"
)]

use alloc::borrow::Cow;
use alloc::string::String;
use core::iter;
use core::marker::PhantomData;
use core::task::Poll;

use super::candidate::{Candidate, Form, Opener, Outcome, Start};
use super::extractor::{BEFORE, Extractor};
use super::found::Found;
use super::marks::Role;
use super::plain::{Input, Plain};
use crate::bytes::first_far;
use crate::grammar::{Grammar, Rfc3986, Rule, matched};
use crate::reference::generic::{Uri, UriReference};

impl<G: Grammar> Extractor<G> {
    /// Returns the URIs in a text, in order.
    ///
    /// ```
    /// use urigram::extract::Extractor;
    ///
    /// let text = "(See https://en.wikipedia.org/wiki/Lynx_(web_browser).)";
    /// let found = Extractor::new().in_text(text).next().unwrap();
    /// assert_eq!(found.uri(), "https://en.wikipedia.org/wiki/Lynx_(web_browser)");
    /// assert_eq!(found.range(), 5..53);
    /// ```
    pub fn in_text<'t>(&self, text: &'t str) -> impl Iterator<Item = Found<'t, G>> + use<'_, 't, G> {
        let mut stream = self.stream();
        iter::from_fn(move || stream.next(Input::Text(text), true))
    }

    /// Returns the URIs in bytes, in order. Bytes that are not UTF-8 are not part of a URI.
    ///
    /// ```
    /// use urigram::extract::Extractor;
    ///
    /// let latin1 = b"Das Men\xFC: http://example.com/men\xFC";
    /// let found: Vec<_> = Extractor::new().in_bytes(latin1).map(|found| found.into_inner()).collect();
    /// assert_eq!(found, ["http://example.com/men"]);
    /// ```
    pub fn in_bytes<'t>(&self, bytes: &'t [u8]) -> impl Iterator<Item = Found<'t, G>> + use<'_, 't, G> {
        let mut stream = self.stream();
        iter::from_fn(move || stream.find_in(bytes, true))
    }

    /// Returns a search through a text that arrives in parts, which the caller keeps in a buffer. For a reader, use
    /// [`in_reader`](Self::in_reader).
    pub const fn stream(&self) -> Stream<'_, G> {
        Stream { extractor: self, floor: 0, at: 0, candidate: None, skips: false }
    }
}

/// A search through a text that arrives in parts.
///
/// The caller keeps the bytes that are not [passed](Self::take_passed) yet, and appends the next part to them. The result does
/// not depend on the division into parts. Takes linear time: at most some hundred bytes before each part, and at most 256 after a
/// colon, are read again.
///
/// ```
/// use urigram::extract::Extractor;
///
/// let extractor = Extractor::new();
/// let mut stream = extractor.stream();
/// let (mut buffer, mut found, mut offset) = (Vec::new(), Vec::new(), 0);
/// let parts: [&[u8]; 3] = [b"See http://exam", b"ple.com/, or <http:", b"//example.org/>."];
/// for (number, part) in parts.iter().enumerate() {
///     buffer.extend_from_slice(part);
///     while let Some(uri) = stream.find_in(&buffer, number == 2) {
///         found.push((offset + uri.range().start, uri.uri().to_string()));
///     }
///     let passed = stream.take_passed();
///     buffer.drain(..passed);
///     offset += passed;
/// }
/// assert_eq!(found, [(4, "http://example.com/".to_owned()), (29, "http://example.org/".to_owned())]);
/// ```
#[derive(Clone, Debug)]
pub struct Stream<'e, G = Rfc3986> {
    extractor: &'e Extractor<G>,
    /// The end of the last URI. Bytes before this offset do not affect the next URI. All offsets are in the bytes of the next
    /// call.
    floor: usize,
    /// The offset at which the search continues.
    at: usize,
    /// A candidate that may continue after the bytes given so far.
    candidate: Option<Candidate>,
    /// Whether the rest of a URI that is too long is being skipped.
    skips: bool,
}

impl<G: Grammar> Stream<'_, G> {
    /// Returns the next URI in the bytes, or `None` if there is none or if its end depends on further bytes. `is_last` states
    /// that no further bytes follow.
    ///
    /// `bytes` must be the bytes of the last call, without the bytes [passed](Self::take_passed) since then, and possibly with
    /// more bytes at the end.
    pub fn find_in<'t>(&mut self, bytes: &'t [u8], is_last: bool) -> Option<Found<'t, G>> {
        self.next(Input::Bytes(bytes), is_last)
    }

    fn next<'t>(&mut self, input: Input<'t>, is_last: bool) -> Option<Found<'t, G>> {
        let bytes = input.bytes();
        loop {
            if self.skips && !self.skip(bytes) {
                return None;
            }
            let mut candidate = match self.candidate.take() {
                Some(candidate) => candidate,
                None => {
                    let sign = self.sign(bytes, is_last)?;
                    if let Some(plain) = self.extractor.plain(input, self.floor, sign, is_last) {
                        return Some(self.found_plain(plain));
                    }
                    let start = match self.start(bytes, sign, is_last) {
                        Poll::Ready(Some(start)) => start,
                        Poll::Ready(None) => continue,
                        Poll::Pending => {
                            self.at = sign;
                            return None;
                        }
                    };
                    if start.form == Form::Address {
                        match self.found(input, &start, start.least) {
                            None => continue,
                            found => return found,
                        }
                    }
                    Candidate::new(start)
                }
            };
            match candidate.read(G::automaton(Rule::URI), bytes, is_last, self.extractor.max_length) {
                Outcome::Ends(end) => {
                    if let Some(found) = self.found(input, &candidate.origin, end) {
                        return Some(Found { cut: candidate.cut(bytes, end), ..found });
                    }
                }
                Outcome::NoUri => {}
                Outcome::TooLong => {
                    self.at = candidate.at;
                    self.skips = true;
                }
                Outcome::More => {
                    self.candidate = Some(candidate);
                    return None;
                }
            }
        }
    }

    /// Returns the number of bytes at the start of the last call's bytes that are no longer needed. The caller must remove
    /// exactly these bytes before the next call of [`find_in`](Self::find_in); until then, this method returns 0. After
    /// `find_in` has returned `None`, at most [`max_length`](Extractor::max_length) and about three hundred bytes remain.
    #[must_use = "the caller must remove this number of bytes before the next call"]
    pub fn take_passed(&mut self) -> usize {
        let next = self.candidate.as_ref().map_or(self.at, |candidate| candidate.origin.start);
        let passed = next.saturating_sub(BEFORE);
        self.at -= passed;
        self.floor = self.floor.saturating_sub(passed);
        if let Some(candidate) = &mut self.candidate {
            candidate.drop_front(passed);
        }
        passed
    }

    /// Returns the offset of the next colon, dot or `@` by which a URI may be found, and moves `at` after it.
    fn sign(&mut self, bytes: &[u8], is_last: bool) -> Option<usize> {
        let rest = bytes.get(self.at..)?;
        let finds_bare = self.extractor.suffix.is_some() || self.extractor.addresses;
        // No URI begins with a colon before white space. These two are the most frequent; `at_colon` rejects the others.
        let found =
            if finds_bare { self.extractor.first_sign(rest) } else { first_far(rest, *b":", *b" \n") };
        let Some(found) = found else {
            self.at = bytes.len();
            return None;
        };
        let sign = self.at + found;
        // Wait for two bytes after the colon: a URI may begin here only because `//` follows.
        if !is_last && bytes.len() < sign + "://".len() {
            self.at = sign;
            return None;
        }
        self.at = sign + 1;
        Some(sign)
    }

    /// Returns the position at which a URI may begin, given a colon, dot or `@` in it, or `Pending` if further bytes decide.
    fn start(&self, bytes: &[u8], sign: usize, is_last: bool) -> Poll<Option<Start>> {
        match bytes.get(sign) {
            Some(b':') => Poll::Ready(self.extractor.at_colon(bytes, self.floor, sign)),
            _ => self.extractor.at_sign(bytes, self.floor, sign, is_last),
        }
    }

    /// Skips the rest of a URI that is too long, and returns whether the end of that URI is in the bytes.
    fn skip(&mut self, bytes: &[u8]) -> bool {
        let rest = bytes.get(self.at..).unwrap_or_default();
        let end = rest.iter().position(|&byte| Role::ends(byte));
        self.at += end.unwrap_or(rest.len());
        self.floor = self.at;
        self.skips = end.is_none();
        !self.skips
    }

    /// Returns the URI and moves the search after it.
    fn found_plain<'t>(&mut self, Plain { range, text, components }: Plain<'t>) -> Found<'t, G> {
        (self.floor, self.at) = (range.end, range.end);
        let uri = Uri::known(UriReference { text: Cow::Borrowed(text), components, grammar: PhantomData });
        Found { range, text: None, uri, is_hyphen_doubtful: false, cut: None }
    }

    /// Returns the candidate as a URI and moves the search after it, or returns `None` if the parser rejects it.
    fn found<'t>(&mut self, input: Input<'t>, candidate: &Start, end: usize) -> Option<Found<'t, G>> {
        let range = candidate.start..end;
        let text = input.text(range.clone())?;
        let has_spaces = candidate.opener == Opener::Angle && text.contains(Role::is_space);
        let before = match candidate.form {
            Form::Uri => ["", ""],
            Form::Suffix => [self.extractor.suffix.as_deref().unwrap_or_default(), "://"],
            Form::Address => ["mailto", ":"],
        };
        let (original, text) = if candidate.form == Form::Uri && !has_spaces {
            (None, Cow::Borrowed(text))
        } else {
            (Some(Cow::Borrowed(text)), Cow::Owned(joined(before, text)))
        };
        let is_hyphen_doubtful = has_spaces && original.as_deref().is_some_and(breaks_after_hyphen);
        let components = matched::<G>(Rule::URI, &text)?;
        let uri = Uri::known(UriReference { text, components, grammar: PhantomData });
        (self.floor, self.at) = (end, end);
        Some(Found { range, text: original, uri, is_hyphen_doubtful, cut: None })
    }
}

/// Returns the text without white space, after these parts.
fn joined(before: [&str; 2], text: &str) -> String {
    before.into_iter().chain(text.split(Role::is_space)).collect()
}

/// Returns whether a line break follows a hyphen, perhaps after other white space.
fn breaks_after_hyphen(text: &str) -> bool {
    let mut lines = text.split(['\r', '\n']);
    lines.next_back();
    lines.any(|line| line.trim_end_matches(Role::is_space).ends_with('-'))
}
