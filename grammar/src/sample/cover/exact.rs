//! Points that derivations did not reach, decided by automata.
#![expect(
    clippy::indexing_slicing,
    reason = "a point is an index of the list, and its node one of the shapes"
)]

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
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a point is an index of the list; no more steps are left than were allowed"
)]
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

    /// For each point, the automaton accepts just the strings that show it by their trees.
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
        let mut search = Search::new(&grammar, "r", 0..=5, 0).unwrap();
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
}
