//! Parsing: from the captures of the grammar to the parts of a template.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::Template;
use super::error::TemplateError;
use super::operator::{Operator, keeping_triplets};
use super::value::Start;
use crate::grammar::LONGEST;
use crate::grammar::template::{Capture, captures};

/// A range of offsets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    #[inline]
    pub(super) fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).expect("a span is of its text, between characters")
    }
}

/// An expression, and the literal before it.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    /// Its place in the template.
    pub(super) place: Span,
    pub(super) operator: &'static Operator,
    /// The literal before it, in [`Template::written`].
    pub(super) literal: Span,
    pub(super) variables: Vec<Variable>,
}

/// A variable in an expression.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Its name, in the template.
    pub(super) name: Span,
    pub(super) start: Start,
    pub(super) modifier: Modifier,
    /// The text before its value if all variables are defined, in [`Template::written`]. For the first variable, this is the
    /// literal before the expression and [`Operator::first`], for others the separator; then, if names are written, the name
    /// and `=`.
    pub(super) before: Span,
    /// Where that name begins; otherwise the end of `before`.
    pub(super) key: u32,
}

/// The modifier of a variable (section 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Modifier {
    None,
    Prefix(u16),
    Explode,
}

/// Returns the parts of a template.
pub(super) fn parse(text: String) -> Result<Template, TemplateError> {
    // The written texts are at most three times as long.
    if text.len() > LONGEST as usize / 3 {
        return Err(TemplateError::too_long());
    }
    let captures =
        captures(&text).map_err(|(offset, expected)| TemplateError::unexpected(&text, offset, expected))?;
    let mut written = String::with_capacity(text.len());
    let (mut expressions, mut variables) = (Vec::new(), Vec::new());
    let mut operator = None;
    let mut literal = 0;
    for (rule, Range { start, end }) in captures.0 {
        let place = Span { start: start as u32, end: end as u32 };
        match rule {
            Capture::operator => operator = Some(start),
            Capture::varname => variables.push((place, Modifier::None)),
            Capture::explode => {
                variables.last_mut().expect("a name comes before its modifier").1 = Modifier::Explode;
            }
            Capture::max_length => {
                let length = place.of(&text).parse().expect("a maximum length is less than 10000");
                variables.last_mut().expect("a name comes before its modifier").1 = Modifier::Prefix(length);
            }
            Capture::expression => {
                let character = operator.take().map(|at| (at, text.as_bytes().get(at).copied()));
                let operator = match character {
                    None => Operator::of(None),
                    Some((at, character)) => {
                        let operator = Operator::of(character);
                        Some(operator.ok_or_else(|| TemplateError::reserved(&text, at))?)
                    }
                };
                let operator = operator.expect("an expression may be without an operator");
                let start = written.len() as u32;
                keeping_triplets(Span { start: literal, end: place.start }.of(&text), &mut written);
                let literal_end = written.len() as u32;
                let mut before = operator.first;
                let mut from = start;
                let variables = variables.drain(..).map(|(name, modifier)| {
                    written.push_str(before);
                    let key = written.len() as u32;
                    if operator.named {
                        written.push_str(name.of(&text));
                        written.push('=');
                    }
                    let end = written.len() as u32;
                    let variable = Variable {
                        name,
                        start: Start::of(name.of(&text)),
                        modifier,
                        before: Span { start: from, end },
                        key,
                    };
                    (before, from) = (operator.separator, end);
                    variable
                });
                expressions.push(Expression {
                    place,
                    operator,
                    variables: variables.collect(),
                    literal: Span { start, end: literal_end },
                });
                literal = place.end;
            }
        }
    }
    let start = written.len() as u32;
    keeping_triplets(text.get(literal as usize..).expect("an expression ends in the template"), &mut written);
    let tail = Span { start, end: written.len() as u32 };
    Ok(Template { text, expressions, written, tail })
}
