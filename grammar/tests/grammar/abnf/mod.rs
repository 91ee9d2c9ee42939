//! Grammars in ABNF: what is read, what is rejected and where, and what the automata accept.

mod elements;
mod faults;
mod hostile;
mod layers;
mod layout;
mod outline;
mod random;
mod refused;
mod self_description;

use urigram_grammar::{Abnf, Dfa, Error};

fn read(source: &str) -> Abnf {
    Abnf::read(source, "test.abnf").unwrap_or_else(|error| panic!("{error}"))
}

fn dfa(source: &str, rule: &str) -> Dfa {
    read(source).dfa(rule).unwrap_or_else(|error| panic!("{error}"))
}

fn faults(source: &str) -> Vec<String> {
    match Abnf::read(source, "f") {
        Err(Error::Faulty(faults)) => faults.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}
