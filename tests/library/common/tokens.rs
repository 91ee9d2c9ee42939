//! All strings of a few tokens.

use std::collections::HashSet;

/// Returns all strings of at most this many of the tokens, each once, those of the fewest tokens first.
pub(crate) fn strings(tokens: &[&str], most: usize) -> Vec<String> {
    let mut strings = vec![String::new()];
    let mut seen = HashSet::from([String::new()]);
    let mut from = 0;
    for _ in 0..most {
        let until = strings.len();
        for at in from..until {
            for token in tokens {
                let string = strings[at].clone() + token;
                if seen.insert(string.clone()) {
                    strings.push(string);
                }
            }
        }
        from = until;
    }
    strings
}
