//! The faults for which pest refuses a grammar that its parser accepts: endless repetitions, alternatives that are
//! never tried, and left recursion.
#![expect(clippy::indexing_slicing, reason = "a node is one of the tree")]

use super::facts::{Facts, NO_PROGRESS};
use super::fault::FaultAt;
use super::tree::{Kind, Node, Times, Tree};
use super::{endless, left};
use crate::pest::skipped::is_skipped;

/// Returns the faults in the order of the text, with `pest_meta`'s messages but for left recursion.
pub(crate) fn check(tree: &Tree<'_>, text: &str) -> Vec<FaultAt> {
    let facts = Facts::of(tree);
    let mut faults = repetitions(tree, &facts);
    faults.extend(endless::repetitions(tree, &facts));
    faults.extend(choices(tree, &facts));
    faults.extend(skipped(tree, &facts));
    faults.extend(left::recursion(tree, &facts, text));
    faults.sort_by_key(|fault| (fault.range.start, fault.range.end));
    faults
}

fn fault(node: &Node<'_>, message: impl Into<String>) -> FaultAt {
    FaultAt { range: node.range.clone(), message: message.into() }
}

fn repetitions(tree: &Tree<'_>, facts: &Facts) -> Vec<FaultAt> {
    let faults = tree.nodes.iter().filter_map(|node| match node.kind {
        Kind::Repeat(inner, Times::Any | Times::Once | Times::Least(_)) => {
            Some(fault(node, format!("expression inside repetition {}", why_endless(facts, inner)?)))
        }
        _ => None,
    });
    faults.collect()
}

/// Returns why a repetition of the expression may be endless, if it may.
fn why_endless(facts: &Facts, node: usize) -> Option<&'static str> {
    if facts.matches_always[node] {
        Some("cannot fail and will repeat infinitely")
    } else if facts.may_be_empty[node] {
        Some(NO_PROGRESS)
    } else {
        None
    }
}

fn choices(tree: &Tree<'_>, facts: &Facts) -> Vec<FaultAt> {
    let faults = tree.nodes.iter().filter_map(|node| {
        let Kind::Choice(left, _) = node.kind else { return None };
        let before = if let Kind::Choice(_, last) = tree.nodes[left].kind { last } else { left };
        let hides_the_rest = facts.matches_always[before];
        let message = "expression cannot fail; following choices cannot be reached";
        hides_the_rest.then(|| fault(&tree.nodes[before], message))
    });
    faults.collect()
}

/// Checks the rules that pest repeats implicitly.
fn skipped(tree: &Tree<'_>, facts: &Facts) -> Vec<FaultAt> {
    let rules = tree.rules.iter().filter(|rule| is_skipped(rule.name));
    let faults = rules.filter_map(|rule| {
        let why = why_endless(facts, rule.node)?;
        Some(fault(&tree.nodes[rule.node], format!("{} {why}", rule.name)))
    });
    faults.collect()
}
