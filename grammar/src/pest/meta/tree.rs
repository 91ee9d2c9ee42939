//! The expressions of a grammar as they are written, each with its place in the text.

use std::ops::Range;

use pest_meta::ast::{Expr, Rule, RuleType};

/// A grammar as it is written.
#[derive(Default)]
pub(crate) struct Tree<'t> {
    /// In the order of the text.
    pub(crate) rules: Vec<Body<'t>>,
    /// INVARIANT: an operand stands before its operator, and belongs to no other.
    pub(crate) nodes: Vec<Node<'t>>,
    /// In the order in which they begin.
    pub(crate) choices: Vec<Choice>,
}

/// A rule. The numbers of expressions are indices of [`Tree::nodes`].
pub(crate) struct Body<'t> {
    pub(crate) name: &'t str,
    pub(crate) ty: RuleType,
    pub(crate) node: usize,
}

/// An expression.
pub(crate) struct Node<'t> {
    pub(crate) kind: Kind<'t>,
    pub(crate) range: Range<usize>,
}

pub(crate) enum Kind<'t> {
    Str(String),
    Insens(String),
    Range(String, String),
    Slice(i32, Option<i32>),
    /// An index of [`Tree::rules`].
    Call(usize),
    Builtin(&'t str),
    And(usize),
    Not(usize),
    Push(usize),
    Opt(usize),
    Repeat(usize, Times),
    Seq(usize, usize),
    Choice(usize, usize),
}

/// How often a repetition is written to match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Times {
    Any,
    Once,
    Exactly(u32),
    Least(u32),
    Most(u32),
    Between(u32, u32),
}

/// A choice, of at least two alternatives.
pub(crate) struct Choice {
    /// The rule that it is in.
    pub(crate) rule: usize,
    pub(crate) node: usize,
    pub(crate) alternatives: Vec<Alternative>,
}

pub(crate) struct Alternative {
    pub(crate) node: usize,
    /// From its first term to the end of its last, tags included.
    pub(crate) range: Range<usize>,
}

impl Choice {
    /// Where it stands in the text.
    pub(crate) fn range(&self) -> Range<usize> {
        let (first, last) = (self.alternatives.first(), self.alternatives.last());
        first.map_or(0, |first| first.range.start)..last.map_or(0, |last| last.range.end)
    }
}

impl Times {
    pub(crate) fn least(self) -> u32 {
        match self {
            Times::Any | Times::Most(_) => 0,
            Times::Once => 1,
            Times::Exactly(least) | Times::Least(least) | Times::Between(least, _) => least,
        }
    }

    pub(crate) fn most(self) -> Option<u32> {
        match self {
            Times::Any | Times::Once | Times::Least(_) => None,
            Times::Exactly(most) | Times::Most(most) | Times::Between(_, most) => Some(most),
        }
    }
}

impl Kind<'_> {
    /// The operands, in the order of the text.
    pub(crate) fn operands(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let (left, right) = match *self {
            Kind::And(inner) | Kind::Not(inner) | Kind::Push(inner) | Kind::Opt(inner) => (Some(inner), None),
            Kind::Repeat(inner, _) => (Some(inner), None),
            Kind::Seq(left, right) | Kind::Choice(left, right) => (Some(left), Some(right)),
            Kind::Str(_) | Kind::Insens(_) | Kind::Range(..) => (None, None),
            Kind::Slice(..) | Kind::Call(_) | Kind::Builtin(_) => (None, None),
        };
        left.into_iter().chain(right)
    }
}

impl Tree<'_> {
    /// The rules as `pest_meta` has them.
    pub(crate) fn written(&self) -> Vec<Rule> {
        let rules = self.rules.iter();
        rules
            .map(|rule| Rule { name: rule.name.to_owned(), ty: rule.ty, expr: self.expr(rule.node) })
            .collect()
    }

    /// The rules that the rule calls, as often as it does.
    pub(crate) fn calls(&self, rule: usize) -> impl Iterator<Item = usize> {
        let first = rule.checked_sub(1).map_or(0, |before| self.rules[before].node + 1);
        let nodes = self.nodes[first..=self.rules[rule].node].iter();
        nodes.filter_map(|node| if let Kind::Call(rule) = node.kind { Some(rule) } else { None })
    }

    /// How many terms and operators each expression has, repetitions written out.
    pub(crate) fn sizes(&self) -> Vec<u64> {
        let mut sizes: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let size = node.kind.operands().fold(1u64, |size, operand| size.saturating_add(sizes[operand]));
            let copies = match node.kind {
                Kind::Repeat(_, times) => 1 + u64::from(times.most().unwrap_or(times.least())),
                _ => 1,
            };
            sizes.push(size.saturating_mul(copies));
        }
        sizes
    }

    /// The expression as `pest_meta` has it.
    ///
    /// Recursion: within one rule, whose size is bounded where the grammar is read.
    pub(crate) fn expr(&self, node: usize) -> Expr {
        let boxed = |node: usize| Box::new(self.expr(node));
        match &self.nodes[node].kind {
            Kind::Str(text) => Expr::Str(text.clone()),
            Kind::Insens(text) => Expr::Insens(text.clone()),
            Kind::Range(first, last) => Expr::Range(first.clone(), last.clone()),
            Kind::Slice(from, to) => Expr::PeekSlice(*from, *to),
            Kind::Call(rule) => Expr::Ident(self.rules[*rule].name.to_owned()),
            Kind::Builtin(name) => Expr::Ident((*name).to_owned()),
            Kind::And(inner) => Expr::PosPred(boxed(*inner)),
            Kind::Not(inner) => Expr::NegPred(boxed(*inner)),
            Kind::Push(inner) => Expr::Push(boxed(*inner)),
            Kind::Opt(inner) => Expr::Opt(boxed(*inner)),
            Kind::Repeat(inner, times) => match *times {
                Times::Any => Expr::Rep(boxed(*inner)),
                Times::Once => Expr::RepOnce(boxed(*inner)),
                Times::Exactly(count) => Expr::RepExact(boxed(*inner), count),
                Times::Least(least) => Expr::RepMin(boxed(*inner), least),
                Times::Most(most) => Expr::RepMax(boxed(*inner), most),
                Times::Between(least, most) => Expr::RepMinMax(boxed(*inner), least, most),
            },
            Kind::Seq(left, right) => Expr::Seq(boxed(*left), boxed(*right)),
            Kind::Choice(left, right) => Expr::Choice(boxed(*left), boxed(*right)),
        }
    }
}
