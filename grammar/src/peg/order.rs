//! Definitions put in the order of their calls, those at fault left out.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::mem;
use std::sync::Arc;

use crate::error::Reason;
use crate::message::{path, shown};
use crate::peg::expr::Expr;
use crate::peg::rule::Rule;
use crate::peg::translate::Draft;
use crate::pest::builtin::is_property;
use crate::walk::walk;

/// The number of ranges of characters that are inlined, over all calls of rules that are character sets and of
/// properties of Unicode.
const MAX_RANGES: usize = 1 << 18;

/// How deep expressions may nest through calls. What works on them afterwards recurses this deep.
const MAX_DEPTH: usize = 400;

pub(crate) struct Sorted {
    /// Each calls only rules before it, and no two are the same.
    pub(crate) rules: Vec<Rule>,
    /// Where each draft went.
    pub(crate) places: Vec<Result<usize, Arc<Reason>>>,
}

/// `keeps_calls` tells whether calls of the grammar's rules stay calls, even of mere character sets.
pub(crate) fn sort(mut drafts: Vec<Draft>, keeps_calls: bool) -> Sorted {
    let calls: Vec<Vec<usize>> = drafts.iter().map(|draft| draft.rule.expr.calls()).collect();
    let walk = walk(&calls);
    let places = vec![Err(Arc::new(Reason::Unknown)); drafts.len()];
    let mut sorter = Sorter { places, ranges: MAX_RANGES, keeps_calls, ..Sorter::default() };
    for &id in &walk.order {
        sorter.places[id] = match walk.cycle(id) {
            Some(cycle) => {
                let cycle = path(cycle, |id| drafts[id].rule.name.as_str());
                Err(Arc::new(Reason::Recursive { cycle }))
            }
            None => {
                let expr = mem::replace(&mut drafts[id].rule.expr, Expr::Empty);
                sorter.place(&drafts[id], expr)
            }
        };
    }
    Sorted { rules: sorter.rules, places: sorter.places }
}

/// What is known of a rule that has its place.
#[derive(Clone, Copy, Default)]
struct Facts {
    nullable: bool,
    depth: usize,
}

#[derive(Default)]
struct Sorter {
    rules: Vec<Rule>,
    facts: Vec<Facts>,
    /// The places of rules, by their hashes.
    known: HashMap<u64, Vec<usize>>,
    hasher: RandomState,
    places: Vec<Result<usize, Arc<Reason>>>,
    /// The number of ranges that may still be inlined.
    ranges: usize,
    keeps_calls: bool,
}

impl Sorter {
    /// Places the draft with its expression. Everything that it calls has been placed before.
    fn place(&mut self, draft: &Draft, expr: Expr) -> Result<usize, Arc<Reason>> {
        let Rule { name, capture, .. } = &draft.rule;
        let at_fault = || shown(name).into_owned();
        if let Some(operation) = &draft.stack {
            return Err(Arc::new(Reason::Stack { rule: at_fault(), operation: operation.clone() }));
        }
        let expr = self.linked(expr)?;
        let facts = self.facts(&expr).ok_or_else(|| Arc::new(Reason::Endless { rule: at_fault() }))?;
        if facts.depth > MAX_DEPTH {
            return Err(Arc::new(Reason::Deep { rule: at_fault(), limit: MAX_DEPTH }));
        }
        let rule = Rule { name: name.clone(), capture: *capture, expr };
        let alike = self.known.entry(self.hasher.hash_one(&rule)).or_default();
        if let Some(&same) = alike.iter().find(|&&same| self.rules[same] == rule) {
            return Ok(same);
        }
        alike.push(self.rules.len());
        self.rules.push(rule);
        self.facts.push(facts);
        Ok(self.rules.len() - 1)
    }

    /// The expression with its calls directed to their places. A call of a mere character set that
    /// makes no token is replaced by it, so that choices between such rules are one set again. The
    /// limit is for grammars in which each of many rules has the ranges of one large set.
    fn linked(&mut self, expr: Expr) -> Result<Expr, Arc<Reason>> {
        let mut list =
            |parts: Vec<Expr>| parts.into_iter().map(|part| self.linked(part)).collect::<Result<Vec<_>, _>>();
        Ok(match expr {
            Expr::Call(id) => {
                let place = self.places[id].clone()?;
                match &self.rules[place] {
                    Rule { capture: false, expr: Expr::Chars(set), name }
                        if set.ranges().len() <= self.ranges && (!self.keeps_calls || is_property(name)) =>
                    {
                        self.ranges -= set.ranges().len();
                        Expr::Chars(set.clone())
                    }
                    _ => Expr::Call(place),
                }
            }
            Expr::Seq(parts) => Expr::seq(list(parts)?),
            Expr::Choice(parts) => Expr::choice(list(parts)?),
            Expr::Star(inner) => self.linked(*inner)?.star(),
            Expr::Not(inner) => self.linked(*inner)?.not(),
            Expr::And(inner) => self.linked(*inner)?.and(),
            Expr::Empty | Expr::Fail | Expr::Chars(_) | Expr::Start | Expr::End => expr,
        })
    }

    /// `None` if a repetition in it could go on forever.
    fn facts(&self, expr: &Expr) -> Option<Facts> {
        let list = |parts: &[Expr]| parts.iter().map(|part| self.facts(part)).collect::<Option<Vec<_>>>();
        let deepest = |parts: &[Facts]| parts.iter().map(|part| part.depth).max().unwrap_or(0) + 1;
        Some(match expr {
            Expr::Empty | Expr::Start | Expr::End => Facts { nullable: true, depth: 1 },
            Expr::Fail | Expr::Chars(_) => Facts { nullable: false, depth: 1 },
            Expr::Call(place) => Facts { depth: self.facts[*place].depth + 1, ..self.facts[*place] },
            Expr::Seq(parts) => {
                let parts = list(parts)?;
                Facts { nullable: parts.iter().all(|part| part.nullable), depth: deepest(&parts) }
            }
            Expr::Choice(parts) => {
                let parts = list(parts)?;
                Facts { nullable: parts.iter().any(|part| part.nullable), depth: deepest(&parts) }
            }
            Expr::Star(inner) => {
                let inner = self.facts(inner)?;
                if inner.nullable {
                    return None;
                }
                Facts { nullable: true, depth: inner.depth + 1 }
            }
            Expr::Not(inner) | Expr::And(inner) => {
                Facts { nullable: true, depth: self.facts(inner)?.depth + 1 }
            }
        })
    }
}
