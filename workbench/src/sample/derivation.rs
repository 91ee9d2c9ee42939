//! Random derivations from the expressions of a grammar, as if it were context-free.
//!
//! Predicates are ignored, and choices do not commit to the first alternative that matches. So the grammar
//! may reject a derived string, and callers have to check it.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "nodes and rules belong to the shapes, and a random number is less than its bound; a task \
              takes a step, and pushed entries began in the text, which fits in memory; a length is at \
              most `UNBOUNDED` for each task"
)]

use std::collections::HashMap;

use urigram_grammar::CharSet;

use crate::sample::shape::{Cost, Length, Lengths, Operation, Shape, Shapes, costs};
use crate::sample::uniform::Random;

/// The expressions from which strings are derived.
#[derive(Debug, Clone)]
pub(crate) struct Derivations {
    pub(crate) shapes: Shapes,
    pub(crate) costs: Vec<Cost>,
    /// The bounds on the lengths of the strings of each expression.
    lengths: Lengths,
    /// For each class its printable characters, or all of its characters if none is printable.
    printable: Vec<CharSet>,
}

/// A requirement on the derivation of one expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Goal {
    /// The alternative with this index.
    Alternative(usize),
    /// This number of matches.
    Times(u32),
    /// The character, at this index of a string; for a class, the index is 0.
    Character(usize, char),
}

/// The requirements on a derivation.
#[derive(Clone, Copy)]
pub(crate) struct Plan<'a> {
    /// The wanted number of characters.
    pub(crate) length: usize,
    /// The minimum and the maximum number of characters.
    pub(crate) shortest: usize,
    pub(crate) longest: usize,
    /// A path of expressions to derive, the outermost first, and the goal of the last one.
    pub(crate) path: &'a [usize],
    pub(crate) goal: Option<Goal>,
    /// The goals that expressions outside the path should meet if possible, by the index of the expression.
    pub(crate) preferred: &'a HashMap<usize, Vec<Goal>>,
}

impl Derivations {
    pub(crate) fn new(shapes: Shapes) -> Derivations {
        let printable = CharSet::range(' ', '~');
        let printable = |shape: &Shape| match shape {
            Shape::Class(set) => {
                let printable = set.intersect(&printable);
                if printable.is_empty() { set.clone() } else { printable }
            }
            _ => CharSet::empty(),
        };
        let printable = shapes.nodes.iter().map(printable).collect();
        Derivations { costs: costs(&shapes), lengths: Lengths::new(&shapes), printable, shapes }
    }
}

/// The maximum number of steps of a derivation, besides those for its length. Each expression takes
/// one step.
const STEPS: usize = 10_000;
/// The number of additional steps for each character.
const STEPS_A_CHARACTER: usize = 100;

impl Derivations {
    /// Returns a string, or `None` if the string becomes too long or takes too many steps. Subtracts the
    /// steps from `budget`.
    pub(crate) fn derive(
        &self,
        rule: usize,
        plan: Plan<'_>,
        random: &mut Random,
        budget: &mut usize,
    ) -> Option<String> {
        let allowed = STEPS_A_CHARACTER.saturating_mul(plan.longest).saturating_add(STEPS).min(*budget);
        let mut derivation = Derivation::new(self, plan, random, allowed);
        let done = derivation.run(rule);
        *budget -= allowed - derivation.budget;
        done.map(|()| derivation.text)
    }
}

/// A task of a derivation. The tasks are a stack, so the call stack does not grow with the grammar.
enum Task {
    Expression {
        node: usize,
        context: Context,
        on_path: bool,
    },
    /// White space between expressions.
    Blanks {
        context: Context,
        on_path: bool,
    },
    /// The rest of a repetition, after `done` items.
    More {
        node: usize,
        done: u32,
        context: Context,
        on_path: bool,
        goal: Option<u32>,
    },
    Pushed {
        start: usize,
    },
}

#[derive(Clone, Copy)]
struct Context {
    depth: usize,
    /// Whether pest skips white space between expressions.
    skips: bool,
}

struct Derivation<'d, 'r> {
    derivations: &'d Derivations,
    plan: Plan<'d>,
    random: &'r mut Random,
    /// Whether repetitions continue until the wanted length is reached.
    fills: bool,
    text: String,
    /// The number of characters of `text`.
    length: usize,
    /// pest's stack.
    stack: Vec<String>,
    tasks: Vec<Task>,
    /// The minimum and the maximum number of characters that the remaining tasks add.
    pending: Length,
    /// The number of expressions of the path that were derived so far.
    along: usize,
    budget: usize,
}

impl<'d, 'r> Derivation<'d, 'r> {
    fn new(derivations: &'d Derivations, plan: Plan<'d>, random: &'r mut Random, budget: usize) -> Self {
        Derivation {
            derivations,
            plan,
            fills: random.chance(1, 2),
            random,
            text: String::new(),
            length: 0,
            stack: Vec::new(),
            tasks: Vec::new(),
            pending: Length::default(),
            along: 0,
            budget,
        }
    }

    fn run(&mut self, rule: usize) -> Option<()> {
        let context = Context { depth: 0, skips: !self.derivations.shapes.blanks.is_empty() };
        let is_on_way = !self.plan.path.is_empty();
        self.call(rule, context, is_on_way);
        while let Some(task) = self.pop() {
            self.budget = self.budget.checked_sub(1)?;
            match task {
                Task::Expression { node, context, on_path } => self.expression(node, context, on_path)?,
                Task::Blanks { context, on_path } => self.blanks(context, on_path),
                Task::More { node, done, context, on_path, goal } => {
                    self.more(node, done, context, on_path, goal);
                }
                Task::Pushed { start } => self.stack.push(self.text[start..].to_owned()),
            }
        }
        Some(())
    }

    fn expression(&mut self, node: usize, context: Context, on_path: bool) -> Option<()> {
        let derivations = self.derivations;
        let goal = self.goal(node, on_path);
        // The next expression of the path, if this expression is on the path.
        let next = if on_path {
            self.along += 1;
            self.plan.path.get(self.along).copied()
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
                let preferred = match goal {
                    Some(Goal::Character(at, c)) => Some((at, c)),
                    _ => None,
                };
                let cased = text.chars().enumerate().map(|(at, c)| match preferred {
                    Some((preferred, c)) if preferred == at => c,
                    _ if self.random.chance(1, 2) => c.to_ascii_uppercase(),
                    _ => c.to_ascii_lowercase(),
                });
                let cased: String = cased.collect();
                self.add(&cased)?;
            }
            Shape::Class(set) => {
                let c = match goal {
                    Some(Goal::Character(_, c)) => c,
                    _ if self.random.chance(7, 8) => self.one_of(&derivations.printable[node])?,
                    _ => self.one_of(set)?,
                };
                self.add(c.encode_utf8(&mut [0; 4]))?;
            }
            Shape::Call(rule) => self.call(*rule, context, next.is_some()),
            Shape::Seq(left, right) => {
                let is_next = |one: usize| next == Some(one);
                let is_blank = next.is_some() && !is_next(*left) && !is_next(*right);
                self.push(Task::Expression { node: *right, context, on_path: is_next(*right) });
                self.push(Task::Blanks { context, on_path: is_blank });
                self.push(Task::Expression { node: *left, context, on_path: is_next(*left) });
            }
            Shape::Choice(alternatives) => {
                let chosen = match (next, goal) {
                    (Some(next), _) => next,
                    (None, Some(Goal::Alternative(index))) => alternatives[index],
                    _ => self.alternative(node, alternatives, context.depth)?,
                };
                self.push(Task::Expression { node: chosen, context, on_path: next.is_some() });
            }
            Shape::Repeat { .. } => {
                let goal = if let Some(Goal::Times(times)) = goal { Some(times) } else { None };
                self.more(node, 0, context, next.is_some(), goal);
            }
            Shape::Push(inner) => {
                self.push(Task::Pushed { start: self.text.len() });
                self.push(Task::Expression { node: *inner, context, on_path: next.is_some() });
            }
            Shape::Stack(operation) => self.unstack(*operation)?,
        }
        Some(())
    }

    /// Decides whether a repetition continues, and if so, adds the next item.
    fn more(&mut self, node: usize, done: u32, context: Context, on_path: bool, goal: Option<u32>) {
        let Shape::Repeat { inner, .. } = self.derivations.shapes.nodes[node] else {
            unreachable!("only repetitions continue")
        };
        if !self.goes_on(node, done, context.depth, on_path, goal) {
            return;
        }
        let next = self.plan.path.get(self.along);
        let is_blank = on_path && next != Some(&inner);
        let stays = is_blank && done == 0;
        self.push(Task::More { node, done: done + 1, context, on_path: stays, goal });
        self.push(Task::Expression { node: inner, context, on_path: on_path && !is_blank });
        if done > 0 {
            self.push(Task::Blanks { context, on_path: is_blank });
        }
    }

    fn blanks(&mut self, context: Context, on_path: bool) {
        let shapes = &self.derivations.shapes;
        if let (Some(next), true) = (self.plan.path.get(self.along), on_path) {
            self.call(shapes.rule_of(*next), context, true);
        } else if context.skips && !self.is_closing(context.depth) && self.random.chance(1, 8) {
            let blank = self
                .random
                .below(shapes.blanks.len() as u128)
                .expect("something is skipped only if there are rules for it");
            self.call(shapes.blanks[blank as usize], context, false);
        }
    }

    fn call(&mut self, rule: usize, context: Context, on_path: bool) {
        let shapes = &self.derivations.shapes;
        let skips = shapes.skips_in(rule, context.skips);
        let context = Context { depth: context.depth + 1, skips };
        self.push(Task::Expression { node: shapes.rules[rule].body, context, on_path });
    }

    fn add(&mut self, text: &str) -> Option<()> {
        self.length += text.chars().count();
        self.text.push_str(text);
        (self.length <= self.plan.longest).then_some(())
    }

    fn one_of(&mut self, set: &CharSet) -> Option<char> {
        set.nth(self.random.below(set.len() as u128)? as usize)
    }

    fn push(&mut self, task: Task) {
        self.pending = self.pending.and(self.length_of(&task));
        self.tasks.push(task);
    }

    fn pop(&mut self) -> Option<Task> {
        let task = self.tasks.pop()?;
        self.pending = self.pending.without(self.length_of(&task));
        Some(task)
    }

    /// Returns the number of characters that a task adds, without skipped white space.
    fn length_of(&self, task: &Task) -> Length {
        let Derivations { shapes, lengths, .. } = self.derivations;
        match *task {
            Task::Expression { node, .. } => lengths.of(node),
            Task::More { node, done, goal, .. } => match shapes.nodes[node] {
                Shape::Repeat { inner, least, most } => {
                    let (least, most) = goal.map_or((least, most), |times| (times, Some(times)));
                    let most = most.map(|most| most.saturating_sub(done));
                    lengths.of(inner).times(least.saturating_sub(done), most)
                }
                _ => unreachable!("only repetitions continue"),
            },
            Task::Blanks { .. } | Task::Pushed { .. } => Length::default(),
        }
    }
}

/// The depth of calls beyond which the smallest derivations are chosen.
const DEEP: usize = 200;
/// The number of alternatives that are compared in one step.
const COMPARED: usize = 8;

impl Derivation<'_, '_> {
    /// Returns the goal of the expression.
    fn goal(&mut self, node: usize, on_path: bool) -> Option<Goal> {
        if on_path && self.along + 1 == self.plan.path.len() && self.plan.goal.is_some() {
            return self.plan.goal;
        }
        if self.is_closing(0) {
            return None;
        }
        let preferred = self.plan.preferred.get(&node)?;
        self.budget = self.budget.saturating_sub(preferred.len() / COMPARED);
        let Derivations { shapes, lengths, .. } = self.derivations;
        let suits = |goal: &&Goal| match (&shapes.nodes[node], **goal) {
            (Shape::Choice(alternatives), Goal::Alternative(index)) => {
                self.suits(lengths.of(alternatives[index]))
            }
            (Shape::Repeat { inner, .. }, Goal::Times(times)) => {
                self.suits(lengths.of(*inner).times(times, Some(times)))
            }
            _ => true,
        };
        let suiting: Vec<Goal> = preferred.iter().filter(suits).copied().collect();
        let chosen = self.random.below(suiting.len() as u128)? as usize;
        // With probability 7/8 only, because the path to another point may need another derivation
        // here.
        self.random.chance(7, 8).then_some(suiting[chosen])
    }

    /// Returns the index of a random alternative with which the wanted length can be reached, or `None`
    /// if there is none.
    pub(super) fn alternative(&mut self, node: usize, alternatives: &[usize], depth: usize) -> Option<usize> {
        self.budget = self.budget.saturating_sub(alternatives.len() / COMPARED);
        let Derivations { shapes, costs, lengths, .. } = self.derivations;
        let weights = shapes.weights(node);
        let weight = |index: usize| match weights {
            _ if costs[alternatives[index]] == Cost::MAX => 0,
            Some(weights) => u128::from(weights[index]),
            None => 1,
        };
        let indices = 0..alternatives.len();
        let suits = |index: usize| self.suits(lengths.of(alternatives[index]));
        let chosen = if self.is_closing(depth) {
            None
        } else {
            let suiting: Vec<u128> =
                indices.clone().map(|index| if suits(index) { weight(index) } else { 0 }).collect();
            self.random.pick(suiting.into_iter())
        };
        let smallest = || {
            let possible = indices.filter(|&index| weight(index) > 0);
            possible.min_by_key(|&index| {
                (!self.suits(lengths.of(alternatives[index])), costs[alternatives[index]])
            })
        };
        chosen.or_else(smallest).map(|index| alternatives[index])
    }

    /// Returns whether a repetition continues.
    fn goes_on(&mut self, node: usize, done: u32, depth: usize, on_path: bool, goal: Option<u32>) -> bool {
        let Shape::Repeat { inner, least, most } = self.derivations.shapes.nodes[node] else {
            unreachable!("only repetitions continue")
        };
        let is_full = most.is_some_and(|most| done >= most);
        match goal {
            Some(times) => done < times,
            None if on_path || done < least => true,
            None if is_full || self.derivations.costs[inner] == Cost::MAX => false,
            None if self.is_closing(depth) || !self.fits(self.derivations.lengths.of(inner)) => false,
            // Without another item, the string would be too short.
            None if !self.reaches(Length::default()) => true,
            None if self.fills && most != Some(1) => true,
            None => self.random.chance(1, 2),
        }
    }

    /// Returns whether the derivation should end soon.
    fn is_closing(&self, depth: usize) -> bool {
        self.foreseen() >= self.plan.length as u64 || depth > DEEP
    }

    /// Returns the expected length of the string. If the range of allowed lengths is wide, the remaining
    /// tasks do not count: strings vary more then, although some become too long.
    fn foreseen(&self) -> u64 {
        let is_narrow = self.plan.shortest > self.plan.longest / 2;
        self.length as u64 + if is_narrow { self.pending.least } else { 0 }
    }

    /// Returns whether the length of the string can be in the allowed range if a part of the length
    /// `more` follows.
    fn suits(&self, more: Length) -> bool {
        self.fits(more) && self.reaches(more)
    }

    fn fits(&self, more: Length) -> bool {
        self.foreseen() + more.least <= self.plan.longest as u64
    }

    fn reaches(&self, more: Length) -> bool {
        self.length as u64 + self.pending.most + more.most >= self.plan.shortest as u64
    }
}

impl Derivation<'_, '_> {
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
                let context = |index: i32| match usize::try_from(index) {
                    Ok(index) => (index <= count).then_some(index),
                    Err(_) => count.checked_sub(index.unsigned_abs() as usize),
                };
                let (from, to) = (context(from)?, to.map_or(Some(count), context)?);
                (from..to).try_for_each(|index| self.copy(index))
            }
        }
    }

    /// Appends a stack entry to the text.
    fn copy(&mut self, index: usize) -> Option<()> {
        self.budget = self.budget.checked_sub(1)?;
        let entry = self.stack[index].clone();
        self.add(&entry)
    }
}
