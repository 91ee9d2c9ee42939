//! Compiles a PEG to Rust: one function per rule, with PEG's exact semantics, that does not allocate and can
//! run in constant expressions too.
//!
//! In: a `Peg`, the names of the rules to report, and the names of the types that they are reported to. The
//! code knows no rule by name.
//! Out: the source of a module, and the rules that it leaves to pest. `node` shapes expressions, `facts`
//! analyses them, `machine` turns rules with few strings into state machines, and `write` writes the
//! functions. The files in `runtime` are copied to the source; they are not compiled here. `generate` adds the enum of rules, the parser of pest_derive and the tables of the automata.
//! Next: none. The library's build script writes the source to a file, which the library includes.

mod distinct;
mod facts;
pub(crate) mod generate;
mod machine;
mod node;
mod table;
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
use node::Node;
use write::{Source, Writer};

/// The names that the compiled code refers to. Each is a path that can be named from it.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// The rules to report, by name.
    pub captured: &'a [&'a str],
    /// The enum that has a variant for each captured rule.
    pub capture: &'a str,
    /// The type that takes reports: `Copy`, with
    /// `const fn capture(&mut self, rule, start: usize, end: usize)`.
    pub sink: &'a str,
    /// The enum of the rules that can be asked for.
    pub rule: &'a str,
    /// The names of the rules for which that enum has a variant; a name that the grammar does not define
    /// never matches.
    pub rules: &'a [&'a str],
}

/// A grammar as Rust source.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The contents of a module: `const fn parse(rule, text: &str, out: &mut sink) -> bool`; `const fn end`,
    /// which takes the same arguments and returns where the rule ends; `const fn is_compiled(rule) -> bool`;
    /// and the functions that these call. The three are visible where the source is included.
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
/// use urigram_grammar::{Grammar, Peg, Target, compile_within};
///
/// let peg = Peg::new(&Grammar::read("digit = { '0'..'9' }", "digit.pest")?);
/// let (capture, sink, rule) = ("super::Capture", "super::Sink", "super::Rule");
/// let target = Target { captured: &[], capture, sink, rule, rules: &["digit"] };
/// assert!(compile_within(100_000, &peg, &target).is_some());
/// assert!(compile_within(100, &peg, &target).is_none());
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[must_use]
pub fn compile_within(longest: usize, peg: &Peg, target: &Target<'_>) -> Option<Compiled> {
    let nodes = node::shape(peg.rules());
    let captured = |rule: &Rule| rule.capture && target.captured.contains(&rule.name.as_str());
    let known = Known::new(peg.rules(), &nodes, &captured);
    let machines = machines(peg, &nodes, &known);
    let mut writer = Writer::new(peg.rules(), &nodes, &known, machines);

    let (mut starts, mut compiled, mut refused) = (String::new(), Vec::new(), Vec::new());
    let asked: HashSet<&str> = target.rules.iter().copied().collect();
    for name in peg.names().filter(|name| asked.contains(name)) {
        let variant = format!("Rule::r#{name}");
        match peg.rule(name) {
            Ok(rule) => {
                let call = writer.start(rule);
                let _ = writeln!(starts, "        {variant} => {{\n            let end = {call};");
                if known.captured(rule) {
                    let _ = writeln!(starts, "            out.capture(Capture::r#{name}, 0, end);");
                }
                starts.push_str("            end\n        }\n");
                compiled.push(variant);
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
    let _ = write!(
        source,
        "
/// Returns whether `parse` can parse the rule.
pub(crate) const fn is_compiled(rule: Rule) -> bool {{
    matches!(rule, {compiled})
}}

/// Returns whether `rule` matches the whole of `text`; its captures are reported to `out`.
#[inline(always)]
pub(crate) const fn parse(rule: Rule, text: &str, out: &mut Sink) -> bool {{
    end(rule, text, out) == text.len()
}}

/// Returns the offset at which `rule` ends if it begins at the start of `text`, or a value greater than the
/// length of `text` if it does not match; its captures are reported to `out`.
#[inline(always)]
pub(crate) const fn end(rule: Rule, text: &str, out: &mut Sink) -> usize {{
    let s = text.as_bytes();
    match rule {{
{starts}        _ => scan::NO,
    }}
}}
"
    );
    (source.len() <= longest).then_some(Compiled { source, refused })
}

/// Returns the automata of the rules that are compiled to state machines: those with few strings and with
/// alternatives that begin with the same characters, if a rule that is not itself one of them calls them.
fn machines(peg: &Peg, nodes: &[Node], known: &Known<'_>) -> HashMap<usize, Dfa> {
    let mut alike: Vec<bool> = Vec::with_capacity(nodes.len());
    for node in nodes {
        alike.push(known.repeats_work(node, &alike));
    }
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
