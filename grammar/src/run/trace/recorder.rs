//! What makes a trace of a match while it runs.
//!
//! An expression has ended when the match has as many frames as when it was tried.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a step is one that was added and not left out, and a frame one of the match; there are fewer \
              steps than its limit"
)]

use crate::pest::rules::OptimizedExpr as Expr;
use crate::run::machine::{Called, Machine, Stopped};
use crate::run::matching::{Frame, Next, Run};
use crate::run::trace::fold::Foldings;
use crate::run::trace::open::{Kind, Open};
use crate::run::trace::step::{Outcome, Role, Step, Trace, What, keep};
use std::mem;

pub(super) struct Recorder<'m> {
    machine: &'m Machine,
    limit: usize,
    steps: Vec<Step<'m>>,
    open: Vec<Open>,
    foldings: Foldings<'m>,
    /// Whether what is tried next is the last alternative of a choice, or a choice of those that remain.
    is_remainder: bool,
    /// The furthest byte.
    furthest: usize,
}

impl<'m> Recorder<'m> {
    /// Begins with the call of a rule.
    pub(super) fn new(machine: &'m Machine, rule: usize, limit: usize) -> Self {
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

    pub(super) fn watch(&mut self, run: &Run<'m, '_>, next: &Next<'m>) -> Result<(), Stopped> {
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
            // The alternatives that remain.
            Expr::Choice(..) if is_remainder => return Ok(()),
            // The further parts of a sequence, or all that a rule or an option has.
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

    /// Begins the steps of white space or a comment if the rule whose frame this is has no step: pest calls those
    /// itself.
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

    /// Leaves a step out of the trace if it is an iteration of a run.
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

    /// Returns whether a step from this one on is a node.
    fn has_node(&self, from: usize) -> bool {
        self.steps[from..].iter().any(|step| step.is_node && step.outcome != Outcome::Failed)
    }

    /// Returns whether something in an iteration that failed has matched some of the text.
    fn has_begun(&self, iteration: usize) -> bool {
        let start = self.steps[iteration].start;
        self.steps[iteration..].iter().any(|step| step.end().is_some_and(|end| end > start))
    }

    fn last(&mut self) -> &mut Open {
        self.open.last_mut().expect("the first rule is open until the match ends")
    }

    /// Returns the trace of the match that has ended, or was stopped.
    pub(super) fn trace<'t>(mut self, text: &'t str, result: Result<(), Stopped>) -> Trace<'m, 't> {
        let stopped = result.err().filter(|stopped| *stopped != Stopped::NoMatch);
        let all = self.steps.len();
        for open in self.open.drain(..).filter(|open| open.has_step) {
            let step = &mut self.steps[open.step];
            // What pops from an empty stack fails at once, with all that it is in.
            step.outcome = if stopped.is_none() { Outcome::Failed } else { Outcome::Open };
            step.subtree_end = all;
        }
        keep(&mut self.steps);
        let end = self.steps[0].end().unwrap_or(self.furthest);
        Trace { text, matched: result.is_ok(), end, steps: self.steps, stopped }
    }
}
