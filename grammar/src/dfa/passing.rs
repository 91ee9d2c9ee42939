//! Builds the automaton of the strings whose match calls a given rule, or repeats a rule a given number of times.
//!
//! A monitor observes the match: its state changes when the match enters or leaves a watched rule. The construction of
//! [`automaton`](crate::dfa::automaton) is run with one formula for each state of the monitor. Predicates are matched
//! without the monitor.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a state is less than `Passing::states`, which is small, and a rule calls only rules before it"
)]

use rustc_hash::FxHashMap;

use crate::dfa::Dfa;
use crate::dfa::automaton::Automata;
use crate::dfa::bdd::{Exhausted, FALSE, Formula, TRUE};
use crate::peg::expr::Expr;

/// A requirement for the match of a string.
#[derive(Debug, Clone, Copy)]
pub enum Passing<'a> {
    /// The rule with this name matches somewhere in the match.
    Rule(&'a str),
    /// The rule `whole`, which is not recursive, matches, and the rule `item` matches exactly `times` times in it.
    Times {
        /// The name of the repetition's rule.
        whole: &'a str,
        /// The name of its operand's rule.
        item: &'a str,
        /// The number of matches.
        times: usize,
    },
}

impl Passing<'_> {
    /// Returns the number of states of the monitor. In the first, no watched rule has been entered, and in the last, the
    /// requirement is satisfied. For `Times`, the states between count the items in the current `whole`, up to
    /// `times + 1`.
    fn states(self) -> usize {
        match self {
            Passing::Rule(_) => 2,
            Passing::Times { times, .. } => times + 4,
        }
    }

    /// Returns the state of the monitor after the rule is entered.
    fn entered(self, name: &str, state: usize) -> usize {
        match self {
            Passing::Times { whole, .. } if name == whole && state == 0 => 1,
            _ => state,
        }
    }

    /// Returns the state of the monitor after the rule has matched.
    fn left(self, name: &str, state: usize) -> usize {
        let last = self.states() - 1;
        match self {
            _ if state == last => last,
            Passing::Rule(rule) if rule == name => last,
            Passing::Times { item, .. } if item == name && state > 0 => (state + 1).min(last - 1),
            Passing::Times { whole, times, .. } if whole == name => {
                if state == times + 1 {
                    last
                } else {
                    0
                }
            }
            _ => state,
        }
    }

    fn watches(self, name: &str) -> bool {
        match self {
            Passing::Rule(rule) => rule == name,
            Passing::Times { whole, item, .. } => whole == name || item == name,
        }
    }
}

impl Automata<'_> {
    /// Returns the automaton of the strings that the rule matches as a whole, with a match that satisfies `passing`.
    /// `place` is the index of the rule. Subtracts the steps from the budget `steps`, and returns `None` if it is too
    /// small.
    ///
    /// ```
    /// use urigram_grammar::idle::Passing;
    /// use urigram_grammar::{Automata, Grammar, Peg};
    ///
    /// let source = "price = { digit+ ~ cents? } cents = { \".\" ~ digit } digit = { '0'..'9' }";
    /// let peg = Peg::new(&Grammar::read(source, "price.pest")?);
    /// let mut automata = Automata::new(&peg);
    /// let precise = automata.passing(&mut 10_000, peg.rule("price")?, Passing::Rule("cents"));
    /// let precise = precise.expect("few steps");
    /// assert!(precise.accepts("1.5") && !precise.accepts("15"));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such rule.
    pub fn passing(&mut self, steps: &mut usize, place: usize, passing: Passing<'_>) -> Option<Dfa> {
        self.bdd.allow(*steps);
        let found = Watch::new(self, passing).automaton(place);
        *steps = self.bdd.left();
        found.ok()
    }
}

struct Watch<'a, 'p, 'w> {
    automata: &'a mut Automata<'p>,
    passing: Passing<'w>,
    /// For each rule, whether it is watched, or calls a watched rule directly or indirectly.
    reaches_watched: Vec<bool>,
    cache: FxHashMap<(usize, Vec<Formula>), Vec<Formula>>,
}

impl<'a, 'p, 'w> Watch<'a, 'p, 'w> {
    fn new(automata: &'a mut Automata<'p>, passing: Passing<'w>) -> Self {
        let mut reaches_watched: Vec<bool> = Vec::new();
        for rule in automata.peg.rules() {
            // INVARIANT: a rule calls only rules before it.
            let calls = rule.expr.consuming_calls();
            let concerned = passing.watches(&rule.name) || calls.iter().any(|&call| reaches_watched[call]);
            reaches_watched.push(concerned);
        }
        Watch { automata, passing, reaches_watched, cache: FxHashMap::default() }
    }

    fn automaton(&mut self, place: usize) -> Result<Dfa, Exhausted> {
        let mut rests = vec![FALSE; self.passing.states() - 1];
        rests.push(self.automata.end);
        let whole = self.call(place, &rests)?[0];
        self.automata.automaton(whole, self.automata.arena.rules[place])
    }

    /// Returns for each state of the monitor the formula for "the rule matches, and the remaining input satisfies
    /// `rests[s]`, where `s` is the state of the monitor after the match".
    ///
    /// Recurses, together with `matches`, as deeply as expressions are nested, which the [`Peg`](crate::Peg) limits.
    fn call(&mut self, place: usize, rests: &[Formula]) -> Result<Vec<Formula>, Exhausted> {
        let key = (place, rests.to_vec());
        if let Some(known) = self.cache.get(&key) {
            return Ok(known.clone());
        }
        let rule = &self.automata.peg.rules()[place];
        let states = 0..self.passing.states();
        let after: Vec<Formula> =
            states.clone().map(|state| rests[self.passing.left(&rule.name, state)]).collect();
        let inner = self.matches(&rule.expr, self.automata.arena.rules[place], &after)?;
        let before = states.map(|state| inner[self.passing.entered(&rule.name, state)]);
        let before: Vec<Formula> = before.collect();
        self.cache.insert(key, before.clone());
        Ok(before)
    }

    fn matches(&mut self, expr: &Expr, node: u32, rests: &[Formula]) -> Result<Vec<Formula>, Exhausted> {
        for _ in rests {
            self.automata.bdd.spend(0)?;
        }
        if !expr.consuming_calls().iter().any(|&call| self.reaches_watched[call]) {
            return rests.iter().map(|&rest| self.automata.matches(node, rest)).collect();
        }
        match expr {
            Expr::Call(place) => self.call(*place, rests),
            Expr::Seq(_) => {
                let parts = self.parts(expr, node).into_iter().rev();
                parts
                    .into_iter()
                    .try_fold(rests.to_vec(), |rests, (part, node)| self.matches(part, node, &rests))
            }
            Expr::Choice(_) => {
                let mut formulas = vec![FALSE; rests.len()];
                for (part, node) in self.parts(expr, node).into_iter().rev() {
                    let taken = self.automata.matches(node, TRUE)?;
                    let through = self.matches(part, node, rests)?;
                    formulas = self.each(taken, &through, &formulas)?;
                }
                Ok(formulas)
            }
            Expr::Star(operand) => {
                let node = self.automata.arena.operand(node);
                let (vars, heads): (Vec<u32>, Vec<Formula>) =
                    rests.iter().map(|_| self.automata.open_loop()).unzip();
                let again = self.matches(operand, node, &heads)?;
                let taken = self.automata.matches(node, TRUE)?;
                let formulas = self.each(taken, &again, rests)?;
                for (var, &formula) in vars.into_iter().zip(&formulas) {
                    self.automata.close_loop(var, formula);
                }
                Ok(formulas)
            }
            _ => unreachable!("only calls and their parents call rules"),
        }
    }

    /// Returns the parts of a sequence or a choice, each with its node.
    fn parts<'e>(&self, expr: &'e Expr, node: u32) -> Vec<(&'e Expr, u32)> {
        expr.parts().iter().zip(self.automata.arena.parts(node).iter().copied()).collect()
    }

    /// Returns the formula "if `taken`, then `then`, else `other`" for each state of the monitor.
    fn each(
        &mut self,
        taken: Formula,
        then: &[Formula],
        other: &[Formula],
    ) -> Result<Vec<Formula>, Exhausted> {
        let both = then.iter().zip(other);
        both.map(|(&then, &other)| self.automata.bdd.if_then_else(taken, then, other)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const TWICE: Passing<'_> = Passing::Times { whole: "w", item: "i", times: 2 };
    const RULE: Passing<'_> = Passing::Rule("r");

    /// The states of `TWICE` are 0 outside of `whole`, 1 to 4 in it after zero, one, two, or more items, and 5 after it.
    #[rstest]
    #[case::whole_begins(TWICE.entered("w", 0), 1)]
    #[case::item_outside(TWICE.entered("i", 0), 0)]
    #[case::item_begins(TWICE.entered("i", 2), 2)]
    #[case::whole_in_the_last(TWICE.entered("w", 5), 5)]
    #[case::no_item(TWICE.left("i", 0), 0)]
    #[case::first_item(TWICE.left("i", 1), 2)]
    #[case::third_item(TWICE.left("i", 3), 4)]
    #[case::fourth_item(TWICE.left("i", 4), 4)]
    #[case::too_few(TWICE.left("w", 2), 0)]
    #[case::enough(TWICE.left("w", 3), 5)]
    #[case::too_many(TWICE.left("w", 4), 0)]
    #[case::another_rule(TWICE.left("r", 3), 3)]
    #[case::all_was_passed(TWICE.left("w", 5), 5)]
    #[case::rule(RULE.left("r", 0), 1)]
    #[case::rule_begins(RULE.entered("r", 0), 0)]
    #[case::not_the_rule(RULE.left("w", 0), 0)]
    fn states(#[case] after: usize, #[case] expected: usize) {
        assert_eq!(after, expected);
    }

    #[test]
    fn watched_rules() {
        assert_eq!(["w", "i", "r"].map(|name| TWICE.watches(name)), [true, true, false]);
        assert_eq!(["w", "i", "r"].map(|name| RULE.watches(name)), [false, false, true]);
    }
}
