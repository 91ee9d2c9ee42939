//! pest's optimizer: what it rewrites, in its order.
//!
//! Some of its rewritings change what an expression matches, such as `(h ~ ":")* ~ h`, so a grammar has to be
//! read with them.

use std::collections::HashMap;

use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule};

use super::restore::restore;

/// How many expressions are looked at for strings to skip to, in all rules together. Beyond that a repetition
/// up to one of them stays a repetition, which matches the same.
const SKIPS: usize = 1 << 18;

/// The rules as pest runs them. `written` are the rules that they may call.
///
/// Recursion, in all that follows: within one rule, whose size is bounded where the grammar is read.
pub(crate) fn optimize(rules: &[Rule], written: &[Rule]) -> Vec<OptimizedRule> {
    let mut skips = Skips { rules: by_name(written), left: SKIPS };
    let optimized = rules.iter().map(|rule| {
        let expr = rule.expr.clone().map_top_down(rotated);
        let expr = if rule.ty == RuleType::Atomic {
            expr.map_top_down(|expr| skips.skipping(expr)).map_bottom_up(unrolled).map_bottom_up(joined)
        } else {
            expr.map_bottom_up(unrolled)
        };
        let is_atomic = matches!(rule.ty, RuleType::Atomic | RuleType::CompoundAtomic);
        let expr = expr.map_top_down(|expr| factored(expr, is_atomic)).map_bottom_up(listed);
        OptimizedRule { name: rule.name.clone(), ty: rule.ty, expr: optimized(expr) }
    });
    restore(optimized.collect())
}

fn by_name(rules: &[Rule]) -> HashMap<&str, &Expr> {
    rules.iter().map(|rule| (rule.name.as_str(), &rule.expr)).collect()
}

/// `(a ~ b) ~ c` as `a ~ (b ~ c)`, and choices likewise.
fn rotated(mut expr: Expr) -> Expr {
    loop {
        expr = match expr {
            Expr::Seq(left, right) => match *left {
                Expr::Seq(first, second) => Expr::Seq(first, Box::new(Expr::Seq(second, right))),
                left => return Expr::Seq(Box::new(left), right),
            },
            Expr::Choice(left, right) => match *left {
                Expr::Choice(first, second) => Expr::Choice(first, Box::new(Expr::Choice(second, right))),
                left => return Expr::Choice(Box::new(left), right),
            },
            expr => return expr,
        }
    }
}

struct Skips<'r> {
    rules: HashMap<&'r str, &'r Expr>,
    /// How many expressions may still be looked at.
    left: usize,
}

impl Skips<'_> {
    /// `(!("a" | "b") ~ ANY)*` as a search for the strings.
    fn skipping(&mut self, expr: Expr) -> Expr {
        let mut strings = Vec::new();
        match stop(&expr).and_then(|stop| self.strings(stop, &mut strings)) {
            Some(()) => Expr::Skip(strings),
            None => expr,
        }
    }

    /// The strings that the expression is a choice of, if it is; rules that it calls are looked into.
    ///
    /// Recursion: a call is made before anything is consumed, so that it leads to no circle; as deep as rules
    /// that call each other so.
    fn strings(&mut self, expr: &Expr, found: &mut Vec<String>) -> Option<()> {
        let mut expr = expr;
        loop {
            self.left = self.left.checked_sub(1)?;
            expr = match expr {
                Expr::Choice(first, rest) => {
                    match &**first {
                        Expr::Str(string) => found.push(string.clone()),
                        Expr::Ident(name) => self.strings(self.rules.get(name.as_str())?, found)?,
                        _ => return None,
                    }
                    rest
                }
                Expr::Str(string) => {
                    found.push(string.clone());
                    return Some(());
                }
                Expr::Ident(name) => self.rules.get(name.as_str())?,
                _ => return None,
            }
        }
    }
}

/// What `(!stop ~ ANY)*` stops at.
fn stop(expr: &Expr) -> Option<&Expr> {
    let Expr::Rep(inner) = expr else { return None };
    let Expr::Seq(not, any) = &**inner else { return None };
    match (&**not, &**any) {
        (Expr::NegPred(stop), Expr::Ident(any)) if any == "ANY" => Some(stop),
        _ => None,
    }
}

/// Repetitions with bounds written out.
fn unrolled(expr: Expr) -> Expr {
    let opt = |expr: Expr| Expr::Opt(Box::new(expr));
    match expr {
        Expr::RepOnce(inner) => Expr::Seq(inner.clone(), Box::new(Expr::Rep(inner))),
        Expr::RepExact(inner, count) => copies(*inner, count, 0, opt),
        Expr::RepMin(inner, least) => {
            let more = Expr::Rep(inner.clone());
            (0..least).fold(more, |rest, _| Expr::Seq(inner.clone(), Box::new(rest)))
        }
        Expr::RepMax(inner, most) => copies(*inner, 0, most, opt),
        Expr::RepMinMax(inner, least, most) => {
            let least = least.min(most);
            copies(*inner, least, most - least, opt)
        }
        expr => expr,
    }
}

/// So many of the expression in a sequence, and behind them so many that may be missing.
fn copies(inner: Expr, required: u32, optional: u32, opt: impl Fn(Expr) -> Expr) -> Expr {
    let optional = (0..optional).map(|_| opt(inner.clone()));
    let required = (0..required).map(|_| inner.clone());
    let sequence = optional.chain(required).reduce(|rest, expr| Expr::Seq(Box::new(expr), Box::new(rest)));
    // INVARIANT: nothing is written to be repeated 0 times at most.
    sequence.unwrap_or_else(|| panic!("a repetition of no times"))
}

/// Strings that follow each other as one string.
fn joined(expr: Expr) -> Expr {
    let Expr::Seq(left, right) = expr else { return expr };
    match (*left, *right) {
        (Expr::Str(left), Expr::Str(right)) => Expr::Str(left + &right),
        (Expr::Insens(left), Expr::Insens(right)) => Expr::Insens(left + &right),
        (left, right) => Expr::Seq(Box::new(left), Box::new(right)),
    }
}

/// `a ~ b | a ~ c` as `a ~ (b | c)`, `a | a ~ b` as `a`, and in an atomic rule `a ~ b | a` as `a ~ b?`.
fn factored(expr: Expr, is_atomic: bool) -> Expr {
    let Expr::Choice(left, right) = expr else { return expr };
    match (*left, *right) {
        (Expr::Seq(first, one), Expr::Seq(same, other)) if first == same => {
            Expr::Seq(first, Box::new(Expr::Choice(one, other)))
        }
        (left @ Expr::Seq(..), right @ Expr::Seq(..)) => Expr::Choice(Box::new(left), Box::new(right)),
        (Expr::Seq(first, rest), same) if is_atomic && *first == same => {
            Expr::Seq(first, Box::new(Expr::Opt(rest)))
        }
        (left, Expr::Seq(same, _)) if left == *same => left,
        (left, right) => Expr::Choice(Box::new(left), Box::new(right)),
    }
}

/// `(a ~ b)* ~ a` as `a ~ (b ~ a)*`.
fn listed(expr: Expr) -> Expr {
    let Expr::Seq(left, right) = expr else { return expr };
    match *left {
        Expr::Rep(inner) => match *inner {
            Expr::Seq(item, separator) if item == right => {
                Expr::Seq(item, Box::new(Expr::Rep(Box::new(Expr::Seq(separator, right)))))
            }
            inner => Expr::Seq(Box::new(Expr::Rep(Box::new(inner))), right),
        },
        left => Expr::Seq(Box::new(left), right),
    }
}

fn optimized(expr: Expr) -> OptimizedExpr {
    let boxed = |expr: Box<Expr>| Box::new(optimized(*expr));
    match expr {
        Expr::Str(text) => OptimizedExpr::Str(text),
        Expr::Insens(text) => OptimizedExpr::Insens(text),
        Expr::Range(first, last) => OptimizedExpr::Range(first, last),
        Expr::Ident(name) => OptimizedExpr::Ident(name),
        Expr::PeekSlice(from, to) => OptimizedExpr::PeekSlice(from, to),
        Expr::PosPred(inner) => OptimizedExpr::PosPred(boxed(inner)),
        Expr::NegPred(inner) => OptimizedExpr::NegPred(boxed(inner)),
        Expr::Seq(left, right) => OptimizedExpr::Seq(boxed(left), boxed(right)),
        Expr::Choice(left, right) => OptimizedExpr::Choice(boxed(left), boxed(right)),
        Expr::Opt(inner) => OptimizedExpr::Opt(boxed(inner)),
        Expr::Rep(inner) => OptimizedExpr::Rep(boxed(inner)),
        Expr::Skip(strings) => OptimizedExpr::Skip(strings),
        Expr::Push(inner) => OptimizedExpr::Push(boxed(inner)),
        Expr::RepOnce(_) | Expr::RepExact(..) | Expr::RepMin(..) | Expr::RepMax(..) | Expr::RepMinMax(..) => {
            panic!("a repetition that is not written out")
        }
    }
}
