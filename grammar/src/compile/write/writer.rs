//! The state of the writer, and the functions that are still to be written.

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::compile::beginning::elsewhere;
use crate::compile::distinct::Distinct;
use crate::compile::facts::Known;
use crate::compile::node::Node;
use crate::compile::run::Run;
use crate::compile::table::Table;
use crate::compile::target::Undo;
use crate::compile::unit::repeated;
use crate::compile::words::Words;
use crate::dfa::Dfa;
use crate::message::identifier;
use crate::peg::rule::Rule;

use super::body::Body;
use super::hint::{Hint, HintKind};
use crate::pest::skipped::is_skipped;

/// The largest number of consecutive tests that are unrolled; more become a loop.
pub(super) const UNROLL: usize = 4;

/// The largest number of tests in one condition. rustc parses `a && b && c` as nested expressions, so one
/// condition for all tests of a long text would overflow its stack.
pub(super) const CONDITION: usize = 16;

/// A function to write: a rule, and the fact that is known about the bytes where it begins.
#[derive(Debug, Clone)]
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

/// What was written of a grammar, of which a variant writes only what differs.
#[derive(Debug, Clone)]
pub(in crate::compile) struct Base {
    pub(super) table: Table,
    pub(super) words: Words,
    pub(super) runs: Distinct<Run>,
    pub(super) run_names: Vec<String>,
    pub(super) wides: Distinct<Vec<(u32, u32)>>,
    /// The automata of the state machines, by name.
    pub(super) machines: HashMap<String, Dfa>,
    pub(super) functions: HashSet<String>,
}

pub(in crate::compile) struct Writer<'a> {
    pub(super) rules: &'a [Rule],
    pub(super) nodes: &'a [Node],
    pub(super) known: &'a Known<'a>,
    pub(super) undo: Undo,
    pub(super) simd: bool,
    pub(super) table: Table,
    pub(super) words: Words,
    pub(super) runs: Distinct<Run>,
    /// The names of the functions of the runs.
    pub(super) run_names: Vec<String>,
    /// The grammar of which only what differs is written.
    pub(super) base: Option<&'a Base>,
    /// The runs that begin not only at the beginning of a text.
    pub(super) elsewhere: HashSet<&'a Run>,
    /// The runs that pest skips between the parts of a sequence.
    pub(super) blanks: HashSet<Run>,
    pub(super) wides: Distinct<Vec<(u32, u32)>>,
    pub(super) functions: Vec<Function>,
    /// The functions by their bodies: the first rule with the same name and node, and the hint.
    places: HashMap<(usize, Option<HintKind>), usize>,
    /// The first rule with the name and node of each rule.
    same: Vec<usize>,
    pub(super) names: Names<'a>,
    pub(super) machines: HashMap<usize, Dfa>,
    /// The machines of the grammar of which this one is a variant.
    pub(super) known_machines: HashMap<String, Dfa>,
    /// The sources of the machines.
    pub(super) machine_sources: String,
    /// How many bytes of stack the function of each rule takes, without copies of the sink.
    pub(super) frames: Vec<usize>,
    /// How often the function that is written copies the sink.
    pub(super) copies: usize,
    pub(super) body: Body,
    pub(super) hints: Vec<Hint>,
}

impl<'a> Writer<'a> {
    pub(in crate::compile) fn new(
        rules: &'a [Rule],
        nodes: &'a [Node],
        known: &'a Known<'a>,
        undo: Undo,
        simd: bool,
        frames: Vec<usize>,
        machines: HashMap<usize, Dfa>,
    ) -> Self {
        let mut firsts: HashMap<(&str, &Node), usize> = HashMap::new();
        let keys = rules.iter().map(|rule| rule.name.as_str()).zip(nodes).enumerate();
        let same = keys.map(|(rule, key)| *firsts.entry(key).or_insert(rule)).collect();
        let is_blank = |rule: &Rule| is_skipped(&rule.name);
        let blanks = rules.iter().zip(nodes).filter(|(rule, _)| is_blank(rule));
        let blanks = blanks.filter_map(|(_, node)| repeated(node)).collect();
        Self {
            rules,
            nodes,
            known,
            undo,
            simd,
            table: Table::default(),
            words: Words::default(),
            runs: Distinct::default(),
            run_names: Vec::new(),
            base: None,
            elsewhere: elsewhere(nodes),
            blanks,
            wides: Distinct::default(),
            functions: Vec::new(),
            places: HashMap::new(),
            same,
            names: Names::new(rules),
            machines,
            known_machines: HashMap::new(),
            machine_sources: String::new(),
            frames,
            copies: 0,
            body: Body::new(),
            hints: Vec::new(),
        }
    }

    /// Returns the writer for a grammar whose module has the state machines of another one.
    pub(in crate::compile) fn with_machines(self, of_other: &Base) -> Self {
        Self { known_machines: of_other.machines.clone(), ..self }
    }

    /// Returns the writer for a variant of another grammar.
    pub(in crate::compile) fn over(mut self, base: &'a Base) -> Self {
        let Base { table, words, runs, run_names, wides, .. } = base.clone();
        self.words = words.for_variant(table.classes().len());
        self.names.taken.extend(run_names.iter().cloned());
        Self { table, runs, run_names, wides, base: Some(base), ..self }
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "a rule is an index of `rules`, and a function at the place of its key"
    )]
    pub(super) fn function_for(&mut self, rule: usize, hint: Option<HintKind>) -> String {
        // The same body in two contexts, only one of which produces tokens, is one function.
        let next = self.functions.len();
        let place = *self.places.entry((self.same[rule], hint.clone())).or_insert(next);
        if place == next {
            let name = self.names.free(&self.rules[rule].name);
            self.functions.push(Function { rule, hint, name });
        }
        self.functions[place].name.clone()
    }

    /// Returns the name of the function of a run.
    #[expect(clippy::indexing_slicing, reason = "names have been added up to the place")]
    pub(super) fn run_name(&mut self, place: usize) -> String {
        while self.run_names.len() <= place {
            let name = self.names.of_run();
            self.run_names.push(name);
        }
        self.run_names[place].clone()
    }

    pub(super) fn fail_if(&mut self, condition: &str, failure: &Failure) {
        self.body.open(format!("if {condition} {{"));
        self.body.line(failure.to_string());
        self.body.close("}");
    }
}

/// The names of functions.
pub(super) struct Names<'a> {
    of_rules: HashSet<&'a str>,
    taken: HashSet<String>,
    /// The number for the next function that is not of a rule.
    others: usize,
    /// The last number behind the name of each rule.
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    fn new(rules: &'a [Rule]) -> Self {
        let of_rules = rules.iter().map(|rule| rule.name.as_str()).collect();
        Names { of_rules, taken: HashSet::new(), others: 0, numbers: HashMap::new() }
    }

    /// Returns a name for the function of a run.
    fn of_run(&mut self) -> String {
        self.numbered("run")
    }

    /// Returns a name that no rule has, nor another function.
    #[expect(clippy::arithmetic_side_effects, reason = "there are fewer names than bytes of memory")]
    pub(super) fn numbered(&mut self, name: &str) -> String {
        loop {
            let name = format!("{name}{}", self.others);
            self.others += 1;
            if !self.of_rules.contains(name.as_str()) && self.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    /// Returns a name that no other function has: the rule's own, or one with a number where the rule occurs in
    /// several contexts.
    #[expect(clippy::arithmetic_side_effects, reason = "there are fewer names than bytes of memory")]
    fn free(&mut self, rule: &'a str) -> String {
        let own = identifier(rule);
        if self.taken.insert(own.clone()) {
            return own;
        }
        let number = self.numbers.entry(rule).or_default();
        loop {
            *number += 1;
            let numbered = format!("{rule}_{number}");
            if !self.of_rules.contains(numbered.as_str()) && self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}
