//! The expressions of a grammar as strings are derived from them: as they are written, without predicates.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a node or a rule is one of the tree, and of its shapes; there are fewer ranges than characters"
)]

use std::ops::Range;

use crate::characters::charset::CharSet;
use crate::pest::builtin;
use crate::pest::meta::tree::{Kind, Tree};
use crate::pest::rules::RuleType;
use crate::pest::skipped::SKIPPED;
use crate::walk::walk;

/// The number of ranges that are visited to find what predicates leave of classes, in the whole grammar.
const MOST_RANGES: usize = 1 << 20;

/// The expressions and rules of a grammar, with the same numbers as in its [`Tree`].
#[derive(Debug, Clone)]
pub(crate) struct Shapes {
    pub(crate) nodes: Vec<Shape>,
    /// Where each expression is written.
    pub(crate) ranges: Vec<Range<usize>>,
    pub(crate) rules: Vec<ShapeRule>,
    /// The rules that are skipped between expressions.
    pub(crate) blanks: Vec<usize>,
}

#[derive(Debug, Clone)]
pub(crate) struct ShapeRule {
    pub(crate) name: String,
    pub(crate) ty: RuleType,
    /// An index of [`Shapes::nodes`].
    pub(crate) body: usize,
    /// The weights of the alternatives of its body, if a comment sets them.
    pub(crate) weights: Option<Vec<u32>>,
    /// Whether something may be skipped between its expressions, in some context in which it is called.
    pub(crate) skips: bool,
}

#[derive(Debug, Clone)]
pub(crate) enum Shape {
    /// A predicate, or the start or end of the input.
    Nothing,
    /// One of these strings.
    Text(Vec<String>),
    Insensitive(String),
    /// One character of the set, which may be empty.
    Class(CharSet),
    Call(usize),
    Seq(usize, usize),
    /// The alternatives, also of the choices that are nested on its left.
    Choice(Vec<usize>),
    Repeat {
        inner: usize,
        least: u32,
        most: Option<u32>,
    },
    Push(usize),
    Stack(Operation),
}

/// What is done with pest's stack.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Operation {
    Peek,
    PeekAll,
    Pop,
    PopAll,
    Drop,
    Slice(i32, Option<i32>),
}

impl Shapes {
    /// Returns the expressions as they are where strings are derived from that rule.
    pub(crate) fn new(tree: &Tree<'_>, start: usize) -> Shapes {
        let mut nodes: Vec<Shape> = tree.nodes.iter().map(|node| shape(&node.kind)).collect();
        for choice in &tree.choices {
            let alternatives = choice.alternatives.iter().map(|alternative| alternative.node);
            nodes[choice.node] = Shape::Choice(alternatives.collect());
        }
        let rules = tree.rules.iter();
        let rules = rules.map(|rule| ShapeRule {
            name: rule.name.to_owned(),
            ty: rule.ty,
            body: rule.node,
            weights: None,
            skips: false,
        });
        let rules: Vec<ShapeRule> = rules.collect();
        let index = |blank| rules.iter().position(|rule| rule.name == blank);
        let blanks: Vec<usize> = SKIPPED.into_iter().filter_map(index).collect();
        let ranges = tree.nodes.iter().map(|node| node.range.clone()).collect();
        let mut shapes = Shapes { nodes, ranges, rules, blanks };
        shapes.find_skips(tree, start);
        shapes.narrow(tree);
        shapes
    }

    /// Finds the rules that are called where something is skipped.
    fn find_skips(&mut self, tree: &Tree<'_>, start: usize) {
        let mut is_seen = vec![[false; 2]; self.rules.len()];
        let mut open = vec![(start, !self.blanks.is_empty())];
        while let Some((rule, skips)) = open.pop() {
            let skips = self.skips_in(rule, skips);
            if !is_seen[rule][usize::from(skips)] {
                is_seen[rule][usize::from(skips)] = true;
                self.rules[rule].skips |= skips;
                open.extend(tree.calls(rule).map(|call| (call, skips)));
            }
        }
    }

    /// Returns whether something is skipped in the rule, where it is called from such an expression or another.
    pub(crate) fn skips_in(&self, rule: usize, outer: bool) -> bool {
        match self.rules[rule].ty {
            _ if self.blanks.contains(&rule) => false,
            RuleType::Atomic | RuleType::CompoundAtomic => false,
            RuleType::NonAtomic => !self.blanks.is_empty(),
            RuleType::Normal | RuleType::Silent => outer,
        }
    }

    /// Takes out of a class what the predicate before it refuses: `!"\"" ~ ANY` has no `"`.
    fn narrow(&mut self, tree: &Tree<'_>) {
        let sets = sets(self, tree);
        for number in 0..tree.rules.len() {
            // What is skipped may stand between the predicate and the class.
            if self.rules[number].skips {
                continue;
            }
            for node in tree.body(number) {
                let Kind::Seq(left, right) = tree.nodes[node].kind else { continue };
                let before = if let Kind::Seq(_, before) = tree.nodes[left].kind { before } else { left };
                let Kind::Not(refused) = tree.nodes[before].kind else { continue };
                if let (Some(refused), Shape::Class(set)) = (&sets[refused], &self.nodes[right]) {
                    self.nodes[right] = Shape::Class(set.difference(refused));
                }
            }
        }
    }

    /// Returns the weights of a choice, if it has any.
    pub(crate) fn weights(&self, choice: usize) -> Option<&[u32]> {
        let rule = &self.rules[self.rule_of(choice)];
        rule.weights.as_deref().filter(|_| rule.body == choice)
    }

    /// Returns the expressions that the rule is written as, operands before their operators.
    pub(crate) fn body(&self, rule: usize) -> Range<usize> {
        let before = rule.checked_sub(1).map_or(0, |before| self.rules[before].body + 1);
        before..self.rules[rule].body + 1
    }

    /// Returns the rule that the expression is written in.
    pub(crate) fn rule_of(&self, node: usize) -> usize {
        self.rules.partition_point(|rule| rule.body < node)
    }
}

fn shape(kind: &Kind<'_>) -> Shape {
    match kind {
        Kind::Str(text) => Shape::Text(vec![text.clone()]),
        Kind::Insens(text) => Shape::Insensitive(text.clone()),
        Kind::Range(first, last) => Shape::Class(CharSet::range(*first, *last)),
        Kind::Slice(from, to) => Shape::Stack(Operation::Slice(*from, *to)),
        Kind::Call(rule) => Shape::Call(*rule),
        Kind::Builtin(name) => builtin_shape(name),
        Kind::And(_) | Kind::Not(_) => Shape::Nothing,
        Kind::Push(inner) => Shape::Push(*inner),
        Kind::Opt(inner) => Shape::Repeat { inner: *inner, least: 0, most: Some(1) },
        Kind::Repeat(inner, times) => {
            let most = times.most();
            // As pest reads bounds that are out of order.
            let least = times.least().min(most.unwrap_or(u32::MAX));
            Shape::Repeat { inner: *inner, least, most }
        }
        Kind::Seq(left, right) => Shape::Seq(*left, *right),
        Kind::Choice(left, right) => Shape::Choice(vec![*left, *right]),
    }
}

fn builtin_shape(name: &str) -> Shape {
    match name {
        "SOI" | "EOI" => Shape::Nothing,
        "NEWLINE" => Shape::Text(["\n", "\r\n", "\r"].map(str::to_owned).into()),
        "PEEK" => Shape::Stack(Operation::Peek),
        "PEEK_ALL" => Shape::Stack(Operation::PeekAll),
        "POP" => Shape::Stack(Operation::Pop),
        "POP_ALL" => Shape::Stack(Operation::PopAll),
        "DROP" => Shape::Stack(Operation::Drop),
        _ => {
            let chars = builtin::chars(name);
            Shape::Class(chars.expect("a called name is a rule or built in"))
        }
    }
}

/// Returns the characters of each expression that matches one character and whatever follows it.
fn sets(shapes: &Shapes, tree: &Tree<'_>) -> Vec<Option<CharSet>> {
    let calls: Vec<Vec<usize>> = (0..tree.rules.len()).map(|rule| tree.calls(rule).collect()).collect();
    let mut sets: Vec<Option<CharSet>> = vec![None; tree.nodes.len()];
    let mut left = MOST_RANGES;
    for rule in walk(&calls).order {
        for node in tree.body(rule) {
            let set = match &tree.nodes[node].kind {
                Kind::Str(text) => {
                    let mut chars = text.chars();
                    chars.next().filter(|_| chars.next().is_none()).map(CharSet::single)
                }
                Kind::Call(rule) => sets[tree.rules[*rule].node].clone(),
                Kind::Choice(one, other) => match (&sets[*one], &sets[*other]) {
                    (Some(one), Some(other)) if left > 0 => {
                        left = left.saturating_sub(one.ranges().len() + other.ranges().len());
                        Some(one.union(other))
                    }
                    _ => None,
                },
                _ => match &shapes.nodes[node] {
                    Shape::Class(set) => Some(set.clone()),
                    _ => None,
                },
            };
            sets[node] = set;
        }
    }
    sets
}
