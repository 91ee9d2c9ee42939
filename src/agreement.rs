//! The compiled parser and the parse tree agree: on every string of three pieces, and on strings sampled
//! from each rule's automaton, as they are and with a character changed.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

use crate::Rule;
use crate::automaton::{Automaton, State};
use crate::grammar::{automaton, compiled, pest_tree};
use crate::lower::Lowering;

fn assert_agreement(rule: Rule, text: &str) -> bool {
    let mut of_tree = Lowering::new(text.len());
    let by_tree = pest_tree::whole(rule, text).map(|tree| of_tree.read_tree(tree)).is_some();
    let mut of_code = Lowering::new(text.len());
    let by_code = compiled::parse(rule, text, &mut of_code);
    assert_eq!(by_code, by_tree, "{rule}: {text:?}");
    if by_code {
        let components = |lowering: Lowering| lowering.components().expect("they fit");
        assert_eq!(components(of_code), components(of_tree), "{rule}: {text:?}");
    }
    assert_eq!(
        automaton(rule).is_some_and(|automaton| automaton.run(text).accepted),
        by_code,
        "{rule}: {text:?}"
    );
    by_code
}

/// What the examples of the RFC are made of, and what goes wrong in them.
const PIECES: &[&str] = &[
    "",
    "a",
    "http:",
    "//",
    "/",
    ":",
    "@",
    "?",
    "#",
    "[",
    "]",
    "[::1]",
    "[v1.a:]",
    "1.2.3.4",
    "256",
    "%41",
    "%",
    "..",
    "é",
    " ",
    "::",
    "ffff:",
    "1:2:3:4:5:6:7:8",
    "v",
    "~!$&'()*+,;=",
    "\0",
];

#[test]
fn on_three_pieces() {
    for first in PIECES {
        for second in PIECES {
            for third in PIECES {
                let text = [*first, second, third].concat();
                for &rule in Rule::ALL {
                    assert_agreement(rule, &text);
                }
            }
        }
    }
}

/// xorshift64*, so that a failure comes again.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}

/// Strings that an automaton accepts.
struct Sampler {
    automaton: &'static Automaton,
    /// For each state the characters that lead on and where to.
    steps: Vec<Vec<(char, State)>>,
    /// How far each state is from one that accepts.
    distances: Vec<usize>,
}

impl Sampler {
    fn new(automaton: &'static Automaton) -> Self {
        let states = || (0..automaton.states()).map(State);
        let ascii =
            |state| (0..128u8).map(char::from).filter_map(move |c| Some((c, automaton.step(state, c)?)));
        let steps: Vec<Vec<(char, State)>> = states().map(|state| ascii(state).collect()).collect();
        let mut distances = alloc::vec![usize::MAX; steps.len()];
        let mut open: VecDeque<State> = states().filter(|&state| automaton.accepts_at(state)).collect();
        open.iter().for_each(|state| distances[usize::from(state.0)] = 0);
        while let Some(state) = open.pop_front() {
            for before in states() {
                let leads = steps[usize::from(before.0)].iter().any(|&(_, to)| to == state);
                if leads && distances[usize::from(before.0)] == usize::MAX {
                    distances[usize::from(before.0)] = distances[usize::from(state.0)] + 1;
                    open.push_back(before);
                }
            }
        }
        Self { automaton, steps, distances }
    }

    fn sample(&self, random: &mut Random, length: usize) -> String {
        let mut state = State(0);
        let mut text = String::new();
        loop {
            let steps = &self.steps[usize::from(state.0)];
            let done = text.len() >= length || steps.is_empty();
            if done && self.automaton.accepts_at(state) {
                return text;
            }
            let distance = |&(_, to): &(char, State)| self.distances[usize::from(to.0)];
            let nearest = steps.iter().map(distance).min();
            let toward = |step: &&(char, State)| !done || Some(distance(step)) == nearest;
            let open: Vec<_> = steps.iter().filter(toward).collect();
            let (c, to) = open[random.below(open.len())];
            text.push(*c);
            state = *to;
        }
    }
}

/// Deletes, inserts or replaces a character.
fn mutated(text: &str, random: &mut Random) -> String {
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

#[test]
fn on_samples_and_mutations_of_each_rule() {
    const STRINGS: usize = 100_000;
    for &rule in Rule::ALL {
        let sampler = Sampler::new(automaton(rule).unwrap());
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for _ in 0..STRINGS {
            let length = random.below(40);
            let text = sampler.sample(&mut random, length);
            assert!(assert_agreement(rule, &text), "{rule}: {text:?} is a sample of it");
            assert_agreement(rule, &mutated(&text, &mut random));
        }
    }
}
