//! Repetitions that never end because of the stack, such as `POP_ALL ~ PEEK_ALL*`.
//!
//! An abstract interpretation of each rule as a start rule, with an unknown stack. A repetition is reported if its
//! operand certainly matches, consumes nothing, and after some iterations leaves the stack unchanged.
#![expect(clippy::indexing_slicing, reason = "a node or a rule is one of the tree")]

use super::facts::{Facts, NO_PROGRESS};
use super::fault::FaultAt;
use super::interpret::Search;
use super::known::Known;
use super::tree::{Kind, Tree};
use crate::pest::builtin::is_stack;
use crate::pest::skipped::is_skipped;

/// The number of iterations that are tried until the stack of an earlier one is found again.
const ROUNDS: usize = 64;
/// Returns the repetitions that are endless only because of the stack.
pub(super) fn repetitions(tree: &Tree<'_>, facts: &Facts) -> Vec<FaultAt> {
    let skipped = || tree.rules.iter().filter(|rule| is_skipped(rule.name));
    // White space that changes the stack would run between all terms; nothing is certain then.
    let is_plain = !tree.nodes.iter().any(|node| uses_stack(&node.kind));
    if is_plain || changes_stack(tree, skipped().map(|rule| rule.node).collect()) {
        return Vec::new();
    }
    let mut search = Search::new(tree, facts, skipped().next().is_some());
    search.run();
    search.faults
}

fn uses_stack(kind: &Kind<'_>) -> bool {
    match kind {
        Kind::Push(_) | Kind::Slice(..) => true,
        Kind::Builtin(name) => is_stack(name),
        _ => false,
    }
}

/// Returns whether the expressions, or the rules that they call, may change the stack.
fn changes_stack(tree: &Tree<'_>, mut open: Vec<usize>) -> bool {
    let mut seen = vec![false; tree.rules.len()];
    while let Some(node) = open.pop() {
        match &tree.nodes[node].kind {
            Kind::Push(_) | Kind::Builtin("POP" | "DROP" | "POP_ALL") => return true,
            Kind::Call(rule) if !std::mem::replace(&mut seen[*rule], true) => {
                open.push(tree.rules[*rule].node);
            }
            // Predicates restore the stack.
            Kind::And(_) | Kind::Not(_) => {}
            kind => open.extend(kind.operands()),
        }
    }
    false
}

impl Search<'_, '_> {
    fn run(&mut self) {
        for rule in &self.tree.rules {
            self.visit(rule.node, Known::AT_START);
        }
    }

    /// Returns whether a repetition of the expression is certainly endless: it consumes nothing, and the stack
    /// becomes one that it was before.
    pub(super) fn is_endless(&mut self, inner: usize, stack: Known) -> bool {
        let mut seen = vec![stack.marked()];
        let mut stack = stack.marked();
        for _ in 0..ROUNDS {
            let Some(after) = self.outcome(inner, stack).of_nothing() else { return false };
            if !after.is_whole() {
                seen.clear();
            } else if seen.iter().any(|seen| seen.is_like(after)) {
                return true;
            }
            stack = after.marked();
            seen.push(stack);
        }
        false
    }

    pub(super) fn report(&mut self, node: usize, inner: usize) {
        // Such a repetition is already reported, whatever the stack is.
        if !self.facts.can_be_passed(inner) && self.reported.insert(node) {
            let message = format!("expression inside repetition {NO_PROGRESS}");
            self.faults.push(FaultAt { range: self.tree.nodes[node].range.clone(), message });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pest::meta::interpret::INTERPRETED;
    use crate::pest::notation::grammar;
    use rstest::rstest;
    use std::thread;

    /// The next rule is called with twice as many different stacks.
    #[rstest]
    #[case("{ PUSH(\"\") ~ NEXT | PUSH(\"x\") ~ NEXT }")]
    #[case("{ PUSH(\"\") ~ NEXT | PUSH(\"x\") ~ NEXT | POP_ALL ~ NEXT | (PUSH(\"\") ~ \"y\")* ~ NEXT{3} }")]
    fn expressions_have_few_stacks(#[case] rule: &str) {
        let rules = (0..2000).map(|i| format!("r{i} = {}\n", rule.replace("NEXT", &format!("r{}", i + 1))));
        let source = rules.collect::<String>() + "r2000 = { \"x\" }";
        let Ok(tree) = grammar::read(&source) else { panic!("it is read") };
        let facts = Facts::of(&tree);
        let count = tree.nodes.len();
        let search = thread::Builder::new().stack_size(256 << 20);
        let interpreted = thread::scope(|scope| {
            let run = || {
                let mut search = Search::new(&tree, &facts, false);
                search.run();
                search.known.len().max(search.seen.len())
            };
            search.spawn_scoped(scope, run).unwrap().join().unwrap()
        });
        assert!(interpreted <= INTERPRETED.0 + (INTERPRETED.1 + 1) * count, "{interpreted}");
    }
}
