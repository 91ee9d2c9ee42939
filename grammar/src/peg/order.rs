//! Definitions put in the order of their calls, those at fault left out.

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::Reason;
use crate::message::{path, shown};
use crate::peg::expr::Expr;
use crate::peg::rule::Rule;
use crate::peg::translate::Draft;
use crate::walk::walk;

/// How many ranges of characters are put in place of the calls of rules that are sets of them.
const MAX_RANGES: usize = 1 << 20;

/// How deep expressions may nest through calls. What works on them afterwards recurses this deep.
const MAX_DEPTH: usize = 400;

pub(crate) struct Sorted {
    /// Each calls only rules before it, and no two are the same.
    pub(crate) rules: Vec<Rule>,
    /// Where each draft went.
    pub(crate) places: Vec<Result<usize, Arc<Reason>>>,
}

pub(crate) fn sort(drafts: Vec<Draft>) -> Sorted {
    let calls: Vec<Vec<usize>> = drafts.iter().map(|draft| draft.rule.expr.calls()).collect();
    let walk = walk(&calls);
    let places = vec![Err(Arc::new(Reason::Unknown)); drafts.len()];
    let mut sorter = Sorter { places, ranges: MAX_RANGES, ..Sorter::default() };
    for &id in &walk.order {
        sorter.places[id] = match walk.cycle(id) {
            Some(cycle) => {
                let cycle = path(cycle, |id| drafts[id].rule.name.as_str());
                Err(Arc::new(Reason::Recursive { cycle }))
            }
            None => sorter.place(&drafts[id]),
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
    known: HashMap<Rule, usize>,
    places: Vec<Result<usize, Arc<Reason>>>,
    /// How many ranges may still be put in place of calls.
    ranges: usize,
}

impl Sorter {
    /// Everything that the draft calls has been placed before.
    fn place(&mut self, draft: &Draft) -> Result<usize, Arc<Reason>> {
        let Rule { name, capture, expr } = &draft.rule;
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
        if let Some(&same) = self.known.get(&rule) {
            return Ok(same);
        }
        self.known.insert(rule.clone(), self.rules.len());
        self.rules.push(rule);
        self.facts.push(facts);
        Ok(self.rules.len() - 1)
    }

    /// The expression with its calls directed to their places. A call of a mere character set that
    /// makes no token is replaced by it, so that choices between such rules are one set again. A set of sets of
    /// sets could come to have as many ranges as there are characters, in each rule.
    fn linked(&mut self, expr: &Expr) -> Result<Expr, Arc<Reason>> {
        let mut list =
            |parts: &[Expr]| parts.iter().map(|part| self.linked(part)).collect::<Result<Vec<_>, _>>();
        Ok(match expr {
            Expr::Call(id) => {
                let place = self.places[*id].clone()?;
                match &self.rules[place] {
                    Rule { capture: false, expr: Expr::Chars(set), .. }
                        if set.ranges().len() <= self.ranges =>
                    {
                        self.ranges -= set.ranges().len();
                        Expr::Chars(set.clone())
                    }
                    _ => Expr::Call(place),
                }
            }
            Expr::Seq(parts) => Expr::seq(list(parts)?),
            Expr::Choice(parts) => Expr::choice(list(parts)?),
            Expr::Star(inner) => self.linked(inner)?.star(),
            Expr::Not(inner) => self.linked(inner)?.not(),
            Expr::And(inner) => self.linked(inner)?.and(),
            Expr::Empty | Expr::Fail | Expr::Chars(_) | Expr::Start | Expr::End => expr.clone(),
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
