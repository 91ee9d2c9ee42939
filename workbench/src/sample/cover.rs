//! Finds a small set of strings that covers a rule: each alternative, each bound of each repetition, and
//! the first and last character of each range. Automata decide which of these points no string can cover.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a point is an index of the list, and its node belongs to the shapes and lies in the text; \
              strings have been found; at most the allowed steps remain"
)]

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use urigram_grammar::idle::Passing;
use urigram_grammar::names::shown_file;
use urigram_grammar::{Automata, Completions, Dfa, Error, Grammar, Limits, Peg, Reason, Refused, with_stack};

use crate::sample::derivation::Goal;
use crate::sample::marks;
use crate::sample::points::{Found, PointSearch};
use crate::sample::sampler::Sampler;
use crate::sample::shape::Shape;
use crate::sample::uniform::SampleError;

/// The maximum length of an expression in a message, in characters.
const SHOWN: usize = 50;

/// Strings that cover a rule, from [`cover`](crate::cover).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// The strings, the shortest first. Each covers a point that no other string covers.
    pub strings: Vec<String>,
    /// The number of points that the strings cover.
    pub covered: usize,
    /// The points that no string covers, in the order of the text.
    pub uncovered: Vec<Uncovered>,
    /// The rules that the rule does not reach, except in predicates.
    pub unreachable: Vec<String>,
}

/// A point that no string covers: `list.pest:1:20: list: "x", alternative 2: can never match`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncovered {
    /// The rule that contains the expression.
    pub rule: String,
    /// The file that contains the expression.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The source text of the alternative, repetition or class.
    pub text: String,
    /// The point.
    pub point: Point,
    /// The reason why the point is not covered.
    pub why: Why,
}

/// A point of an expression that samples should cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Point {
    /// An alternative of a choice, by its number, from 1.
    Alternative(usize),
    /// A repetition with exactly this number of matches.
    Times(u32),
    /// The first or last character of a range of a class, or a letter of a case-insensitive string.
    Character(char),
}

/// The reason why a point is not covered.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// No matching string covers it.
    Never,
    /// Only strings of other lengths cover the point.
    Length {
        /// The length of the shortest such string, in characters.
        shortest: usize,
    },
    /// No string was found. It is unknown whether one exists, because there is no automaton.
    Unknown {
        /// The reason why there is no automaton.
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

/// Returns the expression on one line, truncated for a message.
fn shown(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim_end();
    let mut shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// The maximum number of steps for one point.
const STEPS: usize = Limits::DEFAULT.steps / 4;

/// Adds strings for the uncovered points, and returns the reasons for those that remain uncovered.
fn decide(grammar: &Grammar, search: &mut PointSearch) -> Result<Vec<(usize, Why)>, Error> {
    let missing: Vec<usize> =
        (0..search.is_covered.len()).filter(|&point| !search.is_covered[point]).collect();
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    let name = search.derivations.shapes.rules[search.rule].name.clone();
    let peg = marked(grammar, search, &missing)?;
    let mut automata = Automata::new(&peg);
    let unknown = |reason: String| {
        let why = missing.iter().map(|&point| (point, Why::Unknown { reason: reason.clone() }));
        Ok(why.collect())
    };
    let plain = match Automata::new(&Peg::new(grammar)).dfa(&name) {
        Ok(dfa) => dfa,
        Err(error) => return unknown(error.to_string()),
    };
    let place = match peg.rule(&name) {
        // Results for the marked grammar hold for the original only if both match the same strings.
        Ok(place) if automata.dfa(&name).is_ok_and(|dfa| dfa == plain) => place,
        _ => return unknown("its automata are too large".to_owned()),
    };
    let mut why = Vec::new();
    let mut budget = Limits::DEFAULT.steps;
    for point in missing {
        if search.is_covered[point] {
            continue;
        }
        let mut steps = budget.min(STEPS);
        budget -= steps;
        let passing = passing(search, &mut automata, &mut steps, place, point);
        budget += steps;
        let reason = match passing {
            None => Some(Why::Unknown { reason: "its automaton is too large".to_owned() }),
            Some(dfa) => shown_by(search, &dfa, point),
        };
        why.extend(reason.map(|reason| (point, reason)));
    }
    // A string for one point may cover others.
    why.retain(|&(point, _)| !search.is_covered[point]);
    Ok(why)
}

/// Returns the expressions of the grammar with marks for all points, including the missing
/// characters.
fn marked(grammar: &Grammar, search: &PointSearch, missing: &[usize]) -> Result<Peg, Error> {
    let mut edges: HashMap<usize, Vec<(usize, char)>> = HashMap::new();
    for &point in missing {
        if let (node, Goal::Character(at, c)) = search.points.list[point] {
            edges.entry(node).or_default().push((at, c));
        }
    }
    with_stack(grammar.file_name(), || {
        let tree = grammar.tree()?;
        Ok(Peg::of_rules(&marks::marked(&tree, &search.derivations.shapes, &edges)))
    })
}

fn passing(
    search: &PointSearch,
    automata: &mut Automata<'_>,
    steps: &mut usize,
    place: usize,
    point: usize,
) -> Option<Dfa> {
    let (node, goal) = search.points.list[point];
    let inner = match search.derivations.shapes.nodes[node] {
        Shape::Repeat { inner, .. } => inner,
        _ => node,
    };
    let (whole, item) = (marks::whole(node), marks::item(inner));
    let rule = match goal {
        Goal::Alternative(_) => marks::alternative(search.expression(point)),
        Goal::Character(at, c) => marks::edge(node, at, c),
        Goal::Times(_) => String::new(),
    };
    let passing = match goal {
        Goal::Times(times) => Passing::Times { whole: &whole, item: &item, times: times as usize },
        Goal::Alternative(_) | Goal::Character(..) => Passing::Rule(&rule),
    };
    automata.passing(steps, place, passing)
}

/// Adds a string that the automaton accepts, or returns the reason why there is none. All accepted
/// strings cover the point.
fn shown_by(search: &mut PointSearch, dfa: &Dfa, point: usize) -> Option<Why> {
    let Some(text) = Completions::of(dfa).rest(dfa.start()) else { return Some(Why::Never) };
    let shortest = text.chars().count();
    let lengths: RangeInclusive<usize> = search.lengths.clone();
    let text = if lengths.contains(&shortest) {
        Some(text)
    } else {
        Sampler::between(dfa, lengths).ok().and_then(|sampler| sampler.strings(0).next())
    };
    let Some(text) = text else { return Some(Why::Length { shortest }) };
    let found = search.found(text);
    search.keep(found);
    let reason = || Why::Unknown { reason: "its match takes too many steps".to_owned() };
    (!search.is_covered[point]).then(reason)
}

/// Returns the indices of a few strings that together cover the same points as all strings.
///
/// This is greedy set cover: it repeatedly chooses the string that covers the most uncovered points,
/// and of several such strings the shortest. At the end, it removes redundant strings.
fn minimal(points: usize, found: &[Found]) -> Vec<usize> {
    let mut times = vec![0u32; points];
    let mut open: BinaryHeap<(usize, Reverse<usize>, Reverse<usize>)> = found
        .iter()
        .enumerate()
        .map(|(at, found)| (found.points.len(), Reverse(found.text.len()), Reverse(at)))
        .collect();
    let mut chosen = Vec::new();
    while let Some((gain, length, Reverse(at))) = open.pop() {
        // Gains never grow, so if the gain of the top entry is up to date, it is the maximum.
        let now = found[at].points.iter().filter(|&&point| times[point] == 0).count();
        if now == 0 {
            continue;
        }
        if now < gain {
            open.push((now, length, Reverse(at)));
            continue;
        }
        found[at].points.iter().for_each(|&point| times[point] += 1);
        chosen.push(at);
    }
    let mut needed = Vec::new();
    for at in chosen.into_iter().rev() {
        if found[at].points.iter().any(|&point| times[point] == 1) {
            needed.push(at);
        } else {
            found[at].points.iter().for_each(|&point| times[point] -= 1);
        }
    }
    needed
}

/// Returns a small set of strings that covers a rule, and the points that are not covered, with the
/// reasons. The points are each alternative, each bound of each repetition (zero, one, the minimum, one
/// more than the minimum, and the maximum), and the first and last character of each range of each class.
/// The lengths of the strings are in characters.
///
/// Expressions in predicates have no points. If the rule has an automaton, it decides which points no string
/// covers. The same seed gives the same strings on every machine.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_workbench::{Why, cover};
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
/// Takes at most some seconds for every valid grammar.
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
        return Err(Error::Refused(Refused { rule: rule.to_owned(), reason: Reason::Unknown }).into());
    }
    let mut search = PointSearch::new(grammar, rule, lengths, seed)?;
    search.derive();
    let why = decide(grammar, &mut search)?;
    let chosen = minimal(search.points.list.len(), &search.found);
    let mut strings: Vec<String> = chosen.into_iter().map(|at| search.found[at].text.clone()).collect();
    strings.sort_by_cached_key(|text| (text.chars().count(), text.clone()));
    let covered = search.is_covered.iter().filter(|&&covered| covered).count();
    let unreachable = search.unreachable();
    let uncovered = uncovered(grammar, &search, why);
    Ok(Coverage { strings, covered, uncovered, unreachable })
}

fn uncovered(grammar: &Grammar, search: &PointSearch, why: Vec<(usize, Why)>) -> Vec<Uncovered> {
    let shapes = &search.derivations.shapes;
    let node = |point: usize| search.expression(point);
    let offsets: Vec<usize> = why.iter().map(|&(point, _)| shapes.ranges[node(point)].start).collect();
    let placed = why.into_iter().zip(grammar.places_of(&offsets));
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

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const ALPHABET: [char; 4] = ['a', 'b', ',', ' '];

    /// Returns every string of at most five characters.
    fn strings() -> Vec<String> {
        let mut all = vec![String::new()];
        let mut from = 0;
        for _ in 0..5 {
            let to = all.len();
            let longer = |text: &String| ALPHABET.map(|c| format!("{text}{c}"));
            let longer: Vec<String> = all[from..to].iter().flat_map(longer).collect();
            all.extend(longer);
            from = to;
        }
        all
    }

    /// For each point, the automaton accepts exactly the strings whose trees cover it.
    #[rstest]
    #[case::shadowed("r = { \"a\" | \"ab\" | ^\"b\" ~ \",\"? }")]
    #[case::starved("r = { \"a\"* ~ \"a\"? ~ (\"a\" | \"b\")+ }")]
    #[case::bounds("r = { (\"a\"{1, 2} ~ \",\"?){2, 3} ~ \"b\"{2} }")]
    #[case::edges("r = { (!\"b\" ~ 'a'..'c' | '+'..',' ~ 'a'..'b')* }")]
    #[case::predicates("r = { &(s ~ \"b\") ~ s* ~ \"b\" | !s ~ ANY } s = { \"a\" | \"aa\" | \",\" }")]
    #[case::list("r = { l ~ \",\"* } l = { (\"a\" ~ \",\")* ~ \"a\" }")]
    #[case::inner_list("r = { (\"a\" ~ \",\")* ~ \"a\" ~ \"b\" }")]
    #[case::called_twice("r = { s ~ \",\" ~ s } s = { (\"a\" | \"b\"?) ~ \"b\"* }")]
    #[case::nested("r = { ((\"a\"* ~ \",\")+ | \"b\"){, 2} }")]
    #[case::blanks(
        "r = { s+ ~ (\",\" ~ s)* } s = @{ (\"a\" | \"b\"){1, 2} } WHITESPACE = { \" \" | \",,\" }"
    )]
    fn decides_as_the_tree_shows(#[case] source: &str) {
        let grammar = Grammar::read(source, "test.pest").unwrap();
        let mut search = PointSearch::new(&grammar, "r", 0..=5, 0).unwrap();
        let all: Vec<usize> = (0..search.points.list.len()).collect();
        let peg = marked(&grammar, &search, &all).unwrap();
        let place = peg.rule("r").unwrap();
        let mut automata = Automata::new(&peg);
        assert_eq!(automata.dfa("r").unwrap(), Automata::new(&Peg::new(&grammar)).dfa("r").unwrap());
        let strings = strings();
        let found: Vec<Vec<usize>> = strings
            .iter()
            .map(|text| search.found(text.clone()).map_or(Vec::new(), |found| found.points))
            .collect();
        assert!(found.iter().any(|points| !points.is_empty()));
        for point in all {
            let dfa = passing(&search, &mut automata, &mut 1_000_000, place, point).unwrap();
            for (text, points) in strings.iter().zip(&found) {
                let shows = points.contains(&point);
                assert_eq!(dfa.accepts(text), shows, "{text:?}: {:?}", search.points.list[point]);
            }
        }
    }

    /// Returns the strings. Each digit of a string is a point that it covers.
    fn found(texts: &[&str]) -> Vec<Found> {
        let digits = |text: &str| text.bytes().map(|digit| usize::from(digit - b'0')).collect();
        texts.iter().map(|text| Found { text: (*text).to_owned(), points: digits(text) }).collect()
    }

    #[rstest]
    #[case::one_for_all(&["0", "01", "1"], &[1])]
    #[case::nothing(&["", ""], &[])]
    #[case::the_largest_becomes_redundant(&["1234", "012", "345"], &[1, 2])]
    #[case::all(&["0", "1", "2"], &[0, 1, 2])]
    fn keeps(#[case] texts: &[&str], #[case] expected: &[usize]) {
        let mut kept = minimal(6, &found(texts));
        kept.sort_unstable();
        assert_eq!(kept, expected);
    }
}
