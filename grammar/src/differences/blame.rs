//! Finds the rules that are to blame for a difference.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `Calls::rules`, of which `order` has each once"
)]

use std::collections::BTreeSet;

use crate::differences::calls::{Calls, Named};
use crate::differences::difference::Change;
use crate::pest::rules::OptimizedRule;
use crate::pest::skipped::SKIPPED;

/// How many causes a difference names.
const CAUSES: usize = 16;

/// For how many rules on cycles of calls the causes are looked for once more, each of which takes time for all calls.
const RECURSIVE: usize = 1000;

/// What one rule of a grammar takes to be looked at again, in steps.
const REREAD: usize = 64;

/// What is known of a rule.
pub(super) struct Found {
    pub(super) change: Change,
    /// Whether its own definition makes it differ, or may do so.
    pub(super) is_cause: bool,
}

/// Returns for each rule that differs only because of rules that it comes to call those that are to blame. Takes time
/// for each call.
pub(super) fn causes(calls: &Calls<'_>, order: &[usize], found: &mut [Option<Found>]) -> Vec<Vec<usize>> {
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &id)| place[id] = at);
    // The causes below each rule; and the rules that only one grammar has, for where there is no cause.
    let mut below: Vec<[BTreeSet<usize>; 2]> = vec![Default::default(); order.len()];
    let mut causes = vec![Vec::new(); order.len()];
    let mut around = RECURSIVE;
    for &id in order {
        let mut sets: [BTreeSet<usize>; 2] = Default::default();
        for &called in &calls.rules[id].calls {
            for (set, below) in sets.iter_mut().zip(&below[called]) {
                set.extend(below.iter().take(CAUSES));
            }
            match &found[called] {
                Some(Found { is_cause: true, .. }) => drop(sets[0].insert(place[called])),
                Some(Found { change: Change::Added | Change::Gone, .. }) => {
                    sets[1].insert(place[called]);
                }
                // It matches the same as a whole, but may end elsewhere in a longer text.
                Some(Found { change: Change::Equal, .. }) if calls.rules[called].is_redefined() => {
                    sets[1].insert(place[called]);
                }
                _ => {}
            }
        }
        for set in &mut sets {
            while set.len() > CAUSES {
                set.pop_last();
            }
        }
        if let Some(Found { change: Change::Differs(_), is_cause: is_cause @ false }) = &mut found[id] {
            let blamed = sets.iter().find(|set| !set.is_empty());
            causes[id] = blamed.map_or(Vec::new(), |set| set.iter().map(|&at| order[at]).collect());
            if causes[id].is_empty() && around > 0 {
                around -= 1;
                causes[id] = redefined_below(calls, id);
            }
            // Then its own change and theirs make a difference only together.
            *is_cause = causes[id].is_empty();
        }
        below[id] = sets;
    }
    causes
}

/// Returns the rules that the rule comes to call and that are redefined. On a cycle of calls a rule may come before
/// those that it calls.
fn redefined_below(calls: &Calls<'_>, id: usize) -> Vec<usize> {
    let is_below = calls.reached(calls.rules[id].calls.clone());
    let below = (0..calls.rules.len()).filter(|&below| is_below[below] && below != id);
    below.filter(|&below| calls.rules[below].is_redefined()).take(CAUSES).collect()
}

/// Returns the rules of the old grammar that the rule comes to call, with its own definition replaced by the new one.
/// The rules that only the new grammar has come with it, but for those that skip white space, which would change others
/// too. Takes some steps for each rule off those that are left, and returns `None` if there are not enough.
pub(super) fn replaced(calls: &Calls<'_>, replaced: usize, left: &mut usize) -> Option<Vec<OptimizedRule>> {
    let mut rules: Vec<OptimizedRule> = Vec::new();
    let mut seen = vec![false; calls.rules.len()];
    let mut open: Vec<usize> = vec![replaced];
    let is_old = |id: &usize| calls.rules[*id].old.is_some();
    open.extend(SKIPPED.iter().filter_map(|name| calls.id(name)).filter(is_old));
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id], true) {
            continue;
        }
        *left = left.checked_sub(REREAD)?;
        let Named { old, new, .. } = calls.rules[id];
        let definition = if id == replaced { new } else { old.or(new) };
        if let Some(definition) = definition {
            open.extend(definition.expr.calls().into_iter().filter_map(|name| calls.id(name)));
            rules.push(definition.clone());
        }
    }
    Some(rules)
}

/// Returns the rules that the definition calls and that the old grammar lacks.
pub(super) fn only_new(calls: &Calls<'_>, rule: &OptimizedRule) -> Vec<usize> {
    let called = rule.expr.calls().into_iter().filter_map(|name| calls.id(name));
    let called = called.filter(|&id| calls.rules[id].old.is_none());
    called.collect::<BTreeSet<_>>().into_iter().collect()
}
