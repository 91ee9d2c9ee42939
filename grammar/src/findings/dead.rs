//! Alternatives that can never match.
//!
//! pest's optimizer rewrites choices, so what an alternative matches is asked of the alternative alone:
//! each that the author wrote becomes a rule of its own, and so does each choice. Where the optimizer's
//! choice is not its alternatives in their order, nothing is said of it.

use std::sync::Arc;

use super::extend::{Extension, Run};
use super::finding::{FindingKind, Note};
use crate::dfa::automaton::{Automata, Limits};
use crate::dfa::turns::{Cause, Dead};
use crate::peg::Peg;
use crate::pest::meta::optimize::optimize;
use crate::pest::meta::tree::{Choice, Tree};
use crate::pest::read::Grammar;

/// The most that one choice takes of the steps for all of them.
const STEPS: usize = Limits::DEFAULT.steps / 10;
/// How many characters of an alternative a message shows.
const SHOWN: usize = 50;

/// The alternatives that can never match, of the choices in rules that have an automaton.
pub(super) fn alternatives(grammar: &Grammar, peg: Peg, tree: &Tree<'_>) -> Vec<Note> {
    let choices = tree.choices.iter().filter(|choice| peg.rule(tree.rules[choice.rule].name).is_ok());
    let choices: Vec<&Choice> = choices.collect();
    // It is as large as the one that follows.
    drop(peg);
    let Some(Extension { rules, runs }) = Extension::new(tree, &choices) else {
        return vec![undecided("the grammar", "".into(), 0..0)];
    };
    let names: Vec<Arc<str>> = tree.rules.iter().map(|rule| rule.name.into()).collect();
    let added = optimize(&rules, &tree.written());
    let peg = Peg::of_rules(&[grammar.rules(), &added].concat());
    let mut automata = Automata::new(&peg);
    let mut left = Limits::DEFAULT.steps;
    let mut notes = Vec::new();
    for (choice, runs) in choices.into_iter().zip(runs) {
        let rule = &names[choice.rule];
        let mut steps = left.min(STEPS);
        left -= steps;
        match dead(&runs, &peg, &mut automata, &mut steps) {
            Some(dead) => notes.extend(dead.into_iter().map(|dead| note(grammar.text(), rule, choice, dead))),
            None => notes.push(undecided("the choice", rule.clone(), choice.range())),
        }
        left += steps;
    }
    notes
}

/// What is dead in every run of a choice; nothing if it could not be decided.
fn dead(runs: &[Run], peg: &Peg, automata: &mut Automata<'_>, steps: &mut usize) -> Option<Vec<Dead>> {
    let mut in_all: Option<Vec<Dead>> = None;
    for Run { choice, alternatives } in runs {
        let choice = peg.rule(choice).ok()?;
        let alternatives: Result<Vec<usize>, _> = alternatives.iter().map(|name| peg.rule(name)).collect();
        let dead = automata.dead(choice, &alternatives.ok()?, steps).ok()?;
        let is_dead = |one: &Dead| dead.iter().any(|other| other.alternative == one.alternative);
        match &mut in_all {
            Some(in_all) => in_all.retain(is_dead),
            None => in_all = Some(dead),
        }
    }
    in_all
}

fn note(text: &str, rule: &Arc<str>, choice: &Choice, dead: Dead) -> Note {
    let range = |at: usize| choice.alternatives[at].range.clone();
    let shown = |at: usize| shown(&text[range(at)]);
    let one = shown(dead.alternative);
    let message = match dead.cause {
        Cause::Itself => format!("`{one}` can never match anything"),
        Cause::Covered(by) => {
            format!("`{one}` can never match: `{}` before it matches all that it would", shown(by))
        }
        Cause::Forestalled(by) => {
            let by = shown(by);
            format!("`{one}` can never match: wherever it would, `{by}` before it does; put it before that")
        }
        Cause::Several => format!("`{one}` can never match: wherever it would, one of those before it does"),
    };
    let range = range(dead.alternative);
    Note { kind: FindingKind::DeadAlternative, rule: rule.clone(), range, message }
}

fn undecided(what: &str, rule: Arc<str>, range: std::ops::Range<usize>) -> Note {
    let message = format!("{what} is too large to be searched for alternatives that can never match");
    Note { kind: FindingKind::Undecided, rule, range, message }
}

/// As much of an alternative as a message on one line takes.
fn shown(alternative: &str) -> String {
    let line = alternative.lines().next().unwrap_or_default().trim_end();
    let mut shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < alternative.len() {
        shown.push('…');
    }
    shown
}
