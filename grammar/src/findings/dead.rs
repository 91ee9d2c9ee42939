//! Alternatives that can never match.
//!
//! pest's optimizer rewrites choices, so what an alternative matches is asked of the alternative alone:
//! each that the author wrote becomes a rule of its own, and so does each choice. Where the optimizer's
//! choice is not its alternatives in their order, nothing is said of it.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a choice has at least two alternatives, which lie in the text; a dead one is one of them"
)]

use std::collections::HashSet;
use std::sync::Arc;

use super::decidable::Decidable;
use super::extend::{Extension, Group, Run, Whole};
use super::finding::{FindingKind, Note};
use crate::dfa::automaton::{Automata, Limits};
use crate::dfa::turns::{Cause, Dead};
use crate::peg::Peg;
use crate::pest::meta::tree::{Choice, Kind, Node, Tree};
use crate::pest::read::Grammar;

/// The most that one choice takes of the steps for all of them.
const STEPS: usize = Limits::DEFAULT.steps / 10;
/// How many characters of an alternative a message shows.
const SHOWN: usize = 50;

/// The alternatives that can never match, of those that have an automaton. One that calls a rule of `never`, which
/// match nothing, is left out: that is said of the rule.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a choice is in a rule; no more steps are left than were allowed"
)]
pub(super) fn alternatives(
    grammar: &Grammar,
    tree: &Tree<'_>,
    decidable: &Decidable,
    never: &HashSet<usize>,
) -> Vec<Note> {
    let choices: Vec<Part> =
        tree.choices.iter().filter_map(|choice| Part::new(choice, tree, grammar.text(), decidable)).collect();
    let groups: Vec<Group> = choices.iter().map(Part::group).collect();
    let Some(extension) = Extension::new(tree, &groups) else {
        return vec![undecided("the grammar", "".into(), 0..0)];
    };
    let names: Vec<Arc<str>> = tree.rules.iter().map(|rule| rule.name.into()).collect();
    let peg = extension.peg(grammar, tree);
    let mut automata = Automata::new(&peg);
    let mut left = Limits::DEFAULT.steps;
    let mut notes = Vec::new();
    for (part, runs) in choices.into_iter().zip(extension.runs) {
        let choice = part.choice;
        let rule = &names[choice.rule];
        let mut steps = left.min(STEPS);
        left -= steps;
        match dead(&runs, &peg, &mut automata, &mut steps) {
            Some(mut dead) => {
                dead.retain(|dead| dead.cause != Cause::Itself || !calls(tree, part.node(dead), never));
                notes.extend(dead.into_iter().map(|dead| part.note(grammar.text(), rule, dead)));
            }
            None => notes.push(undecided("the choice", rule.clone(), choice.range())),
        }
        left += steps;
    }
    notes
}

/// Those alternatives of a choice that have an automaton.
struct Part<'t> {
    choice: &'t Choice,
    /// The indices of the alternatives.
    alternatives: Vec<usize>,
}

impl<'t> Part<'t> {
    /// Returns the part of the choice, if it has one.
    fn new(choice: &'t Choice, tree: &Tree<'_>, text: &str, decidable: &Decidable) -> Option<Part<'t>> {
        let is_decidable = |at: &usize| decidable.node(choice.alternatives[*at].node);
        let begins_with = |at: usize| match tree.first(choice.alternatives[at].node) {
            Node { kind: Kind::Str(string) | Kind::Insens(string), .. } => string.as_str(),
            Node { range, .. } => &text[range.clone()],
        };
        let count = choice.alternatives.len();
        // pest's optimizer joins the last two if they begin alike.
        let are_separate = (count - 2..count).all(|at| is_decidable(&at))
            || begins_with(count - 2) != begins_with(count - 1);
        let end = if are_separate { count } else { count - 2 };
        let alternatives: Vec<usize> = (0..end).filter(is_decidable).collect();
        (!alternatives.is_empty()).then_some(Part { choice, alternatives })
    }

    fn node(&self, dead: &Dead) -> usize {
        self.choice.alternatives[self.alternatives[dead.alternative]].node
    }

    fn group(&self) -> Group {
        let nodes = self.alternatives.iter().map(|&at| self.choice.alternatives[at].node);
        let parts: Vec<usize> = nodes.collect();
        let is_whole = parts.len() == self.choice.alternatives.len();
        let whole = if is_whole { Whole::Node(self.choice.node) } else { Whole::Choice(parts.clone()) };
        Group { rule: self.choice.rule, whole, parts, length: self.choice.range().len() }
    }

    fn note(&self, text: &str, rule: &Arc<str>, dead: Dead) -> Note {
        let range = |at: usize| self.choice.alternatives[self.alternatives[at]].range.clone();
        let shown = |at: usize| shown(&text[range(at)]);
        let one = shown(dead.alternative);
        let (message, help) = match dead.cause {
            Cause::Itself => (
                format!("`{one}` can never match anything"),
                "leave it out, or write what it is to match".to_owned(),
            ),
            Cause::Covered(by) => {
                let by = shown(by);
                let message = format!("`{one}` can never match: `{by}` before it matches all that it would");
                (message, "leave it out".to_owned())
            }
            Cause::Forestalled(by) | Cause::Exchangeable(by) => {
                let by = shown(by);
                let message = format!("`{one}` can never match: wherever it would, `{by}` before it does");
                let help = match dead.cause {
                    Cause::Exchangeable(_) => format!(
                        "leave it out, or let `{by}` match less; in the other order, `{by}` could never match"
                    ),
                    _ => format!("put it before `{by}`"),
                };
                (message, help)
            }
            Cause::Several(by) => {
                let message =
                    format!("`{one}` can never match: wherever it would, one of those before it does");
                let by = by.map_or("those".to_owned(), |by| format!("`{}`", shown(by)));
                (message, format!("leave it out, or put it before {by}"))
            }
        };
        let range = range(dead.alternative);
        let note = Note::new(FindingKind::DeadAlternative, rule.clone(), range, message);
        Note { witness: dead.witness, help: Some(help), ..note }
    }
}

/// Returns whether the expression calls one of the rules.
#[expect(clippy::indexing_slicing, reason = "a node is one of the tree")]
fn calls(tree: &Tree<'_>, node: usize, rules: &HashSet<usize>) -> bool {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        match tree.nodes[node].kind {
            Kind::Call(rule) if rules.contains(&rule) => return true,
            ref kind => open.extend(kind.operands()),
        }
    }
    false
}

/// What is dead in every run of a choice; nothing if it could not be decided.
fn dead(runs: &[Run], peg: &Peg, automata: &mut Automata<'_>, steps: &mut usize) -> Option<Vec<Dead>> {
    let mut in_all: Option<Vec<Dead>> = None;
    for Run { whole, parts, .. } in runs {
        let choice = peg.rule(whole).ok()?;
        let alternatives: Result<Vec<usize>, _> = parts.iter().map(|name| peg.rule(name)).collect();
        let dead = automata.dead(choice, &alternatives.ok()?, steps).ok()?;
        let is_dead = |one: &Dead| dead.iter().any(|other| other.alternative == one.alternative);
        match &mut in_all {
            Some(in_all) => in_all.retain(is_dead),
            None => in_all = Some(dead),
        }
    }
    in_all
}

fn undecided(what: &str, rule: Arc<str>, range: std::ops::Range<usize>) -> Note {
    let message = format!("{what} is too large to be searched for alternatives that can never match");
    Note::new(FindingKind::Undecided, rule, range, message)
}

/// Returns as much of an expression as a message on one line takes.
pub(super) fn shown(expression: &str) -> String {
    let line = expression.lines().next().unwrap_or_default().trim_end();
    let mut shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < expression.len() {
        shown.push('…');
    }
    shown
}
