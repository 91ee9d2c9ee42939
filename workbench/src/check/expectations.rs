//! Expectations: comments of a grammar that state whether a rule matches a string, such as `// port must match "80"`.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    reason = "offsets lie in the text, on character boundaries; a run takes no more steps than it may"
)]

use std::cell::OnceCell;
use std::collections::HashSet;

use urigram_grammar::names::shown;
use urigram_grammar::tree::{leading_string, line_comments};
use urigram_grammar::{Grammar, closest};

use crate::trace::machine::{Machine, Stopped};

/// The steps of each match: a limit on all of them, for each byte, and those that a match may always take.
const STEPS: u64 = 1_000_000;
const STEPS_A_BYTE: u64 = 200;
const FEWEST_STEPS: u64 = 10_000;
/// The steps that all matches together may take beyond those that each may always take.
const SHARED_STEPS: u64 = 100 * STEPS;
/// The maximum number of unknown names that are compared with those of the rules.
const COMPARED: usize = 10;

/// What a grammar's author expects of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// The name of the rule.
    pub rule: String,
    /// The string.
    pub text: String,
    /// Whether the rule must match the whole string, or must not.
    pub must_match: bool,
}

/// The reason why a statement is not an expectation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misstated {
    /// The message, a sentence.
    pub message: String,
    /// A correction.
    pub help: Option<String>,
}

/// A statement, with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1: of the name of the rule, or of the fault.
    pub column: usize,
    /// The statement as written.
    pub source: String,
    /// The expectation, or the reason why it is not one.
    pub meaning: Result<Expectation, Misstated>,
}

/// The expectations of a grammar.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_workbench::Expectations;
///
/// let source = r#"
/// // port must match "80"
/// // port must not match ""
/// port = { '0'..'9'* }"#;
/// let grammar = Grammar::read(source, "port.pest")?;
/// let mut expectations = Expectations::new(&grammar);
/// let stated = expectations.of_comments(source);
/// let matches: Vec<_> = stated.iter().map(|one| expectations.matches(one.meaning.as_ref().unwrap())).collect();
/// assert_eq!(matches, [Ok(true), Ok(true)], "the second one fails");
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug)]
pub struct Expectations<'g> {
    grammar: &'g Grammar,
    names: HashSet<&'g str>,
    /// Made for the first match.
    machine: OnceCell<Machine>,
    shared_steps: u64,
    compared: usize,
}

impl<'g> Expectations<'g> {
    /// Prepares a grammar. Takes time and memory linear in the number of its rules, and for the first match in their size.
    #[must_use]
    pub fn new(grammar: &'g Grammar) -> Expectations<'g> {
        let names = grammar.rules().iter().map(|rule| rule.name.as_str()).collect();
        Expectations { grammar, names, machine: OnceCell::new(), shared_steps: SHARED_STEPS, compared: 0 }
    }

    /// Returns the statements in the comments of a grammar's text that begin with `//`, `///` or `//!`. A comment that only
    /// resembles an expectation, and is probably meant as one, is misstated; other comments are none.
    ///
    /// An expectation is the name of a rule, `must match` or `must not match`, and a string in pest's notation.
    ///
    /// ```
    /// use urigram_grammar::Grammar;
    /// use urigram_workbench::Expectations;
    ///
    /// let source = "// port must match: \"80\"\n// A port must match the RFC.\nport = { '0'..'9'* }";
    /// let grammar = Grammar::read(source, "port.pest")?;
    /// let stated = Expectations::new(&grammar).of_comments(source);
    /// assert_eq!((stated.len(), stated[0].line, stated[0].column), (1, 1, 19));
    /// assert_eq!(stated[0].meaning.as_ref().unwrap_err().message, "expected a string in `\"`");
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn of_comments(&mut self, text: &str) -> Vec<Statement> {
        let (mut stated, mut line, mut at) = (Vec::new(), 1, 0);
        let mut line_start = 0;
        for comment in line_comments(text) {
            let before = &text[at..comment.start];
            line += before.bytes().filter(|&byte| byte == b'\n').count();
            line_start = before.rfind('\n').map_or(line_start, |end| at + end + 1);
            at = comment.start;
            let body = text[comment.clone()].trim_start_matches('/');
            let body = body.strip_prefix('!').unwrap_or(body);
            let of_line = &text[line_start..comment.end - body.len()];
            stated.extend(self.statement(of_line, body, line, false));
        }
        stated
    }

    /// Returns the statements in a text that has one in each line. Empty lines have none.
    #[must_use]
    pub fn of_lines(&mut self, text: &str) -> Vec<Statement> {
        let lines = text.lines().enumerate();
        lines.filter_map(|(line, body)| self.statement("", body, line + 1, true)).collect()
    }

    /// Returns the statement of a comment. `before` is the text of its line before `body`.
    fn statement(&mut self, before: &str, body: &str, line: usize, is_meant: bool) -> Option<Statement> {
        let source = body.trim();
        let is_close = || self.is_close(source);
        let (offset, meaning) = match read(source) {
            _ if source.is_empty() => return None,
            Ok(expectation) if self.names.contains(expectation.rule.as_str()) => (0, Ok(expectation)),
            Ok(Expectation { rule, .. }) => (0, Err(self.unknown(&rule))),
            Err((offset, message)) if is_meant || is_close() => {
                let help =
                    "write an expectation as in `port must match \"80\"` or `port must not match \"\"`";
                (offset, Err(Misstated { message, help: Some(help.to_owned()) }))
            }
            Err(_) => return None,
        };
        let indent = &body[..body.len() - body.trim_start().len()];
        let column =
            1 + [before, indent, &source[..offset]].map(|part| part.chars().count()).iter().sum::<usize>();
        Some(Statement { line, column, source: source.to_owned(), meaning })
    }

    fn unknown(&mut self, rule: &str) -> Misstated {
        self.compared += 1;
        let names = self.grammar.rules().iter().map(|rule| rule.name.as_str());
        let meant = if self.compared > COMPARED { None } else { closest(rule, names) };
        let message = format!("the grammar has no rule `{}`", shown(rule));
        let help = meant.map(|meant| format!("did you mean `{}`?", shown(meant)));
        Misstated { message, help }
    }

    /// Returns whether the rule matches the whole string.
    ///
    /// A match may take 1,000,000 steps and 200 for each byte. After 100,000,000 steps, each further one may take only
    /// 10,000 and 200 for each byte, so that the time is linear in the number and the lengths of the strings.
    ///
    /// # Errors
    ///
    /// [`Stopped`], the reason why it is not known; never [`Stopped::NoMatch`].
    pub fn matches(&mut self, expectation: &Expectation) -> Result<bool, Stopped> {
        let Expectation { rule, text, .. } = expectation;
        let own = STEPS_A_BYTE.saturating_mul(text.len() as u64);
        let most = own.saturating_add(STEPS.min(self.shared_steps.max(FEWEST_STEPS)));
        let mut left = most;
        let machine = self.machine.get_or_init(|| Machine::new(self.grammar));
        let ran = machine.run_within(&mut left, rule, text);
        let beyond = (most - left).saturating_sub(own.saturating_add(FEWEST_STEPS));
        self.shared_steps = self.shared_steps.saturating_sub(beyond);
        match ran {
            Ok(_) => Ok(true),
            Err(Stopped::NoMatch) => Ok(false),
            Err(stopped) => Err(stopped),
        }
    }

    /// Returns whether a text that is not an expectation is probably meant as one, rather than as prose: it says that
    /// something must match, and begins with a single word or has the name of a rule before that, and a quote after it. A
    /// comment in a comment is off.
    fn is_close(&self, source: &str) -> bool {
        let Some((before, after)) = claim(source) else { return false };
        let before: Vec<&str> = before.split_whitespace().collect();
        let subject = before.last().map_or("", |word| word.trim_matches(|c: char| !is_of_name(c)));
        let is_known = self.names.contains(subject);
        let after = after.trim_start_matches(|c: char| c == ':' || c.is_whitespace());
        let begins = after.trim_start_matches('^').starts_with(['"', '\'', '“', '”', '„', '‘', '«']);
        let is_word = !after.contains(char::is_whitespace) && !after.starts_with('`');
        match before.len() {
            _ if source.starts_with("//") => false,
            0 => begins,
            1 => begins || after.ends_with('"') || is_known && is_word,
            _ => is_known && begins,
        }
    }
}

/// Parses an expectation, or returns the offset of the first fault and a message.
fn read(source: &str) -> Result<Expectation, (usize, String)> {
    let expected = |rest: &str, what: &str| (source.len() - rest.len(), format!("expected {what}"));
    let rest = source.trim_start_matches(is_of_name);
    let rule = &source[..source.len() - rest.len()];
    if rule.is_empty() || rule.starts_with(|c: char| c.is_ascii_digit()) {
        return Err((0, "expected the name of a rule".to_owned()));
    }
    let Some(rest) = word(rest, "must") else {
        return Err(expected(rest.trim_start(), "`must` after the name of the rule"));
    };
    let negated = word(rest, "not");
    let rest = negated.unwrap_or(rest);
    let Some(rest) = word(rest, "match") else {
        let what = if negated.is_some() { "`match`" } else { "`match` or `not match` after `must`" };
        return Err(expected(rest.trim_start(), what));
    };
    let string = rest.trim_start();
    let start = source.len() - string.len();
    let (text, length) = leading_string(string).map_err(|(offset, message)| (start + offset, message))?;
    let behind = string[length..].trim_start();
    if !behind.is_empty() {
        return Err(expected(behind, "the end of the line after the string"));
    }
    Ok(Expectation { rule: rule.to_owned(), text, must_match: negated.is_none() })
}

/// Returns the rest of the text after white space and this word.
fn word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text.trim_start();
    let rest = if rest.len() < text.len() { rest.strip_prefix(word)? } else { return None };
    (!rest.starts_with(is_of_name)).then_some(rest)
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns the texts before and after the first `must match`, or what means the same.
fn claim(source: &str) -> Option<(&str, &str)> {
    let lower = source.to_ascii_lowercase();
    let mut from = 0;
    while let Some(found) = lower[from..].find(['m', 's']) {
        let at = from + found;
        let begins = !lower[..at].ends_with(is_of_name);
        let verb =
            ["must", "should"].into_iter().filter(|_| begins).find_map(|verb| lower[at..].strip_prefix(verb));
        let rest = verb.and_then(|rest| {
            let rest =
                ["n't", " not", " never"].into_iter().find_map(|no| rest.strip_prefix(no)).unwrap_or(rest);
            rest.trim_start().strip_prefix("match")
        });
        if let Some(rest) = rest {
            let rest = rest.strip_prefix("es").unwrap_or(rest);
            if !rest.starts_with(is_of_name) {
                return Some((&source[..at], &source[source.len() - rest.len()..]));
            }
        }
        from = at + 1;
    }
    None
}
