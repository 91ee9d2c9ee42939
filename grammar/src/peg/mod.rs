//! Core parsing expression grammars, without the features that are specific to pest.
//!
//! In: a `Grammar`, which is pest's optimized rules.
//! Out: a `Peg`, which has an expression (`expr`) for each rule and each context in which it is called, or the
//! reason why a rule has none. `translate` translates pest's expressions, and `order` sorts the rules by their calls.
//! Next: `dfa`, which decides the language of an expression, and `compile`, which compiles it to Rust.
#![expect(clippy::indexing_slicing, reason = "rules and calls are indices of `rules`")]

pub(crate) mod expr;
mod order;
mod translate;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::error::{Reason, Refused};
use crate::peg::expr::{Expr, Rule};
use crate::pest::read::Grammar;
use crate::pest::rules::OptimizedRule;

/// The rules of a grammar as core expressions.
#[derive(Debug, Clone)]
pub struct Peg {
    /// INVARIANT: each of the first `acyclic` rules calls only rules before it, by [`order::sort`].
    rules: Vec<Rule>,
    /// The number of rules that are not recursive.
    acyclic: usize,
    names: Vec<String>,
    starts: HashMap<String, Start>,
}

/// The index of a rule as a start rule, or the reason why it has none.
#[derive(Debug, Clone)]
struct Start {
    /// The index in [`Peg::rules`].
    acyclic: Result<usize, Arc<Reason>>,
    /// The index in [`Peg::definitions`].
    definition: Result<usize, Arc<Reason>>,
}

impl Peg {
    /// Translates every rule. If a rule cannot be translated, [`Peg::rule`] returns the reason.
    #[must_use]
    pub fn new(grammar: &Grammar) -> Peg {
        Peg::of_rules(grammar.rules())
    }

    /// Like [`Peg::new`], but from the output of pest's optimizer.
    #[must_use]
    pub fn of_rules(rules: &[OptimizedRule]) -> Peg {
        Peg::sorted(rules, false)
    }

    /// Like [`Peg::new`], but does not inline calls to rules that are character sets. Automata that mark calls need
    /// these calls.
    #[must_use]
    pub fn with_all_calls(grammar: &Grammar) -> Peg {
        Peg::sorted(grammar.rules(), true)
    }

    fn sorted(rules: &[OptimizedRule], keeps_calls: bool) -> Peg {
        let names: Vec<String> = rules.iter().map(|rule| rule.name.clone()).collect();
        let sorted = order::sort(translate::translate(rules), keeps_calls);
        let starts = sorted.acyclic_indices.into_iter().zip(sorted.indices);
        let starts = starts.map(|(acyclic, definition)| Start { acyclic, definition });
        let starts = names.iter().cloned().zip(starts).collect();
        Peg { rules: sorted.rules, acyclic: sorted.acyclic, names, starts }
    }

    /// Creates a `Peg` from rules that each call only rules before them, and one more rule, the start rule `name`.
    #[expect(clippy::arithmetic_side_effects, reason = "a rule was just added")]
    pub(crate) fn of(rules: &[Rule], name: &str, expr: Expr) -> Peg {
        let mut rules = rules.to_vec();
        rules.push(Rule { name: name.to_owned(), capture: false, expr });
        let start = Start { acyclic: Ok(rules.len() - 1), definition: Ok(rules.len() - 1) };
        let starts = HashMap::from([(name.to_owned(), start)]);
        Peg { acyclic: rules.len(), rules, names: vec![name.to_owned()], starts }
    }

    /// Returns the definitions that are not recursive, so that they have finite automata. Each calls only definitions
    /// before it.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "at most all rules are acyclic")]
    pub fn rules(&self) -> &[Rule] {
        &self.rules[..self.acyclic]
    }

    /// Returns all definitions: those of [`Peg::rules`], followed by the recursive definitions, which may call any
    /// definition.
    ///
    /// ```
    /// use urigram_grammar::{Grammar, Peg};
    ///
    /// let grammar = Grammar::read(r#"list = { "(" ~ list* ~ ")" }"#, "list.pest")?;
    /// let peg = Peg::new(&grammar);
    /// assert_eq!((peg.rules().len(), peg.definitions().len()), (0, 1));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn definitions(&self) -> &[Rule] {
        &self.rules
    }

    /// Returns the index in [`Peg::rules`] of the definition for the rule as the start rule. A rule has several
    /// definitions if it is called in different contexts; a start rule is in a context that is not atomic and makes
    /// nodes.
    ///
    /// # Errors
    ///
    /// [`Refused`] if there is no such rule, or if it or a rule that it calls uses the stack, is recursive,
    /// repeats an expression that can match the empty string, or is nested too deep.
    pub fn rule(&self, name: &str) -> Result<usize, Refused> {
        self.start(name, |start| &start.acyclic)
    }

    /// Returns the index in [`Peg::definitions`] of the definition for the rule as the start rule. Unlike in
    /// [`Peg::rule`], the rule may be recursive.
    ///
    /// # Errors
    ///
    /// The errors of [`Peg::rule`], except for recursion.
    ///
    /// ```
    /// use urigram_grammar::{Grammar, Peg};
    ///
    /// let grammar = Grammar::read(r#"list = { "(" ~ list* ~ ")" }"#, "list.pest")?;
    /// let peg = Peg::new(&grammar);
    /// assert!(peg.definition("list").is_ok() && peg.rule("list").is_err());
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    pub fn definition(&self, name: &str) -> Result<usize, Refused> {
        self.start(name, |start| &start.definition)
    }

    fn start(
        &self,
        name: &str,
        index: impl FnOnce(&Start) -> &Result<usize, Arc<Reason>>,
    ) -> Result<usize, Refused> {
        match self.starts.get(name).map(index) {
            Some(Ok(index)) => Ok(*index),
            Some(Err(reason)) => Err(Refused::new(name, Reason::clone(reason))),
            None => Err(Refused::new(name, Reason::Unknown)),
        }
    }

    /// Returns the rules in `read` that a match of `start` may call without ever making a node for them, because they
    /// are silent or only called where no nodes are made.
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
        let mut open: Vec<usize> = self.definition(start).into_iter().collect();
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

    /// Returns the rules in `read` that may make a node below `start`, because `start` calls them, directly or
    /// indirectly, where nodes are made. Returns `None` if [`Peg::rule`] refuses `start`.
    ///
    /// ```
    /// use urigram_grammar::{Grammar, Peg};
    ///
    /// let source = "time = { hour ~ hour } hour = @{ digit{2} } digit = { '0'..'9' }";
    /// let peg = Peg::new(&Grammar::read(source, "time.pest")?);
    /// let read = ["hour", "digit"];
    /// assert_eq!(peg.nodes_below("time", &read).as_deref(), Some(&["hour"][..]));
    /// assert_eq!(peg.nodes_below("hour", &read).as_deref(), Some(&[][..]), "an atomic rule");
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn nodes_below<'r>(&self, start: &str, read: &[&'r str]) -> Option<Vec<&'r str>> {
        let mut open = vec![self.rule(start).ok()?];
        let mut called = vec![false; self.rules.len()];
        while let Some(rule) = open.pop() {
            for callee in self.rules[rule].expr.consuming_calls() {
                if !std::mem::replace(&mut called[callee], true) {
                    open.push(callee);
                }
            }
        }
        let called = self.rules.iter().zip(called).filter(|(rule, called)| *called && rule.capture);
        let nodes: HashSet<&str> = called.map(|(rule, _)| rule.name.as_str()).collect();
        Some(read.iter().copied().filter(|name| nodes.contains(name)).collect())
    }

    /// Returns the names of all rules, including refused rules, in the order of the grammar.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}
