//! Rules that call themselves, and those that call such rules: they can be run, but have no automaton.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a draft and what it calls are indices of `drafts`, each with a place among the rules or a \
              fault"
)]

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use crate::error::Reason;
use crate::peg::expr::Expr;
use crate::peg::facts::{Facts, facts};
use crate::peg::nullable::nullable;
use crate::peg::sorter::{Place, Sorter};
use crate::peg::translate::Draft;

/// Appends the rules that are refused for nothing but recursion, and returns the place of each draft.
///
/// `order` has all drafts, and `calls` those that each calls.
pub(super) fn append(
    sorter: &mut Sorter,
    drafts: &mut [Draft],
    order: &[usize],
    calls: &[Vec<usize>],
) -> Vec<Place> {
    let mut places = sorter.places.clone();
    let recursive = |places: &[Place]| -> Vec<usize> {
        order.iter().copied().filter(|&id| is_recursive(&places[id])).collect()
    };
    for (id, fault) in faults(sorter, drafts, &recursive(&places), calls) {
        places[id] = Err(fault);
    }
    let sound = recursive(&places);
    for (at, &id) in sound.iter().enumerate() {
        places[id] = Ok(sorter.rules.len() + at);
    }
    for id in sound {
        let expr = mem::replace(&mut drafts[id].rule.expr, Expr::Empty);
        sorter.append(&drafts[id].rule, expr, &places);
    }
    places
}

fn is_recursive(place: &Place) -> bool {
    matches!(place, Err(reason) if matches!(**reason, Reason::Recursive { .. }))
}

/// Returns the recursive rules that have another fault, or call a rule that has one.
fn faults(
    sorter: &Sorter,
    drafts: &[Draft],
    recursive: &[usize],
    calls: &[Vec<usize>],
) -> HashMap<usize, Arc<Reason>> {
    let of_call = facts_of_calls(sorter, drafts, recursive);
    let of_callee = |id: usize| {
        let mut faulty = calls[id].iter().map(|&callee| &sorter.places[callee]);
        faulty.find(|place| place.is_err() && !is_recursive(place)).and_then(|place| place.clone().err())
    };
    let of_shape = |id: usize| facts(&drafts[id].rule.name, &drafts[id].rule.expr, &of_call).err();
    let mut faults: HashMap<usize, Arc<Reason>> = HashMap::new();
    let mut callers: HashMap<usize, Vec<usize>> = HashMap::new();
    for &id in recursive {
        if let Some(fault) = drafts[id].stack.clone().or_else(|| of_callee(id)).or_else(|| of_shape(id)) {
            faults.insert(id, fault);
        }
        for &callee in &calls[id] {
            callers.entry(callee).or_default().push(id);
        }
    }
    let mut open: Vec<usize> = recursive.iter().copied().filter(|id| faults.contains_key(id)).collect();
    while let Some(id) = open.pop() {
        let fault = faults[&id].clone();
        for caller in callers.remove(&id).into_iter().flatten() {
            faults.entry(caller).or_insert_with(|| {
                open.push(caller);
                fault.clone()
            });
        }
    }
    faults
}

/// Returns what is known of the rule of each draft.
fn facts_of_calls(sorter: &Sorter, drafts: &[Draft], recursive: &[usize]) -> impl Fn(usize) -> Facts {
    let of_placed = |place: &Place| place.as_ref().ok().map(|&place| sorter.facts[place]);
    let placed: Vec<Option<Facts>> = sorter.places.iter().map(of_placed).collect();
    // A rule with a fault may be taken for one that matches something, as those that call it have its fault.
    let mut known: Vec<Option<bool>> =
        placed.iter().map(|facts| Some(facts.is_some_and(|facts| facts.nullable))).collect();
    recursive.iter().for_each(|&id| known[id] = None);
    let exprs: Vec<(usize, &Expr)> = recursive.iter().map(|&id| (id, &drafts[id].rule.expr)).collect();
    let nullable = nullable(&exprs, &known);
    // What works on a recursive rule does not follow its calls of recursive rules.
    move |id| placed[id].unwrap_or(Facts { nullable: nullable[id], depth: 0 })
}
