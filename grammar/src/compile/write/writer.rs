//! The state of the writer: the functions that remain to be written, the body of the current function, and hints, which
//! are known facts about the bytes at an offset.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `rules`, and `indices` has indices of `functions`; only open blocks are \
              closed, and there are fewer names than bytes of memory"
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

/// The types that the compiled code refers to, as paths that resolve in its module, and other options.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// The names of the rules to report.
    pub captured: &'a [&'a str],
    /// The enum that has a variant for each captured rule.
    pub capture: &'a str,
    /// The type that receives reports, with `fn capture(&mut self, rule, start: usize, end: usize)`.
    pub sink: &'a str,
    /// The method by which reports to the sink are undone.
    pub undo: Undo,
    /// The enum of the start rules.
    pub rule: &'a str,
    /// The names of the rules in that enum. A rule that the grammar does not define never matches.
    pub rules: &'a [&'a str],
    /// Whether the code tests 16 bytes at once for the classes of long runs. The matches and reports are the same.
    ///
    /// The code uses the crate [`wide`] 0.7, so the crate that includes the code must depend on it under this name. On
    /// targets without vectors, the code is slower than without this option. [`compile`](crate::compile()) does not know
    /// the target, but a build script can read `CARGO_CFG_TARGET_FEATURE`.
    ///
    /// With this option, `parse`, `end` and `end_within` are not `const`. Under [`Undo::Copy`] there are also
    /// `parse_by_byte`, `end_by_byte` and, for recursive rules, `end_within_by_byte`, which return the same and are
    /// `const`.
    ///
    /// [`wide`]: https://docs.rs/wide
    pub simd: bool,
    /// Whether the code also matches strings that lie one after the other in a buffer, such as the lines of a file. The classes of
    /// long runs are tested for 64 bytes of the buffer at once, wherever the strings begin and end.
    ///
    /// The code uses the crate [`fearless_simd`] 1.2 with its feature `std`, so the crate that includes the code must depend on it under
    /// this name. It needs Rust 1.89. It uses the widest vectors that the processor has, which are detected at run time. Without
    /// vectors, each string is matched alone.
    ///
    /// With this option, there are also a type `Bits<'b>`, which `Bits::new(buffer: &'b str)` makes for a buffer, and two functions:
    ///
    /// - `fn end_in(bits: &mut Bits, rule, place: Range<usize>, out: &mut sink) -> usize` matches the string at a place of the buffer, in
    ///   bytes. It returns and reports the same as `end` for this string alone; offsets are relative to its start. It panics if an end
    ///   of the place is beyond the buffer or not at a boundary of characters. It is fast if the strings lie one after the
    ///   other. Strings of more than 4,096 bytes are matched by `end`.
    /// - `fn line_end(bits: &mut Bits, start: usize) -> usize` returns the offset of the first line feed from `start`, or the length of the
    ///   buffer if there is none.
    ///
    /// [`fearless_simd`]: https://docs.rs/fearless_simd
    pub bulk: bool,
}

impl Target<'_> {
    /// Returns the way in which the functions of rules are written.
    pub(crate) fn form(&self) -> Form {
        Form { undo: self.undo, simd: self.simd, bulk: self.bulk }
    }
}

/// The way in which the functions of rules are written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    pub(crate) undo: Undo,
    pub(crate) simd: bool,
    pub(crate) bulk: bool,
}

impl Form {
    /// Returns whether the functions are the contents of a macro, because they read a text in more than one way.
    pub(crate) fn is_macro(self) -> bool {
        self.bulk || self.simd && self.undo == Undo::Copy
    }

    /// Returns the keywords of a function that reads a text. In a macro, `const` is an argument.
    pub(crate) fn reading(self) -> &'static str {
        if self.is_macro() && self.undo == Undo::Copy { "$($const)? fn" } else { self.undo.keyword() }
    }
}

/// The method by which reports are undone if an expression fails after it has reported captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undo {
    /// The sink is copied before such an expression, and restored from the copy if it fails.
    ///
    /// This is for sinks of a small, constant size. The sink must be `Copy`, and its method must be a `const fn`. Then the
    /// functions of the compiled code are `const`, too; with [`Target::simd`], only those with the suffix `_by_byte` are.
    Copy,
    /// The sink has two more methods: `fn mark(&self) -> M`, for any type `M`, and `fn rewind(&mut self, mark: M)`, which
    /// removes the reports made after the mark.
    ///
    /// This is for sinks that grow. For example, the mark of a [`Vec`] is its length, and `rewind` truncates it.
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
}

/// An offset in the text as an expression of the generated code: a variable plus a constant.
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

    /// Returns whether the offset is a variable without a constant.
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

/// The end of a match in the generated code: a known offset, or another expression.
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

/// The maximum level of indentation, so that the code of a deeply nested rule is not mostly blanks.
const MAX_INDENT: usize = 25;

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
    pub(super) fn fresh_offset(&mut self) -> Offset {
        Offset::of(self.fresh('p'))
    }

    /// Binds the value to a new variable.
    pub(super) fn bind(&mut self, value: impl Display) -> Offset {
        let place = self.fresh_offset();
        self.lines.push((self.depth, Line::Let { place: place.clone(), value: value.to_string() }));
        place
    }

    /// Writes an offset as the value of a block. If the previous line binds the offset to a variable, replaces this
    /// line by the bound expression.
    pub(super) fn write_value(&mut self, end: &Offset) {
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
            write!(f, "{:1$}", "", depth.min(&MAX_INDENT) * 4)?;
            match line {
                Line::Let { place, value } => writeln!(f, "let {place} = {value};")?,
                Line::Other(line) => writeln!(f, "{line}")?,
            }
        }
        Ok(())
    }
}

/// A fact about the bytes from [`Hint::at`] to [`Hint::end`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum HintKind {
    /// The run that begins at `at` ends at `end`.
    Run(Run),
    /// The rule that begins at `at` ends at `end`, or does not match if `end` is `NO`.
    Rule(usize),
    /// The bytes from `at` to `end` are one or more characters of this set, or there is no such character at `at` if `end`
    /// is `NO`.
    Ahead(CharSet),
}

/// A fact about the bytes from `at` to `end`, which are expressions of the generated code.
///
/// INVARIANT: no code uses a hint after a variable in it has been assigned again. Only the variables of options and loops
/// are assigned again, at the end of an attempt, and the hints of the attempt are dropped there.
#[derive(Debug, Clone)]
pub(super) struct Hint {
    pub(super) at: Offset,
    pub(super) kind: HintKind,
    pub(super) end: Offset,
}

/// The maximum number of repetitions that are unrolled. A repetition with more becomes a loop.
pub(super) const UNROLL: usize = 4;

/// The maximum number of tests in one condition. rustc parses `a && b && c` as nested expressions, so a single condition
/// for all tests of a long string would overflow its stack.
pub(super) const CONDITION: usize = 16;

/// A function to write for a rule, possibly with a hint at the offset where the rule begins.
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

/// Whether the code of a captured call includes its report, or the method that writes the call writes the report
/// later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reports {
    Here,
    Later,
}

/// The code of a grammar that its variants reuse. Only the differences of a variant are written.
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
    pub(super) form: Form,
    pub(super) table: Table,
    pub(super) words: Words,
    pub(super) runs: Distinct<Run>,
    /// The names of the functions for `runs`, by index.
    pub(super) run_names: Vec<String>,
    /// If the grammar is written as a variant, its base. Only the differences from the base are written.
    pub(super) base: Option<&'a Base>,
    /// The runs that may begin after the beginning of a text.
    pub(super) elsewhere: HashSet<&'a Run>,
    /// The runs of white space and comments that pest skips between the parts of a sequence.
    pub(super) blanks: HashSet<Run>,
    /// The non-ASCII ranges of sets, in which the code searches for a character.
    pub(super) wides: Distinct<Vec<(u32, u32)>>,
    pub(super) functions: Vec<Function>,
    /// The index in `functions` for a rule and a hint. The rule is that of `same`.
    indices: HashMap<(usize, Option<HintKind>), usize>,
    /// For each rule, the first rule with the same name and node.
    same: Vec<usize>,
    pub(super) names: Names<'a>,
    /// The automata of the rules that are state machines.
    pub(super) machines: HashMap<usize, Dfa>,
    /// The automata of the state machines that another grammar of the library already has, by name.
    pub(super) known_machines: HashMap<String, Dfa>,
    /// The source of the state machines.
    pub(super) machine_sources: String,
    /// The number of bytes of stack that the function of each rule takes, without copies of the sink.
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
        form: Form,
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
            form,
            table: Table::default(),
            words: Words::default(),
            runs: Distinct::default(),
            run_names: Vec::new(),
            base: None,
            elsewhere: elsewhere(nodes),
            blanks,
            wides: Distinct::default(),
            functions: Vec::new(),
            indices: HashMap::new(),
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

    /// Returns the writer for a grammar that reuses the state machines of another grammar.
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

    /// Returns the name of the function for a rule and a hint, which is written later.
    pub(super) fn function_for(&mut self, rule: usize, hint: Option<HintKind>) -> String {
        // A rule has the same function in contexts that differ only in whether the rule makes a node.
        let next = self.functions.len();
        let index = *self.indices.entry((self.same[rule], hint.clone())).or_insert(next);
        if index == next {
            let name = self.names.free(&self.rules[rule].name);
            self.functions.push(Function { rule, hint, name });
        }
        self.functions[index].name.clone()
    }

    /// Returns the name of the function of a run, by its index.
    pub(super) fn run_name(&mut self, index: usize) -> String {
        while self.run_names.len() <= index {
            let name = self.names.of_run();
            self.run_names.push(name);
        }
        self.run_names[index].clone()
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
    /// The number for the next function that does not belong to a rule.
    others: usize,
    /// For each rule, the last number that was appended to its name.
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

    /// Returns the name with a number appended that makes it different from the names of all rules and functions.
    pub(super) fn numbered(&mut self, name: &str) -> String {
        loop {
            let name = format!("{name}{}", self.others);
            self.others += 1;
            if !self.of_rules.contains(name.as_str()) && self.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    /// Returns a unique name for a function of the rule. This is the name of the rule or, if a function for another
    /// context or hint has that name, the name with a number appended.
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
