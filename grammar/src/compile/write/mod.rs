//! Writes the function of a rule.
//!
//! A function takes the bytes, a place in them and, if a rule below it is captured, where captures go;
//! it gives the place where its rule ends, or `NO`. Failure leaves a block, so that the code reads from
//! top to bottom as the rule does.

mod choice;
mod hint;
mod span;

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::characters::charset::CharSet;
use crate::dfa::Dfa;
use crate::peg::rule::Rule;

use super::facts::Known;
use super::machine;
use super::node::{Node, Run};
use super::table::{Table, ascii, beyond};

use hint::{Hint, Told};

/// How many tests in a row are written out before they become a loop.
const UNROLL: usize = 4;

/// How many tests one condition holds. It is parsed as one nested in the other, so that one of all the tests
/// of a long text would overflow rustc's stack.
const CONDITION: usize = 16;

/// How deep lines are indented, so that the code of a deep rule is not mostly blanks.
const INDENT: usize = 25;

/// A function to write: a rule, and what it is told of the place where it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Function {
    rule: usize,
    told: Option<Told>,
    name: String,
}

/// What to do where an expression does not match.
#[derive(Debug, Clone)]
enum Failure {
    /// The function does not match.
    Return,
    /// Leave the block of this label.
    Leave(String),
}

/// Whether a call that is to be reported is reported where it stands, or by who asked for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reports {
    Here,
    Later,
}

pub(super) struct Writer<'a> {
    rules: &'a [Rule],
    nodes: &'a [Node],
    known: &'a Known<'a>,
    table: Table,
    runs: Vec<Run>,
    wides: Vec<Vec<(u32, u32)>>,
    functions: Vec<Function>,
    machines: HashMap<usize, Dfa>,
    body: String,
    indent: usize,
    names: usize,
    hints: Vec<Hint>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
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
            body: String::new(),
            indent: 0,
            names: 0,
            hints: Vec::new(),
        }
    }

    /// An expression that calls the rule at the start of the input.
    pub(super) fn start(&mut self, rule: usize) -> String {
        self.call(rule, "0", "out").replacen("self::", "rules::", 1)
    }

    /// The functions of all rules called so far and of those that they call, and what they share.
    pub(super) fn finish(mut self) -> Source {
        let mut functions = String::new();
        let mut written = 0;
        while let Some(function) = self.functions.get(written).cloned() {
            written += 1;
            functions.push_str(&self.function(&function));
        }
        let mut runs = String::new();
        let mut done = 0;
        while let Some(run) = self.runs.get(done).cloned() {
            runs.push_str(&self.run_function(done, &run));
            done += 1;
        }
        let mut shared = self.table.source();
        shared.push_str(include_str!("../scan.rs"));
        if !self.wides.is_empty() {
            shared.push_str(include_str!("../wide.rs"));
        }
        for (at, ranges) in self.wides.iter().enumerate() {
            let _ = writeln!(shared, "\npub(super) const WIDE{at}: &[(u32, u32)] = &{ranges:?};");
        }
        shared.push_str(&runs);
        Source { functions, shared }
    }

    fn function(&mut self, function: &Function) -> String {
        let rule = &self.rules[function.rule];
        if let Some(dfa) = self.machines.get(&function.rule) {
            let (name, machine) = (&function.name, format!("machine{}", function.rule));
            let states = machine::source(&machine, &rule.name, dfa, &mut self.table);
            return format!(
                "\n/// `{}`\npub(super) const fn {name}(s: &[u8], at: usize) -> usize {{\n    {machine}::q0(s, at, scan::NO)\n}}\n{states}",
                rule.name
            );
        }
        let nodes = self.nodes;
        let node = &nodes[function.rule];
        self.body.clear();
        self.names = 0;
        self.indent = 1;
        self.hints.clear();
        let mut parameters = "s: &[u8], at: usize".to_owned();
        if let Some(told) = &function.told {
            parameters.push_str(", told: usize");
            self.hints.push(Hint { at: "at".to_owned(), told: told.clone(), end: "told".to_owned() });
        }
        if self.known.body(function.rule).captures {
            parameters.push_str(", out: &mut Sink");
        }
        let end = self.matched(node, "at", &Failure::Return);
        self.give(&end);

        let inline = if self.known.inlined(function.rule) { "#[inline(always)]\n" } else { "" };
        format!(
            "\n/// `{}`\n{inline}pub(super) const fn {}({parameters}) -> usize {{\n{}}}\n",
            rule.name, function.name, self.body
        )
    }

    /// A name that nothing else has: the rule's, or with a number where the rule stands in several
    /// contexts.
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

    fn function_for(&mut self, rule: usize, told: Option<Told>) -> String {
        // The same body in two contexts, one of which makes tokens, is one function.
        let nodes = self.nodes;
        let same = |other: &&Function| {
            other.told == told
                && self.rules[other.rule].name == self.rules[rule].name
                && nodes[other.rule] == nodes[rule]
        };
        if let Some(function) = self.functions.iter().find(same) {
            return function.name.clone();
        }
        let name = self.free_name(rule);
        self.functions.push(Function { rule, told, name: name.clone() });
        name
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.body, "{:1$}{line}", "", self.indent.min(INDENT) * 4);
    }

    /// The value of a block. What was given a name only just before stands for itself.
    fn give(&mut self, value: &str) {
        let named = self.body.trim_end().rsplit('\n').next().unwrap_or_default();
        match named.trim().strip_prefix(&format!("let {value} = ")).and_then(|end| end.strip_suffix(';')) {
            Some(end) => {
                let end = end.to_owned();
                self.body.truncate(self.body.len() - named.len() - 1);
                self.line(&end);
            }
            None => self.line(value),
        }
    }

    fn open(&mut self, line: &str) {
        self.line(line);
        self.indent += 1;
    }

    fn close(&mut self, line: &str) {
        self.indent -= 1;
        self.line(line);
    }

    fn fresh(&mut self, letter: char) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    fn fail(failure: &Failure) -> String {
        match failure {
            Failure::Return => "return scan::NO;".to_owned(),
            Failure::Leave(label) => format!("break '{label};"),
        }
    }

    fn fail_if(&mut self, condition: &str, failure: &Failure) {
        self.open(&format!("if {condition} {{"));
        self.line(&Self::fail(failure));
        self.close("}");
    }

    /// Writes the code that matches a node at a place; gives the place where it ends.
    fn node(&mut self, node: &Node, at: &str, failure: &Failure) -> String {
        match node {
            Node::Empty => at.to_owned(),
            Node::Fail => {
                self.fail_if("true", failure);
                at.to_owned()
            }
            Node::Start => {
                self.fail_if(&format!("{at} != 0"), failure);
                at.to_owned()
            }
            Node::End => {
                self.fail_if(&format!("{at} != s.len()"), failure);
                at.to_owned()
            }
            Node::One(set) => self.one(set, at, failure),
            Node::Run(run) => self.run(run, at),
            Node::Call(rule) => {
                let call = self.call(*rule, at, "out");
                self.placed(&call, self.known.body(*rule).fallible, failure)
            }
            Node::Seq(parts) => self.seq(parts, at, failure),
            Node::Choice(parts) => self.choice(parts, at, failure),
            Node::Repeat { inner, min: 0, max: Some(1) } => self.optional(inner, at),
            Node::Repeat { inner, min, max } => self.repeat(inner, *min, *max, at, failure),
            Node::Not(inner) => {
                let label = self.fresh('n');
                let hints = self.hints.len();
                self.open(&format!("'{label}: {{"));
                self.node(inner, at, &Failure::Leave(label));
                self.line(&Self::fail(failure));
                self.close("}");
                self.hints.truncate(hints);
                at.to_owned()
            }
            Node::And(inner) => {
                self.node(inner, at, failure);
                at.to_owned()
            }
        }
    }

    /// Gives the value of an expression a name, and fails if it is `NO`.
    fn placed(&mut self, value: &str, fallible: bool, failure: &Failure) -> String {
        if !fallible && value.chars().all(|c| c.is_alphanumeric()) {
            return value.to_owned();
        }
        let place = self.fresh('p');
        self.line(&format!("let {place} = {value};"));
        if fallible {
            self.fail_if(&format!("{place} == scan::NO"), failure);
        }
        place
    }

    /// Whether a byte of each set stands there, in a row.
    fn test(&mut self, sets: &[&CharSet], at: &str) -> String {
        let tests = sets.iter().enumerate().map(|(index, set)| self.table.test(set, &plus(at, index)));
        tests.collect::<Vec<String>>().join(" && ")
    }

    fn bytes(&mut self, sets: &[&CharSet], at: &str, failure: &Failure) -> String {
        if sets.len() > CONDITION
            && let Some(text) = text(sets)
        {
            self.fail_if(&format!("!scan::text(s, {at}, {text})"), failure);
            return plus(at, sets.len());
        }
        sets.chunks(CONDITION).fold(at.to_owned(), |at, sets| {
            let test = self.test(sets, &at);
            let negated = if sets.len() == 1 { format!("!{test}") } else { format!("!({test})") };
            self.fail_if(&negated, failure);
            plus(&at, sets.len())
        })
    }

    fn one(&mut self, set: &CharSet, at: &str, failure: &Failure) -> String {
        let Some(wide) = beyond(set) else { return self.bytes(&[set], at, failure) };
        let (test, wide) = (self.table.test(&ascii(set), at), self.wide(&wide, at));
        self.placed(&format!("if {test} {{ {} }} else {{ {wide} }}", plus(at, 1)), true, failure)
    }

    /// Captures of a sequence's parts wait until nothing after them can fail.
    fn seq(&mut self, parts: &[Node], at: &str, failure: &Failure) -> String {
        let mut waiting: Vec<String> = Vec::new();
        let mut place = at.to_owned();
        let each = self.known.each(parts);
        // How many parts there are up to the last that can fail.
        let fallible = each.iter().rposition(|facts| facts.fallible).map_or(0, |last| last + 1);
        let mut index = 0;
        while let Some(part) = parts.get(index) {
            if index >= fallible || self.known.reports(part, &each[index]) {
                self.report(&mut waiting);
            }
            if let Some(end) = self.begun(&parts[index..], &place, failure) {
                place = end;
                index += 2;
                continue;
            }
            let bytes: Vec<&CharSet> = parts[index..].iter().map_while(byte_set).collect();
            if !bytes.is_empty() {
                index += bytes.len();
                place = self.bytes(&bytes, &place, failure);
                continue;
            }
            self.look_ahead(parts, index, &place);
            let fails_later = index + 1 < fallible;
            let end = if let (Node::Choice(alternatives), true) = (part, fails_later || !waiting.is_empty())
                && let Some(rules) = self.known.candidates(part)
            {
                let (end, matched) = self.choice_of(alternatives, &place, failure);
                waiting.extend(self.captured_one_of(&rules, &matched, &place, &end));
                end
            } else {
                self.node(part, &place, failure)
            };
            if let Node::Call(rule) = part {
                waiting.extend(self.captured(*rule, &place, &end));
            }
            if matches!(part, Node::Repeat { .. }) {
                self.follow(&place, &end);
            }
            place = end;
            index += 1;
        }
        self.report(&mut waiting);
        place
    }

    fn report(&mut self, waiting: &mut Vec<String>) {
        for capture in waiting.drain(..) {
            self.line(&capture);
        }
    }

    fn captured(&self, rule: usize, start: &str, end: &str) -> Option<String> {
        self.capture(rule, start, end).map(|capture| format!("{capture};"))
    }

    fn capture(&self, rule: usize, start: &str, end: &str) -> Option<String> {
        let name = &self.rules[rule].name;
        self.known.captured(rule).then(|| format!("out.capture(Capture::r#{name}, {start}, {end})"))
    }

    /// Writes a try that may fail: what it captured is undone if it does.
    fn attempt(&mut self, node: &Node, at: &str, reports: Reports, then: impl FnOnce(&mut Self, &str)) {
        let facts = self.known.facts(node);
        let hints = self.hints.len();
        if !facts.fallible {
            let end = self.part(node, at, reports, &Failure::Return);
            then(self, &end);
            self.hints.truncate(hints);
            return;
        }
        let parts = if let Node::Seq(parts) = node { parts } else { core::slice::from_ref(node) };
        if parts.len() <= CONDITION
            && let Some(sets) = parts.iter().map(byte_set).collect::<Option<Vec<&CharSet>>>()
        {
            let test = self.test(&sets, at);
            self.open(&format!("if {test} {{"));
            then(self, &plus(at, sets.len()));
            self.close("}");
            return;
        }
        let label = self.fresh('a');
        if facts.dirty {
            self.line(&format!("let saved_{label} = *out;"));
        }
        self.open(&format!("'{label}: {{"));
        let end = self.part(node, at, reports, &Failure::Leave(label.clone()));
        then(self, &end);
        self.close("}");
        if facts.dirty {
            self.line(&format!("*out = saved_{label};"));
        }
        self.hints.truncate(hints);
    }

    fn part(&mut self, node: &Node, at: &str, reports: Reports, failure: &Failure) -> String {
        match reports {
            Reports::Here => self.matched(node, at, failure),
            Reports::Later => self.node(node, at, failure),
        }
    }

    /// A node, and its capture if it is a call.
    fn matched(&mut self, node: &Node, at: &str, failure: &Failure) -> String {
        self.seq(core::slice::from_ref(node), at, failure)
    }

    fn optional(&mut self, inner: &Node, at: &str) -> String {
        let (label, place) = (self.fresh('o'), self.fresh('p'));
        self.line(&format!("let mut {place} = {at};"));
        // What undoes a try that failed stands after it, so a match leaves both.
        let undoes = self.known.facts(inner).dirty;
        if undoes {
            self.open(&format!("'{label}: {{"));
        }
        self.attempt(inner, at, Reports::Here, |writer, end| {
            writer.line(&format!("{place} = {end};"));
            if undoes {
                writer.line(&format!("break '{label};"));
            }
        });
        if undoes {
            self.close("}");
        }
        place
    }

    fn repeat(
        &mut self,
        inner: &Node,
        min: usize,
        max: Option<usize>,
        at: &str,
        failure: &Failure,
    ) -> String {
        if max == Some(min) && min <= UNROLL && matches!(inner, Node::One(_)) {
            return (0..min).fold(at.to_owned(), |at, _| self.node(inner, &at, failure));
        }
        if let (Node::One(set), Some(max)) = (inner, max)
            && beyond(set).is_none()
        {
            let end = format!("scan::up_to(s, {at}, {max}, {})", self.table.mask(set));
            let end = self.placed(&end, false, failure);
            if min > 0 {
                self.fail_if(&format!("{end} < {}", plus(at, min)), failure);
            }
            return end;
        }
        let place = self.fresh('p');
        let count = self.fresh('n');
        self.line(&format!("let mut {place} = {at};"));
        let counted = min > 0 || max.is_some();
        if counted {
            self.line(&format!("let mut {count} = 0;"));
        }
        let label = self.fresh('r');
        match max {
            Some(max) => self.open(&format!("'{label}: while {count} < {max} {{")),
            None => self.open(&format!("'{label}: loop {{")),
        }
        let infallible = !self.known.facts(inner).fallible;
        self.attempt(inner, &place, Reports::Here, |writer, end| {
            writer.line(&format!("{place} = {end};"));
            if counted {
                writer.line(&format!("{count} += 1;"));
            }
            writer.line(&format!("continue '{label};"));
        });
        if !infallible {
            self.line("break;");
        }
        self.close("}");
        if min > 0 {
            self.fail_if(&format!("{count} < {min}"), failure);
        }
        place
    }
}

/// The code of the rules, and what it calls.
pub(super) struct Source {
    pub(super) functions: String,
    pub(super) shared: String,
}

/// The set of a single character that is a byte.
fn byte_set(node: &Node) -> Option<&CharSet> {
    match node {
        Node::One(set) if beyond(set).is_none() => Some(set),
        _ => None,
    }
}

/// The text that sets of one byte each spell, as a literal.
fn text(sets: &[&CharSet]) -> Option<String> {
    let byte = |set: &&CharSet| set.as_single().and_then(|c| u8::try_from(c).ok());
    let bytes: Vec<u8> = sets.iter().map(byte).collect::<Option<_>>()?;
    Some(format!("b\"{}\"", bytes.escape_ascii()))
}

/// `at + n`, with the numbers added up.
fn plus(at: &str, n: usize) -> String {
    if n == 0 {
        return at.to_owned();
    }
    match at.split_once(" + ") {
        Some((place, before)) => format!("{place} + {}", before.parse::<usize>().unwrap_or(0) + n),
        None => match at.parse::<usize>() {
            Ok(number) => (number + n).to_string(),
            Err(_) => format!("{at} + {n}"),
        },
    }
}
