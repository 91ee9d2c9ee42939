//! A grammar with more rules: one for each choice in it, and one for each alternative.

use std::collections::HashSet;

use super::uses::IMPLICIT;
use crate::pest::bounds::{Size, sizes};
use crate::pest::meta::tree::{Choice, Tree};
use crate::pest::rules::{RuleType, WrittenExpr, WrittenRule};

/// The total length of all choices in bytes, to which each choice adds those that are nested in it.
const LONGEST: usize = 16 << 20;

/// The rules to add, and for each choice the rules that stand for it in each context.
#[derive(Default)]
pub(super) struct Extension {
    pub(super) rules: Vec<WrittenRule>,
    pub(super) runs: Vec<Vec<Run>>,
}

/// A choice as pest runs it with white space skipped, or without: the names of rules.
pub(super) struct Run {
    pub(super) choice: String,
    pub(super) alternatives: Vec<String>,
}

impl Extension {
    /// Returns the rules for the choices, unless the grammar would exceed the limits of `bounds` with them.
    pub(super) fn new(tree: &Tree<'_>, choices: &[&Choice]) -> Option<Extension> {
        let sizes = sizes(tree);
        let mut size = Size::default();
        tree.rules.iter().for_each(|rule| size += sizes[rule.node]);
        let mut length = 0;
        let called_atomic = called_atomic(tree);
        let prefix = unused(tree);
        let mut extension = Extension::default();
        for (index, choice) in choices.iter().enumerate() {
            let is_whole = choice.node == tree.rules[choice.rule].node;
            let whole = (!is_whole).then_some(choice.node);
            let nodes = choice.alternatives.iter().map(|alternative| alternative.node).chain(whole);
            nodes.for_each(|node| size += sizes[node]);
            length += choice.range().len();
            if size.excess().is_some() || length > LONGEST {
                return None;
            }
            let name = format!("{prefix}{index}");
            let plain = extension.plain(tree, choice, is_whole, &name);
            // In what is skipped, nothing is skipped.
            let is_skipped = IMPLICIT.contains(&tree.rules[choice.rule].name);
            let atomic = is_skipped || called_atomic.contains(&choice.rule);
            let atomic = atomic.then(|| extension.atomic(&plain, &name, &mut size));
            let plain = (!is_skipped).then_some(plain);
            extension.runs.push(plain.into_iter().chain(atomic).collect());
        }
        Some(extension)
    }

    /// Rules that begin as the choice's own rule does when it is started with.
    fn plain(&mut self, tree: &Tree<'_>, choice: &Choice, is_whole: bool, name: &str) -> Run {
        let rule = &tree.rules[choice.rule];
        let ty = match rule.ty {
            atomic @ (RuleType::Atomic | RuleType::CompoundAtomic) => atomic,
            _ => RuleType::Silent,
        };
        let mut add = |name: String, node| {
            self.rules.push(WrittenRule { name: name.clone(), ty, expr: tree.expr(node) });
            name
        };
        let alternatives = choice.alternatives.iter().enumerate();
        let alternatives = alternatives.map(|(at, one)| add(format!("{name}_{at}"), one.node)).collect();
        // pest's optimizer may treat a choice in another way where it is all of a rule.
        let choice = if is_whole { rule.name.to_owned() } else { add(name.to_owned(), choice.node) };
        Run { choice, alternatives }
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
fn called_atomic(tree: &Tree<'_>) -> HashSet<usize> {
    let is_implicit = |rule: usize| IMPLICIT.contains(&tree.rules[rule].name);
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
