//! Random strings that a rule accepts, and strings that differ from them by one character.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

use crate::grammar::automaton::{Automaton, State};

/// The random number generator xorshift64*, with a fixed seed so that failures can be reproduced.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}

/// Draws strings that an automaton accepts.
pub(super) struct Sampler {
    automaton: &'static Automaton,
    /// For each state, the characters that have a transition, and the state that each leads to.
    steps: Vec<Vec<(char, State)>>,
    /// For each state, the steps on a shortest path to an accepting state.
    nearest: Vec<Vec<(char, State)>>,
}

impl Sampler {
    pub(super) fn new(automaton: &'static Automaton) -> Self {
        let states = || (0..automaton.states()).map(State);
        let characters =
            || (0..128u8).map(char::from).chain(automaton.beyond.iter().map(|&(first, _)| first));
        let next = |state| characters().filter_map(move |c| Some((c, automaton.step(state, c)?)));
        let steps: Vec<Vec<(char, State)>> = states().map(|state| next(state).collect()).collect();
        let mut distances = alloc::vec![usize::MAX; steps.len()];
        let mut queue: VecDeque<State> = states().filter(|&state| automaton.accepts_at(state)).collect();
        queue.iter().for_each(|state| distances[usize::from(state.0)] = 0);
        while let Some(state) = queue.pop_front() {
            for before in states() {
                let leads = steps[usize::from(before.0)].iter().any(|&(_, to)| to == state);
                if leads && distances[usize::from(before.0)] == usize::MAX {
                    distances[usize::from(before.0)] = distances[usize::from(state.0)] + 1;
                    queue.push_back(before);
                }
            }
        }
        let distance = |&(_, to): &(char, State)| distances[usize::from(to.0)];
        let nearest = |steps: &Vec<(char, State)>| {
            let shortest = steps.iter().map(distance).min();
            steps.iter().filter(|step| Some(distance(step)) == shortest).copied().collect()
        };
        let nearest = steps.iter().map(nearest).collect();
        Self { automaton, steps, nearest }
    }

    pub(super) fn sample(&self, random: &mut Random, length: usize) -> String {
        let mut state = State(0);
        let mut text = String::new();
        loop {
            let at = usize::from(state.0);
            let done = text.len() >= length || self.steps[at].is_empty();
            if done && self.automaton.accepts_at(state) {
                return text;
            }
            let steps = if done { &self.nearest[at] } else { &self.steps[at] };
            let (c, to) = steps[random.below(steps.len())];
            text.push(c);
            state = to;
        }
    }
}

/// Returns the text with one character deleted, inserted or replaced.
pub(super) fn mutated(text: &str, random: &mut Random) -> String {
    const CHARACTERS: &[char] =
        &['/', ':', '@', '?', '#', '[', ']', '%', '.', 'a', 'F', '0', '9', ' ', '"', 'é', '\0'];
    let mut characters: Vec<char> = text.chars().collect();
    let at = random.below(characters.len() + 1);
    let other = CHARACTERS[random.below(CHARACTERS.len())];
    match random.below(3) {
        0 if at < characters.len() => drop(characters.remove(at)),
        1 if at < characters.len() => characters[at] = other,
        _ => characters.insert(at, other),
    }
    characters.into_iter().collect()
}
