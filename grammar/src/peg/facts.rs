//! What is known of an expression: whether it can match nothing, and how deep it nests.

use std::sync::Arc;

use crate::error::Reason;
use crate::message::shown;
use crate::peg::expr::Expr;

/// How deep expressions may nest through calls. What works on them afterwards recurses this deep.
const MAX_DEPTH: usize = 400;

#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub(super) nullable: bool,
    pub(super) depth: usize,
}

/// Returns the facts of the expression of that rule. `of_call` has those of the rules that it calls.
///
/// # Errors
///
/// [`Reason::Endless`] if a repetition in it could go on forever, and [`Reason::Deep`].
pub(super) fn facts(
    rule: &str,
    expr: &Expr,
    of_call: &impl Fn(usize) -> Facts,
) -> Result<Facts, Arc<Reason>> {
    let at_fault = || shown(rule).into_owned();
    let facts = of(expr, of_call).ok_or_else(|| Arc::new(Reason::Endless { rule: at_fault() }))?;
    if facts.depth > MAX_DEPTH {
        return Err(Arc::new(Reason::Deep { rule: at_fault(), limit: MAX_DEPTH }));
    }
    Ok(facts)
}

/// `None` if a repetition in it could go on forever.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "an expression nests no deeper than memory, and what it calls no deeper than `MAX_DEPTH`"
)]
fn of(expr: &Expr, of_call: &impl Fn(usize) -> Facts) -> Option<Facts> {
    let list = |parts: &[Expr]| parts.iter().map(|part| of(part, of_call)).collect::<Option<Vec<_>>>();
    let deepest = |parts: &[Facts]| parts.iter().map(|part| part.depth).max().unwrap_or(0) + 1;
    Some(match expr {
        Expr::Empty | Expr::Start | Expr::End => Facts { nullable: true, depth: 1 },
        Expr::Fail | Expr::Chars(_) => Facts { nullable: false, depth: 1 },
        Expr::Call(rule) => {
            let facts = of_call(*rule);
            Facts { depth: facts.depth + 1, ..facts }
        }
        Expr::Seq(parts) => {
            let parts = list(parts)?;
            Facts { nullable: parts.iter().all(|part| part.nullable), depth: deepest(&parts) }
        }
        Expr::Choice(parts) => {
            let parts = list(parts)?;
            Facts { nullable: parts.iter().any(|part| part.nullable), depth: deepest(&parts) }
        }
        Expr::Star(inner) => {
            let inner = of(inner, of_call)?;
            if inner.nullable {
                return None;
            }
            Facts { nullable: true, depth: inner.depth + 1 }
        }
        Expr::Not(inner) | Expr::And(inner) => Facts { nullable: true, depth: of(inner, of_call)?.depth + 1 },
    })
}
