//! One derivation: a stack of what remains to be derived, and the text so far.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a node or a rule is one of the shapes, and a number below its bound; a task takes a step, and \
              what was pushed began in the text, which is no longer than memory"
)]

use crate::characters::charset::CharSet;
use crate::sample::derive::{Derivations, Goal, Plan};
use crate::sample::length::Length;
use crate::sample::random::Random;
use crate::sample::shape::Shape;

/// The steps that a derivation may take, besides those for its length; a step is an expression.
const STEPS: usize = 10_000;
/// The steps that it may take for each character.
const STEPS_A_CHARACTER: usize = 100;

impl Derivations {
    /// Returns a string, unless it becomes too long or takes too many steps. Subtracts the steps from `left`.
    pub(crate) fn derive(
        &self,
        rule: usize,
        plan: Plan<'_>,
        random: &mut Random,
        left: &mut usize,
    ) -> Option<String> {
        let allowed = STEPS_A_CHARACTER.saturating_mul(plan.longest).saturating_add(STEPS).min(*left);
        let mut derivation = Derivation::new(self, plan, random, allowed);
        let done = derivation.run(rule);
        *left -= allowed - derivation.left;
        done.map(|()| derivation.text)
    }
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

pub(super) struct Derivation<'d, 'r> {
    pub(super) derivations: &'d Derivations,
    pub(super) plan: Plan<'d>,
    pub(super) random: &'r mut Random,
    /// Whether repetitions go on up to the length.
    pub(super) fills: bool,
    pub(super) text: String,
    /// The number of characters.
    pub(super) length: usize,
    /// pest's stack.
    pub(super) stack: Vec<String>,
    tasks: Vec<Task>,
    /// The least and the largest number of characters that the tasks add.
    pub(super) pending: Length,
    /// The number of expressions on the way that were gone through.
    pub(super) along: usize,
    pub(super) left: usize,
}

impl<'d, 'r> Derivation<'d, 'r> {
    pub(super) fn new(
        derivations: &'d Derivations,
        plan: Plan<'d>,
        random: &'r mut Random,
        left: usize,
    ) -> Self {
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
            left,
        }
    }

    pub(super) fn run(&mut self, rule: usize) -> Option<()> {
        let place = Place { depth: 0, skips: !self.derivations.shapes.blanks.is_empty() };
        let is_on_way = !self.plan.way.is_empty();
        self.call(rule, place, is_on_way);
        while let Some(task) = self.pop() {
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
                self.push(Task::Expression { node: *right, place, on_way: is_next(*right) });
                self.push(Task::Blanks { place, on_way: is_blank });
                self.push(Task::Expression { node: *left, place, on_way: is_next(*left) });
            }
            Shape::Choice(alternatives) => {
                let chosen = match (next, goal) {
                    (Some(next), _) => next,
                    (None, Some(Goal::Alternative(index))) => alternatives[index],
                    _ => self.alternative(node, alternatives, place.depth)?,
                };
                self.push(Task::Expression { node: chosen, place, on_way: next.is_some() });
            }
            Shape::Repeat { .. } => {
                let goal = if let Some(Goal::Times(times)) = goal { Some(times) } else { None };
                self.more(node, 0, place, next.is_some(), goal);
            }
            Shape::Push(inner) => {
                self.push(Task::Pushed { start: self.text.len() });
                self.push(Task::Expression { node: *inner, place, on_way: next.is_some() });
            }
            Shape::Stack(operation) => self.unstack(*operation)?,
        }
        Some(())
    }

    /// Repeats an expression once more, if that is decided.
    fn more(&mut self, node: usize, done: u32, place: Place, on_way: bool, goal: Option<u32>) {
        let Shape::Repeat { inner, .. } = self.derivations.shapes.nodes[node] else {
            unreachable!("only repetitions go on")
        };
        if !self.goes_on(node, done, place.depth, on_way, goal) {
            return;
        }
        let next = self.plan.way.get(self.along);
        let is_blank = on_way && next != Some(&inner);
        let stays = is_blank && done == 0;
        self.push(Task::More { node, done: done + 1, place, on_way: stays, goal });
        self.push(Task::Expression { node: inner, place, on_way: on_way && !is_blank });
        if done > 0 {
            self.push(Task::Blanks { place, on_way: is_blank });
        }
    }

    fn blanks(&mut self, place: Place, on_way: bool) {
        let shapes = &self.derivations.shapes;
        if let (Some(next), true) = (self.plan.way.get(self.along), on_way) {
            self.call(shapes.rule_of(*next), place, true);
        } else if place.skips && !self.is_closing(place.depth) && self.random.chance(1, 8) {
            let blank = self
                .random
                .below(shapes.blanks.len() as u128)
                .expect("something is skipped only if there are rules for it");
            self.call(shapes.blanks[blank as usize], place, false);
        }
    }

    fn call(&mut self, rule: usize, place: Place, on_way: bool) {
        let shapes = &self.derivations.shapes;
        let skips = shapes.skips_in(rule, place.skips);
        let place = Place { depth: place.depth + 1, skips };
        self.push(Task::Expression { node: shapes.rules[rule].body, place, on_way });
    }

    pub(super) fn add(&mut self, text: &str) -> Option<()> {
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

    /// Returns the length of what a task adds, but for what is skipped.
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
                _ => unreachable!("only repetitions go on"),
            },
            Task::Blanks { .. } | Task::Pushed { .. } => Length::default(),
        }
    }
}
