//! The order of the rules of a [`Peg`](crate::Peg): first those that call only rules before them, which have
//! automata, then the recursive ones.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "drafts and calls are indices of `drafts`, each with an index of a rule or a fault; at most \
              the remaining ranges are subtracted"
)]

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::mem;
use std::sync::Arc;

use crate::error::{Reason, path};
use crate::peg::expr::{Expr, Facts, Rule, facts, nullable};
use crate::peg::translate::Draft;
use crate::pest::names::is_property;
use crate::walk::walk;

/// The maximum number of ranges of characters that are inlined, for all calls to rules that are character
/// sets and to Unicode properties.
const MAX_RANGES: usize = 1 << 18;

/// The index of a rule, or the reason why it has none.
type Place = Result<usize, Arc<Reason>>;

struct Sorter {
    rules: Vec<Rule>,
    facts: Vec<Facts>,
    /// The indices of rules, by their hashes.
    known: HashMap<u64, Vec<usize>>,
    hasher: RandomState,
    /// The index of each draft.
    places: Vec<Place>,
    /// The number of ranges that may still be inlined.
    ranges: usize,
    /// Whether calls to rules that are mere character sets are not inlined.
    keeps_calls: bool,
}

impl Sorter {
    fn new(drafts: usize, keeps_calls: bool) -> Sorter {
        Sorter {
            rules: Vec::new(),
            facts: Vec::new(),
            known: HashMap::new(),
            hasher: RandomState::new(),
            places: vec![Err(Arc::new(Reason::Unknown)); drafts],
            ranges: MAX_RANGES,
            keeps_calls,
        }
    }

    /// Returns the reason if one of these called drafts has no index.
    fn fault(&self, calls: &[usize]) -> Option<Arc<Reason>> {
        calls.iter().find_map(|&callee| self.places[callee].as_ref().err().cloned())
    }

    /// Adds the rule of a draft with its expression, whose calls all have indices, and returns its index.
    fn place(&mut self, rule: &Rule, expr: Expr) -> Place {
        let inlines = |rule: &Rule| !self.keeps_calls || is_property(&rule.name);
        let expr = linked(expr, &self.places, &self.rules, &inlines, &mut self.ranges);
        let facts = facts(&rule.name, &expr, &|place| self.facts[place])?;
        let rule = Rule { name: rule.name.clone(), capture: rule.capture, expr };
        let alike = self.known.entry(self.hasher.hash_one(&rule)).or_default();
        if let Some(&same) = alike.iter().find(|&&same| self.rules[same] == rule) {
            return Ok(same);
        }
        alike.push(self.rules.len());
        self.rules.push(rule);
        self.facts.push(facts);
        Ok(self.rules.len() - 1)
    }

    /// Appends a recursive rule. `places` has the indices of the rules that it calls.
    fn append(&mut self, rule: &Rule, expr: Expr, places: &[Place]) {
        let inlines = |rule: &Rule| !self.keeps_calls || is_property(&rule.name);
        let expr = linked(expr, places, &self.rules, &inlines, &mut self.ranges);
        self.rules.push(Rule { name: rule.name.clone(), capture: rule.capture, expr });
    }
}

/// Returns the expression with its calls redirected to their indices. Calls to rules that are mere character
/// sets and make no token are inlined, so that choices between such rules become one set. The limit is for
/// grammars in which each of many rules has the ranges of one large set.
fn linked(
    expr: Expr,
    places: &[Place],
    rules: &[Rule],
    inlines: &impl Fn(&Rule) -> bool,
    ranges: &mut usize,
) -> Expr {
    let mut list = |parts: Vec<Expr>| -> Vec<Expr> {
        parts.into_iter().map(|part| linked(part, places, rules, inlines, ranges)).collect()
    };
    match expr {
        Expr::Call(id) => {
            let &place = places[id].as_ref().expect("a draft is placed after the drafts that it calls");
            match rules.get(place) {
                Some(rule @ Rule { capture: false, expr: Expr::Chars(set), .. })
                    if set.ranges().len() <= *ranges && inlines(rule) =>
                {
                    *ranges -= set.ranges().len();
                    Expr::Chars(set.clone())
                }
                _ => Expr::Call(place),
            }
        }
        Expr::Seq(parts) => Expr::seq(list(parts)),
        Expr::Choice(parts) => Expr::choice(list(parts)),
        Expr::Star(inner) => linked(*inner, places, rules, inlines, ranges).star(),
        Expr::Not(inner) => linked(*inner, places, rules, inlines, ranges).not(),
        Expr::And(inner) => linked(*inner, places, rules, inlines, ranges).and(),
        Expr::Empty | Expr::Fail | Expr::Chars(_) | Expr::Start | Expr::End => expr,
    }
}

/// Appends the rules that are refused only for recursion, and returns the index of each draft.
///
/// `order` has all drafts, and `calls` has the calls of each.
fn append(sorter: &mut Sorter, drafts: &mut [Draft], order: &[usize], calls: &[Vec<usize>]) -> Vec<Place> {
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

/// Returns the recursive rules with another fault, or that call a rule with another fault.
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

/// Returns the facts about the rule of each draft.
fn facts_of_calls(sorter: &Sorter, drafts: &[Draft], recursive: &[usize]) -> impl Fn(usize) -> Facts {
    let of_placed = |place: &Place| place.as_ref().ok().map(|&place| sorter.facts[place]);
    let placed: Vec<Option<Facts>> = sorter.places.iter().map(of_placed).collect();
    // A rule with a fault may count as not nullable, because its callers have its fault.
    let mut known: Vec<Option<bool>> =
        placed.iter().map(|facts| Some(facts.is_some_and(|facts| facts.nullable))).collect();
    recursive.iter().for_each(|&id| known[id] = None);
    let exprs: Vec<(usize, &Expr)> = recursive.iter().map(|&id| (id, &drafts[id].rule.expr)).collect();
    let nullable = nullable(&exprs, &known);
    // Later passes do not follow calls from a recursive rule to recursive rules.
    move |id| placed[id].unwrap_or(Facts { nullable: nullable[id], depth: 0 })
}

pub(super) struct Sorted {
    /// Each of the first `decided` rules calls only rules before it, and no two of these are equal. The
    /// others are recursive, and may call any.
    pub(super) rules: Vec<Rule>,
    pub(super) decided: usize,
    /// For each draft, its index in the order if it is not recursive.
    pub(super) places: Vec<Place>,
    /// For each draft, recursive or not, its index in the order.
    pub(super) definitions: Vec<Place>,
}

/// Sorts the drafts. If `keeps_calls`, calls to rules that are mere character sets are not inlined.
pub(crate) fn sort(mut drafts: Vec<Draft>, keeps_calls: bool) -> Sorted {
    let calls: Vec<Vec<usize>> = drafts.iter().map(|draft| draft.rule.expr.calls()).collect();
    let walk = walk(&calls);
    let mut sorter = Sorter::new(drafts.len(), keeps_calls);
    for &id in &walk.order {
        let fault = match walk.cycle(id) {
            Some(cycle) => {
                let cycle = path(cycle, |id| drafts[id].rule.name.as_str());
                Some(Arc::new(Reason::Recursive { cycle }))
            }
            None => drafts[id].stack.clone().or_else(|| sorter.fault(&calls[id])),
        };
        sorter.places[id] = match fault {
            Some(fault) => Err(fault),
            None => {
                let expr = mem::replace(&mut drafts[id].rule.expr, Expr::Empty);
                sorter.place(&drafts[id].rule, expr)
            }
        };
    }
    let decided = sorter.rules.len();
    let definitions = append(&mut sorter, &mut drafts, &walk.order, &calls);
    Sorted { rules: sorter.rules, decided, places: sorter.places, definitions }
}
