//! The comments that belong to a rule, and the weights of its alternatives in one of them:
//! `// sample: 3 | 1 | 1`.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "there is a range for each rule, in the order of the text, without overlapping; what is \
              read lies in the text, between them, and `at` is between two characters"
)]

use std::collections::HashMap;
use std::ops::Range;

use crate::error::shown;
use crate::pest::cursor;
use crate::pest::cursor::CommentKind;
use crate::pest::tree::{Definition, Tree};

/// Returns the range of each rule with its comments: those on the lines right above it, and the one that ends
/// its line.
pub(crate) fn with_comments(text: &str, rules: &[Definition<'_>]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::with_capacity(rules.len());
    let mut end = 0;
    for rule in rules {
        let gap = Gap::new(&text[end..rule.range.start], !found.is_empty());
        if let Some(last) = found.last_mut() {
            last.end += gap.after;
        }
        found.push(rule.range.start - gap.above..rule.range.end);
        end = rule.range.end;
    }
    if let Some(last) = found.last_mut() {
        last.end += Gap::new(&text[end..], true).after;
    }
    found
}

/// The bytes between two rules.
struct Gap {
    /// Up to the end of a comment on the line of the first rule.
    after: usize,
    /// From the first of the comments right above the second.
    above: usize,
}

impl Gap {
    fn new(text: &str, follows_a_rule: bool) -> Gap {
        let (mut after, mut above) = (0, None);
        let mut same_line = follows_a_rule;
        // A doc comment belongs to the next rule, whatever is between them.
        let mut documented = false;
        let mut line_breaks = 0;
        let mut at = 0;
        while let [first, ..] = &text.as_bytes()[at..] {
            // INVARIANT: between rules that were read there are only white space and comments with an end.
            let comment = cursor::leading(&text[at..]).expect("a comment was read before");
            let end = at + comment.as_ref().map_or(1, |comment| comment.length);
            match comment.map(|comment| comment.kind) {
                None if *first == b'\n' => {
                    same_line = false;
                    line_breaks += 1;
                    above = above.filter(|_| documented || line_breaks < 2);
                }
                None => {}
                // It is the whole grammar's, as are the comments before it.
                Some(CommentKind::OfGrammar) => above = None,
                Some(kind) => {
                    line_breaks = 0;
                    documented |= kind == CommentKind::OfRule;
                    if same_line && !documented {
                        after = end;
                    } else {
                        above.get_or_insert(at);
                    }
                }
            }
            at = end;
        }
        Gap { after, above: above.map_or(0, |above| text.len() - above) }
    }
}

/// The word that such a comment begins with, after its slashes.
const WORD: &str = "sample:";
/// The largest weight.
const MOST: u32 = 1_000_000;

/// The weights of a rule's alternatives, one for each.
pub type Weights = Vec<u32>;

/// A fault in such a comment.
#[derive(Debug)]
pub struct Flaw {
    /// The rule below the comment, an index of [`Tree::rules`].
    pub rule: usize,
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// Its description.
    pub message: String,
}

/// Returns the weights of each rule, if a comment above it sets some, and what is wrong in comments that begin
/// as one with weights does.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_grammar::tree::weights;
///
/// let grammar = Grammar::read("// sample: 3 | 1\nside = { \"l\" | \"r\" }", "side.pest")?;
/// let (read, flaws) = weights(grammar.text(), &grammar.tree()?);
/// assert_eq!((read, flaws.len()), (vec![Some(vec![3, 1])], 0));
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[must_use]
pub fn weights(text: &str, tree: &Tree<'_>) -> (Vec<Option<Weights>>, Vec<Flaw>) {
    let alternatives: HashMap<usize, usize> =
        tree.choices.iter().map(|choice| (choice.node, choice.alternatives.len())).collect();
    let (mut all, mut flaws) = (Vec::with_capacity(tree.rules.len()), Vec::new());
    for (number, range) in with_comments(text, &tree.rules).into_iter().enumerate() {
        let rule = &tree.rules[number];
        let alternatives = alternatives.get(&rule.node).copied().unwrap_or(1);
        let mut found = None;
        for (at, list) in lists(text, range.start, rule.range.start) {
            let read = match list_of_weights(list, at, alternatives) {
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

/// Returns the text after the word in each comment of one line between two offsets, with its offset.
fn lists(text: &str, from: usize, to: usize) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = from;
    while at < to {
        // INVARIANT: between rules that were read there are only white space and comments with an end.
        let comment = cursor::leading(&text[at..to]).expect("a comment was read before");
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

fn list_of_weights(list: &str, at: usize, alternatives: usize) -> Result<Weights, (Range<usize>, String)> {
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

/// Returns the range of a part of the text, without the white space around it.
fn trimmed(part: &str, at: usize) -> Range<usize> {
    let start = at + part.len() - part.trim_start().len();
    start..start + part.trim().len()
}
