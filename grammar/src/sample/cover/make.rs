//! As few strings as it takes to show all of a rule.

use std::ops::RangeInclusive;

use crate::error::{Error, Reason, Refused};
use crate::pest::read::Grammar;
use crate::sample::cover::coverage::{Coverage, Point, Uncovered, Why};
use crate::sample::cover::search::Search;
use crate::sample::cover::{exact, pick};
use crate::sample::derive::Goal;
use crate::sample::error::SampleError;

/// Returns strings of a rule, of these lengths in characters, that together show each alternative, each bound of
/// each repetition (never, once, the least, one more than the least and the most times) and the first and last
/// character of each range of each class, with as few strings as is found; and what they do not show, and why.
///
/// What is in predicates is not a point. Where the rule has an automaton, it is decided which points no string shows.
/// The same seed gives the same strings on every machine.
///
/// ```
/// use urigram_grammar::{Grammar, Why, cover};
///
/// let source = "side = { \"left\" | \"right\" | \"l\" | \"leftmost\" }";
/// let coverage = cover(&Grammar::read(source, "side.pest")?, "side", 0..=10, 0)?;
/// assert_eq!(coverage.strings, ["l", "left", "right"]);
/// assert_eq!(coverage.uncovered[0].why, Why::Never);
/// assert_eq!(
///     coverage.uncovered[0].to_string(),
///     "side.pest:1:35: side: `\"leftmost\"`, alternative 4: can never match"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The work is bounded: it takes seconds at most for each grammar that can be read.
///
/// # Errors
///
/// [`SampleError`] if there is no such rule, or if it has more than 16,384 points.
#[expect(clippy::indexing_slicing, reason = "a string is one that was found")]
pub fn cover(
    grammar: &Grammar,
    rule: &str,
    lengths: RangeInclusive<usize>,
    seed: u64,
) -> Result<Coverage, SampleError> {
    if grammar.rule(rule).is_none() {
        return Err(Error::Refused(Refused::new(rule, Reason::Unknown)).into());
    }
    let mut search = Search::new(grammar, rule, lengths, seed)?;
    search.derive();
    let why = exact::decide(grammar, &mut search)?;
    let chosen = pick::few(search.points.list.len(), &search.found);
    let mut strings: Vec<String> = chosen.into_iter().map(|at| search.found[at].text.clone()).collect();
    strings.sort_by_cached_key(|text| (text.chars().count(), text.clone()));
    let covered = search.is_covered.iter().filter(|&&covered| covered).count();
    let unreachable = search.unreachable();
    let uncovered = uncovered(grammar, &search, why);
    Ok(Coverage { strings, covered, uncovered, unreachable })
}

#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a point is an index of the list, and its node one of the shapes, which lies in the text; \
              there are at most `MOST` points"
)]
fn uncovered(grammar: &Grammar, search: &Search, why: Vec<(usize, Why)>) -> Vec<Uncovered> {
    let shapes = &search.derivations.shapes;
    let node = |point: usize| search.expression(point);
    let offsets: Vec<usize> = why.iter().map(|&(point, _)| shapes.ranges[node(point)].start).collect();
    let placed = why.into_iter().zip(grammar.text.places(&offsets));
    placed
        .map(|((point, why), place)| Uncovered {
            rule: shapes.rules[shapes.rule_of(node(point))].name.clone(),
            file: place.file,
            line: place.line,
            column: place.column,
            text: grammar.text()[shapes.ranges[node(point)].clone()].to_owned(),
            point: match search.points.list[point].1 {
                Goal::Alternative(index) => Point::Alternative(index + 1),
                Goal::Times(times) => Point::Times(times),
                Goal::Character(_, c) => Point::Character(c),
            },
            why,
        })
        .collect()
}
