//! Rules that match no string, or more than they may, and weights of their alternatives that cannot be read.
#![expect(clippy::indexing_slicing, reason = "a rule is one of the tree")]

use std::collections::{HashMap, HashSet};

use super::decidable::Decidable;
use super::finding::{Bound, FindingKind, Note, Purpose};
use super::uses::note;
use crate::dfa::Dfa;
use crate::dfa::automaton::{Automata, Limits};
use crate::error::Error;
use crate::message::shown;
use crate::peg::Peg;
use crate::pest::meta::tree::{Definition, Tree};
use crate::pest::weights::{self, Flaw};

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

/// Of the steps that are left, a rule may take one part of so many: those after it need some too.
const SHARE: usize = 4;

/// The rules that match more than the bounds of the purpose allow, and those that could not be compared with a bound.
/// A rule that only pest can run has another finding.
#[expect(clippy::arithmetic_side_effects, reason = "no more steps are left than were allowed")]
pub(super) fn out_of_bounds(tree: &Tree<'_>, peg: &Peg, purpose: &Purpose<'_>) -> Vec<Note> {
    let mut automata = Automata::new(peg);
    let (mut steps, mut pairs) = (Limits::DEFAULT.steps, Limits::DEFAULT.steps);
    let bounded = tree.rules.iter().filter(|rule| purpose.bounds.iter().any(|bound| bound.rule == rule.name));
    let mut notes = Vec::new();
    for rule in bounded.filter(|rule| peg.definition(rule.name).is_ok()) {
        let mut share = steps / SHARE;
        let others = steps - share;
        let dfa = automata.dfa_within(&mut share, rule.name);
        steps = others + share;
        let bounds = purpose.bounds.iter().filter(|bound| bound.rule == rule.name);
        notes.extend(beyond(rule, dfa.as_ref(), bounds, &mut pairs));
    }
    notes
}

/// The bounds that a rule is beyond, and those that it could not be compared with.
fn beyond<'a>(
    rule: &Definition<'_>,
    dfa: Result<&Dfa, &Error>,
    bounds: impl Iterator<Item = &'a Bound<'a>>,
    pairs: &mut usize,
) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    let mut unknown: Vec<(String, Vec<&str>)> = Vec::new();
    for bound in bounds {
        let both = dfa.and_then(|dfa| Ok((dfa, bound.limit?))).map_err(Error::to_string);
        let compared = both.and_then(|(dfa, limit)| {
            let compared = dfa.compare_within(pairs, limit);
            compared.ok_or_else(|| "its automaton is too large to be compared".to_owned())
        });
        match compared.map(|comparison| comparison.only_left) {
            Ok(None) => {}
            // One string shows one thing: the first bound that it is beyond.
            Ok(witness) if notes.iter().any(|note| note.witness == witness) => {}
            Ok(witness) => {
                let message =
                    format!("rule `{}` matches what it should not: {}", shown(rule.name), bound.why);
                let help = (!bound.help.is_empty()).then(|| bound.help.to_owned());
                notes.push(Note { witness, help, ..note(rule, FindingKind::OutOfBounds, message) });
            }
            Err(reason) => match unknown.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, whys)) => whys.push(bound.why),
                None => unknown.push((reason, vec![bound.why])),
            },
        }
    }
    notes.extend(unknown.into_iter().map(|(reason, whys)| {
        let (name, whys) = (shown(rule.name), whys.join("; "));
        let message = format!(
            "it is not known whether rule `{name}` matches what it should not: {reason}; not checked: {whys}"
        );
        note(rule, FindingKind::Undecided, message)
    }));
    notes
}

/// The comments that set weights for the samples of a rule, and cannot be read as such.
pub(super) fn ill_weighted(text: &str, tree: &Tree<'_>) -> Vec<Note> {
    let (_, flaws) = weights::read(text, tree);
    let notes = flaws.into_iter().map(|Flaw { rule, range, message }| {
        let name = tree.rules[rule].name;
        let help = format!(
            "write `sample:` and a weight for each alternative of `{}`, as in `sample: 3 | 1`",
            shown(name)
        );
        Note { help: Some(help), ..Note::new(FindingKind::Weights, name, range, message) }
    });
    notes.collect()
}
