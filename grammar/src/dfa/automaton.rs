//! From a rule to the automaton of the strings that it matches whole.
//!
//! The entry points, their limits, and what the rules of a grammar share.

use rustc_hash::FxHashMap;

use crate::characters::classes::Classes;
use crate::dfa::Dfa;
use crate::dfa::arena::Arena;
use crate::dfa::atoms::Atom;
use crate::dfa::bdd::{Bdd, Exhausted, Formula};
use crate::dfa::marking::Marking;
use crate::error::Error;
use crate::peg::Peg;

/// The most states, and the most steps: their numbers, and those of formulas and transitions, of which there may be
/// some for each step, have 32 bits.
const MOST: usize = 1 << 28;

/// How large an automaton may become before it is given up. Limits above 2²⁸, which takes tens of gigabytes, are as that.
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
    /// States, before minimization.
    pub states: usize,
    /// Steps of work, for one rule; each takes a constant amount of memory.
    pub steps: usize,
}

impl Limits {
    /// 200,000 states and 2,000,000 steps: seconds, and some 300 megabytes.
    pub const DEFAULT: Limits = Limits { states: 200_000, steps: 2_000_000 };

    /// Returns the limits within which states, formulas and transitions can be numbered.
    pub(crate) fn numbered(self) -> Limits {
        Limits { states: self.states.min(MOST), steps: self.steps.min(MOST) }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}

/// A compiler of automata that shares its work between the rules of one [`Peg`].
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
    pub(super) limits: Limits,
    /// The steps that went into what is kept.
    kept: usize,
    pub(super) arena: Arena,
    /// A partition as fine as any rule needs.
    pub(super) classes: Classes,
    /// The first character of each class.
    pub(super) firsts: Vec<char>,
    pub(super) bdd: Bdd,
    pub(super) atoms: Vec<Atom>,
    pub(super) start: Formula,
    pub(super) end: Formula,
    pub(super) stop: Formula,
    pub(super) said: FxHashMap<Atom, Formula>,
    pub(super) matches: FxHashMap<(u32, Formula), Formula>,
    pub(super) entered: FxHashMap<(Formula, bool), Formula>,
    pub(super) after: FxHashMap<(Formula, u32), Formula>,
    pub(super) after_mark: FxHashMap<(Formula, u32, bool), Formula>,
    pub(super) marks_ahead: FxHashMap<Formula, u128>,
    /// The nodes with the marks that were asked for last.
    pub(super) marking: Marking,
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
        let (start, end, stop) = (bdd.var(1), bdd.var(2), bdd.var(3));
        Automata {
            peg,
            limits: limits.numbered(),
            kept: 0,
            arena,
            classes,
            firsts,
            bdd,
            atoms: vec![Atom::Free, Atom::Start, Atom::End, Atom::Stop],
            start,
            end,
            stop,
            said: FxHashMap::default(),
            matches: FxHashMap::default(),
            entered: FxHashMap::default(),
            after: FxHashMap::default(),
            after_mark: FxHashMap::default(),
            marks_ahead: FxHashMap::default(),
            marking: Marking::default(),
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
        self.within(left, |automata| automata.minimal(place))
            .map_err(|Exhausted| Error::TooLarge { rule: rule.to_owned() })
    }

    /// Does the work for one rule, and takes its steps off those that are left.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "no more steps are left than were allowed, and these are at most `left`"
    )]
    pub(super) fn within<T>(
        &mut self,
        left: &mut usize,
        work: impl FnOnce(&mut Self) -> Result<T, Exhausted>,
    ) -> Result<T, Exhausted> {
        // What rules share is worth keeping, up to the memory that one rule may take.
        if self.kept >= self.limits.steps {
            *self = Automata::with_limits(self.peg, self.limits);
        }
        let allowed = self.limits.steps.min(*left);
        self.bdd.allow(allowed);
        let made = work(self);
        let spent = allowed - self.bdd.left();
        self.kept = self.kept.saturating_add(spent);
        *left -= spent;
        made
    }
}
