//! The expressions after whose failure pest restores the stack.

use std::collections::{HashMap, HashSet};

use crate::pest::rules::{OptimizedExpr, OptimizedRule};

/// Marks the branches that may change the stack before they fail.
pub(super) fn restore(rules: Vec<OptimizedRule>) -> Vec<OptimizedRule> {
    let changing: HashSet<String> = changing(&rules).into_iter().map(str::to_owned).collect();
    if changing.is_empty() {
        return rules;
    }
    let restored = rules.into_iter().map(|rule| {
        let (expr, _) = restored(rule.expr, &changing);
        OptimizedRule { expr, ..rule }
    });
    restored.collect()
}

/// Returns the rules that may change the stack, directly or through calls, with the builtin rules that do.
fn changing(rules: &[OptimizedRule]) -> HashSet<&str> {
    let mut callers: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut open = Vec::new();
    for rule in rules {
        let mut parts = vec![&rule.expr];
        while let Some(part) = parts.pop() {
            match part {
                OptimizedExpr::Ident(name) => callers.entry(name).or_default().push(&rule.name),
                OptimizedExpr::Push(inner) => {
                    open.push(rule.name.as_str());
                    parts.push(inner);
                }
                OptimizedExpr::Seq(left, right) | OptimizedExpr::Choice(left, right) => {
                    parts.extend([&**left, &**right]);
                }
                OptimizedExpr::PosPred(inner)
                | OptimizedExpr::NegPred(inner)
                | OptimizedExpr::Opt(inner)
                | OptimizedExpr::Rep(inner) => parts.push(inner),
                _ => {}
            }
        }
    }
    open.extend(["POP", "DROP"].into_iter().filter(|name| callers.contains_key(name)));
    let mut changing = HashSet::new();
    while let Some(name) = open.pop() {
        if changing.insert(name) {
            open.extend(callers.get(name).into_iter().flatten());
        }
    }
    changing
}

/// Marks the branches of the expression, and returns whether it may change the stack. As in `pest_meta`, marked
/// branches are not taken into account.
fn restored(expr: OptimizedExpr, changing: &HashSet<String>) -> (OptimizedExpr, bool) {
    let inner = |expr: Box<OptimizedExpr>| {
        let (expr, changes) = restored(*expr, changing);
        (Box::new(expr), changes)
    };
    let branch = |expr: Box<OptimizedExpr>| match inner(expr) {
        (expr, true) => Box::new(OptimizedExpr::RestoreOnErr(expr)),
        (expr, false) => expr,
    };
    match expr {
        OptimizedExpr::Opt(expr) => (OptimizedExpr::Opt(branch(expr)), false),
        OptimizedExpr::Rep(expr) => (OptimizedExpr::Rep(branch(expr)), false),
        OptimizedExpr::Choice(left, right) => (OptimizedExpr::Choice(branch(left), branch(right)), false),
        OptimizedExpr::Seq(left, right) => {
            let ((left, one), (right, other)) = (inner(left), inner(right));
            (OptimizedExpr::Seq(left, right), one || other)
        }
        OptimizedExpr::PosPred(expr) => {
            let (expr, changes) = inner(expr);
            (OptimizedExpr::PosPred(expr), changes)
        }
        OptimizedExpr::NegPred(expr) => {
            let (expr, changes) = inner(expr);
            (OptimizedExpr::NegPred(expr), changes)
        }
        OptimizedExpr::Push(expr) => (OptimizedExpr::Push(inner(expr).0), true),
        OptimizedExpr::Ident(name) => {
            let changes = changing.contains(&name);
            (OptimizedExpr::Ident(name), changes)
        }
        expr => (expr, false),
    }
}
