//! Nodes that need not be compared, because others settle where they are.

use std::collections::BTreeSet;

use crate::differences::calls::{Calls, Named};
use crate::pest::rules::RuleType;
use crate::pest::skipped::SKIPPED;

/// Returns those of the rules that count whose nodes have to be compared. The nodes of the others are the same in both
/// grammars wherever the nodes of these are. It is the fewer marks, the smaller the automata.
///
/// A rule that is the same in both grammars, with all that it calls, makes the same nodes of the same text. So those
/// inside its own node need not be compared, unless its caller decides about them: whether blanks are skipped, or where
/// the caller is atomic and a `!{ }` rule makes nodes again.
pub(super) fn unsettled<'g>(calls: &Calls<'_>, touched: &[bool], counted: &[&'g str]) -> Vec<&'g str> {
    let counts: BTreeSet<usize> = counted.iter().filter_map(|name| calls.id(name)).collect();
    let may_make_nodes = with_non_atomic(calls);
    let skips = SKIPPED.iter().any(|name| calls.id(name).is_some());
    let settles = |id: usize| {
        let ty = calls.rules[id].new.map(|rule| rule.ty);
        let is_free_of_caller = match ty {
            Some(RuleType::Atomic | RuleType::CompoundAtomic) => true,
            Some(RuleType::Normal) => !skips,
            Some(RuleType::Silent | RuleType::NonAtomic) | None => false,
        };
        is_free_of_caller && !touched[id] && counts.contains(&id) && !may_make_nodes[id]
    };
    let mut found = vec![false; calls.rules.len()];
    let mut open: Vec<usize> = (0..found.len()).filter(|&id| touched[id]).collect();
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut found[id], true) && !settles(id) {
            open.extend(&calls.rules[id].calls);
        }
    }
    counted.iter().copied().filter(|name| calls.id(name).is_some_and(|id| found[id])).collect()
}

/// Returns for each rule whether it is a `!{ }` rule or comes to call one.
fn with_non_atomic(calls: &Calls<'_>) -> Vec<bool> {
    let is_non_atomic =
        |Named { old, new, .. }: &Named<'_>| old.iter().chain(new).any(|rule| rule.ty == RuleType::NonAtomic);
    let rules = calls.rules.iter().enumerate();
    calls.callers_of(rules.filter(|(_, rule)| is_non_atomic(rule)).map(|(id, _)| id).collect())
}
