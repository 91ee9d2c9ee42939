//! Which rules of two grammars call which, and which of them can differ at all.
#![expect(clippy::indexing_slicing, reason = "a rule is an index of `Calls::rules`")]

use std::collections::HashMap;

use crate::pest::read::Grammar;
use crate::pest::rules::{OptimizedRule, RuleType};
use crate::pest::skipped::SKIPPED;
use crate::walk::{reached, walk};

/// A rule, under a name of which each grammar has one rule at most.
pub(super) struct Named<'g> {
    pub(super) name: &'g str,
    pub(super) old: Option<&'g OptimizedRule>,
    pub(super) new: Option<&'g OptimizedRule>,
    /// What either rule calls, by its place.
    pub(super) calls: Vec<usize>,
}

impl Named<'_> {
    /// Returns whether the two grammars define it differently, or only one does.
    pub(super) fn is_redefined(&self) -> bool {
        self.old != self.new
    }

    /// Returns whether it makes a node in the new grammar, if that is not so in the old one.
    pub(super) fn makes_node(&self) -> Option<bool> {
        let makes_node = |rule: &OptimizedRule| rule.ty != RuleType::Silent;
        let (was, is) = (self.old.map(makes_node)?, self.new.map(makes_node)?);
        (was != is).then_some(is)
    }
}

/// The rules of both grammars: those of the old one, and then those that only the new one has.
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
                // A silent or normal rule skips what its caller skips.
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

    /// Returns for each rule whether it, or one that it comes to call, is redefined. All others are the same rule in
    /// both grammars, recursive ones too.
    pub(super) fn touched(&self) -> Vec<bool> {
        let redefined = self.rules.iter().enumerate().filter(|(_, rule)| rule.is_redefined());
        self.callers_of(redefined.map(|(id, _)| id).collect())
    }

    /// Returns for each rule whether it is one of these, or comes to call one of them.
    pub(super) fn callers_of(&self, called: Vec<usize>) -> Vec<bool> {
        let mut callers = vec![Vec::new(); self.rules.len()];
        for (id, rule) in self.rules.iter().enumerate() {
            rule.calls.iter().for_each(|&called| callers[called].push(id));
        }
        reached(called, self.rules.len(), |id| &callers[id])
    }

    /// Returns for each rule whether it is one of these, or they come to call it.
    pub(super) fn reached(&self, from: Vec<usize>) -> Vec<bool> {
        reached(from, self.rules.len(), |id| &self.rules[id].calls)
    }

    /// Returns the rules, each after those that it calls, except on a cycle.
    pub(super) fn innermost_first(&self) -> Vec<usize> {
        let calls: Vec<Vec<usize>> = self.rules.iter().map(|rule| rule.calls.clone()).collect();
        walk(&calls).order
    }

    /// Returns for each rule the rule in whose strings its differences are to be shown: the one of this name, or else
    /// the first that no other rule calls, of those that come to call it. Both grammars have it.
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
