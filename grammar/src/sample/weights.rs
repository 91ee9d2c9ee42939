//! The weights of a rule's alternatives, in a comment above the rule: `// sample: 3 | 1 | 1`.

use crate::pest::meta::tree::Tree;
use crate::pest::notation::comment;
use crate::pest::rule_comments::with_comments;
use crate::sample::shape::{Shape, Shapes};

/// What such a comment begins with, after its slashes.
const WORD: &str = "sample:";
/// The largest weight.
const MOST: u32 = 1_000_000;

/// Reads the weights of all rules.
///
/// # Errors
///
/// The offset in the text and the message of each comment that begins as one with weights does, and is none.
pub(crate) fn read(text: &str, tree: &Tree<'_>, shapes: &mut Shapes) -> Result<(), Vec<(usize, String)>> {
    let mut faults = Vec::new();
    for (number, range) in with_comments(text, &tree.rules).into_iter().enumerate() {
        let rule = &tree.rules[number];
        for (at, list) in lists(text, range.start, rule.range.start) {
            let alternatives = match &shapes.nodes[rule.node] {
                Shape::Choice(alternatives) => alternatives.len(),
                _ => 1,
            };
            match weights(list, at, alternatives) {
                Ok(_) if shapes.rules[number].weights.is_some() => {
                    faults.push((at, format!("rule `{}` has weights already", rule.name)));
                }
                Ok(weights) => shapes.rules[number].weights = Some(weights),
                Err(fault) => faults.push(fault),
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Returns what follows the word in each comment of one line between two offsets, and its offset.
fn lists(text: &str, from: usize, to: usize) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = from;
    while at < to {
        // INVARIANT: between rules that were read there are only white space and comments with an end.
        let comment = comment::leading(&text[at..to])
            .unwrap_or_else(|endless| panic!("a comment was read before: {endless:?}"));
        let Some(comment) = comment else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        let line = &text[at..at + comment.length];
        let inner = line.trim_start_matches('/').trim_start();
        if line.starts_with("//")
            && let Some(list) = inner.strip_prefix(WORD)
        {
            found.push((at + line.len() - list.len(), list));
        }
        at += comment.length;
    }
    found
}

fn weights(list: &str, at: usize, alternatives: usize) -> Result<Vec<u32>, (usize, String)> {
    let mut weights = Vec::new();
    let mut offset = at;
    for item in list.split('|') {
        let start = offset + item.len() - item.trim_start().len();
        match item.trim().parse::<u32>() {
            Ok(weight) if weight <= MOST => weights.push(weight),
            _ => return Err((start, format!("expected a weight, a whole number up to {MOST}"))),
        }
        offset += item.len() + 1;
    }
    let start = at + list.len() - list.trim_start().len();
    if weights.len() != alternatives {
        let message = format!("{} weights for {alternatives} alternatives", weights.len());
        return Err((start, message));
    }
    if weights.iter().all(|&weight| weight == 0) {
        return Err((start, "at least one weight must be above 0".to_owned()));
    }
    Ok(weights)
}
