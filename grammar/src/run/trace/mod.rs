//! The trace of a match: each expression that was tried, where, and what came of it.
//!
//! In: a `Machine`, one of its rules, a text, and the number of steps.
//! Out: a `Trace` of `step`s. `recorder` makes them while `matching` runs, of what is `open`, `fold` decides what is one
//! step, `written` writes an expression, `then` says what happened after a step, and `taken` what a match took of a
//! written rule.
//! Next: callers that show why a text matches or does not.

mod fold;
mod open;
mod recorder;
pub(crate) mod step;
pub(crate) mod taken;
mod then;
mod written;

use crate::run::machine::{Called, Machine, Stopped};
use crate::run::matching::Run;
use crate::run::trace::recorder::Recorder;
use crate::run::trace::step::Trace;

/// How many expressions are tried for each step, and for each byte of the text. What is one step may try many.
const TRIED_A_STEP: u64 = 1000;
const TRIED_A_BYTE: u64 = 200;

impl Machine {
    /// Returns the trace of the match of a text by a rule, with at most `limit` steps, and one at least. If the match
    /// takes more, or more than 1000 expressions are tried for each of these and 200 for each byte of the text, the
    /// trace ends there, and says so.
    ///
    /// Takes time linear in this limit and the length of the text, and memory as [`Machine::run`] does for as many
    /// steps, with some hundred bytes for each step of the trace. The call stack does not grow with the text or the
    /// grammar.
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
