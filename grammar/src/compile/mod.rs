//! Compiles a PEG to Rust: one function per rule, with PEG's exact semantics, without allocation, and usable
//! in constant expressions if the sink is.
//!
//! In: a `Peg`, the names of the rules to report, and the names of the types that receive the reports.
//! Out: the source of a module, and the rules that it leaves to pest. `shape` rewrites expressions, `facts`
//! analyses them, `machine` turns rules with few strings into state machines, and `words` finds the classes
//! that are tested for 16 bytes at once. `write` writes the functions, `source` adds the files in `runtime`,
//! which are not compiled here, and `generate` the rest of what a library needs.
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
use crate::compile::source::{Entry, Module};
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
    /// The contents of a module: `fn parse(rule, text: &str, out: &mut sink) -> bool`; `fn end`, which takes
    /// the same arguments and returns the offset at which the rule ends, or more than the text's length if it
    /// does not match; `fn is_compiled(rule) -> bool`; and the functions that these call. The three are
    /// visible where the source is included. `is_compiled` is `const`, and under
    /// [`Undo::Copy`](crate::Undo::Copy) so are the others, unless [`Target::simd`] is set, which adds those
    /// that are.
    ///
    /// A recursive rule takes stack at each level of a text. If it takes more than `STACK` bytes, `end`
    /// returns `TOO_DEEP`, even if another alternative could match: it is unknown whether the rule matches.
    /// `end_within` has the number of bytes as an argument. `TOO_DEEP` and `end_within` exist if a rule in
    /// `target.rules` is recursive.
    ///
    /// If a rule matches the whole text, the reports are the nodes of pest's tree whose rules are captured,
    /// in the order in which the rules end. Reports of a part that fails are undone by [`Undo`](crate::Undo).
    ///
    /// There is no memoization: if alternatives of a recursive rule begin with the same recursive call, other
    /// than directly, the time may double with each level of the text, as with pest.
    ///
    /// Captures are reported as they match. If a rule ends before the text does, the reports are those of the
    /// matched part; if it does not match at all, the contents of `out` are unspecified.
    pub source: String,
    /// The rules without code, with the reason.
    pub refused: Vec<Refused>,
}

/// Compiles every rule in `target.rules`, and lists the rules that cannot be compiled.
#[must_use]
pub fn compile(peg: &Peg, target: &Target<'_>) -> Compiled {
    compile_within(usize::MAX, peg, target).expect("no source is longer than memory")
}

/// Like [`compile`], but returns `None` if the source takes more than `longest` bytes, and stops writing soon
/// after them. Small rules are inlined in their callers, so the source may be hundreds of times as long as
/// the grammar.
///
/// ```
/// use urigram_grammar::{Grammar, Peg, Target, Undo, compile_within};
///
/// let peg = Peg::new(&Grammar::read("digit = { '0'..'9' }", "digit.pest")?);
/// let (capture, sink, rule) = ("super::Capture", "super::Sink", "super::Rule");
/// let target = Target { captured: &[], capture, sink, undo: Undo::Copy, rule, rules: &["digit"], simd: false };
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

/// The parts of a grammar's source.
struct Parts {
    modules: Vec<Module>,
    /// The functions that are called from outside the module.
    source: String,
    refused: Vec<Refused>,
}

/// The code that the grammars of a library share.
#[derive(Debug)]
struct Shared {
    /// The path of a module with the contents of [`source::runtime`].
    runtime: String,
    /// The `cfg` under which there are vectors.
    vectors: &'static str,
    /// The first grammar, of which the others are variants, and the path of its module.
    base: Option<(String, Base)>,
}

/// Like [`compile_within`], for a module of a library.
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
    // A variant that does not read all classes with words needs its own words.
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
    let (rules, decided) = (peg.definitions(), peg.rules().len());
    let nodes = shape::shape(rules);
    let captured = |rule: &Rule| rule.capture && target.captured.contains(&rule.name.as_str());
    let known = Known::new(rules, decided, &nodes, &captured);
    let machines = machines(peg, &nodes, &known);
    let frames = frames(&nodes, &known);
    let mut writer = Writer::new(rules, &nodes, &known, target.undo, target.simd, frames, machines);
    if let Some((_, first)) = shared.and_then(|shared| shared.base.as_ref()) {
        writer = writer.with_machines(first);
    }
    if let Some(base) = base {
        writer = writer.over(base);
    }

    let (mut entries, mut refused) = (Vec::new(), Vec::new());
    let mut is_recursive = false;
    let by_words = facts::by_words(&nodes);
    let asked: HashSet<&str> = target.rules.iter().copied().collect();
    for name in peg.names().filter(|name| asked.contains(name)) {
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
        vectors: shared.vectors,
        machines: shared.base.as_ref().map(|(module, _)| module.as_str()),
        base: shared.base.as_ref().filter(|_| base.is_some()).map(|(module, _)| module.as_str()),
    });
    let (modules, module) = source::modules(target, library.as_ref(), &source, &entries, is_recursive);
    Some((Parts { modules, source: module, refused }, source.written))
}

/// Returns the automata of the rules that are compiled to state machines: rules with few strings and with
/// alternatives that begin with the same characters, if another kind of rule calls them.
#[expect(
    clippy::indexing_slicing,
    reason = "there is a node for each rule, and the rules with automata come first"
)]
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
    // If too few steps remain for a rule, it becomes a normal function.
    let mut steps = Limits::DEFAULT.steps;
    candidates
        .filter_map(|rule| Some((rule, longest(peg, rule, &mut steps).filter(machine::fits)?)))
        .collect()
}
