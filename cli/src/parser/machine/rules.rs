//! The rules that a machine runs, and the reasons for which it stops.

use std::collections::HashMap;
use std::mem;

use urigram_grammar::{OptimizedExpr, OptimizedRule};

use super::builtin::Builtin;
use crate::args::NODE;
use crate::parser::node::Node;

/// The rules of a grammar, and what each name in them refers to.
pub(crate) struct Machine {
    pub(super) rules: Vec<OptimizedRule>,
    pub(super) names: HashMap<String, Called>,
    /// The rules that pest skips between expressions, by index.
    pub(super) blanks: Vec<usize>,
}

pub(super) enum Called {
    /// The index of a rule.
    Rule(usize),
    Builtin(Builtin),
}

// The steps of a node also bound the memory that it takes.
const _: () = assert!(mem::size_of::<Node>() <= NODE);

/// Why there is no parse tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    NoMatch,
    /// The match would take more steps than allowed.
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
}

/// Returns the names that an expression refers to.
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
