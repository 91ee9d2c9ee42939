//! From a formula to an automaton.

use std::collections::BTreeSet;
use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::characters::charset::CharSet;
use crate::characters::classes::Classes;
use crate::dfa::Dfa;
use crate::dfa::arena::Node;
use crate::dfa::automaton::Automata;
use crate::dfa::bdd::{Exhausted, Formula};
use crate::dfa::minimize;

impl Automata<'_> {
    /// Returns the minimal automaton of the strings that the rule matches whole.
    #[expect(clippy::indexing_slicing, reason = "a rule is an index of `Peg::rules`, which each have a node")]
    pub(super) fn minimal(&mut self, place: usize) -> Result<Dfa, Exhausted> {
        let root = self.arena.rules[place];
        let whole = self.matches(root, self.end)?;
        self.automaton(whole, root)
    }

    /// Returns the automaton of a formula on whole inputs, with the characters that `root` tells apart.
    pub(super) fn automaton(&mut self, whole: Formula, root: u32) -> Result<Dfa, Exhausted> {
        let first = self.enter(whole, true, 0)?;
        let (classes, columns) = self.columns(&[root])?;
        let (states, next) = self.explore(first, |automata, state, row| {
            for &column in &columns {
                row.push(automata.after(state, column, 0)?);
            }
            Ok(())
        })?;
        let accept = states.iter().map(|&state| self.at_end(state)).collect();
        Ok(minimize::minimize(&classes, next, accept))
    }

    /// Returns all states that are reached from the first, in the order in which they are found, and for each the
    /// numbers of those that `row` leads to from it.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "there are fewer states than the limit and a row more"
    )]
    pub(super) fn explore<S: Copy + Eq + Hash>(
        &mut self,
        first: S,
        row: impl Fn(&mut Self, S, &mut Vec<S>) -> Result<(), Exhausted>,
    ) -> Result<(Vec<S>, Vec<u32>), Exhausted> {
        let mut states = vec![first];
        let mut ids: FxHashMap<S, u32> = FxHashMap::default();
        ids.insert(first, 0);
        let (mut next, mut targets) = (Vec::new(), Vec::new());
        let mut done = 0;
        while let Some(&state) = states.get(done) {
            row(self, state, &mut targets)?;
            for target in targets.drain(..) {
                let id = *ids.entry(target).or_insert(states.len() as u32);
                if id as usize == states.len() {
                    states.push(target);
                }
                next.push(id);
            }
            if states.len() > self.limits.states {
                return Err(Exhausted);
            }
            done += 1;
        }
        Ok((states, next))
    }

    /// The classes that the expressions can tell apart, and one for each of them among those of all
    /// rules: fewer to try in every state. Takes a step for each expression and each range of characters.
    #[expect(clippy::indexing_slicing, reason = "a set is one of the arena")]
    pub(super) fn columns(&mut self, roots: &[u32]) -> Result<(Classes, Vec<u32>), Exhausted> {
        let sets = self.sets_below(roots)?;
        let sets: Vec<&CharSet> = sets.iter().map(|&set| &self.arena.sets[set as usize]).collect();
        for _ in sets.iter().flat_map(|set| set.ranges()) {
            self.bdd.spend(0)?;
        }
        let classes = Classes::of(sets.into_iter());
        let columns = classes.firsts().into_iter().map(|c| self.classes.class_of(c) as u32).collect();
        Ok((classes, columns))
    }

    /// Returns the sets of characters in the expressions and in those that they consist of.
    fn sets_below(&mut self, roots: &[u32]) -> Result<BTreeSet<u32>, Exhausted> {
        let mut found = BTreeSet::new();
        self.visit(roots, |node| {
            if let Node::Chars(set) | Node::Read(set) = node {
                found.insert(*set);
            }
        })?;
        Ok(found)
    }

    /// Visits the expressions and those that they consist of, each once and for one step.
    #[expect(clippy::indexing_slicing, reason = "a node is one of the arena")]
    pub(super) fn visit(&mut self, roots: &[u32], mut visit: impl FnMut(&Node)) -> Result<(), Exhausted> {
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut open = roots.to_vec();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                self.bdd.spend(0)?;
                let node = &self.arena.nodes[id as usize];
                visit(node);
                open.extend(node.parts());
            }
        }
        Ok(())
    }
}
