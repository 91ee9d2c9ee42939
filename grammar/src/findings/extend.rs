//! A grammar with more rules: one for each choice in it, and one for each alternative.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use pest::Span;
use pest_meta::ast::RuleType;

use super::choices::Choice;
use super::uses::IMPLICIT;
use crate::pest::definition::Definition;
use crate::pest::read::Grammar;

/// The text of the grammar and the rules behind it, and for each choice those that stand for it, in every
/// way that it can run.
pub(super) struct Extended {
    pub(super) source: String,
    pub(super) runs: Vec<Vec<Run>>,
}

/// A choice as pest runs it with white space skipped, or without: the names of rules.
pub(super) struct Run {
    pub(super) choice: String,
    pub(super) alternatives: Vec<String>,
}

impl Extended {
    pub(super) fn new(grammar: &Grammar, rules: &[Definition<'_>], choices: &[Choice<'_>]) -> Extended {
        let called_atomic = called_atomic(grammar, rules);
        let prefix = unused(rules);
        let mut extended = Extended { source: format!("{}\n", grammar.text()), runs: Vec::new() };
        for (index, choice) in choices.iter().enumerate() {
            let name = format!("{prefix}{index}");
            let plain = extended.plain(grammar.text(), choice, &name);
            // In what is skipped, nothing is skipped.
            let is_skipped = IMPLICIT.contains(&choice.rule);
            let atomic = is_skipped || called_atomic.contains(choice.rule);
            let atomic = atomic.then(|| extended.atomic(&plain, &name));
            let plain = (!is_skipped).then_some(plain);
            extended.runs.push(plain.into_iter().chain(atomic).collect());
        }
        extended
    }

    /// Rules that begin as the choice's own rule does when it is started with.
    fn plain(&mut self, text: &str, choice: &Choice<'_>, name: &str) -> Run {
        let modifier = match choice.modifier {
            atomic @ ("@" | "$") => atomic,
            _ => "_",
        };
        let mut add = |name: String, range| {
            // A comment within the alternative may go to the end of a line, but not behind the brace.
            let _ = writeln!(self.source, "{name} = {modifier}{{ {}\n}}", &text[range]);
            name
        };
        let alternatives = choice.alternatives.iter().cloned().enumerate();
        let alternatives = alternatives.map(|(at, range)| add(format!("{name}_{at}"), range)).collect();
        // pest's optimizer may treat a choice in another way where it is all of a rule.
        let choice =
            if choice.is_whole { choice.rule.to_owned() } else { add(name.to_owned(), choice.range()) };
        Run { choice, alternatives }
    }

    /// Rules that run those from an atomic one.
    fn atomic(&mut self, plain: &Run, name: &str) -> Run {
        let mut add = |name: String, plain: &str| {
            let _ = writeln!(self.source, "{name} = @{{ {plain} }}");
            name
        };
        Run {
            choice: add(format!("{name}_atomic"), &plain.choice),
            alternatives: plain
                .alternatives
                .iter()
                .map(|plain| add(format!("{plain}_atomic"), plain))
                .collect(),
        }
    }
}

/// The rules that are called where no white space is skipped, and do as their caller does.
fn called_atomic<'g>(grammar: &'g Grammar, rules: &[Definition<'g>]) -> HashSet<&'g str> {
    let types: HashMap<&str, RuleType> =
        grammar.rules().iter().map(|rule| (rule.name.as_str(), rule.ty)).collect();
    let calls: HashMap<&str, &[Span<'_>]> =
        rules.iter().map(|rule| (rule.name.as_str(), rule.calls.as_slice())).collect();
    let mut called = HashSet::new();
    if !IMPLICIT.iter().any(|name| types.contains_key(name)) {
        // Nothing is skipped anywhere.
        return called;
    }
    let atomic = types.iter().filter(|(name, ty)| {
        matches!(ty, RuleType::Atomic | RuleType::CompoundAtomic) || IMPLICIT.contains(name)
    });
    let mut open: Vec<&str> = atomic.map(|(name, _)| *name).collect();
    while let Some(name) = open.pop() {
        for call in calls.get(name).copied().unwrap_or_default().iter().map(Span::as_str) {
            let inherits = matches!(types.get(call), Some(RuleType::Normal | RuleType::Silent));
            if inherits && !IMPLICIT.contains(&call) && called.insert(call) {
                open.push(call);
            }
        }
    }
    called
}

/// What no name of a rule begins with.
fn unused(rules: &[Definition<'_>]) -> String {
    let mut prefix = "alternative".to_owned();
    while rules.iter().any(|rule| rule.name.as_str().starts_with(&prefix)) {
        prefix.push('_');
    }
    prefix
}
