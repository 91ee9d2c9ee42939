//! Which rules make words of a text before they read it.
#![expect(clippy::indexing_slicing, reason = "a rule is an index of `nodes`")]

use std::collections::BTreeSet;

use super::node::Node;
use super::words::Words;

/// The least number of runs whose ends words tell, for which it pays to make words of a text.
const LEAST: usize = 3;

/// Returns for each rule whether it and the rules that it calls have so many runs with words.
pub(super) fn by_words(nodes: &[Node]) -> Vec<bool> {
    let mut runs: Vec<BTreeSet<(usize, usize)>> = Vec::with_capacity(nodes.len());
    let mut callers = vec![Vec::new(); nodes.len()];
    for (rule, node) in nodes.iter().enumerate() {
        let own = node.runs().into_iter().filter(|run| Words::has(&run.set)).take(LEAST);
        runs.push(own.enumerate().map(|(place, _)| (rule, place)).collect());
        for called in node.calls() {
            callers[called].push(rule);
        }
    }
    // No set has more than `LEAST` elements, so that each rule is visited that often at most.
    let mut open: Vec<usize> = (0..nodes.len()).filter(|rule| !runs[*rule].is_empty()).collect();
    while let Some(called) = open.pop() {
        let known: Vec<_> = runs[called].iter().copied().collect();
        for &caller in &callers[called] {
            let before = runs[caller].len();
            for run in &known {
                if runs[caller].len() < LEAST {
                    runs[caller].insert(*run);
                }
            }
            if runs[caller].len() > before {
                open.push(caller);
            }
        }
    }
    runs.into_iter().map(|runs| runs.len() >= LEAST).collect()
}
