//! Accepted strings, and what becomes of their edits.

use std::ops::RangeInclusive;

use crate::dfa::automaton::Automata;
use crate::error::{Error, Reason, Refused};
use crate::peg::Peg;
use crate::pest::read::Grammar;
use crate::sample::cover::search::Search;
use crate::sample::derived::Derived;
use crate::sample::error::SampleError;
use crate::sample::near::near_miss::NearMisses;
use crate::sample::near::{by_failures, by_states};
use crate::sample::sampler::Sampler;

/// The number of random strings that are edited, besides those that show all of the rule.
const RANDOM: usize = 64;

/// Returns strings that the rule rejects, each one edit away from one of these lengths that it accepts: one for each
/// state of the rule's automaton in which it can fail by a character, and one for each in which it can fail by the
/// end.
///
/// What is inserted is the most readable character of each class. The accepted strings are those of
/// [`cover`](crate::cover()) and random ones; the same seed gives the same strings on every machine.
///
/// ```
/// use urigram_grammar::{Grammar, near};
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
/// If the rule has no automaton, because it is recursive, uses the stack or is too large, edited strings are run, and
/// there is one for each failure that [`Machine::failure`](crate::Machine::failure) tells apart: by the rules that were
/// expected, and whether the end was reached. Not every place in which a string can fail is among them.
///
/// ```
/// use urigram_grammar::{Grammar, near};
///
/// let grammar = Grammar::read(r#"list = { "[" ~ (list ~ ("," ~ list)*)? ~ "]" }"#, "list.pest")?;
/// let found = near(&grammar, "list", 0..=8, 0)?;
/// assert!(found.no_automaton.is_some());
/// assert!(found.strings.iter().any(|near| near.text == "[" && near.offset == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The work is bounded: it takes seconds at most for each grammar that can be read.
///
/// # Errors
///
/// [`SampleError`] if there is no such rule, if it has more than 16,384 points to cover, or if no string of these
/// lengths that it accepts is found.
pub fn near(
    grammar: &Grammar,
    rule: &str,
    lengths: RangeInclusive<usize>,
    seed: u64,
) -> Result<NearMisses, SampleError> {
    if grammar.rule(rule).is_none() {
        return Err(Error::Refused(Refused::new(rule, Reason::Unknown)).into());
    }
    let peg = Peg::new(grammar);
    let dfa = Automata::new(&peg).dfa(rule);
    let sampler = match &dfa {
        Ok(dfa) => Sampler::between(dfa, lengths.clone())?,
        Err(_) => Sampler::derived(Derived::new(grammar, rule, lengths.clone())?)?,
    };
    let mut search = Search::new(grammar, rule, lengths.clone(), seed)?;
    search.derive();
    let covering = search.found.iter().map(|found| found.text.clone());
    let mut accepted: Vec<String> = covering.chain(sampler.strings(seed).take(RANDOM)).collect();
    if accepted.is_empty() {
        return Err(SampleError::NotFound { shortest: *lengths.start(), longest: *lengths.end() });
    }
    // If steps run out, the short ones were edited.
    accepted.sort_by_key(|text| text.chars().count());
    accepted.dedup();
    let (mut strings, is_cut_short) = match &dfa {
        Ok(dfa) => by_states::near_misses(dfa, &search, &accepted),
        Err(_) => by_failures::near_misses(&search, &accepted),
    };
    strings.sort_by_cached_key(|(rule, near)| (*rule, near.text.chars().count(), near.text.clone()));
    let strings = strings.into_iter().map(|(_, near)| near).collect();
    Ok(NearMisses { strings, no_automaton: dfa.err(), is_cut_short })
}
