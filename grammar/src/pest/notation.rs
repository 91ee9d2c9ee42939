//! A parser of pest's notation, in one pass and in linear time.
//!
//! `grammar/tests/grammar/as_pest/` compares the results with those of pest's own parser. An unclosed quote or
//! bracket is reported where it was opened, because the parser may misread a long part of the text before it
//! fails.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    reason = "offsets lie in the text, on character boundaries; quotes and opening brackets are one \
              byte long"
)]

use std::collections::HashMap;
use std::fmt::Display;

use crate::error::shown;
use crate::pest::cursor::{Comment, CommentKind, Cursor, ReadString, begins_name, in_name};
use crate::pest::expression::{NO_NAME, Parser};
use crate::pest::fault::{Edit, FaultAt, closing_quotes};
use crate::pest::rules::RuleType;
use crate::pest::tree::{Call, Definition, Kind, Tree};

/// Parses the text of a grammar.
///
/// # Errors
///
/// The first syntax error.
pub(crate) fn read(text: &str) -> Result<Tree<'_>, FaultAt> {
    match read_until(text) {
        (tree, None) => Ok(resolved(tree)),
        (_, Some(fault)) => Err(fault),
    }
}

/// Returns the offset up to which a text has rules, and the first syntax error behind them.
pub(crate) fn extent(text: &str) -> (usize, Option<FaultAt>) {
    let (tree, fault) = read_until(text);
    (tree.rules.last().map_or(0, |rule| rule.range.end), fault)
}

/// Parses a text up to the first syntax error.
fn read_until(text: &str) -> (Tree<'_>, Option<FaultAt>) {
    let mut parser =
        Parser { cursor: Cursor::new(text), tree: Tree::default(), calls: Vec::new(), open: Vec::new() };
    let fault = parser.all().err();
    (parser.tree, fault)
}

impl Parser<'_> {
    fn all(&mut self) -> Result<(), FaultAt> {
        let mut may_be_of_grammar = true;
        self.cursor.skip()?;
        while self.cursor.peek().is_some() {
            match self.cursor.comment()? {
                Some(Comment { kind: CommentKind::OfGrammar, .. }) if !may_be_of_grammar => {
                    let fault = self
                        .cursor
                        .fault("`//!` comments must precede the first rule and its `///` comments");
                    let at = self.cursor.at();
                    return Err(fault.or([Edit::remove(at + 2..at + 3)]));
                }
                Some(Comment { kind, length }) => {
                    may_be_of_grammar &= kind == CommentKind::OfGrammar;
                    self.cursor.advance(length);
                }
                None => {
                    may_be_of_grammar = false;
                    self.rule().map_err(|fault| self.cursor.locate_cause(fault))?;
                }
            }
            self.cursor.skip()?;
        }
        Ok(())
    }
}

/// Replaces [`Kind::Builtin`] by [`Kind::Call`] where the grammar defines a rule of that name.
fn resolved(mut tree: Tree<'_>) -> Tree<'_> {
    let numbers = tree.rules.iter().enumerate().map(|(number, rule)| (rule.name, number));
    let numbers: HashMap<&str, usize> = numbers.collect();
    for node in &mut tree.nodes {
        let Kind::Builtin(name) = node.kind else { continue };
        if let Some(&rule) = numbers.get(name) {
            node.kind = Kind::Call(rule);
        }
    }
    // Nested choices were added before the choices that contain them.
    tree.choices.sort_unstable_by_key(|choice| choice.range().start);
    tree
}

impl<'t> Parser<'t> {
    fn rule(&mut self) -> Result<(), FaultAt> {
        let start = self.cursor.at();
        if !self.cursor.peek().is_some_and(begins_name) {
            let one = self.cursor.peek().map_or(0, char::len_utf8);
            return Err(self.cursor.expected("the name of a rule").or([Edit::remove(start..start + one)]));
        }
        if self.cursor.rest().starts_with("PUSH") {
            return Err(self.cursor.fault(NO_NAME));
        }
        let name: &'t str = self.cursor.take_while(in_name);
        self.cursor.rule = Some(name);
        self.cursor.skip()?;
        if !self.cursor.eat("=")? {
            let fault = self.cursor.expected_after("`=` after the name of the rule");
            let at = self.cursor.at();
            let other = self.cursor.take_while(|c| matches!(c, ':' | '=' | '-' | '>' | '<')).len();
            return Err(fault.or([Edit::replace(at..at + other, if other == 0 { "= " } else { "=" })]));
        }
        let ty = self.modifier()?;
        let brace = if ty.is_none() { "`{`, or `_`, `@`, `$` or `!` before it" } else { "`{`" };
        self.open.push(self.cursor.at());
        let body = self.cursor.rest();
        let body = body[..body.find('\n').unwrap_or(body.len())].trim_end();
        let at = self.cursor.at();
        let in_braces = Edit::replace(at..at + body.len(), format!("{{ {body} }}"));
        self.cursor.require("{", brace).map_err(|fault| fault.or([in_braces]))?;
        self.cursor.string = None;
        self.cursor.eat("|")?;
        let node = self.expression()?;
        if !self.cursor.take("}") {
            return Err(self.unclosed("`~`, `|` or `}`"));
        }
        self.open.pop();
        self.cursor.rule = None;
        let calls = std::mem::take(&mut self.calls);
        let (ty, range) = (ty.unwrap_or(RuleType::Normal), start..self.cursor.end());
        self.tree.rules.push(Definition { name, ty, calls, node, range });
        Ok(())
    }

    fn modifier(&mut self) -> Result<Option<RuleType>, FaultAt> {
        let ty = match self.cursor.peek() {
            Some('_') => RuleType::Silent,
            Some('@') => RuleType::Atomic,
            Some('$') => RuleType::CompoundAtomic,
            Some('!') => RuleType::NonAtomic,
            _ => return Ok(None),
        };
        self.cursor.eat_one()?;
        Ok(Some(ty))
    }
}

impl<'t> Cursor<'t> {
    /// Returns the fault for an unclosed quote or bracket, at the offset where it was opened.
    pub(super) fn missing(&self, closing: &str, open: usize, why: impl Display) -> FaultAt {
        missing(self.rule, closing, open, why)
    }

    /// Records the string that begins at that offset and ends at the cursor, for [`Cursor::locate_cause`].
    pub(super) fn record_string(&mut self, start: usize) {
        let spans_lines = self.since(start).contains('\n');
        // If a quote is missing, the parser takes each text between two later strings for a string, up to the end of
        // the grammar. Only the first of these false strings lacks its quote, so keep its start.
        let first = self.string.take().filter(|before| before.spans_lines && spans_lines);
        let start = first.map_or(start, |first| first.range.start);
        self.string = Some(ReadString { rule: self.rule, range: start..self.at(), spans_lines });
    }

    /// Returns a fault at the string before `fault`, if that string probably lacks its closing quote, or
    /// `fault` itself.
    fn locate_cause(&self, fault: FaultAt) -> FaultAt {
        let Some(ReadString { rule, range, spans_lines }) = &self.string else { return fault };
        let mut behind = self.at_byte(range.end);
        let rest = behind.rest();
        let of_line = rest.split('\n').next().unwrap_or_default();
        let is_adjacent = fault.range.start == range.end;
        let is_next = is_adjacent || behind.skip().is_ok() && fault.range.start == behind.at();
        let at_fault = self.at_byte(fault.range.start);
        let why = match at_fault.peek() {
            quote if *spans_lines && (is_next || quote == Some('"')) => "only on another line, ",
            _ if is_adjacent && of_line.matches('"').count() % 2 == 1 => "",
            _ => return fault,
        };
        let why = format!("this string ends {why}before {}", at_fault.found());
        missing(*rule, "\"", range.start, why).or(closing_quotes(self.text(), range.start))
    }

    /// Returns the fault for a character that is not followed by its closing `'`. `start` is the offset of the
    /// opening `'`.
    pub(super) fn unclosed_character(&self, start: usize) -> FaultAt {
        let rest = self.rest();
        let end = rest.find(|c: char| matches!(c, '\'' | '.') || c.is_whitespace());
        if end.is_some_and(|end| rest[end..].starts_with('\'')) {
            let message = "`'` quotes a single character; a string is written in `\"`";
            let end = self.at() + end.unwrap_or_default();
            let quoted = format!("\"{}\"", &self.text()[start + 1..end]);
            return FaultAt::new(start..start + 1, message).or([Edit::replace(start..end + 1, quoted)]);
        }
        let why = format!("expected it after the character, found {}", self.found());
        self.missing("'", start, why).or([Edit::insert(self.at(), "'")])
    }

    /// Returns the fault for an unclosed bracket within a term. It is at the opening bracket if the next
    /// character ends the term, or else at the cursor.
    pub(super) fn unclosed_in_term(&self, open: usize, closing: &str, expected: &str) -> FaultAt {
        let ends_term = |c| matches!(c, '~' | '|' | ')' | '}' | '"' | '\'');
        if self.peek().is_none_or(ends_term) {
            let why = format!("expected {expected}, found {}", self.found());
            self.missing(closing, open, why).or([Edit::insert(self.end(), closing)])
        } else {
            self.expected(expected)
        }
    }

    /// Returns the name of the rule whose definition begins at the cursor, possibly with doc comments.
    fn definition(&self) -> Option<&'t str> {
        let mut ahead = self.clone();
        while let Some(comment) = ahead.comment().ok()? {
            ahead.advance(comment.length);
            ahead.skip().ok()?;
        }
        let name = ahead.take_while(in_name);
        ahead.skip().ok()?;
        (name.starts_with(begins_name) && ahead.is_body()).then_some(name)
    }

    /// Returns whether the cursor is before the `=` and the `{` of a rule.
    fn is_body(&self) -> bool {
        let mut ahead = self.clone();
        let modifier = |c: char| matches!(c, '_' | '@' | '$' | '!');
        let is_body = ahead.eat("=").and_then(|is_equals| {
            if ahead.peek().is_some_and(modifier) {
                ahead.eat_one()?;
            }
            Ok(is_equals && ahead.peek() == Some('{'))
        });
        is_body.unwrap_or(false)
    }
}

impl Parser<'_> {
    /// Returns the fault for an expression that is not followed by one of the expected tokens. It is at the
    /// innermost open bracket if the bracket must have ended before the cursor.
    pub(super) fn unclosed(&self, expected: &str) -> FaultAt {
        let (is_in_brackets, open) = (self.open.len() > 1, self.open.last().copied().unwrap_or_default());
        let (opening, closing) = if is_in_brackets { ("(", ")") } else { ("{", "}") };
        let place = match self.cursor.peek() {
            None => "at the end of the grammar".to_owned(),
            Some('}') if is_in_brackets => "at `}`".to_owned(),
            Some(')') if !is_in_brackets => {
                let at = self.cursor.at();
                return self.cursor.fault("`)` without a `(` before it").or([Edit::remove(at..at + 1)]);
            }
            Some(_) => match self.next_rule() {
                Some(name) => format!("where rule `{}` begins", shown(name)),
                None => {
                    let fault = self.cursor.expected_after(expected);
                    let is_apart = self.cursor.end() < self.cursor.at();
                    return fault.or([Edit::insert(self.cursor.at(), if is_apart { "~ " } else { " ~ " })]);
                }
            },
        };
        let missing =
            self.cursor.missing(closing, open, format_args!("this `{opening}` is still open {place}"));
        missing.or(self.closings(closing))
    }

    /// Returns the edits that may close the innermost open bracket: behind the last token, and on a line of its own.
    fn closings(&self, closing: &str) -> Vec<Edit> {
        let end = self.last_call().filter(|_| self.cursor.is_body()).map_or(self.cursor.at(), |call| call.at);
        let end = self.cursor.text()[..end].trim_end().len();
        let texts: &[&str] = if closing == "}" { &[" }", "\n}"] } else { &[")", "\n)", ") }", "\n) }"] };
        texts.iter().map(|text| Edit::insert(end, *text)).collect()
    }

    /// Returns the call that the last token was parsed as.
    fn last_call(&self) -> Option<&Call<'_>> {
        self.calls.last().filter(|call| call.at + call.name.len() == self.cursor.end())
    }

    /// Returns the name of the next rule, if its definition begins at the cursor, or if its name was just
    /// parsed as a call.
    fn next_rule(&self) -> Option<&str> {
        let last = self.last_call();
        last.filter(|_| self.cursor.is_body()).map(|call| call.name).or_else(|| self.cursor.definition())
    }
}

fn missing(rule: Option<&str>, closing: &str, open: usize, why: impl Display) -> FaultAt {
    let place = rule.map_or(String::new(), |rule| format!(" in rule `{}`", shown(rule)));
    FaultAt::new(open..open + 1, format!("`{closing}` is missing{place}: {why}"))
}
