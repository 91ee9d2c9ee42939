//! Reads the weights of a rule's alternatives from a comment above the rule: `// sample: 3 | 1 |
//! 1`.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "each rule has comments, which lie in the text, as do the items of a list"
)]

use std::collections::HashMap;
use std::ops::Range;

use urigram_grammar::names::shown;
use urigram_grammar::tree::{Tree, comments_above};

/// The prefix of a comment with weights, after its slashes.
const WORD: &str = "sample:";
/// The maximum weight.
const MOST: u32 = 1_000_000;

/// The weights of a rule's alternatives.
type Weights = Vec<u32>;

/// A fault in a comment with weights.
pub(crate) struct Flaw {
    /// The rule below the comment, an index of [`Tree::rules`].
    pub(crate) rule: usize,
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
}

/// Returns for each rule its weights, if a comment above the rule sets them, and the faults in all
/// comments with weights.
pub(crate) fn read(text: &str, tree: &Tree<'_>) -> (Vec<Option<Weights>>, Vec<Flaw>) {
    let alternatives: HashMap<usize, usize> =
        tree.choices.iter().map(|choice| (choice.node, choice.alternatives.len())).collect();
    let (mut all, mut flaws) = (Vec::with_capacity(tree.rules.len()), Vec::new());
    for (number, comments) in comments_above(text, &tree.rules).iter().enumerate() {
        let rule = &tree.rules[number];
        let alternatives = alternatives.get(&rule.node).copied().unwrap_or(1);
        let mut found = None;
        for (at, list) in lists(text, comments) {
            let read = match weights(list, at, alternatives) {
                Ok(_) if found.is_some() => {
                    Err((trimmed(list, at), format!("rule `{}` has weights already", shown(rule.name))))
                }
                read => read,
            };
            match read {
                Ok(weights) => found = Some(weights),
                Err((range, message)) => flaws.push(Flaw { rule: number, range, message }),
            }
        }
        all.push(found);
    }
    (all, flaws)
}

/// Returns the text after [`WORD`] in each comment with this prefix, and the offset of the text.
fn lists<'t>(text: &'t str, comments: &[Range<usize>]) -> Vec<(usize, &'t str)> {
    let list = |comment: &Range<usize>| {
        let line = text[comment.clone()].strip_prefix("//")?;
        let list = line.trim_start_matches('/').trim_start().strip_prefix(WORD)?;
        Some((comment.end - list.len(), list))
    };
    comments.iter().filter_map(list).collect()
}

fn weights(list: &str, at: usize, alternatives: usize) -> Result<Weights, (Range<usize>, String)> {
    let mut weights = Vec::new();
    let mut offset = at;
    for item in list.split('|') {
        match item.trim().parse::<u32>() {
            Ok(weight) if weight <= MOST => weights.push(weight),
            _ => {
                let message = format!("expected a weight, a whole number up to {MOST}");
                return Err((trimmed(item, offset), message));
            }
        }
        offset += item.len() + 1;
    }
    if weights.len() != alternatives {
        let message =
            format!("{} for {}", count(weights.len(), "weight"), count(alternatives, "alternative"));
        return Err((trimmed(list, at), message));
    }
    if weights.iter().all(|&weight| weight == 0) {
        return Err((trimmed(list, at), "at least one weight must be above 0".to_owned()));
    }
    Ok(weights)
}

fn count(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Returns the range of a part of the text, without leading and trailing white space. The part
/// begins at the offset `at`.
fn trimmed(part: &str, at: usize) -> Range<usize> {
    let start = at + part.len() - part.trim_start().len();
    start..start + part.trim().len()
}
