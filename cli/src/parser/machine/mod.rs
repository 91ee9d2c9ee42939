//! A grammar that is run as pest runs it, with a limit on how long that takes.
//!
//! pest itself has none that fits. Its own limit belongs to the whole process, while the lines of a file are
//! of different lengths and are parsed in parallel; and it neither counts the bytes that pest searches at
//! once nor bounds the list of rules that have failed, which grows with every alternative.

mod builtin;
mod run;
mod stack;

use std::collections::HashMap;
use std::mem;

use pest_meta::optimizer::{OptimizedExpr, OptimizedRule};

use self::builtin::Builtin;
use self::run::Run;
use crate::args::NODE;
use crate::parser::node::Node;

/// The rules of a grammar, and what each name in them stands for.
pub(crate) struct Machine {
    rules: Vec<OptimizedRule>,
    names: HashMap<String, Called>,
    /// What pest skips between expressions, as indices of rules.
    blanks: Vec<usize>,
}

enum Called {
    /// The index of a rule.
    Rule(usize),
    Builtin(Builtin),
}

// A node counts as so many steps because it takes no more bytes than that.
const _: () = assert!(mem::size_of::<Node>() <= NODE);

/// Why there is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    NoMatch,
    /// It would take more steps than are allowed.
    Steps,
    /// Expressions are nested too deep.
    Depth,
}

impl Machine {
    pub(crate) fn new(rules: &[OptimizedRule]) -> Self {
        let mut names = HashMap::new();
        for (index, rule) in rules.iter().enumerate() {
            names.insert(rule.name.clone(), Called::Rule(index));
        }
        for name in rules.iter().flat_map(|rule| called(&rule.expr)) {
            if !names.contains_key(name)
                && let Some(builtin) = Builtin::named(name)
            {
                names.insert(name.to_owned(), Called::Builtin(builtin));
            }
        }
        let index = |blank| rules.iter().position(|rule| rule.name == blank);
        let blanks = ["WHITESPACE", "COMMENT"].into_iter().filter_map(index).collect();
        Self { rules: rules.to_vec(), names, blanks }
    }

    /// The nodes of the text, each before those below it, if the rule matches all of it in so many steps.
    ///
    /// Time and memory are linear in the steps. A step is an expression that is tried; what takes longer or
    /// is kept, such as a node, counts as several.
    pub(crate) fn run(&self, rule: &str, text: &str, steps: u64) -> Result<Vec<Node<'_>>, Stopped> {
        Run::new(self, text, steps).all(rule)
    }
}

/// The names in an expression.
pub(crate) fn called(expr: &OptimizedExpr) -> Vec<&str> {
    let mut found = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match expr {
            OptimizedExpr::Ident(name) => found.push(name.as_str()),
            OptimizedExpr::Seq(left, right) | OptimizedExpr::Choice(left, right) => {
                open.extend([&**left, &**right]);
            }
            OptimizedExpr::PosPred(inner)
            | OptimizedExpr::NegPred(inner)
            | OptimizedExpr::Opt(inner)
            | OptimizedExpr::Rep(inner)
            | OptimizedExpr::Push(inner)
            | OptimizedExpr::RestoreOnErr(inner) => open.push(inner),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests;
