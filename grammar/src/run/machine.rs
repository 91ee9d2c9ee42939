//! The rules that a machine runs, and the reasons for which it stops.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::pest::read::Grammar;
use crate::pest::rules::OptimizedRule;
use crate::pest::skipped::SKIPPED;
use crate::run::builtin::Builtin;

/// The rules of a grammar, prepared to be run on texts. It matches as pest does, within a given number of steps.
///
/// ```
/// use urigram_grammar::{Grammar, Machine, Stopped};
///
/// let grammar = Grammar::read(r#"list = { "(" ~ list* ~ ")" }"#, "list.pest")?;
/// let machine = Machine::new(&grammar);
/// assert_eq!(machine.run("list", "(()())", 1_000)?.len(), 3);
/// assert_eq!(machine.run("list", "(()", 1_000), Err(Stopped::NoMatch));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Machine {
    pub(super) rules: Vec<OptimizedRule>,
    pub(super) names: FxHashMap<String, Called>,
    /// The rules that pest skips between expressions, by index.
    pub(super) blanks: Vec<usize>,
}

#[derive(Debug)]
pub(super) enum Called {
    /// The index of a rule.
    Rule(usize),
    Builtin(Builtin),
}

/// Why there is no parse tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stopped {
    /// The grammar has no such rule.
    Unknown,
    /// The rule does not match the whole text.
    NoMatch,
    /// The match would take more steps than allowed.
    Steps,
    /// Expressions are nested too deep: some ten thousand calls.
    Depth,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::Unknown => "there is no such rule",
            Stopped::NoMatch => "the rule does not match the whole text",
            Stopped::Steps => "the match takes more steps than allowed",
            Stopped::Depth => "expressions are nested too deep",
        })
    }
}

impl std::error::Error for Stopped {}

impl Machine {
    /// Returns the machine of a grammar. Takes time and memory linear in the size of its rules.
    #[must_use]
    pub fn new(grammar: &Grammar) -> Machine {
        Machine::of_rules(grammar.rules().to_vec())
    }

    pub(crate) fn of_rules(rules: Vec<OptimizedRule>) -> Machine {
        let mut names = FxHashMap::default();
        for (index, rule) in rules.iter().enumerate() {
            names.insert(rule.name.clone(), Called::Rule(index));
        }
        for name in rules.iter().flat_map(|rule| rule.expr.calls()) {
            if names.contains_key(name) {
                continue;
            }
            if let Some(builtin) = Builtin::named(name) {
                names.insert(name.to_owned(), Called::Builtin(builtin));
            }
        }
        let index = |blank| rules.iter().position(|rule| rule.name == blank);
        let blanks = SKIPPED.into_iter().filter_map(index).collect();
        Machine { rules, names, blanks }
    }
}
