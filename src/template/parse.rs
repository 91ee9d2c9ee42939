//! Parsing: from the captures of the grammar to the parts of a template.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

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
    pub(super) fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).expect("a span is of its text, between characters")
    }
}

/// A variable in an expression.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Its name, in the template.
    pub(super) name: Span,
    pub(super) start: Start,
    pub(super) modifier: Modifier,
    /// The operator of its expression.
    pub(super) operator: &'static Operator,
    /// Where its expression begins, in the template.
    pub(super) expression: u32,
    /// The length of the text before its value if all variables are defined, which is the next part of
    /// the written text. For the first variable of an expression, this is the literal before the expression and
    /// [`Operator::first`], for others the separator; then, if names are written, the name and `=`.
    pub(super) before: u32,
    /// Where in this text the name begins; otherwise its end.
    pub(super) key: u32,
    /// The length of the literal, if it is the first variable of its expression.
    pub(super) literal: Option<u32>,
}

/// The modifier of a variable (section 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Modifier {
    None,
    Prefix(u16),
    Explode,
}

/// Returns the variables of a template, and [`written`](super::Template) text.
#[expect(clippy::arithmetic_side_effects, reason = "`written` only grows")]
pub(super) fn parse(text: &str) -> Result<(Vec<Variable>, String), TemplateError> {
    // The written texts are at most three times as long.
    if text.len() > LONGEST as usize / 3 {
        return Err(TemplateError::too_long());
    }
    let captures =
        captures(text).map_err(|(offset, expected)| TemplateError::unexpected(text, offset, expected))?;
    let mut written = String::with_capacity(text.len());
    let (mut variables, mut names) = (Vec::new(), Vec::new());
    let mut operator = None;
    let mut literal = 0;
    for (rule, Range { start, end }) in captures.0 {
        let place = Span { start: start as u32, end: end as u32 };
        match rule {
            Capture::operator => operator = Some(start),
            Capture::varname => names.push((place, Modifier::None)),
            Capture::explode => {
                names.last_mut().expect("a name comes before its modifier").1 = Modifier::Explode;
            }
            Capture::max_length => {
                let length = place.of(text).parse().expect("a maximum length is less than 10000");
                names.last_mut().expect("a name comes before its modifier").1 = Modifier::Prefix(length);
            }
            Capture::expression => {
                let character = operator.take().map(|at| (at, text.as_bytes().get(at).copied()));
                let operator = match character {
                    None => Operator::of(None),
                    Some((at, character)) => {
                        let operator = Operator::of(character);
                        Some(operator.ok_or_else(|| TemplateError::reserved(text, at))?)
                    }
                };
                let operator = operator.expect("an expression may be without an operator");
                let mut from = written.len();
                keeping_triplets(Span { start: literal, end: place.start }.of(text), &mut written);
                let mut literal_len = Some((written.len() - from) as u32);
                written.push_str(operator.first);
                for (name, modifier) in names.drain(..) {
                    if literal_len.is_none() {
                        written.push(operator.separator);
                    }
                    let key = (written.len() - from) as u32;
                    if operator.named {
                        written.push_str(name.of(text));
                        written.push('=');
                    }
                    variables.push(Variable {
                        name,
                        start: Start::of(name.of(text)),
                        modifier,
                        operator,
                        expression: place.start,
                        before: (written.len() - from) as u32,
                        key,
                        literal: literal_len.take(),
                    });
                    from = written.len();
                }
                literal = place.end;
            }
        }
    }
    keeping_triplets(text.get(literal as usize..).expect("an expression ends in the template"), &mut written);
    Ok((variables, written))
}
