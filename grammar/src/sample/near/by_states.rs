//! The shortest rejected string for each state of an automaton in which it can fail.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::characters::readable;
use crate::dfa::Dfa;
use crate::dfa::complete::Completions;
use crate::sample::cover::search::Search;
use crate::sample::near::edits::{Edited, each_edit};
use crate::sample::near::near_miss::Near;

/// The characters that are read in all edited strings: about a second.
const STEPS: usize = 50_000_000;
/// The steps of the matches that say in which rules they fail.
const MATCHED: u64 = 20_000_000;

/// Returns the strings with the numbers of the rules in which they fail, and whether the search was cut short.
#[expect(clippy::string_slice, reason = "a viable prefix is a part of the text")]
pub(super) fn near_misses(dfa: &Dfa, search: &Search, accepted: &[String]) -> (Vec<(usize, Near)>, bool) {
    let mut failures = Failures { dfa, left: STEPS, found: BTreeMap::new() };
    let symbols = readable::of_classes([dfa.classes()]);
    let mut is_cut = accepted.iter().any(|text| failures.of(text, &symbols).is_break());
    let completions = Completions::of(dfa);
    let (mut strings, mut left) = (Vec::new(), MATCHED);
    for ((state, _), (_, near)) in failures.found {
        let offset = dfa.viable_prefix(&near.text);
        let rest = completions.rest(state).expect("a viable prefix ends in a live state");
        let complete = format!("{}{rest}", &near.text[..offset]);
        let Some(rule) = search.rule_at(&mut left, &complete, offset) else {
            is_cut = true;
            continue;
        };
        strings.push((rule, Near { offset, rule: search.name(rule).to_owned(), ..near }));
    }
    (strings, is_cut)
}

struct Failures<'d> {
    dfa: &'d Dfa,
    left: usize,
    /// The shortest string and its length, by the state in which it fails, and whether by its end.
    found: BTreeMap<(usize, bool), (usize, Near)>,
}

impl Failures<'_> {
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "there is a state behind each character, and one before the first"
    )]
    fn of(&mut self, accepted: &str, symbols: &[char]) -> ControlFlow<()> {
        let chars: Vec<char> = accepted.chars().collect();
        let mut states = vec![self.dfa.start()];
        for &c in &chars {
            states.push(self.dfa.step(states[states.len() - 1], c));
        }
        each_edit(&chars, symbols, |edited| self.add(edited, states[edited.kept], accepted))
    }

    /// Adds the edited string if it is rejected. `state` is the one behind what was kept.
    fn add(&mut self, edited: Edited<'_>, mut state: usize, accepted: &str) -> ControlFlow<()> {
        let mut place = None;
        for &c in edited.behind() {
            let Some(left) = self.left.checked_sub(1) else { return ControlFlow::Break(()) };
            self.left = left;
            let next = self.dfa.step(state, c);
            if !self.dfa.is_live(next) {
                place = Some((state, false));
                break;
            }
            state = next;
        }
        let place = place.or((!self.dfa.is_accepting(state)).then_some((state, true)));
        let is_shortest =
            |place: &_| self.found.get(place).is_none_or(|(shortest, _)| edited.length() < *shortest);
        if let Some(place) = place.filter(is_shortest) {
            let (text, accepted) = (edited.text(), accepted.to_owned());
            let near = Near { text, offset: 0, rule: String::new(), edit: edited.edit, accepted };
            self.found.insert(place, (edited.length(), near));
        }
        ControlFlow::Continue(())
    }
}
