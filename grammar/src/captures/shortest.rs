//! Searches for the shortest string that an automaton with marks accepts.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "nodes have been added, and a letter is less than the number of letters"
)]

use std::hash::Hash;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

/// An automaton to search. Its letters are `chars()` characters, with the most readable first, followed by `marks()`
/// marks, which do not count for the length of a string.
pub(super) trait Searched {
    type State: Copy + Eq + Hash;

    fn chars(&self) -> usize;
    fn marks(&self) -> usize;
    fn is_printable(&self, letter: usize) -> bool;
    /// Returns the next state, or `None` if no accepting state is reachable from it.
    fn next(&self, state: Self::State, letter: usize) -> Option<Self::State>;
    fn is_accepting(&self, state: Self::State) -> bool;
}

/// A node of the search tree.
#[derive(Clone, Copy)]
struct Node<S> {
    state: S,
    /// The index of the parent node.
    before: usize,
    /// The letter that leads from the parent to this node.
    by: usize,
    /// The number of characters on the path that are not printable ASCII.
    unprintable: usize,
}

impl<S> Node<S> {
    /// Returns the key by which the nodes of a layer are sorted, and the best node of a state is chosen.
    fn order(&self) -> (usize, usize, usize) {
        (self.unprintable, self.before, self.by)
    }
}

/// Returns the letters of the most readable of the shortest accepted strings, or `Some(None)` if no string is accepted.
///
/// Subtracts the number of visited states from `budget`, and returns `None` if the budget is too small.
pub(super) fn shortest<A: Searched>(
    automaton: &A,
    start: A::State,
    budget: &mut usize,
) -> Option<Option<Vec<usize>>> {
    let mut search = ShortestSearch { automaton, budget, nodes: Vec::new(), seen: FxHashSet::default() };
    let mut layer = search.add_layer(vec![Node { state: start, before: 0, by: 0, unprintable: 0 }])?;
    while !layer.is_empty() {
        if let Some(at) = layer.clone().find(|&at| automaton.is_accepting(search.nodes[at].state)) {
            return Some(Some(search.letters(at)));
        }
        let next = search.next_layer(layer);
        layer = search.add_layer(next)?;
    }
    Some(None)
}

/// A breadth-first search with a layer of nodes for each number of characters. Marks lead to nodes in the same layer.
/// Within a layer the nodes are sorted by their strings, with the most readable first.
struct ShortestSearch<'a, 'l, A: Searched> {
    automaton: &'a A,
    budget: &'l mut usize,
    nodes: Vec<Node<A::State>>,
    seen: FxHashSet<A::State>,
}

impl<A: Searched> ShortestSearch<'_, '_, A> {
    /// Returns the best node for each new state that one more character leads to.
    fn next_layer(&self, layer: Range<usize>) -> Vec<Node<A::State>> {
        let mut found: FxHashMap<A::State, Node<A::State>> = FxHashMap::default();
        for before in layer {
            for by in 0..self.automaton.chars() {
                let Some(node) = self.child(before, by) else { continue };
                let best = found.entry(node.state).or_insert(node);
                if node.order() < best.order() {
                    *best = node;
                }
            }
        }
        let mut next: Vec<Node<A::State>> = found.into_values().collect();
        next.sort_unstable_by_key(Node::order);
        next
    }

    /// Adds the nodes, each followed by the nodes that marks lead to. Returns `None` if the budget is exhausted.
    fn add_layer(&mut self, layer: Vec<Node<A::State>>) -> Option<Range<usize>> {
        let from = self.nodes.len();
        let chars = self.automaton.chars();
        for node in layer {
            let mut at = self.nodes.len();
            self.add(node)?;
            while at < self.nodes.len() {
                for by in chars..chars + self.automaton.marks() {
                    if let Some(node) = self.child(at, by) {
                        self.add(node)?;
                    }
                }
                at += 1;
            }
        }
        Some(from..self.nodes.len())
    }

    fn add(&mut self, node: Node<A::State>) -> Option<()> {
        if self.seen.insert(node.state) {
            *self.budget = self.budget.checked_sub(1)?;
            self.nodes.push(node);
        }
        Some(())
    }

    /// Returns the node that the letter leads to, if its state is new.
    fn child(&self, before: usize, by: usize) -> Option<Node<A::State>> {
        let Node { state, unprintable, .. } = self.nodes[before];
        let state = self.automaton.next(state, by).filter(|state| !self.seen.contains(state))?;
        let is_printable = by >= self.automaton.chars() || self.automaton.is_printable(by);
        Some(Node { state, before, by, unprintable: unprintable + usize::from(!is_printable) })
    }

    fn letters(&self, mut at: usize) -> Vec<usize> {
        let mut letters = Vec::new();
        while at > 0 {
            letters.push(self.nodes[at].by);
            at = self.nodes[at].before;
        }
        letters.reverse();
        letters
    }
}
