//! The sequences of a grammar, as far as their parts have automata.
#![expect(clippy::indexing_slicing, reason = "a node is one of the tree")]

use std::ops::Range;

use super::decidable::Decidable;
use crate::dfa::sequence::Operator;
use crate::pest::meta::tree::{Kind, Tree};

/// A sequence in which something may be found; of one part, if that is an operator.
pub(super) struct Stretch {
    pub(super) rule: usize,
    /// In the order of the text. None is a sequence itself.
    pub(super) items: Vec<usize>,
    /// The whole expression, if these are all its parts.
    pub(super) whole: Option<usize>,
}

impl Stretch {
    /// Returns the range from its first part to the end of its last.
    pub(super) fn range(&self, tree: &Tree<'_>) -> Range<usize> {
        let range = |item: Option<&usize>| item.map_or(0..0, |&item| tree.nodes[item].range.clone());
        range(self.items.first()).start..range(self.items.last()).end
    }
}

/// Returns the operator that need not match anything, and its operand.
pub(super) fn operator(kind: &Kind<'_>) -> Option<(Operator, usize)> {
    match *kind {
        Kind::Opt(operand) => Some((Operator::Optional, operand)),
        Kind::Repeat(operand, times) if times.least() == 0 => Some((Operator::Repeated, operand)),
        Kind::And(operand) => Some((Operator::Ahead, operand)),
        Kind::Not(operand) => Some((Operator::NotAhead, operand)),
        _ => None,
    }
}

/// Returns the stretches of all sequences, in which each part has an automaton.
pub(super) fn stretches(tree: &Tree<'_>, decidable: &Decidable) -> Vec<Stretch> {
    let mut stretches = Vec::new();
    let mut in_sequence = vec![false; tree.nodes.len()];
    for node in &tree.nodes {
        if let Kind::Seq(..) = node.kind {
            node.kind.operands().for_each(|operand| in_sequence[operand] = true);
        }
    }
    for rule in 0..tree.rules.len() {
        for node in tree.body(rule).filter(|&node| !in_sequence[node]) {
            let items = items(tree, node);
            let is_all = items.iter().all(|&item| decidable.node(item));
            for items in items.split(|&item| !decidable.node(item)) {
                let has_operator = items.iter().any(|&item| operator(&tree.nodes[item].kind).is_some());
                if items.len() > 1 || has_operator {
                    stretches.push(Stretch { rule, items: items.to_vec(), whole: is_all.then_some(node) });
                }
            }
        }
    }
    stretches
}

/// Returns the parts of a sequence, or the expression that is none.
pub(super) fn items(tree: &Tree<'_>, node: usize) -> Vec<usize> {
    let mut items = Vec::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        match tree.nodes[node].kind {
            Kind::Seq(left, right) => open.extend([right, left]),
            _ => items.push(node),
        }
    }
    items
}
