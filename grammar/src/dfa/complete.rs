//! Completes the beginning of a string: the shortest rest with which an automaton accepts it.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "states are those of the automaton, each with a cost; no way is longer than they are many"
)]

use std::collections::VecDeque;

use crate::characters::readable;
use crate::dfa::Dfa;

/// For each state of an automaton, the best of the shortest strings from there to an accepting state.
pub(crate) struct Completions<'d> {
    dfa: &'d Dfa,
    /// The most readable character of each class, the most readable first, with its class.
    symbols: Vec<(char, usize)>,
    /// The number of characters, and how many of them are not printable ASCII; `None` for the dead state.
    costs: Vec<Option<(usize, usize)>>,
}

impl<'d> Completions<'d> {
    /// Takes time and memory for each transition.
    pub(crate) fn of(dfa: &'d Dfa) -> Completions<'d> {
        let mut best: Vec<_> = (dfa.classes().sets().iter().zip(0..))
            .filter_map(|(set, class)| Some((readable::best(set)?, class)))
            .collect();
        best.sort_unstable();
        let symbols: Vec<(char, usize)> = best.into_iter().map(|((_, c), class)| (c, class)).collect();

        let mut sources = vec![Vec::new(); dfa.states()];
        for state in 0..dfa.states() {
            for &target in dfa.row(state) {
                sources[target as usize].push(state);
            }
        }
        let mut costs = vec![None; dfa.states()];
        let mut open: VecDeque<usize> = (0..dfa.states()).filter(|&state| dfa.is_accepting(state)).collect();
        open.iter().for_each(|&state| costs[state] = Some((0, 0)));
        let mut found = Vec::new();
        while let Some(state) = open.pop_front() {
            let Some((length, _)) = costs[state] else { unreachable!("an open state has a cost") };
            for source in std::mem::take(&mut sources[state]) {
                if costs[source].is_none() {
                    costs[source] = Some((length + 1, usize::MAX));
                    open.push_back(source);
                    found.push(source);
                }
            }
        }
        let mut completions = Completions { dfa, symbols, costs };
        // The nearer to the end come first, and the others build on them.
        for state in found {
            completions.costs[state] = completions.next(state).map(|(cost, ..)| cost);
        }
        completions
    }

    /// Returns the number of characters from the state on, and how many of them are not printable ASCII.
    pub(crate) fn cost(&self, state: usize) -> Option<(usize, usize)> {
        self.costs[state]
    }

    /// Returns the rest, or nothing from the dead state.
    pub(crate) fn rest(&self, mut state: usize) -> Option<String> {
        self.costs[state]?;
        let mut rest = String::new();
        while !self.dfa.is_accepting(state) {
            let Some((_, c, target)) = self.next(state) else {
                unreachable!("a live state leads to an accepting one")
            };
            rest.push(c);
            state = target;
        }
        Some(rest)
    }

    /// Returns the cost of the best way on from a state that does not accept, its first character and where that leads.
    fn next(&self, state: usize) -> Option<((usize, usize), char, usize)> {
        let length = self.costs[state]?.0;
        let ways = self.symbols.iter().filter_map(|&(c, class)| {
            let target = self.dfa.next(state, class);
            let (rest, unprintable) = self.costs[target].filter(|&(rest, _)| rest + 1 == length)?;
            Some(((rest + 1, unprintable + usize::from(!readable::is_printable(c))), c, target))
        });
        // `min_by_key` returns the first of several minima.
        ways.min_by_key(|&(cost, ..)| cost)
    }
}
