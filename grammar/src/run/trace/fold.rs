//! Which expressions are one step of a trace, with all that they have.
//!
//! A step for each character of `(ALPHA | DIGIT)*`, and for each range that is tried on it, would hide what matters.

use rustc_hash::FxHashMap;

use crate::pest::rules::OptimizedExpr as Expr;
use crate::run::builtin::Builtin;
use crate::run::machine::{Called, Machine};

/// How many expressions are looked at to decide about one. What is larger has steps for all that it has.
const MOST: usize = 1000;

/// What is known of an expression before it is tried.
#[derive(Clone, Copy)]
pub(super) struct Folding {
    /// Whether it matches one character of a set, or is an option or a predicate on one.
    pub(super) is_leaf: bool,
    /// Whether it is a repetition of characters, escapes and other short texts.
    pub(super) is_run: bool,
    /// The number of alternatives of a choice.
    pub(super) alternatives: usize,
}

/// The same for the expressions that were tried, by their addresses.
pub(super) struct Foldings<'m> {
    machine: &'m Machine,
    known: FxHashMap<*const Expr, Folding>,
}

impl<'m> Foldings<'m> {
    pub(super) fn new(machine: &'m Machine) -> Self {
        Self { machine, known: FxHashMap::default() }
    }

    pub(super) fn of(&mut self, expr: &'m Expr) -> Folding {
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

/// Returns whether a repetition of the expression is read as a run: it is no sequence but `!a ~ b`, and has no
/// repetition or stack operation.
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

/// Returns whether `holds` for the expression, and for all that it puts on the worklist, and the rules that these call.
#[expect(clippy::indexing_slicing, reason = "each name that a rule calls is a rule or built in")]
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
                // That of one expression of a rule, whose calls are wanted.
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

/// Returns the number of alternatives, of which pest nests the further ones on the right.
#[expect(clippy::arithmetic_side_effects, reason = "there are fewer alternatives than bytes of memory")]
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
