//! Finds rejected strings that are one edit away from accepted ones: one for each state of the rule's
//! automaton, or, if there is no automaton, one for each failure that a run of the grammar reports.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "`kept` and `rest` are at most the number of characters, and a viable prefix is a part of the \
              text; there is a state before the first and after each character"
)]

use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};

use urigram_grammar::{Automata, Completions, Dfa, Error, Grammar, Peg, Reason, Refused};

use crate::sample::points::PointSearch;
use crate::sample::sampler::{Derived, Sampler};
use crate::sample::uniform::SampleError;
use crate::trace::machine::Failure;

/// Strings that a rule barely rejects, from [`near`](crate::near()).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMisses {
    /// The strings, in the order of the rules in which they fail, the shortest first.
    pub strings: Vec<Near>,
    /// The reason why the rule has no automaton, if it has none. Then the strings do not show all
    /// failures.
    pub no_automaton: Option<Error>,
    /// Whether the limit on steps ended the search before all edits were tried.
    pub is_cut_short: bool,
}

/// A string that a rule rejects, from [`near`](crate::near()).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Near {
    /// The string.
    pub text: String,
    /// The offset of the failure in bytes: the length of the longest prefix that is also a prefix of an
    /// accepted string. For a rule without an automaton, the furthest byte at which pest tries a rule that
    /// fails ([`Failure::at`](crate::Failure)).
    pub offset: usize,
    /// The innermost rule that would continue at the offset, or the start rule if the string could have
    /// ended there. For a start rule without an automaton, the rule that called those that pest expected
    /// there, or the start rule if several rules called them.
    pub rule: String,
    /// The edit that changed the accepted string.
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
    /// Two adjacent characters were swapped.
    Swap,
}

/// An edited string: the first `kept` characters of the accepted string, then `new`, then the
/// characters of the accepted string from index `rest`.
#[derive(Clone, Copy)]
struct Edited<'a> {
    accepted: &'a [char],
    kept: usize,
    new: &'a [char],
    rest: usize,
    edit: Edit,
}

impl Edited<'_> {
    /// Returns the number of characters.
    fn length(&self) -> usize {
        self.kept + self.new.len() + self.accepted.len() - self.rest
    }

    fn text(&self) -> String {
        self.accepted[..self.kept].iter().chain(self.behind()).collect()
    }

    /// Returns the characters after the kept ones.
    fn behind(&self) -> impl Iterator<Item = &char> {
        self.new.iter().chain(&self.accepted[self.rest..])
    }
}

/// Calls `work` with each edit, in the order of offsets: inserting a symbol, replacing a character by a
/// symbol, deleting a character, or swapping two adjacent characters.
fn each_edit(
    accepted: &[char],
    symbols: &[char],
    mut work: impl FnMut(Edited<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for kept in 0..=accepted.len() {
        let mut edit = |new: &[char], rest, edit| work(Edited { accepted, kept, new, rest, edit });
        for &symbol in symbols {
            edit(&[symbol], kept, Edit::Insert)?;
            if accepted.get(kept).is_some_and(|&old| old != symbol) {
                edit(&[symbol], kept + 1, Edit::Replace)?;
            }
        }
        if kept < accepted.len() {
            edit(&[], kept + 1, Edit::Delete)?;
        }
        match accepted.get(kept..kept + 2) {
            Some(&[one, other]) if one != other => edit(&[other, one], kept + 2, Edit::Swap)?,
            _ => {}
        }
    }
    ControlFlow::Continue(())
}

/// The maximum number of characters read in all edited strings, which takes about a second.
const STEPS: usize = 50_000_000;
/// The maximum number of steps of the matches that find the failing rules.
const LOCATED: u64 = 20_000_000;

/// Returns the strings with the numbers of the rules in which they fail, and whether the search was cut short.
fn by_states(dfa: &Dfa, search: &PointSearch, accepted: &[String]) -> (Vec<(usize, Near)>, bool) {
    let mut failures = ByState { dfa, budget: STEPS, found: BTreeMap::new() };
    let symbols = dfa.classes().most_readable();
    let mut is_cut = accepted.iter().any(|text| failures.of(text, &symbols).is_break());
    let completions = Completions::of(dfa);
    let (mut strings, mut budget) = (Vec::new(), LOCATED);
    for ((state, _), (_, near)) in failures.found {
        let offset = dfa.viable_prefix(&near.text);
        let rest = completions.rest(state).expect("a viable prefix ends in a live state");
        let complete = format!("{}{rest}", &near.text[..offset]);
        let Some(rule) = search.rule_at(&mut budget, &complete, offset) else {
            is_cut = true;
            continue;
        };
        strings.push((rule, Near { offset, rule: search.name(rule).to_owned(), ..near }));
    }
    (strings, is_cut)
}

struct ByState<'d> {
    dfa: &'d Dfa,
    budget: usize,
    /// The shortest string and its length for each state in which strings fail, separately for those that
    /// fail at their end.
    found: BTreeMap<(usize, bool), (usize, Near)>,
}

impl ByState<'_> {
    fn of(&mut self, accepted: &str, symbols: &[char]) -> ControlFlow<()> {
        let chars: Vec<char> = accepted.chars().collect();
        let mut states = vec![self.dfa.start()];
        for &c in &chars {
            states.push(self.dfa.step(states[states.len() - 1], c));
        }
        each_edit(&chars, symbols, |edited| self.add(edited, states[edited.kept], accepted))
    }

    /// Adds the edited string if it is rejected. `state` is the state after the kept characters.
    fn add(&mut self, edited: Edited<'_>, mut state: usize, accepted: &str) -> ControlFlow<()> {
        let mut place = None;
        for &c in edited.behind() {
            let Some(budget) = self.budget.checked_sub(1) else { return ControlFlow::Break(()) };
            self.budget = budget;
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

/// The maximum number of steps of all runs, which take about a second.
const MATCHED: u64 = 50_000_000;

/// The failures that are not distinguished: those with the same expected rules, the same rules that matched
/// but must not, the same caller of these rules, and both or neither at the end of the string.
type FailureKind<'g> = (Vec<&'g str>, Vec<&'g str>, Option<&'g str>, bool);

/// Returns the strings with the numbers of the rules in which they fail, and whether the search was cut short.
fn by_failures(search: &PointSearch, accepted: &[String]) -> (Vec<(usize, Near)>, bool) {
    let symbols = search.symbols();
    let mut failures = ByFailure { search, budget: MATCHED, is_cut: false, found: BTreeMap::new() };
    for accepted in accepted {
        let chars: Vec<char> = accepted.chars().collect();
        if each_edit(&chars, &symbols, |edited| failures.add(edited, accepted)).is_break() {
            break;
        }
    }
    (failures.found.into_values().map(|(_, rule, near)| (rule, near)).collect(), failures.is_cut)
}

struct ByFailure<'s> {
    search: &'s PointSearch,
    budget: u64,
    is_cut: bool,
    /// The shortest string for each kind of failure, with its length and the number of the rule in
    /// which it fails.
    found: BTreeMap<FailureKind<'s>, (usize, usize, Near)>,
}

impl ByFailure<'_> {
    /// Adds the edited string if it is rejected.
    fn add(&mut self, edited: Edited<'_>, accepted: &str) -> ControlFlow<()> {
        let text = edited.text();
        let Failure { at, expected, unexpected, within, .. } =
            match self.search.failure(&mut self.budget, &text) {
                Ok(Some(failure)) => failure,
                Ok(None) => return ControlFlow::Continue(()),
                Err(_) => {
                    self.is_cut = true;
                    return if self.budget == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                }
            };
        let kind = (expected, unexpected, within, at == text.len());
        if self.found.get(&kind).is_none_or(|(shortest, ..)| edited.length() < *shortest) {
            let rule = self.search.named(within);
            let (name, accepted) = (self.search.name(rule).to_owned(), accepted.to_owned());
            let near = Near { text, offset: at, rule: name, edit: edited.edit, accepted };
            self.found.insert(kind, (edited.length(), rule, near));
        }
        ControlFlow::Continue(())
    }
}

/// The number of random strings to edit, besides the strings that cover the rule.
const RANDOM: usize = 64;

/// Returns rejected strings, each one edit away from an accepted string of these lengths: one for each state
/// of the rule's automaton in which a character can fail, and one for each state in which the end can fail.
///
/// Only the most readable character of each class is inserted. The accepted strings are those of
/// [`cover`](crate::cover()) and random ones; the same seed gives the same strings on every machine.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_workbench::near;
///
/// let source = "time = { hour ~ \":\" ~ minute }
///     hour = @{ \"2\" ~ '0'..'3' | '0'..'1' ~ '0'..'9' }
///     minute = @{ '0'..'5' ~ '0'..'9' }";
/// let found = near(&Grammar::read(source, "time.pest")?, "time", 0..=5, 0)?.strings;
/// let late = found.iter().find(|near| near.rule == "minute" && near.offset == 3).ok_or("none")?;
/// assert!(!('0'..'6').contains(&late.text.chars().nth(3).unwrap_or('0')));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// If the rule has no automaton, because it is recursive, uses the stack or is too large, edited strings are
/// run, and one is returned for each failure that [`Machine::failure`](crate::Machine::failure) distinguishes
/// by the expected rules, and by whether the end of the string was reached. This does not show every way in
/// which a string can fail.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_workbench::near;
///
/// let grammar = Grammar::read(r#"list = { "[" ~ (list ~ ("," ~ list)*)? ~ "]" }"#, "list.pest")?;
/// let found = near(&grammar, "list", 0..=8, 0)?;
/// assert!(found.no_automaton.is_some());
/// assert!(found.strings.iter().any(|near| near.text == "[" && near.offset == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Takes at most some seconds for every valid grammar.
///
/// # Errors
///
/// [`SampleError`] if there is no such rule, if it has more than 16,384 points to cover, or if no accepted
/// string of these lengths is found.
pub fn near(
    grammar: &Grammar,
    rule: &str,
    lengths: RangeInclusive<usize>,
    seed: u64,
) -> Result<NearMisses, SampleError> {
    if grammar.rule(rule).is_none() {
        return Err(Error::Refused(Refused { rule: rule.to_owned(), reason: Reason::Unknown }).into());
    }
    let peg = Peg::new(grammar);
    let dfa = Automata::new(&peg).dfa(rule);
    let sampler = match &dfa {
        Ok(dfa) => Sampler::between(dfa, lengths.clone())?,
        Err(_) => Sampler::derived(Derived::new(grammar, rule, lengths.clone())?)?,
    };
    let mut search = PointSearch::new(grammar, rule, lengths.clone(), seed)?;
    search.derive();
    let covering = search.found.iter().map(|found| found.text.clone());
    let mut accepted: Vec<String> = covering.chain(sampler.strings(seed).take(RANDOM)).collect();
    if accepted.is_empty() {
        return Err(SampleError::NotFound { shortest: *lengths.start(), longest: *lengths.end() });
    }
    // Edits the short strings first, in case the steps run out.
    accepted.sort_by_key(|text| text.chars().count());
    accepted.dedup();
    let (mut strings, is_cut_short) = match &dfa {
        Ok(dfa) => by_states(dfa, &search, &accepted),
        Err(_) => by_failures(&search, &accepted),
    };
    strings.sort_by_cached_key(|(rule, near)| (*rule, near.text.chars().count(), near.text.clone()));
    let strings = strings.into_iter().map(|(_, near)| near).collect();
    Ok(NearMisses { strings, no_automaton: dfa.err(), is_cut_short })
}
