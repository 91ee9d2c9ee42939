//! The state of the writer: the functions still to be written, the body of the current one, offsets in the
//! generated code, and known facts about the bytes there.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `rules`, and a place of `functions`; only open blocks are closed, and \
              there are fewer names than bytes of memory"
)]

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display};

use crate::characters::CharSet;
use crate::compile::facts::Known;
use crate::compile::machine::{Distinct, Table};
use crate::compile::shape::{Node, Run, elsewhere, repeated};
use crate::compile::words::Words;
use crate::dfa::Dfa;
use crate::error::identifier;
use crate::peg::expr::Rule;
use crate::pest::names::is_skipped;

/// The names that the compiled code refers to, as paths that resolve in its module.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// The rules to report, by name.
    pub captured: &'a [&'a str],
    /// The enum that has a variant for each captured rule.
    pub capture: &'a str,
    /// The type that receives reports, with `fn capture(&mut self, rule, start: usize, end: usize)`.
    pub sink: &'a str,
    /// How that type undoes reports.
    pub undo: Undo,
    /// The enum of the start rules.
    pub rule: &'a str,
    /// The names of the rules in that enum; a rule that the grammar does not define never matches.
    pub rules: &'a [&'a str],
    /// Whether the code tests 16 bytes at once for the classes of long runs, with the crate [`wide`] 0.7,
    /// which the crate that includes the code must depend on under this name. Matches and reports are the
    /// same. On targets without vectors it is slower than byte by byte; [`compile`](crate::compile()) does
    /// not know the target, but a build script can read `CARGO_CFG_TARGET_FEATURE`.
    ///
    /// With vectors, `parse`, `end` and `end_within` are not `const`. Under [`Undo::Copy`], `parse_by_byte`,
    /// `end_by_byte` and, for recursive rules, `end_within_by_byte` do the same and are `const`; under
    /// [`Undo::Mark`] they do not exist.
    ///
    /// [`wide`]: https://docs.rs/wide
    pub simd: bool,
}

/// How reports are undone if a part that has reported captures fails, and another is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undo {
    /// The sink is copied before such a part, and restored from the copy. It must be `Copy` and its method a
    /// `const fn`; then the functions of the compiled code are `const`, too: with [`Target::simd`], those
    /// with the suffix `_by_byte`. For sinks of a small, constant size.
    Copy,
    /// The sink has two more methods: `fn mark(&self) -> M` for any type `M`, and `fn rewind(&mut self, mark:
    /// M)`, which removes later reports. For sinks that grow, such as a [`Vec`], whose mark is its length, to
    /// which it is truncated.
    Mark,
}

impl Undo {
    /// Returns the keywords of a function that may report captures.
    pub(crate) fn keyword(self) -> &'static str {
        match self {
            Undo::Copy => "const fn",
            Undo::Mark => "fn",
        }
    }

    /// Returns the keywords of a function that reads a text. With vectors, `const` is an argument of the
    /// macro around the function.
    pub(crate) fn reading(self, simd: bool) -> &'static str {
        if simd && self == Undo::Copy { "$($const)? fn" } else { self.keyword() }
    }
}

/// An offset into the bytes: a variable plus a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offset {
    variable: String,
    bytes: usize,
}

impl Offset {
    pub(super) fn of(variable: impl Into<String>) -> Offset {
        Offset { variable: variable.into(), bytes: 0 }
    }

    pub(super) fn plus(&self, bytes: usize) -> Offset {
        Offset { variable: self.variable.clone(), bytes: self.bytes + bytes }
    }

    /// Returns whether it is a variable without a constant.
    pub(super) fn is_variable(&self) -> bool {
        self.bytes == 0
    }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bytes {
            0 => f.write_str(&self.variable),
            bytes => write!(f, "{} + {bytes}", self.variable),
        }
    }
}

/// The end of a match: a known offset, or an expression for it.
#[derive(Debug, Clone)]
pub(super) enum End {
    Known(Offset),
    Expression(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Known(place) => place.fmt(f),
            End::Expression(code) => f.write_str(code),
        }
    }
}

/// The maximum indentation of a line, so that the code of a deeply nested rule is not mostly blanks.
const INDENT: usize = 25;

#[derive(Debug)]
pub(super) struct Body {
    /// The lines, each with its nesting depth.
    lines: Vec<(usize, Line)>,
    depth: usize,
    /// The number of generated names.
    names: usize,
}

#[derive(Debug)]
enum Line {
    /// A variable that is assigned only once.
    Let {
        place: Offset,
        value: String,
    },
    Other(String),
}

impl Body {
    pub(super) fn new() -> Body {
        Body { lines: Vec::new(), depth: 1, names: 0 }
    }

    pub(super) fn line(&mut self, line: impl Into<String>) {
        self.lines.push((self.depth, Line::Other(line.into())));
    }

    pub(super) fn open(&mut self, line: impl Into<String>) {
        self.line(line);
        self.depth += 1;
    }

    pub(super) fn close(&mut self, line: impl Into<String>) {
        self.depth -= 1;
        self.line(line);
    }

    /// Returns a name that is unique in the body.
    pub(super) fn fresh(&mut self, letter: char) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    /// Returns an offset whose variable is unique in the body.
    pub(super) fn place(&mut self) -> Offset {
        Offset::of(self.fresh('p'))
    }

    /// Binds the value to a new variable.
    pub(super) fn bind(&mut self, value: impl Display) -> Offset {
        let place = self.place();
        self.lines.push((self.depth, Line::Let { place: place.clone(), value: value.to_string() }));
        place
    }

    /// Writes the value of the block. If it is a variable bound on the line before, its value is written
    /// instead.
    pub(super) fn give(&mut self, end: &Offset) {
        match self.lines.pop() {
            Some((_, Line::Let { place, value })) if place == *end => self.line(value),
            before => {
                self.lines.extend(before);
                self.line(end.to_string());
            }
        }
    }
}

impl Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, line) in &self.lines {
            write!(f, "{:1$}", "", depth.min(&INDENT) * 4)?;
            match line {
                Line::Let { place, value } => writeln!(f, "let {place} = {value};")?,
                Line::Other(line) => writeln!(f, "{line}")?,
            }
        }
        Ok(())
    }
}

/// A fact about the bytes from an offset to the hint's `end`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum HintKind {
    /// The run ends at `end`.
    Run(Run),
    /// The rule ends at `end`, or does not match if that is `NO`.
    Rule(usize),
    /// The bytes are one or more characters of this set, unless `end` is `NO`.
    Ahead(CharSet),
}

/// A fact about the bytes from `at` to `end`.
///
/// INVARIANT: no code uses a hint after a second assignment to one of its variables. The variables of options
/// and of loops are reassigned at the end of an attempt, and the hints of that attempt are dropped with it.
#[derive(Debug, Clone)]
pub(super) struct Hint {
    pub(super) at: Offset,
    pub(super) kind: HintKind,
    pub(super) end: Offset,
}

/// The maximum number of consecutive tests that are unrolled; more become a loop.
pub(super) const UNROLL: usize = 4;

/// The maximum number of tests in one condition. rustc parses `a && b && c` as nested expressions, so one
/// condition for all tests of a long text would overflow its stack.
pub(super) const CONDITION: usize = 16;

/// A function to write: a rule, and a known fact about the bytes at its beginning.
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

/// Whether a captured call is reported immediately, or later by the caller of the writing function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reports {
    Here,
    Later,
}

/// The code of a grammar. A variant writes only the differences.
#[derive(Debug, Clone)]
pub(crate) struct Base {
    pub(super) table: Table,
    pub(super) words: Words,
    pub(super) runs: Distinct<Run>,
    pub(super) run_names: Vec<String>,
    pub(super) wides: Distinct<Vec<(u32, u32)>>,
    /// The automata of the state machines, by name.
    pub(super) machines: HashMap<String, Dfa>,
    pub(super) functions: HashSet<String>,
}

pub(crate) struct Writer<'a> {
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
    /// The base, from which only the differences are written.
    pub(super) base: Option<&'a Base>,
    /// The runs that may begin after the beginning of a text.
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
    /// The machines of the base.
    pub(super) known_machines: HashMap<String, Dfa>,
    /// The sources of the machines.
    pub(super) machine_sources: String,
    /// The bytes of stack that the function of each rule takes, without copies of the sink.
    pub(super) frames: Vec<usize>,
    /// The number of copies of the sink in the current function.
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

    /// Returns the writer for a grammar that reuses the state machines of another one.
    pub(crate) fn with_machines(self, of_other: &Base) -> Self {
        Self { known_machines: of_other.machines.clone(), ..self }
    }

    /// Returns the writer for a variant of another grammar.
    pub(crate) fn over(mut self, base: &'a Base) -> Self {
        let Base { table, words, runs, run_names, wides, .. } = base.clone();
        self.words = words.for_variant(table.classes().len());
        self.names.taken.extend(run_names.iter().cloned());
        Self { table, runs, run_names, wides, base: Some(base), ..self }
    }

    pub(super) fn function_for(&mut self, rule: usize, hint: Option<HintKind>) -> String {
        // Contexts that differ only in tokens share a function.
        let next = self.functions.len();
        let place = *self.places.entry((self.same[rule], hint.clone())).or_insert(next);
        if place == next {
            let name = self.names.free(&self.rules[rule].name);
            self.functions.push(Function { rule, hint, name });
        }
        self.functions[place].name.clone()
    }

    /// Returns the name of the function of a run.
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
    /// The number of the next function that is not a rule's.
    others: usize,
    /// The last number after the name of each rule.
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

    /// Returns a name that no rule and no other function has.
    pub(super) fn numbered(&mut self, name: &str) -> String {
        loop {
            let name = format!("{name}{}", self.others);
            self.others += 1;
            if !self.of_rules.contains(name.as_str()) && self.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    /// Returns a name that no other function has: the rule's own, or one with a number if the rule occurs in
    /// several contexts.
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
