//! Parses the text of a rule to its definition, by RFC 5234, section 4.

use super::cursor::{Cursor, Place};
use super::lines::{self, in_name};
use super::node::Node;
use super::rules::key;
use super::value;
use crate::error::Fault;

/// The deepest nesting of brackets, on which parsing, and all work on a [`Node`], recurses.
const MAX_NESTING: usize = 200;

/// The contents of a file, not yet checked against each other.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    pub(super) definitions: Vec<Definition>,
    /// The names that are called, and the positions of the calls.
    pub(super) calls: Vec<(String, Place)>,
    /// At most one per rule.
    pub(super) faults: Vec<Fault>,
}

#[derive(Debug)]
pub(super) struct Definition {
    pub(super) name: String,
    pub(super) place: Place,
    /// Whether it is written `=/`: alternatives for a rule that exists.
    pub(super) adds: bool,
    pub(super) node: Node,
}

pub(super) fn parse(source: &str, file: &str) -> Parsed {
    let mut parsed = Parsed::default();
    for lines in lines::split(source) {
        let cursor = Cursor::new(lines.text, lines.number, file);
        let mut parser = Parser { cursor, calls: &mut parsed.calls, depth: 0 };
        match parser.definition() {
            Ok(definition) => parsed.definitions.push(definition),
            Err(fault) => parsed.faults.push(fault),
        }
    }
    parsed
}

struct Parser<'s, 'c> {
    cursor: Cursor<'s>,
    calls: &'c mut Vec<(String, Place)>,
    depth: usize,
}

impl Parser<'_, '_> {
    fn definition(&mut self) -> Result<Definition, Fault> {
        self.cursor.skip();
        let place = self.cursor.place();
        let name = self.name().ok_or_else(|| self.cursor.expected("the name of a rule"))?;
        self.cursor.skip();
        if !self.cursor.eat('=') {
            return Err(self.cursor.expected("`=` or `=/` after the name of the rule"));
        }
        let adds = self.cursor.eat('/');
        let node = self.alternation()?;
        match self.cursor.peek() {
            None => Ok(Definition { name, place, adds, node }),
            Some(_) => Err(self.cursor.expected("`/`, another element or the next rule")),
        }
    }

    /// Recursive, as are the functions below; the depth is bounded in [`Parser::bracketed`].
    fn alternation(&mut self) -> Result<Node, Fault> {
        let mut parts = vec![self.concatenation()?];
        while self.cursor.eat('/') {
            parts.push(self.concatenation()?);
        }
        Ok(Node::choice(parts))
    }

    /// Parses a concatenation, and the white space before and after it.
    fn concatenation(&mut self) -> Result<Node, Fault> {
        self.cursor.skip();
        let mut parts = vec![self.repetition()?];
        self.cursor.skip();
        while self.cursor.peek().is_some_and(begins_repetition) {
            parts.push(self.repetition()?);
            self.cursor.skip();
        }
        Ok(Node::seq(parts))
    }

    fn repetition(&mut self) -> Result<Node, Fault> {
        let place = self.cursor.place();
        let least = self.count()?;
        let (least, most) = if self.cursor.eat('*') {
            (least.unwrap_or(0), self.count()?)
        } else {
            (least.unwrap_or(1), Some(least.unwrap_or(1)))
        };
        if let Some(most) = most.filter(|&most| most < least) {
            let message = format!("`{least}*{most}`: at least {least} and at most {most} is impossible");
            return Err(self.cursor.fault(place, message));
        }
        let counted = self.cursor.place() != place;
        let node = match self.cursor.peek() {
            Some('<') => self.prose(most == Some(0))?,
            _ => self.element(counted)?,
        };
        Ok(node.repeat(least, most))
    }

    fn count(&mut self) -> Result<Option<u32>, Fault> {
        let place = self.cursor.place();
        let digits = self.cursor.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        let large = |_| self.cursor.fault(place, format!("more than {} repetitions", u32::MAX));
        digits.parse().map(Some).map_err(large)
    }

    fn element(&mut self, counted: bool) -> Result<Node, Fault> {
        let place = self.cursor.place();
        match self.cursor.peek() {
            Some('(') => self.bracketed(')'),
            Some('[') => Ok(self.bracketed(']')?.repeat(0, Some(1))),
            Some('"') => value::string(&mut self.cursor, true),
            Some('%') => value::terminal(&mut self.cursor),
            _ => match self.name() {
                Some(name) => Ok(self.call(name, place)),
                None if counted => Err(self.cursor.expected("what to repeat right after the count")),
                None => Err(self.cursor.expected("a rule, a string, a `%` value, `(` or `[`")),
            },
        }
    }

    #[expect(
        clippy::arithmetic_side_effects,
        reason = "it ends with a fault beyond `MAX_NESTING`, and each level is left once"
    )]
    fn bracketed(&mut self, close: char) -> Result<Node, Fault> {
        let place = self.cursor.place();
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err(self.cursor.fault(place, format!("nesting deeper than {MAX_NESTING}")));
        }
        self.cursor.bump();
        let node = self.alternation()?;
        self.depth -= 1;
        if self.cursor.eat(close) {
            return Ok(node);
        }
        let Place { line, column } = place;
        Err(self.cursor.expected(&format!("`{close}` for the bracket in line {line}, column {column}")))
    }

    /// Parses prose in angle brackets. Repeated zero times, any prose is the empty string, and by section 2.1
    /// angle brackets may stand around the name of a rule. No other prose is accepted.
    fn prose(&mut self, never: bool) -> Result<Node, Fault> {
        let place = self.cursor.place();
        self.cursor.bump();
        let text = self.cursor.take_while(|c| matches!(c, ' '..='~') && c != '>');
        if !self.cursor.eat('>') {
            return Err(self.cursor.expected("`>`"));
        }
        if never {
            return Ok(Node::EMPTY);
        }
        if text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(in_name) {
            return Ok(self.call(text.to_owned(), place));
        }
        Err(self.cursor.fault(place, format!("`<{text}>` is prose: say it in ABNF")))
    }

    fn name(&mut self) -> Option<String> {
        self.cursor.peek().filter(char::is_ascii_alphabetic)?;
        Some(self.cursor.take_while(in_name).to_owned())
    }

    fn call(&mut self, name: String, place: Place) -> Node {
        let node = Node::Call(key(&name));
        self.calls.push((name, place));
        node
    }
}

fn begins_repetition(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '*' | '(' | '[' | '"' | '%' | '<')
}
