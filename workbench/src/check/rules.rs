//! Finds rules that are missing, unused, renamed by a variant, or match no string or too many.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "rules belong to the tree, and their names lie in the text; at most the allowed steps remain"
)]

use std::collections::{HashMap, HashSet};

use urigram_grammar::names::{Reach, SKIPPED, shown, shown_file};
use urigram_grammar::tree::{Definition, Tree};
use urigram_grammar::{Automata, Dfa, Error, Grammar, Limits, Peg, closest};

use crate::check::finding::{Bound, Decidable, Edit, FindingKind, Note, Purpose};
use crate::sample::weights;
use crate::sample::weights::Flaw;

/// The maximum number of names for which similar names are searched.
const COMPARED: usize = 10;

/// Returns findings for the rules of the purpose that are missing.
pub(super) fn missing(rules: &[Definition<'_>], purpose: &Purpose<'_>) -> Vec<Note> {
    let names = || rules.iter().map(|rule| rule.name);
    let mut known: HashSet<&str> = names().collect();
    let missing = purpose.starts.iter().chain(purpose.captured).chain(purpose.needed);
    let missing = missing.filter(|name| known.insert(name));
    let missing = missing.enumerate().map(|(at, name)| {
        let meant = closest(name, names().take_while(|_| at < COMPARED));
        let hint = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        let message = format!("rule `{}` is needed and not here{hint}", shown(name));
        Note::new(FindingKind::Missing, *name, 0..0, message)
    });
    missing.collect()
}

/// Returns findings for the rules that no start rule reaches. If no start rules are given, returns findings for the rules
/// that no rule calls, which are probably the start rules.
pub(super) fn unused(rules: &[Definition<'_>], purpose: &Purpose<'_>) -> Vec<Note> {
    let mut reach = Reach::new(rules);
    SKIPPED.iter().chain(purpose.starts).for_each(|name| reach.add(name));
    if purpose.starts.is_empty() {
        return starts(rules, reach);
    }
    let unused = rules.iter().filter(|rule| !reach.has(rule));
    let message = |name| format!("rule `{}` is not used: no start rule leads to it", shown(name));
    unused.map(|rule| note(rule, FindingKind::Unused, message(rule.name))).collect()
}

/// Returns the rules that no other rule calls, and the first rule of each cycle that no other rule calls.
fn starts<'t>(rules: &[Definition<'t>], mut reach: Reach<'_, 't>) -> Vec<Note> {
    let others = |rule: &Definition<'t>| {
        let name = rule.name;
        rule.calls.iter().map(|call| call.name).filter(move |call| *call != name).collect::<Vec<_>>()
    };
    let called: HashSet<&str> = rules.iter().flat_map(others).collect();
    let (uncalled, called): (Vec<_>, Vec<_>) = rules.iter().partition(|rule| !called.contains(rule.name));
    let mut starts = Vec::new();
    for rule in uncalled.into_iter().chain(called) {
        if !reach.has(rule) {
            reach.add(rule.name);
            let message = format!("rule `{}` is a start rule: no other leads to it", shown(rule.name));
            starts.push(note(rule, FindingKind::Start, message));
        }
    }
    starts
}

/// Returns findings for the rules that only pest can run, with the reason.
pub(super) fn refused(rules: &[Definition<'_>], peg: &Peg) -> Vec<Note> {
    let refused = rules.iter().filter_map(|rule| Some((rule, peg.definition(rule.name).err()?)));
    refused.map(|(rule, refused)| note(rule, FindingKind::Refused, refused.to_string())).collect()
}

/// Returns findings for the captured rules that make no node.
pub(super) fn nodeless(rules: &[Definition<'_>], peg: &Peg, purpose: &Purpose<'_>) -> Vec<Note> {
    let mut hidden: Vec<&str> =
        purpose.starts.iter().flat_map(|start| peg.without_nodes(start, purpose.captured)).collect();
    hidden.sort_unstable();
    hidden.dedup();
    let hidden = rules.iter().filter(|rule| hidden.contains(&rule.name));
    let message = |name| {
        format!(
            "rule `{}` is needed for its node and makes none: it is silent, `_{{ }}`, or what calls it is atomic, \
             `@{{ }}`",
            shown(name)
        )
    };
    hidden.map(|rule| note(rule, FindingKind::Nodeless, message(rule.name))).collect()
}

/// Returns a finding at the name of the rule.
fn note(rule: &Definition<'_>, kind: FindingKind, message: String) -> Note {
    let range = rule.range.start..rule.range.start + rule.name.len();
    Note::new(kind, rule.name, range, message)
}

/// Returns findings for the unused rules of a variant, each with the rule of the base grammar that it was
/// probably meant to replace: a rule with the same definition, or else a rule with a similar name.
pub(super) fn definitions(grammar: &Grammar, rules: &[Definition<'_>], purpose: &Purpose<'_>) -> Vec<Note> {
    let starts: Vec<usize> = rules.iter().map(|rule| rule.range.start).collect();
    let places = grammar.places_of(&starts);
    let is_own = |at: usize| *places[at].file == *grammar.file_name();
    let called: HashSet<&str> = rules.iter().flat_map(|rule| &rule.calls).map(|call| call.name).collect();
    let required = || purpose.starts.iter().chain(purpose.captured).chain(purpose.needed).chain(&SKIPPED);
    let is_used = |name: &str| called.contains(name) || required().any(|required| *required == name);
    let replaced: Vec<usize> =
        (0..rules.len()).filter(|&at| !is_own(at) && is_used(rules[at].name)).collect();
    if replaced.is_empty() {
        return Vec::new();
    }

    let unused = (0..rules.len()).filter(|&at| is_own(at) && !is_used(rules[at].name)).take(COMPARED);
    let renamed = unused.filter_map(|at| {
        let name = rules[at].name;
        let same = |&&other: &&usize| grammar.rules()[other].expr == grammar.rules()[at].expr;
        let alike = || closest(name, replaced.iter().map(|&other| rules[other].name));
        let meant = match replaced.iter().find(same) {
            Some(&other) => other,
            None => alike().and_then(|meant| rules.iter().position(|rule| rule.name == meant))?,
        };
        let (base, old) = (shown_file(&places[meant].file), shown(rules[meant].name));
        let message = format!(
            "rule `{}` is not used, and `{old}` is taken from {base}: to replace that, name this rule `{old}`",
            shown(name)
        );
        let note = note(&rules[at], FindingKind::Renamed, message);
        let edit = Edit::replace(note.range.clone(), rules[meant].name);
        Some(Note { edit: Some(edit), ..note })
    });
    renamed.collect()
}

/// Returns the rules that match no string, neither as start rules nor in any context in which they are
/// called: `"\\" ~ NEWLINE` may match no string where white space is skipped, but match in an atomic rule.
/// Rules that exceed the limit are left out.
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
            let mut never = |&place: &usize| automata.matches_some(place, &mut steps) == Some(false);
            places.is_some_and(|places| places.iter().all(&mut never))
        })
        .collect()
}

/// Returns findings for the rules of `never` that call no other rule of `never`.
pub(super) fn never(tree: &Tree<'_>, never: &HashSet<usize>) -> Vec<Note> {
    let innermost = never.iter().filter(|&&rule| !tree.calls(rule).any(|call| never.contains(&call)));
    let notes = innermost.map(|&rule| {
        let rule = &tree.rules[rule];
        let message = format!("rule `{}` can never match anything", shown(rule.name));
        note(rule, FindingKind::NeverMatches, message)
    });
    notes.collect()
}

/// The reciprocal of the share of the remaining steps that one rule may use, so that some remain
/// for later rules.
const SHARE: usize = 4;

/// Returns findings for the rules that match more than the bounds of the purpose allow, and for those that
/// could not be compared with a bound. Rules that only pest can run are left out, because they have a
/// finding of the kind `Refused`.
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
        notes.extend(exceeded(rule, dfa.as_ref(), bounds, &mut pairs));
    }
    notes
}

/// Returns findings for the bounds that a rule exceeds, and for those with which it could not be
/// compared.
fn exceeded<'a>(
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
            // A string that exceeds several bounds is reported only for the first.
            Ok(counterexample) if notes.iter().any(|note| note.counterexample == counterexample) => {}
            Ok(counterexample) => {
                let message =
                    format!("rule `{}` matches what it should not: {}", shown(rule.name), bound.why);
                let help = (!bound.help.is_empty()).then(|| bound.help.to_owned());
                notes.push(Note { counterexample, help, ..note(rule, FindingKind::OutOfBounds, message) });
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

/// Returns findings for the invalid comments with weights for samples.
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
