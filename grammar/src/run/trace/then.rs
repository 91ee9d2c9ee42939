//! What happened when a step had ended, as a sentence for people.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "of a trace that is as it was made: a step is within one before it and begins in the text, \
              and the first iteration is 1"
)]

use crate::pest::rules::OptimizedExpr as Expr;
use crate::run::machine::Stopped;
use crate::run::trace::step::{Outcome, Role, Step, Trace, What};

/// How many characters of the text are shown where it is not what was expected.
const FOUND: usize = 20;

impl Trace<'_, '_> {
    /// Returns what happened when a step had ended, in English: why it failed, and what was tried next.
    ///
    /// ```
    /// use urigram_grammar::{Grammar, Machine};
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
    /// If there is no step of this index, or the trace has been changed.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "documented")]
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
        // The step after this one that is within the same.
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
        let why = match step.what {
            What::Expr(Expr::NegPred(inner)) => format!(": `{}` matches here", What::Expr(inner)),
            What::Expr(Expr::PosPred(inner)) => format!(": `{}` does not match here", What::Expr(inner)),
            // Those within it say why.
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

    /// Returns what the text has at that byte, in at most so many characters.
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

/// Returns what becomes of the step that another is within.
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
