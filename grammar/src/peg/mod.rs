//! A grammar as a core PEG: what its rules match, with nothing of pest's notation left.
//!
//! In: a `Grammar`, pest's optimized rules.
//! Out: a `Peg`, one expression for each rule and for each context that it is called in, in which a rule calls only
//! rules before it; or the reason why a rule has none. `translate` makes expressions of pest's, and `order`
//! sorts them by their calls, whose cycles the room `walk` finds.
//! Next: `dfa`, which decides what an expression accepts, and `compile`, which makes Rust of it.

mod builtin;
pub(crate) mod expr;
pub(crate) mod order;
pub(crate) mod rule;
pub(crate) mod translate;

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::{Reason, Refused};
use crate::peg::expr::Expr;
use crate::peg::rule::Rule;
use crate::pest::read::Grammar;
use crate::pest::rules::OptimizedRule;

/// The rules of a grammar that have a finite automaton, as core expressions.
#[derive(Debug, Clone)]
pub struct Peg {
    /// INVARIANT: a rule calls only rules before it. [`order::sort`] puts them so.
    rules: Vec<Rule>,
    names: Vec<String>,
    starts: HashMap<String, Result<usize, Arc<Reason>>>,
}

impl Peg {
    /// Translates every rule. Rules that cannot be translated are left out; [`Peg::rule`] says why.
    #[must_use]
    pub fn new(grammar: &Grammar) -> Peg {
        Peg::of_rules(grammar.rules())
    }

    pub(crate) fn of_rules(rules: &[OptimizedRule]) -> Peg {
        Peg::sorted(rules, false)
    }

    /// As [`Peg::new`], but every call of a rule stays one, also of a mere character set: for automata that mark
    /// calls.
    pub(crate) fn with_all_calls(grammar: &Grammar) -> Peg {
        Peg::sorted(grammar.rules(), true)
    }

    fn sorted(rules: &[OptimizedRule], keeps_calls: bool) -> Peg {
        let names: Vec<String> = rules.iter().map(|rule| rule.name.clone()).collect();
        let sorted = order::sort(translate::drafts(rules), keeps_calls);
        let starts = names.iter().cloned().zip(sorted.places).collect();
        Peg { rules: sorted.rules, names, starts }
    }

    /// Definitions that call only those before them, and one more.
    pub(crate) fn of(rules: &[Rule], name: &str, expr: Expr) -> Peg {
        let mut rules = rules.to_vec();
        rules.push(Rule { name: name.to_owned(), capture: false, expr });
        let starts = HashMap::from([(name.to_owned(), Ok(rules.len() - 1))]);
        Peg { rules, names: vec![name.to_owned()], starts }
    }

    /// The definitions. Each calls only definitions before it.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The index in [`Peg::rules`] of the rule as a start rule: not atomic, making tokens.
    ///
    /// # Errors
    ///
    /// [`Refused`] if there is no such rule, or if it or a rule that it calls uses the stack, is
    /// recursive, repeats what can match nothing, or nests too deep.
    pub fn rule(&self, name: &str) -> Result<usize, Refused> {
        match self.starts.get(name) {
            Some(Ok(place)) => Ok(*place),
            Some(Err(reason)) => Err(Refused::new(name, Reason::clone(reason))),
            None => Err(Refused::new(name, Reason::Unknown)),
        }
    }

    /// Those of the rules `read` that match while `start` does, and never make a node: they are silent, or
    /// only called where no nodes are made.
    ///
    /// ```
    /// use urigram_grammar::{Grammar, Peg};
    ///
    /// let grammar = Grammar::read("time = @{ hour ~ hour }\nhour = { '0'..'9'{2} }", "time.pest")?;
    /// assert_eq!(Peg::new(&grammar).without_nodes("time", &["hour"]), ["hour"]);
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn without_nodes<'r>(&self, start: &str, read: &[&'r str]) -> Vec<&'r str> {
        let mut open: Vec<usize> = self.rule(start).into_iter().collect();
        let mut called = vec![false; self.rules.len()];
        while let Some(rule) = open.pop() {
            if !called[rule] {
                called[rule] = true;
                open.extend(self.rules[rule].expr.consuming_calls());
            }
        }
        let called = || self.rules.iter().zip(&called).filter(|(_, called)| **called).map(|(rule, _)| rule);
        let hidden = |name: &&&str| {
            let mut contexts = called().filter(|rule| rule.name == **name).peekable();
            contexts.peek().is_some() && contexts.all(|rule| !rule.capture)
        };
        read.iter().filter(hidden).copied().collect()
    }

    /// The names of all rules in the grammar's order, the refused ones among them.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}
