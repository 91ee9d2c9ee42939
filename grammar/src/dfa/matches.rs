//! From an expression to the formula that says what it matches.
//!
//! What a PEG does next depends on what comes, through its predicates and through every choice and
//! repetition that commits. So a state here is a boolean formula over atoms, each of them "the next
//! character is of this set, and what follows it satisfies that formula". Formulas are canonical
//! (see [`crate::dfa::bdd`]); of an expression there are finitely many. The construction is that of
//! derivatives: after a character, an atom is the formula that it holds for the rest, or false.
//!
//! Background: Chida and Kuramitsu, *Linear Parsing Expression Grammars*, arXiv 1707.01814.
#![expect(
    clippy::indexing_slicing,
    reason = "a node is one of the arena, a part one of its parts, and a variable an index of `atoms`"
)]

use crate::dfa::arena::Node;
use crate::dfa::atoms::Atom;
use crate::dfa::automaton::Automata;
use crate::dfa::bdd::{Exhausted, FALSE, Formula, TRUE};

impl Automata<'_> {
    /// The formula for "the expression matches, and what it leaves satisfies `rest`".
    ///
    /// Recursion: as deep as expressions nest, which the [`Peg`](crate::Peg) bounds.
    pub(super) fn matches(&mut self, node: u32, rest: Formula) -> Result<Formula, Exhausted> {
        if rest == FALSE {
            return Ok(FALSE);
        }
        if let Some(&known) = self.matches.get(&(node, rest)) {
            return Ok(known);
        }
        self.bdd.spend(0)?;
        let formula = match self.arena.nodes[node as usize] {
            Node::Empty => rest,
            Node::Fail => FALSE,
            Node::Chars(set) => self.says(Atom::Chars { set, then: rest }),
            Node::Read(set) => self.says(Atom::Read { set, then: rest }),
            Node::Mark(mark) => self.says(Atom::Mark { mark, then: rest }),
            Node::Seq(_) => {
                let mut formula = rest;
                for at in (0..self.arena.parts(node).len()).rev() {
                    formula = self.matches(self.arena.parts(node)[at], formula)?;
                }
                formula
            }
            Node::Choice(_) => {
                let mut formula = FALSE;
                for at in (0..self.arena.parts(node).len()).rev() {
                    let part = self.arena.parts(node)[at];
                    let taken = self.matches(part, TRUE)?;
                    let through = self.matches(part, rest)?;
                    formula = self.bdd.if_then_else(taken, through, formula)?;
                }
                formula
            }
            Node::MarkedChoice(_) => {
                let mut formula = FALSE;
                for at in (0..self.arena.marked_parts(node).len()).rev() {
                    let (taken, read) = self.arena.marked_parts(node)[at];
                    let taken = self.matches(taken, TRUE)?;
                    let through = self.matches(read, rest)?;
                    formula = self.bdd.if_then_else(taken, through, formula)?;
                }
                formula
            }
            // A repetition cannot fail.
            Node::Star(_) if rest == TRUE => TRUE,
            Node::Star(body) => self.repeats(body, body, rest)?,
            Node::MarkedStar(taken, read) => self.repeats(taken, read, rest)?,
            Node::Not(inner) => {
                let inner = self.matches(inner, TRUE)?;
                let absent = self.bdd.not(inner)?;
                self.bdd.and(absent, rest)?
            }
            Node::And(inner) => {
                let inner = self.matches(inner, TRUE)?;
                self.bdd.and(inner, rest)?
            }
            Node::Start => self.bdd.and(self.start, rest)?,
            Node::End => self.bdd.and(self.end, rest)?,
        };
        self.matches.insert((node, rest), formula);
        Ok(formula)
    }

    /// The formula for "what `read` reads is repeated as long as `taken` matches, and what is left satisfies
    /// `rest`".
    fn repeats(&mut self, taken: u32, read: u32, rest: Formula) -> Result<Formula, Exhausted> {
        let (var, head) = self.open_loop();
        let again = self.matches(read, head)?;
        let taken = self.matches(taken, TRUE)?;
        let formula = self.bdd.if_then_else(taken, again, rest)?;
        self.close_loop(var, formula);
        Ok(formula)
    }

    /// Returns a variable for the formula at the head of a repetition, and the formula of the variable.
    pub(super) fn open_loop(&mut self) -> (u32, Formula) {
        let var = self.atoms.len() as u32;
        self.atoms.push(Atom::Loop { head: None });
        (var, self.bdd.var(var))
    }

    pub(super) fn close_loop(&mut self, var: u32, head: Formula) {
        self.atoms[var as usize] = Atom::Loop { head: Some(head) };
    }

    /// The formula that says what the atom says.
    fn says(&mut self, atom: Atom) -> Formula {
        *self.said.entry(atom).or_insert_with(|| {
            let var = self.atoms.len() as u32;
            self.atoms.push(atom);
            self.bdd.var(var)
        })
    }
}
