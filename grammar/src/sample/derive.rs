//! Random derivations from the expressions of a grammar, as if it were context-free.
//!
//! Predicates are passed over and choices commit to nothing, so the grammar may not match what is derived: the
//! caller runs it to see.

use std::collections::HashMap;

use crate::characters::charset::CharSet;
use crate::sample::cost::{Cost, costs};
use crate::sample::random::Random;
use crate::sample::shape::{Operation, Shape, Shapes};

/// How deep rules may call each other before the smallest derivations are chosen.
const DEEP: usize = 200;
/// The steps that a derivation may take, besides those for its length; a step is an expression.
const STEPS: usize = 10_000;
/// The steps that it may take for each character.
const STEPS_A_CHARACTER: usize = 100;

/// The expressions that strings are derived from.
#[derive(Debug, Clone)]
pub(crate) struct Derivations {
    pub(crate) shapes: Shapes,
    pub(crate) costs: Vec<Cost>,
    /// The printable characters of each class that has any, or all of its characters.
    plain: Vec<CharSet>,
}

/// What one expression is to be derived as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Goal {
    /// By the alternative with that index.
    Alternative(usize),
    /// Repeated so many times.
    Times(u32),
    /// With the character at that index.
    Character(usize, char),
}

/// What a derivation should have.
#[derive(Clone, Copy)]
pub(crate) struct Plan<'a> {
    /// The number of characters after which the smallest derivations are chosen.
    pub(crate) length: usize,
    /// The largest number of characters.
    pub(crate) longest: usize,
    /// The expressions to go through, the outermost first, and what to derive the last one as.
    pub(crate) way: &'a [usize],
    pub(crate) goal: Option<Goal>,
    /// What is preferred for other expressions.
    pub(crate) wanted: &'a HashMap<usize, Vec<Goal>>,
}

/// What remains to be derived.
enum Task {
    Expression {
        node: usize,
        place: Place,
        on_way: bool,
    },
    /// What is skipped between expressions.
    Blanks {
        place: Place,
        on_way: bool,
    },
    /// More of a repetition, of which so many are done.
    More {
        node: usize,
        done: u32,
        place: Place,
        on_way: bool,
        goal: Option<u32>,
    },
    Pushed {
        start: usize,
    },
}

#[derive(Clone, Copy)]
struct Place {
    depth: usize,
    /// Whether something may stand between expressions.
    skips: bool,
}

impl Derivations {
    pub(crate) fn new(shapes: Shapes) -> Derivations {
        let printable = CharSet::range(' ', '~');
        let plain = |shape: &Shape| match shape {
            Shape::Class(set) => {
                let plain = set.intersect(&printable);
                if plain.is_empty() { set.clone() } else { plain }
            }
            _ => CharSet::empty(),
        };
        let plain = shapes.nodes.iter().map(plain).collect();
        Derivations { costs: costs(&shapes), plain, shapes }
    }

    /// Returns a string, unless it becomes too long or takes too many steps. Subtracts the steps from `left`.
    pub(crate) fn derive(
        &self,
        rule: usize,
        plan: Plan<'_>,
        random: &mut Random,
        left: &mut usize,
    ) -> Option<String> {
        let allowed = (STEPS + STEPS_A_CHARACTER.saturating_mul(plan.longest)).min(*left);
        let mut derivation = Derivation {
            derivations: self,
            plan,
            fills: random.chance(1, 2),
            random,
            text: String::new(),
            length: 0,
            stack: Vec::new(),
            tasks: Vec::new(),
            along: 0,
            left: allowed,
        };
        let done = derivation.run(rule);
        *left -= allowed - derivation.left;
        done.map(|()| derivation.text)
    }
}

struct Derivation<'d, 'r> {
    derivations: &'d Derivations,
    plan: Plan<'d>,
    random: &'r mut Random,
    /// Whether repetitions go on up to the length.
    fills: bool,
    text: String,
    /// The number of characters.
    length: usize,
    /// pest's stack.
    stack: Vec<String>,
    tasks: Vec<Task>,
    /// The number of expressions on the way that were gone through.
    along: usize,
    left: usize,
}

impl Derivation<'_, '_> {
    fn run(&mut self, rule: usize) -> Option<()> {
        let place = Place { depth: 0, skips: !self.derivations.shapes.blanks.is_empty() };
        let is_on_way = !self.plan.way.is_empty();
        self.call(rule, place, is_on_way);
        while let Some(task) = self.tasks.pop() {
            self.left = self.left.checked_sub(1)?;
            match task {
                Task::Expression { node, place, on_way } => self.expression(node, place, on_way)?,
                Task::Blanks { place, on_way } => self.blanks(place, on_way),
                Task::More { node, done, place, on_way, goal } => {
                    self.more(node, done, place, on_way, goal);
                }
                Task::Pushed { start } => self.stack.push(self.text[start..].to_owned()),
            }
        }
        Some(())
    }

    fn expression(&mut self, node: usize, place: Place, on_way: bool) -> Option<()> {
        let derivations = self.derivations;
        let goal = self.goal(node, on_way);
        // The next expression on the way, if this one is on it.
        let next = if on_way {
            self.along += 1;
            self.plan.way.get(self.along).copied()
        } else {
            None
        };
        match &derivations.shapes.nodes[node] {
            Shape::Nothing => {}
            Shape::Text(texts) => {
                let text = &texts[self.random.below(texts.len() as u128)? as usize];
                self.add(text)?;
            }
            Shape::Insensitive(text) => {
                let wanted = match goal {
                    Some(Goal::Character(at, c)) => Some((at, c)),
                    _ => None,
                };
                let cased = text.chars().enumerate().map(|(at, c)| match wanted {
                    Some((wanted, c)) if wanted == at => c,
                    _ if self.random.chance(1, 2) => c.to_ascii_uppercase(),
                    _ => c.to_ascii_lowercase(),
                });
                let cased: String = cased.collect();
                self.add(&cased)?;
            }
            Shape::Class(set) => {
                let c = match goal {
                    Some(Goal::Character(_, c)) => c,
                    _ if self.random.chance(7, 8) => self.one_of(&derivations.plain[node])?,
                    _ => self.one_of(set)?,
                };
                self.add(c.encode_utf8(&mut [0; 4]))?;
            }
            Shape::Call(rule) => self.call(*rule, place, next.is_some()),
            Shape::Seq(left, right) => {
                let is_next = |one: usize| next == Some(one);
                let is_blank = next.is_some() && !is_next(*left) && !is_next(*right);
                self.tasks.push(Task::Expression { node: *right, place, on_way: is_next(*right) });
                self.tasks.push(Task::Blanks { place, on_way: is_blank });
                self.tasks.push(Task::Expression { node: *left, place, on_way: is_next(*left) });
            }
            Shape::Choice(alternatives) => {
                let chosen = match (next, goal) {
                    (Some(next), _) => next,
                    (None, Some(Goal::Alternative(index))) => alternatives[index],
                    _ => self.alternative(node, alternatives, place)?,
                };
                self.tasks.push(Task::Expression { node: chosen, place, on_way: next.is_some() });
            }
            Shape::Repeat { .. } => {
                let goal = if let Some(Goal::Times(times)) = goal { Some(times) } else { None };
                self.more(node, 0, place, next.is_some(), goal);
            }
            Shape::Push(inner) => {
                self.tasks.push(Task::Pushed { start: self.text.len() });
                self.tasks.push(Task::Expression { node: *inner, place, on_way: next.is_some() });
            }
            Shape::Stack(operation) => self.unstack(*operation)?,
        }
        Some(())
    }

    /// Returns what the expression is to be derived as.
    fn goal(&mut self, node: usize, on_way: bool) -> Option<Goal> {
        if on_way && self.along + 1 == self.plan.way.len() && self.plan.goal.is_some() {
            return self.plan.goal;
        }
        if self.is_closing(0) {
            return None;
        }
        let wanted = self.plan.wanted.get(&node).filter(|goals| !goals.is_empty())?;
        Some(wanted[self.random.below(wanted.len() as u128)? as usize])
    }

    fn alternative(&mut self, node: usize, alternatives: &[usize], place: Place) -> Option<usize> {
        let (shapes, costs) = (&self.derivations.shapes, &self.derivations.costs);
        let weights = shapes.weights(node);
        let weight = |index: usize| match weights {
            _ if costs[alternatives[index]] == Cost::MAX => 0,
            Some(weights) => u128::from(weights[index]),
            None => 1,
        };
        if self.is_closing(place.depth) {
            let possible = (0..alternatives.len()).filter(|&index| weight(index) > 0);
            return possible.map(|index| alternatives[index]).min_by_key(|&one| costs[one]);
        }
        let chosen = self.random.pick((0..alternatives.len()).map(weight))?;
        Some(alternatives[chosen])
    }

    /// Decides whether a repetition goes on.
    fn more(&mut self, node: usize, done: u32, place: Place, on_way: bool, goal: Option<u32>) {
        let Shape::Repeat { inner, least, most } = self.derivations.shapes.nodes[node] else { return };
        let is_full = most.is_some_and(|most| done >= most);
        let goes_on = match goal {
            Some(times) => done < times,
            None if on_way || done < least => true,
            None if is_full || self.derivations.costs[inner] == Cost::MAX => false,
            None if self.is_closing(place.depth) => false,
            None if self.fills && most != Some(1) => true,
            None => self.random.chance(1, 2),
        };
        if !goes_on {
            return;
        }
        let next = self.plan.way.get(self.along);
        let is_blank = on_way && next != Some(&inner);
        let stays = is_blank && done == 0;
        self.tasks.push(Task::More { node, done: done + 1, place, on_way: stays, goal });
        self.tasks.push(Task::Expression { node: inner, place, on_way: on_way && !is_blank });
        if done > 0 {
            self.tasks.push(Task::Blanks { place, on_way: is_blank });
        }
    }

    fn blanks(&mut self, place: Place, on_way: bool) {
        let shapes = &self.derivations.shapes;
        if on_way && let Some(next) = self.plan.way.get(self.along) {
            self.call(shapes.rule_of(*next), place, true);
        } else if place.skips && !self.is_closing(place.depth) && self.random.chance(1, 8) {
            let blank = self.random.below(shapes.blanks.len() as u128).unwrap_or(0) as usize;
            self.call(shapes.blanks[blank], place, false);
        }
    }

    fn call(&mut self, rule: usize, place: Place, on_way: bool) {
        let shapes = &self.derivations.shapes;
        let skips = shapes.skips_in(rule, place.skips);
        let place = Place { depth: place.depth + 1, skips };
        self.tasks.push(Task::Expression { node: shapes.rules[rule].body, place, on_way });
    }

    fn unstack(&mut self, operation: Operation) -> Option<()> {
        let count = self.stack.len();
        match operation {
            Operation::Peek => self.copy(count.checked_sub(1)?),
            Operation::Pop => {
                self.copy(count.checked_sub(1)?)?;
                self.stack.pop().map(drop)
            }
            Operation::Drop => self.stack.pop().map(drop),
            Operation::PeekAll => (0..count).rev().try_for_each(|index| self.copy(index)),
            Operation::PopAll => {
                (0..count).rev().try_for_each(|index| self.copy(index))?;
                self.stack.clear();
                Some(())
            }
            Operation::Slice(from, to) => {
                let place = |index: i32| match usize::try_from(index) {
                    Ok(index) => (index <= count).then_some(index),
                    Err(_) => count.checked_sub(index.unsigned_abs() as usize),
                };
                let (from, to) = (place(from)?, to.map_or(Some(count), place)?);
                (from..to).try_for_each(|index| self.copy(index))
            }
        }
    }

    /// Adds an entry of the stack.
    fn copy(&mut self, index: usize) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let entry = self.stack[index].clone();
        self.add(&entry)
    }

    fn add(&mut self, text: &str) -> Option<()> {
        self.length += text.chars().count();
        self.text.push_str(text);
        (self.length <= self.plan.longest).then_some(())
    }

    fn one_of(&mut self, set: &CharSet) -> Option<char> {
        set.nth(self.random.below(set.len() as u128)? as usize)
    }

    /// Returns whether the derivation is to end soon.
    fn is_closing(&self, depth: usize) -> bool {
        self.length >= self.plan.length || depth > DEEP
    }
}
