//! The call graph of two grammars, the rules whose nodes must be compared, and the causes of
//! differences.
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

/// A rule name, with the rules of this name in the two grammars.
pub(super) struct Named<'g> {
    pub(super) name: &'g str,
    pub(super) old: Option<&'g OptimizedRule>,
    pub(super) new: Option<&'g OptimizedRule>,
    /// The indices of the rules that either definition calls.
    calls: Vec<usize>,
}

impl Named<'_> {
    /// Returns whether the two definitions differ, or only one grammar has the rule.
    pub(super) fn is_redefined(&self) -> bool {
        self.old != self.new
    }

    /// Returns whether the rule makes a node in the new grammar, or `None` unless exactly one of
    /// the two rules makes a node.
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

    /// Returns whether the match of a rule at an offset depends only on the text after the offset. This is so unless a grammar
    /// has `SOI`, `WHITESPACE` or `COMMENT`.
    pub(super) fn depend_on_rest(&self) -> bool {
        let has_soi = |rule: &OptimizedRule| rule.expr.calls().contains(&"SOI");
        SKIPPED.iter().all(|name| self.id(name).is_none())
            && !self.rules.iter().flat_map(|rule| rule.old.into_iter().chain(rule.new)).any(has_soi)
    }

    /// Returns for each rule whether it makes other nodes for some caller: those of `${ }` and `!{ }` rules, but not those of
    /// normal rules, if an atomic rule calls it, directly or by rules that inherit atomicity.
    pub(super) fn depend_on_caller(&self) -> Vec<bool> {
        let has_type = |id: usize, types: &[RuleType]| {
            let Named { old, new, .. } = &self.rules[id];
            old.iter().chain(new).any(|rule| types.contains(&rule.ty))
        };
        let mut in_atomic = vec![false; self.rules.len()];
        let atomic = (0..self.rules.len()).filter(|&id| has_type(id, &[RuleType::Atomic]));
        let mut open: Vec<usize> = atomic.flat_map(|id| self.called_by(id)).copied().collect();
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut in_atomic[id], true)
                && has_type(id, &[RuleType::Normal, RuleType::Silent])
            {
                open.extend(self.called_by(id));
            }
        }
        let makes_nodes = self.reach(|ty| matches!(ty, RuleType::CompoundAtomic | RuleType::NonAtomic));
        in_atomic
            .into_iter()
            .zip(makes_nodes)
            .map(|(in_atomic, makes_nodes)| in_atomic && makes_nodes)
            .collect()
    }

    /// Returns for each rule whether its type, or that of a rule that it reaches, satisfies the predicate in either grammar.
    fn reach(&self, predicate: impl Fn(RuleType) -> bool) -> Vec<bool> {
        let has_type =
            |Named { old, new, .. }: &Named<'_>| old.iter().chain(new).any(|rule| predicate(rule.ty));
        let rules = self.rules.iter().enumerate();
        self.callers_of(rules.filter(|(_, rule)| has_type(rule)).map(|(id, _)| id).collect())
    }

    /// Returns the rules that either definition of the rule calls, among them the rules that it skips.
    pub(super) fn called_by(&self, id: usize) -> &[usize] {
        &self.rules[id].calls
    }

    /// Returns for each rule whether the rule or a rule that it reaches is redefined. All other rules, even
    /// recursive ones, match the same strings in both grammars.
    pub(super) fn touched(&self) -> Vec<bool> {
        let redefined = self.rules.iter().enumerate().filter(|(_, rule)| rule.is_redefined());
        self.callers_of(redefined.map(|(id, _)| id).collect())
    }

    /// Returns for each rule whether it is in `called` or reaches a rule in `called`.
    fn callers_of(&self, called: Vec<usize>) -> Vec<bool> {
        let mut callers = vec![Vec::new(); self.rules.len()];
        for (id, rule) in self.rules.iter().enumerate() {
            rule.calls.iter().for_each(|&called| callers[called].push(id));
        }
        reached(called, self.rules.len(), |id| &callers[id])
    }

    /// Returns for each rule whether it is in `from` or reachable from there.
    pub(super) fn reached(&self, from: Vec<usize>) -> Vec<bool> {
        reached(from, self.rules.len(), |id| &self.rules[id].calls)
    }

    /// Returns the rules in topological order, callees first. Rules on a cycle are in any order.
    pub(super) fn innermost_first(&self) -> Vec<usize> {
        let calls: Vec<Vec<usize>> = self.rules.iter().map(|rule| rule.calls.clone()).collect();
        callees_first(&calls)
    }

    /// Returns for each rule the start rule whose strings show differences of the rule in context: the rule
    /// with the name `start`, if it reaches the rule, or else the first uncalled rule that reaches it. Both
    /// grammars have the start rule.
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
/// those of the other counted rules. The fewer rules are compared, the smaller are the automata.
///
/// If a rule and all rules that it reaches are the same in both grammars, it makes the same nodes for the
/// same text, so the nodes inside its own node need not be compared. There are two exceptions, in which
/// these nodes depend on the caller: if white space is skipped, and if an atomic rule calls the rule, which
/// then makes no node of its own although a `${ }` or `!{ }` rule below it does.
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
    // Built-in rules such as `EOI` have no id, and are always compared.
    counted.iter().copied().filter(|name| calls.id(name).is_none_or(|id| found[id])).collect()
}

/// Returns for each rule whether it calls, directly or indirectly, a rule whose type satisfies the
/// predicate.
fn below(calls: &Calls<'_>, predicate: impl Fn(RuleType) -> bool) -> Vec<bool> {
    let satisfying = calls.reach(predicate);
    calls.rules.iter().map(|rule| rule.calls.iter().any(|&called| satisfying[called])).collect()
}

/// The maximum number of causes of a difference.
const CAUSES: usize = 16;

/// The maximum number of recursive rules for which [`redefined_below`] is called, which takes time linear
/// in the number of calls.
const RECURSIVE: usize = 1000;

/// The number of steps that are subtracted for each rule in [`replaced`].
const VISIT: usize = 64;

/// The result of comparing a rule.
pub(super) struct Found {
    pub(super) change: Change,
    /// Whether the difference is, or may be, caused by the rule's own definition.
    pub(super) is_cause: bool,
}

/// Returns the causes of each rule that differs only because of rules that it reaches, and updates
/// `is_cause`. Takes time linear in the number of calls.
pub(super) fn causes(calls: &Calls<'_>, order: &[usize], found: &mut [Option<Found>]) -> Vec<Vec<usize>> {
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &id)| place[id] = at);
    // For each rule, two sets of rules below it: the causes, and weaker candidates, which are used if there
    // are no causes.
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
                // A redefined rule that matches the same strings may still match another prefix of
                // a longer string.
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
            // The rule's own redefinition matters only together with those of the rules below.
            *is_cause = causes[id].is_empty();
        }
        below[id] = sets;
    }
    causes
}

/// Returns the redefined rules that the rule reaches. Needed on cycles of calls, where a rule may come
/// before its callees in the order.
fn redefined_below(calls: &Calls<'_>, id: usize) -> Vec<usize> {
    let is_below = calls.reached(calls.rules[id].calls.clone());
    let below = (0..calls.rules.len()).filter(|&below| is_below[below] && below != id);
    below.filter(|&below| calls.rules[below].is_redefined()).take(CAUSES).collect()
}

/// Returns the rules of the old grammar that the rule `replaced` reaches, with the definition of
/// `replaced` from the new grammar. Called rules that only the new grammar has are added, except for
/// `WHITESPACE` and `COMMENT`, which would also change other rules. Subtracts some steps for each rule,
/// and returns `None` if too few remain.
pub(super) fn replaced(calls: &Calls<'_>, replaced: usize, budget: &mut usize) -> Option<Vec<OptimizedRule>> {
    let mut rules: Vec<OptimizedRule> = Vec::new();
    let mut seen = vec![false; calls.rules.len()];
    let mut open: Vec<usize> = vec![replaced];
    let is_old = |id: &usize| calls.rules[*id].old.is_some();
    open.extend(SKIPPED.iter().filter_map(|name| calls.id(name)).filter(is_old));
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id], true) {
            continue;
        }
        *budget = budget.checked_sub(VISIT)?;
        let Named { old, new, .. } = calls.rules[id];
        let definition = if id == replaced { new } else { old.or(new) };
        if let Some(definition) = definition {
            open.extend(definition.expr.calls().into_iter().filter_map(|name| calls.id(name)));
            rules.push(definition.clone());
        }
    }
    Some(rules)
}

/// Returns the rules that the definition calls and that the old grammar does not have.
pub(super) fn only_new(calls: &Calls<'_>, rule: &OptimizedRule) -> Vec<usize> {
    let called = rule.expr.calls().into_iter().filter_map(|name| calls.id(name));
    let called = called.filter(|&id| calls.rules[id].old.is_none());
    called.collect::<BTreeSet<_>>().into_iter().collect()
}
