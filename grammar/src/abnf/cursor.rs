//! A cursor over the text of a rule.

use crate::error::Fault;

/// A position in a file: line and column in characters, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    pub(super) fn fault(self, file: &str, message: String) -> Fault {
        Fault { file: file.into(), line: self.line, column: self.column, message }
    }
}

#[derive(Debug)]
pub(super) struct Cursor<'s> {
    rest: &'s str,
    place: Place,
    file: &'s str,
}

impl<'s> Cursor<'s> {
    /// Returns a cursor at the beginning of a line.
    pub(super) fn new(rest: &'s str, line: usize, file: &'s str) -> Cursor<'s> {
        Cursor { rest, place: Place { line, column: 1 }, file }
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// Returns the character at the cursor; the end of a line is `\n`, whether the file has LF or CRLF.
    pub(super) fn peek(&self) -> Option<char> {
        if self.rest.starts_with("\r\n") { Some('\n') } else { self.rest.chars().next() }
    }

    #[expect(clippy::arithmetic_side_effects, reason = "a text has fewer lines and columns than bytes")]
    pub(super) fn bump(&mut self) {
        let Some(c) = self.peek() else { return };
        self.rest = self.rest.strip_prefix("\r\n").unwrap_or_else(|| {
            let mut chars = self.rest.chars();
            chars.next();
            chars.as_str()
        });
        self.place = match c {
            '\n' => Place { line: self.place.line + 1, column: 1 },
            _ => Place { column: self.place.column + 1, ..self.place },
        };
    }

    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let here = self.peek() == Some(wanted);
        if here {
            self.bump();
        }
        here
    }

    #[expect(
        clippy::arithmetic_side_effects,
        clippy::string_slice,
        reason = "the rest is the end of the whole"
    )]
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'s str {
        let whole = self.rest;
        while self.peek().is_some_and(&wanted) {
            self.bump();
        }
        &whole[..whole.len() - self.rest.len()]
    }

    /// Skips white space, ends of lines and comments.
    pub(super) fn skip(&mut self) {
        loop {
            match self.peek() {
                Some(' ' | '\t' | '\n') => self.bump(),
                Some(';') => {
                    self.take_while(|c| c != '\n');
                }
                _ => return,
            }
        }
    }

    /// Returns a fault at the cursor: something else was expected.
    pub(super) fn expected(&self, what: &str) -> Fault {
        let found = match self.peek() {
            None => "the end of the rule".to_owned(),
            Some('\n') => "the end of the line".to_owned(),
            Some(' ') => "a space".to_owned(),
            Some(c) if c.is_control() => format!("U+{:04X}", c as u32),
            Some(c) => format!("`{c}`"),
        };
        self.place.fault(self.file, format!("expected {what}, found {found}"))
    }

    pub(super) fn fault(&self, place: Place, message: String) -> Fault {
        place.fault(self.file, message)
    }
}
