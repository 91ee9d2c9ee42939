//! Builds the automaton of the strings that a rule matches.

use super::rules::{Abnf, Rule};
use super::{nfa, recursion, subsets};
use crate::dfa::Dfa;
use crate::dfa::automaton::Limits;
use crate::dfa::bdd::Exhausted;
use crate::error::{Error, Reason, Refused};

impl Abnf {
    /// Returns the minimal automaton of the strings that the rule matches, within [`Limits::DEFAULT`]. Two
    /// automata are equal exactly if they accept the same strings.
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
        self.build(rule, limits, &mut nfa::Steps::new(limits.steps))
    }

    /// As [`Abnf::dfa`], with a budget of `left` steps, from which the steps used are subtracted: one budget
    /// can bound the work for many rules.
    ///
    /// # Errors
    ///
    /// As [`Abnf::dfa`]; [`Error::TooLarge`] also if there are not enough steps left.
    pub fn dfa_within(&self, left: &mut usize, rule: &str) -> Result<Dfa, Error> {
        let allowed = Limits::DEFAULT.steps.min(*left);
        let mut steps = nfa::Steps::new(allowed);
        let made = self.build(rule, Limits::DEFAULT, &mut steps);
        *left -= allowed - steps.left();
        made
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

    fn build(&self, rule: &str, limits: Limits, steps: &mut nfa::Steps) -> Result<Dfa, Error> {
        let root = self.check(rule)?;
        nfa::build(self, &root.node, limits.states, steps)
            .and_then(|nfa| subsets::dfa(&nfa, limits.states, steps))
            .map_err(|Exhausted| Error::TooLarge { rule: root.name.clone() })
    }
}
