//! Look-up of rules by the names that are typed.

use urigram_grammar::{Abnf, Grammar, closest};

use crate::outcome::Error;
use crate::output::visible;
use crate::parser::library;

/// Returns the name of the rule in the grammar, if it has the rule.
pub(super) fn find<'g>(grammar: &'g Grammar, typed: &str) -> Option<&'g str> {
    let rule = grammar.rule(typed).or_else(|| grammar.rule(&underscored(typed)))?;
    Some(&rule.name)
}

/// Returns the name of a rule of an RFC as a grammar spells it.
pub(super) fn underscored(name: &str) -> String {
    name.replace('-', "_")
}

pub(super) fn in_grammar<'g>(grammar: &'g Grammar, typed: &str) -> Result<&'g str, Error> {
    let names = grammar.rules().iter().map(|rule| rule.name.as_str());
    find(grammar, typed).ok_or_else(|| unknown(grammar.file_name(), typed, names))
}

/// Returns the rule that a text has to match. If the grammar lacks it, the error says by which option another is named.
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
