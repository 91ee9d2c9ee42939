//! Finds the alternatives of a choice that never match because of those before them.

use std::collections::HashSet;

use crate::dfa::automaton::{Automata, FREE};
use crate::dfa::bdd::{Exhausted, FALSE, Formula, TRUE};
use crate::peg::expr::Expr;

/// An alternative that matches no input on which all alternatives before it fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dead {
    /// Its index.
    pub(crate) alternative: usize,
    pub(crate) cause: Cause,
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
    /// Wherever it would match, one of several alternatives before it does.
    Several,
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
        let (_, columns) = self.columns(&[&[whole], &parts[..]].concat())?;
        // In reverse order: the variables of the last alternative then come before those of the others, and a
        // formula grows at its root as the alternatives before it are added.
        for &part in parts.iter().rev() {
            self.matches(part, TRUE)?;
        }
        let mut earlier = FALSE;
        let mut dead = Vec::new();
        for (alternative, &part) in parts.iter().enumerate() {
            let taken = self.matches(part, TRUE)?;
            if !self.is_possible(taken, earlier, &columns)? {
                dead.push(Dead { alternative, cause: self.cause(&parts, alternative, &columns)? });
            }
            earlier = self.bdd.if_then_else(taken, TRUE, earlier)?;
        }
        let in_turn = dead.is_empty()
            || self.is_written_so(choice, alternatives)?
            || !self.differ(&[whole], &parts, &columns)?;
        Ok(if in_turn { dead } else { Vec::new() })
    }

    fn cause(&mut self, parts: &[u32], dead: usize, columns: &[u32]) -> Result<Cause, Exhausted> {
        let taken = self.matches(parts[dead], TRUE)?;
        if !self.is_possible(taken, FALSE, columns)? {
            return Ok(Cause::Itself);
        }
        for (index, &one) in parts[..dead].iter().enumerate() {
            let by_one = self.matches(one, TRUE)?;
            if !self.is_possible(taken, by_one, columns)? {
                let order_matters = self.differ(&[parts[dead], one], &[one], columns)?;
                return Ok(if order_matters { Cause::Forestalled(index) } else { Cause::Covered(index) });
            }
        }
        Ok(Cause::Several)
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
    fn differ(&mut self, these: &[u32], those: &[u32], columns: &[u32]) -> Result<bool, Exhausted> {
        let (these, those) = (self.first(these)?, self.first(those)?);
        let not_those = self.bdd.not(those)?;
        let differs = self.bdd.if_then_else(these, not_those, those)?;
        self.is_possible(differs, FALSE, columns)
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

    /// Returns whether on some input `formula` holds and `other` does not, at the start of the input or later
    /// in it.
    fn is_possible(&mut self, formula: Formula, other: Formula, columns: &[u32]) -> Result<bool, Exhausted> {
        let mut open = Vec::new();
        for at_start in [true, false] {
            open.push((self.enter(formula, at_start, 0)?, self.enter(other, at_start, 0)?));
        }
        let mut seen: HashSet<(Formula, Formula)> = open.iter().copied().collect();
        while let Some((state, other)) = open.pop() {
            let branch = self.bdd.branch(state);
            let states: &[Formula] = if branch.var == FREE { &[branch.then, branch.other] } else { &[state] };
            for &state in states {
                if self.at_end(state) && !self.at_end(other) {
                    return Ok(true);
                }
                for &column in columns {
                    self.bdd.spend(0)?;
                    let next = self.after(state, column, 0)?;
                    if next == FALSE {
                        continue;
                    }
                    let next = (next, self.after(other, column, 0)?);
                    if next.1 != TRUE && seen.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
        Ok(false)
    }
}
