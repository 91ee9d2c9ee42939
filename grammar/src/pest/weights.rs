//! The weights of a rule's alternatives, in a comment above the rule: `// sample: 3 | 1 | 1`.

use crate::message::shown;
use crate::pest::meta::tree::Tree;
use crate::pest::notation::comment;
use crate::pest::rule_comments::with_comments;
use std::collections::HashMap;
use std::ops::Range;

/// What such a comment begins with, after its slashes.
const WORD: &str = "sample:";
/// The largest weight.
const MOST: u32 = 1_000_000;

/// The weights of a rule's alternatives, one for each.
pub(crate) type Weights = Vec<u32>;

/// What is wrong in such a comment.
pub(crate) struct Flaw {
    /// The rule below the comment, an index of [`Tree::rules`].
    pub(crate) rule: usize,
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
}

/// Returns the weights of each rule, if a comment above it sets some, and what is wrong in comments that begin as one
/// with weights does.
#[expect(clippy::indexing_slicing, reason = "there is a range for each rule")]
pub(crate) fn read(text: &str, tree: &Tree<'_>) -> (Vec<Option<Weights>>, Vec<Flaw>) {
    let alternatives: HashMap<usize, usize> =
        tree.choices.iter().map(|choice| (choice.node, choice.alternatives.len())).collect();
    let (mut all, mut flaws) = (Vec::with_capacity(tree.rules.len()), Vec::new());
    for (number, range) in with_comments(text, &tree.rules).into_iter().enumerate() {
        let rule = &tree.rules[number];
        let alternatives = alternatives.get(&rule.node).copied().unwrap_or(1);
        let mut found = None;
        for (at, list) in lists(text, range.start, rule.range.start) {
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

/// Returns what follows the word in each comment of one line between two offsets, and its offset.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    reason = "what is read lies in the text, between rules; `at` is between two characters"
)]
fn lists(text: &str, from: usize, to: usize) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = from;
    while at < to {
        // INVARIANT: between rules that were read there are only white space and comments with an end.
        let comment = comment::leading(&text[at..to]).expect("a comment was read before");
        let Some(comment) = comment else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        let line = &text[at..at + comment.length];
        let inner = line.trim_start_matches('/').trim_start();
        if let (Some(list), true) = (inner.strip_prefix(WORD), line.starts_with("//")) {
            found.push((at + line.len() - list.len(), list));
        }
        at += comment.length;
    }
    found
}

#[expect(clippy::arithmetic_side_effects, reason = "an item lies in the text")]
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

/// Returns where a part of the text stands, without the white space around it.
#[expect(clippy::arithmetic_side_effects, reason = "a text without its blanks is a part of it")]
fn trimmed(part: &str, at: usize) -> Range<usize> {
    let start = at + part.len() - part.trim_start().len();
    start..start + part.trim().len()
}
