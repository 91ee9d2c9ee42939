//! Strings that show all that a rule can match: each alternative, each bound of each repetition, each edge of each
//! class.
//!
//! `points` lists what is to be shown, `marks` makes a grammar whose trees say what a string shows, which `passed`
//! reads; `search` derives strings, `exact` decides by automata what no string shows, and `pick` keeps as few strings
//! as it takes.

mod exact;
mod marks;
mod passed;
mod pick;
mod points;
pub(super) mod search;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::error::{Error, Reason, Refused};
use crate::message::shown_file;
use crate::pest::read::Grammar;
use crate::sample::SampleError;
use crate::sample::cover::search::Search;
use crate::sample::derive::Goal;

/// The number of characters of an expression that a message shows.
const SHOWN: usize = 50;

/// Strings that show what a rule can match, from [`cover`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// The strings, the shortest first. Each shows a point that no other does.
    pub strings: Vec<String>,
    /// The number of points that they show.
    pub covered: usize,
    /// The points that no string shows, in the order of the text.
    pub uncovered: Vec<Uncovered>,
    /// The rules that the rule does not come to call, except to look ahead.
    pub unreachable: Vec<String>,
}

/// A point that no string shows: `list.pest:1:20: list: "x", alternative 2: can never match`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncovered {
    /// The rule that the expression is in.
    pub rule: String,
    /// The file that it is in.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The alternative, repetition or class as it is written.
    pub text: String,
    /// What the strings lack.
    pub point: Point,
    /// Why they do.
    pub why: Why,
}

/// What samples of an expression show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Point {
    /// The alternative of a choice with that number, from 1.
    Alternative(usize),
    /// A repetition that matches exactly so many times.
    Times(u32),
    /// A character at the edge of a class, or a letter in a string that matches in either case.
    Character(char),
}

/// Why a point is not covered.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// No string that the rule matches shows it.
    Never,
    /// Strings that show it have other lengths than those allowed; the shortest has so many characters.
    Length {
        /// The length of the shortest.
        shortest: usize,
    },
    /// No string was found, and whether there is one is not known because there is no automaton.
    Unknown {
        /// Why there is none.
        reason: String,
    },
}

impl fmt::Display for Uncovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Uncovered { rule, file, line, column, text, point, why } = self;
        write!(f, "{}:{line}:{column}: {rule}: `{}`", shown_file(file), shown(text))?;
        match point {
            Point::Alternative(number) => write!(f, ", alternative {number}: ")?,
            Point::Times(1) => f.write_str(", once: ")?,
            Point::Times(times) => write!(f, ", {times} times: ")?,
            Point::Character(c) => write!(f, ", {c:?}: ")?,
        }
        why.fmt(f)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Never => f.write_str("can never match"),
            Why::Length { shortest } => write!(f, "beyond the length limit, takes {shortest} characters"),
            Why::Unknown { reason } => write!(f, "no string found, {reason}"),
        }
    }
}

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
///     "side.pest:1:33: side: `\"leftmost\"`, alternative 4: can never match"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The work is bounded: it takes seconds at most for each grammar that can be read.
///
/// # Errors
///
/// [`SampleError`] if there is no such rule, or if it has more than 16,384 points.
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

/// As much of an expression as a message on one line takes.
fn shown(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim_end();
    let mut shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
