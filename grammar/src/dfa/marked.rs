//! Automata of marked strings: those that a rule matches, with a mark where each of the nodes in it begins and
//! ends.
//!
//! A PEG takes a string apart in one way, so there is one marked string for each string that the rule matches.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::characters::classes::Classes;
use crate::dfa::arena::Node;
use crate::dfa::automaton::{Atom, Automata};
use crate::dfa::bdd::{Exhausted, FALSE, Formula, TRUE};
use crate::dfa::marks::{Mark, Marking};
use crate::error::Error;
use crate::peg::rule::Rule;

/// A deterministic automaton whose letters are classes of characters, and after them marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Marked {
    pub(crate) classes: Classes,
    /// The rules that have marks; the letters of each are that where it begins, and that where it ends.
    pub(crate) names: Vec<String>,
    /// For each state, a row of targets, one for each letter.
    pub(crate) next: Vec<u32>,
    pub(crate) accept: Vec<bool>,
    /// Whether an accepted string can be reached from the state.
    live: Vec<bool>,
}

impl Marked {
    /// Every state is reachable from state 0, which is the first.
    pub(crate) fn new(classes: Classes, names: Vec<String>, next: Vec<u32>, accept: Vec<bool>) -> Marked {
        let live = live(classes.width() + 2 * names.len(), &next, &accept);
        Marked { classes, names, next, accept, live }
    }

    fn width(&self) -> usize {
        self.classes.width() + 2 * self.names.len()
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
        let place = self.names.iter().position(|name| name == mark.rule)?;
        Some(self.classes.width() + 2 * place + usize::from(mark.ends))
    }

    /// Returns the marks, each with its letter.
    pub(crate) fn letters(&self) -> impl Iterator<Item = (Mark<'_>, usize)> {
        let marks = self.names.iter().flat_map(|rule| [false, true].map(|ends| Mark { rule, ends }));
        marks.zip(self.classes.width()..)
    }

    /// Returns whether some accepted string leads through the state.
    pub(crate) fn is_live(&self, state: usize) -> bool {
        self.live[state]
    }
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
    /// with the nodes of the captured rules that it makes below its own.
    pub(crate) fn marked_within(
        &mut self,
        left: &mut usize,
        rule: &str,
        captured: &[&str],
    ) -> Result<Marked, Error> {
        let place = self.peg.rule(rule)?;
        self.within(left, |automata| automata.marked(place, captured))
            .map_err(|Exhausted| Error::TooLarge { rule: rule.to_owned() })
    }

    fn marked(&mut self, place: usize, captured: &[&str]) -> Result<Marked, Exhausted> {
        let root = self.marking(captured).nodes[place];
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
            let read = self.marks_in(state)?;
            for letter in 0..columns.len() + 2 * marks.len() {
                let mark = |letter: usize| 2 * marks[letter / 2] + (letter % 2) as u32;
                let target = match columns.get(letter) {
                    Some(&column) => (self.after(state, column, 0)?, false),
                    None => match mark(letter - columns.len()) {
                        mark if read.contains(&mark) => {
                            let formula = self.after_mark(state, mark, at_start, 0)?;
                            (formula, at_start && formula != FALSE)
                        }
                        // What is left reads a character or another mark, or nothing.
                        _ => (FALSE, false),
                    },
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
        let names = &self.marking(captured).names;
        let names = marks.iter().map(|&mark| names[mark as usize].clone()).collect();
        Ok(Marked::new(classes, names, next, accept))
    }

    /// Returns the marks that the state may read next.
    fn marks_in(&mut self, state: Formula) -> Result<BTreeSet<u32>, Exhausted> {
        let mut found = BTreeSet::new();
        let mut seen: FxHashSet<Formula> = FxHashSet::default();
        let mut open = vec![state];
        while let Some(formula) = open.pop() {
            if formula != TRUE && formula != FALSE && seen.insert(formula) {
                self.bdd.spend(0)?;
                let branch = self.bdd.branch(formula);
                if let Atom::Mark { mark, .. } = self.atoms[branch.var as usize] {
                    found.insert(mark);
                }
                open.extend([branch.then, branch.other]);
            }
        }
        Ok(found)
    }

    /// Returns the marking of these rules, which is kept until others are asked for.
    fn marking(&mut self, captured: &[&str]) -> &Marking {
        let known = self.marking.take().filter(|marking| marking.names == captured);
        let marking = known.unwrap_or_else(|| {
            let mark = |rule: &Rule| {
                let place = captured.iter().position(|name| *name == rule.name)? as u32;
                rule.capture.then_some((2 * place, 2 * place + 1))
            };
            let nodes = self.arena.mark(self.peg, mark);
            Marking { names: captured.iter().map(|&name| name.to_owned()).collect(), nodes }
        });
        self.marking.insert(marking)
    }

    /// Returns the places of the rules whose marks the node reads.
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
