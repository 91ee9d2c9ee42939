//! A recursive-descent parser for the body of a rule, from choices down to quoted strings and repetition counts.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a node is one that the tree has returned; the digits are ASCII, a quote is one byte, \
              and the depth ends with a fault beyond `MAX_NESTING`"
)]

use std::ops::Range;

use crate::pest::bounds::{MAX_NESTING, too_deep};
use crate::pest::cursor::{Cursor, begins_name, in_name};
use crate::pest::fault::{Edit, FaultAt, closing_quotes};
use crate::pest::tree::{Alternative, Call, Choice, Kind, Times, Tree};

/// Parses a string, beginning at its opening quote.
pub(super) fn string(cursor: &mut Cursor<'_>) -> Result<String, FaultAt> {
    let start = cursor.at();
    cursor.bump();
    let (mut text, mut escapes) = (String::new(), 0);
    loop {
        text.push_str(cursor.take_while(|c| !matches!(c, '"' | '\\')));
        if cursor.take("\"") {
            cursor.record_string(start);
            return Ok(text);
        }
        if cursor.peek().is_none() {
            let missing = cursor.missing("\"", start, "this string does not end");
            return Err(missing.or(closing_quotes(cursor.text(), start)));
        }
        text.push(escape(cursor)?);
        // pest's own parser recurses once for each escape.
        escapes += 1;
        if escapes > MAX_NESTING {
            let message = format!("a string with more than {MAX_NESTING} escapes");
            return Err(FaultAt::new(start..start + 1, message));
        }
    }
}

/// Parses the string in pest's notation at the beginning of a text. Returns it with its length in the text.
///
/// ```
/// use urigram_grammar::tree::leading_string;
///
/// assert_eq!(leading_string(r#""a\n" ~ b"#), Ok(("a\n".to_owned(), 5)));
/// let (offset, message) = leading_string(r#""\d""#).unwrap_err();
/// assert_eq!((offset, message.contains("found `d`")), (2, true));
/// ```
///
/// # Errors
///
/// The offset of the first fault, and a message.
pub fn leading_string(text: &str) -> Result<(String, usize), (usize, String)> {
    let mut cursor = Cursor::new(text);
    if cursor.peek() != Some('"') {
        return Err((0, "expected a string in `\"`".to_owned()));
    }
    let string = string(&mut cursor).map_err(|FaultAt { range, message, .. }| (range.start, message))?;
    Ok((string, cursor.at()))
}

/// Parses a character, beginning at its opening quote.
pub(super) fn character(cursor: &mut Cursor<'_>) -> Result<char, FaultAt> {
    let start = cursor.at();
    cursor.bump();
    let c = match cursor.peek() {
        Some('\\') => escape(cursor)?,
        None | Some('\'') => return Err(cursor.expected("a character")),
        Some(c) => {
            cursor.bump();
            c
        }
    };
    if cursor.take("'") { Ok(c) } else { Err(cursor.unclosed_character(start)) }
}

/// Parses an escape sequence, beginning at its backslash.
fn escape(cursor: &mut Cursor<'_>) -> Result<char, FaultAt> {
    let start = cursor.at();
    cursor.bump();
    let c = match cursor.peek() {
        Some(c @ ('"' | '\'' | '\\')) => c,
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('0') => '\0',
        Some('x') => {
            cursor.bump();
            return code(cursor, start, 2, "2 hexadecimal digits after `\\x`");
        }
        Some('u') => {
            cursor.bump();
            if !cursor.take("{") {
                return Err(cursor.expected("`{` after `\\u`"));
            }
            let c = code(cursor, start, 6, "2 to 6 hexadecimal digits in `\\u{}`")?;
            return if cursor.take("}") { Ok(c) } else { Err(cursor.expected("`}` after the digits")) };
        }
        _ => return Err(cursor.expected("`\"`, `'`, `\\`, `n`, `r`, `t`, `0`, `x` or `u` after `\\`")),
    };
    cursor.bump();
    Ok(c)
}

/// Parses a code point of 2 to `most` hexadecimal digits. `start` is the offset of its escape sequence.
fn code(cursor: &mut Cursor<'_>, start: usize, most: usize, what: &str) -> Result<char, FaultAt> {
    let digits = cursor.rest().bytes().take(most).take_while(u8::is_ascii_hexdigit).count();
    if digits < 2 {
        return Err(cursor.expected(what));
    }
    let digits = &cursor.rest()[..digits];
    cursor.advance(digits.len());
    let found = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
    found.ok_or_else(|| {
        FaultAt::new(start..cursor.at(), format!("U+{} is not a character", digits.to_uppercase()))
    })
}

/// Parses `{2}`, `{2,}`, `{,3}` or `{2, 3}`, beginning at the brace, and skips white space.
fn bounds(cursor: &mut Cursor<'_>) -> Result<Times, FaultAt> {
    let open = cursor.at();
    cursor.require("{", "`{`")?;
    let Some(least) = number(cursor)? else {
        cursor.require(",", "a number or `,`")?;
        let Some(most) = number(cursor)? else { return Err(cursor.expected("a number")) };
        close(cursor, open, "}", "`}`")?;
        return Ok(Times::Most(most.positive()?));
    };
    if cursor.eat("}")? {
        return Ok(Times::Exactly(least.positive()?));
    }
    if !cursor.eat(",")? {
        return Err(cursor.unclosed_in_term(open, "}", "`,` or `}`"));
    }
    let Some(most) = number(cursor)? else {
        close(cursor, open, "}", "a number or `}`")?;
        return Ok(Times::Least(least.value));
    };
    close(cursor, open, "}", "`}`")?;
    Ok(Times::Between(least.value, most.positive()?))
}

/// Parses `[1..-1]`, beginning at the bracket, and skips white space. Both numbers are optional.
fn slice<'t>(cursor: &mut Cursor<'t>) -> Result<Kind<'t>, FaultAt> {
    let open = cursor.at();
    cursor.require("[", "`[`")?;
    let from = integer(cursor)?;
    cursor.require("..", if from.is_some() { "`..`" } else { "a number or `..`" })?;
    let to = integer(cursor)?;
    close(cursor, open, "]", if to.is_some() { "`]`" } else { "a number or `]`" })?;
    Ok(Kind::Slice(from.unwrap_or(0), to))
}

/// Consumes the closing bracket, and skips white space. `what` lists the expected tokens for the fault.
fn close(cursor: &mut Cursor<'_>, open: usize, closing: &str, what: &str) -> Result<(), FaultAt> {
    if cursor.eat(closing)? { Ok(()) } else { Err(cursor.unclosed_in_term(open, closing, what)) }
}

struct Number {
    value: u32,
    range: Range<usize>,
}

impl Number {
    fn positive(self) -> Result<u32, FaultAt> {
        match self.value {
            0 => Err(FaultAt::new(self.range, "cannot repeat 0 times")),
            value => Ok(value),
        }
    }
}

/// Parses a number, if there is one at the cursor, and skips white space.
fn number(cursor: &mut Cursor<'_>) -> Result<Option<Number>, FaultAt> {
    let start = cursor.at();
    let digits = cursor.take_while(|c| c.is_ascii_digit());
    if digits.is_empty() {
        return Ok(None);
    }
    let range = start..cursor.at();
    let Ok(value) = digits.parse() else {
        return Err(FaultAt::new(range, "number cannot overflow u32"));
    };
    cursor.skip()?;
    Ok(Some(Number { value, range }))
}

/// Parses an integer, if there is one at the cursor, and skips white space.
fn integer(cursor: &mut Cursor<'_>) -> Result<Option<i32>, FaultAt> {
    let (start, rest) = (cursor.at(), cursor.rest());
    let is_negative = cursor.take("-");
    let digits = cursor.take_while(|c| c.is_ascii_digit());
    if is_negative && digits.bytes().all(|digit| digit == b'0') {
        let message = "expected a number other than 0 after `-`".to_owned();
        return Err(FaultAt::new(start..cursor.at(), message));
    }
    if digits.is_empty() {
        return Ok(None);
    }
    let range = start..cursor.at();
    let Ok(value) = rest[..range.len()].parse() else {
        return Err(FaultAt::new(range, "number cannot overflow i32"));
    };
    cursor.skip()?;
    Ok(Some(value))
}

/// The message for a name that begins with `PUSH`, which pest's own parser rejects.
pub(super) const NO_NAME: &str = "the name of a rule cannot begin with `PUSH`";

/// A parser that adds expressions to a tree. Each method leaves the cursor at the beginning of the next token.
pub(super) struct Parser<'t> {
    pub(super) cursor: Cursor<'t>,
    pub(super) tree: Tree<'t>,
    /// The calls in the current rule.
    pub(super) calls: Vec<Call<'t>>,
    /// The offsets of the unclosed brackets: the `{` of the current rule, and each `(` in it.
    pub(super) open: Vec<usize>,
}

impl<'t> Parser<'t> {
    /// Parses an expression, and returns the index of its node.
    ///
    /// Recurses once for each nested bracket, up to the limit in [`Parser::bracketed`].
    pub(super) fn expression(&mut self) -> Result<usize, FaultAt> {
        let first = self.sequence()?;
        let mut node = first.node;
        let mut alternatives = vec![first];
        while self.cursor.eat("|")? {
            let alternative = self.sequence()?;
            node = self.binary(Kind::Choice, node, alternative.node);
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
            node = self.binary(Kind::Seq, node, term);
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
            let inner = self.tree.nodes[node].range.start;
            node = self.tree.add(kind, inner..self.cursor.end());
            self.tree.nodes[node].span = start..self.cursor.end();
        }
        // As in `pest_meta`, the range of the outermost node includes an opening bracket.
        self.tree.nodes[node].range.start = start;
        self.tree.nodes[node].outer = start..self.cursor.end();
        for (start, operator) in predicates.into_iter().rev() {
            let kind = if operator == '&' { Kind::And(node) } else { Kind::Not(node) };
            node = self.tree.add(kind, start..self.tree.nodes[node].range.end);
            self.set_span(node, start..self.cursor.end());
        }
        Ok(node)
    }

    /// Skips the tag `#name =` of a term, if it has one. A tag does not change the match.
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

    /// Parses the repetition operator after an expression, if there is one, and returns the repetition.
    fn repetition(&mut self, node: usize) -> Result<Option<Kind<'t>>, FaultAt> {
        let times = match self.cursor.peek() {
            Some('?') => None,
            Some('*') => Some(Times::Any),
            Some('+') => Some(Times::Once),
            Some('{') => return Ok(Some(Kind::Repeat(node, bounds(&mut self.cursor)?))),
            _ => return Ok(None),
        };
        self.cursor.eat_one()?;
        Ok(Some(times.map_or(Kind::Opt(node), |times| Kind::Repeat(node, times))))
    }

    /// Parses an expression in brackets. The range of its node does not include the brackets.
    fn bracketed(&mut self) -> Result<usize, FaultAt> {
        self.open.push(self.cursor.at());
        if self.open.len() > MAX_NESTING {
            return Err(self.cursor.fault(too_deep()));
        }
        self.cursor.require("(", "`(`")?;
        if self.cursor.peek() == Some('|') {
            let fault = self.cursor.fault("expected a term: only a rule as a whole may begin with `|`");
            let at = self.cursor.at();
            self.cursor.eat_one()?;
            return Err(fault.or([Edit::remove(at..self.cursor.at())]));
        }
        let node = self.expression()?;
        if !self.cursor.eat(")")? {
            return Err(self.unclosed("`~`, `|` or `)`"));
        }
        self.open.pop();
        Ok(node)
    }

    fn terminal(&mut self) -> Result<usize, FaultAt> {
        let start = self.cursor.at();
        let kind = match self.cursor.peek() {
            Some('"') => Kind::Str(string(&mut self.cursor)?),
            Some('^') => {
                self.cursor.bump();
                if self.cursor.peek() != Some('"') {
                    // pest would include white space and comments before the quote in the string.
                    let fault = self.cursor.expected("a string right after `^`");
                    let space = self.cursor.take_while(char::is_whitespace).len();
                    return Err(fault.or([Edit::remove(self.cursor.at() - space..self.cursor.at())]));
                }
                Kind::Insens(string(&mut self.cursor)?)
            }
            Some('\'') => self.range()?,
            Some(c) if begins_name(c) => return self.named(),
            None => return Err(self.unclosed("a rule, a string, a range or `(`")),
            Some(_) => return Err(self.cursor.expected("a rule, a string, a range or `(`")),
        };
        self.cursor.skip()?;
        Ok(self.tree.add(kind, start..self.cursor.end()))
    }

    /// Parses `'a'..'z'`.
    fn range(&mut self) -> Result<Kind<'t>, FaultAt> {
        let start = self.cursor.at();
        let first = character(&mut self.cursor)?;
        let written = self.cursor.since(start);
        self.cursor.skip()?;
        let end = start + written.len();
        let is_range =
            self.cursor.require("..", &format!("`..` after {written}, as one character is written in `\"`"));
        let quoted =
            format!("\"{}\"", if written == "'\"'" { "\\\"" } else { &written[1..written.len() - 1] });
        is_range.map_err(|fault| fault.or([Edit::replace(start..end, quoted)]))?;
        match self.cursor.peek() {
            Some('\'') => Ok(Kind::Range(first, character(&mut self.cursor)?)),
            _ => Err(self.cursor.expected("a character in `'`")),
        }
    }

    /// Parses a terminal that begins with a name, which is a call, or a stack operation with an argument.
    fn named(&mut self) -> Result<usize, FaultAt> {
        let start = self.cursor.at();
        let fault = |message: &str| FaultAt::new(start..start, message);
        let name = self.cursor.take_while(in_name);
        let end = self.cursor.end();
        self.cursor.skip()?;
        match name {
            "PEEK" if self.cursor.peek() == Some('[') => {
                let kind = slice(&mut self.cursor)?;
                Ok(self.tree.add(kind, start..self.cursor.end()))
            }
            "PUSH" if self.cursor.peek() == Some('(') => {
                let node = self.bracketed()?;
                // As in `pest_meta`, the range does not include the closing bracket.
                let end = self.tree.nodes[node].range.end;
                let push = self.tree.add(Kind::Push(node), start..end);
                self.tree.nodes[push].span.end = self.cursor.end();
                Ok(push)
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
    fn binary(&mut self, kind: fn(usize, usize) -> Kind<'t>, left: usize, right: usize) -> usize {
        let (left_node, right_node) = (&self.tree.nodes[left], &self.tree.nodes[right]);
        let range = left_node.range.start..right_node.range.end;
        let span = left_node.outer.start..right_node.outer.end;
        let node = self.tree.add(kind(left, right), range);
        self.set_span(node, span);
        node
    }

    /// Sets the range of an expression without brackets around it.
    fn set_span(&mut self, node: usize, span: Range<usize>) {
        let node = &mut self.tree.nodes[node];
        node.span = span.clone();
        node.outer = span;
    }
}
