//! Rules that match no string, or more than they may.

use std::collections::{HashMap, HashSet};

use super::decidable::Decidable;
use super::finding::{FindingKind, Note, Purpose};
use super::uses::note;
use crate::dfa::automaton::{Automata, Limits};
use crate::message::shown;
use crate::peg::Peg;
use crate::pest::meta::tree::Tree;

/// The rules that match no string in any context that they are called in, nor as start rules: where white space is
/// skipped, `"\\" ~ NEWLINE` may match none, and it may match in an atomic rule. One is left out where that takes too
/// long to find.
pub(super) fn never_matching(tree: &Tree<'_>, peg: &Peg, decidable: &Decidable) -> HashSet<usize> {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, rule) in peg.rules().iter().enumerate() {
        places.entry(&rule.name).or_default().push(place);
    }
    let mut automata = Automata::new(peg);
    let mut steps = Limits::DEFAULT.steps;
    (0..tree.rules.len())
        .filter(|&rule| {
            let places = decidable.rule(rule).then(|| places.get(tree.rules[rule].name)).flatten();
            let mut never = |&place: &usize| automata.matches_some(place, &mut steps) == Ok(false);
            places.is_some_and(|places| places.iter().all(&mut never))
        })
        .collect()
}

/// The findings about those rules of `never` that call no other of them.
pub(super) fn never(tree: &Tree<'_>, never: &HashSet<usize>) -> Vec<Note> {
    let innermost = never.iter().filter(|&&rule| !tree.calls(rule).any(|call| never.contains(&call)));
    let notes = innermost.map(|&rule| {
        let rule = &tree.rules[rule];
        let message = format!("rule `{}` can never match anything", shown(rule.name));
        note(rule, FindingKind::NeverMatches, message)
    });
    notes.collect()
}

/// The rules that match more than the bounds of the purpose allow.
pub(super) fn out_of_bounds(tree: &Tree<'_>, peg: &Peg, purpose: &Purpose<'_>) -> Vec<Note> {
    let mut automata = Automata::new(peg);
    let (mut steps, mut pairs) = (Limits::DEFAULT.steps, Limits::DEFAULT.steps);
    let mut notes: Vec<Note> = Vec::new();
    for bound in purpose.bounds {
        let Some(rule) = tree.rules.iter().find(|rule| rule.name == bound.rule) else { continue };
        let Ok(dfa) = automata.dfa_within(&mut steps, rule.name) else { continue };
        let Some(found) = dfa.compare_within(&mut pairs, bound.limit) else { continue };
        let Some(witness) = found.only_left else { continue };
        // One string shows one thing: the first bound that it is beyond.
        let is_shown = |note: &Note| *note.rule == *rule.name && note.witness.as_ref() == Some(&witness);
        if !notes.iter().any(is_shown) {
            let message = format!("rule `{}` matches what it should not: {}", shown(rule.name), bound.why);
            let help = (!bound.help.is_empty()).then(|| bound.help.to_owned());
            let note = note(rule, FindingKind::OutOfBounds, message);
            notes.push(Note { witness: Some(witness), help, ..note });
        }
    }
    notes
}
