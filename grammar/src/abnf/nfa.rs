//! Builds a nondeterministic automaton from the nodes of a rule and of those that it calls.

use std::collections::{HashMap, HashSet};

use super::node::Node;
use super::rules::{Abnf, Rule, key};
use crate::characters::charset::CharSet;
use crate::dfa::bdd::Exhausted;

pub(super) const START: u32 = 0;
pub(super) const END: u32 = 1;

/// The number of steps that are left.
pub(super) struct Steps(usize);

impl Steps {
    pub(super) fn new(steps: usize) -> Steps {
        Steps(steps)
    }

    pub(super) fn left(&self) -> usize {
        self.0
    }

    pub(super) fn spend(&mut self, steps: usize) -> Result<(), Exhausted> {
        self.0 = self.0.checked_sub(steps).ok_or(Exhausted)?;
        Ok(())
    }
}

/// An automaton from [`START`] to [`END`].
#[derive(Debug)]
pub(super) struct Nfa {
    /// For each state, its transitions: a set of characters and the next state. Each next state occurs once.
    pub(super) moves: Vec<Vec<(CharSet, u32)>>,
    /// For each state, the states that it leads to without a character (ε-transitions).
    pub(super) jumps: Vec<Vec<u32>>,
    /// For each state, the marks that it reads, and the next states.
    pub(super) marks: Vec<Vec<(u32, u32)>>,
}

/// Which calls are marked.
#[derive(Default)]
pub(super) struct Marking {
    /// By the keys of rules, the place of the rule among those that are captured.
    captured: HashMap<String, u32>,
    /// The keys of the rules below which nothing is captured.
    leaves: HashSet<String>,
}

impl Marking {
    /// The marks of each captured rule are twice its place, where it begins, and one more, where it ends.
    pub(super) fn new(captured: &[&str], leaves: &[&str]) -> Marking {
        let captured = captured.iter().map(|name| key(name)).zip(0..).collect();
        Marking { captured, leaves: leaves.iter().map(|name| key(name)).collect() }
    }

    /// Returns whether anything below the rule may be captured.
    fn is_open(&self, key: &String) -> bool {
        !self.captured.is_empty() && !self.leaves.contains(key)
    }
}

/// Builds the automaton from a worklist of nodes, each with the two states that it connects, and breaks nodes
/// down until only characters are left. There is no recursion, so calls may nest to any depth.
#[expect(clippy::arithmetic_side_effects, reason = "2³¹ names would take hundreds of gigabytes")]
pub(super) fn build(
    abnf: &Abnf,
    root: &Rule,
    marking: &Marking,
    states: usize,
    steps: &mut Steps,
) -> Result<Nfa, Exhausted> {
    let mut builder = Builder { ranges: Vec::new(), jumps: vec![Vec::new(); 2], marks: Vec::new(), states };
    let mut open = vec![(&root.node, START, END, marking.is_open(&key(&root.name)))];
    while let Some((node, from, to, marked)) = open.pop() {
        steps.spend(1)?;
        match node {
            Node::Text { text, any_case } => builder.text(text, *any_case, from, to)?,
            Node::Range(first, last) => builder.ranges.push((from, to, *first, *last)),
            Node::Call(key) => {
                let (mut from, mut to) = (from, to);
                if let (Some(&place), true) = (marking.captured.get(key), marked) {
                    let (begins, ends) = (builder.state()?, builder.state()?);
                    builder.marks.extend([(from, 2 * place, begins), (ends, 2 * place + 1, to)]);
                    (from, to) = (begins, ends);
                }
                open.push((&abnf.called(key).node, from, to, marked && marking.is_open(key)));
            }
            Node::Seq(parts) => {
                let mut at = from;
                for (place, part) in (1..).zip(parts) {
                    let next = if place == parts.len() { to } else { builder.state()? };
                    open.push((part, at, next, marked));
                    at = next;
                }
                if parts.is_empty() {
                    builder.jump(from, to);
                }
            }
            Node::Choice(parts) => open.extend(parts.iter().map(|part| (part, from, to, marked))),
            Node::Repeat { least, most, node } => {
                let copies = most.unwrap_or(*least);
                let mut at = from;
                for copy in 1..=copies {
                    if copy > *least {
                        builder.jump(at, to);
                    }
                    let next = if Some(copy) == *most { to } else { builder.state()? };
                    open.push((node, at, next, marked));
                    at = next;
                }
                if most.is_none() {
                    // A separate state is needed, because other transitions may leave `at` and enter `to`.
                    let hub = builder.state()?;
                    builder.jump(at, hub);
                    open.push((node, hub, hub, marked));
                    builder.jump(hub, to);
                }
            }
        }
    }
    Ok(builder.finish())
}

struct Builder {
    /// Transitions from a state to a state on any character from the first to the last.
    ranges: Vec<(u32, u32, char, char)>,
    jumps: Vec<Vec<u32>>,
    /// Transitions from a state on a mark to a state.
    marks: Vec<(u32, u32, u32)>,
    /// The largest number of states allowed.
    states: usize,
}

impl Builder {
    fn state(&mut self) -> Result<u32, Exhausted> {
        if self.jumps.len() >= self.states {
            return Err(Exhausted);
        }
        let state = u32::try_from(self.jumps.len()).map_err(|_| Exhausted)?;
        self.jumps.push(Vec::new());
        Ok(state)
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "a state is `START`, `END` or one that `Builder::state` returned"
    )]
    fn jump(&mut self, from: u32, to: u32) {
        self.jumps[from as usize].push(to);
    }

    fn text(&mut self, text: &str, any_case: bool, from: u32, to: u32) -> Result<(), Exhausted> {
        if text.is_empty() {
            self.jump(from, to);
        }
        let mut at = from;
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            let next = if rest.as_str().is_empty() { to } else { self.state()? };
            self.ranges.push((at, next, c, c));
            if any_case {
                let (lower, upper) = (c.to_ascii_lowercase(), c.to_ascii_uppercase());
                self.ranges.extend([(at, next, lower, lower), (at, next, upper, upper)]);
            }
            at = next;
        }
        Ok(())
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "a state is `START`, `END` or one that `Builder::state` returned; no chunk is empty"
    )]
    fn finish(mut self) -> Nfa {
        self.ranges.sort_unstable();
        let mut moves = vec![Vec::new(); self.jumps.len()];
        for same in self.ranges.chunk_by(|left, right| left.0 == right.0 && left.1 == right.1) {
            let set = CharSet::from_ranges(same.iter().map(|&(_, _, first, last)| (first, last)));
            moves[same[0].0 as usize].push((set, same[0].1));
        }
        let mut marks = vec![Vec::new(); self.jumps.len()];
        for (from, mark, to) in self.marks {
            marks[from as usize].push((mark, to));
        }
        Nfa { moves, jumps: self.jumps, marks }
    }
}
