//! Finds alternatives that never match, and an order of the alternatives in which they would match.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "nodes and rules belong to the tree and lie in the text; a choice has at least two \
              alternatives; sizes saturate, lengths are at most `LONGEST` plus 1, and at most the allowed \
              steps remain"
)]

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use urigram_grammar::idle::{Cause, Dead};
use urigram_grammar::names::is_skipped;
use urigram_grammar::tree::{Choice, Kind, Node, Size, Tree, optimize, sizes};
use urigram_grammar::{Automata, Grammar, Limits, Peg, RuleType, WrittenExpr, WrittenRule};

use crate::check::finding::{Decidable, Edit, FindingKind, Note, is_joined};

/// The maximum total length of all expressions, in bytes; nested expressions count at each level.
const LONGEST: usize = 16 << 20;

/// A choice or a sequence to analyze.
pub(super) struct Group {
    /// The rule that contains the expression.
    pub(super) rule: usize,
    pub(super) whole: Whole,
    pub(super) parts: Vec<usize>,
    /// The length of its source text, in bytes.
    pub(super) length: usize,
}

/// The whole expression of a group.
pub(super) enum Whole {
    Node(usize),
    /// A sequence of these nodes, which is only a part of a sequence of the grammar.
    Sequence(Vec<usize>),
    /// A choice of these nodes, which are only some alternatives of a choice of the grammar.
    Choice(Vec<usize>),
}

/// Rules that are added to a grammar, so that an automaton can be built for each expression of each
/// group. For each group, `contexts` has the names of its rules in each context: where white space is
/// skipped, and where it is not.
#[derive(Default)]
pub(super) struct Extension {
    rules: Vec<WrittenRule>,
    pub(super) contexts: Vec<Vec<RuleNames>>,
}

/// The names of the rules for a group in one context.
pub(super) struct RuleNames {
    pub(super) whole: String,
    pub(super) parts: Vec<String>,
    /// The rule for the white space that pest skips between the parts of a sequence.
    pub(super) gap: String,
}

impl Extension {
    /// Returns the expressions of the grammar and of the added rules, as pest runs them.
    pub(super) fn peg(&self, grammar: &Grammar, tree: &Tree<'_>) -> Peg {
        let added = optimize(&self.rules, &tree.written());
        Peg::of_rules(&[grammar.rules(), &added].concat())
    }

    /// Returns the rules for the groups, or `None` if the grammar would exceed the limits of pest grammars
    /// with them.
    pub(super) fn new(tree: &Tree<'_>, groups: &[Group]) -> Option<Extension> {
        let sizes = sizes(tree);
        let mut size = Size::default();
        tree.rules.iter().for_each(|rule| size += sizes[rule.node]);
        let mut length = 0;
        let called_atomic = called_atomic(tree);
        let prefix = unused(tree);
        let mut extension = Extension::default();
        for (index, group) in groups.iter().enumerate() {
            let whole: &[usize] = match &group.whole {
                Whole::Node(node) if *node == tree.rules[group.rule].node => &[],
                Whole::Node(node) => std::slice::from_ref(node),
                Whole::Sequence(parts) | Whole::Choice(parts) => parts,
            };
            group.parts.iter().chain(whole).for_each(|&node| size += sizes[node]);
            length += group.length;
            if size.excess().is_some() || length > LONGEST {
                return None;
            }
            let name = format!("{prefix}{index}");
            let plain = extension.plain(tree, group, &name);
            // pest skips no white space within `WHITESPACE` and `COMMENT`.
            let is_skipped = is_skipped(tree.rules[group.rule].name);
            let atomic = is_skipped || called_atomic.contains(&group.rule);
            let atomic = atomic.then(|| extension.atomic(&plain, &name, &mut size));
            let plain = (!is_skipped).then_some(plain);
            extension.contexts.push(plain.into_iter().chain(atomic).collect());
        }
        Some(extension)
    }

    /// Adds rules for the group that skip white space as the group's own rule does when it is the
    /// start rule.
    fn plain(&mut self, tree: &Tree<'_>, group: &Group, name: &str) -> RuleNames {
        let rule = &tree.rules[group.rule];
        let ty = match rule.ty {
            atomic @ (RuleType::Atomic | RuleType::CompoundAtomic) => atomic,
            _ => RuleType::Silent,
        };
        let mut add = |name: String, expr: WrittenExpr| {
            self.rules.push(WrittenRule { name: name.clone(), ty, expr });
            name
        };
        let parts = group.parts.iter().enumerate();
        let parts = parts.map(|(at, &part)| add(format!("{name}_{at}"), tree.expr(part))).collect();
        let whole = match &group.whole {
            // pest's optimizer may rewrite an expression differently if it is the whole body of a
            // rule, so that rule itself is used.
            Whole::Node(node) if *node == rule.node => rule.name.to_owned(),
            Whole::Node(node) => add(name.to_owned(), tree.expr(*node)),
            Whole::Sequence(parts) => add(name.to_owned(), joined(tree, parts, WrittenExpr::Seq)),
            Whole::Choice(parts) => add(name.to_owned(), joined(tree, parts, WrittenExpr::Choice)),
        };
        let nothing = || Box::new(WrittenExpr::Str(String::new()));
        let gap = add(format!("{name}_gap"), WrittenExpr::Seq(nothing(), nothing()));
        RuleNames { whole, parts, gap }
    }

    /// Adds atomic rules that call the rules of `plain`, so that these run where no white space is
    /// skipped. Adds their size to `size`.
    fn atomic(&mut self, plain: &RuleNames, name: &str, size: &mut Size) -> RuleNames {
        let mut add = |name: String, plain: &str| {
            *size += Size::of_call(plain);
            let expr = WrittenExpr::Ident(plain.to_owned());
            self.rules.push(WrittenRule { name: name.clone(), ty: RuleType::Atomic, expr });
            name
        };
        RuleNames {
            whole: add(format!("{name}_atomic"), &plain.whole),
            parts: plain.parts.iter().map(|plain| add(format!("{plain}_atomic"), plain)).collect(),
            gap: add(format!("{name}_gap_atomic"), &plain.gap),
        }
    }
}

/// Joins the expressions to a sequence or a choice that is nested on the left, as pest's parser
/// nests it.
fn joined(
    tree: &Tree<'_>,
    nodes: &[usize],
    join: fn(Box<WrittenExpr>, Box<WrittenExpr>) -> WrittenExpr,
) -> WrittenExpr {
    let joined =
        nodes.iter().map(|&node| tree.expr(node)).reduce(|left, right| join(Box::new(left), Box::new(right)));
    joined.expect("a group has a part")
}

/// Returns the normal and silent rules that are called, directly or indirectly, where no white space is
/// skipped: by an atomic rule, or by `WHITESPACE` or `COMMENT`.
fn called_atomic(tree: &Tree<'_>) -> HashSet<usize> {
    let is_implicit = |rule: usize| is_skipped(tree.rules[rule].name);
    let mut called = HashSet::new();
    if !(0..tree.rules.len()).any(is_implicit) {
        // The grammar skips no white space anywhere, so the context makes no difference.
        return called;
    }
    let is_atomic = |rule: usize| {
        matches!(tree.rules[rule].ty, RuleType::Atomic | RuleType::CompoundAtomic) || is_implicit(rule)
    };
    let mut open: Vec<usize> = (0..tree.rules.len()).filter(|&rule| is_atomic(rule)).collect();
    while let Some(rule) = open.pop() {
        for call in tree.calls(rule) {
            let inherits = matches!(tree.rules[call].ty, RuleType::Normal | RuleType::Silent);
            if inherits && !is_implicit(call) && called.insert(call) {
                open.push(call);
            }
        }
    }
    called
}

/// Returns a prefix that no rule name begins with. Each rule name excludes at most one number, so the loop
/// ends.
fn unused(tree: &Tree<'_>) -> String {
    const PREFIX: &str = "alternative";
    let behind = tree.rules.iter().filter_map(|rule| rule.name.strip_prefix(PREFIX)?.split_once('_'));
    let taken: HashSet<&str> = behind.map(|(number, _)| number).collect();
    let mut number = 0;
    while taken.contains(number.to_string().as_str()) {
        number += 1;
    }
    format!("{PREFIX}{number}_")
}

/// The maximum number of steps for one choice.
const STEPS: usize = Limits::DEFAULT.steps / 10;
/// The maximum length of an alternative in a message, in characters.
const SHOWN: usize = 50;

/// Returns findings for the alternatives that have an automaton and can never match. Alternatives that
/// call a rule of `never` are left out, because that rule has a finding.
///
/// pest's optimizer rewrites choices, so each choice and each alternative as written becomes a separate
/// rule. A choice that the optimizer changes, so that it is not equivalent to its alternatives in order,
/// has no findings.
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
    let mut budget = Limits::DEFAULT.steps;
    let mut notes = Vec::new();
    for (part, contexts) in choices.into_iter().zip(extension.contexts) {
        let choice = part.choice;
        let rule = &names[choice.rule];
        let mut steps = budget.min(STEPS);
        budget -= steps;
        match dead(&contexts, &peg, &mut automata, &mut steps) {
            Some(mut dead) => {
                dead.retain(|dead| dead.cause != Cause::Itself || !calls(tree, part.node(dead), never));
                notes.extend(dead.into_iter().map(|dead| part.note(grammar.text(), rule, dead)));
            }
            None => notes.push(undecided("the choice", rule.clone(), choice.range())),
        }
        budget += steps;
    }
    notes
}

/// A choice, restricted to the alternatives that have an automaton.
struct Part<'t> {
    choice: &'t Choice,
    /// The indices of the alternatives.
    alternatives: Vec<usize>,
}

impl<'t> Part<'t> {
    /// Returns the choice with its alternatives that have an automaton, or `None` if none has one.
    fn new(choice: &'t Choice, tree: &Tree<'_>, text: &str, decidable: &Decidable) -> Option<Part<'t>> {
        let is_decidable = |at: &usize| decidable.node(choice.alternatives[*at].node);
        let begins_with = |at: usize| match tree.first(choice.alternatives[at].node) {
            Node { kind: Kind::Str(string) | Kind::Insens(string), .. } => string.as_str(),
            Node { range, .. } => &text[range.clone()],
        };
        let count = choice.alternatives.len();
        // pest's optimizer merges the last two alternatives if they begin alike, so both are left
        // out unless both have an automaton.
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
        let edit = self.edit(text, &dead);
        let range = range(dead.alternative);
        let note = Note::new(FindingKind::DeadAlternative, rule.clone(), range, message);
        Note { counterexample: dead.counterexample, help: Some(help), edit, ..note }
    }

    /// Returns the edit that the help advises.
    fn edit(&self, text: &str, dead: &Dead) -> Option<Edit> {
        let all: Vec<Range<usize>> = self.choice.alternatives.iter().map(|one| one.range.clone()).collect();
        let at = self.alternatives[dead.alternative];
        let Cause::Forestalled(by) = dead.cause else { return Edit::leave_out(text, &all, at, "|") };
        let (by, last) = (self.alternatives[by], at - 1);
        let (others, between) = (all[by].start..all[last].end, all[last].end..all[at].start);
        let moved = [&text[all[at].clone()], &text[between], &text[others.clone()]].concat();
        is_joined(text, &all, last, "|").then(|| Edit::replace(others.start..all[at].end, moved))
    }
}

/// Returns whether the expression calls one of the rules.
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

/// Returns the alternatives of a choice that are dead in all contexts, or `None` if this could not
/// be decided.
fn dead(
    contexts: &[RuleNames],
    peg: &Peg,
    automata: &mut Automata<'_>,
    steps: &mut usize,
) -> Option<Vec<Dead>> {
    let mut in_all: Option<Vec<Dead>> = None;
    for RuleNames { whole, parts, .. } in contexts {
        let choice = peg.rule(whole).ok()?;
        let alternatives: Result<Vec<usize>, _> = parts.iter().map(|name| peg.rule(name)).collect();
        let dead = automata.dead(choice, &alternatives.ok()?, steps)?;
        let is_dead = |one: &Dead| dead.iter().any(|other| other.alternative == one.alternative);
        match &mut in_all {
            Some(in_all) => in_all.retain(is_dead),
            None => in_all = Some(dead),
        }
    }
    in_all
}

fn undecided(what: &str, rule: Arc<str>, range: Range<usize>) -> Note {
    let message = format!("{what} is too large to be searched for alternatives that can never match");
    Note::new(FindingKind::Undecided, rule, range, message)
}

/// Returns the expression on one line, truncated for a message.
pub(super) fn shown(expression: &str) -> String {
    let line = expression.lines().next().unwrap_or_default().trim_end();
    let mut shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < expression.len() {
        shown.push('…');
    }
    shown
}
