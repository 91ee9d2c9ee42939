//! Parts of sequences that can never match, or never fail.
//!
//! As for alternatives, each part becomes a rule of its own, and so does the sequence. Of a sequence with parts that
//! have no automaton, the stretches between them are searched as sequences of their own.

use std::ops::Range;
use std::sync::Arc;

use super::advice::Advice;
use super::decidable::Decidable;
use super::extend::{Extension, Group, Run, Whole};
use super::finding::{FindingKind, Note};
use super::stretch::{Stretch, operator, stretches};
use crate::dfa::automaton::{Automata, Limits};
use crate::dfa::sequence::{Idle, Part, Sequence};
use crate::peg::Peg;
use crate::pest::meta::tree::Tree;
use crate::pest::read::Grammar;

/// The most that one sequence takes of the steps for all of them.
const STEPS: usize = Limits::DEFAULT.steps / 10;

/// The parts that do not do what they are there for.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a stretch is in a rule; no more steps are left than were allowed"
)]
pub(super) fn parts(grammar: &Grammar, tree: &Tree<'_>, decidable: &Decidable) -> Vec<Note> {
    let stretches = stretches(tree, decidable);
    let groups: Vec<Group> = stretches.iter().map(|stretch| group(tree, stretch)).collect();
    let Some(extension) = Extension::new(tree, &groups) else {
        return vec![undecided("the grammar", "".into(), 0..0)];
    };
    let names: Vec<Arc<str>> = tree.rules.iter().map(|rule| rule.name.into()).collect();
    let peg = extension.peg(grammar, tree);
    let mut automata = Automata::new(&peg);
    let mut left = Limits::DEFAULT.steps;
    let mut notes = Vec::new();
    let mut undecided_in = None;
    for (stretch, runs) in stretches.iter().zip(extension.runs) {
        let rule = &names[stretch.rule];
        let mut steps = left.min(STEPS);
        left -= steps;
        match idle(tree, stretch, &runs, &peg, &mut automata, &mut steps) {
            Some(found) => {
                let advice = Advice { tree, text: grammar.text(), stretch };
                notes.extend(found.into_iter().filter_map(|idle| advice.note(rule, idle)));
            }
            // Once for each rule is enough.
            None if undecided_in.replace(stretch.rule) != Some(stretch.rule) => {
                notes.push(undecided("the sequence", rule.clone(), stretch.range(tree)));
            }
            None => {}
        }
        left += steps;
    }
    notes
}

/// What is idle in every run of a sequence; nothing if it could not be decided.
#[expect(
    clippy::indexing_slicing,
    reason = "there is a rule for each item, and behind them one for each operand"
)]
fn idle(
    tree: &Tree<'_>,
    stretch: &Stretch,
    runs: &[Run],
    peg: &Peg,
    automata: &mut Automata<'_>,
    steps: &mut usize,
) -> Option<Vec<Idle>> {
    let mut in_all: Option<Vec<Idle>> = None;
    for Run { whole, parts, gap } in runs {
        let rules: Result<Vec<usize>, _> = parts.iter().map(|name| peg.rule(name)).collect();
        let rules = rules.ok()?;
        // The operands come after the parts, in their order.
        let (rules, mut operands) = (&rules[..stretch.items.len()], rules[stretch.items.len()..].iter());
        let part = |(&item, &rule): (&usize, &usize)| {
            let operator = operator(&tree.nodes[item].kind);
            let operator = operator.and_then(|(operator, _)| Some((operator, *operands.next()?)));
            Part { rule, operator }
        };
        let parts = stretch.items.iter().zip(rules).map(part).collect();
        let sequence = Sequence { whole: peg.rule(whole).ok()?, parts, gap: peg.rule(gap).ok()? };
        let found = automata.idle(&sequence, steps).ok()?;
        match &mut in_all {
            Some(in_all) => {
                in_all.retain(|one| found.iter().any(|other| (one.part, one.why) == (other.part, other.why)))
            }
            None => in_all = Some(found),
        }
    }
    in_all
}

#[expect(clippy::indexing_slicing, reason = "an item is a node of the tree")]
fn group(tree: &Tree<'_>, stretch: &Stretch) -> Group {
    let operands = stretch.items.iter().filter_map(|&item| operator(&tree.nodes[item].kind));
    let operands = operands.map(|(_, operand)| operand);
    Group {
        rule: stretch.rule,
        whole: stretch.whole.map_or_else(|| Whole::Sequence(stretch.items.clone()), Whole::Node),
        parts: stretch.items.iter().copied().chain(operands).collect(),
        length: stretch.range(tree).len(),
    }
}

fn undecided(what: &str, rule: Arc<str>, range: Range<usize>) -> Note {
    let message = format!("{what} is too large to be searched for parts that can never match");
    Note::new(FindingKind::Undecided, rule, range, message)
}
