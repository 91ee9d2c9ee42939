//! The comments that belong to a rule.

use crate::pest::meta::tree::Definition;
use crate::pest::notation::comment::{self, Kind};
use std::ops::Range;

/// Returns the range of each rule with its comments: those on the lines right above it, and the one that ends its
/// line.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    reason = "rules are in the order of the text, without overlapping; a gap is between two of them"
)]
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

/// What stands between two rules, in bytes.
struct Gap {
    /// Up to the end of a comment on the line of the first rule.
    after: usize,
    /// From the first of the comments right above the second.
    above: usize,
}

impl Gap {
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::string_slice,
        reason = "what is read in the gap lies in it; `at` is between two characters"
    )]
    fn new(text: &str, follows_a_rule: bool) -> Gap {
        let (mut after, mut above) = (0, None);
        let mut same_line = follows_a_rule;
        // A doc comment is the next rule's, whatever stands between.
        let mut documented = false;
        let mut line_breaks = 0;
        let mut at = 0;
        while let [first, ..] = &text.as_bytes()[at..] {
            // INVARIANT: between rules that were read there are only white space and comments with an end.
            let comment = comment::leading(&text[at..]).expect("a comment was read before");
            let end = at + comment.as_ref().map_or(1, |comment| comment.length);
            match comment.map(|comment| comment.kind) {
                None if *first == b'\n' => {
                    same_line = false;
                    line_breaks += 1;
                    above = above.filter(|_| documented || line_breaks < 2);
                }
                None => {}
                // It is the whole grammar's, as are the comments before it.
                Some(Kind::OfGrammar) => above = None,
                Some(kind) => {
                    line_breaks = 0;
                    documented |= kind == Kind::OfRule;
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
