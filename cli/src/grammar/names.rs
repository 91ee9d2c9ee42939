//! Finds rules by typed names, and gives advice for grammars that have none of the rules.

use std::collections::HashSet;

use urigram_grammar::{Abnf, Grammar, closest};

use crate::outcome::Error;
use crate::output::visible;
use crate::parser::library::{self, start_rules};

/// Returns the name in the grammar's spelling, if the grammar has the rule.
pub(super) fn find<'g>(grammar: &'g Grammar, typed: &str) -> Option<&'g str> {
    let rule = grammar.rule(typed).or_else(|| grammar.rule(&underscored(typed)))?;
    Some(&rule.name)
}

/// Returns the name of an RFC's rule in the spelling of grammars.
pub(super) fn underscored(name: &str) -> String {
    name.replace('-', "_")
}

pub(super) fn in_grammar<'g>(grammar: &'g Grammar, typed: &str) -> Result<&'g str, Error> {
    let names = grammar.rules().iter().map(|rule| rule.name.as_str());
    find(grammar, typed).ok_or_else(|| unknown(grammar.file_name(), typed, names))
}

/// Returns the rule that a text has to match. If the grammar has no such rule, the error suggests `option`.
pub(super) fn start<'g>(grammar: &'g Grammar, typed: &str, option: &str) -> Result<&'g str, Error> {
    find(grammar, typed).ok_or_else(|| {
        let names = grammar.rules().iter().map(|rule| rule.name.as_str());
        if closest(typed, names.clone()).is_some() {
            return unknown(grammar.file_name(), typed, names);
        }
        let (file, advice) = (grammar.file_name(), library::advice(grammar, option));
        let typed = visible::name(typed.as_bytes());
        Error::Refused(format!("uri: {file} has no rule `{typed}`; {advice}"))
    })
}

pub(super) fn in_abnf<'a>(abnf: &'a Abnf, file_name: &str, typed: &str) -> Result<&'a str, Error> {
    abnf.name(typed).ok_or_else(|| unknown(file_name, typed, abnf.names()))
}

fn unknown<'n>(file_name: &str, typed: &str, names: impl Iterator<Item = &'n str>) -> Error {
    let hint = closest(typed, names).map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
    let typed = visible::name(typed.as_bytes());
    Error::Refused(format!("uri: {file_name} has no rule `{typed}`{hint}"))
}

/// The maximum number of start rules whose names are compared with the given names.
const COMPARED: usize = 10;

/// Returns whether the grammar has none of these rules.
pub(super) fn has_none_of(grammar: &Grammar, names: &[&str]) -> bool {
    let own: HashSet<&str> = grammar.rules().iter().map(|rule| rule.name.as_str()).collect();
    !names.iter().any(|name| own.contains(underscored(name).as_str()))
}

/// Returns the start rules whose names are similar to `names`, the rules of `file`, each with a message.
pub(super) fn misspelt<'g>(grammar: &'g Grammar, file: &str, names: &[&str]) -> Vec<(&'g str, String)> {
    let starts = start_rules(grammar).into_iter().take(COMPARED);
    let misspelt = starts.filter_map(|rule| {
        let meant = closest(rule, names.iter().copied())?;
        let (shown, meant) = (visible::beginning(rule), visible::beginning(meant));
        Some((rule, format!("{file} has no rule `{shown}`; did you mean `{meant}`?")))
    });
    misspelt.collect()
}

/// Returns a message if the grammar has none of these rules. The message ends with `advice` if no names are
/// similar.
pub(super) fn unrelated(grammar: &Grammar, file: &str, names: &[&str], advice: &str) -> Option<String> {
    if !has_none_of(grammar, names) {
        return None;
    }
    let unrelated = || format!("{} and {file} have no rule in common{advice}", grammar.file_name());
    Some(misspelt(grammar, file, names).into_iter().next().map_or_else(unrelated, |(_, message)| message))
}
