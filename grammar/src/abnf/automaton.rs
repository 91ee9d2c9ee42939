//! Builds the automaton of the strings that a rule matches.

use super::nfa::Marking;
use super::rules::{Abnf, Rule};
use super::{nfa, recursion, subsets};
use crate::captures::automaton::Captures;
use crate::dfa::Dfa;
use crate::dfa::automaton::Limits;
use crate::dfa::bdd::Exhausted;
use crate::error::{Error, Reason, Refused};

impl Abnf {
    /// Returns the minimal automaton of the strings that the rule matches, within [`Limits::DEFAULT`]. Two
    /// automata are equal exactly if they accept the same strings.
    ///
    /// ```
    /// use urigram_grammar::Abnf;
    ///
    /// let abnf = Abnf::read("date-mday = 2DIGIT ; 01-31", "rfc3339.abnf")?;
    /// let day = abnf.dfa("date-mday")?;
    /// assert!(day.accepts("31") && day.accepts("99") && !day.accepts("1"));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] if there is no such rule or it or a rule that it calls is recursive,
    /// [`Error::TooLarge`] if the automaton is beyond the limits.
    pub fn dfa(&self, rule: &str) -> Result<Dfa, Error> {
        self.dfa_with_limits(rule, Limits::DEFAULT)
    }

    /// As [`Abnf::dfa`], within other limits.
    ///
    /// # Errors
    ///
    /// As [`Abnf::dfa`].
    pub fn dfa_with_limits(&self, rule: &str, limits: Limits) -> Result<Dfa, Error> {
        let mut unlimited = usize::MAX;
        self.dfa_by(limits, &mut unlimited, rule)
    }

    /// As [`Abnf::dfa`], with a budget of `left` steps, from which the steps used are subtracted: one budget
    /// can bound the work for many rules.
    ///
    /// # Errors
    ///
    /// As [`Abnf::dfa`]; [`Error::TooLarge`] also if there are not enough steps left.
    pub fn dfa_within(&self, left: &mut usize, rule: &str) -> Result<Dfa, Error> {
        self.dfa_by(Limits::DEFAULT, left, rule)
    }

    fn dfa_by(&self, limits: Limits, left: &mut usize, rule: &str) -> Result<Dfa, Error> {
        let limits = limits.numbered();
        self.within(limits, left, rule, |root, steps| {
            let nfa = nfa::build(self, root, &Marking::default(), limits.states, steps)?;
            subsets::dfa(&nfa, limits.states, steps)
        })
    }

    /// Returns what the rule, in each of the ways in which it derives a string, captures of the rules `captured`:
    /// all of them that it calls, except below one of the rules `leaves`.
    ///
    /// An ABNF may derive a string in several ways, so there may be several that differ in what they capture.
    ///
    /// # Errors
    ///
    /// As [`Abnf::dfa`].
    ///
    /// ```
    /// use urigram_grammar::{Abnf, Automata, Grammar, Peg};
    ///
    /// let abnf = Abnf::read("host = address / name\naddress = 2DIGIT\nname = *(ALPHA / DIGIT)", "host.abnf")?;
    /// let source = "host = ${ address ~ !name | name } address = @{ '0'..'9'{2} } name = @{ ASCII_ALPHANUMERIC+ }";
    /// let peg = Peg::new(&Grammar::read(source, "host.pest")?);
    /// let names = ["address", "name"];
    /// let abnf = abnf.captures("host", &names, &[])?;
    /// let host = Automata::new(&peg).captures("host", &names)?;
    /// assert_eq!(host.parses_differently(&abnf), None, "the grammar parses as the ABNF does");
    /// let ambiguous = abnf.parses_differently(&host).map(|difference| difference.text);
    /// assert_eq!(ambiguous.as_deref(), Some("00"), "which could also be a name");
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    pub fn captures(&self, rule: &str, captured: &[&str], leaves: &[&str]) -> Result<Captures, Error> {
        let mut unlimited = usize::MAX;
        self.captures_within(&mut unlimited, rule, captured, leaves)
    }

    /// As [`Abnf::captures`], with a budget as that of [`Abnf::dfa_within`].
    ///
    /// # Errors
    ///
    /// As [`Abnf::dfa_within`].
    pub fn captures_within(
        &self,
        left: &mut usize,
        rule: &str,
        captured: &[&str],
        leaves: &[&str],
    ) -> Result<Captures, Error> {
        let language = self.dfa_within(left, rule)?;
        let marking = Marking::new(captured, leaves);
        let captured = captured.iter().copied().collect();
        let limits = Limits::DEFAULT;
        let marked = self.within(limits, left, rule, |root, steps| {
            let nfa = nfa::build(self, root, &marking, limits.states, steps)?;
            subsets::marked(&nfa, &captured, limits.states, steps)
        })?;
        Ok(Captures { language, marked })
    }

    /// Does the work for one rule, and subtracts its steps from those that are left.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "no more steps are left than were allowed, and these are at most `left`"
    )]
    fn within<T>(
        &self,
        limits: Limits,
        left: &mut usize,
        rule: &str,
        work: impl FnOnce(&Rule, &mut nfa::Steps) -> Result<T, Exhausted>,
    ) -> Result<T, Error> {
        let root = self.check(rule)?;
        let allowed = limits.steps.min(*left);
        let mut steps = nfa::Steps::new(allowed);
        let made = work(root, &mut steps);
        *left -= allowed - steps.left();
        made.map_err(|Exhausted| Error::TooLarge { rule: root.name.clone() })
    }

    /// Returns the rule, if it is there and calls no recursive one.
    pub(crate) fn check(&self, rule: &str) -> Result<&Rule, Error> {
        let Some(root) = self.rule(rule) else {
            return Err(Refused::new(rule, Reason::Unknown).into());
        };
        match recursion::cycle(self, root) {
            Some(cycle) => Err(Refused::new(&root.name, Reason::Recursive { cycle }).into()),
            None => Ok(root),
        }
    }
}
