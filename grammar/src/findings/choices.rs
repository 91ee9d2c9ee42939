//! The choices in the text of a grammar, as their author wrote them.

use std::ops::Range;

use pest::iterators::{Pair, Pairs};
use pest_meta::parser::Rule;

/// A choice: of at least two alternatives.
pub(super) struct Choice<'t> {
    /// The rule that it is in.
    pub(super) rule: &'t str,
    /// The `_`, `@`, `$` or `!` of that rule, or nothing.
    pub(super) modifier: &'t str,
    /// Whether it is all of that rule.
    pub(super) is_whole: bool,
    /// Where the alternatives stand in the text.
    pub(super) alternatives: Vec<Range<usize>>,
}

impl Choice<'_> {
    /// Where it stands in the text.
    pub(super) fn range(&self) -> Range<usize> {
        let (first, last) = (self.alternatives.first(), self.alternatives.last());
        first.map_or(0, |first| first.start)..last.map_or(0, |last| last.end)
    }
}

/// The choices, in the order in which they begin. `pairs` are what pest's parser made of the text.
pub(super) fn all(pairs: Pairs<'_, Rule>) -> Vec<Choice<'_>> {
    pairs.filter(|pair| pair.as_rule() == Rule::grammar_rule).flat_map(of_rule).collect()
}

fn of_rule(pair: Pair<'_, Rule>) -> Vec<Choice<'_>> {
    let mut parts = pair.into_inner();
    let (Some(name), Some(_equals), Some(modifier)) = (parts.next(), parts.next(), parts.next()) else {
        // A doc comment.
        return Vec::new();
    };
    let (rule, modifier) = (name.as_str(), modifier.as_str().trim_start_matches('{'));
    let Some(body) = parts.find(|pair| pair.as_rule() == Rule::expression) else { return Vec::new() };
    let inner = body.clone().into_inner().flatten().map(|pair| (false, pair));
    let choices = [(true, body)].into_iter().chain(inner).filter_map(|(is_whole, pair)| {
        let alternatives = alternatives(pair);
        (alternatives.len() > 1).then_some(Choice { rule, modifier, is_whole, alternatives })
    });
    choices.collect()
}

/// The alternatives of an expression, which is one if it is no choice; of anything else, none.
fn alternatives(pair: Pair<'_, Rule>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    if pair.as_rule() != Rule::expression {
        return found;
    }
    let mut goes_on = false;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::choice_operator => goes_on = false,
            Rule::term => {
                let start = part.as_span().start();
                // The term itself takes in the space behind it.
                let end = part.into_inner().last().map_or(start, |last| last.as_span().end());
                match found.last_mut() {
                    Some(last) if goes_on => last.end = end,
                    _ => found.push(start..end),
                }
                goes_on = true;
            }
            _ => {}
        }
    }
    found
}
