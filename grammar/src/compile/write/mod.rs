//! Writes the functions of rules.
//!
//! In: the nodes of the rules, and the facts about them.
//! Out: the source of the functions, and of the tables and loops that they share. A function takes the bytes, an offset,
//! the remaining stack space if its rule is recursive, and the sink if a rule below it is captured. It returns the offset
//! at which its rule ends, `NO`, or `TOO_DEEP`. On failure the code breaks out of a labelled block, so that it has the
//! same order as the rule. `expression` and `run` are methods of the `writer`.
//! Next: `source`, which puts the functions in a module.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `rules`, `nodes` and `frames`; there are fewer functions than bytes of \
              memory"
)]

mod expression;
mod run;
pub(crate) mod writer;

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::compile::machine;
pub(super) use crate::compile::write::writer::{Base, Writer};
use crate::compile::write::writer::{Body, Failure, Function, Hint, HintKind, Offset, Undo};

impl Writer<'_> {
    /// Returns an expression that calls the rule at the start of the input.
    pub(super) fn start(&mut self, rule: usize) -> String {
        let name = self.function_for(rule, None);
        format!("self::{name}(s, 0{})", self.rest(rule))
    }

    /// Returns the optional arguments of a call: the remaining stack space and the sink.
    fn rest(&self, rule: usize) -> String {
        let stack = if self.known.is_recursive(rule) { ", stack" } else { "" };
        let out = if self.known.body(rule).captures { ", out" } else { "" };
        format!("{stack}{out}")
    }

    /// Writes the functions of all rules called so far, and of the rules that these call, with the shared items. Returns
    /// `None` if the functions take more than `longest` bytes, or if a variant does not read all classes with words.
    pub(super) fn finish(mut self, longest: usize) -> Option<Source> {
        let mut functions: Vec<(String, String)> = Vec::new();
        let mut bytes = 0;
        while let Some(function) = self.functions.get(functions.len()).cloned() {
            let source = self.function(&function);
            bytes += source.len();
            functions.push((function.name, source));
            if bytes > longest {
                return None;
            }
        }
        let mut done = 0;
        while let Some(run) = self.runs.values().get(done).cloned() {
            let source = self.run_function(done, &run);
            functions.push((self.run_name(done), source));
            done += 1;
        }
        if !self.words.are_read() {
            return None;
        }
        let (classes, wides) =
            self.base.map_or((0, 0), |base| (base.table.classes().len(), base.wides.values().len()));
        let mut shared = self.table.source(classes);
        shared.push_str(&self.words.scalar());
        let all = self.table.classes();
        let mut words = if self.form.simd { self.words.source(all) } else { String::new() };
        let mut windows = if self.form.bulk { self.words.windows(all) } else { String::new() };
        for (at, ranges) in self.wides.values().iter().enumerate().skip(wides) {
            let _ = writeln!(shared, "\npub(crate) const WIDE{at}: &[(u32, u32)] = &{ranges:?};");
            for source in [&mut words, &mut windows] {
                let _ = writeln!(source, "\npub(crate) use super::scan::WIDE{at};");
            }
        }
        let end = self.names.numbered("any");
        let Self { table, words: of_classes, runs, run_names, wides, .. } = self;
        let has_machine =
            |function: &Function| Some((function.name.clone(), self.machines.get(&function.rule)?.clone()));
        let written = Base {
            table,
            words: of_classes,
            runs,
            run_names,
            wides,
            machines: self.functions.iter().filter_map(has_machine).collect(),
            functions: functions.iter().map(|(_, source)| source.clone()).collect(),
        };
        if let Some(base) = self.base {
            drop_known(&mut functions, base);
        }
        let functions = functions.into_iter().map(|(_, source)| source).collect();
        Some(Source { functions, end, machines: self.machine_sources, shared, words, windows, written })
    }

    fn function(&mut self, function: &Function) -> String {
        let rule = &self.rules[function.rule];
        if let Some(dfa) = self.machines.get(&function.rule) {
            let name = &function.name;
            if self.known_machines.get(name) != Some(dfa) {
                self.machine_sources.push_str(&machine::source(name, &rule.name, dfa, &mut self.table));
            }
            return format!(
                "\n/// `{}`\npub(crate) {} {name}(s: Text<'_>, at: usize) -> usize {{\n    machines::{name}(scan::bytes(s), at)\n}}\n",
                rule.name,
                self.form.reading(),
            );
        }
        let nodes = self.nodes;
        let node = &nodes[function.rule];
        self.body = Body::new();
        self.copies = 0;
        self.hints.clear();
        let at = Offset::of("at");
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
            self.hints.push(Hint { at: at.clone(), kind: kind.clone(), end: Offset::of("known") });
        }
        if self.known.is_recursive(function.rule) {
            parameters.push_str(", stack: usize");
        }
        if self.known.body(function.rule).captures {
            parameters.push_str(", out: &mut Sink");
        }
        let end = self.matched(node, &at, &Failure::Return);
        self.body.write_value(&end);
        let frame =
            if self.known.is_recursive(function.rule) { self.frame(function.rule) } else { String::new() };

        let inline = if self.known.inlined(function.rule) { "#[inline(always)]\n" } else { "" };
        let keyword = self.form.reading();
        format!(
            "\n/// {docs}\n{inline}pub(crate) {keyword} {}({parameters}) -> usize {{\n{frame}{}}}\n",
            function.name, self.body
        )
    }

    /// Returns the source of the check for remaining stack space, at the beginning of the function of a recursive rule.
    fn frame(&self, rule: usize) -> String {
        let mut bytes = self.frames[rule].to_string();
        if self.form.undo == Undo::Copy && self.copies > 0 {
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

/// Removes the functions that the base also has, if all functions that they call, directly or indirectly, are removed, too.
fn drop_known(functions: &mut Vec<(String, String)>, base: &Base) {
    let mut own: HashSet<String> = HashSet::new();
    loop {
        let calls_own = |source: &str| {
            let called = source.split("self::").skip(1).filter_map(|call| call.split('(').next());
            called.into_iter().any(|name| own.contains(name))
        };
        let is_own = |name: &str, source: &String| {
            !own.contains(name) && (!base.functions.contains(source) || calls_own(source))
        };
        let found: Vec<String> = functions
            .iter()
            .filter(|(name, source)| is_own(name, source))
            .map(|(name, _)| name.clone())
            .collect();
        if found.is_empty() {
            break;
        }
        own.extend(found);
    }
    functions.retain(|(name, _)| own.contains(name));
}

/// The source of the functions of rules, and of the items that they share.
pub(super) struct Source {
    pub(super) functions: String,
    /// The name of the function that matches a given rule.
    pub(super) end: String,
    /// The state machines.
    pub(super) machines: String,
    /// The classes and tables for reading byte by byte.
    pub(super) shared: String,
    /// The classes and functions for reading words.
    pub(super) words: String,
    /// The classes and types for reading windows.
    pub(super) windows: String,
    /// The parts of the code that variants of the grammar can reuse.
    pub(super) written: Base,
}
