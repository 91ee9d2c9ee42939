//! Converts a nondeterministic automaton to the minimal deterministic one, by the subset construction.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "states are those of the automaton, classes below the width, marks below twice the names; \
              sets are numbered here"
)]

use std::collections::HashMap;
use std::rc::Rc;

use super::nfa::{END, Nfa, START, Steps};
use crate::characters::charset::CharSet;
use crate::characters::classes::Classes;
use crate::dfa::Dfa;
use crate::dfa::bdd::Exhausted;
use crate::dfa::marked::Marked;
use crate::dfa::marks::{Marks, Names};
use crate::dfa::minimize::minimize;

/// Returns the minimal deterministic automaton of an automaton without marks.
pub(super) fn dfa(nfa: &Nfa, states: usize, steps: &mut Steps) -> Result<Dfa, Exhausted> {
    let (classes, next, accept) = deterministic(nfa, 0, states, steps)?;
    Ok(minimize(&classes, next, accept))
}

/// Returns the deterministic automaton of an automaton with the marks of rules with these names.
pub(super) fn marked(
    nfa: &Nfa,
    names: &Names,
    states: usize,
    steps: &mut Steps,
) -> Result<Marked, Exhausted> {
    let (classes, next, accept) = deterministic(nfa, 2 * names.list().len(), states, steps)?;
    let marks = Marks { nodes: names.clone(), ..Marks::default() };
    Ok(Marked::new(classes, marks, next, accept))
}

/// Returns the classes, the targets of each state by each class and each mark, and whether the state accepts. Each
/// state is the set of states that the nondeterministic automaton can be in; there may be at most `states` of them.
fn deterministic(
    nfa: &Nfa,
    marks: usize,
    states: usize,
    steps: &mut Steps,
) -> Result<(Classes, Vec<u32>, Vec<bool>), Exhausted> {
    let (classes, moves) = classes(nfa, steps)?;
    let mut closure = Closure { nfa, seen: vec![false; nfa.jumps.len()] };
    let first = closure.of(vec![START], steps)?;
    let mut ids = HashMap::from([(first.clone(), 0)]);
    let mut sets = vec![first];
    let mut next = Vec::new();
    let mut dead = None;
    let mut done = 0;
    let mut targets = vec![Vec::new(); classes.width() + marks];
    while let Some(set) = sets.get(done).cloned() {
        steps.spend(targets.len())?;
        for (class, to) in set.iter().flat_map(|&state| &moves[state as usize]) {
            steps.spend(1)?;
            targets[*class as usize].push(*to);
        }
        for (mark, to) in set.iter().flat_map(|&state| &nfa.marks[state as usize]) {
            steps.spend(1)?;
            targets[classes.width() + *mark as usize].push(*to);
        }
        for targets in &mut targets {
            if let (Some(dead), true) = (dead, targets.is_empty()) {
                next.push(dead);
                continue;
            }
            let target = closure.of(std::mem::take(targets), steps)?;
            let id = *ids.entry(target.clone()).or_insert(sets.len() as u32);
            if id as usize == sets.len() {
                sets.push(target);
            }
            if sets[id as usize].is_empty() {
                dead = Some(id);
            }
            next.push(id);
        }
        if sets.len() > states {
            return Err(Exhausted);
        }
        done += 1;
    }
    let accept = sets.iter().map(|set| set.binary_search(&END).is_ok()).collect();
    Ok((classes, next, accept))
}

/// For each state, its transitions: a class and the next state.
type Moves = Vec<Vec<(u32, u32)>>;

fn classes(nfa: &Nfa, steps: &mut Steps) -> Result<(Classes, Moves), Exhausted> {
    let mut places: HashMap<&CharSet, usize> = HashMap::new();
    let mut sets = Vec::new();
    for (set, _) in nfa.moves.iter().flatten() {
        places.entry(set).or_insert_with(|| {
            sets.push(set);
            sets.len() - 1
        });
    }
    // The time for a partition is the number of sets times the number of their boundaries.
    let ranges: usize = sets.iter().map(|set| set.ranges().len()).sum();
    steps.spend(ranges.saturating_mul(sets.len()))?;
    let classes = Classes::of(sets.iter().copied());
    let firsts = classes.firsts();
    let members: Vec<Vec<u32>> = sets
        .iter()
        .map(|set| (0..).zip(&firsts).filter(|&(_, &c)| set.contains(c)).map(|(class, _)| class).collect())
        .collect();
    let mut moves = Vec::with_capacity(nfa.moves.len());
    for from in &nfa.moves {
        let mut by_class = Vec::new();
        for (set, to) in from {
            let members = &members[places[set]];
            steps.spend(members.len())?;
            by_class.extend(members.iter().map(|&class| (class, *to)));
        }
        moves.push(by_class);
    }
    Ok((classes, moves))
}

/// Follows transitions without a character.
struct Closure<'n> {
    nfa: &'n Nfa,
    seen: Vec<bool>,
}

impl Closure<'_> {
    /// Returns the states that these lead to without a character, themselves included, reduced to those that
    /// matter: those with transitions, and the end.
    fn of(&mut self, mut open: Vec<u32>, steps: &mut Steps) -> Result<Rc<[u32]>, Exhausted> {
        let mut found = Vec::new();
        while let Some(state) = open.pop() {
            steps.spend(1)?;
            if !std::mem::replace(&mut self.seen[state as usize], true) {
                found.push(state);
                open.extend(&self.nfa.jumps[state as usize]);
            }
        }
        for &state in &found {
            self.seen[state as usize] = false;
        }
        let reads = |state: usize| !self.nfa.moves[state].is_empty() || !self.nfa.marks[state].is_empty();
        found.retain(|&state| state == END || reads(state as usize));
        found.sort_unstable();
        Ok(found.into())
    }
}
