//! Which expressions of one rule a match went through, as they are written.
//!
//! pest's optimizer rewrites expressions, so that a trace does not show what is written. Here each expression of the
//! rule becomes a rule of its own, whose calls the trace has.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "steps are those of a trace, and numbers those of marked expressions"
)]

use std::mem;

use crate::error::Error;
use crate::pest::big_stack::with_stack;
use crate::pest::meta::optimize::optimize;
use crate::pest::read::Grammar;
use crate::pest::rules::{RuleType, WrittenExpr, WrittenRule};
use crate::run::machine::Machine;
use crate::run::trace::step::{Outcome, Trace, What};

/// How often the expressions of a rule matched in one match of it.
///
/// ```
/// use urigram_grammar::Grammar;
///
/// let grammar = Grammar::read(r#"list = { "(" ~ (item ~ ";")* ~ ")" } item = { "a" | "b" }"#, "list.pest")?;
/// let Some(taken) = grammar.taken("list", "list", "(a;b;)", 1_000)? else { panic!() };
/// // The sequence, that of its first two parts, "(", the repetition, `item ~ ";"`, its parts, and ")".
/// assert_eq!(taken.times, [1, 1, 1, 1, 2, 2, 2, 1]);
///
/// let Some(second) = grammar.taken("item", "list", "(a;b;)", 1_000)? else { panic!() };
/// assert_eq!((second.start, second.end), (1, Some(2)));
/// assert_eq!(second.times, [1, 1, 0]);
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Taken {
    /// The number of times for each expression of the rule, in the order in which they begin in its
    /// [`WrittenRule`]: an expression comes before its operands. What a predicate has does not count. Of a match that
    /// failed, it is what led to the furthest place.
    pub times: Vec<usize>,
    /// The byte of the text at which the rule was called.
    pub start: usize,
    /// The byte after what it matched; `None` if it failed, or if the limit was reached.
    pub end: Option<usize>,
}

impl Grammar {
    /// Returns what a match of the text by the rule `start` took of `rule`: in its first match that is kept, or, if
    /// the text does not match, in the attempt that came furthest. `None` if it was not called within `limit` steps of
    /// a [`Trace`], there is no such rule, or pest's optimizer changes what it matches.
    ///
    /// Takes the time and memory of three traces, and linear time in the size of the grammar.
    ///
    /// # Errors
    ///
    /// [`Error::NoThread`] if no thread can be started.
    pub fn taken(&self, rule: &str, start: &str, text: &str, limit: usize) -> Result<Option<Taken>, Error> {
        let rules = self.written()?;
        let mut marker = Marker { rules: Vec::new(), is_box: Vec::new() };
        let (machine, marker) = with_stack(self.file_name(), move || {
            let mut all = rules;
            for written in all.iter_mut().filter(|written| written.name == rule) {
                let expr = mem::replace(&mut written.expr, WrittenExpr::Str(String::new()));
                written.expr = marker.mark(expr);
            }
            all.append(&mut marker.rules);
            Ok((Machine::of_rules(optimize(&all, &all)), marker))
        })?;
        let original = Machine::new(self);
        let (Ok(marked), Ok(plain)) = (machine.trace(start, text, limit), original.trace(start, text, limit))
        else {
            return Ok(None);
        };
        let (Some(call), Some(same)) = (call(&marked, rule), call(&plain, rule)) else { return Ok(None) };
        let end = |trace: &Trace<'_, '_>, step: usize| (trace.steps[step].start, trace.steps[step].end());
        if marked.matched != plain.matched || end(&marked, call) != end(&plain, same) {
            return Ok(None);
        }
        let (start, end) = end(&marked, call);
        Ok(Some(Taken { times: times(&marked, call, rule, &marker.is_box), start, end }))
    }
}

/// What gives each expression of a rule a rule of its own.
struct Marker {
    rules: Vec<WrittenRule>,
    /// Whether the expression has no operands.
    is_box: Vec<bool>,
}

impl Marker {
    /// Returns a call of the rule for the expression. No name of a grammar has a space.
    ///
    /// Recursion: within one rule, whose size is bounded where the grammar is read.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "an expression was added at its number"
    )]
    fn mark(&mut self, expr: WrittenExpr) -> WrittenExpr {
        let number = self.is_box.len();
        self.is_box.push(false);
        let expr = expr.map_operands(&mut |operand| self.mark(operand));
        self.is_box[number] = self.is_box.len() == number + 1;
        let name = format!("{number} ");
        self.rules.push(WrittenRule { name: name.clone(), ty: RuleType::Normal, expr });
        WrittenExpr::Ident(name)
    }
}

/// Returns the number of the expression that a step is the call of.
fn number(what: What<'_>) -> Option<usize> {
    match what {
        What::Rule(name) => name.strip_suffix(' ')?.parse().ok(),
        What::Expr(_) | What::Blanks(..) => None,
    }
}

/// Returns the furthest byte at which something within each step was tried.
fn reaches(trace: &Trace<'_, '_>) -> Vec<usize> {
    let mut reaches: Vec<usize> = trace.steps.iter().map(|step| step.start).collect();
    for (id, step) in trace.steps.iter().enumerate().rev() {
        if let Some(parent) = step.parent {
            reaches[parent] = reaches[parent].max(reaches[id]);
        }
    }
    reaches
}

/// Returns the call of the rule to show.
fn call(trace: &Trace<'_, '_>, rule: &str) -> Option<usize> {
    let calls = || (0..trace.steps.len()).filter(|&id| trace.steps[id].what == What::Rule(rule));
    let is_kept = |&id: &usize| trace.steps[id].is_kept && trace.steps[id].end().is_some();
    let kept = if trace.matched { calls().find(is_kept) } else { None };
    kept.or_else(|| {
        let reaches = reaches(trace);
        // The first one of those that came furthest.
        calls().rev().max_by_key(|&id| reaches[id])
    })
}

fn times(trace: &Trace<'_, '_>, call: usize, rule: &str, is_box: &[bool]) -> Vec<usize> {
    let steps = &trace.steps;
    let within = call..steps[call].subtree_end;
    let mut times = vec![0; is_box.len()];
    // What led to the furthest place counts, although it failed.
    let mut is_on_the_way = vec![false; steps.len()];
    if steps[call].outcome == Outcome::Failed {
        let furthest = within.clone().rev().max_by_key(|&id| steps[id].start);
        let mut way = furthest;
        while let Some(id) = way.filter(|&id| id >= call) {
            is_on_the_way[id] = true;
            way = steps[id].parent;
        }
    }
    let mut passes = vec![false; steps.len()];
    for id in within {
        let step = &steps[id];
        let is_passed = |parent: usize| {
            let around = &steps[parent];
            let is_another_call = parent != call && around.what == What::Rule(rule);
            let is_discarded = around.gave_up && !is_on_the_way[id];
            passes[parent] && !is_another_call && !is_discarded && !around.what.is_predicate()
        };
        let is_within = id == call || step.parent.is_some_and(is_passed);
        passes[id] = is_within && (step.outcome != Outcome::Failed || is_on_the_way[id]);
        let is_counted = |&number: &usize| passes[id] && (step.outcome != Outcome::Failed || !is_box[number]);
        if let Some(number) = number(step.what).filter(is_counted) {
            times[number] += 1;
        }
    }
    times
}
