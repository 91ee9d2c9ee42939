//! Minimizes automata, with canonical numbers for states and classes, and restricts automata to an alphabet.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "`next` has a row of states for each state; there are at most as many blocks as states, and \
              transitions have 32-bit numbers"
)]

use std::collections::HashMap;

use rustc_hash::FxHashMap;

use crate::characters::{CharSet, Classes};
use crate::dfa::Dfa;

/// Minimizes a complete automaton with the start state 0, from which all states must be reachable. `next` has a row of
/// targets for each state.
pub(crate) fn minimize(classes: &Classes, next: Vec<u32>, accept: Vec<bool>) -> Dfa {
    let width = classes.width();
    let blocks = Blocks::refine(width, &next, &accept);
    let count = blocks.ranges.len();
    // Any member of a block represents it.
    let members: Vec<usize> = blocks.ranges.iter().map(|&(from, _)| blocks.order[from] as usize).collect();
    let target = |block: usize, class: usize| blocks.block[next[members[block] * width + class] as usize];

    let mut labels = HashMap::new();
    let columns: Vec<usize> = (0..width)
        .map(|class| {
            let column: Vec<u32> = (0..count).map(|block| target(block, class)).collect();
            let fresh = labels.len();
            *labels.entry(column).or_insert(fresh)
        })
        .collect();
    let merged = classes.merged(&columns);
    let kept: Vec<usize> = merged.firsts().into_iter().map(|c| classes.class_of(c)).collect();

    let mut number = vec![u32::MAX; count];
    let mut found = vec![blocks.block[0] as usize];
    number[found[0]] = 0;
    let mut rows = Vec::with_capacity(count * kept.len());
    let mut done = 0;
    while let Some(&block) = found.get(done) {
        for &class in &kept {
            let target = target(block, class) as usize;
            if number[target] == u32::MAX {
                number[target] = found.len() as u32;
                found.push(target);
            }
            rows.push(number[target]);
        }
        done += 1;
    }
    let accept: Vec<bool> = found.iter().map(|&block| accept[members[block]]).collect();
    let stays =
        |state: usize| rows[state * kept.len()..][..kept.len()].iter().all(|&to| to as usize == state);
    let dead = (0..found.len()).find(|&state| !accept[state] && stays(state));
    Dfa { classes: merged, next: rows, accept, dead }
}

/// A partition of the states into blocks, refined by Hopcroft's algorithm until the states of each block are equivalent.
struct Blocks {
    /// The states, grouped by blocks.
    order: Vec<u32>,
    /// The index of each state in `order`.
    place: Vec<u32>,
    /// The block of each state.
    block: Vec<u32>,
    /// The start and the end of each block in `order`.
    ranges: Vec<(usize, usize)>,
    /// For each block, the number of states at its beginning that have been picked for splitting.
    picked: Vec<usize>,
}

impl Blocks {
    fn refine(width: usize, next: &[u32], accept: &[bool]) -> Blocks {
        let states = accept.len();
        let sources = Sources::new(width, next, states);
        let mut blocks = Blocks {
            order: (0..states as u32).collect(),
            place: (0..states as u32).collect(),
            block: vec![0; states],
            ranges: vec![(0, states)],
            picked: vec![0],
        };
        (0..states).filter(|&state| accept[state]).for_each(|state| blocks.pick(state));
        blocks.split(0);

        let mut waiting = vec![true; blocks.ranges.len()];
        let mut open: Vec<usize> = (0..blocks.ranges.len()).collect();
        let mut touched = Vec::new();
        while let Some(splitter) = open.pop() {
            waiting[splitter] = false;
            let (from, to) = blocks.ranges[splitter];
            // Copy the block, because it may itself be split below.
            let targets = blocks.order[from..to].to_vec();
            for class in 0..width {
                for &source in targets.iter().flat_map(|&target| sources.of(class, target as usize)) {
                    let block = blocks.block[source as usize] as usize;
                    if blocks.picked[block] == 0 {
                        touched.push(block);
                    }
                    blocks.pick(source as usize);
                }
                for block in touched.drain(..) {
                    let Some(new) = blocks.split(block) else { continue };
                    let size = |block: usize| blocks.ranges[block].1 - blocks.ranges[block].0;
                    // After splitting by the whole block, splitting by the smaller half implies splitting by the larger.
                    let queued = if waiting[block] || size(new) <= size(block) { new } else { block };
                    waiting.push(false);
                    waiting[queued] = true;
                    open.push(queued);
                }
            }
        }
        blocks
    }

    /// Moves a state to the picked states at the beginning of its block.
    fn pick(&mut self, state: usize) {
        let block = self.block[state] as usize;
        let (from, at) = (self.ranges[block].0 + self.picked[block], self.place[state] as usize);
        if at < from {
            return;
        }
        self.order.swap(from, at);
        self.place[self.order[from] as usize] = from as u32;
        self.place[self.order[at] as usize] = at as u32;
        self.picked[block] += 1;
    }

    /// Moves the picked states of a block to a new block, unless none or all states are picked. Returns the new block.
    fn split(&mut self, block: usize) -> Option<usize> {
        let picked = std::mem::take(&mut self.picked[block]);
        let (from, to) = self.ranges[block];
        if picked == 0 || picked == to - from {
            return None;
        }
        let new = self.ranges.len();
        self.ranges[block] = (from + picked, to);
        self.ranges.push((from, from + picked));
        self.picked.push(0);
        for &state in &self.order[from..from + picked] {
            self.block[state as usize] = new as u32;
        }
        Some(new)
    }
}

/// The transitions in reverse.
struct Sources {
    states: usize,
    /// For each class and target, the index of its first source in `list`, followed by the length of `list`.
    begin: Vec<u32>,
    /// The sources, grouped by class and target.
    list: Vec<u32>,
}

impl Sources {
    fn new(width: usize, next: &[u32], states: usize) -> Sources {
        let slot = |at: usize| at % width * states + next[at] as usize;
        let mut begin = vec![0u32; width * states + 1];
        (0..next.len()).for_each(|at| begin[slot(at) + 1] += 1);
        for at in 1..begin.len() {
            begin[at] += begin[at - 1];
        }
        let mut free = begin.clone();
        let mut list = vec![0; next.len()];
        for at in 0..next.len() {
            list[free[slot(at)] as usize] = (at / width) as u32;
            free[slot(at)] += 1;
        }
        Sources { states, begin, list }
    }

    fn of(&self, class: usize, target: usize) -> &[u32] {
        let slot = class * self.states + target;
        &self.list[self.begin[slot] as usize..self.begin[slot + 1] as usize]
    }
}

impl Dfa {
    /// Returns the minimal automaton of the accepted strings that consist only of characters of the alphabet.
    ///
    /// A rule that matches all Unicode characters mostly accepts strings of rare characters. An alphabet limits samples,
    /// counts and comparisons to the strings of interest.
    ///
    /// ```
    /// use urigram_grammar::{Automata, CharSet, Grammar, Peg};
    ///
    /// let grammar = Grammar::read(r#"quoted = @{ "'" ~ (!"'" ~ ANY)* ~ "'" }"#, "quoted.pest")?;
    /// let peg = Peg::new(&grammar);
    /// let quoted = Automata::new(&peg).dfa("quoted")?;
    /// let printable = quoted.over(&CharSet::range(' ', '~'));
    /// assert!(quoted.accepts("'é'") && !printable.accepts("'é'"));
    /// assert!(printable.accepts("'e'"));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn over(&self, alphabet: &CharSet) -> Dfa {
        let sets = self.classes.sets();
        let classes = Classes::of(sets.iter().chain([alphabet]));
        // For each class of the result, the class in `self`, or `None` outside of the alphabet.
        let columns: Vec<Option<usize>> =
            classes.firsts().into_iter().map(|c| alphabet.contains(c).then(|| self.class_of(c))).collect();

        let mut states = vec![Some(self.start())];
        let mut ids = FxHashMap::from_iter([(states[0], 0)]);
        let mut next = Vec::new();
        let mut done = 0;
        while let Some(&state) = states.get(done) {
            for &column in &columns {
                let target = state.zip(column).map(|(state, class)| self.next(state, class));
                let id = *ids.entry(target).or_insert(states.len() as u32);
                if id as usize == states.len() {
                    states.push(target);
                }
                next.push(id);
            }
            done += 1;
        }
        let accept = states.iter().map(|state| state.is_some_and(|state| self.is_accepting(state))).collect();
        minimize(&classes, next, accept)
    }
}
