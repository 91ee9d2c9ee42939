//! Rules that are missing, not used, or of no use but to pest.

use std::collections::HashSet;

use super::finding::{FindingKind, Note, Purpose};
use crate::message::shown;
use crate::peg::Peg;
use crate::pest::closest::{COMPARED, closest};
use crate::pest::meta::tree::Definition;
use crate::pest::reach::Reach;
use crate::pest::skipped::SKIPPED;

/// The rules of the purpose that are not there.
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

/// The rules that no start rule reaches; if it is not said which those are, the start rules.
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

/// The rules that no other calls, and the first of those that only call each other.
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

/// The rules that only pest can run, and why.
pub(super) fn refused(rules: &[Definition<'_>], peg: &Peg) -> Vec<Note> {
    let refused = rules.iter().filter_map(|rule| Some((rule, peg.definition(rule.name).err()?)));
    refused.map(|(rule, refused)| note(rule, FindingKind::Refused, refused.to_string())).collect()
}

/// The rules that are needed for their nodes and have none.
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
#[expect(clippy::arithmetic_side_effects, reason = "the name of a rule lies in the text")]
pub(super) fn note(rule: &Definition<'_>, kind: FindingKind, message: String) -> Note {
    let range = rule.range.start..rule.range.start + rule.name.len();
    Note::new(kind, rule.name, range, message)
}
