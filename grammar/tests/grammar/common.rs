//! Functions that the tests share: enumeration of short strings, and reading of grammars. `vm`
//! returns pest's own results.

use urigram_grammar::{Automata, Dfa, Grammar, Peg};

pub(crate) use crate::vm::{Pest, vm};

pub(crate) fn read(source: &str) -> Grammar {
    Grammar::read(source, "test.pest").unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn uri() -> Grammar {
    read(include_str!("../../../uri.pest"))
}

pub(crate) fn dfa(source: &str, rule: &str) -> Dfa {
    let peg = Peg::new(&read(source));
    Automata::new(&peg).dfa(rule).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns every string over the alphabet of at most `longest` characters, the shortest first.
pub(crate) fn strings(alphabet: &str, longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for at in from..to {
            let longer: Vec<_> = alphabet.chars().map(|c| format!("{}{c}", all[at])).collect();
            all.extend(longer);
        }
        from = to;
    }
    all
}
