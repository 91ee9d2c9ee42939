//! Rewrites a grammar so that its parse trees record the match of each expression.
//!
//! Each alternative, each repetition, each of its items, and each class becomes a separate rule, and every
//! rule makes a node. The new grammar matches the same strings, because a normal rule does not change the
//! context of its expression.
#![allow(clippy::indexing_slicing, reason = "nodes belong to the tree and its shapes")]

use std::collections::HashMap;

use urigram_grammar::tree::{Kind, Times, Tree, optimize};
use urigram_grammar::{OptimizedRule, RuleType, WrittenExpr, WrittenRule};

use crate::sample::shape::{Shape, Shapes};

/// Returns the name of the rule for an alternative. It cannot collide with a name of the grammar, because
/// those have no spaces.
pub(super) fn alternative(node: usize) -> String {
    format!("a {node}")
}

pub(super) fn whole(node: usize) -> String {
    format!("r {node}")
}

pub(super) fn item(node: usize) -> String {
    format!("i {node}")
}

fn class(node: usize) -> String {
    format!("c {node}")
}

/// Returns the name of the rule for one character of a class.
pub(super) fn edge(node: usize, at: usize, c: char) -> String {
    format!("e {node} {at} {c}")
}

/// Returns the rules with marks. For each class in `edges`, each of the given characters has a separate
/// mark.
///
/// The recursion is bounded: it stays within one rule, and the grammar reader limits the nesting of
/// a rule.
pub(super) fn marked(
    tree: &Tree<'_>,
    shapes: &Shapes,
    edges: &HashMap<usize, Vec<(usize, char)>>,
) -> Vec<OptimizedRule> {
    let mut marker = Marker { tree, shapes, edges, rules: Vec::new() };
    for (number, rule) in shapes.rules.iter().enumerate() {
        let expr = marker.expr(rule.body);
        let ty = match rule.ty {
            // A compound-atomic rule skips no white space either, but the marks in it make nodes.
            RuleType::Atomic => RuleType::CompoundAtomic,
            _ if shapes.blanks.contains(&number) => RuleType::CompoundAtomic,
            RuleType::Silent => RuleType::Normal,
            ty => ty,
        };
        marker.rules.push(WrittenRule { name: rule.name.clone(), ty, expr });
    }
    optimize(&marker.rules, &marker.rules)
}

struct Marker<'a, 't> {
    tree: &'a Tree<'t>,
    shapes: &'a Shapes,
    edges: &'a HashMap<usize, Vec<(usize, char)>>,
    rules: Vec<WrittenRule>,
}

impl Marker<'_, '_> {
    fn expr(&mut self, node: usize) -> WrittenExpr {
        let (tree, shapes) = (self.tree, self.shapes);
        match &shapes.nodes[node] {
            Shape::Nothing | Shape::Text(_) | Shape::Stack(_) | Shape::Call(_) => tree.expr(node),
            Shape::Insensitive(_) | Shape::Class(_) => self.class(node),
            Shape::Push(inner) => WrittenExpr::Push(Box::new(self.expr(*inner))),
            Shape::Seq(left, right) => match self.list(*left, *right) {
                Some(list) => list,
                None => seq(self.beginning(*left), self.expr(*right)),
            },
            Shape::Choice(alternatives) => {
                let marked = alternatives.iter().map(|&one| {
                    let expr = self.expr(one);
                    self.rule(alternative(one), RuleType::Normal, expr)
                });
                choice(marked.collect())
            }
            Shape::Repeat { inner, .. } => {
                let expr = self.expr(*inner);
                self.repetition(node, *inner, expr)
            }
        }
    }

    /// Returns the expression of the beginning of a sequence. pest's optimizer rewrites a list only at the
    /// end of a sequence, so lists are not rewritten here.
    fn beginning(&mut self, node: usize) -> WrittenExpr {
        match self.shapes.nodes[node] {
            Shape::Seq(left, right) => seq(self.beginning(left), self.expr(right)),
            _ => self.expr(node),
        }
    }

    fn repetition(&mut self, node: usize, inner: usize, expr: WrittenExpr) -> WrittenExpr {
        let expr = Box::new(self.rule(item(inner), RuleType::Normal, expr));
        let repeated = match self.tree.nodes[node].kind {
            Kind::Repeat(_, Times::Any) => WrittenExpr::Rep(expr),
            Kind::Repeat(_, Times::Once) => WrittenExpr::RepOnce(expr),
            Kind::Repeat(_, Times::Exactly(count)) => WrittenExpr::RepExact(expr, count),
            Kind::Repeat(_, Times::Least(least)) => WrittenExpr::RepMin(expr, least),
            Kind::Repeat(_, Times::Most(most)) => WrittenExpr::RepMax(expr, most),
            Kind::Repeat(_, Times::Between(least, most)) => WrittenExpr::RepMinMax(expr, least, most),
            _ => WrittenExpr::Opt(expr),
        };
        self.rule(whole(node), RuleType::Normal, repeated)
    }

    /// Returns `a ~ (b ~ a)*` for a sequence that ends with `(a ~ b)* ~ a`. pest's optimizer does the same,
    /// but would not recognize the list with marks in it.
    fn list(&mut self, left: usize, right: usize) -> Option<WrittenExpr> {
        let (before, repeat) = match self.shapes.nodes[left] {
            Shape::Seq(before, repeat) => (Some(before), repeat),
            _ => (None, left),
        };
        let Shape::Repeat { inner, least: 0, most: None } = self.shapes.nodes[repeat] else { return None };
        let mut parts = Vec::new();
        let mut first = inner;
        while let Shape::Seq(left, right) = self.shapes.nodes[first] {
            parts.push(right);
            first = left;
        }
        if parts.is_empty() || self.tree.expr(first) != self.tree.expr(right) {
            return None;
        }
        let item = self.expr(first);
        let parts: Vec<WrittenExpr> = parts.into_iter().rev().map(|part| self.expr(part)).collect();
        let last = self.expr(right);
        let more = parts.into_iter().chain([last]).reduce(seq)?;
        let list = seq(item, self.repetition(repeat, inner, more));
        Some(match before {
            Some(before) => seq(self.beginning(before), list),
            None => list,
        })
    }

    fn class(&mut self, node: usize) -> WrittenExpr {
        let edges = self.edges.get(&node).map_or(&[][..], Vec::as_slice);
        let expr = match &self.shapes.nodes[node] {
            Shape::Insensitive(text) if !edges.is_empty() => {
                let letters = text.chars().enumerate().map(|(at, letter)| {
                    let edges = edges.iter().filter(|edge| edge.0 == at);
                    let marked = edges.map(|&(at, c)| self.edge(node, at, c)).collect::<Vec<_>>();
                    choice(marked.into_iter().chain([WrittenExpr::Insens(letter.into())]).collect())
                });
                letters.collect::<Vec<_>>().into_iter().reduce(seq)
            }
            _ if !edges.is_empty() => {
                let marked: Vec<_> = edges.iter().map(|&(at, c)| self.edge(node, at, c)).collect();
                Some(choice(marked.into_iter().chain([self.tree.expr(node)]).collect()))
            }
            _ => None,
        };
        let expr = expr.unwrap_or_else(|| self.tree.expr(node));
        self.rule(class(node), RuleType::CompoundAtomic, expr)
    }

    fn edge(&mut self, node: usize, at: usize, c: char) -> WrittenExpr {
        self.rule(edge(node, at, c), RuleType::Normal, WrittenExpr::Str(c.into()))
    }

    /// Adds a rule, and returns a call to it.
    fn rule(&mut self, name: String, ty: RuleType, expr: WrittenExpr) -> WrittenExpr {
        self.rules.push(WrittenRule { name: name.clone(), ty, expr });
        WrittenExpr::Ident(name)
    }
}

fn seq(left: WrittenExpr, right: WrittenExpr) -> WrittenExpr {
    WrittenExpr::Seq(Box::new(left), Box::new(right))
}

fn choice(alternatives: Vec<WrittenExpr>) -> WrittenExpr {
    let choice =
        alternatives.into_iter().reduce(|one, other| WrittenExpr::Choice(Box::new(one), Box::new(other)));
    choice.expect("a choice has alternatives")
}
