//! Strings that a rule rejects, one edit away from one that it accepts.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::characters::readable;
use crate::dfa::Dfa;
use crate::dfa::automaton::Automata;
use crate::dfa::complete::Completions;
use crate::peg::Peg;
use crate::pest::read::Grammar;
use crate::sample::cover::search::Search;
use crate::sample::error::SampleError;
use crate::sample::sampler::Sampler;

/// The number of random strings that are edited, besides those that show all of the rule.
const RANDOM: usize = 64;
/// The characters that are read in all edited strings: about a second.
const STEPS: usize = 50_000_000;

/// A string that a rule rejects, from [`near`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Near {
    /// The string.
    pub text: String,
    /// Where it fails: the length in bytes of the longest prefix that some accepted string begins with.
    pub offset: usize,
    /// The innermost rule that would go on there; the rule itself if the string could have ended.
    pub rule: String,
    /// How the string differs from the accepted one.
    pub edit: Edit,
    /// The accepted string.
    pub accepted: String,
}

/// An edit of one character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edit {
    /// A character was inserted.
    Insert,
    /// A character was deleted.
    Delete,
    /// A character was replaced by another.
    Replace,
    /// Two neighbours were swapped.
    Swap,
}

/// Returns strings that the rule rejects, each one edit away from one of these lengths that it accepts: one for each
/// state of the rule's automaton in which it can fail by a character, and one for each in which it can fail by the
/// end. They are in the order of the rules in which they fail, the shortest first.
///
/// What is inserted is the most readable character of each class. The accepted strings are those of
/// [`cover`](crate::cover) and random ones; the same seed gives the same strings on every machine.
///
/// ```
/// use urigram_grammar::{Grammar, near};
///
/// let source = "time = { hour ~ \":\" ~ minute }
///     hour = @{ \"2\" ~ '0'..'3' | '0'..'1' ~ '0'..'9' }
///     minute = @{ '0'..'5' ~ '0'..'9' }";
/// let found = near(&Grammar::read(source, "time.pest")?, "time", 0..=5, 0)?;
/// let late = found.iter().find(|near| near.rule == "minute" && near.offset == 3).ok_or("none")?;
/// assert!(!('0'..'6').contains(&late.text.chars().nth(3).unwrap_or('0')));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`SampleError`] if the rule has no automaton, which says where strings fail, or accepts no string of these lengths.
pub fn near(
    grammar: &Grammar,
    rule: &str,
    lengths: RangeInclusive<usize>,
    seed: u64,
) -> Result<Vec<Near>, SampleError> {
    let peg = Peg::new(grammar);
    let dfa = Automata::new(&peg).dfa(rule)?;
    let sampler = Sampler::between(&dfa, lengths.clone())?;
    let mut search = Search::new(grammar, rule, lengths, seed)?;
    search.derive();
    let covering = search.found.iter().map(|found| found.text.clone());
    let accepted: Vec<String> = covering.chain(sampler.strings(seed).take(RANDOM)).collect();

    let mut edits = Edits::new(&dfa);
    accepted.iter().for_each(|text| edits.of(text));
    let completions = Completions::of(&dfa);
    let mut found = Vec::new();
    for ((state, _), (_, text, edit, accepted)) in edits.found {
        let offset = dfa.viable_prefix(&text);
        let Some(rest) = completions.rest(state) else {
            panic!("invariant broken: a viable prefix ends in a live state")
        };
        let complete = format!("{}{rest}", &text[..offset]);
        let rule = search.rule_at(&complete, offset);
        found.push((rule, Near { offset, rule: search.name(rule).to_owned(), text, edit, accepted }));
    }
    found.sort_by_cached_key(|(rule, near)| (*rule, near.text.chars().count(), near.text.clone()));
    Ok(found.into_iter().map(|(_, near)| near).collect())
}

/// A rejected string and its length in characters, how it was edited, and what it was.
type Edited = (usize, String, Edit, String);

/// The shortest rejected string for each place where it fails.
struct Edits<'d> {
    dfa: &'d Dfa,
    /// A character of each class.
    symbols: Vec<char>,
    left: usize,
    /// By the state in which they fail, and whether by their end.
    found: BTreeMap<(usize, bool), Edited>,
}

impl<'d> Edits<'d> {
    fn new(dfa: &'d Dfa) -> Self {
        let symbols = dfa.classes().sets().iter().filter_map(readable::best).map(|(_, c)| c).collect();
        Edits { dfa, symbols, left: STEPS, found: BTreeMap::new() }
    }

    fn of(&mut self, accepted: &str) {
        let chars: Vec<char> = accepted.chars().collect();
        let mut states = vec![self.dfa.start()];
        for &c in &chars {
            states.push(self.dfa.step(states[states.len() - 1], c));
        }
        for (at, &state) in states.iter().enumerate() {
            if self.left == 0 {
                return;
            }
            for symbol in 0..self.symbols.len() {
                let c = self.symbols[symbol];
                self.add(accepted, &chars, state, at, &[c], at, Edit::Insert);
                if chars.get(at).is_some_and(|&old| old != c) {
                    self.add(accepted, &chars, state, at, &[c], at + 1, Edit::Replace);
                }
            }
            if at < chars.len() {
                self.add(accepted, &chars, state, at, &[], at + 1, Edit::Delete);
            }
            if let Some(&[one, other]) = chars.get(at..at + 2)
                && one != other
            {
                self.add(accepted, &chars, state, at, &[other, one], at + 2, Edit::Swap);
            }
        }
    }

    /// Adds the string in which `new` stands between the first `at` characters and those from `rest` on, if it is
    /// rejected. `state` is the one after the first.
    #[expect(clippy::too_many_arguments, reason = "an edit, in place of a struct for one call")]
    fn add(
        &mut self,
        accepted: &str,
        chars: &[char],
        state: usize,
        at: usize,
        new: &[char],
        rest: usize,
        edit: Edit,
    ) {
        let length = at + new.len() + chars.len() - rest;
        let mut state = state;
        let mut place = None;
        for &c in new.iter().chain(&chars[rest..]) {
            let Some(left) = self.left.checked_sub(1) else { return };
            self.left = left;
            let next = self.dfa.step(state, c);
            if !self.dfa.is_live(next) {
                place = Some((state, false));
                break;
            }
            state = next;
        }
        let Some(place) = place.or((!self.dfa.is_accepting(state)).then_some((state, true))) else { return };
        if self.found.get(&place).is_none_or(|(shortest, ..)| length < *shortest) {
            let text = chars[..at].iter().chain(new).chain(&chars[rest..]).collect();
            self.found.insert(place, (length, text, edit, accepted.to_owned()));
        }
    }
}
