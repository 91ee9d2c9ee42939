//! Finds where the optimized expressions of a grammar are in its text.
//!
//! pest's optimizer keeps no places, so this module repeats its rewritings on expressions with places, and compares the
//! result with pest's. An expression without an equal has no place.
#![expect(clippy::indexing_slicing, reason = "a node is one that the tree has")]

use std::ops::Range;

use crate::pest::optimize::{MAX_ALTERNATIVES, SEPARATOR, Searches};
use crate::pest::rules::{OptimizedExpr, OptimizedRule, RuleType, WrittenExpr};
use crate::pest::text::Text;
use crate::pest::tree::{Kind, Times, Tree};

/// A range of bytes in the file of a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

/// The places of an optimized rule, from [`Grammar::spans`](crate::Grammar::spans). Where a grammar is a variant, only its own rules have places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleSpans {
    /// The name in the definition of the rule.
    pub name: Option<Span>,
    /// The expressions, an operator before its operands. An expression that pest's optimizer made has the place of what
    /// it replaces: each `a` of `a{2}` has that of `a`, and their sequence that of `a{2}`.
    pub exprs: Vec<Option<Span>>,
}

impl Span {
    /// Returns the range, unless the file is longer than 4 GiB.
    #[must_use]
    pub fn of(range: &Range<usize>) -> Option<Span> {
        Some(Span { start: range.start.try_into().ok()?, end: range.end.try_into().ok()? })
    }

    /// Returns the range, to slice a text.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Returns the places of the optimized rules of a tree in its text. Must be called
/// [`with_stack`](crate::with_stack).
pub(super) fn of(text: &Text, tree: &Tree<'_>, rules: &[OptimizedRule]) -> Vec<RuleSpans> {
    let written = tree.written();
    let mut searches = Searches::new(&written);
    let definitions = tree.rules.iter().zip(rules);
    definitions
        .map(|(definition, rule)| {
            let mut reading = Reading { text, tree, ty: rule.ty, searches: &mut searches };
            let placed = reading.expr(definition.node);
            let placed = placed.top_down(&|placed| placed.factored(rule.ty)).bottom_up(&Placed::listed);
            let mut exprs = Vec::new();
            place(&rule.expr, Some(&placed), &mut exprs);
            let start = definition.range.start;
            RuleSpans { name: reading.at(start..start.saturating_add(rule.name.len())), exprs }
        })
        .collect()
}

/// Adds the places of the expression and its operands, those of the equal expression.
fn place(expr: &OptimizedExpr, placed: Option<&Placed>, spans: &mut Vec<Option<Span>>) {
    if let Some(Placed { op: Op::Part(inner), .. }) = placed {
        return place(expr, Some(inner), spans);
    }
    let placed = placed.filter(|placed| placed.op.is_like(expr));
    spans.push(placed.and_then(|placed| placed.at));
    match (expr, placed.map(|placed| &placed.op)) {
        (OptimizedExpr::RestoreOnErr(inner), _) => place(inner, placed, spans),
        (OptimizedExpr::Seq(left, right), Some(Op::Seq(first, second)))
        | (OptimizedExpr::Choice(left, right), Some(Op::Choice(first, second))) => {
            place(left, Some(first), spans);
            place(right, Some(second), spans);
        }
        (expr, Some(Op::Unary(_, inner))) => {
            expr.operands().for_each(|operand| place(operand, Some(inner), spans));
        }
        (expr, _) => expr.operands().for_each(|operand| place(operand, None, spans)),
    }
}

/// An expression with its place, while pest's optimizer is repeated.
#[derive(Clone)]
struct Placed {
    op: Op,
    at: Option<Span>,
}

/// An operator with its operands, or a term.
#[derive(Clone, PartialEq)]
enum Op {
    /// A term, or a call of a list of strings that is searched for.
    Term(WrittenExpr),
    Unary(Unary, Box<Placed>),
    Seq(Box<Placed>, Box<Placed>),
    Choice(Box<Placed>, Box<Placed>),
    /// The rest of a long choice, which pest optimizes on its own.
    Part(Box<Placed>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unary {
    And,
    Not,
    Opt,
    Rep,
    Push,
}

/// Equal expressions may be at different places.
impl PartialEq for Placed {
    fn eq(&self, other: &Self) -> bool {
        self.op == other.op
    }
}

impl Op {
    /// Returns whether the operator or the term is that of an optimized expression.
    fn is_like(&self, expr: &OptimizedExpr) -> bool {
        match (self, expr) {
            (_, OptimizedExpr::RestoreOnErr(_)) => true,
            (Op::Term(term), expr) => is_same(term, expr),
            (Op::Seq(..), OptimizedExpr::Seq(..)) | (Op::Choice(..), OptimizedExpr::Choice(..)) => true,
            (Op::Unary(unary, _), expr) => match unary {
                Unary::And => matches!(expr, OptimizedExpr::PosPred(_)),
                Unary::Not => matches!(expr, OptimizedExpr::NegPred(_)),
                Unary::Opt => matches!(expr, OptimizedExpr::Opt(_)),
                Unary::Rep => matches!(expr, OptimizedExpr::Rep(_)),
                Unary::Push => matches!(expr, OptimizedExpr::Push(_)),
            },
            _ => false,
        }
    }
}

fn is_same(term: &WrittenExpr, expr: &OptimizedExpr) -> bool {
    match (term, expr) {
        (WrittenExpr::Str(one), OptimizedExpr::Str(other)) => one == other,
        (WrittenExpr::Insens(one), OptimizedExpr::Insens(other)) => one == other,
        (WrittenExpr::Range(first, last), OptimizedExpr::Range(from, to)) => (first, last) == (from, to),
        (WrittenExpr::Ident(one), OptimizedExpr::Ident(other)) => one == other,
        (WrittenExpr::Ident(list), OptimizedExpr::Skip(_)) => list.starts_with(SEPARATOR),
        (WrittenExpr::PeekSlice(from, to), OptimizedExpr::PeekSlice(first, last)) => {
            (from, to) == (first, last)
        }
        _ => false,
    }
}

/// Makes the expressions of a rule from its tree, as they are after pest has rotated, expanded and concatenated them.
struct Reading<'a, 'r> {
    text: &'a Text,
    tree: &'a Tree<'a>,
    ty: RuleType,
    searches: &'a mut Searches<'r>,
}

impl Reading<'_, '_> {
    /// Recurses within one rule; reading the grammar limits the size of a rule.
    fn expr(&mut self, node: usize) -> Placed {
        let at = self.at(self.tree.nodes[node].span.clone());
        let kind = &self.tree.nodes[node].kind;
        if let Kind::Repeat(_, Times::Any) = kind {
            if let Some(list) = self.searches.list(&self.tree.expr(node), self.ty) {
                return Placed { op: Op::Term(WrittenExpr::Ident(list)), at };
            }
        }
        let op = match *kind {
            Kind::And(inner) => self.unary(Unary::And, inner),
            Kind::Not(inner) => self.unary(Unary::Not, inner),
            Kind::Push(inner) => self.unary(Unary::Push, inner),
            Kind::Opt(inner) => self.unary(Unary::Opt, inner),
            Kind::Repeat(inner, Times::Any) => self.unary(Unary::Rep, inner),
            Kind::Repeat(inner, times) => return self.repeated(inner, times, at),
            Kind::Seq(..) => {
                let operands = self.flat(node, |kind| matches!(kind, Kind::Seq(..)));
                return self.folded(operands, at, |ty, _, first, rest, at| sequence(ty, first, rest, at));
            }
            Kind::Choice(..) => {
                let operands = self.flat(node, |kind| matches!(kind, Kind::Choice(..)));
                // As in `optimize`, the rest of a long choice is a rule of its own.
                return self.folded(operands, at, |_, number, first, rest, at| {
                    let is_part = number % MAX_ALTERNATIVES == 0;
                    let rest =
                        if is_part { Placed { at: rest.at, op: Op::Part(Box::new(rest)) } } else { rest };
                    Placed { op: Op::Choice(Box::new(first), Box::new(rest)), at }
                });
            }
            Kind::Str(_) | Kind::Insens(_) | Kind::Range(..) | Kind::Slice(..) => {
                Op::Term(self.tree.expr(node))
            }
            Kind::Call(_) | Kind::Builtin(_) => Op::Term(self.tree.expr(node)),
        };
        Placed { op, at }
    }

    fn unary(&mut self, unary: Unary, inner: usize) -> Op {
        Op::Unary(unary, Box::new(self.expr(inner)))
    }

    /// Returns the operands of nested operators, as indices of the tree.
    fn flat(&self, node: usize, is_nested: impl Fn(&Kind<'_>) -> bool) -> Vec<usize> {
        let (mut operands, mut open) = (Vec::new(), vec![node]);
        while let Some(node) = open.pop() {
            let kind = &self.tree.nodes[node].kind;
            if is_nested(kind) {
                let before = open.len();
                open.extend(kind.operands());
                open[before..].reverse();
            } else {
                operands.push(node);
            }
        }
        operands
    }

    /// Nests the operands of an operator at `whole` to the right. `nest` also gets the number of operands to the right,
    /// and the place of the result.
    fn folded(
        &mut self,
        operands: Vec<usize>,
        whole: Option<Span>,
        nest: impl Fn(RuleType, usize, Placed, Placed, Option<Span>) -> Placed,
    ) -> Placed {
        let placed: Vec<Placed> = operands.iter().map(|&operand| self.expr(operand)).collect();
        let last = operands.len().saturating_sub(1);
        let mut nested: Option<Placed> = None;
        for (number, operand) in placed.into_iter().rev().enumerate() {
            let outer = |operand: usize| &self.tree.nodes[operands[operand]].outer;
            nested = Some(match nested {
                Some(rest) if number == last => nest(self.ty, number, operand, rest, whole),
                Some(rest) => {
                    let at = self.at(outer(last.saturating_sub(number)).start..outer(last).end);
                    nest(self.ty, number, operand, rest, at)
                }
                None => operand,
            });
        }
        nested.expect("an operator has operands")
    }

    fn at(&self, range: Range<usize>) -> Option<Span> {
        self.text.in_file(range).and_then(|range| Span::of(&range))
    }

    /// Returns the repetition as a sequence, as pest expands it.
    fn repeated(&mut self, inner: usize, times: Times, at: Option<Span>) -> Placed {
        let inner = self.expr(inner);
        let made = |unary| Placed { op: Op::Unary(unary, Box::new(inner.clone())), at };
        let least = times.least();
        let mut copies: Vec<Placed> = (0..least).map(|_| inner.clone()).collect();
        match times.most() {
            Some(most) => copies.extend((least..most).map(|_| made(Unary::Opt))),
            None => copies.push(made(Unary::Rep)),
        }
        // pest ignores a minimum beyond the maximum.
        copies.truncate(times.most().map_or(copies.len(), |most| most as usize));
        let ty = self.ty;
        let nested = copies.into_iter().rev().reduce(|rest, copy| sequence(ty, copy, rest, at));
        nested.expect("a repetition of at most 0 times is refused")
    }
}

/// Returns the sequence, or in an atomic rule the concatenation of two strings.
fn sequence(ty: RuleType, first: Placed, rest: Placed, at: Option<Span>) -> Placed {
    let op = match (first.op, rest.op) {
        (Op::Term(WrittenExpr::Str(one)), Op::Term(WrittenExpr::Str(other))) if ty == RuleType::Atomic => {
            Op::Term(WrittenExpr::Str(one + &other))
        }
        (Op::Term(WrittenExpr::Insens(one)), Op::Term(WrittenExpr::Insens(other)))
            if ty == RuleType::Atomic =>
        {
            Op::Term(WrittenExpr::Insens(one + &other))
        }
        (one, other) => {
            Op::Seq(Box::new(Placed { op: one, at: first.at }), Box::new(Placed { op: other, at: rest.at }))
        }
    };
    Placed { op, at }
}

impl Placed {
    fn map_operands(self, f: &impl Fn(Placed) -> Placed) -> Placed {
        let mapped = |operand: Box<Placed>| Box::new(f(*operand));
        let op = match self.op {
            Op::Term(term) => Op::Term(term),
            Op::Unary(unary, inner) => Op::Unary(unary, mapped(inner)),
            Op::Seq(left, right) => Op::Seq(mapped(left), mapped(right)),
            Op::Choice(left, right) => Op::Choice(mapped(left), mapped(right)),
            Op::Part(inner) => Op::Part(mapped(inner)),
        };
        Placed { op, at: self.at }
    }

    fn top_down(self, f: &impl Fn(Placed) -> Placed) -> Placed {
        f(self).map_operands(&|operand| operand.top_down(f))
    }

    fn bottom_up(self, f: &impl Fn(Placed) -> Placed) -> Placed {
        f(self.map_operands(&|operand| operand.bottom_up(f)))
    }

    /// Returns `a ~ (b | c)` for `a ~ b | a ~ c`, and `a` for `a | a ~ b`. In an atomic rule, returns `a ~ b?` for
    /// `a ~ b | a`.
    fn factored(self, ty: RuleType) -> Placed {
        let Placed { op: Op::Choice(left, right), at } = self else { return self };
        let with = |op| Placed { op, at };
        match (left.op, right.op) {
            (Op::Seq(one, b), Op::Seq(other, c)) if one == other => {
                with(Op::Seq(one, Box::new(with(Op::Choice(b, c)))))
            }
            (Op::Seq(one, b), other)
                if !matches!(other, Op::Seq(..))
                    && matches!(ty, RuleType::Atomic | RuleType::CompoundAtomic)
                    && one.op == other =>
            {
                let at = b.at;
                with(Op::Seq(one, Box::new(Placed { op: Op::Unary(Unary::Opt, b), at })))
            }
            (one, Op::Seq(other, _)) if !matches!(one, Op::Seq(..)) && one == other.op => {
                Placed { op: one, at: left.at }
            }
            (one, other) => with(Op::Choice(
                Box::new(Placed { op: one, at: left.at }),
                Box::new(Placed { op: other, at: right.at }),
            )),
        }
    }

    /// Returns `a ~ (b ~ a)*` for `(a ~ b)* ~ a`.
    fn listed(self) -> Placed {
        let Placed { op: Op::Seq(left, last), at } = self else { return self };
        let parts = match &left.op {
            Op::Unary(Unary::Rep, inner) => match &inner.op {
                Op::Seq(first, between) if *first == last => Some((first.clone(), between.clone(), inner.at)),
                _ => None,
            },
            _ => None,
        };
        let Some((first, between, each)) = parts else { return Placed { op: Op::Seq(left, last), at } };
        let each = Placed { op: Op::Seq(between, last), at: each };
        let rest = Placed { op: Op::Unary(Unary::Rep, Box::new(each)), at: left.at };
        Placed { op: Op::Seq(first, Box::new(rest)), at }
    }
}
