//! Finds comments, and assigns them to rules.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "the ranges of the rules are sorted and disjoint; offsets lie in the text, on character \
              boundaries"
)]

use std::ops::Range;

use crate::pest::cursor::{self, Comment, CommentKind, Cursor};
use crate::pest::expression::{character, string};
use crate::pest::tree::Definition;

/// Returns the range of each rule together with its comments, which are the comments directly above it and the
/// comment at the end of its line.
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

/// The text between two rules, measured in bytes.
struct Gap {
    /// The length of the prefix that belongs to the first rule, up to the end of a comment on its line.
    after: usize,
    /// The length of the suffix that belongs to the second rule, from the first comment directly above it.
    above: usize,
}

impl Gap {
    fn new(text: &str, follows_a_rule: bool) -> Gap {
        let (mut after, mut above) = (0, None);
        let mut same_line = follows_a_rule;
        // A doc comment belongs to the next rule even after an empty line.
        let mut documented = false;
        let mut line_breaks = 0;
        let mut at = 0;
        while let [first, ..] = &text.as_bytes()[at..] {
            // INVARIANT: between the rules of a parsed text there are only white space and closed comments.
            let comment = cursor::leading_comment(&text[at..]).expect("comments were parsed before");
            let end = at + comment.as_ref().map_or(1, |comment| comment.length);
            match comment.map(|comment| comment.kind) {
                None if *first == b'\n' => {
                    same_line = false;
                    line_breaks += 1;
                    above = above.filter(|_| documented || line_breaks < 2);
                }
                None => {}
                // A `//!` comment belongs to the grammar, and so do the comments before it.
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

/// Returns the ranges of the comments directly above each rule. `rules` are all rules of the text, in its order.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_grammar::tree::comments_above;
///
/// let grammar = Grammar::read("// 00 to 23\nhour = { '0'..'9'{2} }", "hour.pest")?;
/// let above = comments_above(grammar.text(), &grammar.tree()?.rules);
/// assert_eq!(&grammar.text()[above[0][0].clone()], "// 00 to 23");
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
///
/// # Panics
///
/// If `rules` are not the rules of the text.
#[must_use]
pub fn comments_above(text: &str, rules: &[Definition<'_>]) -> Vec<Vec<Range<usize>>> {
    let ranges = with_comments(text, rules).into_iter().zip(rules);
    ranges.map(|(range, rule)| comments(text, range.start..rule.range.start)).collect()
}

/// Returns the comments in a range of the text that contains only comments and white space.
fn comments(text: &str, within: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = within.start;
    while at < within.end {
        // INVARIANT: between the rules of a parsed text there are only white space and closed comments.
        let comment = cursor::leading_comment(&text[at..within.end]).expect("comments were parsed before");
        let length = comment.as_ref().map_or(1, |comment| comment.length);
        found.extend(comment.map(|_| at..at + length));
        at += length;
    }
    found
}

/// Returns the ranges of all comments that begin with `//`, up to their line breaks, in the text of a grammar.
///
/// ```
/// use urigram_grammar::tree::line_comments;
///
/// let text = "a = { \"//\" } // one\n/* // */ /// two";
/// let comments: Vec<&str> = line_comments(text).into_iter().map(|range| &text[range]).collect();
/// assert_eq!(comments, ["// one", "/// two"]);
/// ```
#[must_use]
pub fn line_comments(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut cursor = Cursor::new(text);
    while let Some(skipped) = cursor.rest().find(['"', '\'', '/']) {
        cursor.advance(skipped);
        let start = cursor.at();
        let comment = match cursor.peek() {
            Some('"') => string(&mut cursor).map(|_| None),
            Some('\'') => character(&mut cursor).map(|_| None),
            _ => cursor.comment(),
        };
        // Only a text that is no grammar has faults.
        let Ok(comment) = comment else { break };
        if let Some(Comment { length, .. }) = comment {
            let is_line = cursor.rest().starts_with("//");
            cursor.advance(length);
            found.extend(is_line.then(|| start..cursor.at()));
        } else if cursor.at() == start {
            cursor.bump();
        }
    }
    found
}
