//! Bounds that keep pest's parser, and what works on the rules that it finds, within time, memory and stack.

use pest::error::{Error, ErrorVariant};
use pest::iterators::{Pair, Pairs};
use pest::{Position, Span};
use pest_meta::parser::Rule;

/// Brackets, nested comments, and escapes in one string: what pest's parser recurses on.
const MAX_NESTING: usize = 200;
/// The nodes of a rule once its repetitions are written out.
const MAX_RULE: u64 = 4096;
/// The nodes of all rules together.
pub(crate) const MAX_GRAMMAR: u64 = 1 << 16;

/// The characters of all strings, repetitions written out.
const MAX_STRINGS: u64 = 1 << 20;

type Checked<T> = Result<T, Box<Error<Rule>>>;

/// Refuses text that nests too deep to be parsed, and comments without an end: where they nest, pest's parser
/// takes time exponential in their depth to find that out.
pub(crate) fn check_text(source: &str) -> Checked<()> {
    let error = |at: usize, message: String| {
        let position = Position::new(source, at).unwrap_or_else(|| Position::from_start(source));
        Box::new(Error::new_from_pos(ErrorVariant::CustomError { message }, position))
    };
    let bytes = source.as_bytes();
    let mut depth = 0usize;
    let mut at = 0;
    while at < bytes.len() {
        let step = match &bytes[at..] {
            [b'/', b'/', ..] => line_end(&bytes[at..]),
            [b'/', b'*', ..] => comment_end(&bytes[at..]).map_err(|message| error(at, message))?,
            [b'"', ..] => string_end(&bytes[at..]).map_err(|message| error(at, message))?,
            [b'\'', ..] => character_end(&source[at..]),
            [b'(' | b'[' | b'{', ..] => {
                depth += 1;
                1
            }
            [b')' | b']' | b'}', ..] => {
                depth = depth.saturating_sub(1);
                1
            }
            _ => 1,
        };
        if depth > MAX_NESTING {
            return Err(error(at, deep()));
        }
        at += step;
    }
    Ok(())
}

fn deep() -> String {
    format!("nesting deeper than {MAX_NESTING}")
}

pub(crate) fn line_end(text: &[u8]) -> usize {
    text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len())
}

/// The length of the comment that `text` begins with, or what is wrong with it.
pub(crate) fn comment_end(text: &[u8]) -> Result<usize, String> {
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
            return Err(deep());
        }
        if depth == 0 {
            return Ok(at);
        }
    }
    Err("a comment without an end: comments nest, and each `/*` needs its `*/`".to_owned())
}

/// The length of the string that `text` begins with, or what is wrong with it.
fn string_end(text: &[u8]) -> Result<usize, String> {
    let (mut escapes, mut at) = (0usize, 1);
    while at < text.len() && text[at] != b'"' {
        if text[at] == b'\\' {
            escapes += 1;
            at += 1;
        }
        at += 1;
    }
    if escapes > MAX_NESTING { Err(deep()) } else { Ok((at + 1).min(text.len())) }
}

/// The length of the character in quotes that `text` begins with, or of its quote.
fn character_end(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    // The longest is `'\u{10FFFF}'`.
    let quoted = match chars.next() {
        Some((_, '\\')) => chars.skip(1).take(9).find(|&(_, c)| c == '\''),
        _ => chars.next().filter(|&(_, c)| c == '\''),
    };
    quoted.map_or(1, |(at, _)| at + 1)
}

/// Refuses rules that are too large for the recursion, or for the memory, of what works on them.
pub(crate) fn check_rules(pairs: Pairs<'_, Rule>) -> Checked<()> {
    let rules = || pairs.clone().filter(|pair| pair.as_rule() == Rule::grammar_rule);
    let has_spaces = rules().any(|rule| {
        let mut parts = rule.into_inner();
        parts.next().is_some_and(|name| matches!(name.as_str(), "WHITESPACE" | "COMMENT"))
    });
    let (mut terms, mut chars) = (0u64, 0u64);
    for rule in rules() {
        let is_atomic = |part: &Pair<'_, Rule>| {
            matches!(part.as_rule(), Rule::atomic_modifier | Rule::compound_atomic_modifier)
        };
        let skips = has_spaces && !rule.clone().into_inner().any(|part| is_atomic(&part));
        let Some(body) = rule.into_inner().find(|pair| pair.as_rule() == Rule::expression) else {
            continue;
        };
        let span = body.as_span();
        let extent = Measure { skips }.expression(body);
        if extent.depth > MAX_NESTING {
            return Err(custom(deep(), span));
        }
        if extent.terms > MAX_RULE {
            return Err(custom(
                format!("a rule of more than {MAX_RULE} terms, repetitions written out"),
                span,
            ));
        }
        terms += extent.terms;
        if terms > MAX_GRAMMAR {
            return Err(custom(format!("a grammar of more than {MAX_GRAMMAR} terms"), span));
        }
        chars = chars.saturating_add(extent.chars);
        if chars > MAX_STRINGS {
            return Err(custom(
                format!(
                    "a grammar of more than {MAX_STRINGS} characters in strings, repetitions written out"
                ),
                span,
            ));
        }
    }
    Ok(())
}

#[derive(Clone, Copy, Default)]
struct Extent {
    /// Nodes, once repetitions are written out.
    terms: u64,
    /// Characters in strings, likewise.
    chars: u64,
    /// Operators and parentheses around the innermost node.
    depth: usize,
}

impl Extent {
    const TERM: Extent = Extent { terms: 1, chars: 0, depth: 1 };

    /// One more operator, which writes its operand out so many times.
    fn under(self, copies: u64) -> Extent {
        Extent {
            terms: self.terms.saturating_add(1).saturating_mul(copies),
            chars: self.chars.saturating_mul(copies),
            depth: self.depth + 1,
        }
    }

    /// Both, as deep as they are together.
    fn and(self, other: Extent, depth: usize) -> Extent {
        let (terms, chars) = (self.terms.saturating_add(other.terms), self.chars.saturating_add(other.chars));
        Extent { terms, chars, depth }
    }
}

#[derive(Clone, Copy)]
struct Measure {
    /// Whether white space may be skipped: `e*` is then `(e ~ (space ~ e)*)?`.
    skips: bool,
}

impl Measure {
    /// Recursion: bounded by [`check_text`], here and in [`Measure::term`].
    fn expression(self, pair: Pair<'_, Rule>) -> Extent {
        pair.into_inner().fold(Extent::default(), |all, part| {
            let operator = Extent { depth: 0, ..Extent::TERM };
            let part = if part.as_rule() == Rule::term { self.term(part) } else { operator };
            all.and(part, all.depth.max(part.depth))
        })
    }

    fn term(self, pair: Pair<'_, Rule>) -> Extent {
        pair.into_inner().fold(Extent::TERM, |inner, part| match part.as_rule() {
            Rule::expression => {
                let outer = self.expression(part);
                inner.and(outer, inner.depth + outer.depth)
            }
            Rule::_push => {
                let pushed = part.into_inner().find(|pair| pair.as_rule() == Rule::expression);
                pushed.map_or(inner, |pushed| self.expression(pushed).under(1))
            }
            Rule::repeat_operator => inner.under(self.repetition()),
            Rule::repeat_once_operator => inner.under(1 + self.repetition()),
            Rule::repeat_min => inner.under(largest(part) + self.repetition()),
            Rule::repeat_exact | Rule::repeat_max | Rule::repeat_min_max => inner.under(largest(part) + 1),
            Rule::string | Rule::insensitive_string => {
                Extent { chars: inner.chars + part.as_str().chars().count() as u64, ..inner }
            }
            Rule::range | Rule::peek_slice | Rule::identifier => inner,
            Rule::opening_paren | Rule::closing_paren => inner,
            _ => inner.under(1),
        })
    }

    /// How often a repetition without a bound writes out its operand.
    fn repetition(self) -> u64 {
        if self.skips { 2 } else { 1 }
    }
}

/// The largest number of a bounded repetition. One that no `u32` holds is refused later.
fn largest(repetition: Pair<'_, Rule>) -> u64 {
    let numbers = repetition.into_inner().filter(|pair| pair.as_rule() == Rule::number);
    numbers.filter_map(|number| number.as_str().parse::<u32>().ok()).max().map_or(0, u64::from)
}

fn custom(message: String, span: Span<'_>) -> Box<Error<Rule>> {
    Box::new(Error::new_from_span(ErrorVariant::CustomError { message }, span))
}
