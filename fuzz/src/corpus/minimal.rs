//! As few inputs as show all that a list of them shows.

use std::collections::BTreeMap;

use super::shorten::shorten;
use crate::coverage;
use crate::target::{Seen, Target};

/// What an input shows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    Outcome(&'static str),
    Branch(usize),
}

/// Returns for each outcome and each branch the shortest input that shows it, shortened, in the order of their lengths.
///
/// Resets the coverage; nothing else may run in this process.
#[must_use]
pub fn minimal(target: &Target, mut inputs: Vec<Vec<String>>) -> Vec<Vec<String>> {
    inputs.sort_by_cached_key(|input| (length(input), input.clone()));
    inputs.dedup();
    let mut first: BTreeMap<Shown, usize> = BTreeMap::new();
    for (at, input) in inputs.iter().enumerate() {
        for shown in shown(target, input).unwrap_or_default() {
            first.entry(shown).or_insert(at);
        }
    }
    let mut needed: BTreeMap<usize, Vec<Shown>> = BTreeMap::new();
    for (what, at) in first {
        needed.entry(at).or_default().push(what);
    }
    let short = |(at, whats): (usize, Vec<Shown>)| {
        shorten(&inputs[at], |input| {
            shown(target, input).is_some_and(|shown| whats.iter().all(|what| shown.contains(what)))
        })
    };
    let mut chosen: Vec<Vec<String>> = needed.into_iter().map(short).collect();
    chosen.sort_by_cached_key(|input| (length(input), input.clone()));
    chosen.dedup();
    chosen
}

fn length(input: &[String]) -> usize {
    input.iter().map(String::len).sum()
}

/// Returns `None` for an input that is a finding.
fn shown(target: &Target, input: &[String]) -> Option<Vec<Shown>> {
    coverage::reset();
    let mut seen = Seen::default();
    target.run(input, &mut seen).ok()?;
    let branches = coverage::taken().into_iter().map(Shown::Branch);
    Some(seen.outcomes().into_keys().map(Shown::Outcome).chain(branches).collect())
}
