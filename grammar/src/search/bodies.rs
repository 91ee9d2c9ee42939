//! The rules of a grammar as texts are derived from them: which call which, and the costs of their texts.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `rules`, a part one of its parts, and a set one of `sets`; a rule is \
              visited `ROUNDS` times at most"
)]

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::pest::read::Grammar;
use crate::search::parts::{Body, Builder, Kind, NEVER, Part};

/// How often the cost of a rule is computed at most.
const ROUNDS: u32 = 32;

pub(super) struct Bodies<'g> {
    pub(super) rules: Vec<Body<'g>>,
    pub(super) names: FxHashMap<&'g str, usize>,
    /// The most readable characters of each set.
    pub(super) sets: Vec<Vec<char>>,
    /// The rules that call each rule.
    pub(super) callers: Vec<Vec<usize>>,
}

impl<'g> Bodies<'g> {
    /// Returns the bodies of the rules, with sets represented by these letters.
    pub(super) fn new(grammar: &'g Grammar, letters: &[char]) -> Bodies<'g> {
        let rules = grammar.rules();
        let names = rules.iter().enumerate().map(|(index, rule)| (rule.name.as_str(), index)).collect();
        let mut builder = Builder::new(&names, letters);
        let mut bodies = Vec::with_capacity(rules.len());
        for rule in rules {
            builder.add(&rule.expr);
            let parts = std::mem::take(&mut builder.parts);
            bodies.push(Body { name: &rule.name, ty: rule.ty, parts, uses_stack: false });
        }
        let sets = builder.sets;
        let mut callers = vec![Vec::new(); bodies.len()];
        for (caller, body) in bodies.iter().enumerate() {
            for part in &body.parts {
                let Kind::Call(rule) = part.kind else { continue };
                if callers[rule].last() != Some(&caller) {
                    callers[rule].push(caller);
                }
            }
        }
        let mut bodies = Bodies { rules: bodies, names, sets, callers };
        bodies.find_stack();
        bodies.find_costs();
        bodies
    }

    fn find_stack(&mut self) {
        let uses = |body: &Body<'_>| {
            let uses = |part: &Part<'_>| {
                matches!(part.kind, Kind::Push | Kind::Top { .. } | Kind::All { .. } | Kind::Drop)
            };
            body.parts.iter().any(uses)
        };
        let mut open: Vec<usize> = (0..self.rules.len()).filter(|&rule| uses(&self.rules[rule])).collect();
        while let Some(rule) = open.pop() {
            if !self.rules[rule].uses_stack {
                self.rules[rule].uses_stack = true;
                open.extend(&self.callers[rule]);
            }
        }
    }

    fn find_costs(&mut self) {
        let mut rounds = vec![0; self.rules.len()];
        let mut open: VecDeque<usize> = (0..self.rules.len()).rev().collect();
        while let Some(rule) = open.pop_front() {
            let before = self.rules[rule].cost();
            if rounds[rule] < ROUNDS && self.find_cost(rule) < before {
                rounds[rule] += 1;
                open.extend(&self.callers[rule]);
            }
        }
    }

    /// Computes the costs of the parts of a rule, each after those of its operands.
    fn find_cost(&mut self, rule: usize) -> u32 {
        for at in (0..self.rules[rule].parts.len()).rev() {
            self.rules[rule].parts[at].cost = self.cost_of(rule, at);
        }
        self.rules[rule].cost()
    }

    fn cost_of(&self, rule: usize, at: usize) -> u32 {
        let body = &self.rules[rule];
        let costs = body.operands(at).map(|operand| body.parts[operand].cost);
        match body.parts[at].kind {
            Kind::Text(text) => u32::try_from(text.len()).unwrap_or(NEVER),
            Kind::Set(set) if self.sets[set].is_empty() => NEVER,
            Kind::Set(_) => 1,
            Kind::Call(rule) => self.rules[rule].cost().saturating_add(1),
            Kind::Seq | Kind::Push => costs.fold(0, u32::saturating_add),
            Kind::Choice => costs.min().unwrap_or(NEVER),
            Kind::Opt | Kind::Rep | Kind::Ahead | Kind::Nothing => 0,
            Kind::Top { .. } | Kind::All { .. } | Kind::Drop => 0,
        }
    }
}
