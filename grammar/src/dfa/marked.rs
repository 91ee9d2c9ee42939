//! Automata of marked strings, which are the strings that a rule matches, with marks at the beginning and the end of
//! nodes and calls.
//!
//! A PEG is unambiguous, so each string that a rule matches has exactly one marked string.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "states, letters and names are numbered from 0, and `next` has a target for each state and \
              letter"
)]

use std::collections::BTreeSet;

use crate::characters::Classes;
use crate::dfa::arena::{Mark, Marks, Names, Node};
use crate::dfa::automaton::Automata;
use crate::dfa::bdd::{Exhausted, FALSE, mark_bit};
use crate::error::Error;

/// A mark that no expression reads. All marks that a state cannot read lead to the same target as this mark.
const ABSENT: u32 = u32::MAX;

/// A deterministic automaton whose letters are classes of characters, followed by marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    pub(crate) classes: Classes,
    /// The rules whose nodes are marked. Each has two letters, for the beginning and the end of a node.
    names: Names,
    /// The rules whose calls are marked. Their letters follow those of the nodes.
    calls: Names,
    /// For each state, a row of targets, one for each letter.
    next: Vec<u32>,
    pub(crate) accept: Vec<bool>,
    /// For each state, whether an accepting state is reachable from it.
    live: Vec<bool>,
}

impl Marked {
    /// Creates an automaton. All states must be reachable from the initial state 0.
    pub(crate) fn new(classes: Classes, marks: Marks, next: Vec<u32>, accept: Vec<bool>) -> Marked {
        let Marks { nodes: names, calls } = marks;
        let width = classes.width() + 2 * (names.list().len() + calls.list().len());
        let live = live(width, &next, &accept);
        Marked { classes, names, calls, next, accept, live }
    }

    fn width(&self) -> usize {
        self.classes.width() + 2 * (self.names.list().len() + self.calls.list().len())
    }

    /// Returns the next state by a letter.
    pub(crate) fn next(&self, state: usize, letter: usize) -> usize {
        self.next[state * self.width() + letter] as usize
    }

    pub(crate) fn class_of(&self, c: char) -> usize {
        self.classes.class_of(c)
    }

    /// Returns the letter of a mark of a node, or `None` if the nodes of its rule are not marked.
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

    /// Returns whether an accepting state is reachable from the state.
    pub(crate) fn is_live(&self, state: usize) -> bool {
        self.live[state]
    }
}

fn marks(rules: &Names) -> impl Iterator<Item = Mark<'_>> {
    rules.list().iter().flat_map(|rule| [false, true].map(|ends| Mark { rule, ends }))
}

/// Returns for each state whether an accepting state is reachable from it.
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
    /// Returns the automaton of the marked strings of the rule. These are the strings that the rule, as a start rule,
    /// matches as a whole, with the marks of the nodes and calls below its own node. Subtracts the steps from `budget`.
    ///
    /// # Errors
    ///
    /// The errors of [`Automata::dfa_within`].
    ///
    /// ```
    /// use urigram_grammar::marked::Marks;
    /// use urigram_grammar::{Automata, Grammar, Peg};
    ///
    /// let grammar = Grammar::read("time = { hour ~ hour } hour = { '0'..'9' }", "time.pest")?;
    /// let peg = Peg::new(&grammar);
    /// let marks = Marks { calls: ["hour"].into_iter().collect(), ..Marks::default() };
    /// let time = Automata::new(&peg).marked_within(&mut 10_000, "time", &marks)?;
    /// assert_eq!(time.calls("12").map(|calls| calls.len()), Some(2));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    pub fn marked_within(&mut self, budget: &mut usize, rule: &str, marks: &Marks) -> Result<Marked, Error> {
        let place = self.peg.rule(rule)?;
        self.within(budget, |automata| automata.marked(place, marks))
            .map_err(|Exhausted| Error::TooLarge { rule: rule.to_owned() })
    }

    fn marked(&mut self, place: usize, of: &Marks) -> Result<Marked, Exhausted> {
        let root = self.marking.node(place, of, (self.peg, &mut self.arena, &mut self.bdd))?;
        let marks = self.marks_below(root)?;
        let whole = self.matches(root, self.stop)?;
        let first = (self.enter(whole, true, 0)?, true);
        let (classes, columns) = self.columns(&[root])?;
        let (states, next) = self.explore(first, |automata, (state, at_start), row| {
            for &column in &columns {
                // Each target takes memory, so it takes a step.
                automata.bdd.spend(0)?;
                row.push((automata.after(state, column, 0)?, false));
            }
            let ahead = automata.marks_ahead(state, 0)?;
            let absent = automata.after_mark(state, ABSENT, at_start, 0)?;
            for mark in marks.iter().flat_map(|place| [2 * place, 2 * place + 1]) {
                automata.bdd.spend(0)?;
                let target = match ahead & mark_bit(mark) {
                    0 => absent,
                    _ => automata.after_mark(state, mark, at_start, 0)?,
                };
                row.push((target, at_start && target != FALSE));
            }
            Ok(())
        })?;
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

    /// Returns the sorted indices of the rules whose marks the node reads.
    fn marks_below(&mut self, root: u32) -> Result<Vec<u32>, Exhausted> {
        let mut found = BTreeSet::new();
        self.visit(&[root], |node| {
            if let Node::Mark(mark) = node {
                found.insert(mark / 2);
            }
        })?;
        Ok(found.into_iter().collect())
    }
}
