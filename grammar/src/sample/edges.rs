//! An automaton as a graph: for each state, how many characters lead to each next state.

use std::collections::BTreeMap;

use crate::dfa::Dfa;

/// The transitions from one state to another.
#[derive(Debug, Clone)]
pub(crate) struct Edge {
    pub(crate) to: usize,
    /// The number of characters: at least one, and on all edges of a state together at most all 1,112,064.
    pub(crate) chars: u64,
}

/// Returns the edges from each state to live states.
#[expect(clippy::arithmetic_side_effects, reason = "there are no more characters than 1,112,064")]
pub(crate) fn edges(dfa: &Dfa) -> Vec<Vec<Edge>> {
    let sizes: Vec<u64> = dfa.classes().sets().iter().map(|set| set.len() as u64).collect();
    let from = |state| {
        let mut chars = BTreeMap::new();
        for (&to, size) in dfa.row(state).iter().zip(&sizes) {
            if dfa.is_live(to as usize) {
                *chars.entry(to as usize).or_insert(0) += size;
            }
        }
        chars.into_iter().map(|(to, chars)| Edge { to, chars }).collect()
    };
    (0..dfa.states()).map(from).collect()
}
