//! The trace of a match: each expression that was tried, with its place and outcome.
//!
//! A [`Recorder`] makes the steps during the match. An expression has ended when the match is back at the
//! number of frames at which it was tried.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "steps have been added and not removed, and frames belong to the match; there are fewer steps \
              than the limit, and each called name is a rule or a builtin"
)]

use std::mem;

use rustc_hash::FxHashMap;

use urigram_grammar::OptimizedExpr as Expr;

use crate::trace::machine::{Builtin, Called, Machine, Stopped};
use crate::trace::matching::{Frame, Next, Run};
use crate::trace::step::{Outcome, Role, Step, Trace, What, keep};

/// The maximum numbers of expressions tried per step, and per byte of the text. One step may try many
/// expressions.
const TRIED_A_STEP: u64 = 1000;
const TRIED_A_BYTE: u64 = 200;

impl Machine {
    /// Returns the trace of the match of a text by a rule, with at most `limit` steps, but at least one. If
    /// the match takes more, or tries more than 1000 expressions for each of these and 200 for each byte of
    /// the text, the trace ends there, and [`Trace::stopped`] is set.
    ///
    /// Takes time linear in the limit and the length of the text, the memory of [`Machine::run`] for as many
    /// steps, and some hundred bytes for each step of the trace. The call stack does not grow with the text
    /// or the grammar.
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
    /// The number of frames when it was tried.
    height: usize,
    /// Its step; for a choice without one, the step whose whole expression is the choice.
    step: usize,
    /// Whether it has its own step.
    has_step: bool,
    is_leaf: bool,
    kind: Kind,
}

enum Kind {
    Other,
    Choice {
        /// The number of the alternative that is tried.
        number: usize,
        of: usize,
    },
    Repetition {
        iterations: usize,
        is_run: bool,
        /// The number of steps after the last iteration that is kept.
        kept: usize,
    },
}

/// The maximum number of expressions visited to decide about one. Larger expressions are not folded.
const MOST: usize = 1000;

/// Facts about an expression, computed before it is tried.
///
/// Steps for each character of `(ALPHA | DIGIT)*`, and for each range that is tried on it, would bury the
/// others.
#[derive(Clone, Copy)]
struct Folding {
    /// Whether it matches one character of a set, or is an option or a predicate on such an expression.
    is_leaf: bool,
    /// Whether it is a repetition of characters, escapes and other short texts.
    is_run: bool,
    /// The number of alternatives of a choice.
    alternatives: usize,
}

/// The folding of each expression that was tried, by its address.
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

/// Returns whether a repetition of the expression is a run: the expression is no sequence other than `!a ~
/// b`, and has no repetition or stack operation.
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

/// Returns whether `holds` for the expression, for all expressions that it adds to the worklist, and for the
/// rules that these call.
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
                // The rule of one marked expression, whose calls are recorded.
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

/// Returns the number of alternatives, which are nested on the right.
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
    /// Whether the next expression is the last alternative of a choice, or a choice of the remaining ones.
    is_remainder: bool,
    /// The furthest byte offset.
    furthest: usize,
}

impl<'m> Recorder<'m> {
    /// Begins with the call of a rule.
    fn new(machine: &'m Machine, rule: usize, limit: usize) -> Self {
        let mut foldings = Foldings::new(machine);
        let rule = &machine.rules[rule];
        let is_leaf = foldings.of(&rule.expr).is_leaf;
        let root = Step {
            what: What::Rule(&rule.name),
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
            // The remaining alternatives.
            Expr::Choice(..) if is_remainder => return Ok(()),
            // The further parts of a sequence, or the whole of a rule or an option.
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
        self.begin(what, role, run.at, height, kind)?;
        self.last().is_leaf = folding.is_leaf;
        if matches!(expr, Expr::Ident(name) if name == "EOI") {
            let step = self.last().step;
            self.steps[step].is_node = run.context.makes_nodes();
        }
        Ok(())
    }

    /// Begins the steps of white space or a comment if the rule of this frame has no step, because pest calls
    /// it implicitly.
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
            self.begin(all, Role::Skipped, run.at, frame - 1, kind)?;
        }
        let role = match &mut self.last().kind {
            Kind::Repetition { iterations, .. } if blanks.len() == 1 => {
                *iterations += 1;
                Role::Iteration(*iterations)
            }
            _ => Role::Alternative { number: blank + 1, of: blanks.len() },
        };
        self.begin(What::Rule(called), role, run.at, frame, Kind::Other)
    }

    fn begin(
        &mut self,
        what: What<'m>,
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

    /// Removes a step from the trace if it is an iteration of a run.
    fn close_iteration(&mut self, iteration: usize, outcome: Outcome) {
        let Some(Open { kind: Kind::Repetition { is_run, kept, .. }, .. }) = self.open.last() else { return };
        let (is_run, from) = (*is_run, *kept);
        let is_failed = outcome == Outcome::Failed;
        let is_folded = is_run && if is_failed { !self.has_begun(iteration) } else { !self.has_node(from) };
        if is_folded {
            self.steps.truncate(from);
        } else if is_failed && from < iteration {
            // The blanks before the iteration are discarded with it.
            self.steps[from].gave_up = true;
            self.steps[from].is_kept = false;
        }
        let now = self.steps.len();
        if let Kind::Repetition { kept, .. } = &mut self.last().kind {
            *kept = now;
        }
    }

    /// Returns whether this step or a later one is a node.
    fn has_node(&self, from: usize) -> bool {
        self.steps[from..].iter().any(|step| step.is_node && step.outcome != Outcome::Failed)
    }

    /// Returns whether a failed iteration has matched a part of the text.
    fn has_begun(&self, iteration: usize) -> bool {
        let start = self.steps[iteration].start;
        self.steps[iteration..].iter().any(|step| step.end().is_some_and(|end| end > start))
    }

    fn last(&mut self) -> &mut Open {
        self.open.last_mut().expect("the first rule is open until the match ends")
    }

    /// Returns the trace of the match that has ended, or was stopped.
    fn trace<'t>(mut self, text: &'t str, result: Result<(), Stopped>) -> Trace<'m, 't> {
        let stopped = result.err().filter(|stopped| *stopped != Stopped::NoMatch);
        let all = self.steps.len();
        for open in self.open.drain(..).filter(|open| open.has_step) {
            let step = &mut self.steps[open.step];
            // Popping from an empty stack fails at once, with all expressions around it.
            step.outcome = if stopped.is_none() { Outcome::Failed } else { Outcome::Open };
            step.subtree_end = all;
        }
        keep(&mut self.steps);
        let end = self.steps[0].end().unwrap_or(self.furthest);
        Trace { text, matched: result.is_ok(), end, steps: self.steps, stopped }
    }
}
