//! A cursor over the text of a grammar, and the three kinds of comments that it skips.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "`at` is between two characters of the text, and what is found begins with one; a \
              bracket is open until the end is returned"
)]

use std::ops::Range;

use crate::error::shown;
use crate::pest::bounds::{MAX_NESTING, deep};
use crate::pest::tree::FaultAt;

pub(crate) struct Comment {
    pub(crate) kind: CommentKind,
    /// Up to the end of the line, or of `*/`, in bytes.
    pub(crate) length: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommentKind {
    /// `//` or `/* */`, between any two tokens.
    Plain,
    /// `///`, before a rule or behind the last one.
    OfRule,
    /// `//!`, before the first rule.
    OfGrammar,
}

/// Why the end of a comment was not found.
#[derive(Debug)]
pub(crate) enum Endless {
    /// There is none.
    Open,
    /// Comments nest too deep.
    Deep,
}

/// Returns the comment that the text begins with, if it does.
///
/// # Errors
///
/// If the comment has no end, or nests too deep. pest would also accept `/*/*/`, whose second `/*` it reads as
/// another one's `*/`.
pub(crate) fn leading(text: &str) -> Result<Option<Comment>, Endless> {
    let line = |kind| Comment { kind, length: text.find('\n').unwrap_or(text.len()) };
    Ok(Some(match text.as_bytes() {
        [b'/', b'/', b'/', ..] => line(CommentKind::OfRule),
        [b'/', b'/', b'!', ..] => line(CommentKind::OfGrammar),
        [b'/', b'/', ..] => line(CommentKind::Plain),
        [b'/', b'*', ..] => Comment { kind: CommentKind::Plain, length: block(text.as_bytes())? },
        _ => return Ok(None),
    }))
}

/// Returns the length of the `/* */` at the beginning of the text.
fn block(text: &[u8]) -> Result<usize, Endless> {
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
            return Err(Endless::Deep);
        }
        if depth == 0 {
            return Ok(at);
        }
    }
    Err(Endless::Open)
}

#[derive(Clone)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    /// The end of the last token, before the white space after it.
    end: usize,
    /// The rule that is being read, for faults.
    pub(super) rule: Option<&'t str>,
    /// The string that was read last, if it may lack its closing quote.
    pub(super) string: Option<ReadString<'t>>,
}

/// A string that was read, or several one after the other that each end on another line than they begin.
#[derive(Clone)]
pub(super) struct ReadString<'t> {
    pub(super) rule: Option<&'t str>,
    /// From the first quote to the last.
    pub(super) range: Range<usize>,
    pub(super) spans_lines: bool,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0, end: 0, rule: None, string: None }
    }

    /// Returns a cursor at another byte of the same text.
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

    /// Returns the text before the cursor, from that byte.
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

    /// Consumes as many characters as are wanted, which may be none.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !wanted(c)).unwrap_or(rest.len())];
        self.advance(taken.len());
        taken
    }

    /// Consumes the token if it is next, and returns whether it was. White space after it is not skipped.
    pub(super) fn take(&mut self, token: &str) -> bool {
        let is_next = self.rest().starts_with(token);
        if is_next {
            self.advance(token.len());
        }
        is_next
    }

    /// Consumes the token and white space if it is next, and returns whether it was.
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

    /// As [`Cursor::eat`], where nothing else may be next. `what` names the token in the fault.
    pub(super) fn require(&mut self, token: &str, what: &str) -> Result<(), FaultAt> {
        if self.eat(token)? { Ok(()) } else { Err(self.expected(what)) }
    }

    /// Skips white space, and comments without documentation.
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
        leading(self.rest()).map_err(|endless| match endless {
            Endless::Deep => self.fault(deep()),
            Endless::Open => self.missing("*/", self.at, "comments nest, and each `/*` needs its own"),
        })
    }

    /// Returns a fault at the cursor.
    pub(super) fn fault(&self, message: impl Into<String>) -> FaultAt {
        FaultAt { range: self.at..self.at, message: message.into() }
    }

    /// Returns a fault at the cursor: something else was expected.
    pub(super) fn expected(&self, what: &str) -> FaultAt {
        self.fault(format!("expected {what}, found {}", self.found()))
    }

    /// Returns a fault at the cursor, which is behind a name or a term: something else was expected.
    pub(super) fn expected_behind(&self, what: &str) -> FaultAt {
        let mut fault = self.expected(what);
        // The names of an ABNF have hyphens, and other notations subtract with one. `->` and `--` are something
        // else.
        if self.peek() == Some('-') && !self.rest().starts_with("->") && !self.rest().starts_with("--") {
            fault.message +=
                "; names have `_` instead of `-`, and `!b ~ a` is an `a` that does not begin with `b`";
        }
        fault
    }

    /// Returns the next character or word, for a message.
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

/// Returns whether the character may be the first of a name.
pub(super) fn begins_name(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

/// Returns whether the character may be in a name.
pub(super) fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
