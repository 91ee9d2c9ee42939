//! From a rule to the automaton of the strings that it matches whole.
//!
//! What a PEG does next depends on what comes, through its predicates and through every choice and
//! repetition that commits. So a state here is a boolean formula over atoms, each of them "the next
//! character is of this set, and what follows it satisfies that formula". Formulas are canonical
//! (see [`crate::dfa::bdd`]); of an expression there are finitely many. The construction is that of
//! derivatives: after a character, an atom is the formula that it holds for the rest, or false.
//!
//! Background: Chida and Kuramitsu, *Linear Parsing Expression Grammars*, arXiv 1707.01814.

use rustc_hash::FxHashMap;

use std::collections::BTreeSet;

use crate::characters::charset::CharSet;
use crate::characters::classes::Classes;
use crate::dfa::Dfa;
use crate::dfa::arena::{Arena, Node};
use crate::dfa::bdd::{Bdd, Exhausted, FALSE, Formula, TRUE};
use crate::dfa::minimize;
use crate::error::Error;
use crate::peg::Peg;

/// How large an automaton may become before it is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// States, before minimization.
    pub states: usize,
    /// Steps of work, for one rule; each takes a constant amount of memory.
    pub steps: usize,
}

impl Limits {
    /// 200,000 states and 2,000,000 steps: seconds, and some 300 megabytes.
    pub const DEFAULT: Limits = Limits { states: 200_000, steps: 2_000_000 };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}

/// What a variable of the formulas says about the rest of the input.
#[derive(Debug, Clone, Copy)]
enum Atom {
    /// Anything, and at each place another thing: what stands for all that could follow.
    Free,
    /// It begins with a character of the set, and then the formula holds.
    Chars { set: u32, then: Formula },
    /// It is empty.
    End,
    /// It is the whole input.
    Start,
    /// The formula at the head of a repetition holds, known once its body is.
    Loop { head: Option<Formula> },
}

/// The variable of [`Atom::Free`]: before all others, so a formula that has it branches on it.
pub(super) const FREE: u32 = 0;

/// A compiler of automata that shares its work between the rules of one [`Peg`].
#[derive(Debug)]
pub struct Automata<'p> {
    pub(super) peg: &'p Peg,
    limits: Limits,
    /// The steps that went into what is kept.
    kept: usize,
    pub(super) arena: Arena,
    /// A partition as fine as any rule needs.
    classes: Classes,
    /// The first character of each class.
    firsts: Vec<char>,
    pub(super) bdd: Bdd,
    atoms: Vec<Atom>,
    start: Formula,
    pub(super) end: Formula,
    chars: FxHashMap<(u32, Formula), Formula>,
    matches: FxHashMap<(u32, Formula), Formula>,
    entered: FxHashMap<(Formula, bool), Formula>,
    after: FxHashMap<(Formula, u32), Formula>,
}

impl<'p> Automata<'p> {
    /// Prepares the rules, with [`Limits::DEFAULT`].
    #[must_use]
    pub fn new(peg: &'p Peg) -> Automata<'p> {
        Automata::with_limits(peg, Limits::DEFAULT)
    }

    /// Prepares the rules.
    #[must_use]
    pub fn with_limits(peg: &'p Peg, limits: Limits) -> Automata<'p> {
        let arena = Arena::new(peg);
        let classes = Classes::of(arena.sets.iter());
        let firsts = classes.firsts();
        let mut bdd = Bdd::new();
        let (start, end) = (bdd.var(1), bdd.var(2));
        Automata {
            peg,
            limits,
            kept: 0,
            arena,
            classes,
            firsts,
            bdd,
            atoms: vec![Atom::Free, Atom::Start, Atom::End],
            start,
            end,
            chars: FxHashMap::default(),
            matches: FxHashMap::default(),
            entered: FxHashMap::default(),
            after: FxHashMap::default(),
        }
    }

    /// The minimal automaton of the strings that the rule, as a start rule, matches whole.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if the rule has none, [`Error::TooLarge`] if it is beyond the limits.
    pub fn dfa(&mut self, rule: &str) -> Result<Dfa, Error> {
        let mut unlimited = usize::MAX;
        self.dfa_within(&mut unlimited, rule)
    }

    /// As [`Automata::dfa`], and takes the steps of work off those that are left: many rules, together,
    /// stay within what is given for all of them.
    ///
    /// # Errors
    ///
    /// As [`Automata::dfa`]; [`Error::TooLarge`] also if there are not enough steps left.
    pub fn dfa_within(&mut self, left: &mut usize, rule: &str) -> Result<Dfa, Error> {
        let place = self.peg.rule(rule)?;
        // What rules share is worth keeping, up to the memory that one rule may take.
        if self.kept >= self.limits.steps {
            *self = Automata::with_limits(self.peg, self.limits);
        }
        let allowed = self.limits.steps.min(*left);
        self.bdd.allow(allowed);
        let made = self.explore(self.arena.rules[place]);
        let spent = allowed - self.bdd.left();
        self.kept = self.kept.saturating_add(spent);
        *left -= spent;
        made.map_err(|Exhausted| Error::TooLarge { rule: rule.to_owned() })
    }

    fn explore(&mut self, root: u32) -> Result<Dfa, Exhausted> {
        let whole = self.matches(root, self.end)?;
        let first = self.enter(whole, true, 0)?;
        let (classes, columns) = self.columns(&[root])?;
        let mut states = vec![first];
        let mut ids: FxHashMap<Formula, u32> = FxHashMap::default();
        ids.insert(first, 0);
        let mut next = Vec::new();
        let mut done = 0;
        while let Some(&state) = states.get(done) {
            for &column in &columns {
                let target = self.after(state, column, 0)?;
                let id = *ids.entry(target).or_insert(states.len() as u32);
                if id as usize == states.len() {
                    states.push(target);
                }
                next.push(id);
            }
            if states.len() > self.limits.states {
                return Err(Exhausted);
            }
            done += 1;
        }
        let accept = states.iter().map(|&state| self.at_end(state)).collect();
        Ok(minimize::minimize(&classes, next, accept))
    }

    /// The classes that the expressions can tell apart, and one for each of them among those of all
    /// rules: fewer to try in every state. Takes a step for each expression and each range of characters.
    pub(super) fn columns(&mut self, roots: &[u32]) -> Result<(Classes, Vec<u32>), Exhausted> {
        let sets = self.sets_below(roots)?;
        let sets: Vec<&CharSet> = sets.iter().map(|&set| &self.arena.sets[set as usize]).collect();
        for _ in sets.iter().flat_map(|set| set.ranges()) {
            self.bdd.spend(0)?;
        }
        let classes = Classes::of(sets.into_iter());
        let columns = classes.firsts().into_iter().map(|c| self.classes.class_of(c) as u32).collect();
        Ok((classes, columns))
    }

    /// Returns the sets of characters in the expressions and in those that they consist of.
    fn sets_below(&mut self, roots: &[u32]) -> Result<BTreeSet<u32>, Exhausted> {
        let mut found = BTreeSet::new();
        let mut seen: FxHashMap<u32, ()> = FxHashMap::default();
        let mut open = roots.to_vec();
        while let Some(id) = open.pop() {
            if seen.insert(id, ()).is_some() {
                continue;
            }
            self.bdd.spend(0)?;
            match &self.arena.nodes[id as usize] {
                Node::Chars(set) => drop(found.insert(*set)),
                Node::Seq(parts) | Node::Choice(parts) => open.extend(parts),
                Node::Star(inner) | Node::Not(inner) | Node::And(inner) => open.push(*inner),
                Node::Empty | Node::Fail | Node::Start | Node::End => {}
            }
        }
        Ok(found)
    }

    /// The formula for "the expression matches, and what it leaves satisfies `rest`".
    ///
    /// Recursion: as deep as expressions nest, which the [`Peg`] bounds.
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
            Node::Chars(set) => self.chars(set, rest),
            Node::Seq(_) => {
                let mut formula = rest;
                for at in (0..self.parts(node).len()).rev() {
                    formula = self.matches(self.parts(node)[at], formula)?;
                }
                formula
            }
            Node::Choice(_) => {
                let mut formula = FALSE;
                for at in (0..self.parts(node).len()).rev() {
                    let part = self.parts(node)[at];
                    let taken = self.matches(part, TRUE)?;
                    let through = self.matches(part, rest)?;
                    formula = self.bdd.if_then_else(taken, through, formula)?;
                }
                formula
            }
            // A repetition cannot fail.
            Node::Star(_) if rest == TRUE => TRUE,
            Node::Star(body) => {
                let var = self.atoms.len() as u32;
                self.atoms.push(Atom::Loop { head: None });
                let head = self.bdd.var(var);
                let again = self.matches(body, head)?;
                let taken = self.matches(body, TRUE)?;
                let formula = self.bdd.if_then_else(taken, again, rest)?;
                self.atoms[var as usize] = Atom::Loop { head: Some(formula) };
                formula
            }
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

    fn parts(&self, node: u32) -> &[u32] {
        match &self.arena.nodes[node as usize] {
            Node::Seq(parts) | Node::Choice(parts) => parts,
            _ => &[],
        }
    }

    fn chars(&mut self, set: u32, then: Formula) -> Formula {
        if let Some(&known) = self.chars.get(&(set, then)) {
            return known;
        }
        let var = self.atoms.len() as u32;
        self.atoms.push(Atom::Chars { set, then });
        let formula = self.bdd.var(var);
        self.chars.insert((set, then), formula);
        formula
    }

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
            Atom::Loop { head } => self.enter(head.ok_or(Exhausted)?, at_start, depth + 1)?,
            Atom::Free | Atom::Chars { .. } | Atom::End => self.bdd.var(branch.var),
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
            Atom::Chars { set, then } if self.has(set, class) => self.enter(then, false, 0)?,
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

    /// Returns the class of a character.
    pub(super) fn class_of(&self, c: char) -> u32 {
        self.classes.class_of(c) as u32
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
            let holds = matches!(self.atoms[branch.var as usize], Atom::End);
            state = if holds { branch.then } else { branch.other };
        }
        state == TRUE
    }
}
