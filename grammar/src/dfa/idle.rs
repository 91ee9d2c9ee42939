//! Finds the parts of a sequence that can never match, or never fail, because of those around them.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `Peg::rules`, which each have a node, and a part one of `parts`"
)]

use std::ops::Range;

use crate::dfa::atoms::FREE;
use crate::dfa::automaton::Automata;
use crate::dfa::bdd::{Exhausted, FALSE, Formula, TRUE};
use crate::dfa::example::Letter;
use crate::dfa::sequence::{Idle, Operator, Part, Sequence, Why};

impl Automata<'_> {
    /// Returns the idle parts of a sequence, whatever stands before and after it.
    ///
    /// If the sequence is not equivalent to its parts, as can happen after pest's optimizer, nothing is reported.
    /// Takes at most `steps` steps, and sets `steps` to the number left.
    pub(crate) fn idle(&mut self, sequence: &Sequence, steps: &mut usize) -> Result<Vec<Idle>, Exhausted> {
        self.bdd.allow(*steps);
        let found = self.found_idle(sequence);
        *steps = self.bdd.left();
        found
    }

    fn found_idle(&mut self, sequence: &Sequence) -> Result<Vec<Idle>, Exhausted> {
        let node = |rule: usize| self.arena.rules[rule];
        let parts: Vec<u32> = sequence.parts.iter().map(|part| node(part.rule)).collect();
        let (whole, gap) = (node(sequence.whole), node(sequence.gap));
        let letters = self.letters(&[&parts[..], &[whole, gap]].concat())?;
        let mut inquiry = Inquiry { automata: self, parts, gap, letters };
        let found = match inquiry.failing()? {
            Some(failing) => vec![failing],
            None => inquiry.needless(&sequence.parts)?,
        };
        Ok(if found.is_empty() || inquiry.is_run_so(whole)? { found } else { Vec::new() })
    }

    /// Returns whether the rule of that index matches any string. Takes at most `steps` steps, and sets `steps` to the
    /// number left.
    pub(crate) fn matches_some(&mut self, rule: usize, steps: &mut usize) -> Result<bool, Exhausted> {
        self.bdd.allow(*steps);
        let node = self.arena.rules[rule];
        let found = self.letters(&[node]).and_then(|letters| {
            let formula = self.matches(node, TRUE)?;
            self.is_possible(formula, FALSE, &letters)
        });
        *steps = self.bdd.left();
        found
    }
}

/// The questions about one sequence.
struct Inquiry<'a, 'p> {
    automata: &'a mut Automata<'p>,
    parts: Vec<u32>,
    gap: u32,
    letters: Vec<Letter>,
}

impl Inquiry<'_, '_> {
    /// Returns the first part that the sequence never gets past.
    fn failing(&mut self) -> Result<Option<Idle>, Exhausted> {
        let all = 0..self.parts.len();
        if self.can_match(all.clone(), TRUE)? {
            return Ok(None);
        }
        for part in all {
            if self.can_match(0..part + 1, TRUE)? {
                continue;
            }
            if !self.can_match(part..part + 1, TRUE)? {
                return Ok(Some(Idle { part, why: Why::Fails, witness: None }));
            }
            let taken = self.through(part..part + 1, TRUE)?;
            let from = self.culprit(part, taken)?;
            let middle = from.map_or(part, |from| from + 1);
            let witness = match self.joined(middle, self.parts.len())? {
                Some(witness) => Some(witness),
                None => self.joined(middle, part + 1)?,
            };
            return Ok(Some(Idle { part, why: Why::FailsAfter(from), witness }));
        }
        Ok(None)
    }

    /// Returns the parts of a sequence that can match which could as well be left out, or be no lookahead or not
    /// optional.
    fn needless(&mut self, parts: &[Part]) -> Result<Vec<Idle>, Exhausted> {
        let mut found = Vec::new();
        for (part, &Part { rule, operator }) in parts.iter().enumerate() {
            let Some((operator, operand)) = operator else { continue };
            let operand = self.automata.arena.rules[operand];
            let taken = self.automata.matches(operand, TRUE)?;
            let failed = self.automata.bdd.not(taken)?;
            let why = match operator {
                Operator::Ahead | Operator::NotAhead => {
                    let node = self.automata.arena.rules[rule];
                    let holds = self.automata.matches(node, TRUE)?;
                    let fails = self.automata.bdd.not(holds)?;
                    self.holding(part, fails)?
                }
                Operator::Optional | Operator::Repeated => {
                    let is_optional = operator == Operator::Optional;
                    self.needless_optional(part, is_optional, taken, failed)?
                }
            };
            if let Some(why) = why {
                let witness = self.witness(part, why, operand)?;
                found.push(Idle { part, why, witness });
            }
        }
        Ok(found)
    }

    fn holding(&mut self, part: usize, fails: Formula) -> Result<Option<Why>, Exhausted> {
        if self.can_match(0..part, fails)? {
            return Ok(None);
        }
        if !self.is_possible(fails)? {
            return Ok(Some(Why::Holds(None)));
        }
        Ok(Some(Why::Holds(self.culprit(part, fails)?)))
    }

    fn needless_optional(
        &mut self,
        part: usize,
        is_optional: bool,
        taken: Formula,
        failed: Formula,
    ) -> Result<Option<Why>, Exhausted> {
        if !self.is_possible(taken)? {
            // That is said of what is in it.
            return Ok(None);
        }
        if !self.can_match(0..part, taken)? {
            return Ok(Some(Why::NeverTaken(self.culprit(part, taken)?)));
        }
        // What always matches, if only nothing, is often called optional where another document calls it so.
        if !is_optional || !self.is_possible(failed)? {
            return Ok(None);
        }
        let rest = self.through(part + 1..self.parts.len(), TRUE)?;
        let rest = self.after_gap(part + 1, rest)?;
        let skipped = self.automata.bdd.and(failed, rest)?;
        Ok((!self.can_match(0..part, skipped)?).then_some(Why::NeverSkipped))
    }

    /// Returns a string that the part is there for.
    fn witness(&mut self, part: usize, why: Why, operand: u32) -> Result<Option<String>, Exhausted> {
        let before = self.shortest(0..part)?;
        let own = match why {
            Why::NeverSkipped => self.shortest(part + 1..self.parts.len())?,
            _ => self.automata.shortest(operand, &self.letters)?,
        };
        Ok(before.zip(own).map(|(before, own)| before + &own))
    }

    /// Returns the last of the parts before `part` after which `formula` cannot hold; none if it cannot even after the
    /// gap alone.
    fn culprit(&mut self, part: usize, formula: Formula) -> Result<Option<usize>, Exhausted> {
        if !self.can_match(part..part, formula)? {
            return Ok(None);
        }
        let formula = self.after_gap(part, formula)?;
        for from in (0..part).rev() {
            let formula = self.through(from..part, formula)?;
            let formula = self.after_gap(from, formula)?;
            if !self.is_possible(formula)? {
                return Ok(Some(from));
            }
        }
        Ok(None)
    }

    /// Returns the shortest strings of the parts before `middle` and of those from there on, joined.
    fn joined(&mut self, middle: usize, end: usize) -> Result<Option<String>, Exhausted> {
        let (before, behind) = (self.shortest(0..middle)?, self.shortest(middle..end)?);
        Ok(before.zip(behind).map(|(before, behind)| before + &behind))
    }

    fn shortest(&mut self, parts: Range<usize>) -> Result<Option<String>, Exhausted> {
        let alone = self.through(parts.clone(), self.automata.end)?;
        if let Some(found) = self.automata.example(alone, FALSE, &self.letters)? {
            return Ok(Some(found));
        }
        let followed = self.through(parts, TRUE)?;
        self.automata.example(followed, FALSE, &self.letters)
    }

    /// Returns whether the parts can match, and `rest` hold for what they leave: behind the gap to the next part.
    fn can_match(&mut self, parts: Range<usize>, rest: Formula) -> Result<bool, Exhausted> {
        let rest = self.after_gap(parts.end, rest)?;
        let formula = self.through(parts, rest)?;
        self.is_possible(formula)
    }

    /// Returns the formula for "the gap before that part matches, and `rest` holds for what it leaves".
    fn after_gap(&mut self, part: usize, rest: Formula) -> Result<Formula, Exhausted> {
        if part == 0 || part == self.parts.len() { Ok(rest) } else { self.automata.matches(self.gap, rest) }
    }

    /// Returns the formula for "the parts match with the gaps between, and `rest` holds for what they leave".
    fn through(&mut self, parts: Range<usize>, rest: Formula) -> Result<Formula, Exhausted> {
        let mut formula = rest;
        for part in parts.clone().rev() {
            formula = self.automata.matches(self.parts[part], formula)?;
            if part > parts.start {
                formula = self.automata.matches(self.gap, formula)?;
            }
        }
        Ok(formula)
    }

    fn is_possible(&mut self, formula: Formula) -> Result<bool, Exhausted> {
        self.automata.is_possible(formula, FALSE, &self.letters)
    }

    /// Returns whether pest runs the sequence as its parts in order: `whole` matches the same everywhere.
    fn is_run_so(&mut self, whole: u32) -> Result<bool, Exhausted> {
        let rest = self.automata.bdd.var(FREE);
        let (run, parts) = (self.automata.matches(whole, rest)?, self.through(0..self.parts.len(), rest)?);
        if run == parts {
            return Ok(true);
        }
        let not_parts = self.automata.bdd.not(parts)?;
        let differs = self.automata.bdd.if_then_else(run, not_parts, parts)?;
        Ok(!self.is_possible(differs)?)
    }
}
