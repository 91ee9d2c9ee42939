//! The points that samples of a rule should cover (each alternative, the bounds of each repetition, the first
//! and last character of each range), and a search that guides derivations to uncovered points.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a point is an index of the list, its node belongs to the shapes, and the random number is at \
              most the difference of two lengths; nodes of a parse tree lie in the text; the steps for a \
              text fit in 64 bits"
)]

use std::collections::HashMap;
use std::mem;
use std::ops::RangeInclusive;

use urigram_grammar::{CharSet, Classes, Grammar, with_stack};

use crate::sample::derivation::{Derivations, Goal, Plan};
use crate::sample::marks::marked;
use crate::sample::sampler::{index, steps, within};
use crate::sample::shape::{Cost, Paths, Shape, Shapes};
use crate::sample::uniform::{Random, SampleError};
use crate::trace::machine::{Failure, Machine, Node, Stopped};

/// The maximum number of points.
const MOST: usize = 1 << 14;

/// The points of all expressions that a derivation of the rule can reach. A point is an expression
/// and the goal that a sample should reach in it.
#[derive(Default)]
pub(super) struct Points {
    /// The expression and the goal of each point.
    pub(super) list: Vec<(usize, Goal)>,
    indices: HashMap<(usize, Goal), usize>,
    /// For each alternative, its choice and its index in the choice.
    alternatives: HashMap<usize, (usize, usize)>,
}

impl Points {
    /// Returns the points in the order of the text, or `None` if there are too many.
    fn new(shapes: &Shapes, paths: &Paths) -> Option<Points> {
        let mut points = Points::default();
        for node in (0..shapes.nodes.len()).filter(|&node| paths.reaches(node)) {
            match &shapes.nodes[node] {
                Shape::Choice(alternatives) => {
                    for (index, &alternative) in alternatives.iter().enumerate() {
                        points.alternatives.insert(alternative, (node, index));
                        points.add(node, Goal::Alternative(index));
                    }
                }
                Shape::Repeat { least, most, .. } => {
                    times(*least, *most).into_iter().for_each(|times| points.add(node, Goal::Times(times)));
                }
                Shape::Class(set) => {
                    if points.list.len() + 2 * set.ranges().len() > MOST {
                        return None;
                    }
                    edges(set).into_iter().for_each(|c| points.add(node, Goal::Character(0, c)));
                }
                Shape::Insensitive(text) => {
                    for (at, c) in text.chars().enumerate().filter(|(_, c)| c.is_ascii_alphabetic()) {
                        points.add(node, Goal::Character(at, c.to_ascii_lowercase()));
                        points.add(node, Goal::Character(at, c.to_ascii_uppercase()));
                    }
                }
                _ => {}
            }
            if points.list.len() > MOST {
                return None;
            }
        }
        Some(points)
    }

    fn add(&mut self, node: usize, goal: Goal) {
        self.indices.insert((node, goal), self.list.len());
        self.list.push((node, goal));
    }

    fn index(&self, node: usize, goal: Goal) -> Option<usize> {
        self.indices.get(&(node, goal)).copied()
    }

    /// Returns the point of an alternative.
    fn of_alternative(&self, alternative: usize) -> Option<usize> {
        let &(choice, index) = self.alternatives.get(&alternative)?;
        self.index(choice, Goal::Alternative(index))
    }
}

/// Returns the numbers of matches that a repetition should have: zero, one, the minimum, one more than the
/// minimum, and the maximum, as far as allowed.
fn times(least: u32, most: Option<u32>) -> Vec<u32> {
    let most = most.unwrap_or(u32::MAX);
    let mut times: Vec<u32> = [0, 1, least, least.saturating_add(1), most].into();
    times.retain(|&times| (least..=most).contains(&times) && times < u32::MAX);
    times.sort_unstable();
    times.dedup();
    times
}

/// Returns the first and last character of each range.
fn edges(set: &CharSet) -> Vec<char> {
    let mut edges: Vec<char> = set.ranges().iter().flat_map(|&(first, last)| [first, last]).collect();
    edges.dedup();
    edges
}

/// The meaning of a node of the marked tree.
#[derive(Debug, Clone, Copy)]
enum Mark {
    Point(usize),
    Class(usize),
    Whole(usize),
    Item,
}

/// The meaning of each rule of the marked grammar that is a mark.
struct Marks {
    by_name: HashMap<String, Mark>,
}

impl Marks {
    fn new<'n>(points: &Points, names: impl Iterator<Item = &'n str>) -> Marks {
        let mark = |name: &str| {
            let (kind, number) = name.split_once(' ')?;
            let node: usize = number.parse().ok()?;
            Some(match kind {
                "a" => Mark::Point(points.of_alternative(node)?),
                "c" => Mark::Class(node),
                "r" => Mark::Whole(node),
                "i" => Mark::Item,
                _ => return None,
            })
        };
        let by_name = names.filter_map(|name| Some((name.to_owned(), mark(name)?))).collect();
        Marks { by_name }
    }

    /// Returns the points that a text covers, without duplicates, from the nodes of its marked
    /// tree.
    fn passed(&self, points: &Points, text: &str, nodes: &[Node<'_>]) -> Vec<usize> {
        let mut passed = Vec::new();
        // The repetitions around the current node: the depth, the expression, and the number of
        // items so far.
        let mut open: Vec<(usize, usize, u32)> = Vec::new();
        let close = |open: &mut Vec<(usize, usize, u32)>, depth: usize, passed: &mut Vec<usize>| {
            while let Some(&(_, node, times)) = open.last().filter(|(outer, ..)| *outer >= depth) {
                open.pop();
                passed.extend(points.index(node, Goal::Times(times)));
            }
        };
        for node in nodes {
            close(&mut open, node.depth, &mut passed);
            match self.by_name.get(node.rule) {
                Some(&Mark::Point(point)) => passed.push(point),
                Some(&Mark::Class(class)) => {
                    for (at, c) in text[node.start..node.end].chars().enumerate() {
                        passed.extend(points.index(class, Goal::Character(at, c)));
                    }
                }
                Some(&Mark::Whole(whole)) => open.push((node.depth, whole, 0)),
                Some(Mark::Item) => {
                    if let Some((.., times)) = open.last_mut() {
                        *times += 1;
                    }
                }
                None => {}
            }
        }
        close(&mut open, 0, &mut passed);
        passed.sort_unstable();
        passed.dedup();
        passed
    }
}

/// The maximum number of steps of all derivations, and of all matches. Each takes some seconds.
const DERIVED: usize = 50_000_000;
const MATCHED: u64 = 40_000_000;
/// The number of characters by which strings exceed the minimum length at most, unless a point needs
/// more.
const LONG: usize = 1_000;
/// The number of derivations in a round. The best of each round is kept.
const ROUND: usize = 32;
/// The number of derivations for a point. The first [`LED`] of them are guided to the point.
const TRIES: usize = 32;
const LED: usize = 24;

/// A string that the rule matches, and the points that it covers.
pub(in crate::sample) struct Found {
    pub(in crate::sample) text: String,
    pub(super) points: Vec<usize>,
}

pub(in crate::sample) struct PointSearch {
    pub(super) derivations: Derivations,
    paths: Paths,
    pub(super) points: Points,
    pub(super) is_covered: Vec<bool>,
    pub(in crate::sample) found: Vec<Found>,
    pub(super) rule: usize,
    pub(super) lengths: RangeInclusive<usize>,
    /// The goals of the uncovered points to which derivations can be guided, by expression.
    preferred: HashMap<usize, Vec<Goal>>,
    random: Random,
    machine: Machine,
    with_marks: Machine,
    marks: Marks,
    /// The index of each rule, by name.
    indices: HashMap<String, usize>,
    /// The remaining steps for derivations, and for matches.
    budget: (usize, u64),
}

impl PointSearch {
    pub(in crate::sample) fn new(
        grammar: &Grammar,
        rule: &str,
        lengths: RangeInclusive<usize>,
        seed: u64,
    ) -> Result<PointSearch, SampleError> {
        let (shapes, marked, rule) = with_stack(grammar.file_name(), || {
            let tree = grammar.tree()?;
            let rule = index(&tree, rule);
            let shapes = Shapes::new(&tree, rule);
            let marked = marked(&tree, &shapes, &HashMap::new());
            Ok((shapes, marked, rule))
        })?;
        let derivations = Derivations::new(shapes);
        let paths = Paths::new(&derivations.shapes, &derivations.costs, rule);
        let points = Points::new(&derivations.shapes, &paths).ok_or(SampleError::TooMany { most: MOST })?;
        let rules = derivations.shapes.rules.iter().enumerate();
        let names = rules.map(|(index, rule)| (rule.name.clone(), index)).collect();
        let marks = Marks::new(&points, marked.iter().map(|rule| rule.name.as_str()));
        Ok(PointSearch {
            is_covered: vec![false; points.list.len()],
            found: Vec::new(),
            preferred: HashMap::new(),
            random: Random::new(seed),
            machine: Machine::new(grammar),
            with_marks: Machine::of_rules(marked),
            indices: names,
            budget: (DERIVED, MATCHED),
            derivations,
            paths,
            points,
            marks,
            rule,
            lengths,
        })
    }

    /// Searches for strings that cover the points.
    pub(in crate::sample) fn derive(&mut self) {
        self.preferred = self.derivable();
        self.in_rounds();
        for point in 0..self.points.list.len() {
            if !self.is_covered[point] {
                self.look_for(point);
            }
        }
    }

    /// Derives strings that may cover the point: first the smallest one along the shortest path, then
    /// longer ones along this path, and at last some without a path, because in a recursive rule another
    /// path may be needed.
    fn look_for(&mut self, point: usize) {
        let (node, goal) = self.points.list[point];
        let path = self.paths.to(self.expression(point));
        let target = (!matches!(goal, Goal::Alternative(_))).then_some(goal);
        let mut text = self.text(&path, target, true);
        for attempt in 0..TRIES {
            let found = text.and_then(|text| self.found(text));
            self.keep(found);
            if self.is_covered[point] || self.budget.0 == 0 || self.budget.1 == 0 {
                return;
            }
            text = if attempt < LED {
                self.text(&path, target, false)
            } else {
                let others = mem::replace(&mut self.preferred, HashMap::from([(node, vec![goal])]));
                let text = self.text(&[], None, false);
                self.preferred = others;
                text
            };
        }
    }

    /// Makes rounds of unguided derivations and keeps the best string of each round, until a round
    /// covers no new point.
    fn in_rounds(&mut self) {
        loop {
            let round: Vec<Found> = (0..ROUND).filter_map(|_| self.at_random()).collect();
            let gain = |found: &Found| found.points.iter().filter(|&&point| !self.is_covered[point]).count();
            let best = round.into_iter().max_by_key(|found| (gain(found), usize::MAX - found.text.len()));
            if best.as_ref().is_none_or(|best| gain(best) == 0) {
                return;
            }
            self.keep(best);
        }
    }

    /// Returns the goals of the points to which derivations can be guided, by expression.
    fn derivable(&self) -> HashMap<usize, Vec<Goal>> {
        let mut derivable: HashMap<usize, Vec<Goal>> = HashMap::new();
        for &(node, goal) in self.points.list.iter().filter(|&&(node, goal)| self.is_derivable(node, goal)) {
            derivable.entry(node).or_default().push(goal);
        }
        derivable
    }

    /// Returns whether the expression can reach the goal with strings that are not much too long.
    fn is_derivable(&self, node: usize, goal: Goal) -> bool {
        let cost = |node: usize| self.derivations.costs[node];
        match (&self.derivations.shapes.nodes[node], goal) {
            (Shape::Choice(alternatives), Goal::Alternative(index)) => cost(alternatives[index]) < Cost::MAX,
            (Shape::Repeat { inner, .. }, Goal::Times(times)) => {
                let allowed = (*self.lengths.end() as u64).saturating_mul(2).saturating_add(100);
                cost(*inner).saturating_mul(u64::from(times)) <= allowed
            }
            _ => true,
        }
    }

    fn at_random(&mut self) -> Option<Found> {
        let text = self.text(&[], None, false)?;
        self.found(text)
    }

    /// Derives a string along the path of expressions.
    fn text(&mut self, path: &[usize], goal: Option<Goal>, is_smallest: bool) -> Option<String> {
        let (shortest, longest) = (*self.lengths.start(), *self.lengths.end());
        let long = longest.min(shortest.saturating_add(LONG));
        // Long strings cover more points.
        let length = match self.random.chance(1, 2) {
            _ if is_smallest => shortest,
            true => long,
            false => shortest + self.random.below(long.saturating_sub(shortest) as u128 + 1)? as usize,
        };
        let nothing = HashMap::new();
        let preferred = if is_smallest { &nothing } else { &self.preferred };
        let plan =
            Plan { length, shortest, longest: longest.min(long.saturating_add(LONG)), path, goal, preferred };
        self.derivations.derive(self.rule, plan, &mut self.random, &mut self.budget.0)
    }

    /// Returns the text with the points that it covers, if the rule matches it and its length is allowed.
    pub(super) fn found(&mut self, text: String) -> Option<Found> {
        let rule = &self.derivations.shapes.rules[self.rule].name;
        if !self.lengths.contains(&text.chars().count()) {
            return None;
        }
        let budget = &mut self.budget.1;
        let nodes =
            within(budget, 40 * steps(&text), |budget| self.with_marks.run_within(budget, rule, &text).ok())?;
        within(budget, steps(&text), |budget| self.machine.run_within(budget, rule, &text).ok())?;
        let points = self.marks.passed(&self.points, &text, &nodes);
        Some(Found { text, points })
    }

    /// Keeps a string that covers a new point.
    pub(super) fn keep(&mut self, found: Option<Found>) {
        let Some(found) = found else { return };
        if found.points.iter().any(|&point| !self.is_covered[point]) {
            for &point in &found.points {
                if std::mem::replace(&mut self.is_covered[point], true) {
                    continue;
                }
                let (node, goal) = self.points.list[point];
                if let Some(goals) = self.preferred.get_mut(&node) {
                    goals.retain(|&preferred| preferred != goal);
                }
            }
            self.found.push(found);
        }
    }

    /// Returns the expression of a point: for an alternative, the alternative itself, not its choice.
    pub(super) fn expression(&self, point: usize) -> usize {
        let (node, goal) = self.points.list[point];
        match (&self.derivations.shapes.nodes[node], goal) {
            (Shape::Choice(alternatives), Goal::Alternative(index)) => alternatives[index],
            _ => node,
        }
    }

    /// Returns the index of the rule with this name, or `None` for a mark.
    fn index(&self, name: &str) -> Option<usize> {
        self.indices.get(name).copied()
    }

    /// Returns the rules that no derivation uses.
    pub(super) fn unreachable(&self) -> Vec<String> {
        let rules = self.derivations.shapes.rules.iter();
        rules.filter(|rule| !self.paths.reaches(rule.body)).map(|rule| rule.name.clone()).collect()
    }
}

impl PointSearch {
    /// Returns the innermost rule whose match contains the byte at `offset` of a matching text, or the
    /// start rule if the offset is the end of the text. Returns `None` if the match takes too many steps.
    pub(in crate::sample) fn rule_at(&self, budget: &mut u64, text: &str, offset: usize) -> Option<usize> {
        let rule = &self.derivations.shapes.rules[self.rule].name;
        let run = |budget: &mut u64| self.with_marks.run_within(budget, rule, text);
        let nodes = within(budget, 40 * steps(text), run).ok()?;
        let around = nodes.iter().filter(|node| (node.start..node.end).contains(&offset));
        let named = around.filter_map(|node| Some((node.depth, self.index(node.rule)?)));
        Some(named.max().map_or(self.rule, |(_, rule)| rule))
    }

    /// Returns the failure of the rule to match the text, or `None` if the rule matches it.
    pub(in crate::sample) fn failure(
        &self,
        budget: &mut u64,
        text: &str,
    ) -> Result<Option<Failure<'_>>, Stopped> {
        let rule = &self.derivations.shapes.rules[self.rule].name;
        let run = |budget: &mut u64| self.machine.failure_within(budget, rule, text);
        within(budget, steps(text), run)
    }

    /// Returns the index of the rule with this name, or of the start rule.
    pub(in crate::sample) fn named(&self, name: Option<&str>) -> usize {
        name.and_then(|name| self.index(name)).unwrap_or(self.rule)
    }

    pub(in crate::sample) fn name(&self, rule: usize) -> &str {
        &self.derivations.shapes.rules[rule].name
    }

    /// Returns the most readable character of each class that the expressions distinguish.
    pub(in crate::sample) fn symbols(&self) -> Vec<char> {
        let mut sets = Vec::new();
        for shape in &self.derivations.shapes.nodes {
            match shape {
                Shape::Class(set) => sets.push(set.clone()),
                Shape::Text(texts) => {
                    sets.extend(texts.iter().flat_map(|text| text.chars()).map(CharSet::single))
                }
                Shape::Insensitive(text) => {
                    let both = text.chars().map(|c| {
                        CharSet::single(c.to_ascii_lowercase())
                            .union(&CharSet::single(c.to_ascii_uppercase()))
                    });
                    sets.extend(both);
                }
                _ => {}
            }
        }
        Classes::of(sets.iter()).most_readable()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use std::collections::BTreeSet;

    /// Returns all strings of the given length over the letters.
    fn strings(letters: &str, length: usize) -> Vec<String> {
        let longer = |texts: Vec<String>, _| {
            texts.iter().flat_map(|text| letters.chars().map(move |c| format!("{text}{c}"))).collect()
        };
        (0..length).fold(vec![String::new()], longer)
    }

    /// Derivations of one length cover the same points as all matching strings of that length.
    #[rstest]
    #[case::items("r = { \"[\" ~ r* ~ \"]\" | \"a\" }", "[]a")]
    #[case::one_inside("r = { \"(\" ~ r ~ \")\" | \"a\" | \"b\" ~ \"c\"? }", "()abc")]
    #[case::list("r = { \"[\" ~ (x ~ (\",\" ~ x)*)? ~ \"]\" } x = { r | \"a\" }", "[],a")]
    #[case::bounds("r = { \"(\" ~ (r | \"a\"{2, 3}){1, 2} ~ \")\" | 'b'..'c' }", "()abc")]
    #[case::spaces("r = { \"(\" ~ r? ~ \")\" | \"a\" ~ \"b\" } WHITESPACE = _{ \" \" }", "()ab ")]
    #[case::stack("r = { PUSH(\"a\" | \"b\") ~ r? ~ POP | \"c\" }", "abc")]
    #[case::finite("r = { \"a\" | \"a\"{2} ~ x | \"b\" ~ x{2} } x = { \"c\" | \"ab\" }", "abc")]
    fn shows_all_that_strings_of_a_length_can(#[case] source: &str, #[case] letters: &str) {
        let grammar = Grammar::read(source, "test.pest").unwrap();
        for length in 0..=6 {
            let search = || PointSearch::new(&grammar, "r", length..=length, 0).unwrap();
            let mut all = search();
            let found = strings(letters, length).into_iter().filter_map(|text| all.found(text));
            let possible: BTreeSet<usize> = found.flat_map(|found| found.points).collect();
            let mut search = search();
            search.derive();
            let points = 0..search.points.list.len();
            let shown: BTreeSet<usize> = points.filter(|&point| search.is_covered[point]).collect();
            let missed: Vec<_> =
                possible.difference(&shown).map(|&point| search.points.list[point]).collect();
            assert_eq!(missed, [], "{length}");
        }
    }
}
