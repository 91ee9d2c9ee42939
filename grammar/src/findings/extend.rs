//! A grammar with more rules: one for each expression that is to be decided, and one for each part of it.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a node or a rule is one of the tree; sizes saturate, and lengths are at most `LONGEST` and \
              one more"
)]

use crate::peg::Peg;
use crate::pest::bounds::{Size, sizes};
use crate::pest::meta::optimize::optimize;
use crate::pest::meta::tree::Tree;
use crate::pest::read::Grammar;
use crate::pest::rules::{RuleType, WrittenExpr, WrittenRule};
use crate::pest::skipped::is_skipped;
use std::collections::HashSet;

/// The total length of all expressions in bytes, to which each adds those that are nested in it.
const LONGEST: usize = 16 << 20;

/// An expression that is to be decided: a choice, or a sequence.
pub(super) struct Group {
    /// The rule that it is in.
    pub(super) rule: usize,
    pub(super) whole: Whole,
    pub(super) parts: Vec<usize>,
    /// Its length in the text, in bytes.
    pub(super) length: usize,
}

/// What all of a group is.
pub(super) enum Whole {
    Node(usize),
    /// A sequence of these.
    Sequence(Vec<usize>),
    /// A choice of these.
    Choice(Vec<usize>),
}

/// The rules to add, and for each group the rules that stand for it in each context.
#[derive(Default)]
pub(super) struct Extension {
    pub(super) rules: Vec<WrittenRule>,
    pub(super) runs: Vec<Vec<Run>>,
}

/// A group as pest runs it with white space skipped, or without: the names of rules.
pub(super) struct Run {
    pub(super) whole: String,
    pub(super) parts: Vec<String>,
    /// What pest skips between the parts of a sequence.
    pub(super) gap: String,
}

impl Extension {
    /// Returns the rules of the grammar and the added ones, as pest runs them.
    pub(super) fn peg(&self, grammar: &Grammar, tree: &Tree<'_>) -> Peg {
        let added = optimize(&self.rules, &tree.written());
        Peg::of_rules(&[grammar.rules(), &added].concat())
    }

    /// Returns the rules for the groups, unless the grammar would exceed the limits of `bounds` with them.
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
            // In what is skipped, nothing is skipped.
            let is_skipped = is_skipped(tree.rules[group.rule].name);
            let atomic = is_skipped || called_atomic.contains(&group.rule);
            let atomic = atomic.then(|| extension.atomic(&plain, &name, &mut size));
            let plain = (!is_skipped).then_some(plain);
            extension.runs.push(plain.into_iter().chain(atomic).collect());
        }
        Some(extension)
    }

    /// Rules that begin as the group's own rule does when it is started with.
    fn plain(&mut self, tree: &Tree<'_>, group: &Group, name: &str) -> Run {
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
            // pest's optimizer may treat an expression in another way where it is all of a rule.
            Whole::Node(node) if *node == rule.node => rule.name.to_owned(),
            Whole::Node(node) => add(name.to_owned(), tree.expr(*node)),
            Whole::Sequence(parts) => add(name.to_owned(), joined(tree, parts, WrittenExpr::Seq)),
            Whole::Choice(parts) => add(name.to_owned(), joined(tree, parts, WrittenExpr::Choice)),
        };
        let nothing = || Box::new(WrittenExpr::Str(String::new()));
        let gap = add(format!("{name}_gap"), WrittenExpr::Seq(nothing(), nothing()));
        Run { whole, parts, gap }
    }

    /// Rules that run those from an atomic one, which are added to the size.
    fn atomic(&mut self, plain: &Run, name: &str, size: &mut Size) -> Run {
        let mut add = |name: String, plain: &str| {
            *size += Size::of_call(plain);
            let expr = WrittenExpr::Ident(plain.to_owned());
            self.rules.push(WrittenRule { name: name.clone(), ty: RuleType::Atomic, expr });
            name
        };
        Run {
            whole: add(format!("{name}_atomic"), &plain.whole),
            parts: plain.parts.iter().map(|plain| add(format!("{plain}_atomic"), plain)).collect(),
            gap: add(format!("{name}_gap_atomic"), &plain.gap),
        }
    }
}

/// Returns the expressions in a sequence or choice, as pest's parser nests them.
fn joined(
    tree: &Tree<'_>,
    nodes: &[usize],
    join: fn(Box<WrittenExpr>, Box<WrittenExpr>) -> WrittenExpr,
) -> WrittenExpr {
    let joined =
        nodes.iter().map(|&node| tree.expr(node)).reduce(|left, right| join(Box::new(left), Box::new(right)));
    joined.expect("a group has a part")
}

/// The rules that are called where no white space is skipped, and do as their caller does.
fn called_atomic(tree: &Tree<'_>) -> HashSet<usize> {
    let is_implicit = |rule: usize| is_skipped(tree.rules[rule].name);
    let mut called = HashSet::new();
    if !(0..tree.rules.len()).any(is_implicit) {
        // Nothing is skipped anywhere.
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

/// What no name of a rule begins with. Each name rules out one number at most, so the number is no greater than the
/// number of rules.
#[expect(clippy::arithmetic_side_effects, reason = "there are no more numbers than rules")]
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
