//! Sorts the rules of a [`Peg`](crate::Peg): first the rules that call only rules before them, which have automata, and
//! then the recursive rules.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "calls are indices of `translations`, each of which has the index of a rule or a fault; at \
              most the remaining ranges are subtracted"
)]

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::mem;
use std::sync::Arc;

use crate::error::{Reason, path};
use crate::peg::expr::{Expr, Facts, Rule, facts, nullable};
use crate::peg::translate::Translation;
use crate::pest::names::is_property;
use crate::walk::walk;

/// The maximum number of character ranges that are inlined for all calls of character sets together.
const MAX_RANGES: usize = 1 << 18;

/// The index of a sorted rule, or the reason why it has none.
type Index = Result<usize, Arc<Reason>>;

struct Sorter {
    rules: Vec<Rule>,
    facts: Vec<Facts>,
    /// The indices of the rules with each hash, to find equal rules.
    by_hash: HashMap<u64, Vec<usize>>,
    hasher: RandomState,
    /// The index of each translation.
    indices: Vec<Index>,
    /// The number of ranges that may still be inlined.
    ranges: usize,
    /// Whether calls of rules that are character sets are not inlined.
    keeps_calls: bool,
}

impl Sorter {
    fn new(translations: usize, keeps_calls: bool) -> Sorter {
        Sorter {
            rules: Vec::new(),
            facts: Vec::new(),
            by_hash: HashMap::new(),
            hasher: RandomState::new(),
            indices: vec![Err(Arc::new(Reason::Unknown)); translations],
            ranges: MAX_RANGES,
            keeps_calls,
        }
    }

    /// Returns the reason why one of the callees has no index, if there is one.
    fn fault(&self, calls: &[usize]) -> Option<Arc<Reason>> {
        calls.iter().find_map(|&callee| self.indices[callee].as_ref().err().cloned())
    }

    /// Adds a rule whose callees all have indices, and returns its index.
    fn add(&mut self, rule: &Rule, expr: Expr) -> Index {
        let inlines = |rule: &Rule| !self.keeps_calls || is_property(&rule.name);
        let expr = resolve_calls(expr, &self.indices, &self.rules, &inlines, &mut self.ranges);
        let facts = facts(&rule.name, &expr, &|index| self.facts[index])?;
        let rule = Rule { name: rule.name.clone(), capture: rule.capture, expr };
        let same_hash = self.by_hash.entry(self.hasher.hash_one(&rule)).or_default();
        if let Some(&same) = same_hash.iter().find(|&&same| self.rules[same] == rule) {
            return Ok(same);
        }
        same_hash.push(self.rules.len());
        self.rules.push(rule);
        self.facts.push(facts);
        Ok(self.rules.len() - 1)
    }

    /// Appends a recursive rule. `indices` includes the recursive rules.
    fn append(&mut self, rule: &Rule, expr: Expr, indices: &[Index]) {
        let inlines = |rule: &Rule| !self.keeps_calls || is_property(&rule.name);
        let expr = resolve_calls(expr, indices, &self.rules, &inlines, &mut self.ranges);
        self.rules.push(Rule { name: rule.name.clone(), capture: rule.capture, expr });
    }
}

/// Returns the expression with the indices of sorted rules in its calls. Calls of rules that are character sets and make
/// no node are inlined, so that choices between such rules become one set. At most `ranges` ranges are inlined, because
/// a grammar may call one large set in many rules.
fn resolve_calls(
    expr: Expr,
    indices: &[Index],
    rules: &[Rule],
    inlines: &impl Fn(&Rule) -> bool,
    ranges: &mut usize,
) -> Expr {
    let mut list = |parts: Vec<Expr>| -> Vec<Expr> {
        parts.into_iter().map(|part| resolve_calls(part, indices, rules, inlines, ranges)).collect()
    };
    match expr {
        Expr::Call(id) => {
            let &index = indices[id].as_ref().expect("callees are sorted before their callers");
            match rules.get(index) {
                Some(rule @ Rule { capture: false, expr: Expr::Chars(set), .. })
                    if set.ranges().len() <= *ranges && inlines(rule) =>
                {
                    *ranges -= set.ranges().len();
                    Expr::Chars(set.clone())
                }
                _ => Expr::Call(index),
            }
        }
        Expr::Seq(parts) => Expr::seq(list(parts)),
        Expr::Choice(parts) => Expr::choice(list(parts)),
        Expr::Star(inner) => resolve_calls(*inner, indices, rules, inlines, ranges).star(),
        Expr::Not(inner) => resolve_calls(*inner, indices, rules, inlines, ranges).not(),
        Expr::And(inner) => resolve_calls(*inner, indices, rules, inlines, ranges).and(),
        Expr::Empty | Expr::Fail | Expr::Chars(_) | Expr::Start | Expr::End => expr,
    }
}

/// Appends the rules whose only fault is recursion, and returns the index of each translation, including these rules.
/// `order` is a postorder of all translations, and `calls` are their callees.
fn append_recursive(
    sorter: &mut Sorter,
    translations: &mut [Translation],
    order: &[usize],
    calls: &[Vec<usize>],
) -> Vec<Index> {
    let mut indices = sorter.indices.clone();
    let recursive = |indices: &[Index]| -> Vec<usize> {
        order.iter().copied().filter(|&id| is_recursive(&indices[id])).collect()
    };
    for (id, fault) in faults(sorter, translations, &recursive(&indices), calls) {
        indices[id] = Err(fault);
    }
    let compilable = recursive(&indices);
    for (at, &id) in compilable.iter().enumerate() {
        indices[id] = Ok(sorter.rules.len() + at);
    }
    for id in compilable {
        let expr = mem::replace(&mut translations[id].rule.expr, Expr::Empty);
        sorter.append(&translations[id].rule, expr, &indices);
    }
    indices
}

fn is_recursive(index: &Index) -> bool {
    matches!(index, Err(reason) if matches!(**reason, Reason::Recursive { .. }))
}

/// Returns the faults other than recursion of the recursive rules, and of the rules that they call.
fn faults(
    sorter: &Sorter,
    translations: &[Translation],
    recursive: &[usize],
    calls: &[Vec<usize>],
) -> HashMap<usize, Arc<Reason>> {
    let of_call = facts_of_calls(sorter, translations, recursive);
    let of_callee = |id: usize| {
        let mut faulty = calls[id].iter().map(|&callee| &sorter.indices[callee]);
        faulty.find(|index| index.is_err() && !is_recursive(index)).and_then(|index| index.clone().err())
    };
    let of_shape =
        |id: usize| facts(&translations[id].rule.name, &translations[id].rule.expr, &of_call).err();
    let mut faults: HashMap<usize, Arc<Reason>> = HashMap::new();
    let mut callers: HashMap<usize, Vec<usize>> = HashMap::new();
    for &id in recursive {
        if let Some(fault) = translations[id].stack.clone().or_else(|| of_callee(id)).or_else(|| of_shape(id))
        {
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

/// Returns a function from a translation to the facts about its rule.
fn facts_of_calls(
    sorter: &Sorter,
    translations: &[Translation],
    recursive: &[usize],
) -> impl Fn(usize) -> Facts {
    let of_index = |index: &Index| index.as_ref().ok().map(|&index| sorter.facts[index]);
    let acyclic: Vec<Option<Facts>> = sorter.indices.iter().map(of_index).collect();
    // A rule with another fault may count as not nullable, because its callers get the same fault anyway.
    let mut known: Vec<Option<bool>> =
        acyclic.iter().map(|facts| Some(facts.is_some_and(|facts| facts.nullable))).collect();
    recursive.iter().for_each(|&id| known[id] = None);
    let exprs: Vec<(usize, &Expr)> = recursive.iter().map(|&id| (id, &translations[id].rule.expr)).collect();
    let nullable = nullable(&exprs, &known);
    // The depth of a recursive callee is 0, because later passes do not follow calls from recursive to recursive rules.
    move |id| acyclic[id].unwrap_or(Facts { nullable: nullable[id], depth: 0 })
}

pub(super) struct Sorted {
    /// The first `acyclic` rules are all different, and each calls only rules before it. The other rules are recursive,
    /// and may call any rule.
    pub(super) rules: Vec<Rule>,
    pub(super) acyclic: usize,
    /// The index of each translation in `rules`, with recursion as a fault.
    pub(super) acyclic_indices: Vec<Index>,
    /// The index of each translation in `rules`.
    pub(super) indices: Vec<Index>,
}

/// Sorts the translations. If `keeps_calls`, calls of rules that are character sets are not inlined.
pub(crate) fn sort(mut translations: Vec<Translation>, keeps_calls: bool) -> Sorted {
    let calls: Vec<Vec<usize>> =
        translations.iter().map(|translation| translation.rule.expr.calls()).collect();
    let walk = walk(&calls);
    let mut sorter = Sorter::new(translations.len(), keeps_calls);
    for &id in &walk.order {
        let fault = match walk.cycle(id) {
            Some(cycle) => {
                let cycle = path(cycle, |id| translations[id].rule.name.as_str());
                Some(Arc::new(Reason::Recursive { cycle }))
            }
            None => translations[id].stack.clone().or_else(|| sorter.fault(&calls[id])),
        };
        sorter.indices[id] = match fault {
            Some(fault) => Err(fault),
            None => {
                let expr = mem::replace(&mut translations[id].rule.expr, Expr::Empty);
                sorter.add(&translations[id].rule, expr)
            }
        };
    }
    let acyclic = sorter.rules.len();
    let indices = append_recursive(&mut sorter, &mut translations, &walk.order, &calls);
    Sorted { rules: sorter.rules, acyclic, acyclic_indices: sorter.indices, indices }
}
