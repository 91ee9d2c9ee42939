//! Rules of a variant that nothing calls, while a rule of the base is called whose place they seem to take.

use std::collections::HashSet;

use super::finding::{FindingKind, Note, Purpose};
use super::uses::note;
use crate::message::{shown, shown_file};
use crate::pest::closest::{COMPARED, closest};
use crate::pest::meta::tree::Definition;
use crate::pest::read::Grammar;
use crate::pest::skipped::SKIPPED;

/// The rules of the variant that nothing calls, each with the rule of the base that it was probably meant to replace:
/// one that matches the same, or else one of a similar name.
#[expect(
    clippy::indexing_slicing,
    reason = "a rule is an index of `rules`, which are those of the grammar, each with its place"
)]
pub(super) fn definitions(grammar: &Grammar, rules: &[Definition<'_>], purpose: &Purpose<'_>) -> Vec<Note> {
    let starts: Vec<usize> = rules.iter().map(|rule| rule.range.start).collect();
    let places = grammar.text.places(&starts);
    let is_own = |at: usize| *places[at].file == *grammar.file_name();
    let called: HashSet<&str> = rules.iter().flat_map(|rule| &rule.calls).map(|call| call.name).collect();
    let asked = || purpose.starts.iter().chain(purpose.captured).chain(purpose.needed).chain(&SKIPPED);
    let is_used = |name: &str| called.contains(name) || asked().any(|asked| *asked == name);
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
        Some(note(&rules[at], FindingKind::Renamed, message))
    });
    renamed.collect()
}
