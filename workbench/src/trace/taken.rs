//! Counts how often a match used each expression of a rule, and describes the ends of steps in
//! sentences.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "the steps are those of an unmodified trace: the parent of each precedes it, each begins in \
              the text, and the first iteration is 1; numbers are those of marked expressions"
)]

use std::mem;

use urigram_grammar::tree::optimize;
use urigram_grammar::{
    Error, Grammar, OptimizedExpr as Expr, RuleType, WrittenExpr, WrittenRule, with_stack,
};

use crate::trace::machine::{Machine, Stopped};
use crate::trace::step::{Outcome, Role, Step, Trace, What};

/// The number of matches of each expression of a rule, in one match of the rule.
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_workbench::Taken;
///
/// let grammar = Grammar::read(r#"list = { "(" ~ (item ~ ";")* ~ ")" } item = { "a" | "b" }"#, "list.pest")?;
/// let Some(taken) = Taken::of(&grammar, "list", "list", "(a;b;)", 1_000)? else { panic!() };
/// // The sequence, that of its first two parts, "(", the repetition, `item ~ ";"`, its parts, and ")".
/// assert_eq!(taken.times, [1, 1, 1, 1, 2, 2, 2, 1]);
///
/// let Some(second) = Taken::of(&grammar, "item", "list", "(a;b;)", 1_000)? else { panic!() };
/// assert_eq!((second.start, second.end), (1, Some(2)));
/// assert_eq!(second.times, [1, 1, 0]);
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Taken {
    /// The number of matches of each expression. The order is that in which the expressions begin in the
    /// [`WrittenRule`], so an expression comes before its operands. Matches in predicates do not count. If the
    /// match of the rule failed, the expressions on the path to the furthest offset count, too.
    pub times: Vec<usize>,
    /// The byte offset at which the rule was called.
    pub start: usize,
    /// The byte offset at which the match ends, or `None` if it failed or the limit was reached.
    pub end: Option<usize>,
}

impl Taken {
    /// Returns how often each expression of `rule` matched when the rule `start` parsed the text: in the
    /// first match of `rule` that was kept, or, if the text does not match, in the call of `rule` that
    /// reached furthest. Returns `None` if `rule` does not exist, was not called within `limit` steps of a
    /// [`Trace`], or matches differently when each of its expressions is a rule of its own, because pest
    /// then optimizes it differently.
    ///
    /// Takes the time and memory of two traces, and time linear in the size of the grammar.
    ///
    /// # Errors
    ///
    /// [`Error::NoThread`] if no thread can be started.
    pub fn of(
        grammar: &Grammar,
        rule: &str,
        start: &str,
        text: &str,
        limit: usize,
    ) -> Result<Option<Taken>, Error> {
        let rules = grammar.written()?;
        let mut marker = Marker { rules: Vec::new(), is_leaf: Vec::new() };
        let (machine, marker) = with_stack(grammar.file_name(), move || {
            let mut all = rules;
            for written in all.iter_mut().filter(|written| written.name == rule) {
                let expr = mem::replace(&mut written.expr, WrittenExpr::Str(String::new()));
                written.expr = marker.mark(expr);
            }
            all.append(&mut marker.rules);
            Ok((Machine::of_rules(optimize(&all, &all)), marker))
        })?;
        let original = Machine::new(grammar);
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
        Ok(Some(Taken { times: times(&marked, call, rule, &marker.is_leaf), start, end }))
    }
}

/// A transformation that makes each expression of a rule a separate rule.
struct Marker {
    rules: Vec<WrittenRule>,
    /// For each expression, whether it has no operands.
    is_leaf: Vec<bool>,
}

impl Marker {
    /// Returns a call to a new rule for the expression. The rule's name cannot collide with a name of
    /// the grammar, because those have no spaces.
    ///
    /// The recursion is bounded, because the grammar reader limits the nesting of a rule.
    fn mark(&mut self, mut expr: WrittenExpr) -> WrittenExpr {
        let number = self.is_leaf.len();
        self.is_leaf.push(false);
        for operand in expr.operands_mut() {
            *operand = self.mark(mem::replace(operand, WrittenExpr::Str(String::new())));
        }
        self.is_leaf[number] = self.is_leaf.len() == number + 1;
        let name = format!("{number} ");
        self.rules.push(WrittenRule { name: name.clone(), ty: RuleType::Normal, expr });
        WrittenExpr::Ident(name)
    }
}

/// Returns the number of the marked expression whose rule the step calls, if it calls one.
fn number(what: What<'_>) -> Option<usize> {
    match what {
        What::Rule(name) => name.strip_suffix(' ')?.parse().ok(),
        What::Expr(_) | What::Blanks(..) => None,
    }
}

/// Returns for each step the furthest byte offset at which one of its descendants was tried.
fn reaches(trace: &Trace<'_, '_>) -> Vec<usize> {
    let mut reaches: Vec<usize> = trace.steps.iter().map(|step| step.start).collect();
    for (id, step) in trace.steps.iter().enumerate().rev() {
        if let Some(parent) = step.parent {
            reaches[parent] = reaches[parent].max(reaches[id]);
        }
    }
    reaches
}

/// Returns the index of the call of the rule that [`Taken::of`] describes.
fn call(trace: &Trace<'_, '_>, rule: &str) -> Option<usize> {
    let calls = || (0..trace.steps.len()).filter(|&id| trace.steps[id].what == What::Rule(rule));
    let is_kept = |&id: &usize| trace.steps[id].is_kept && trace.steps[id].end().is_some();
    let kept = if trace.matched { calls().find(is_kept) } else { None };
    kept.or_else(|| {
        let reaches = reaches(trace);
        // Reversed, because of equal maxima `max_by_key` returns the last.
        calls().rev().max_by_key(|&id| reaches[id])
    })
}

fn times(trace: &Trace<'_, '_>, call: usize, rule: &str, is_leaf: &[bool]) -> Vec<usize> {
    let steps = &trace.steps;
    let within = call..steps[call].subtree_end;
    let mut times = vec![0; is_leaf.len()];
    // If the call failed, the expressions on the path to the furthest offset count.
    let mut is_on_path = vec![false; steps.len()];
    if steps[call].outcome == Outcome::Failed {
        let furthest = within.clone().rev().max_by_key(|&id| steps[id].start);
        let mut ancestor = furthest;
        while let Some(id) = ancestor.filter(|&id| id >= call) {
            is_on_path[id] = true;
            ancestor = steps[id].parent;
        }
    }
    let mut passes = vec![false; steps.len()];
    for id in within {
        let step = &steps[id];
        let is_passed = |parent: usize| {
            let around = &steps[parent];
            let is_another_call = parent != call && around.what == What::Rule(rule);
            let is_discarded = around.gave_up && !is_on_path[id];
            passes[parent] && !is_another_call && !is_discarded && !around.what.is_predicate()
        };
        let is_within = id == call || step.parent.is_some_and(is_passed);
        passes[id] = is_within && (step.outcome != Outcome::Failed || is_on_path[id]);
        let is_counted =
            |&number: &usize| passes[id] && (step.outcome != Outcome::Failed || !is_leaf[number]);
        if let Some(number) = number(step.what).filter(is_counted) {
            times[number] += 1;
        }
    }
    times
}

/// The maximum number of characters of an unexpected text that are shown.
const FOUND: usize = 20;

impl Trace<'_, '_> {
    /// Returns a sentence about the end of a step: why it failed, and which step is tried next.
    ///
    /// ```
    /// use urigram_grammar::Grammar;
    /// use urigram_workbench::Machine;
    ///
    /// let machine = Machine::new(&Grammar::read(r#"unit = { "m" | "min" }"#, "unit.pest")?);
    /// let trace = machine.trace("unit", "min", 1_000)?;
    /// assert_eq!(trace.then(1), "alternative 1 of 2 matched, so no other is tried");
    /// assert_eq!(trace.then(0), "ends at byte 1, but the text goes on: 'i'");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no step with this index, or if the steps of the trace were modified.
    #[must_use]
    pub fn then(&self, step: usize) -> String {
        let (id, step) = (step, &self.steps[step]);
        match step.outcome {
            Outcome::Matched(end) => self.after_match(step, end),
            Outcome::Failed => self.after_failure(id),
            Outcome::Open => match self.stopped {
                Some(Stopped::Depth) => "has not ended: expressions are nested too deep",
                _ => "has not ended: the limit was reached",
            }
            .to_owned(),
        }
    }

    fn after_match(&self, step: &Step<'_>, end: usize) -> String {
        let Some(parent) = step.parent.map(|parent| &self.steps[parent]) else {
            return match self.matched {
                true => "matches the whole text".to_owned(),
                false => format!("ends at byte {end}, but the text goes on: {}", self.found(end, 1)),
            };
        };
        let how = match step.what {
            What::Expr(Expr::Rep(_)) if end == self.text.len() => "ends with the text; ".to_owned(),
            What::Expr(Expr::Rep(_)) => format!("ends before {}; ", self.found(end, 1)),
            What::Expr(Expr::Opt(_)) if step.gave_up || end == step.start => "takes nothing; ".to_owned(),
            _ => String::new(),
        };
        // The next step with the same parent.
        let next = self.steps.get(step.subtree_end).filter(|next| next.parent == step.parent);
        let then = match (step.role, next) {
            (Role::Alternative { number, of }, _) if number < of => {
                format!("alternative {number} of {of} matched, so no other is tried")
            }
            (Role::Alternative { of, .. }, _) => format!("alternative {of} of {of} matched"),
            (Role::Iteration(_), _) => "tries another iteration".to_owned(),
            (_, Some(next)) => format!("goes on with `{}`", next.what),
            (_, None) => outcome_of(parent),
        };
        format!("{how}{then}")
    }

    fn after_failure(&self, id: usize) -> String {
        let step = &self.steps[id];
        let skipped = if self.follows_skipped(id) { BEFORE_LOOKAHEAD } else { "" };
        let why = match step.what {
            What::Expr(Expr::NegPred(inner)) => format!(": `{}` matches here{skipped}", What::Expr(inner)),
            What::Expr(Expr::PosPred(inner)) => {
                format!(": `{}` does not match here{skipped}", What::Expr(inner))
            }
            // The failures of the descendants give the reason.
            _ if step.subtree_end > id + 1 => String::new(),
            what => {
                let length = match what {
                    What::Expr(Expr::Str(text) | Expr::Insens(text)) => text.chars().take(FOUND).count(),
                    _ => 1,
                };
                format!(": expected `{what}`, found {}", self.found(step.start, length))
            }
        };
        let back = format!("backtracks to byte {}", step.start);
        let then = match (step.role, step.parent) {
            (Role::Alternative { number, of }, _) if number < of => {
                format!("{back} and tries alternative {} of {of}", number + 1)
            }
            (Role::Alternative { .. }, _) => "no alternative is left".to_owned(),
            (Role::Iteration(number), _) => {
                format!("{back}, and the repetition ends after {}", iterations(number - 1))
            }
            (_, Some(parent)) => outcome_of(&self.steps[parent]),
            (_, None) => "the rule does not match".to_owned(),
        };
        format!("failed{why}; {then}")
    }

    /// Returns whether white space or comments were skipped directly before the step.
    fn follows_skipped(&self, id: usize) -> bool {
        let step = &self.steps[id];
        let earlier = self.steps[..id].iter().rev().find(|earlier| earlier.depth <= step.depth);
        earlier.is_some_and(|earlier| {
            earlier.parent == step.parent
                && earlier.role == Role::Skipped
                && earlier.end().is_some_and(|end| end > earlier.start)
        })
    }

    /// Describes the text at this byte offset, with at most `length` characters.
    fn found(&self, at: usize, length: usize) -> String {
        let rest = &self.text[at..];
        let end = rest.char_indices().nth(length).map_or(rest.len(), |(end, _)| end);
        match rest[..end].chars().next() {
            None => "the end".to_owned(),
            Some(c) if length == 1 => format!("{c:?}"),
            Some(_) => format!("{:?}", &rest[..end]),
        }
    }
}

/// The reason why a lookahead is not where its author expects it.
const BEFORE_LOOKAHEAD: &str = ", because `WHITESPACE` and `COMMENT` are skipped before a lookahead, too, except in an atomic rule, such as `@{ \"!\" ~ !\"=\" }`";

/// Describes what a failed or finished last step means for its parent.
fn outcome_of(parent: &Step<'_>) -> String {
    let name = match (parent.role, parent.what) {
        (_, What::Rule(_)) => format!("`{}`", parent.what),
        (_, What::Expr(Expr::Opt(_))) => "the option".to_owned(),
        (_, What::Expr(Expr::PosPred(_) | Expr::NegPred(_))) => "the predicate".to_owned(),
        (Role::Alternative { number, .. }, _) => format!("alternative {number}"),
        (Role::Iteration(number), _) => format!("iteration {number}"),
        (_, What::Expr(Expr::Seq(..))) => "the sequence".to_owned(),
        (_, What::Expr(Expr::Choice(..))) => "the choice".to_owned(),
        (_, what) => format!("`{what}`"),
    };
    match parent.outcome {
        _ if parent.gave_up => format!("so {name} takes nothing"),
        Outcome::Matched(_) => format!("so {name} matches"),
        Outcome::Failed => format!("so {name} fails"),
        Outcome::Open => format!("back in {name}"),
    }
}

fn iterations(count: usize) -> String {
    match count {
        0 => "no iteration".to_owned(),
        1 => "1 iteration".to_owned(),
        count => format!("{count} iterations"),
    }
}
