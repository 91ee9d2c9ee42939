//! A left-recursive rule rewritten as a repetition: `a = { a ~ x | b }` as `a = { b ~ (x)* }`.
#![expect(
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a node or a rule is one of the tree, and lies in the text"
)]

use super::facts::Facts;
use super::tree::{Kind, Tree};
use crate::pest::rules::RuleType;

/// The longest rule that is shown, in characters.
const LONGEST: usize = 120;

/// Returns the rule as a repetition, if it is a choice in which some alternatives begin with a call of the rule and
/// others do not. `calls_first` says whether an expression may call the rule before anything is consumed.
pub(super) fn instead_of(
    tree: &Tree<'_>,
    facts: &Facts,
    text: &str,
    rule: usize,
    calls_first: impl Fn(usize) -> bool,
) -> Option<String> {
    let definition = &tree.rules[rule];
    let choice = tree.choices.iter().find(|choice| choice.node == definition.node)?;
    let (mut firsts, mut rests) = (Vec::new(), Vec::new());
    for alternative in &choice.alternatives {
        let range = alternative.range.clone();
        if !calls_first(alternative.node) && !facts.can_be_passed(alternative.node) {
            firsts.push(&text[range]);
        } else {
            rests.push(&text[rest(tree, facts, rule, alternative.node)?..range.end]);
        }
    }
    if firsts.is_empty() || rests.is_empty() {
        return None;
    }
    let (first, rest) = (firsts.join(" | "), rests.join(" | "));
    let first = if firsts.len() > 1 { format!("({first})") } else { first };
    let modifier = match definition.ty {
        RuleType::Normal => "",
        RuleType::Silent => "_",
        RuleType::Atomic => "@",
        RuleType::CompoundAtomic => "$",
        RuleType::NonAtomic => "!",
    };
    let instead = format!("{} = {modifier}{{ {first} ~ ({rest})* }}", definition.name);
    let is_readable = instead.len() <= LONGEST && !instead.contains('\n') && !instead.contains("/*");
    is_readable.then_some(instead)
}

/// Returns where the rest of a sequence begins, if the first in it is a call of the rule, and the rest consumes
/// something.
fn rest(tree: &Tree<'_>, facts: &Facts, rule: usize, sequence: usize) -> Option<usize> {
    let (mut node, mut start, mut consumes) = (sequence, None, false);
    while let Kind::Seq(first, then) = tree.nodes[node].kind {
        start = Some(tree.nodes[then].range.start);
        consumes |= !facts.can_be_passed(then);
        node = first;
    }
    let begins_with_call = matches!(tree.nodes[node].kind, Kind::Call(called) if called == rule);
    start.filter(|_| begins_with_call && consumes)
}
