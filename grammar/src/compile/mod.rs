//! Compiles a PEG to Rust, with a function for each rule. The functions have the exact semantics of the PEG, do not
//! allocate, and can be used in constant expressions if the sink can.
//!
//! In: a `Peg`, the names of the rules to report, and the names of the types that receive the reports.
//! Out: the source of a module, and the rules that cannot be compiled. `shape` rewrites expressions, `facts` analyzes
//! them, `machine` compiles rules with few strings to state machines, and `words` chooses the classes that are tested
//! for 16 bytes at once. `write` writes the functions, `source` adds the files in `runtime`, which are not compiled in
//! this crate, and `generate` writes the other source that a library needs.
//! Next: the library's build script, which writes the source to a file.

mod facts;
pub(crate) mod generate;
mod machine;
mod shape;
pub(crate) mod source;
mod words;
pub(crate) mod write;

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::compile::facts::{Known, frames};
use crate::compile::shape::Node;
use crate::compile::source::{Conditions, Entry, Module};
use crate::compile::write::writer::Target;
use crate::compile::write::{Base, Writer};
use crate::dfa::Dfa;
use crate::dfa::automaton::Limits;
use crate::dfa::tables::longest;
use crate::error::Refused;
use crate::peg::Peg;
use crate::peg::expr::Rule;

/// A grammar as Rust source.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The contents of a module, with three functions that are visible where the source is included:
    ///
    /// - `fn parse(rule, text: &str, out: &mut sink) -> bool` returns whether the rule matches the whole text.
    /// - `fn end(rule, text: &str, out: &mut sink) -> usize` returns the offset at which the rule ends, or a value greater
    ///   than the length of the text if the rule does not match.
    /// - `fn is_compiled(rule) -> bool` returns whether the rule has code.
    ///
    /// `is_compiled` is `const`. Under [`Undo::Copy`](crate::Undo::Copy), `parse` and `end` are `const`, too, unless
    /// [`Target::simd`] is set, which adds further functions that are.
    ///
    /// A recursive rule takes stack space for each level of nesting in a text. If it would take more than `STACK` bytes,
    /// `end` returns `TOO_DEEP`: it is unknown whether the rule matches, and no other alternative is tried. `end_within`
    /// takes this limit as an argument. `STACK` and `end_within` exist only if a rule in `target.rules` is recursive.
    ///
    /// If a rule matches the whole text, the reports are the nodes of pest's tree whose rules are captured, in the order
    /// in which the rules end. Reports of a failed attempt are undone as [`Undo`](crate::Undo) describes. If a rule ends
    /// before the text does, the reports are the nodes of the matched part. If a rule does not match, the contents of
    /// `out` are unspecified.
    ///
    /// There is no memoization. As in pest, the time may double with each level of nesting in a text if several
    /// alternatives of a recursive rule indirectly begin with the same recursive call.
    pub source: String,
    /// The rules without code, with the reason.
    pub refused: Vec<Refused>,
}

/// Compiles the rules in `target.rules`. The result lists the rules that cannot be compiled.
#[must_use]
pub fn compile(peg: &Peg, target: &Target<'_>) -> Compiled {
    compile_within(usize::MAX, peg, target).expect("no source is longer than memory")
}

/// Like [`compile`], but stops and returns `None` if the source becomes longer than `longest` bytes. The source may be
/// hundreds of times as long as the grammar, because small rules are inlined in their callers.
///
/// ```
/// use urigram_grammar::{Grammar, Peg, Target, Undo, compile_within};
///
/// let peg = Peg::new(&Grammar::read("digit = { '0'..'9' }", "digit.pest")?);
/// let (capture, sink, rule) = ("super::Capture", "super::Sink", "super::Rule");
/// let target = Target { captured: &[], capture, sink, undo: Undo::Copy, rule, rules: &["digit"], simd: false, bulk: false };
/// assert!(compile_within(100_000, &peg, &target).is_some());
/// assert!(compile_within(100, &peg, &target).is_none());
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[must_use]
pub fn compile_within(longest: usize, peg: &Peg, target: &Target<'_>) -> Option<Compiled> {
    let Parts { modules, source, refused } = compile_sharing(None, longest, peg, target)?;
    let modules = modules.iter().map(|module| module.inline(""));
    let source = format!("{ALLOWED}\n{}{source}", modules.collect::<String>());
    (source.len() <= longest).then_some(Compiled { source, refused })
}

/// Some shared functions may be unused.
const ALLOWED: &str =
    "#![allow(unused, nonstandard_style, clippy::all, clippy::pedantic, clippy::nursery)]\n";

/// The parts of the source of a grammar.
struct Parts {
    /// The submodules.
    modules: Vec<Module>,
    /// The contents of the module, which are the functions that are called from outside.
    source: String,
    refused: Vec<Refused>,
}

/// The code that the grammars of a library share.
#[derive(Debug)]
struct Shared {
    /// The path of a module with the contents of [`source::runtime`].
    runtime: String,
    conditions: Conditions,
    /// The path of the module of the first grammar, and its code. The other grammars are variants of it.
    base: Option<(String, Base)>,
}

/// Like [`compile_within`], but with `library`, the source is for this module of a library, and uses the code that
/// its grammars share.
fn compile_sharing(
    library: Option<(&mut Shared, &str)>,
    longest: usize,
    peg: &Peg,
    target: &Target<'_>,
) -> Option<Parts> {
    let Some((shared, module)) = library else {
        return compile_over(None, None, longest, peg, target).map(|(parts, _)| parts);
    };
    let base = shared.base.as_ref().map(|(_, base)| base);
    // A variant can only reuse the words of the base if it reads all classes that have words. If it does not, write
    // it in full.
    let (parts, written) = compile_over(Some(shared), base, longest, peg, target)
        .or_else(|| compile_over(Some(shared), None, longest, peg, target))?;
    shared.base.get_or_insert((module.to_owned(), written));
    Some(parts)
}

/// Compiles a grammar, reusing the code of a base grammar.
#[expect(clippy::indexing_slicing, reason = "a rule is an index of `nodes`")]
fn compile_over(
    shared: Option<&Shared>,
    base: Option<&Base>,
    longest: usize,
    peg: &Peg,
    target: &Target<'_>,
) -> Option<(Parts, Base)> {
    let (rules, acyclic) = (peg.definitions(), peg.rules().len());
    let nodes = shape::shape(rules);
    let captured = |rule: &Rule| rule.capture && target.captured.contains(&rule.name.as_str());
    let known = Known::new(rules, acyclic, &nodes, &captured);
    let machines = machines(peg, &nodes, &known);
    let frames = frames(&nodes, &known);
    let mut writer = Writer::new(rules, &nodes, &known, target.form(), frames, machines);
    if let Some((_, first)) = shared.and_then(|shared| shared.base.as_ref()) {
        writer = writer.with_machines(first);
    }
    if let Some(base) = base {
        writer = writer.over(base);
    }

    let (mut entries, mut refused) = (Vec::new(), Vec::new());
    let mut is_recursive = false;
    let by_words = facts::by_words(&nodes);
    let requested: HashSet<&str> = target.rules.iter().copied().collect();
    for name in peg.names().filter(|name| requested.contains(name)) {
        match peg.definition(name) {
            Ok(rule) => {
                entries.push(Entry {
                    name: name.to_owned(),
                    call: writer.start(rule),
                    is_captured: known.captured(rule),
                    by_words: target.simd && by_words[rule],
                });
                is_recursive |= known.is_recursive(rule);
            }
            Err(reason) => refused.push(reason),
        }
    }

    let source = writer.finish(longest)?;
    let library = shared.map(|shared| source::Library {
        runtime: &shared.runtime,
        conditions: shared.conditions,
        machines: shared.base.as_ref().map(|(module, _)| module.as_str()),
        base: shared.base.as_ref().filter(|_| base.is_some()).map(|(module, _)| module.as_str()),
    });
    let (modules, module) = source::modules(target, library.as_ref(), &source, &entries, is_recursive);
    Some((Parts { modules, source: module, refused }, source.written))
}

/// Returns the automata of the rules that are compiled to state machines. These are rules with few strings that report
/// nothing, whose alternatives begin with the same characters, and that are called by a rule without these properties.
#[expect(
    clippy::indexing_slicing,
    reason = "there is a node for each rule, and the rules with automata come first"
)]
fn machines(peg: &Peg, nodes: &[Node], known: &Known<'_>) -> HashMap<usize, Dfa> {
    let mut repeats_work: Vec<bool> = Vec::with_capacity(nodes.len());
    for node in &nodes[..peg.rules().len()] {
        repeats_work.push(known.repeats_work(node, &repeats_work));
    }
    // A recursive rule has no automaton.
    repeats_work.resize(nodes.len(), false);
    let repeats = repeats_work.iter().enumerate();
    let repeats: Vec<bool> = repeats.map(|(rule, repeats)| *repeats && !known.body(rule).captures).collect();
    let callers = nodes.iter().zip(&repeats).filter(|(_, repeats)| !**repeats);
    let called: BTreeSet<usize> = callers.flat_map(|(node, _)| node.calls()).collect();
    let candidates = called.into_iter().filter(|&rule| repeats[rule]);
    // A rule for which too few steps remain becomes a normal function.
    let mut steps = Limits::DEFAULT.steps;
    candidates
        .filter_map(|rule| Some((rule, longest(peg, rule, &mut steps).filter(machine::fits)?)))
        .collect()
}
