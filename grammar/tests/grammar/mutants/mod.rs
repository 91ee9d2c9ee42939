//! Mutants of a grammar: its rules with one mistake each, as people make them when they edit a grammar.
//!
//! The same grammar has the same mutants, in the same order.

pub(crate) mod alphabet;
mod notation;
pub(crate) mod oracle;
mod rewrite;

use std::collections::BTreeMap;
use std::fmt;

use fastrand::Rng;
use urigram_grammar::{Error, Grammar, RuleType, WrittenExpr, WrittenRule};

use self::notation::expression;
pub(crate) use self::notation::rule;
use self::rewrite::operands;

/// The kind of mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Two alternatives in the other order.
    Swapped,
    /// A predicate is missing.
    Dropped,
    /// A class of characters has one more.
    Widened,
    /// A repetition with other bounds.
    Bound,
    /// A rule that made nodes is silent, or the other way round.
    Silent,
    /// A rule captures more of the text than before, or the captures in it are gone or others.
    Moved,
}

/// A grammar with one mistake, as the rules that differ from the grammar's.
#[derive(Debug, Clone)]
pub(crate) struct Mutant {
    pub(crate) kind: Kind,
    /// The rules that differ; the one that was edited first.
    rules: Vec<WrittenRule>,
    /// What was changed: `HEXDIG{1, 4} → HEXDIG{1, 5}`.
    change: String,
}

impl Mutant {
    /// The names of the rules that differ.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(|rule| rule.name.as_str())
    }

    /// The text of the rules that differ.
    pub(crate) fn text(&self) -> String {
        self.rules.iter().map(|written| rule(written) + "\n").collect()
    }

    /// The text of the whole mutated grammar.
    pub(crate) fn whole(&self, base: &Grammar) -> String {
        let written = base.written().unwrap();
        let changed = |written: &WrittenRule| {
            definition(&self.rules, &written.name).map_or_else(|| rule(written), rule)
        };
        written.iter().map(|written| changed(written) + "\n").collect()
    }

    /// Lays the rules over the grammar that it is a mutant of.
    pub(crate) fn grammar(&self, base: &Grammar) -> Result<Grammar, Error> {
        Grammar::read_over(base, &self.text(), "mutant.pest")
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.names().collect();
        write!(f, "{}: {}", names.join(", "), self.change)
    }
}

/// Returns every mutant of the grammar: rule by rule, the mistakes in each from the left to the right.
pub(crate) fn all(grammar: &Grammar) -> Vec<Mutant> {
    let rules = grammar.written().unwrap();
    let mut mutants = Vec::new();
    for rule in &rules {
        for edit in rewrite::everywhere(&rule.expr, &rules) {
            let mut edited = vec![WrittenRule { expr: edit.expr, ..rule.clone() }];
            // A rule that a call of itself was to be moved into has two edits at once, which is not one mistake.
            if edit.other.as_ref().is_some_and(|other| other.name == rule.name) {
                continue;
            }
            edited.extend(edit.other);
            mutants.push(Mutant { kind: edit.kind, rules: edited, change: edit.change });
        }
        for (kind, ty) in modifiers(rule.ty) {
            let edited = WrittenRule { ty, ..rule.clone() };
            let change = format!("{}{{ }} → {}{{ }}", notation::modifier(rule.ty), notation::modifier(ty));
            mutants.push(Mutant { kind, rules: vec![edited], change });
        }
    }
    mutants
}

/// Returns every mutant in a random order, in which the kinds take turns: the first few are of different kinds.
pub(crate) fn shuffled(grammar: &Grammar, random: &mut Rng) -> Vec<Mutant> {
    let mut all = all(grammar);
    random.shuffle(&mut all);
    let mut turns: BTreeMap<Kind, usize> = BTreeMap::new();
    let mut turn = |kind| {
        let turn = turns.entry(kind).or_default();
        *turn += 1;
        *turn
    };
    let mut ordered: Vec<(usize, Mutant)> =
        all.into_iter().map(|mutant| (turn(mutant.kind), mutant)).collect();
    ordered.sort_by_key(|(turn, mutant)| (*turn, mutant.kind));
    ordered.into_iter().map(|(_, mutant)| mutant).collect()
}

/// Returns the other types that a rule may be given by mistake.
fn modifiers(ty: RuleType) -> Vec<(Kind, RuleType)> {
    match ty {
        RuleType::Silent => vec![(Kind::Silent, RuleType::Normal)],
        RuleType::Atomic => vec![(Kind::Silent, RuleType::Silent), (Kind::Moved, RuleType::CompoundAtomic)],
        RuleType::CompoundAtomic => vec![(Kind::Silent, RuleType::Silent), (Kind::Moved, RuleType::Atomic)],
        RuleType::Normal | RuleType::NonAtomic => {
            vec![(Kind::Silent, RuleType::Silent), (Kind::Moved, RuleType::Atomic)]
        }
    }
}

/// Returns the definition of a rule, if it is one of these.
fn definition<'r>(rules: &'r [WrittenRule], name: &str) -> Option<&'r WrittenRule> {
    rules.iter().find(|rule| rule.name == name)
}

/// Returns the parts of a sequence, or of a choice, from the left to the right.
fn flat<'e>(
    expr: &'e WrittenExpr,
    split: fn(&'e WrittenExpr) -> Option<(&'e WrittenExpr, &'e WrittenExpr)>,
) -> Vec<&'e WrittenExpr> {
    let mut parts = Vec::new();
    let mut rest = expr;
    while let Some((left, right)) = split(rest) {
        parts.push(right);
        rest = left;
    }
    parts.push(rest);
    parts.reverse();
    parts
}
