//! Compiles a PEG to Rust: one function per rule, with PEG's exact semantics, that does not allocate and can
//! run in constant expressions too, unless the sink cannot.
//!
//! In: a `Peg`, the names of the rules to report, and the names of the types that they are reported to. The
//! code knows no rule by name.
//! Out: the source of a module, and the rules that it leaves to pest. `shape` makes `node`s and `run`s of expressions, `facts`
//! analyses them, `frame` estimates the stack of recursive rules, `machine` turns rules with few strings into state machines, and `write` writes the
//! functions. The files in `runtime` are copied to the source; they are not compiled here. `generate` adds the enum of rules, the parser of pest_derive and the tables of the automata.
//! Next: none. The library's build script writes the source to a file, which the library includes.

mod distinct;
mod facts;
mod frame;
pub(crate) mod generate;
mod machine;
mod node;
mod run;
mod shape;
mod table;
pub(crate) mod target;
mod unit;
mod write;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;

use crate::dfa::Dfa;
use crate::dfa::automaton::Limits;
use crate::dfa::longest::longest;
use crate::error::Refused;
use crate::peg::Peg;
use crate::peg::rule::Rule;

use facts::Known;
use frame::{STACK, frames};
use node::Node;
use target::{Target, Undo};
use write::{Source, Writer};

/// A grammar as Rust source.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The contents of a module: `fn parse(rule, text: &str, out: &mut sink) -> bool`; `fn end`, which takes the
    /// same arguments and returns where the rule ends, or more than the text's length if it does not match;
    /// `fn is_compiled(rule) -> bool`; and the functions that these call. The three are visible where the source is
    /// included, and `const` under [`Undo::Copy`].
    ///
    /// A recursive rule takes stack at each level of a text. If it takes more than `STACK` bytes, `end` returns
    /// `TOO_DEEP`, whatever else could match: it is not known whether the rule does. `end_within` has the number of
    /// bytes as an argument. These two are there if a rule in `target.rules` is recursive.
    ///
    /// Reports of a rule that matches the whole text are the nodes of pest's tree whose rules are captured, in the
    /// order in which the rules end. What is reported by a part that fails is taken back, as [`Undo`] says.
    ///
    /// Time is that of PEGs without memory: where alternatives of a recursive rule begin with the same recursive
    /// call, other than directly, it may double with each level of the text, as it does with pest.
    ///
    /// Captures are reported as they match. If a rule ends before the text does, the reports are those of the
    /// part that it matched; if it does not match at all, the contents of `out` are unspecified: reports of
    /// parts that did match, or none.
    pub source: String,
    /// The rules that have no code, and why.
    pub refused: Vec<Refused>,
}

/// Compiles every rule in `target.rules`, and lists those that cannot be compiled.
#[must_use]
pub fn compile(peg: &Peg, target: &Target<'_>) -> Compiled {
    // INVARIANT: no source is longer than memory.
    compile_within(usize::MAX, peg, target).unwrap_or_else(|| panic!("a source longer than memory"))
}

/// As [`compile`]; returns nothing if the source takes more than that many bytes, and stops writing soon after them.
/// Small rules are inlined in their callers, so the source may be hundreds of times as long as the grammar.
///
/// ```
/// use urigram_grammar::{Grammar, Peg, Target, Undo, compile_within};
///
/// let peg = Peg::new(&Grammar::read("digit = { '0'..'9' }", "digit.pest")?);
/// let (capture, sink, rule) = ("super::Capture", "super::Sink", "super::Rule");
/// let target = Target { captured: &[], capture, sink, undo: Undo::Copy, rule, rules: &["digit"] };
/// assert!(compile_within(100_000, &peg, &target).is_some());
/// assert!(compile_within(100, &peg, &target).is_none());
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[must_use]
pub fn compile_within(longest: usize, peg: &Peg, target: &Target<'_>) -> Option<Compiled> {
    let (rules, decided) = (peg.definitions(), peg.rules().len());
    let nodes = shape::shape(rules);
    let captured = |rule: &Rule| rule.capture && target.captured.contains(&rule.name.as_str());
    let known = Known::new(rules, decided, &nodes, &captured);
    let machines = machines(peg, &nodes, &known);
    let mut writer = Writer::new(rules, &nodes, &known, target.undo, frames(&nodes, &known), machines);

    let (mut starts, mut compiled, mut refused) = (String::new(), Vec::new(), Vec::new());
    let mut is_recursive = false;
    let asked: HashSet<&str> = target.rules.iter().copied().collect();
    for name in peg.names().filter(|name| asked.contains(name)) {
        let variant = format!("Rule::r#{name}");
        match peg.definition(name) {
            Ok(rule) => {
                let call = writer.start(rule);
                let _ = writeln!(starts, "        {variant} => {{\n            let end = {call};");
                if known.captured(rule) {
                    let _ = writeln!(starts, "            out.capture(Capture::r#{name}, 0, end);");
                }
                starts.push_str("            end\n        }\n");
                compiled.push(variant);
                is_recursive |= known.is_recursive(rule);
            }
            Err(reason) => refused.push(reason),
        }
    }

    let Source { functions, shared } = writer.finish(longest)?;
    let Target { capture, sink, rule, .. } = target;
    let mut source = format!(
        "// Some of the shared functions are used by no rule of this grammar.
#![allow(unused, nonstandard_style, clippy::all, clippy::pedantic, clippy::nursery)]

use {capture} as Capture;
use {rule} as Rule;
use {sink} as Sink;

/// Functions that test and scan bytes.
mod scan {{
    use super::scan;

{}}}

/// The rules.
mod rules {{
    use super::{{Capture, Sink, scan}};
{}}}
",
        indented(&shared),
        indented(&functions)
    );
    let compiled = if compiled.is_empty() { "_ if false".to_owned() } else { compiled.join(" | ") };
    source.push_str(&entries(&compiled, &starts, target.undo, is_recursive));
    (source.len() <= longest).then_some(Compiled { source, refused })
}

/// Returns the functions that are called from outside. `starts` has an arm for each rule.
fn entries(compiled: &str, starts: &str, undo: Undo, is_recursive: bool) -> String {
    let function = undo.keyword();
    let matched = format!(
        "    let s = text.as_bytes();
    match rule {{
{starts}        _ => scan::NO,
    }}"
    );
    let (body, within) = if is_recursive {
        (
            "    end_within(rule, text, STACK, out)".to_owned(),
            format!(
                "
/// How many bytes of stack recursive rules may take for `parse` and `end`, by what they take in a build that is
/// not optimized. Optimized, they take about a tenth.
pub(crate) const STACK: usize = {STACK};

/// As `end`, with another number of bytes than `STACK`.
#[inline(always)]
pub(crate) {function} end_within(rule: Rule, text: &str, stack: usize, out: &mut Sink) -> usize {{
{matched}
}}
"
            ),
        )
    } else {
        (matched, String::new())
    };
    format!(
        "
/// Returns whether `parse` can parse the rule.
pub(crate) const fn is_compiled(rule: Rule) -> bool {{
    matches!(rule, {compiled})
}}

/// Returns whether `rule` matches the whole of `text`; its captures are reported to `out`.
#[inline(always)]
pub(crate) {function} parse(rule: Rule, text: &str, out: &mut Sink) -> bool {{
    end(rule, text, out) == text.len()
}}

/// The value that `end` returns if recursive rules call each other so deep in `text` that it is not known whether
/// `rule` matches.
pub(crate) const TOO_DEEP: usize = scan::TOO_DEEP;

/// Returns the offset at which `rule` ends if it begins at the start of `text`, or a value greater than the
/// length of `text` if it does not match; its captures are reported to `out`.
#[inline(always)]
pub(crate) {function} end(rule: Rule, text: &str, out: &mut Sink) -> usize {{
{body}
}}
{within}"
    )
}

/// Returns the automata of the rules that are compiled to state machines: those with few strings and with
/// alternatives that begin with the same characters, if a rule that is not itself one of them calls them.
fn machines(peg: &Peg, nodes: &[Node], known: &Known<'_>) -> HashMap<usize, Dfa> {
    let mut alike: Vec<bool> = Vec::with_capacity(nodes.len());
    for node in &nodes[..peg.rules().len()] {
        alike.push(known.repeats_work(node, &alike));
    }
    // A recursive rule has no automaton.
    alike.resize(nodes.len(), false);
    let repeats: Vec<bool> =
        alike.iter().enumerate().map(|(rule, alike)| *alike && !known.body(rule).captures).collect();
    let callers = nodes.iter().zip(&repeats).filter(|(_, repeats)| !**repeats);
    let called: BTreeSet<usize> = callers.flat_map(|(node, _)| node.calls()).collect();
    let candidates = called.into_iter().filter(|&rule| repeats[rule]);
    // What is left after those before it may not be enough for a rule, which then becomes a function as others do.
    let mut steps = Limits::DEFAULT.steps;
    candidates
        .filter_map(|rule| Some((rule, longest(peg, rule, &mut steps).filter(machine::fits)?)))
        .collect()
}

fn indented(source: &str) -> String {
    source
        .lines()
        .map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") })
        .collect()
}
