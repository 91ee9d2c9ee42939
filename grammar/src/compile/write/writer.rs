//! The state of the writer, and the functions that are still to be written.

use std::collections::HashMap;
use std::fmt;

use crate::compile::facts::Known;
use crate::compile::node::{Node, Run};
use crate::compile::table::Table;
use crate::dfa::Dfa;
use crate::peg::rule::Rule;

use super::body::Body;
use super::hint::{Hint, HintKind};

/// The largest number of consecutive tests that are unrolled; more become a loop.
pub(super) const UNROLL: usize = 4;

/// The largest number of tests in one condition. rustc parses `a && b && c` as nested expressions, so one
/// condition for all tests of a long text would overflow its stack.
pub(super) const CONDITION: usize = 16;

/// A function to write: a rule, and the fact that is known about the bytes where it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Function {
    pub(super) rule: usize,
    pub(super) hint: Option<HintKind>,
    pub(super) name: String,
}

/// The code for an expression that does not match.
#[derive(Debug, Clone)]
pub(super) enum Failure {
    /// Return `NO` from the function.
    Return,
    /// Break out of the block with this label.
    Leave(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Return => f.write_str("return scan::NO;"),
            Failure::Leave(label) => write!(f, "break '{label};"),
        }
    }
}

/// Whether a captured call is reported where it is written, or later by the caller of the writing function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reports {
    Here,
    Later,
}

pub(in crate::compile) struct Writer<'a> {
    pub(super) rules: &'a [Rule],
    pub(super) nodes: &'a [Node],
    pub(super) known: &'a Known<'a>,
    pub(super) table: Table,
    pub(super) runs: Vec<Run>,
    pub(super) wides: Vec<Vec<(u32, u32)>>,
    pub(super) functions: Vec<Function>,
    pub(super) machines: HashMap<usize, Dfa>,
    pub(super) body: Body,
    pub(super) hints: Vec<Hint>,
}

impl<'a> Writer<'a> {
    pub(in crate::compile) fn new(
        rules: &'a [Rule],
        nodes: &'a [Node],
        known: &'a Known<'a>,
        machines: HashMap<usize, Dfa>,
    ) -> Self {
        Self {
            rules,
            nodes,
            known,
            table: Table::default(),
            runs: Vec::new(),
            wides: Vec::new(),
            functions: Vec::new(),
            machines,
            body: Body::new(),
            hints: Vec::new(),
        }
    }

    /// Returns a name that no other function has: the rule's own, or one with a number where the rule occurs
    /// in several contexts.
    fn free_name(&self, rule: usize) -> String {
        let name = &self.rules[rule].name;
        let named = |name: &str| self.functions.iter().any(|function| function.name == name);
        let own = format!("r#{name}");
        if !named(&own) {
            return own;
        }
        let taken = |other: &String| named(other) || self.rules.iter().any(|rule| rule.name == *other);
        let mut numbered = format!("{name}_1");
        let mut number = 1;
        while taken(&numbered) {
            number += 1;
            numbered = format!("{name}_{number}");
        }
        numbered
    }

    pub(super) fn function_for(&mut self, rule: usize, hint: Option<HintKind>) -> String {
        // The same body in two contexts, only one of which produces tokens, is one function.
        let nodes = self.nodes;
        let same = |other: &&Function| {
            other.hint == hint
                && self.rules[other.rule].name == self.rules[rule].name
                && nodes[other.rule] == nodes[rule]
        };
        if let Some(function) = self.functions.iter().find(same) {
            return function.name.clone();
        }
        let name = self.free_name(rule);
        self.functions.push(Function { rule, hint, name: name.clone() });
        name
    }

    pub(super) fn fail_if(&mut self, condition: &str, failure: &Failure) {
        self.body.open(format!("if {condition} {{"));
        self.body.line(failure.to_string());
        self.body.close("}");
    }
}
