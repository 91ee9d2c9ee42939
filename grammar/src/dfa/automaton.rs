//! Builds the automaton of the strings that a rule matches as a whole.
//!
//! Whether a prefix leads to a match depends on the rest of the input, because of predicates, and because choices and
//! repetitions commit. So a state of the automaton is a boolean formula over the rest of the input. Its atoms are of the
//! form "the next character is in this set, and the rest after it satisfies that formula". A transition on a character
//! is a derivative: it replaces each atom by its inner formula if the set contains the character, or else by false.
//! The construction terminates because formulas are canonical, and each expression leads to finitely many of them.
//!
//! Background: Chida and Kuramitsu, *Linear Parsing Expression Grammars*, arXiv 1707.01814.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "nodes belong to the arena, a variable is an index of `atoms`, and a class one of `classes`; \
              `spend` refuses depths above `MAX_HEIGHT`, and at most the allowed steps remain"
)]

use std::collections::BTreeSet;
use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::characters::{CharSet, Classes};
use crate::dfa::arena::{Arena, Marking, Node};
use crate::dfa::bdd::{Atom, Bdd, Exhausted, FALSE, Formula, PerIndex, TRUE, mark_bit};
use crate::dfa::{Dfa, minimize};
use crate::error::Error;
use crate::peg::Peg;

/// The maximum number of states and of steps, because states, formulas and transitions have 32-bit numbers, and each
/// step may create several formulas and transitions.
const MAX_NUMBERED: usize = 1 << 28;

/// The number of constant conditions that [`Automata::after`] tests in one step.
const BRANCHES_PER_STEP: usize = 16;

/// The maximum size of the table [`Automata::members`].
const MAX_MEMBERS: usize = 1 << 18;

/// The limits on the construction of an automaton. The maximum of each limit is 2²⁸, which takes tens of gigabytes.
/// Higher limits are reduced to it.
///
/// ```
/// use urigram_grammar::{Automata, Error, Grammar, Limits, Peg};
///
/// let mut limits = Limits::DEFAULT;
/// limits.states = 100;
/// let peg = Peg::new(&Grammar::read("word = @{ 'a'..'z'{1, 200} }", "word.pest")?);
/// let word = Automata::with_limits(&peg, limits).dfa("word");
/// assert_eq!(word, Err(Error::TooLarge { rule: "word".to_owned() }));
/// assert!(Automata::new(&peg).dfa("word").is_ok());
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum number of states before minimization.
    pub states: usize,
    /// The maximum number of steps for one rule. A step takes a constant amount of memory.
    pub steps: usize,
}

impl Limits {
    /// 200,000 states and 2,000,000 steps, which take seconds and about 300 megabytes.
    pub const DEFAULT: Limits = Limits { states: 200_000, steps: 2_000_000 };

    /// Returns the limits, reduced to [`MAX_NUMBERED`].
    pub(crate) fn numbered(self) -> Limits {
        Limits { states: self.states.min(MAX_NUMBERED), steps: self.steps.min(MAX_NUMBERED) }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}

/// A builder of automata that shares work between the rules of a [`Peg`].
///
/// ```
/// use urigram_grammar::{Automata, Grammar, Peg};
///
/// let source = "key = @{ 'a'..'z'+ }\npair = ${ key ~ \"=\" ~ key }";
/// let peg = Peg::new(&Grammar::read(source, "pair.pest")?);
/// let mut automata = Automata::new(&peg);
/// assert!(automata.dfa("pair")?.accepts("color=red"));
/// assert!(automata.dfa("key")?.accepts("color"));
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug)]
pub struct Automata<'p> {
    pub(super) peg: &'p Peg,
    limits: Limits,
    /// The number of steps spent since the caches were cleared.
    cached: usize,
    pub(super) arena: Arena,
    /// The partition of characters that the sets of all rules distinguish.
    classes: Classes,
    /// The first character of each class.
    firsts: Vec<char>,
    /// For each set, whether it contains each class. Empty if the table would have more than [`MAX_MEMBERS`] values.
    members: Vec<Box<[bool]>>,
    pub(super) bdd: Bdd,
    /// The meanings of the variables.
    atoms: Vec<Atom>,
    /// The formula of [`Atom::Start`].
    start: Formula,
    /// The formula of [`Atom::End`].
    pub(super) end: Formula,
    /// The formula of [`Atom::Stop`].
    pub(super) stop: Formula,
    /// The formulas of other atoms.
    formulas: FxHashMap<Atom, Formula>,
    // Caches for the methods of the same names.
    matches: FxHashMap<(u32, Formula), Formula>,
    /// The results of `enter` unless `at_start`, which is rarer.
    entered: PerIndex<Formula>,
    entered_at_start: FxHashMap<Formula, Formula>,
    after: FxHashMap<(Formula, u32), Formula>,
    after_mark: FxHashMap<(Formula, u32, bool), Formula>,
    marks_ahead: PerIndex<u64>,
    /// A cache of the nodes that read the marks that were requested last.
    pub(super) marking: Marking,
}

impl<'p> Automata<'p> {
    /// Creates a builder with [`Limits::DEFAULT`].
    #[must_use]
    pub fn new(peg: &'p Peg) -> Automata<'p> {
        Automata::with_limits(peg, Limits::DEFAULT)
    }

    /// Creates a builder with other limits.
    #[must_use]
    pub fn with_limits(peg: &'p Peg, limits: Limits) -> Automata<'p> {
        let arena = Arena::new(peg);
        let classes = Classes::of(arena.sets.iter());
        let firsts = classes.firsts();
        let row = |set: &CharSet| firsts.iter().map(|&c| set.contains(c)).collect();
        let is_small = arena.sets.len().saturating_mul(firsts.len()) <= MAX_MEMBERS;
        let members = if is_small { arena.sets.iter().map(row).collect() } else { Vec::new() };
        let mut bdd = Bdd::new();
        let (start, end, stop) = (bdd.var(1), bdd.var(2), bdd.var(3));
        Automata {
            peg,
            limits: limits.numbered(),
            cached: 0,
            arena,
            classes,
            firsts,
            members,
            bdd,
            atoms: vec![Atom::Free, Atom::Start, Atom::End, Atom::Stop],
            start,
            end,
            stop,
            formulas: FxHashMap::default(),
            matches: FxHashMap::default(),
            entered: PerIndex::default(),
            entered_at_start: FxHashMap::default(),
            after: FxHashMap::default(),
            after_mark: FxHashMap::default(),
            marks_ahead: PerIndex::default(),
            marking: Marking::default(),
        }
    }

    /// Returns the minimal automaton of the strings that the rule, as a start rule, matches as a whole.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if the rule has no automaton; [`Error::TooLarge`] if the automaton exceeds the limits.
    pub fn dfa(&mut self, rule: &str) -> Result<Dfa, Error> {
        let mut unlimited = usize::MAX;
        self.dfa_within(&mut unlimited, rule)
    }

    /// Like [`Automata::dfa`], but subtracts the steps from `budget`, which can limit the total work for many rules.
    ///
    /// # Errors
    ///
    /// The errors of [`Automata::dfa`], and [`Error::TooLarge`] also if the budget is too small.
    pub fn dfa_within(&mut self, budget: &mut usize, rule: &str) -> Result<Dfa, Error> {
        let place = self.peg.rule(rule)?;
        self.within(budget, |automata| automata.minimal(place))
            .map_err(|Exhausted| Error::TooLarge { rule: rule.to_owned() })
    }

    /// Calls `work` with the steps that the limits and the budget allow, and subtracts the steps that it takes from the
    /// budget.
    pub(super) fn within<T>(
        &mut self,
        budget: &mut usize,
        work: impl FnOnce(&mut Self) -> Result<T, Exhausted>,
    ) -> Result<T, Exhausted> {
        // Keep the caches for other rules until they take as much memory as one rule may take.
        if self.cached >= self.limits.steps {
            *self = Automata::with_limits(self.peg, self.limits);
        }
        let allowed = self.limits.steps.min(*budget);
        self.bdd.allow(allowed);
        let made = work(self);
        let spent = allowed - self.bdd.left();
        self.cached = self.cached.saturating_add(spent);
        *budget -= spent;
        made
    }
}

impl Automata<'_> {
    /// Returns the formula for "the expression matches, and the remaining input satisfies `rest`".
    ///
    /// Recurses as deeply as expressions are nested, which the [`Peg`] limits.
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
            Node::Chars(set) => self.atom(Atom::Chars { set, then: rest }),
            Node::Read(set) => self.atom(Atom::Read { set, then: rest }),
            Node::Mark(mark) => self.atom(Atom::Mark { mark, then: rest }),
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
            // A repetition cannot fail, so nothing remains to be checked.
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

    /// Returns the formula for "`read` is repeated as long as `taken` matches, and the remaining input
    /// satisfies `rest`".
    fn repeats(&mut self, taken: u32, read: u32, rest: Formula) -> Result<Formula, Exhausted> {
        let (var, head) = self.open_loop();
        let again = self.matches(read, head)?;
        let taken = self.matches(taken, TRUE)?;
        let formula = self.bdd.if_then_else(taken, again, rest)?;
        self.close_loop(var, formula);
        Ok(formula)
    }

    /// Returns a new variable for the formula at the head of a repetition, and the variable as a formula.
    pub(super) fn open_loop(&mut self) -> (u32, Formula) {
        let var = self.atoms.len() as u32;
        self.atoms.push(Atom::Loop { head: None });
        (var, self.bdd.var(var))
    }

    /// Sets the formula at the head of a repetition, once it is known.
    pub(super) fn close_loop(&mut self, var: u32, head: Formula) {
        self.atoms[var as usize] = Atom::Loop { head: Some(head) };
    }

    /// Returns the formula of an atom, with a new variable if needed.
    fn atom(&mut self, atom: Atom) -> Formula {
        *self.formulas.entry(atom).or_insert_with(|| {
            let var = self.atoms.len() as u32;
            self.atoms.push(atom);
            self.bdd.var(var)
        })
    }
}

impl Automata<'_> {
    /// Converts a formula to a state: replaces loops by their heads, and [`Atom::Start`] by the constant `at_start`.
    ///
    /// Terminates because the body of a repetition consumes a character before it returns to the head. Here and below,
    /// `depth` is the depth of the recursion, which [`Bdd::spend`] limits.
    pub(super) fn enter(
        &mut self,
        formula: Formula,
        at_start: bool,
        depth: usize,
    ) -> Result<Formula, Exhausted> {
        if formula == TRUE || formula == FALSE {
            return Ok(formula);
        }
        let known = match at_start {
            true => self.entered_at_start.get(&formula).copied(),
            false => self.entered.get(formula),
        };
        if let Some(known) = known {
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
        match at_start {
            true => drop(self.entered_at_start.insert(formula, state)),
            false => self.entered.set(formula, state),
        }
        Ok(state)
    }

    /// Returns the state after a character of the class.
    pub(super) fn after(&mut self, state: Formula, class: u32, depth: usize) -> Result<Formula, Exhausted> {
        if state == TRUE || state == FALSE {
            return Ok(state);
        }
        if let Some(&known) = self.after.get(&(state, class)) {
            return Ok(known);
        }
        self.bdd.spend(depth)?;
        // Most conditions are constant, and choose a branch. Only the result for the whole state is cached.
        let (mut chosen, mut walked) = (state, 0);
        let next = loop {
            if chosen == TRUE || chosen == FALSE {
                break chosen;
            }
            let branch = self.bdd.branch(chosen);
            let condition = match self.atoms[branch.var as usize] {
                Atom::Chars { set, then } | Atom::Read { set, then } if self.has(set, class) => {
                    self.enter(then, false, 0)?
                }
                _ => FALSE,
            };
            walked += 1;
            if walked % BRANCHES_PER_STEP == 0 {
                self.bdd.spend(0)?;
            }
            chosen = match condition {
                FALSE => branch.other,
                TRUE => branch.then,
                _ => {
                    let then = self.after(branch.then, class, depth + 1)?;
                    let other = self.after(branch.other, class, depth + 1)?;
                    break self.bdd.if_then_else(condition, then, other)?;
                }
            };
        };
        self.after.insert((state, class), next);
        Ok(next)
    }

    /// Returns the state after a mark. `at_start` is whether no character has been read.
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
            // These atoms skip marks. `Start` and `Loop` do not occur, because `enter` replaced them.
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

    /// Returns a bitmap of the marks that the state may read next. Several marks may share a bit. All marks whose bit is
    /// not set lead to the same state.
    pub(super) fn marks_ahead(&mut self, state: Formula, depth: usize) -> Result<u64, Exhausted> {
        if state == TRUE || state == FALSE {
            return Ok(0);
        }
        if let Some(known) = self.marks_ahead.get(state) {
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
        self.marks_ahead.set(state, marks);
        Ok(marks)
    }

    /// Returns whether the set contains the class. A set contains either all characters of a class or none.
    fn has(&self, set: u32, class: u32) -> bool {
        match self.members.get(set as usize) {
            Some(members) => members[class as usize],
            None => self.arena.sets[set as usize].contains(self.firsts[class as usize]),
        }
    }

    /// Returns whether the state holds at the end of the input.
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

impl Automata<'_> {
    /// Returns the minimal automaton of the strings that the rule matches as a whole.
    fn minimal(&mut self, place: usize) -> Result<Dfa, Exhausted> {
        let root = self.arena.rules[place];
        let whole = self.matches(root, self.end)?;
        self.automaton(whole, root)
    }

    /// Returns the minimal automaton of the inputs that satisfy a formula, which must only use sets of the expression
    /// `root`.
    pub(super) fn automaton(&mut self, whole: Formula, root: u32) -> Result<Dfa, Exhausted> {
        let first = self.enter(whole, true, 0)?;
        let (classes, columns) = self.columns(&[root])?;
        let (states, next) = self.explore(first, |automata, state, row| {
            for &column in &columns {
                row.push(automata.after(state, column, 0)?);
            }
            Ok(())
        })?;
        let accept = states.iter().map(|&state| self.at_end(state)).collect();
        Ok(minimize::minimize(&classes, next, accept))
    }

    /// Returns all states that are reachable from the first, in the order of discovery, and a row of targets for each
    /// state. `row` appends the targets of a state to a list.
    pub(super) fn explore<S: Copy + Eq + Hash>(
        &mut self,
        first: S,
        row: impl Fn(&mut Self, S, &mut Vec<S>) -> Result<(), Exhausted>,
    ) -> Result<(Vec<S>, Vec<u32>), Exhausted> {
        let mut states = vec![first];
        let mut ids: FxHashMap<S, u32> = FxHashMap::default();
        ids.insert(first, 0);
        let (mut next, mut targets) = (Vec::new(), Vec::new());
        let mut done = 0;
        while let Some(&state) = states.get(done) {
            row(self, state, &mut targets)?;
            // The first state has the number 0.
            let mut last = (first, 0);
            for target in targets.drain(..) {
                // Many neighbors have the same target.
                if target != last.0 {
                    last = (target, *ids.entry(target).or_insert(states.len() as u32));
                    if last.1 as usize == states.len() {
                        states.push(target);
                    }
                }
                next.push(last.1);
            }
            if states.len() > self.limits.states {
                return Err(Exhausted);
            }
            done += 1;
        }
        Ok((states, next))
    }

    /// Returns the classes of characters that the expressions distinguish, each with one of the finer classes of
    /// [`Automata`] that it contains. There are fewer of them, so there are fewer transitions to compute. Takes a step for
    /// each expression and each range of characters.
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

    /// Returns the sets of characters in the expressions and their subexpressions.
    fn sets_below(&mut self, roots: &[u32]) -> Result<BTreeSet<u32>, Exhausted> {
        let mut found = BTreeSet::new();
        self.visit(roots, |node| {
            if let Node::Chars(set) | Node::Read(set) = node {
                found.insert(*set);
            }
        })?;
        Ok(found)
    }

    /// Visits each of the expressions and their subexpressions once. Takes a step for each.
    pub(super) fn visit(&mut self, roots: &[u32], mut visit: impl FnMut(&Node)) -> Result<(), Exhausted> {
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut open = roots.to_vec();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                self.bdd.spend(0)?;
                let node = &self.arena.nodes[id as usize];
                visit(node);
                open.extend(node.parts());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dfa::bdd::MAX_HEIGHT;
    use crate::{Grammar, Peg};
    use rstest::rstest;

    type Visit = fn(&mut Automata<'_>, Formula) -> Result<(), Exhausted>;

    const MARK: Atom = Atom::Mark { mark: 7, then: TRUE };
    /// The value of [`Automata::end`].
    const END: Formula = 3;
    const X: Atom = Atom::Chars { set: 0, then: TRUE };

    fn after(automata: &mut Automata<'_>, state: Formula, c: char) -> Result<(), Exhausted> {
        let class = automata.class_of(c);
        automata.after(state, class, 0).map(drop)
    }

    /// Returns the conjunction, or the disjunction unless `all`, of `levels` new variables with this atom.
    fn nested(automata: &mut Automata<'_>, levels: usize, atom: Atom, all: bool) -> Formula {
        let first = automata.atoms.len();
        automata.atoms.resize(first + levels, atom);
        (first..first + levels).rev().fold(if all { TRUE } else { FALSE }, |rest, var| {
            let own = automata.bdd.var(var as u32);
            let (then, other) = if all { (rest, FALSE) } else { (TRUE, rest) };
            automata.bdd.if_then_else(own, then, other).unwrap()
        })
    }

    /// For each method, `recurses` is whether it recurses into all levels of a conjunction and of a disjunction.
    #[rstest]
    #[case::enter(X, |automata: &mut Automata<'_>, state: Formula| automata.enter(state, false, 0).map(drop), [true, true])]
    #[case::after_x(X, |automata: &mut Automata<'_>, state: Formula| after(automata, state, 'x'), [false, false])]
    #[case::after_another(X, |automata: &mut Automata<'_>, state: Formula| after(automata, state, 'y'), [false, false])]
    #[case::after_x_and_more(Atom::Chars { set: 0, then: END }, |automata: &mut Automata<'_>, state: Formula| after(automata, state, 'x'), [true, true])]
    #[case::after_mark(MARK, |automata: &mut Automata<'_>, state: Formula| automata.after_mark(state, 7, false, 0).map(drop), [true, true])]
    #[case::marks_ahead(MARK, |automata: &mut Automata<'_>, state: Formula| automata.marks_ahead(state, 0).map(drop), [true, true])]
    fn recursion_ends_at_the_greatest_height(
        #[case] atom: Atom,
        #[case] visit: Visit,
        #[case] recurses: [bool; 2],
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
        let ends = recurses.map(|recurses| if recurses { Err(Exhausted) } else { Ok(()) });
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
