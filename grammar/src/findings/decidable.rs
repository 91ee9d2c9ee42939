//! Which expressions have an automaton, in rules that have none too.
#![expect(
    clippy::indexing_slicing,
    reason = "a node or a rule is one of the tree, and operands come before their operators"
)]

use crate::peg::Peg;
use crate::pest::builtin::is_stack;
use crate::pest::meta::tree::{Kind, Tree};
use crate::pest::skipped::SKIPPED;

/// The expressions that call no rule without an automaton, and do not use the stack.
pub(super) struct Decidable {
    nodes: Vec<bool>,
    rules: Vec<bool>,
}

impl Decidable {
    pub(super) fn new(tree: &Tree<'_>, peg: &Peg) -> Decidable {
        let is_refused = |name: &str| peg.rule(name).is_err();
        // Where these have no automaton, hardly anything around them has.
        let is_skipped = |name: &str| tree.rules.iter().any(|rule| rule.name == name);
        let none = SKIPPED.iter().any(|name| is_skipped(name) && is_refused(name));
        let rules: Vec<bool> = tree.rules.iter().map(|rule| !none && !is_refused(rule.name)).collect();
        let mut nodes: Vec<bool> = Vec::with_capacity(tree.nodes.len());
        for node in &tree.nodes {
            // INVARIANT: an operand comes before its operator.
            let is_decidable = match node.kind {
                _ if none => false,
                Kind::Call(rule) => rules[rule],
                Kind::Builtin(name) => !is_stack(name),
                Kind::Push(_) | Kind::Slice(..) => false,
                _ => node.kind.operands().all(|operand| nodes[operand]),
            };
            nodes.push(is_decidable);
        }
        Decidable { nodes, rules }
    }

    pub(super) fn node(&self, node: usize) -> bool {
        self.nodes[node]
    }

    pub(super) fn rule(&self, rule: usize) -> bool {
        self.rules[rule]
    }
}
