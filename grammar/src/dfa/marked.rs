//! Automata of marked strings: those that a rule matches, with a mark where each of the nodes in it begins and
//! ends.
//!
//! A PEG takes a string apart in one way, so there is one marked string for each string that the rule matches.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::characters::classes::Classes;
use crate::dfa::arena::Node;
use crate::dfa::automaton::{Automata, mark_bit};
use crate::dfa::bdd::{Exhausted, FALSE, Formula};
use crate::dfa::marks::{Mark, Marks, Names};
use crate::error::Error;

/// Stands for every mark that a state cannot read.
const ABSENT: u32 = u32::MAX;

/// A deterministic automaton whose letters are classes of characters, and after them marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Marked {
    pub(crate) classes: Classes,
    /// The rules that have marks; the letters of each are that where it begins, and that where it ends.
    names: Names,
    /// The rules whose calls have marks. Their letters come after those of the nodes.
    calls: Names,
    /// For each state, a row of targets, one for each letter.
    pub(crate) next: Vec<u32>,
    pub(crate) accept: Vec<bool>,
    /// Whether an accepted string can be reached from the state.
    live: Vec<bool>,
}

impl Marked {
    /// Every state is reachable from state 0, which is the first.
    pub(crate) fn new(classes: Classes, marks: Marks, next: Vec<u32>, accept: Vec<bool>) -> Marked {
        let Marks { nodes: names, calls } = marks;
        let width = classes.width() + 2 * (names.list().len() + calls.list().len());
        let live = live(width, &next, &accept);
        Marked { classes, names, calls, next, accept, live }
    }

    fn width(&self) -> usize {
        self.classes.width() + 2 * (self.names.list().len() + self.calls.list().len())
    }

    /// Returns the state that follows on a letter.
    pub(crate) fn next(&self, state: usize, letter: usize) -> usize {
        self.next[state * self.width() + letter] as usize
    }

    pub(crate) fn class_of(&self, c: char) -> usize {
        self.classes.class_of(c)
    }

    /// Returns the letter of a mark, unless no node of that rule is ever made.
    pub(crate) fn letter(&self, mark: Mark<'_>) -> Option<usize> {
        let place = self.names.place(mark.rule)?;
        Some(self.classes.width() + 2 * place + usize::from(mark.ends))
    }

    /// Returns the marks of nodes, each with its letter.
    pub(crate) fn letters(&self) -> impl Iterator<Item = (Mark<'_>, usize)> {
        marks(&self.names).zip(self.classes.width()..)
    }

    /// Returns the marks of calls, each with its letter.
    pub(crate) fn call_letters(&self) -> impl Iterator<Item = (Mark<'_>, usize)> {
        marks(&self.calls).zip(self.classes.width() + 2 * self.names.list().len()..)
    }

    /// Returns whether some accepted string leads through the state.
    pub(crate) fn is_live(&self, state: usize) -> bool {
        self.live[state]
    }
}

fn marks(rules: &Names) -> impl Iterator<Item = Mark<'_>> {
    rules.list().iter().flat_map(|rule| [false, true].map(|ends| Mark { rule, ends }))
}

/// Returns for each state whether an accepting one can be reached from it.
fn live(width: usize, next: &[u32], accept: &[bool]) -> Vec<bool> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); accept.len()];
    for (state, row) in (0..).zip(next.chunks(width)) {
        for &target in row {
            if before[target as usize].last() != Some(&state) {
                before[target as usize].push(state);
            }
        }
    }
    let mut live = accept.to_vec();
    let mut open: Vec<u32> =
        (0..).zip(accept).filter(|(_, accept)| **accept).map(|(state, _)| state).collect();
    while let Some(state) = open.pop() {
        for &from in &before[state as usize] {
            if !std::mem::replace(&mut live[from as usize], true) {
                open.push(from);
            }
        }
    }
    live
}

impl Automata<'_> {
    /// Returns the automaton of the rule's marked strings: those that the rule, as a start rule, matches whole,
    /// with the marks of the nodes and calls below its own.
    pub(crate) fn marked_within(
        &mut self,
        left: &mut usize,
        rule: &str,
        marks: &Marks,
    ) -> Result<Marked, Error> {
        let place = self.peg.rule(rule)?;
        self.within(left, |automata| automata.marked(place, marks))
            .map_err(|Exhausted| Error::TooLarge { rule: rule.to_owned() })
    }

    fn marked(&mut self, place: usize, of: &Marks) -> Result<Marked, Exhausted> {
        let root = self.marking.node(place, of, (self.peg, &mut self.arena, &mut self.bdd))?;
        let marks = self.marks_below(root)?;
        let whole = self.matches(root, self.stop)?;
        let first = (self.enter(whole, true, 0)?, true);
        let (classes, columns) = self.columns(&[root])?;
        let mut states = vec![first];
        let mut ids: FxHashMap<(Formula, bool), u32> = FxHashMap::default();
        ids.insert(first, 0);
        let mut next = Vec::new();
        let mut done = 0;
        while let Some(&(state, at_start)) = states.get(done) {
            let ahead = self.marks_ahead(state, 0)?;
            for letter in 0..columns.len() + 2 * marks.len() {
                // Each takes memory for its target.
                self.bdd.spend(0)?;
                let target = match columns.get(letter) {
                    Some(&column) => (self.after(state, column, 0)?, false),
                    None => {
                        let mark = letter - columns.len();
                        let mark = 2 * marks[mark / 2] + (mark % 2) as u32;
                        let mark = if ahead & mark_bit(mark) == 0 { ABSENT } else { mark };
                        let formula = self.after_mark(state, mark, at_start, 0)?;
                        (formula, at_start && formula != FALSE)
                    }
                };
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
        let accept = states.iter().map(|&(state, _)| self.at_end(state)).collect();
        let (nodes, calls) = (of.nodes.list(), of.calls.list());
        let is_node = |&&place: &&u32| (place as usize) < nodes.len();
        let read = Marks {
            nodes: marks.iter().take_while(is_node).map(|&place| nodes[place as usize].as_str()).collect(),
            calls: marks
                .iter()
                .skip_while(is_node)
                .map(|&place| calls[place as usize - nodes.len()].as_str())
                .collect(),
        };
        Ok(Marked::new(classes, read, next, accept))
    }

    /// Returns the places of the rules whose marks the node reads, in order.
    fn marks_below(&mut self, root: u32) -> Result<Vec<u32>, Exhausted> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                self.bdd.spend(0)?;
                match &self.arena.nodes[id as usize] {
                    Node::Mark(mark) => drop(found.insert(mark / 2)),
                    node => open.extend(node.parts()),
                }
            }
        }
        Ok(found.into_iter().collect())
    }
}
