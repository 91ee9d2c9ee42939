//! The body of a rule: choices, sequences and terms.
#![expect(clippy::indexing_slicing, reason = "a node is one that the tree has returned")]

use super::cursor::{Cursor, begins_name, in_name};
use super::{literal, number};
use crate::pest::bounds::{MAX_NESTING, deep};
use crate::pest::meta::fault::FaultAt;
use crate::pest::meta::tree::{Alternative, Call, Choice, Kind, Times, Tree};

/// The message for a name that pest does not read as one.
pub(super) const NO_NAME: &str = "the name of a rule cannot begin with `PUSH`";

/// Adds to a tree what it reads. Each method ends where the next token begins.
pub(super) struct Parser<'t> {
    pub(super) cursor: Cursor<'t>,
    pub(super) tree: Tree<'t>,
    /// The calls of the rule that is being read.
    pub(super) calls: Vec<Call<'t>>,
    /// Where the brackets that are open begin: the rule's `{`, and each `(` in it.
    pub(super) open: Vec<usize>,
}

impl<'t> Parser<'t> {
    /// Reads an expression, and returns its node.
    ///
    /// Recursion: as deep as brackets nest, which [`Parser::bracketed`] limits.
    pub(super) fn expression(&mut self) -> Result<usize, FaultAt> {
        let first = self.sequence()?;
        let mut node = first.node;
        let mut alternatives = vec![first];
        while self.cursor.eat("|")? {
            let alternative = self.sequence()?;
            node = self.both(Kind::Choice, node, alternative.node);
            alternatives.push(alternative);
        }
        if alternatives.len() > 1 {
            let rule = self.tree.rules.len();
            self.tree.choices.push(Choice { rule, node, alternatives });
        }
        Ok(node)
    }

    fn sequence(&mut self) -> Result<Alternative, FaultAt> {
        let start = self.cursor.at();
        let mut node = self.term()?;
        while self.cursor.eat("~")? {
            let term = self.term()?;
            node = self.both(Kind::Seq, node, term);
        }
        Ok(Alternative { node, range: start..self.cursor.end() })
    }

    fn term(&mut self) -> Result<usize, FaultAt> {
        self.tag()?;
        let mut predicates = Vec::new();
        while let Some(operator @ ('&' | '!')) = self.cursor.peek() {
            predicates.push((self.cursor.at(), operator));
            self.cursor.eat_one()?;
        }

        let start = self.cursor.at();
        let mut node = match self.cursor.peek() {
            Some('(') => {
                let node = self.bracketed()?;
                self.tree.nodes[node].range.end = self.cursor.end();
                node
            }
            _ => self.terminal()?,
        };
        while let Some(kind) = self.repetition(node)? {
            let start = self.tree.nodes[node].range.start;
            node = self.tree.add(kind, start..self.cursor.end());
        }
        // The outermost expression in brackets has the opening one, as in `pest_meta`.
        self.tree.nodes[node].range.start = start;
        for (start, operator) in predicates.into_iter().rev() {
            let kind = if operator == '&' { Kind::And(node) } else { Kind::Not(node) };
            node = self.tree.add(kind, start..self.tree.nodes[node].range.end);
        }
        Ok(node)
    }

    /// Reads the tag of a term, if it has one: `#name =`. It does not change what is matched.
    fn tag(&mut self) -> Result<(), FaultAt> {
        if self.cursor.take("#") {
            if !self.cursor.peek().is_some_and(begins_name) {
                return Err(self.cursor.expected("the name of a tag right after `#`"));
            }
            self.cursor.take_while(in_name);
            self.cursor.skip()?;
            self.cursor.require("=", "`=` after the tag")?;
        }
        Ok(())
    }

    /// Reads what is after a term, if it is repeated: how often.
    fn repetition(&mut self, node: usize) -> Result<Option<Kind<'t>>, FaultAt> {
        let times = match self.cursor.peek() {
            Some('?') => None,
            Some('*') => Some(Times::Any),
            Some('+') => Some(Times::Once),
            Some('{') => return Ok(Some(Kind::Repeat(node, number::bounds(&mut self.cursor)?))),
            _ => return Ok(None),
        };
        self.cursor.eat_one()?;
        Ok(Some(times.map_or(Kind::Opt(node), |times| Kind::Repeat(node, times))))
    }

    /// Reads an expression in brackets, whose node does not have the brackets in its range.
    fn bracketed(&mut self) -> Result<usize, FaultAt> {
        self.open.push(self.cursor.at());
        if self.open.len() > MAX_NESTING {
            return Err(self.cursor.fault(deep()));
        }
        self.cursor.require("(", "`(`")?;
        if self.cursor.peek() == Some('|') {
            return Err(self.cursor.fault("expected a term: only a rule as a whole may begin with `|`"));
        }
        let node = self.expression()?;
        if !self.cursor.eat(")")? {
            return Err(self.unended("`~`, `|` or `)`"));
        }
        self.open.pop();
        Ok(node)
    }

    fn terminal(&mut self) -> Result<usize, FaultAt> {
        let start = self.cursor.at();
        let kind = match self.cursor.peek() {
            Some('"') => Kind::Str(literal::string(&mut self.cursor)?),
            Some('^') => {
                self.cursor.bump();
                if self.cursor.peek() != Some('"') {
                    // pest would read what is between as a part of the string.
                    return Err(self.cursor.expected("a string right after `^`"));
                }
                Kind::Insens(literal::string(&mut self.cursor)?)
            }
            Some('\'') => self.range()?,
            Some(c) if begins_name(c) => return self.named(),
            None => return Err(self.unended("a rule, a string, a range or `(`")),
            Some(_) => return Err(self.cursor.expected("a rule, a string, a range or `(`")),
        };
        self.cursor.skip()?;
        Ok(self.tree.add(kind, start..self.cursor.end()))
    }

    /// Reads `'a'..'z'`.
    fn range(&mut self) -> Result<Kind<'t>, FaultAt> {
        let start = self.cursor.at();
        let first = literal::character(&mut self.cursor)?;
        let written = self.cursor.since(start);
        self.cursor.skip()?;
        self.cursor.require("..", &format!("`..` after {written}, as one character is written in `\"`"))?;
        match self.cursor.peek() {
            Some('\'') => Ok(Kind::Range(first, literal::character(&mut self.cursor)?)),
            _ => Err(self.cursor.expected("a character in `'`")),
        }
    }

    /// Reads a terminal that begins with a name: the call of a rule, or a stack operation with an argument.
    fn named(&mut self) -> Result<usize, FaultAt> {
        let start = self.cursor.at();
        let fault = |message: &str| FaultAt { range: start..start, message: message.to_owned() };
        let name = self.cursor.take_while(in_name);
        let end = self.cursor.end();
        self.cursor.skip()?;
        match name {
            "PEEK" if self.cursor.peek() == Some('[') => {
                let kind = number::slice(&mut self.cursor)?;
                Ok(self.tree.add(kind, start..self.cursor.end()))
            }
            "PUSH" if self.cursor.peek() == Some('(') => {
                let node = self.bracketed()?;
                // As in `pest_meta`, the closing bracket does not belong to it.
                let end = self.tree.nodes[node].range.end;
                Ok(self.tree.add(Kind::Push(node), start..end))
            }
            "PUSH" => Err(self.cursor.expected("`(` after `PUSH`")),
            "PUSH_LITERAL" => Err(fault("PUSH_LITERAL requires feature grammar-extras")),
            name if name.starts_with("PUSH") => Err(fault(NO_NAME)),
            name => {
                self.calls.push(Call { name, at: start });
                Ok(self.tree.add(Kind::Builtin(name), start..end))
            }
        }
    }

    /// Adds an operator whose range is that of its two operands.
    fn both(&mut self, kind: fn(usize, usize) -> Kind<'t>, left: usize, right: usize) -> usize {
        let range = self.tree.nodes[left].range.start..self.tree.nodes[right].range.end;
        self.tree.add(kind(left, right), range)
    }
}
