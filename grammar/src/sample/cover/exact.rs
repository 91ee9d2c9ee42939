//! Points that derivations did not reach, decided by automata.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use crate::characters::classes::Classes;
use crate::dfa::Dfa;
use crate::dfa::automaton::{Automata, Limits};
use crate::dfa::minimize::minimize;
use crate::dfa::passing::Passing;
use crate::error::Error;
use crate::peg::Peg;
use crate::pest::big_stack::with_stack;
use crate::pest::read::{Grammar, parse};
use crate::sample::cover::coverage::Why;
use crate::sample::cover::marks;
use crate::sample::cover::search::Search;
use crate::sample::derive::Goal;
use crate::sample::sampler::Sampler;
use crate::sample::shape::Shape;

/// The most that one point takes of the steps for all of them.
const STEPS: usize = Limits::DEFAULT.steps / 4;

/// Adds strings for the points that are not covered, or returns why there are none.
pub(super) fn decide(grammar: &Grammar, search: &mut Search) -> Result<Vec<(usize, Why)>, Error> {
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
        // What is decided of the marked grammar is true of the grammar if both match the same.
        Ok(place) if automata.dfa(&name).is_ok_and(|dfa| dfa == plain) => place,
        _ => return unknown("its automata are too large".to_owned()),
    };
    let mut why = Vec::new();
    let mut left = Limits::DEFAULT.steps;
    for point in missing {
        if search.is_covered[point] {
            continue;
        }
        let mut steps = left.min(STEPS);
        left -= steps;
        let passing = passing(search, &mut automata, &mut steps, place, point);
        left += steps;
        let reason = match passing {
            None => Some(Why::Unknown { reason: "its automaton is too large".to_owned() }),
            Some(dfa) => shown(search, &dfa, point),
        };
        why.extend(reason.map(|reason| (point, reason)));
    }
    // A string for one point may show others.
    why.retain(|&(point, _)| !search.is_covered[point]);
    Ok(why)
}

/// Returns the grammar with marks, also for the missing characters.
fn marked(grammar: &Grammar, search: &Search, missing: &[usize]) -> Result<Peg, Error> {
    let mut edges: HashMap<usize, Vec<(usize, char)>> = HashMap::new();
    for &point in missing {
        if let (node, Goal::Character(at, c)) = search.points.list[point] {
            edges.entry(node).or_default().push((at, c));
        }
    }
    with_stack(grammar.file_name(), || {
        let tree = parse(&grammar.text)?;
        Ok(Peg::of_rules(&marks::marked(&tree, &search.derivations.shapes, &edges)))
    })
}

fn passing(
    search: &Search,
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
    automata.passing(steps, place, passing).ok()
}

/// Adds a string of the automaton, each of which shows the point, or returns why there is none.
fn shown(search: &mut Search, dfa: &Dfa, point: usize) -> Option<Why> {
    let nothing = minimize(&Classes::of([].into_iter()), vec![0], vec![false]);
    let Some(text) = dfa.compare(&nothing).only_left else { return Some(Why::Never) };
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
