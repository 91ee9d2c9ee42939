//! Texts derived from the definition of a rule, so that each of its parts occurs in one.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a rule is an index of `rules`, with its texts; a part is one of its parts, and a set one of \
              `sets`; depth is at most `DEPTH`"
)]

use crate::pest::rules::RuleType;
use crate::search::bodies::Bodies;
use crate::search::known::Known;
use crate::search::mutate::Chance;
use crate::search::parts::{Kind, NEVER};

/// The calls around a part of a text for which no known text of the rule is taken.
const DEPTH: usize = 16;
/// The bytes after which nothing optional is added.
const LONG: usize = 200;
/// The bytes after which nothing at all is added.
const TOO_LONG: usize = 4_000;

/// How the parts that are not asked for are chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Shortest,
    /// As short as possible, with a blank wherever one may be.
    Spaced,
    Random,
}

impl Style {
    pub(super) const ALL: [Style; 3] = [Style::Shortest, Style::Spaced, Style::Random];
}

/// A part that is to occur, in one of several variants.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    pub(super) part: usize,
    pub(super) variant: usize,
}

/// Texts of each rule that can stand for a call of it.
pub(super) struct Texts {
    /// Texts that the rule accepts.
    pub(super) known: Vec<Known>,
    /// Texts that the two grammars treat differently.
    pub(super) shown: Vec<Vec<String>>,
}

pub(super) struct Deriver<'d, 'g> {
    pub(super) bodies: &'d Bodies<'g>,
    texts: &'d Texts,
    blank: Option<&'d str>,
    chance: &'d mut Chance,
    style: Style,
    out: String,
    stack: Vec<String>,
    depth: usize,
}

impl<'d, 'g> Deriver<'d, 'g> {
    pub(super) fn new(
        bodies: &'d Bodies<'g>,
        texts: &'d Texts,
        blank: Option<&'d str>,
        chance: &'d mut Chance,
        style: Style,
    ) -> Self {
        Deriver { bodies, texts, blank, chance, style, out: String::new(), stack: Vec::new(), depth: 0 }
    }

    /// Returns the number of variants of a part; none if it has nothing of its own.
    pub(super) fn variants(bodies: &Bodies<'_>, texts: &Texts, rule: usize, part: usize) -> usize {
        match bodies.rules[rule].parts[part].kind {
            Kind::Set(set) => bodies.sets[set].len(),
            Kind::Call(rule) => texts.known[rule].texts().len() + texts.shown[rule].len() + 1,
            Kind::Rep => 3,
            Kind::Opt => 2,
            Kind::Seq | Kind::Choice => 0,
            _ => 1,
        }
    }

    /// Returns a text of the rule in which the goal occurs.
    pub(super) fn derive(mut self, rule: usize, goal: Goal) -> String {
        self.rule(rule, Some(goal), self.blank.is_some());
        self.out
    }

    fn rule(&mut self, rule: usize, goal: Option<Goal>, skips: bool) {
        let skips = match self.bodies.rules[rule].ty {
            RuleType::Normal | RuleType::Silent => skips,
            RuleType::Atomic | RuleType::CompoundAtomic => false,
            RuleType::NonAtomic => self.blank.is_some(),
        };
        self.part(rule, 0, goal, skips);
    }

    /// Recursion: as deep as expressions nest, in each of at most [`DEPTH`] rules.
    fn part(&mut self, rule: usize, at: usize, goal: Option<Goal>, skips: bool) {
        if self.out.len() > TOO_LONG {
            return;
        }
        let bodies = self.bodies;
        let body = &bodies.rules[rule];
        let part = &body.parts[at];
        let goal = goal.filter(|goal| (at..part.end).contains(&goal.part));
        let variant = goal.filter(|goal| goal.part == at).map(|goal| goal.variant);
        let is_inside = goal.is_some() && variant.is_none();
        match part.kind {
            Kind::Text(text) => self.out.push_str(text),
            Kind::Set(set) => {
                let chars = &bodies.sets[set];
                let index = match self.style {
                    Style::Random => self.chance.below(chars.len().max(1)),
                    Style::Shortest | Style::Spaced => 0,
                };
                self.out.extend(chars.get(variant.unwrap_or(index)));
            }
            Kind::Call(rule) => self.call(rule, variant, skips),
            Kind::Seq => {
                for (index, operand) in body.operands(at).enumerate() {
                    self.space(index > 0 && skips);
                    self.part(rule, operand, goal, skips);
                }
            }
            Kind::Choice => {
                let operands = body.operands(at);
                let possible = |&operand: &usize| body.parts[operand].cost != NEVER;
                let chosen = match goal {
                    Some(goal) => body.operands(at).find(|&operand| goal.part < body.parts[operand].end),
                    None if self.style == Style::Random && self.out.len() < LONG => {
                        let possible: Vec<usize> = operands.filter(possible).collect();
                        possible.get(self.chance.below(possible.len().max(1))).copied()
                    }
                    None => operands.min_by_key(|&operand| body.parts[operand].cost),
                };
                if let Some(operand) = chosen {
                    self.part(rule, operand, goal, skips);
                }
            }
            Kind::Opt | Kind::Rep => {
                let most = if matches!(part.kind, Kind::Opt) { 2 } else { 3 };
                let is_free = self.style == Style::Random && self.out.len() < LONG;
                let times = match variant {
                    Some(variant) => variant,
                    None if is_inside => 1,
                    None => {
                        if is_free {
                            self.chance.below(most)
                        } else {
                            0
                        }
                    }
                };
                for time in 0..times {
                    self.space(time > 0 && skips);
                    self.part(rule, at + 1, goal, skips);
                }
            }
            // What is asked for in a predicate stands where the predicate looks.
            Kind::Ahead => {
                if goal.is_some() {
                    self.part(rule, at + 1, goal, skips);
                }
            }
            Kind::Push => {
                let start = self.out.len();
                self.part(rule, at + 1, goal, skips);
                self.stack.push(self.out[start..].to_owned());
            }
            Kind::Top { pops } => {
                self.out.extend(self.stack.last().map(String::as_str));
                if pops {
                    self.stack.pop();
                }
            }
            Kind::All { pops } => {
                for entry in self.stack.iter().rev() {
                    if self.out.len() <= TOO_LONG {
                        self.out.push_str(entry);
                    }
                }
                if pops {
                    self.stack.clear();
                }
            }
            Kind::Drop => drop(self.stack.pop()),
            Kind::Nothing => {}
        }
    }

    /// Adds a text of a rule that is called: a known one, or, as the last variant, a new one.
    fn call(&mut self, rule: usize, variant: Option<usize>, skips: bool) {
        let (known, shown) = (self.texts.known[rule].texts(), &self.texts.shown[rule]);
        let is_new = match variant {
            Some(variant) => variant >= known.len() + shown.len(),
            // The stack is only as the caller expects it if the rule itself has changed it.
            None if self.bodies.rules[rule].uses_stack => true,
            None => known.is_empty() || self.style == Style::Random && self.chance.below(4) == 0,
        };
        if is_new && self.depth < DEPTH {
            self.depth += 1;
            self.rule(rule, None, skips);
            self.depth -= 1;
            return;
        }
        let index = match (variant, self.style) {
            (Some(variant), _) => variant,
            (None, Style::Random) => self.chance.below(known.len().max(1)),
            (None, Style::Shortest | Style::Spaced) => 0,
        };
        self.out.extend(known.iter().chain(shown).nth(index).map(String::as_str));
    }

    fn space(&mut self, is_possible: bool) {
        let Some(blank) = self.blank else { return };
        if is_possible
            && (self.style == Style::Spaced || self.style == Style::Random && self.chance.below(8) == 0)
        {
            self.out.push_str(blank);
        }
    }
}
