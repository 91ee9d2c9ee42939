//! Samples of each rule of the grammars are strings that pest accepts.

use urigram_grammar::{Peg, SampleError, Sampler};

use super::assert_as_listed;
use crate::common::Pest;

const LONGEST: usize = 60;
const STRINGS: usize = 40;

/// Rules have none that peek at a stack on which they put nothing, at which pest panics, or that match only where no
/// white space is skipped.
#[test]
fn are_accepted_by_pest() {
    assert_as_listed(|other| {
        let grammar = other.grammar();
        let (pest, peg) = (Pest::new(&grammar), Peg::new(&grammar));
        let mut without: Vec<String> = Vec::new();
        for rule in peg.names() {
            let sampler = match Sampler::of_rule(&grammar, rule, 0..=LONGEST) {
                Ok(sampler) => Some(sampler),
                // All its strings are longer, or there are none.
                Err(SampleError::Empty { .. }) => None,
                Err(error) => panic!("{}, {rule}: {error}", other.name()),
            };
            let texts: Vec<String> =
                sampler.iter().flat_map(|sampler| sampler.strings(1).take(STRINGS)).collect();
            for text in &texts {
                assert!(pest.accepts(rule, text), "{}, {rule}: {text:?}", other.name());
            }
            if texts.len() < STRINGS {
                without.push(rule.to_owned());
            }
        }
        let unsampled = other.unsampled.iter().map(|rule| (*rule).to_owned()).collect();
        (without, unsampled)
    });
}
