//! Expressions without operands: strings, characters, built-in rules and what is on the stack.
#![expect(
    clippy::string_slice,
    reason = "an entry of the stack was matched: it begins and ends between characters of the text"
)]

use std::ops::Range;

use crate::run::builtin::Builtin;
use crate::run::machine::Stopped;
use crate::run::matching::{Next, Run};

/// The number of bytes that are compared in one step.
const COMPARED: usize = 16;

impl<'m> Run<'m, '_> {
    pub(super) fn builtin(&mut self, builtin: &Builtin) -> Result<Next<'m>, Stopped> {
        let text = self.text;
        let is_match = match builtin {
            Builtin::Any => return Ok(self.character(|_| true)),
            Builtin::Set(chars) => return Ok(self.character(|c| chars.contains(c))),
            Builtin::Start => self.at == 0,
            Builtin::End => {
                self.reads_end |= self.at == text.len();
                let is_end = self.is_end()?;
                if is_end && self.context.makes_nodes() {
                    self.node("EOI")?;
                }
                is_end
            }
            Builtin::NewLine => ["\n", "\r\n", "\r"].into_iter().any(|end| self.advances_over(end)),
            Builtin::Drop => self.stack.pop().is_some(),
            // Here pest itself panics if the stack is empty.
            Builtin::Peek => {
                let top = self.stack.downwards().next().ok_or(Stopped::NoMatch)?;
                return self.literal(&text[top]);
            }
            Builtin::Pop => {
                let top = self.stack.pop().ok_or(Stopped::NoMatch)?;
                return self.literal(&text[top]);
            }
            Builtin::PeekAll => {
                let all = self.entries()?;
                return self.literals(all);
            }
            Builtin::PopAll => {
                let all = self.entries()?;
                let before = self.at;
                for entry in all {
                    self.stack.pop();
                    if let Next::Failed = self.literal(&text[entry])? {
                        self.at = before;
                        return Ok(Next::Failed);
                    }
                }
                true
            }
        };
        Ok(if is_match { Next::Matched } else { Next::Failed })
    }

    #[expect(
        clippy::arithmetic_side_effects,
        clippy::string_slice,
        reason = "`at` is between two characters of the text, and the character is behind it"
    )]
    pub(super) fn character(&mut self, is_match: impl FnOnce(char) -> bool) -> Next<'m> {
        match self.text[self.at..].chars().next() {
            Some(c) if is_match(c) => {
                self.at += c.len_utf8();
                Next::Matched
            }
            Some(_) => Next::Failed,
            None => {
                self.reads_end = true;
                Next::Failed
            }
        }
    }

    pub(super) fn literal(&mut self, literal: &str) -> Result<Next<'m>, Stopped> {
        self.spend(literal.len() / COMPARED)?;
        Ok(if self.advances_over(literal) { Next::Matched } else { Next::Failed })
    }

    #[expect(clippy::arithmetic_side_effects, reason = "the literal was found at `at`")]
    fn advances_over(&mut self, literal: &str) -> bool {
        let is_match = self.has_ahead(literal);
        self.at += if is_match { literal.len() } else { 0 };
        is_match
    }

    /// Returns whether the rest of the text begins with the literal.
    #[expect(clippy::string_slice, reason = "`at` is between two characters of the text")]
    fn has_ahead(&mut self, literal: &str) -> bool {
        let rest = &self.text[self.at..];
        self.reads_end |= rest.len() < literal.len() && literal.starts_with(rest);
        rest.starts_with(literal)
    }

    #[expect(
        clippy::arithmetic_side_effects,
        clippy::string_slice,
        reason = "`at` is between two characters of the text, and the literal was found there"
    )]
    pub(super) fn in_either_case(&mut self, literal: &str) -> Result<Next<'m>, Stopped> {
        self.spend(literal.len() / COMPARED)?;
        let rest = &self.text[self.at..];
        self.reads_end |= rest.len() < literal.len();
        let found = rest.get(..literal.len());
        if !found.is_some_and(|found| found.eq_ignore_ascii_case(literal)) {
            return Ok(Next::Failed);
        }
        self.at += literal.len();
        Ok(Next::Matched)
    }

    /// Skips to the first of these strings, or to the end.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::string_slice,
        reason = "`at` is between two characters of the text, and the character is behind it; no string is \
                  longer than memory"
    )]
    pub(super) fn skip_to(&mut self, stops: &[String]) -> Result<Next<'m>, Stopped> {
        let steps = stops.iter().map(|stop| 1 + stop.len() / COMPARED).sum();
        loop {
            self.spend(steps)?;
            if stops.iter().any(|stop| self.has_ahead(stop)) {
                return Ok(Next::Matched);
            }
            match self.text[self.at..].chars().next() {
                Some(c) => self.at += c.len_utf8(),
                None => {
                    self.reads_end = true;
                    return Ok(Next::Matched);
                }
            }
        }
    }

    /// Returns the entries of the stack, the last one first.
    fn entries(&mut self) -> Result<Vec<Range<usize>>, Stopped> {
        let entries: Vec<_> = self.stack.downwards().collect();
        self.spend(entries.len())?;
        Ok(entries)
    }

    /// Matches the entries in a range, counted from the first entry or, if negative, from the last.
    pub(super) fn peek_slice(&mut self, start: i32, end: Option<i32>) -> Result<Next<'m>, Stopped> {
        let mut entries = self.entries()?;
        entries.reverse();
        let place = |index: i32| match usize::try_from(index) {
            Ok(index) => (index <= entries.len()).then_some(index),
            Err(_) => entries.len().checked_sub(index.unsigned_abs() as usize),
        };
        let (Some(start), Some(end)) = (place(start), end.map_or(Some(entries.len()), place)) else {
            return Ok(Next::Failed);
        };
        self.literals(entries.drain(start..end.max(start)))
    }

    /// Matches texts one after another.
    fn literals(&mut self, entries: impl IntoIterator<Item = Range<usize>>) -> Result<Next<'m>, Stopped> {
        let (text, before) = (self.text, self.at);
        for entry in entries {
            if let Next::Failed = self.literal(&text[entry])? {
                self.at = before;
                return Ok(Next::Failed);
            }
        }
        Ok(Next::Matched)
    }
}
