//! From the formula for an input to those for what is left of it after a character or a mark.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a variable is an index of `atoms`, a class one of `firsts`; `spend` refuses what is deeper \
              than `MAX_HEIGHT`"
)]

use crate::dfa::atoms::{Atom, mark_bit};
use crate::dfa::automaton::Automata;
use crate::dfa::bdd::{Exhausted, FALSE, Formula, TRUE};

impl Automata<'_> {
    /// The formula as a state: loops replaced by their heads, and the start of the input settled.
    ///
    /// Ends, because the body of a repetition consumes a character before it comes back to the
    /// head. Recursion: `depth` bounds it.
    pub(super) fn enter(
        &mut self,
        formula: Formula,
        at_start: bool,
        depth: usize,
    ) -> Result<Formula, Exhausted> {
        if formula == TRUE || formula == FALSE {
            return Ok(formula);
        }
        if let Some(&known) = self.entered.get(&(formula, at_start)) {
            return Ok(known);
        }
        self.bdd.spend(depth)?;
        let branch = self.bdd.branch(formula);
        let condition = match self.atoms[branch.var as usize] {
            Atom::Start if at_start => TRUE,
            Atom::Start => FALSE,
            Atom::Loop { head: Some(head) } => self.enter(head, at_start, depth + 1)?,
            Atom::Loop { head: None } => unreachable!("a repetition is entered with its head"),
            Atom::Free | Atom::End | Atom::Stop => self.bdd.var(branch.var),
            Atom::Chars { .. } | Atom::Read { .. } | Atom::Mark { .. } => self.bdd.var(branch.var),
        };
        let then = self.enter(branch.then, at_start, depth + 1)?;
        let other = self.enter(branch.other, at_start, depth + 1)?;
        let state = self.bdd.if_then_else(condition, then, other)?;
        self.entered.insert((formula, at_start), state);
        Ok(state)
    }

    /// The state after a character of the class. Recursion: `depth` bounds it.
    pub(super) fn after(&mut self, state: Formula, class: u32, depth: usize) -> Result<Formula, Exhausted> {
        if state == TRUE || state == FALSE {
            return Ok(state);
        }
        if let Some(&known) = self.after.get(&(state, class)) {
            return Ok(known);
        }
        self.bdd.spend(depth)?;
        let branch = self.bdd.branch(state);
        let condition = match self.atoms[branch.var as usize] {
            Atom::Chars { set, then } | Atom::Read { set, then } if self.has(set, class) => {
                self.enter(then, false, 0)?
            }
            _ => FALSE,
        };
        let next = match condition {
            FALSE => self.after(branch.other, class, depth + 1)?,
            TRUE => self.after(branch.then, class, depth + 1)?,
            _ => {
                let then = self.after(branch.then, class, depth + 1)?;
                let other = self.after(branch.other, class, depth + 1)?;
                self.bdd.if_then_else(condition, then, other)?
            }
        };
        self.after.insert((state, class), next);
        Ok(next)
    }

    /// The state after a mark; `at_start` tells whether no character has been read. Recursion: `depth` bounds it.
    pub(super) fn after_mark(
        &mut self,
        state: Formula,
        mark: u32,
        at_start: bool,
        depth: usize,
    ) -> Result<Formula, Exhausted> {
        if state == TRUE || state == FALSE {
            return Ok(state);
        }
        if let Some(&known) = self.after_mark.get(&(state, mark, at_start)) {
            return Ok(known);
        }
        self.bdd.spend(depth)?;
        let branch = self.bdd.branch(state);
        let condition = match self.atoms[branch.var as usize] {
            Atom::Mark { mark: read, then } if read == mark => self.enter(then, at_start, 0)?,
            Atom::Mark { .. } | Atom::Read { .. } | Atom::Stop => FALSE,
            // Entering has replaced the other two.
            Atom::Chars { .. } | Atom::End | Atom::Free | Atom::Start | Atom::Loop { .. } => {
                self.bdd.var(branch.var)
            }
        };
        let then = self.after_mark(branch.then, mark, at_start, depth + 1)?;
        let other = self.after_mark(branch.other, mark, at_start, depth + 1)?;
        let next = self.bdd.if_then_else(condition, then, other)?;
        self.after_mark.insert((state, mark, at_start), next);
        Ok(next)
    }

    /// Returns the class of a character.
    pub(super) fn class_of(&self, c: char) -> u32 {
        self.classes.class_of(c) as u32
    }

    /// Returns a bit for each mark that the state may read next, which several marks may share. All marks without a
    /// bit lead to the same state. Recursion: `depth` bounds it.
    pub(super) fn marks_ahead(&mut self, state: Formula, depth: usize) -> Result<u128, Exhausted> {
        if state == TRUE || state == FALSE {
            return Ok(0);
        }
        if let Some(&known) = self.marks_ahead.get(&state) {
            return Ok(known);
        }
        self.bdd.spend(depth)?;
        let branch = self.bdd.branch(state);
        let own = match self.atoms[branch.var as usize] {
            Atom::Mark { mark, .. } => mark_bit(mark),
            _ => 0,
        };
        let marks =
            own | self.marks_ahead(branch.then, depth + 1)? | self.marks_ahead(branch.other, depth + 1)?;
        self.marks_ahead.insert(state, marks);
        Ok(marks)
    }

    /// Returns whether the set contains the characters of the class: it has all of them or none.
    fn has(&self, set: u32, class: u32) -> bool {
        self.arena.sets[set as usize].contains(self.firsts[class as usize])
    }

    /// Whether the state holds when nothing is left.
    pub(super) fn at_end(&self, state: Formula) -> bool {
        let mut state = state;
        while state != TRUE && state != FALSE {
            let branch = self.bdd.branch(state);
            let holds = matches!(self.atoms[branch.var as usize], Atom::End | Atom::Stop);
            state = if holds { branch.then } else { branch.other };
        }
        state == TRUE
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::dfa::bdd::MAX_HEIGHT;
    use crate::{Grammar, Peg};

    type Visit = fn(&mut Automata<'_>, Formula) -> Result<(), Exhausted>;

    const MARK: Atom = Atom::Mark { mark: 7, then: TRUE };
    /// The formula of the third variable, behind the two constants.
    const END: Formula = 3;
    const X: Atom = Atom::Chars { set: 0, then: TRUE };

    fn after(automata: &mut Automata<'_>, state: Formula, c: char) -> Result<(), Exhausted> {
        let class = automata.class_of(c);
        automata.after(state, class, 0).map(drop)
    }

    /// Returns the conjunction or the disjunction of so many variables with this atom, each of which is a level.
    fn nested(automata: &mut Automata<'_>, levels: usize, atom: Atom, all: bool) -> Formula {
        let first = automata.atoms.len();
        automata.atoms.resize(first + levels, atom);
        (first..first + levels).rev().fold(if all { TRUE } else { FALSE }, |rest, var| {
            let own = automata.bdd.var(var as u32);
            let (then, other) = if all { (rest, FALSE) } else { (TRUE, rest) };
            automata.bdd.if_then_else(own, then, other).unwrap()
        })
    }

    /// Whether a conjunction and a disjunction are visited to their end, which each level leads to.
    #[rstest]
    #[case::enter(X, |automata: &mut Automata<'_>, state: Formula| automata.enter(state, false, 0).map(drop), [true, true])]
    #[case::after_x(X, |automata: &mut Automata<'_>, state: Formula| after(automata, state, 'x'), [true, false])]
    #[case::after_another(X, |automata: &mut Automata<'_>, state: Formula| after(automata, state, 'y'), [false, true])]
    #[case::after_x_and_more(Atom::Chars { set: 0, then: END }, |automata: &mut Automata<'_>, state: Formula| after(automata, state, 'x'), [true, true])]
    #[case::after_mark(MARK, |automata: &mut Automata<'_>, state: Formula| automata.after_mark(state, 7, false, 0).map(drop), [true, true])]
    #[case::marks_ahead(MARK, |automata: &mut Automata<'_>, state: Formula| automata.marks_ahead(state, 0).map(drop), [true, true])]
    fn recursion_ends_at_the_greatest_height(
        #[case] atom: Atom,
        #[case] visit: Visit,
        #[case] to_the_end: [bool; 2],
    ) {
        let peg = Peg::new(&Grammar::read("a = { \"x\" }", "a.pest").unwrap());
        let visited = |levels, all| {
            let mut automata = Automata::new(&peg);
            assert_eq!(automata.end, END);
            automata.bdd.allow(1 << 20);
            let state = nested(&mut automata, levels, atom, all);
            visit(&mut automata, state)
        };
        assert_eq!([true, false].map(|all| visited(MAX_HEIGHT + 1, all)), [Ok(()); 2]);
        let ends = to_the_end.map(|to_the_end| if to_the_end { Err(Exhausted) } else { Ok(()) });
        assert_eq!([true, false].map(|all| visited(MAX_HEIGHT + 2, all)), ends);
    }

    #[rstest]
    fn marks_that_may_be_next(#[values(1, 2, 3)] levels: usize, #[values(true, false)] all: bool) {
        let peg = Peg::new(&Grammar::read("a = { \"x\" }", "a.pest").unwrap());
        let mut automata = Automata::new(&peg);
        automata.bdd.allow(1 << 20);
        let state = nested(&mut automata, levels, MARK, all);
        assert_eq!(automata.marks_ahead(state, 0), Ok(mark_bit(7)));
    }

    #[test]
    fn recursion_into_heads_ends_at_the_greatest_height() {
        let peg = Peg::new(&Grammar::read("a = { \"x\" }", "a.pest").unwrap());
        let entered = |levels| {
            let mut automata = Automata::new(&peg);
            automata.bdd.allow(1 << 20);
            let state = (0..levels).fold(automata.end, |head, _| {
                automata.atoms.push(Atom::Loop { head: Some(head) });
                automata.bdd.var(automata.atoms.len() as u32 - 1)
            });
            automata.enter(state, false, 0)
        };
        assert!(entered(MAX_HEIGHT).is_ok());
        assert_eq!(entered(MAX_HEIGHT + 2), Err(Exhausted));
    }
}
