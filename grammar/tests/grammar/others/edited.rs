//! Each grammar against itself with one mistake, ten times.

use std::time::Duration;

use fastrand::Rng;
use urigram_grammar::{Capture, Change, Differ, Difference, Differs, Effort, Grammar, Peg, WitnessKind};

use super::{Other, assert_as_listed};
use crate::compiled::derived::{derived, mutated};
use crate::mutants::oracle::Oracle;
use crate::mutants::{self, Mutant};

/// How many rules that were not edited are checked against pest, of those that differ and of those that may.
const CHECKED: usize = 3;

/// The number of texts that are derived from a rule of each grammar, and their length.
const DERIVED: usize = 100;
const LENGTH: usize = 12;

/// The search for differences of rules without automata: the same on every machine.
const EFFORT: Effort = Effort { steps: 20_000_000, time: Duration::from_secs(600) };

/// What becomes of ten edits.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edits {
    /// The edits that are found to change nothing.
    pub(super) idle: usize,
    /// The edits of which no change is found, and which may change something.
    pub(super) open: usize,
}

/// An edit of a grammar, and pest's parsers of both.
struct Edit<'e> {
    pegs: [&'e Peg; 2],
    oracle: &'e mut Oracle,
}

impl Edit<'_> {
    /// Returns what pest captures by both grammars.
    fn trees(&mut self, rule: &str, text: &str) -> (Option<Vec<Capture>>, Option<Vec<Capture>>) {
        // The search does not look at the end of the text, which is no rule.
        let own = |tree: Vec<Capture>| tree.into_iter().filter(|node| node.rule != "EOI").collect();
        let (old, new) = self.oracle.trees(rule, text);
        (old.map(own), new.map(own))
    }

    /// Checks what is said of a rule against pest.
    fn check(&mut self, Difference { rule, change, .. }: &Difference) -> Result<(), String> {
        let is_exact = self.pegs.iter().all(|peg| peg.rule(rule).is_ok());
        let mut shown = Vec::new();
        if let Change::Differs(Differs { witnesses, makes_node, .. }) = change {
            if witnesses.is_empty() && makes_node.is_none() {
                return Err(format!("{rule}: nothing shows the difference"));
            }
            for witness in witnesses {
                let trees = self.trees(rule, &witness.text);
                if (&witness.old, &witness.new) != (&trees.0, &trees.1) || trees.0 == trees.1 {
                    return Err(format!("{rule}: {witness:?} is {trees:?}"));
                }
                shown.push((witness.kind(), witness.text.chars().count()));
            }
        }
        // No shorter string differs in this way.
        let known = |kind| match change {
            Change::Undecided { searched, .. } => searched
                .filter(|extent| extent.undecided == 0)
                .and_then(|extent| extent.length)
                .map(|length| length + 1),
            Change::Differs(_) if !is_exact => None,
            _ => {
                let shortest = shown.iter().filter(|(of, _)| *of == kind).map(|(_, length)| *length).min();
                Some(shortest.unwrap_or(usize::MAX))
            }
        };
        let mut random = Rng::with_seed(3986);
        let mut texts = Vec::new();
        for peg in self.pegs.iter().filter(|peg| peg.definition(rule).is_ok()) {
            for _ in 0..DERIVED {
                let text = derived(peg, rule, random.usize(..LENGTH), &mut random);
                texts.extend([mutated(&text, &mut random), text]);
            }
        }
        for text in self.oracle.texts(rule, texts) {
            let trees = self.trees(rule, &text);
            let kind = match &trees {
                (None, Some(_)) => WitnessKind::Gained,
                (Some(_), None) => WitnessKind::Lost,
                (old, new) if old != new => WitnessKind::ParsedDifferently,
                _ => continue,
            };
            if known(kind).is_some_and(|length| text.chars().count() < length) {
                return Err(format!("{rule}: {text:?} is {kind:?}, but {change:?}"));
            }
        }
        Ok(())
    }
}

/// Checks a mutant against pest, and counts it.
fn check(
    other: &Other,
    oracle: &mut Oracle,
    [before, after]: [&Grammar; 2],
    mutant: &Mutant,
) -> Result<Edits, String> {
    let pegs = [&Peg::new(before), &Peg::new(after)];
    let mut edit = Edit { pegs, oracle };
    // A rule that makes nodes in one of them only counts too.
    let captured: Vec<&str> = pegs[0].names().collect();
    let found = Differ::new(before, after).captured(&captured).searched(EFFORT).differences();
    let edited: Vec<&Difference> =
        found.iter().filter(|found| mutant.names().any(|name| name == found.rule)).collect();
    let starts: Vec<&String> = edited.iter().filter_map(|edited| edited.start.as_ref()).collect();
    let is_named =
        |found: &&Difference| mutant.names().any(|name| name == found.rule) || starts.contains(&&found.rule);
    let (named, others): (Vec<&Difference>, Vec<&Difference>) = found.iter().partition(is_named);
    let differs = |found: &&&Difference| matches!(found.change, Change::Differs(_));
    let is_open = |found: &&&Difference| matches!(found.change, Change::Undecided { .. });
    let checked = named.iter().chain(others.iter().filter(differs).take(CHECKED));
    for difference in checked.chain(others.iter().filter(is_open).take(CHECKED)) {
        // pest panics where there is nothing to peek.
        if !other.unsampled.contains(&difference.rule.as_str()) {
            edit.check(difference)?;
        }
    }
    let all = || named.iter().chain(&others);
    let changes = all().any(|found| differs(&found));
    let is_open = all().any(|found| is_open(&found));
    Ok(Edits { idle: usize::from(!changes && !is_open), open: usize::from(!changes && is_open) })
}

/// Counts what becomes of ten mutants.
fn edits(other: &Other) -> Edits {
    let grammar = other.grammar();
    let mut oracle = Oracle::new(&grammar, &[]);
    let mut edits = Edits::default();
    let mutants = mutants::shuffled(&grammar, &mut Rng::with_seed(3986));
    // What pest refuses is no edit that anyone would compare.
    let edited = mutants.iter().filter_map(|mutant| Some((mutant, mutant.grammar(&grammar).ok()?)));
    for (mutant, edited) in edited.take(10) {
        oracle.change(&edited);
        let checked = check(other, &mut oracle, [&grammar, &edited], mutant);
        let Edits { idle, open } =
            checked.unwrap_or_else(|wrong| panic!("{}: {mutant}: {wrong}", other.name()));
        edits = Edits { idle: edits.idle + idle, open: edits.open + open };
    }
    edits
}

#[test]
#[ignore = "ten edits of each published grammar"]
fn in_ten_ways() {
    assert_as_listed(|other| (edits(other), other.edits));
}
