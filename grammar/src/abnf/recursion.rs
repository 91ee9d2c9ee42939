//! Finds rules that call themselves, which in general have no finite automaton.

use std::collections::HashMap;

use super::rules::{Abnf, Rule};
use crate::message::path;
use crate::walk::walk;

/// Returns the names on a cycle of calls that is reachable from the rule, the first repeated at the end; `…`
/// stands for those left out of a long one.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is at the place of its number, and was just added"
)]
pub(super) fn cycle(abnf: &Abnf, root: &Rule) -> Option<Vec<String>> {
    let mut found = vec![root];
    let mut numbers = HashMap::from([(root.name.as_str(), 0)]);
    let mut calls = Vec::new();
    while let Some(rule) = found.get(calls.len()) {
        let mut called = Vec::new();
        for callee in rule.node.calls().into_iter().map(|key| abnf.called(key)) {
            called.push(*numbers.entry(callee.name.as_str()).or_insert_with(|| {
                found.push(callee);
                found.len() - 1
            }));
        }
        calls.push(called);
    }
    let walk = walk(&calls);
    let cycle = (0..found.len()).find_map(|rule| walk.cycle(rule))?;
    Some(path(cycle, |rule| found[rule].name.as_str()))
}
