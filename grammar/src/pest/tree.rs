//! The expressions of a grammar as they are written, each with its place in the text.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a node or a rule is one that the tree has, and the nodes of a rule are those up to its \
              body"
)]

use std::ops::{Range, RangeInclusive};

use crate::pest::rules::{RuleType, WrittenExpr, WrittenRule};

/// A grammar as it is written, from [`Grammar::tree`](crate::Grammar::tree).
#[derive(Debug, Default)]
pub struct Tree<'t> {
    /// The rules, in the order of the text.
    pub rules: Vec<Definition<'t>>,
    /// All expressions of all rules. INVARIANT: an operand precedes its operator and has only one operator.
    pub nodes: Vec<Node<'t>>,
    /// The choices, in the order in which they begin in the text.
    pub choices: Vec<Choice>,
}

/// The definition of a rule.
#[derive(Debug)]
pub struct Definition<'t> {
    /// The name.
    pub name: &'t str,
    /// The type, set by the modifier.
    pub ty: RuleType,
    /// The calls of rules and builtins in the body, in the order of the text.
    pub calls: Vec<Call<'t>>,
    /// The body, an index of [`Tree::nodes`].
    pub node: usize,
    /// The range from the name to the closing brace.
    pub range: Range<usize>,
}

/// The name of a rule or builtin in the body of a rule.
#[derive(Debug, Clone, Copy)]
pub struct Call<'t> {
    /// The name.
    pub name: &'t str,
    /// The byte offset of the name.
    pub at: usize,
}

/// An expression and its range in the text.
#[derive(Debug)]
pub struct Node<'t> {
    /// The operator and its operands, or the term.
    pub kind: Kind<'t>,
    /// The range from the first term to the end of the last.
    pub range: Range<usize>,
    /// The range of exactly the expression, without brackets around it.
    pub span: Range<usize>,
    /// The range with the innermost brackets around it, if there are any.
    pub(crate) outer: Range<usize>,
}

/// An operator with its operands, which are indices of [`Tree::nodes`], or a term.
#[derive(Debug)]
pub enum Kind<'t> {
    /// `"a"`
    Str(String),
    /// `^"a"`
    Insens(String),
    /// `'a'..'z'`
    Range(char, char),
    /// `PEEK[1..-1]`
    Slice(i32, Option<i32>),
    /// `a`, where the grammar defines the rule: an index of [`Tree::rules`].
    Call(usize),
    /// `ANY`, or the name of another rule that the grammar does not define.
    Builtin(&'t str),
    /// `&a`
    And(usize),
    /// `!a`
    Not(usize),
    /// `PUSH(a)`
    Push(usize),
    /// `a?`
    Opt(usize),
    /// `a*`, `a{2}`, or another repetition that [`Times`] describes
    Repeat(usize, Times),
    /// `a ~ b`
    Seq(usize, usize),
    /// `a | b`
    Choice(usize, usize),
}

/// The number of times that a repetition matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// `*`
    Any,
    /// `+`, at least once
    Once,
    /// `{2}`
    Exactly(u32),
    /// `{2,}`
    Least(u32),
    /// `{,3}`
    Most(u32),
    /// `{2, 3}`
    Between(u32, u32),
}

/// A choice between at least two alternatives.
#[derive(Debug)]
pub struct Choice {
    /// The rule that contains the choice, an index of [`Tree::rules`].
    pub rule: usize,
    /// The whole choice, an index of [`Tree::nodes`].
    pub node: usize,
    /// The alternatives, in the order of the text.
    pub alternatives: Vec<Alternative>,
}

/// An alternative of a [`Choice`].
#[derive(Debug)]
pub struct Alternative {
    /// The expression, an index of [`Tree::nodes`].
    pub node: usize,
    /// The range from the first term, including its tag, to the end of the last.
    pub range: Range<usize>,
}

impl Choice {
    /// Returns the range of the choice in the text.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        let (first, last) = (self.alternatives.first(), self.alternatives.last());
        first.map_or(0, |first| first.range.start)..last.map_or(0, |last| last.range.end)
    }
}

impl Times {
    /// Returns the minimum number of times.
    #[must_use]
    pub fn least(self) -> u32 {
        match self {
            Times::Any | Times::Most(_) => 0,
            Times::Once => 1,
            Times::Exactly(least) | Times::Least(least) | Times::Between(least, _) => least,
        }
    }

    /// Returns the maximum number of times, if it is limited.
    #[must_use]
    pub fn most(self) -> Option<u32> {
        match self {
            Times::Any | Times::Once | Times::Least(_) => None,
            Times::Exactly(most) | Times::Most(most) | Times::Between(_, most) => Some(most),
        }
    }
}

impl Kind<'_> {
    /// Returns the operands in the order of the text.
    pub fn operands(&self) -> impl Iterator<Item = usize> + Clone + use<> {
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

impl<'t> Tree<'t> {
    /// Adds an expression, and returns its index.
    pub(crate) fn add(&mut self, kind: Kind<'t>, range: Range<usize>) -> usize {
        self.nodes.push(Node { kind, span: range.clone(), outer: range.clone(), range });
        self.nodes.len() - 1
    }

    /// Returns the leftmost term of an expression.
    ///
    /// # Panics
    ///
    /// If `node` is not an index of [`Tree::nodes`].
    #[must_use]
    pub fn first(&self, node: usize) -> &Node<'t> {
        let mut node = &self.nodes[node];
        while let Some(operand) = node.kind.operands().next() {
            node = &self.nodes[operand];
        }
        node
    }

    /// Returns an expression and the expressions in it, as indices of [`Tree::nodes`], in the order in which they begin
    /// in the text: an operator comes before its operands.
    ///
    /// # Panics
    ///
    /// If `node` is not an index of [`Tree::nodes`].
    #[must_use]
    pub fn preorder(&self, node: usize) -> Vec<usize> {
        let (mut found, mut open) = (Vec::new(), vec![node]);
        while let Some(node) = open.pop() {
            found.push(node);
            let before = open.len();
            open.extend(self.nodes[node].kind.operands());
            open[before..].reverse();
        }
        found
    }

    /// Returns the rules as they are written.
    #[must_use]
    pub fn written(&self) -> Vec<WrittenRule> {
        let rules = self.rules.iter();
        rules
            .map(|rule| WrittenRule { name: rule.name.to_owned(), ty: rule.ty, expr: self.expr(rule.node) })
            .collect()
    }

    /// Returns the indices of the expressions in the rule.
    ///
    /// # Panics
    ///
    /// If `rule` is not an index of [`Tree::rules`].
    #[must_use]
    pub fn body(&self, rule: usize) -> RangeInclusive<usize> {
        rule.checked_sub(1).map_or(0, |before| self.rules[before].node + 1)..=self.rules[rule].node
    }

    /// Returns the rules that the rule calls, once for each call. Calls of builtins are not included.
    ///
    /// # Panics
    ///
    /// If `rule` is not an index of [`Tree::rules`].
    pub fn calls(&self, rule: usize) -> impl Iterator<Item = usize> {
        let nodes = self.nodes[self.body(rule)].iter();
        nodes.filter_map(|node| if let Kind::Call(rule) = node.kind { Some(rule) } else { None })
    }

    /// Returns the expression as a [`WrittenExpr`].
    ///
    /// Recurses within one rule; reading the grammar limits the size of a rule.
    ///
    /// # Panics
    ///
    /// If `node` is not an index of [`Tree::nodes`].
    #[must_use]
    pub fn expr(&self, node: usize) -> WrittenExpr {
        let boxed = |node: usize| Box::new(self.expr(node));
        match &self.nodes[node].kind {
            Kind::Str(text) => WrittenExpr::Str(text.clone()),
            Kind::Insens(text) => WrittenExpr::Insens(text.clone()),
            Kind::Range(first, last) => WrittenExpr::Range(*first, *last),
            Kind::Slice(from, to) => WrittenExpr::PeekSlice(*from, *to),
            Kind::Call(rule) => WrittenExpr::Ident(self.rules[*rule].name.to_owned()),
            Kind::Builtin(name) => WrittenExpr::Ident((*name).to_owned()),
            Kind::And(inner) => WrittenExpr::PosPred(boxed(*inner)),
            Kind::Not(inner) => WrittenExpr::NegPred(boxed(*inner)),
            Kind::Push(inner) => WrittenExpr::Push(boxed(*inner)),
            Kind::Opt(inner) => WrittenExpr::Opt(boxed(*inner)),
            Kind::Repeat(inner, times) => match *times {
                Times::Any => WrittenExpr::Rep(boxed(*inner)),
                Times::Once => WrittenExpr::RepOnce(boxed(*inner)),
                Times::Exactly(count) => WrittenExpr::RepExact(boxed(*inner), count),
                Times::Least(least) => WrittenExpr::RepMin(boxed(*inner), least),
                Times::Most(most) => WrittenExpr::RepMax(boxed(*inner), most),
                Times::Between(least, most) => WrittenExpr::RepMinMax(boxed(*inner), least, most),
            },
            Kind::Seq(left, right) => WrittenExpr::Seq(boxed(*left), boxed(*right)),
            Kind::Choice(left, right) => WrittenExpr::Choice(boxed(*left), boxed(*right)),
        }
    }
}
