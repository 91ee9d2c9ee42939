//! The places of definitions: those that call only definitions before them, and are at no fault.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use crate::error::Reason;
use crate::peg::expr::Expr;
use crate::peg::facts::{Facts, facts};
use crate::peg::rule::Rule;
use crate::pest::builtin::is_property;

/// The number of ranges of characters that are inlined, over all calls of rules that are character sets and of
/// properties of Unicode.
const MAX_RANGES: usize = 1 << 18;

/// The place of a rule, or why it has none.
pub(super) type Place = Result<usize, Arc<Reason>>;

pub(super) struct Sorter {
    pub(super) rules: Vec<Rule>,
    pub(super) facts: Vec<Facts>,
    /// The places of rules, by their hashes.
    known: HashMap<u64, Vec<usize>>,
    hasher: RandomState,
    /// The place of each draft.
    pub(super) places: Vec<Place>,
    /// The number of ranges that may still be inlined.
    ranges: usize,
    /// Whether calls of the grammar's rules stay calls, even of mere character sets.
    keeps_calls: bool,
}

impl Sorter {
    pub(super) fn new(drafts: usize, keeps_calls: bool) -> Sorter {
        Sorter {
            rules: Vec::new(),
            facts: Vec::new(),
            known: HashMap::new(),
            hasher: RandomState::new(),
            places: vec![Err(Arc::new(Reason::Unknown)); drafts],
            ranges: MAX_RANGES,
            keeps_calls,
        }
    }

    /// Returns why one of these drafts, which are called, has no place.
    #[expect(clippy::indexing_slicing, reason = "a draft calls drafts")]
    pub(super) fn fault(&self, calls: &[usize]) -> Option<Arc<Reason>> {
        calls.iter().find_map(|&callee| self.places[callee].as_ref().err().cloned())
    }

    /// Places the rule of a draft with its expression. Everything that it calls has its place.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "a place is one that was returned, of a rule that was just added"
    )]
    pub(super) fn place(&mut self, rule: &Rule, expr: Expr) -> Place {
        let inlines = |rule: &Rule| !self.keeps_calls || is_property(&rule.name);
        let expr = linked(expr, &self.places, &self.rules, &inlines, &mut self.ranges);
        let facts = facts(&rule.name, &expr, &|place| self.facts[place])?;
        let rule = Rule { name: rule.name.clone(), capture: rule.capture, expr };
        let alike = self.known.entry(self.hasher.hash_one(&rule)).or_default();
        if let Some(&same) = alike.iter().find(|&&same| self.rules[same] == rule) {
            return Ok(same);
        }
        alike.push(self.rules.len());
        self.rules.push(rule);
        self.facts.push(facts);
        Ok(self.rules.len() - 1)
    }

    /// Appends a recursive rule. `places` has the place of everything that it calls.
    pub(super) fn append(&mut self, rule: &Rule, expr: Expr, places: &[Place]) {
        let inlines = |rule: &Rule| !self.keeps_calls || is_property(&rule.name);
        let expr = linked(expr, places, &self.rules, &inlines, &mut self.ranges);
        self.rules.push(Rule { name: rule.name.clone(), capture: rule.capture, expr });
    }
}

/// The expression with its calls directed to their places. A call of a mere character set that
/// makes no token is replaced by it, so that choices between such rules are one set again. The
/// limit is for grammars in which each of many rules has the ranges of one large set.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a draft calls drafts; no more ranges are taken than are left"
)]
fn linked(
    expr: Expr,
    places: &[Place],
    rules: &[Rule],
    inlines: &impl Fn(&Rule) -> bool,
    ranges: &mut usize,
) -> Expr {
    let mut list = |parts: Vec<Expr>| -> Vec<Expr> {
        parts.into_iter().map(|part| linked(part, places, rules, inlines, ranges)).collect()
    };
    match expr {
        Expr::Call(id) => {
            let &place = places[id].as_ref().expect("a draft is placed after those that it calls");
            match rules.get(place) {
                Some(rule @ Rule { capture: false, expr: Expr::Chars(set), .. })
                    if set.ranges().len() <= *ranges && inlines(rule) =>
                {
                    *ranges -= set.ranges().len();
                    Expr::Chars(set.clone())
                }
                _ => Expr::Call(place),
            }
        }
        Expr::Seq(parts) => Expr::seq(list(parts)),
        Expr::Choice(parts) => Expr::choice(list(parts)),
        Expr::Star(inner) => linked(*inner, places, rules, inlines, ranges).star(),
        Expr::Not(inner) => linked(*inner, places, rules, inlines, ranges).not(),
        Expr::And(inner) => linked(*inner, places, rules, inlines, ranges).and(),
        Expr::Empty | Expr::Fail | Expr::Chars(_) | Expr::Start | Expr::End => expr,
    }
}
