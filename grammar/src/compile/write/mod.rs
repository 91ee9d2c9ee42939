//! Writes the function of a rule.
//!
//! In: the nodes of the rules, and the facts about them.
//! Out: the source of the functions, and of the tables and loops that they share. A function takes the bytes,
//! an offset in them, if its rule is recursive the stack that is left for such rules, and, if a rule
//! below it is captured, the sink for captures; it returns the offset at which its rule ends, or `NO`, or
//! `TOO_DEEP`. Failure breaks out of a labelled block, so that the code reads from top to
//! bottom as the rule does.
//! Next: none. `expression`, `sequence`, `attempt`, `choice`, `run` and `hinted` write to one `Writer`, which keeps offsets as
//! `Place`s and lines in a `Body` until the function is complete.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `rules`, `nodes` and `frames`; there are fewer functions than bytes of \
              memory"
)]

mod attempt;
mod body;
mod choice;
mod expression;
mod hint;
mod hinted;
mod place;
mod run;
mod sequence;
mod writer;

use std::fmt::Write as _;

use super::machine;
use super::target::Undo;

use self::body::Body;
use self::hint::{Hint, HintKind};
use self::place::Place;
use self::writer::{Failure, Function};

pub(super) use self::writer::Writer;

impl Writer<'_> {
    /// Returns an expression that calls the rule at the start of the input.
    pub(super) fn start(&mut self, rule: usize) -> String {
        let name = self.function_for(rule, None);
        format!("self::{name}(s, 0{})", self.rest(rule))
    }

    /// Returns the arguments behind those that every function of a rule has.
    fn rest(&self, rule: usize) -> String {
        let stack = if self.known.is_recursive(rule) { ", stack" } else { "" };
        let out = if self.known.body(rule).captures { ", out" } else { "" };
        format!("{stack}{out}")
    }

    /// Returns the functions of all rules called so far and of those that they call, and what they share; nothing if
    /// the functions take more than that many bytes.
    pub(super) fn finish(mut self, longest: usize) -> Option<Source> {
        let mut functions = String::new();
        let mut written = 0;
        while let Some(function) = self.functions.get(written).cloned() {
            written += 1;
            functions.push_str(&self.function(&function));
            if functions.len() > longest {
                return None;
            }
        }
        let mut done = 0;
        while let Some(run) = self.runs.values().get(done).cloned() {
            functions.push_str(&self.run_function(done, &run));
            done += 1;
        }
        let mut shared = self.table.source();
        shared.push_str(&self.words.scalar());
        shared.push_str(include_str!("../runtime/scan.rs"));
        if !self.wides.values().is_empty() {
            shared.push_str(include_str!("../runtime/wide.rs"));
        }
        for (at, ranges) in self.wides.values().iter().enumerate() {
            let _ = writeln!(shared, "\npub(super) const WIDE{at}: &[(u32, u32)] = &{ranges:?};");
        }
        let mut words = if self.simd { self.words.source(self.table.classes()) } else { String::new() };
        if self.simd && !self.wides.values().is_empty() {
            words.push_str(WIDE);
        }
        let end = self.names.numbered("any");
        Some(Source { functions, end, machines: self.machine_sources, shared, words })
    }

    fn function(&mut self, function: &Function) -> String {
        let rule = &self.rules[function.rule];
        if let Some(dfa) = self.machines.get(&function.rule) {
            let (name, machine) = (&function.name, format!("machine{}", function.rule));
            let states = machine::source(&machine, &rule.name, dfa, &mut self.table);
            self.machine_sources.push_str(&states);
            return format!(
                "\n/// `{}`\npub(super) {} {name}(s: Text<'_>, at: usize) -> usize {{\n    machines::{machine}(scan::bytes(s), at)\n}}\n",
                rule.name,
                self.undo.reading(self.simd)
            );
        }
        let nodes = self.nodes;
        let node = &nodes[function.rule];
        self.body = Body::new();
        self.copies = 0;
        self.hints.clear();
        let at = Place::of("at");
        let mut parameters = "s: Text<'_>, at: usize".to_owned();
        let mut docs = format!("`{}`", rule.name);
        if let Some(kind) = &function.hint {
            parameters.push_str(", known: usize");
            let known = match kind {
                HintKind::Run(_) => "the end of a run at `at`".to_owned(),
                HintKind::Rule(other) => format!("the end of `{}` at `at`, or `NO`", self.rules[*other].name),
                HintKind::Ahead(_) => "the end of characters tested at `at`, or `NO`".to_owned(),
            };
            let _ = write!(docs, ", called where `known` is {known}");
            self.hints.push(Hint { at: at.clone(), kind: kind.clone(), end: Place::of("known") });
        }
        if self.known.is_recursive(function.rule) {
            parameters.push_str(", stack: usize");
        }
        if self.known.body(function.rule).captures {
            parameters.push_str(", out: &mut Sink");
        }
        let end = self.matched(node, &at, &Failure::Return);
        self.body.give(&end);
        let frame =
            if self.known.is_recursive(function.rule) { self.frame(function.rule) } else { String::new() };

        let inline = if self.known.inlined(function.rule) { "#[inline(always)]\n" } else { "" };
        let keyword = self.undo.reading(self.simd);
        format!(
            "\n/// {docs}\n{inline}pub(super) {keyword} {}({parameters}) -> usize {{\n{frame}{}}}\n",
            function.name, self.body
        )
    }

    /// Returns the code that ends the function of a recursive rule if it does not have the stack that it takes.
    fn frame(&self, rule: usize) -> String {
        let mut bytes = self.frames[rule].to_string();
        if self.undo == Undo::Copy && self.copies > 0 {
            let _ = write!(bytes, " + {} * core::mem::size_of::<Sink>()", self.copies);
        }
        format!(
            "    const FRAME: usize = {bytes};
    if stack < FRAME {{
        return scan::TOO_DEEP;
    }}
    let stack = stack - FRAME;\n"
        )
    }
}

/// The functions on characters beyond ASCII, which are read byte by byte.
const WIDE: &str = "
pub(super) fn wide(s: Text<'_>, at: usize, ranges: &[(u32, u32)]) -> usize {
    scan::wide(s.bytes, at, ranges)
}
";

/// The source of the rules' functions, and of the functions and tables that they share.
pub(super) struct Source {
    pub(super) functions: String,
    /// A name for the function that calls that of a rule.
    pub(super) end: String,
    /// The state machines.
    pub(super) machines: String,
    pub(super) shared: String,
    /// The classes and functions that find the ends of runs by words.
    pub(super) words: String,
}
