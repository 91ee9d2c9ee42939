//! Records the trace of a match: each expression that was tried, with its offset and outcome.
//!
//! A [`Recorder`] adds the steps during the match. An expression has ended when the stack of frames is as
//! high again as when the expression was tried.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "steps have been added and not removed, and frames belong to the match; there are fewer steps \
              than the limit, and each called name is a rule or a builtin"
)]

use std::mem;

use rustc_hash::FxHashMap;

use urigram_grammar::{OptimizedExpr as Expr, Span};

use crate::trace::machine::{Builtin, Called, Machine, Stopped};
use crate::trace::matching::{Frame, Next, Run};
use crate::trace::step::{Outcome, Role, Step, Trace, What, keep};

/// The maximum numbers of expressions that are tried, per step of the trace and per byte of the text.
/// One step of the trace may try many expressions.
const TRIED_A_STEP: u64 = 1000;
const TRIED_A_BYTE: u64 = 200;

impl Machine {
    /// Returns the trace of the match of a text by a rule. It has at most `limit` steps, but at least one.
    /// The trace ends early, and [`Trace::stopped`] is set, if the match takes more steps, or if it tries
    /// more expressions than 1000 for each of the `limit` steps and 200 for each byte of the text.
    ///
    /// Takes time linear in the limit and the length of the text. Takes the memory of [`Machine::run`] for
    /// as many steps, and some hundred bytes for each step of the trace. The call stack does not grow with
    /// the text or the grammar.
    ///
    /// # Errors
    ///
    /// [`Stopped::Unknown`] if the grammar has no such rule.
    pub fn trace<'g, 't>(
        &'g self,
        rule: &str,
        text: &'t str,
        limit: usize,
    ) -> Result<Trace<'g, 't>, Stopped> {
        let Some(&Called::Rule(rule)) = self.names.get(rule) else { return Err(Stopped::Unknown) };
        let of_steps = TRIED_A_STEP.saturating_mul(limit as u64);
        let of_text = TRIED_A_BYTE.saturating_mul(text.len() as u64);
        let mut run = Run::new(self, text, of_steps.saturating_add(of_text));
        let mut recorder = Recorder::new(self, rule, limit);
        let result = run.watched(rule, |run, next| recorder.watch(run, next));
        Ok(recorder.trace(text, result))
    }
}

/// An expression that has not ended.
struct Open {
    /// The height of the stack of frames when the expression was tried.
    height: usize,
    /// The index of its step. For a choice without a step, the index of the step whose whole
    /// expression is the choice.
    step: usize,
    /// Whether the expression has a step of its own.
    has_step: bool,
    is_leaf: bool,
    kind: Kind,
}

enum Kind {
    Other,
    Choice {
        /// The number of the alternative that is being tried, from 1.
        number: usize,
        of: usize,
    },
    Repetition {
        iterations: usize,
        is_run: bool,
        /// The number of steps of the trace after the last finished iteration.
        kept: usize,
    },
}

/// The maximum number of expressions that are visited to decide whether an expression is folded.
/// Larger expressions are not folded.
const MOST: usize = 1000;

/// Whether the trace has only one step for an expression and all its operands, decided before the
/// expression is tried.
///
/// Without folding, a trace would consist mostly of steps for each character of expressions like `(ALPHA
/// | DIGIT)*`.
#[derive(Clone, Copy)]
struct Folding {
    /// Whether the expression matches one character of a set, or is an option or a predicate with such
    /// an operand.
    is_leaf: bool,
    /// Whether the expression is a repetition of characters, escapes or other short texts.
    is_run: bool,
    /// The number of alternatives, 1 if the expression is not a choice.
    alternatives: usize,
}

/// A cache of the folding of each expression that was tried, by its address.
struct Foldings<'m> {
    machine: &'m Machine,
    known: FxHashMap<*const Expr, Folding>,
}

impl<'m> Foldings<'m> {
    fn new(machine: &'m Machine) -> Self {
        Self { machine, known: FxHashMap::default() }
    }

    fn of(&mut self, expr: &'m Expr) -> Folding {
        let machine = self.machine;
        *self.known.entry(expr).or_insert_with(|| Folding {
            is_leaf: match expr {
                Expr::Opt(inner) | Expr::PosPred(inner) | Expr::NegPred(inner) => is_class(machine, inner),
                expr => is_class(machine, expr),
            },
            is_run: match expr {
                Expr::Rep(inner) => is_run(machine, inner),
                _ => false,
            },
            alternatives: alternatives(expr),
        })
    }
}

/// Returns whether the expression matches exactly one character.
fn is_class(machine: &Machine, expr: &Expr) -> bool {
    all(machine, expr, |expr, open| match expr {
        Expr::Str(text) | Expr::Insens(text) => is_one(text),
        Expr::Choice(left, right) => {
            open.extend([&**left, &**right]);
            true
        }
        Expr::Seq(left, right) => match &**left {
            Expr::NegPred(inner) => {
                open.extend([&**inner, &**right]);
                true
            }
            _ => false,
        },
        _ => false,
    })
}

/// Returns whether a repetition of the expression is a run. The expression must not be a sequence other
/// than `!a ~ b`, and must not contain a repetition or a stack operation.
fn is_run(machine: &Machine, inner: &Expr) -> bool {
    if matches!(inner, Expr::Seq(left, _) if !matches!(**left, Expr::NegPred(_))) {
        return false;
    }
    all(machine, inner, |expr, open| match expr {
        Expr::Str(_) | Expr::Insens(_) => true,
        Expr::Choice(left, right) | Expr::Seq(left, right) => {
            open.extend([&**left, &**right]);
            true
        }
        Expr::Opt(inner) | Expr::NegPred(inner) => {
            open.push(inner);
            true
        }
        _ => false,
    })
}

/// Returns whether `holds` returns true for the expression, for all expressions that `holds` adds to the
/// worklist, and for the bodies of all rules that these call.
fn all<'m>(
    machine: &'m Machine,
    expr: &'m Expr,
    holds: impl Fn(&'m Expr, &mut Vec<&'m Expr>) -> bool,
) -> bool {
    let mut open = vec![expr];
    for _ in 0..MOST {
        let Some(expr) = open.pop() else { return true };
        let is_fine = match expr {
            Expr::Range(..) => true,
            Expr::Ident(name) => match &machine.names[name] {
                // A rule that [`Taken`](crate::Taken) made of an expression, whose calls must have
                // steps.
                Called::Rule(_) if name.ends_with(' ') => false,
                Called::Rule(rule) => {
                    open.push(&machine.rules[*rule].expr);
                    true
                }
                Called::Builtin(builtin) => matches!(builtin, Builtin::Any | Builtin::Set(_)),
            },
            expr => holds(expr, &mut open),
        };
        if !is_fine {
            return false;
        }
    }
    false
}

fn is_one(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some() && chars.next().is_none()
}

/// Returns the number of alternatives of a choice that is nested on the right.
fn alternatives(mut expr: &Expr) -> usize {
    let mut count = 1;
    loop {
        expr = match expr {
            Expr::Choice(_, others) => {
                count += 1;
                others
            }
            Expr::RestoreOnErr(inner) => inner,
            _ => return count,
        };
    }
}

struct Recorder<'m> {
    machine: &'m Machine,
    limit: usize,
    steps: Vec<Step<'m>>,
    open: Vec<Open>,
    foldings: Foldings<'m>,
    /// Whether the next expression is the rest of a choice: its last alternative, or a choice of the
    /// remaining alternatives.
    is_remainder: bool,
    /// The furthest byte offset that the match reached.
    furthest: usize,
}

impl<'m> Recorder<'m> {
    /// Returns a recorder whose first step is the call of a rule.
    fn new(machine: &'m Machine, rule: usize, limit: usize) -> Self {
        let mut foldings = Foldings::new(machine);
        let at = machine.name_span(rule);
        let rule = &machine.rules[rule];
        let is_leaf = foldings.of(&rule.expr).is_leaf;
        let root = Step {
            what: What::Rule(&rule.name),
            at,
            role: Role::Start,
            parent: None,
            depth: 0,
            start: 0,
            outcome: Outcome::Open,
            subtree_end: 0,
            is_kept: false,
            is_node: false,
            gave_up: false,
        };
        let open = Open { height: 0, step: 0, has_step: true, is_leaf, kind: Kind::Other };
        Self {
            machine,
            limit,
            steps: vec![root],
            open: vec![open],
            foldings,
            is_remainder: false,
            furthest: 0,
        }
    }

    fn watch(&mut self, run: &Run<'m, '_>, next: &Next<'m>) -> Result<(), Stopped> {
        self.furthest = self.furthest.max(run.at);
        match next {
            Next::Try(expr) => self.tried(run, expr)?,
            Next::Matched => self.ended(run, Outcome::Matched(run.at)),
            Next::Failed => self.ended(run, Outcome::Failed),
        }
        Ok(())
    }

    fn tried(&mut self, run: &Run<'m, '_>, expr: &'m Expr) -> Result<(), Stopped> {
        if let Expr::RestoreOnErr(_) = expr {
            return Ok(());
        }
        let is_remainder = mem::take(&mut self.is_remainder);
        let is_restored = |frame: &Frame<'_>| matches!(frame, Frame::Restored(_));
        let around = run.frames.iter().rposition(|frame| !is_restored(frame));
        let around = around.expect("the first rule has a frame until its body ends");
        let frame = &run.frames[around];
        if let (Frame::Rule { node, .. }, false) = (frame, is_remainder) {
            self.skipping(run, around)?;
            let call = self.last().step;
            self.steps[call].is_node = node.is_some();
        }
        let role = match (frame, &mut self.last().kind) {
            (_, Kind::Choice { number, of }) if is_remainder || matches!(frame, Frame::Alternative(_)) => {
                Role::Alternative { number: *number, of: *of }
            }
            (Frame::First(_) | Frame::Another(..), Kind::Repetition { iterations, .. }) => {
                *iterations += 1;
                Role::Iteration(*iterations)
            }
            (Frame::Left(..) | Frame::Right(_), _) => Role::Part,
            _ => Role::Whole,
        };
        let height = run.frames.len();
        let folding = self.foldings.of(expr);
        let is_further_part = role == Role::Part && matches!(frame, Frame::Right(_));
        let kind = match expr {
            // A choice of the remaining alternatives belongs to the step of the whole choice.
            Expr::Choice(..) if is_remainder => return Ok(()),
            // A sequence of the remaining parts belongs to the step of the whole sequence. A sequence that is
            // the whole expression of a rule or an option belongs to the step of the rule or option.
            Expr::Seq(..) if role == Role::Whole || is_further_part => return Ok(()),
            Expr::Choice(..) => Kind::Choice { number: 1, of: folding.alternatives },
            Expr::Rep(_) => {
                Kind::Repetition { iterations: 0, is_run: folding.is_run, kept: self.steps.len() + 1 }
            }
            _ => Kind::Other,
        };
        if let (Expr::Choice(..), Role::Whole) = (expr, role) {
            let step = self.last().step;
            self.open.push(Open { height, step, has_step: false, is_leaf: false, kind });
            return Ok(());
        }
        let what = match expr {
            Expr::Ident(name) if matches!(self.machine.names[name], Called::Rule(_)) => What::Rule(name),
            expr => What::Expr(expr),
        };
        self.begin(what, self.machine.span(expr), role, run.at, height, kind)?;
        self.last().is_leaf = folding.is_leaf;
        if matches!(expr, Expr::Ident(name) if name == "EOI") {
            let step = self.last().step;
            self.steps[step].is_node = run.context.makes_nodes();
        }
        Ok(())
    }

    /// Begins the steps of white space or a comment if pest called the rule of this frame implicitly, so that
    /// it has no step yet.
    fn skipping(&mut self, run: &Run<'m, '_>, frame: usize) -> Result<(), Stopped> {
        let Some(&Frame::Blank(blank)) = frame.checked_sub(1).map(|before| &run.frames[before]) else {
            return Ok(());
        };
        let name = |&rule: &usize| self.machine.rules[rule].name.as_str();
        let blanks = &self.machine.blanks;
        let called = name(&blanks[blank]);
        if self.last().height != frame - 1 {
            let all = What::Blanks(name(&blanks[0]), blanks.get(1).map(name));
            let kind = Kind::Repetition { iterations: 0, is_run: true, kept: self.steps.len() + 1 };
            self.begin(all, None, Role::Skipped, run.at, frame - 1, kind)?;
        }
        let role = match &mut self.last().kind {
            Kind::Repetition { iterations, .. } if blanks.len() == 1 => {
                *iterations += 1;
                Role::Iteration(*iterations)
            }
            _ => Role::Alternative { number: blank + 1, of: blanks.len() },
        };
        self.begin(What::Rule(called), None, role, run.at, frame, Kind::Other)
    }

    fn begin(
        &mut self,
        what: What<'m>,
        at: Option<Span>,
        role: Role,
        start: usize,
        height: usize,
        kind: Kind,
    ) -> Result<(), Stopped> {
        if self.steps.len() >= self.limit {
            return Err(Stopped::Steps);
        }
        let parent = self.last().step;
        let depth = self.steps[parent].depth + 1;
        let step = self.steps.len();
        self.steps.push(Step {
            what,
            at,
            role,
            parent: Some(parent),
            depth,
            start,
            outcome: Outcome::Open,
            subtree_end: step,
            is_kept: false,
            is_node: false,
            gave_up: false,
        });
        self.open.push(Open { height, step, has_step: true, is_leaf: false, kind });
        Ok(())
    }

    fn ended(&mut self, run: &Run<'m, '_>, outcome: Outcome) {
        let height = run.frames.len();
        while self.open.last().is_some_and(|open| open.height >= height) {
            if let Some(open) = self.open.pop().filter(|open| open.has_step) {
                self.close(&open, outcome);
            }
        }
        if outcome != Outcome::Failed {
            return;
        }
        match run.frames.last() {
            Some(Frame::Alternative(_)) => {
                if let Kind::Choice { number, .. } = &mut self.last().kind {
                    *number += 1;
                }
                self.is_remainder = true;
            }
            Some(Frame::Optional) => {
                let option = self.last().step;
                self.steps[option].gave_up = true;
            }
            _ => {}
        }
    }

    fn close(&mut self, open: &Open, outcome: Outcome) {
        let id = open.step;
        self.steps[id].outcome = outcome;
        let is_leaf = open.is_leaf && (outcome == Outcome::Failed || !self.has_node(id + 1));
        if is_leaf {
            self.steps.truncate(id + 1);
        }
        self.steps[id].subtree_end = self.steps.len();
        if self.steps[id].role != Role::Skipped {
            self.close_iteration(id, outcome);
        } else if self.steps.len() == id + 1 && outcome == Outcome::Matched(self.steps[id].start) {
            self.steps.truncate(id);
        }
    }

    /// Removes the steps of an iteration of a run, unless they make nodes or the iteration failed
    /// after matching a part.
    fn close_iteration(&mut self, iteration: usize, outcome: Outcome) {
        let Some(Open { kind: Kind::Repetition { is_run, kept, .. }, .. }) = self.open.last() else { return };
        let (is_run, from) = (*is_run, *kept);
        let is_failed = outcome == Outcome::Failed;
        let is_folded = is_run && if is_failed { !self.has_begun(iteration) } else { !self.has_node(from) };
        if is_folded {
            self.steps.truncate(from);
        } else if is_failed && from < iteration {
            // The match backtracks to before the white space that preceded the failed iteration.
            self.steps[from].gave_up = true;
            self.steps[from].is_kept = false;
        }
        let now = self.steps.len();
        if let Kind::Repetition { kept, .. } = &mut self.last().kind {
            *kept = now;
        }
    }

    /// Returns whether the step `from` or a later one is a node.
    fn has_node(&self, from: usize) -> bool {
        self.steps[from..].iter().any(|step| step.is_node && step.outcome != Outcome::Failed)
    }

    /// Returns whether a failed iteration consumed a part of the text before it failed.
    fn has_begun(&self, iteration: usize) -> bool {
        let start = self.steps[iteration].start;
        self.steps[iteration..].iter().any(|step| step.end().is_some_and(|end| end > start))
    }

    fn last(&mut self) -> &mut Open {
        self.open.last_mut().expect("the first rule is open until the match ends")
    }

    /// Returns the trace after the match has ended or was stopped.
    fn trace<'t>(mut self, text: &'t str, result: Result<(), Stopped>) -> Trace<'m, 't> {
        let stopped = result.err().filter(|stopped| *stopped != Stopped::NoMatch);
        let all = self.steps.len();
        for open in self.open.drain(..).filter(|open| open.has_step) {
            let step = &mut self.steps[open.step];
            // If the match ended while expressions were open, it popped from an empty stack, which
            // fails all of them.
            step.outcome = if stopped.is_none() { Outcome::Failed } else { Outcome::Open };
            step.subtree_end = all;
        }
        keep(&mut self.steps);
        let end = self.steps[0].end().unwrap_or(self.furthest);
        Trace { text, matched: result.is_ok(), end, steps: self.steps, stopped }
    }
}
