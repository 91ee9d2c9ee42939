//! A cursor over the text of a grammar, and the comments that it skips.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "`at` and all offsets lie in the text, on character boundaries; `block_comment` returns \
              when its depth is 0 again"
)]

use std::ops::Range;

use crate::error::shown;
use crate::pest::bounds::{MAX_NESTING, too_deep};
use crate::pest::fault::{Edit, FaultAt};

pub(crate) struct Comment {
    pub(crate) kind: CommentKind,
    /// The length in bytes, up to the line break, or including `*/`.
    pub(crate) length: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommentKind {
    /// `//` or `/* */`, between any two tokens.
    Plain,
    /// `///`, before a rule or after the last rule.
    OfRule,
    /// `//!`, before the first rule.
    OfGrammar,
}

/// The reason why a comment is rejected.
#[derive(Debug)]
pub(crate) enum CommentError {
    /// A `/*` has no `*/`.
    Unclosed,
    /// Comments are nested too deeply.
    TooDeep,
}

/// Returns the comment at the beginning of the text, if there is one.
///
/// # Errors
///
/// If the comment is not closed, or nested too deeply. pest would accept the comment `/*/*/`, but here its second
/// `/*` begins a nested comment.
pub(crate) fn leading_comment(text: &str) -> Result<Option<Comment>, CommentError> {
    let line = |kind| Comment { kind, length: text.find('\n').unwrap_or(text.len()) };
    Ok(Some(match text.as_bytes() {
        [b'/', b'/', b'/', ..] => line(CommentKind::OfRule),
        [b'/', b'/', b'!', ..] => line(CommentKind::OfGrammar),
        [b'/', b'/', ..] => line(CommentKind::Plain),
        [b'/', b'*', ..] => Comment { kind: CommentKind::Plain, length: block_comment(text.as_bytes())? },
        _ => return Ok(None),
    }))
}

/// Returns the length of the block comment at the beginning of the text.
fn block_comment(text: &[u8]) -> Result<usize, CommentError> {
    let (mut depth, mut at) = (0usize, 0);
    while at < text.len() {
        let step = match &text[at..] {
            [b'/', b'*', ..] => {
                depth += 1;
                2
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                2
            }
            _ => 1,
        };
        at += step;
        if depth > MAX_NESTING {
            return Err(CommentError::TooDeep);
        }
        if depth == 0 {
            return Ok(at);
        }
    }
    Err(CommentError::Unclosed)
}

#[derive(Clone)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    /// The end of the last token, without the white space after it.
    end: usize,
    /// The name of the current rule, for faults.
    pub(super) rule: Option<&'t str>,
    /// The last string in the current rule, in case that it lacks its closing quote.
    pub(super) string: Option<ReadString<'t>>,
}

/// A string, or several consecutive strings that all span lines.
#[derive(Clone)]
pub(super) struct ReadString<'t> {
    pub(super) rule: Option<&'t str>,
    /// The range from the first quote to the last.
    pub(super) range: Range<usize>,
    pub(super) spans_lines: bool,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0, end: 0, rule: None, string: None }
    }

    /// Returns a cursor at another offset in the same text.
    pub(super) fn at_byte(&self, at: usize) -> Cursor<'t> {
        Cursor { at, end: at, ..self.clone() }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn end(&self) -> usize {
        self.end
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Returns the whole text.
    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the text from `start` to the cursor.
    pub(super) fn since(&self, start: usize) -> &'t str {
        &self.text[start..self.at]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Consumes that many bytes.
    pub(super) fn advance(&mut self, length: usize) {
        self.at += length;
        self.end = self.at;
    }

    /// Consumes the character at the cursor.
    pub(super) fn bump(&mut self) {
        self.advance(self.peek().map_or(0, char::len_utf8));
    }

    /// Consumes and returns the longest prefix of characters that satisfy the predicate.
    pub(super) fn take_while(&mut self, predicate: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !predicate(c)).unwrap_or(rest.len())];
        self.advance(taken.len());
        taken
    }

    /// Consumes the token if it is at the cursor, and returns whether it was. Does not skip white space.
    pub(super) fn take(&mut self, token: &str) -> bool {
        let is_next = self.rest().starts_with(token);
        if is_next {
            self.advance(token.len());
        }
        is_next
    }

    /// Consumes the token and the white space after it if it is at the cursor, and returns whether it was.
    pub(super) fn eat(&mut self, token: &str) -> Result<bool, FaultAt> {
        let is_next = self.take(token);
        if is_next {
            self.skip()?;
        }
        Ok(is_next)
    }

    /// Consumes the character at the cursor, and skips white space.
    pub(super) fn eat_one(&mut self) -> Result<(), FaultAt> {
        self.bump();
        self.skip()
    }

    /// Like [`Cursor::eat`], but returns a fault if the token is missing. `what` names the token in the fault.
    pub(super) fn require(&mut self, token: &str, what: &str) -> Result<(), FaultAt> {
        if self.eat(token)? { Ok(()) } else { Err(self.expected(what)) }
    }

    /// Skips white space and comments, except for doc comments.
    pub(super) fn skip(&mut self) -> Result<(), FaultAt> {
        loop {
            self.at += match self.rest().as_bytes() {
                [b' ' | b'\t' | b'\n', ..] => 1,
                [b'\r', b'\n', ..] => 2,
                _ => match self.comment()? {
                    Some(Comment { kind: CommentKind::Plain, length }) => length,
                    _ => return Ok(()),
                },
            };
        }
    }

    /// Returns the comment at the cursor, if there is one.
    pub(super) fn comment(&self) -> Result<Option<Comment>, FaultAt> {
        leading_comment(self.rest()).map_err(|error| match error {
            CommentError::TooDeep => self.fault(too_deep()),
            CommentError::Unclosed => {
                let of_line = self.rest().find('\n').map(|end| Edit::insert(self.at + end, " */"));
                let at_end = Edit::insert(self.text.trim_end().len(), " */");
                let missing = self.missing("*/", self.at, "comments nest, so each `/*` needs its own");
                missing.or(of_line.into_iter().chain([at_end]))
            }
        })
    }

    /// Returns a fault at the cursor.
    pub(super) fn fault(&self, message: impl Into<String>) -> FaultAt {
        FaultAt::new(self.at..self.at, message)
    }

    /// Returns a fault at the cursor, where something else than `what` was found.
    pub(super) fn expected(&self, what: &str) -> FaultAt {
        self.fault(format!("expected {what}, found {}", self.found()))
    }

    /// Like [`Cursor::expected`], but after a name or a term, where the fault also explains a hyphen.
    pub(super) fn expected_after(&self, what: &str) -> FaultAt {
        let mut fault = self.expected(what);
        // In ABNF names contain hyphens, and in other notations a hyphen subtracts. `->` and `--` mean neither.
        if self.peek() == Some('-') && !self.rest().starts_with("->") && !self.rest().starts_with("--") {
            fault.message +=
                "; names use `_` instead of `-`; for an `a` that does not begin with `b`, write `!b ~ a`";
            fault = fault.or([Edit::replace(self.at..self.at + 1, "_")]);
        }
        fault
    }

    /// Describes the next word or character, for a message.
    pub(super) fn found(&self) -> String {
        let rest = self.rest();
        let word = &rest[..rest.find(|c| !in_name(c)).unwrap_or(rest.len())];
        match self.peek() {
            _ if !word.is_empty() => format!("`{}`", shown(word)),
            None => "the end of the grammar".to_owned(),
            Some('\n') => "the end of the line".to_owned(),
            Some('\r') if rest.starts_with("\r\n") => "the end of the line".to_owned(),
            Some('\r') => "a carriage return without a line feed".to_owned(),
            Some(' ') => "a space".to_owned(),
            Some(_) if rest.starts_with("///") || rest.starts_with("//!") => {
                format!("`{}`, which begins a comment only outside of a rule", &rest[..3])
            }
            Some(c) if c.is_control() => format!("U+{:04X}", u32::from(c)),
            Some(c) => format!("`{c}`"),
        }
    }
}

/// Returns whether a name can begin with the character.
pub(super) fn begins_name(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

/// Returns whether a name can contain the character.
pub(super) fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
