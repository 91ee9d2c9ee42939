//! All strings of a few tokens.

/// Returns all strings of at most this many of the tokens, the shortest first.
pub(crate) fn strings(tokens: &[&str], most: usize) -> Vec<String> {
    let mut strings = vec![String::new()];
    let mut from = 0;
    for _ in 0..most {
        let until = strings.len();
        for at in from..until {
            for token in tokens {
                strings.push(strings[at].clone() + token);
            }
        }
        from = until;
    }
    strings
}
