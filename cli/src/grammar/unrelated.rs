//! Grammars that have no rule in common with another one, or with an ABNF: they are of something else, or a name is
//! misspelt.

use std::collections::HashSet;

use urigram_grammar::{Grammar, closest};

use super::rule;
use crate::output::visible;
use crate::parser::library::start_rules;

/// The number of rules whose names are compared with all others.
const COMPARED: usize = 10;

/// Returns whether the grammar has no rule of one of these names.
pub(super) fn has_none_of(grammar: &Grammar, names: &[&str]) -> bool {
    let own: HashSet<&str> = grammar.rules().iter().map(|rule| rule.name.as_str()).collect();
    !names.iter().any(|name| own.contains(rule::underscored(name).as_str()))
}

/// Returns the start rules that have a name similar to one of these, each with what to say of it; `file` has the names.
pub(super) fn misspelt<'g>(grammar: &'g Grammar, file: &str, names: &[&str]) -> Vec<(&'g str, String)> {
    let starts = start_rules(grammar).into_iter().take(COMPARED);
    let misspelt = starts.filter_map(|rule| {
        let meant = closest(rule, names.iter().copied())?;
        let (shown, meant) = (visible::beginning(rule), visible::beginning(meant));
        Some((rule, format!("{file} has no rule `{shown}`; did you mean `{meant}`?")))
    });
    misspelt.collect()
}

/// Returns what to say of a grammar that has no rule of these names; nothing if it has one. The advice is for one that is
/// of something else.
pub(super) fn said(grammar: &Grammar, file: &str, names: &[&str], advice: &str) -> Option<String> {
    if !has_none_of(grammar, names) {
        return None;
    }
    let unrelated = || format!("{} and {file} have no rule in common{advice}", grammar.file_name());
    Some(misspelt(grammar, file, names).into_iter().next().map_or_else(unrelated, |(_, said)| said))
}
