//! Finds the alternatives of a choice that never match because of those before them.
#![expect(
    clippy::indexing_slicing,
    reason = "a rule is an index of `Peg::rules`, which each have a node, and an alternative one of `parts`"
)]

use crate::dfa::atoms::FREE;
use crate::dfa::automaton::Automata;
use crate::dfa::bdd::{Exhausted, FALSE, Formula, TRUE};
use crate::dfa::example::Letter;
use crate::peg::expr::Expr;

/// An alternative that matches no input on which all alternatives before it fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dead {
    /// Its index.
    pub(crate) alternative: usize,
    pub(crate) cause: Cause,
    /// A shortest string that it would match as the first alternative, if it would match any.
    pub(crate) witness: Option<String>,
}

/// Why an alternative is dead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// It would not match even as the first alternative.
    Itself,
    /// The alternative with that index matches wherever this one would, and matches the same.
    Covered(usize),
    /// The alternative with that index matches wherever this one would, but not always the same.
    Forestalled(usize),
    /// As `Forestalled`, and this one, before that alternative, would match wherever that one does.
    Exchangeable(usize),
    /// Wherever it would match, one of several alternatives before it does: if the text is the witness, the one
    /// with that index.
    Several(Option<usize>),
}

impl Automata<'_> {
    /// Returns the dead alternatives of a choice, whatever stands before and after the choice.
    ///
    /// `choice` and `alternatives` are indices of rules: the choice as a whole and its parts. If the choice
    /// is not equivalent to trying its parts in order, as can happen after pest's optimizer, nothing is
    /// reported. Takes at most `steps` steps, and sets `steps` to the number left.
    pub(crate) fn dead(
        &mut self,
        choice: usize,
        alternatives: &[usize],
        steps: &mut usize,
    ) -> Result<Vec<Dead>, Exhausted> {
        self.bdd.allow(*steps);
        let found = self.found_dead(choice, alternatives);
        *steps = self.bdd.left();
        found
    }

    fn found_dead(&mut self, choice: usize, alternatives: &[usize]) -> Result<Vec<Dead>, Exhausted> {
        let parts: Vec<u32> = alternatives.iter().map(|&rule| self.arena.rules[rule]).collect();
        let whole = self.arena.rules[choice];
        let letters = self.letters(&[&[whole], &parts[..]].concat())?;
        // In reverse order: the variables of the last alternative then come before those of the others, and a
        // formula grows at its root as the alternatives before it are added.
        for &part in parts.iter().rev() {
            self.matches(part, TRUE)?;
        }
        let mut earlier = FALSE;
        let mut dead = Vec::new();
        for (alternative, &part) in parts.iter().enumerate() {
            let taken = self.matches(part, TRUE)?;
            if !self.is_possible(taken, earlier, &letters)? {
                let (cause, witness) = self.cause(&parts, alternative, &letters)?;
                dead.push(Dead { alternative, cause, witness });
            }
            earlier = self.bdd.if_then_else(taken, TRUE, earlier)?;
        }
        if dead.is_empty() {
            return Ok(dead);
        }
        let in_turn =
            self.is_written_so(choice, alternatives)? || !self.differ(&[whole], &parts, &letters)?;
        Ok(if in_turn { dead } else { Vec::new() })
    }

    fn cause(
        &mut self,
        parts: &[u32],
        dead: usize,
        letters: &[Letter],
    ) -> Result<(Cause, Option<String>), Exhausted> {
        let taken = self.matches(parts[dead], TRUE)?;
        let Some(witness) = self.shortest(parts[dead], letters)? else {
            return Ok((Cause::Itself, None));
        };
        for (index, &one) in parts[..dead].iter().enumerate() {
            let by_one = self.matches(one, TRUE)?;
            if !self.is_possible(taken, by_one, letters)? {
                let cause = if !self.differ(&[parts[dead], one], &[one], letters)? {
                    Cause::Covered(index)
                } else if self.is_possible(by_one, taken, letters)? {
                    Cause::Forestalled(index)
                } else {
                    Cause::Exchangeable(index)
                };
                return Ok((cause, Some(witness)));
            }
        }
        for (index, &one) in parts[..dead].iter().enumerate() {
            let by_one = self.matches(one, TRUE)?;
            if self.holds(by_one, &witness)? {
                return Ok((Cause::Several(Some(index)), Some(witness)));
            }
        }
        Ok((Cause::Several(None), Some(witness)))
    }

    /// Returns whether the choice is literally its parts: usually so, and quick to check. Takes a step for each
    /// expression in them.
    fn is_written_so(&mut self, choice: usize, alternatives: &[usize]) -> Result<bool, Exhausted> {
        let rules = self.peg.rules();
        let mut body = |rule: usize| {
            let mut expr = &rules[rule].expr;
            while let Expr::Call(rule) = expr {
                expr = &rules[*rule].expr;
            }
            let mut open = vec![expr];
            while let Some(expr) = open.pop() {
                self.bdd.spend(0)?;
                open.extend(expr.parts());
            }
            Ok(expr.clone())
        };
        let parts: Result<Vec<Expr>, Exhausted> = alternatives.iter().map(|&rule| body(rule)).collect();
        Ok(body(choice)? == Expr::choice(parts?))
    }

    /// Returns whether, on some input, the first of these that matches does not match what the first of those
    /// does.
    fn differ(&mut self, these: &[u32], those: &[u32], letters: &[Letter]) -> Result<bool, Exhausted> {
        let (these, those) = (self.first(these)?, self.first(those)?);
        let not_those = self.bdd.not(those)?;
        let differs = self.bdd.if_then_else(these, not_those, those)?;
        self.is_possible(differs, FALSE, letters)
    }

    /// Returns the formula for "the first of the parts that matches leaves what satisfies anything".
    fn first(&mut self, parts: &[u32]) -> Result<Formula, Exhausted> {
        let rest = self.bdd.var(FREE);
        let mut formula = FALSE;
        for &part in parts.iter().rev() {
            let taken = self.matches(part, TRUE)?;
            let through = self.matches(part, rest)?;
            formula = self.bdd.if_then_else(taken, through, formula)?;
        }
        Ok(formula)
    }
}
