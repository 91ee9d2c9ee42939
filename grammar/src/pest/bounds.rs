//! Bounds that keep `pest_meta`, which recurses freely, within its stack, and its known panics
//! turned into faults with a position.

use pest::error::{Error, ErrorVariant};
use pest::iterators::{Pair, Pairs};
use pest::{Position, Span};
use pest_meta::parser::Rule;

/// Brackets, nested comments, and escapes in one string: what pest's parser recurses on.
const MAX_NESTING: usize = 200;
/// The nodes of a rule once its bounded repetitions are written out.
const MAX_RULE: u64 = 4096;
/// The nodes of all rules together.
const MAX_GRAMMAR: u64 = 1 << 16;

type Checked<T> = Result<T, Box<Error<Rule>>>;

/// Refuses text that nests too deep to be parsed.
pub(crate) fn check_text(source: &str) -> Checked<()> {
    let deep = |at: usize| {
        let position = Position::new(source, at).unwrap_or_else(|| Position::from_start(source));
        let message = format!("nesting deeper than {MAX_NESTING}");
        Box::new(Error::new_from_pos(ErrorVariant::CustomError { message }, position))
    };
    let bytes = source.as_bytes();
    let mut depth = 0usize;
    let mut at = 0;
    while at < bytes.len() {
        let step = match &bytes[at..] {
            [b'/', b'/', ..] => line_end(&bytes[at..]),
            [b'/', b'*', ..] => comment_end(&bytes[at..]).ok_or_else(|| deep(at))?,
            [b'"', ..] => string_end(&bytes[at..]).ok_or_else(|| deep(at))?,
            [b'\'', b'\\', _, ..] => 3,
            [b'\'', quoted, b'\'', ..] if quoted.is_ascii() => 3,
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
            return Err(deep(at));
        }
        at += step;
    }
    Ok(())
}

pub(crate) fn line_end(text: &[u8]) -> usize {
    text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len())
}

/// The length of the comment that `text` begins with, or `None` if it nests too deep.
pub(crate) fn comment_end(text: &[u8]) -> Option<usize> {
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
            return None;
        }
        if depth == 0 {
            break;
        }
    }
    Some(at)
}

/// The length of the string that `text` begins with, or `None` if it has too many escapes.
fn string_end(text: &[u8]) -> Option<usize> {
    let (mut escapes, mut at) = (0usize, 1);
    while at < text.len() && text[at] != b'"' {
        if text[at] == b'\\' {
            escapes += 1;
            at += 1;
        }
        at += 1;
    }
    (escapes <= MAX_NESTING).then_some((at + 1).min(text.len()))
}

/// Refuses rules that `pest_meta` would panic on, or that are too large for its recursion.
pub(crate) fn check_rules(pairs: Pairs<'_, Rule>) -> Checked<()> {
    let mut total = 0u64;
    for rule in pairs.filter(|pair| pair.as_rule() == Rule::grammar_rule) {
        let Some(body) = rule.into_inner().find(|pair| pair.as_rule() == Rule::expression) else {
            continue;
        };
        let span = body.as_span();
        let extent = expression(body)?;
        if extent.depth > MAX_NESTING {
            return Err(custom(format!("nesting deeper than {MAX_NESTING}"), span));
        }
        if extent.size > MAX_RULE {
            return Err(custom(
                format!("a rule of more than {MAX_RULE} terms, repetitions written out"),
                span,
            ));
        }
        total += extent.size;
        if total > MAX_GRAMMAR {
            return Err(custom(format!("a grammar of more than {MAX_GRAMMAR} terms"), span));
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
struct Extent {
    /// Nodes, once repetitions are written out.
    size: u64,
    /// Operators and parentheses around the innermost node.
    depth: usize,
}

impl Extent {
    /// One more operator, which writes its operand out so many times.
    fn under(self, copies: u64) -> Extent {
        Extent { size: self.size.saturating_add(1).saturating_mul(copies), depth: self.depth + 1 }
    }
}

/// Recursion: bounded by [`check_text`], here and in [`term`].
fn expression(pair: Pair<'_, Rule>) -> Checked<Extent> {
    pair.into_inner().try_fold(Extent { size: 0, depth: 0 }, |all, part| {
        let part = if part.as_rule() == Rule::term { term(part)? } else { Extent { size: 1, depth: 0 } };
        Ok(Extent { size: all.size.saturating_add(part.size), depth: all.depth.max(part.depth) })
    })
}

fn term(pair: Pair<'_, Rule>) -> Checked<Extent> {
    pair.into_inner().try_fold(Extent { size: 1, depth: 1 }, |inner, part| {
        let span = part.as_span();
        match part.as_rule() {
            Rule::expression => {
                let outer = expression(part)?;
                return Ok(Extent {
                    size: inner.size.saturating_add(outer.size),
                    depth: inner.depth + outer.depth,
                });
            }
            Rule::_push => {
                if let Some(pushed) = part.into_inner().find(|pair| pair.as_rule() == Rule::expression) {
                    return Ok(expression(pushed)?.under(1));
                }
            }
            Rule::repeat_once_operator => return Ok(inner.under(2)),
            Rule::repeat_exact | Rule::repeat_min | Rule::repeat_max | Rule::repeat_min_max => {
                return Ok(inner.under(copies(part)));
            }
            Rule::string | Rule::insensitive_string | Rule::range => check_escapes(span)?,
            Rule::peek_slice => check_slice(part)?,
            Rule::opening_paren | Rule::closing_paren | Rule::identifier => {}
            _ => return Ok(inner.under(1)),
        }
        Ok(inner)
    })
}

/// How often a bounded repetition writes out its operand: at most its largest number and one more.
/// A number that no `u32` holds is left to `pest_meta`, which reports it.
fn copies(repetition: Pair<'_, Rule>) -> u64 {
    let numbers = repetition.into_inner().filter(|pair| pair.as_rule() == Rule::number);
    let largest = numbers.filter_map(|number| number.as_str().parse::<u32>().ok()).max();
    u64::from(largest.unwrap_or(0)) + 1
}

/// `\u{D800}` and the like pass pest's own syntax, and then it panics.
fn check_escapes(span: Span<'_>) -> Checked<()> {
    let mut rest = span.as_str();
    while let Some((_, escape)) = rest.split_once('\\') {
        rest = escape.get(1..).unwrap_or("");
        let code = escape.strip_prefix("u{").and_then(|code| code.split_once('}'));
        if let Some((code, _)) = code
            && u32::from_str_radix(code, 16).ok().and_then(char::from_u32).is_none()
        {
            return Err(custom(format!("U+{} is not a character", code.to_uppercase()), span));
        }
    }
    Ok(())
}

fn check_slice(slice: Pair<'_, Rule>) -> Checked<()> {
    for number in slice.into_inner().filter(|pair| pair.as_rule() == Rule::integer) {
        if number.as_str().parse::<i32>().is_err() {
            return Err(custom("number cannot overflow i32".to_owned(), number.as_span()));
        }
    }
    Ok(())
}

fn custom(message: String, span: Span<'_>) -> Box<Error<Rule>> {
    Box::new(Error::new_from_span(ErrorVariant::CustomError { message }, span))
}
