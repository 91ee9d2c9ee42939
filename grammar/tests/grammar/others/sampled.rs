//! Samples of each rule of the grammars are strings that pest accepts.

use urigram_grammar::{Automata, Peg, SampleError, Sampler};

use super::OTHERS;
use crate::common::Pest;

const LONGEST: usize = 20;
const STRINGS: usize = 40;

#[test]
fn are_accepted_by_pest() {
    for other in &OTHERS {
        let grammar = other.grammar();
        let (pest, peg) = (Pest::new(&grammar), Peg::new(&grammar));
        let mut automata = Automata::new(&peg);
        let mut sampled = 0;
        for rule in peg.names() {
            let Ok(dfa) = automata.dfa(rule) else { continue };
            let sampler = match Sampler::new(&dfa, LONGEST) {
                Ok(sampler) => sampler,
                // All its strings are longer, or there are none.
                Err(SampleError::Empty { .. }) => continue,
                Err(error) => panic!("{}, {rule}: {error}", other.name()),
            };
            for text in sampler.strings(1).take(STRINGS) {
                assert!(pest.accepts(rule, &text), "{}, {rule}: {text:?}", other.name());
                sampled += 1;
            }
        }
        assert!(sampled >= other.automata * STRINGS / 2, "{}: {sampled} samples", other.name());
    }
}
