//! The size of the smallest derivation from each expression, and where it leads.
#![expect(
    clippy::indexing_slicing,
    reason = "a node or a rule is one of the shapes, with a weight for each alternative"
)]

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::sample::shape::{Shape, Shapes};

/// The size of a derivation: its characters, and one for each call and each repetition. [`u64::MAX`] where there
/// is none.
pub(crate) type Cost = u64;

/// Returns the least size of a derivation from each expression.
pub(crate) fn costs(shapes: &Shapes) -> Vec<Cost> {
    least(shapes, 1)
}

/// Returns the least size of a derivation from each expression, with that size of a call and of a repetition.
///
/// Knuth's generalization of Dijkstra's algorithm: expressions are settled in the order of their costs, so each is
/// visited once for each of its operands.
pub(super) fn least(shapes: &Shapes, step: Cost) -> Vec<Cost> {
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); shapes.nodes.len()];
    let mut open: BinaryHeap<Reverse<(Cost, usize)>> = BinaryHeap::new();
    for (node, shape) in shapes.nodes.iter().enumerate() {
        match shape {
            Shape::Call(rule) => users[shapes.rules[*rule].body].push(node),
            Shape::Seq(left, right) => {
                users[*left].push(node);
                users[*right].push(node);
            }
            Shape::Choice(alternatives) => {
                let weights = shapes.weights(node);
                for (index, &one) in alternatives.iter().enumerate() {
                    if weights.is_none_or(|weights| weights[index] > 0) {
                        users[one].push(node);
                    }
                }
            }
            Shape::Repeat { least: 0, .. } => open.push(Reverse((step, node))),
            Shape::Repeat { inner, .. } | Shape::Push(inner) => users[*inner].push(node),
            Shape::Class(set) if set.is_empty() => {}
            Shape::Class(_) => open.push(Reverse((1, node))),
            Shape::Text(texts) => {
                open.extend(texts.iter().map(|text| Reverse((text.chars().count() as u64, node))));
            }
            Shape::Insensitive(text) => open.push(Reverse((text.chars().count() as u64, node))),
            Shape::Nothing | Shape::Stack(_) => open.push(Reverse((0, node))),
        }
    }
    let mut costs = vec![Cost::MAX; shapes.nodes.len()];
    while let Some(Reverse((cost, node))) = open.pop() {
        if costs[node] <= cost {
            continue;
        }
        costs[node] = cost;
        for &user in &users[node] {
            let derived = match &shapes.nodes[user] {
                Shape::Seq(left, right) => costs[*left].saturating_add(costs[*right]),
                Shape::Call(_) => cost.saturating_add(step),
                Shape::Repeat { least, .. } => cost.saturating_mul(u64::from(*least)).saturating_add(step),
                _ => cost,
            };
            if derived < costs[user] {
                open.push(Reverse((derived, user)));
            }
        }
    }
    costs
}

/// The shortest ways from a rule to the expressions that a string which it matches can be derived by.
#[derive(Debug, Clone)]
pub(crate) struct Ways {
    /// The expression through which each is reached; of the rule's body, itself. None for what is not reached.
    from: Vec<Option<usize>>,
}

impl Ways {
    /// Searches from the body of the rule and, because they may stand between any two expressions, from the rules
    /// that are skipped, if any is reached in which they are.
    pub(crate) fn new(shapes: &Shapes, costs: &[Cost], rule: usize) -> Ways {
        let mut from = vec![None; shapes.nodes.len()];
        let mut open = BinaryHeap::from([Reverse((0u64, shapes.rules[rule].body, shapes.rules[rule].body))]);
        while let Some(Reverse((far, node, before))) = open.pop() {
            if from[node].is_some() {
                continue;
            }
            from[node] = Some(before);
            let mut reach = |next: usize, more: Cost| {
                if from[next].is_none() {
                    open.push(Reverse((far.saturating_add(more), next, node)));
                }
            };
            match &shapes.nodes[node] {
                Shape::Call(rule) => reach(shapes.rules[*rule].body, 1),
                Shape::Seq(left, right) => {
                    reach(*left, costs[*right]);
                    reach(*right, costs[*left]);
                    let both = costs[*left].saturating_add(costs[*right]);
                    blanks(shapes, node).for_each(|blank| reach(blank, both));
                }
                Shape::Choice(alternatives) => alternatives.iter().for_each(|&one| reach(one, 0)),
                Shape::Repeat { inner, least, most } => {
                    reach(*inner, costs[*inner].saturating_mul(u64::from(least.saturating_sub(1))));
                    if most.is_none_or(|most| most > 1) {
                        let items = costs[*inner].saturating_mul(u64::from((*least).max(2)));
                        blanks(shapes, node).for_each(|blank| reach(blank, items));
                    }
                }
                Shape::Push(inner) => reach(*inner, 0),
                _ => {}
            }
        }
        Ways { from }
    }

    pub(crate) fn reaches(&self, node: usize) -> bool {
        self.from[node].is_some()
    }

    /// Returns the expressions on the way to that one, the outermost first and itself last.
    pub(crate) fn to(&self, node: usize) -> Vec<usize> {
        let mut way = vec![node];
        let mut at = node;
        while let Some(before) = self.from[at].filter(|&before| before != at) {
            way.push(before);
            at = before;
        }
        way.reverse();
        way
    }
}

/// Returns the bodies of the rules that may be skipped in an expression.
fn blanks(shapes: &Shapes, node: usize) -> impl Iterator<Item = usize> {
    let blanks = if shapes.rules[shapes.rule_of(node)].skips { &shapes.blanks[..] } else { &[] };
    blanks.iter().map(|&blank| shapes.rules[blank].body)
}
