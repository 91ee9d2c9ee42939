//! The call graph of both grammars, the rules that make nodes, and the rules that cause differences in
//! others.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `Calls::rules`, and `order` is a permutation of them"
)]

use std::collections::{BTreeSet, HashMap};

use urigram_grammar::names::SKIPPED;
use urigram_grammar::{Grammar, OptimizedRule, RuleType, callees_first};

use crate::diff::difference::Change;
use crate::search::definitions::reached;

/// A rule name in one or both grammars.
pub(super) struct Named<'g> {
    pub(super) name: &'g str,
    pub(super) old: Option<&'g OptimizedRule>,
    pub(super) new: Option<&'g OptimizedRule>,
    /// The indices of the rules that either definition calls.
    calls: Vec<usize>,
}

impl Named<'_> {
    /// Returns whether the two grammars define it differently, or only one defines it.
    pub(super) fn is_redefined(&self) -> bool {
        self.old != self.new
    }

    /// Returns whether it makes a node in the new grammar, if the grammars differ in that.
    pub(super) fn makes_node(&self) -> Option<bool> {
        let makes_node = |rule: &OptimizedRule| rule.ty != RuleType::Silent;
        let (was, is) = (self.old.map(makes_node)?, self.new.map(makes_node)?);
        (was != is).then_some(is)
    }
}

/// The rules of both grammars: the old rules, then the rules that only the new grammar has.
pub(super) struct Calls<'g> {
    pub(super) rules: Vec<Named<'g>>,
    ids: HashMap<&'g str, usize>,
}

impl<'g> Calls<'g> {
    pub(super) fn of(old: &'g Grammar, new: &'g Grammar) -> Calls<'g> {
        let mut calls = Calls { rules: Vec::new(), ids: HashMap::new() };
        for rule in old.rules() {
            calls.rule(rule).old = Some(rule);
        }
        for rule in new.rules() {
            calls.rule(rule).new = Some(rule);
        }
        let skipped: Vec<usize> = SKIPPED.iter().filter_map(|name| calls.id(name)).collect();
        for id in 0..calls.rules.len() {
            let Named { old, new, .. } = calls.rules[id];
            let mut called = Vec::new();
            for rule in old.into_iter().chain(new) {
                called.extend(rule.expr.calls().into_iter().filter_map(|name| calls.id(name)));
                // A silent or normal rule inherits skipping from its caller.
                let skips = !matches!(rule.ty, RuleType::Atomic | RuleType::CompoundAtomic);
                if skips && !skipped.contains(&id) {
                    called.extend(&skipped);
                }
            }
            called.sort_unstable();
            called.dedup();
            calls.rules[id].calls = called;
        }
        calls
    }

    fn rule(&mut self, rule: &'g OptimizedRule) -> &mut Named<'g> {
        let next = self.rules.len();
        let id = *self.ids.entry(&rule.name).or_insert(next);
        if id == next {
            self.rules.push(Named { name: &rule.name, old: None, new: None, calls: Vec::new() });
        }
        &mut self.rules[id]
    }

    pub(super) fn id(&self, name: &str) -> Option<usize> {
        self.ids.get(name).copied()
    }

    /// Returns for each rule whether it, or a rule that it reaches, is redefined. All others, even recursive
    /// ones, are the same in both grammars.
    pub(super) fn touched(&self) -> Vec<bool> {
        let redefined = self.rules.iter().enumerate().filter(|(_, rule)| rule.is_redefined());
        self.callers_of(redefined.map(|(id, _)| id).collect())
    }

    /// Returns for each rule whether it is one of these, or reaches one of them.
    fn callers_of(&self, called: Vec<usize>) -> Vec<bool> {
        let mut callers = vec![Vec::new(); self.rules.len()];
        for (id, rule) in self.rules.iter().enumerate() {
            rule.calls.iter().for_each(|&called| callers[called].push(id));
        }
        reached(called, self.rules.len(), |id| &callers[id])
    }

    /// Returns for each rule whether it is one of these, or reachable from them.
    pub(super) fn reached(&self, from: Vec<usize>) -> Vec<bool> {
        reached(from, self.rules.len(), |id| &self.rules[id].calls)
    }

    /// Returns the rules, each after those that it calls, except on cycles.
    pub(super) fn innermost_first(&self) -> Vec<usize> {
        let calls: Vec<Vec<usize>> = self.rules.iter().map(|rule| rule.calls.clone()).collect();
        callees_first(&calls)
    }

    /// Returns for each rule the start rule in whose strings its differences are shown, which both grammars
    /// have: the rule with the given name, or else the first uncalled rule that reaches it.
    pub(super) fn starts(&self, start: Option<&str>) -> Vec<Option<usize>> {
        let mut is_called = vec![false; self.rules.len()];
        for (id, rule) in self.rules.iter().enumerate() {
            rule.calls.iter().filter(|&&called| called != id).for_each(|&called| is_called[called] = true);
        }
        let named = start.and_then(|start| self.id(start));
        let uncalled = (0..self.rules.len()).filter(|&id| !is_called[id]);
        let mut starts = vec![None; self.rules.len()];
        for root in named.into_iter().chain(uncalled) {
            if self.rules[root].old.is_none() || self.rules[root].new.is_none() {
                continue;
            }
            let mut open = vec![root];
            while let Some(id) = open.pop() {
                if starts[id].is_none() {
                    starts[id] = Some(root);
                    open.extend(&self.rules[id].calls);
                }
            }
        }
        starts
    }
}

/// Returns the counted rules whose nodes must be compared. If these nodes are equal in both grammars, so are
/// those of the other counted rules. Fewer marks make smaller automata.
///
/// A rule that is the same in both grammars, with all rules that it calls, makes the same nodes for the same
/// text. So the nodes inside its own node need not be compared, unless they depend on its caller: whether
/// blanks are skipped; or in an atomic caller, where the rule itself makes no node, but a `${ }` or `!{ }`
/// rule below it does.
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
    // Built-in rules such as `EOI` are in neither grammar.
    counted.iter().copied().filter(|name| calls.id(name).is_none_or(|id| found[id])).collect()
}

/// Returns for each rule whether it reaches a rule whose type satisfies the predicate.
fn below(calls: &Calls<'_>, is_such: impl Fn(RuleType) -> bool) -> Vec<bool> {
    let has_type = |Named { old, new, .. }: &Named<'_>| old.iter().chain(new).any(|rule| is_such(rule.ty));
    let rules = calls.rules.iter().enumerate();
    let such = calls.callers_of(rules.filter(|(_, rule)| has_type(rule)).map(|(id, _)| id).collect());
    calls.rules.iter().map(|rule| rule.calls.iter().any(|&called| such[called])).collect()
}

/// The maximum number of causes of a difference.
const CAUSES: usize = 16;

/// The maximum number of recursive rules whose causes are searched again, in time linear in the calls for
/// each.
const RECURSIVE: usize = 1000;

/// The steps for visiting one rule again.
const REREAD: usize = 64;

/// The facts about a rule.
pub(super) struct Found {
    pub(super) change: Change,
    /// Whether its own definition makes it differ, or may.
    pub(super) is_cause: bool,
}

/// Returns the causes of each rule that differs only because of rules that it reaches, and updates
/// `is_cause`. Takes time linear in the number of calls.
pub(super) fn causes(calls: &Calls<'_>, order: &[usize], found: &mut [Option<Found>]) -> Vec<Vec<usize>> {
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &id)| place[id] = at);
    // For each rule the causes below it, and the rules that only one grammar has, which are named if there is
    // no cause.
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
                // It matches the same whole strings, but may end elsewhere in a longer text.
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
            let reported = sets.iter().find(|set| !set.is_empty());
            causes[id] = reported.map_or(Vec::new(), |set| set.iter().map(|&at| order[at]).collect());
            if causes[id].is_empty() && around > 0 {
                around -= 1;
                causes[id] = redefined_below(calls, id);
            }
            // Its own change matters only together with the changes below.
            *is_cause = causes[id].is_empty();
        }
        below[id] = sets;
    }
    causes
}

/// Returns the redefined rules that the rule reaches. On a cycle of calls, a rule may come before those that
/// it calls.
fn redefined_below(calls: &Calls<'_>, id: usize) -> Vec<usize> {
    let is_below = calls.reached(calls.rules[id].calls.clone());
    let below = (0..calls.rules.len()).filter(|&below| is_below[below] && below != id);
    below.filter(|&below| calls.rules[below].is_redefined()).take(CAUSES).collect()
}

/// Returns the rules of the old grammar that the rule reaches, with its own definition replaced by the new
/// one. Rules that only the new grammar has are added, except for those that skip white space, which would
/// change other rules too. Subtracts some steps for each rule, and returns `None` if too few remain.
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

/// Returns the rules that the definition calls and the old grammar lacks.
pub(super) fn only_new(calls: &Calls<'_>, rule: &OptimizedRule) -> Vec<usize> {
    let called = rule.expr.calls().into_iter().filter_map(|name| calls.id(name));
    let called = called.filter(|&id| calls.rules[id].old.is_none());
    called.collect::<BTreeSet<_>>().into_iter().collect()
}
