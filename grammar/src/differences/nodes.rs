//! Nodes that need not be compared, because they are where those around them are.
#![expect(clippy::indexing_slicing, reason = "a rule is an index of `Calls::rules`")]

use std::collections::BTreeSet;

use crate::differences::calls::{Calls, Named};
use crate::pest::rules::RuleType;
use crate::pest::skipped::SKIPPED;

/// Returns those of the rules that count whose nodes have to be compared. The nodes of the others are the same in both
/// grammars wherever the nodes of these are. The fewer the marks, the smaller the automata.
///
/// A rule that is the same in both grammars, with all that it calls, makes the same nodes of the same text. So those
/// inside its own node need not be compared, unless its caller decides about them: whether blanks are skipped; or in an
/// atomic caller, where the rule itself makes no node, but a `${ }` or `!{ }` rule below it does.
pub(super) fn nodes_to_compare<'g>(calls: &Calls<'_>, touched: &[bool], counted: &[&'g str]) -> Vec<&'g str> {
    let counts: BTreeSet<usize> = counted.iter().filter_map(|name| calls.id(name)).collect();
    let makes_nodes_anywhere =
        below(calls, |ty| matches!(ty, RuleType::CompoundAtomic | RuleType::NonAtomic));
    let skips = SKIPPED.iter().any(|name| calls.id(name).is_some());
    let has_all_below = |id: usize| {
        let ty = calls.rules[id].new.map(|rule| rule.ty);
        let is_free_of_caller = match ty {
            Some(RuleType::Atomic | RuleType::CompoundAtomic) => true,
            Some(RuleType::Normal) => !skips,
            Some(RuleType::Silent | RuleType::NonAtomic) | None => false,
        };
        is_free_of_caller && !touched[id] && counts.contains(&id) && !makes_nodes_anywhere[id]
    };
    let mut found = vec![false; calls.rules.len()];
    let mut open: Vec<usize> = (0..found.len()).filter(|&id| touched[id]).collect();
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut found[id], true) && !has_all_below(id) {
            open.extend(&calls.rules[id].calls);
        }
    }
    // Rules that are built in, such as `EOI`, are in neither grammar.
    counted.iter().copied().filter(|name| calls.id(name).is_none_or(|id| found[id])).collect()
}

/// Returns for each rule whether it comes to call a rule of such a type.
fn below(calls: &Calls<'_>, is_such: impl Fn(RuleType) -> bool) -> Vec<bool> {
    let has_type = |Named { old, new, .. }: &Named<'_>| old.iter().chain(new).any(|rule| is_such(rule.ty));
    let rules = calls.rules.iter().enumerate();
    let such = calls.callers_of(rules.filter(|(_, rule)| has_type(rule)).map(|(id, _)| id).collect());
    calls.rules.iter().map(|rule| rule.calls.iter().any(|&called| such[called])).collect()
}
