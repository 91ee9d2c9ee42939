//! Finds the rules whose definitions are the same in two grammars, including those of all rules
//! that they reach.

use std::mem::discriminant;

use rustc_hash::{FxHashMap, FxHashSet};

use urigram_grammar::names::{SKIPPED, is_skipped};
use urigram_grammar::{Grammar, OptimizedExpr as Expr, OptimizedRule, RuleType};

/// The maximum number of expressions that are compared. Rules beyond it count as different.
const EXPRESSIONS: usize = 1 << 22;

/// The names of the rules whose definitions are the same, and of those whose own definitions
/// changed.
pub(super) struct Definitions<'g> {
    /// The rules whose own definition and those of all rules that they reach are the same in both
    /// grammars.
    pub(super) same: FxHashSet<&'g str>,
    /// The rules whose own definitions differ, even if all called rules are taken to be the same.
    pub(super) changed: FxHashSet<&'g str>,
}

/// Compares the definitions of rules of the same name. Called rules may have different names, unless nodes
/// with one of the names are compared.
///
/// Computes a greatest fixed point: two rules are the same unless their own definitions differ, or rules
/// that they reach differ.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "`Pairs::id` returned every pair"
)]
pub(super) fn definitions<'g>(
    left: &'g Grammar,
    right: &'g Grammar,
    compared: &FxHashSet<&str>,
) -> Definitions<'g> {
    let mut pairs = Pairs {
        left: by_name(left),
        right: by_name(right),
        compared,
        ids: FxHashMap::default(),
        rules: Vec::new(),
    };
    let (mut callers, mut different): (Vec<Vec<usize>>, _) = (Vec::new(), Vec::new());
    let starts: Vec<(&str, usize)> = left
        .rules()
        .iter()
        .filter_map(|rule| Some((rule.name.as_str(), pairs.id(rule, pairs.right.get(rule.name.as_str())?))))
        .collect();
    let mut left_to_compare = EXPRESSIONS;
    let mut next = 0;
    while let Some(&(one, other)) = pairs.rules.get(next) {
        callers.resize_with(pairs.rules.len(), Vec::new);
        match pairs.calls(one, other, &mut left_to_compare) {
            Some(calls) => {
                callers.resize_with(pairs.rules.len(), Vec::new);
                calls.into_iter().for_each(|call| callers[call].push(next));
            }
            None => different.push(next),
        }
        next += 1;
    }
    let changed = different.iter().flat_map(|&pair| [&pairs.rules[pair].0.name, &pairs.rules[pair].1.name]);
    let changed = changed.map(String::as_str).collect();
    // Pairs without callers at the end of the list have no entry yet.
    callers.resize_with(pairs.rules.len(), Vec::new);
    let is_different = reached(different, pairs.rules.len(), |pair| &callers[pair]);
    let same = starts.into_iter().filter(|&(_, pair)| !is_different[pair]).map(|(name, _)| name).collect();
    Definitions { same, changed }
}

fn by_name(grammar: &Grammar) -> FxHashMap<&str, &OptimizedRule> {
    grammar.rules().iter().map(|rule| (rule.name.as_str(), rule)).collect()
}

/// Returns the type of the rule as far as it affects the expression: a silent rule matches as a
/// normal rule does.
fn mode(rule: &OptimizedRule) -> RuleType {
    match rule.ty {
        RuleType::Silent => RuleType::Normal,
        other => other,
    }
}

/// The pairs of rules that are compared.
struct Pairs<'g, 'c> {
    left: FxHashMap<&'g str, &'g OptimizedRule>,
    right: FxHashMap<&'g str, &'g OptimizedRule>,
    compared: &'c FxHashSet<&'c str>,
    ids: FxHashMap<(&'g str, &'g str), usize>,
    rules: Vec<(&'g OptimizedRule, &'g OptimizedRule)>,
}

impl<'g> Pairs<'g, '_> {
    fn id(&mut self, one: &'g OptimizedRule, other: &'g OptimizedRule) -> usize {
        let next = self.rules.len();
        let id = *self.ids.entry((&one.name, &other.name)).or_insert(next);
        if id == next {
            self.rules.push((one, other));
        }
        id
    }

    /// Returns the pairs of rules that the two definitions call at corresponding positions, or `None` if
    /// the definitions differ in more than the called rules.
    fn calls(
        &mut self,
        one: &'g OptimizedRule,
        other: &'g OptimizedRule,
        budget: &mut usize,
    ) -> Option<Vec<usize>> {
        let shows =
            |rule: &OptimizedRule| rule.ty != RuleType::Silent && self.compared.contains(rule.name.as_str());
        let is_blank = |rule: &OptimizedRule| is_skipped(&rule.name);
        let is_renamed = one.name != other.name;
        if mode(one) != mode(other)
            || shows(one) != shows(other)
            || is_renamed && (shows(one) || shows(other) || is_blank(one) || is_blank(other))
        {
            return None;
        }
        let mut calls = Vec::new();
        let mut has_blanks = false;
        let mut open = vec![(&one.expr, &other.expr)];
        while let Some((a, b)) = open.pop() {
            *budget = budget.checked_sub(1)?;
            if let (Expr::Ident(one), Expr::Ident(other)) = (a, b) {
                calls.extend(self.called(one, other)?);
            } else if discriminant(a) != discriminant(b) || a.operands().next().is_none() && a != b {
                return None;
            }
            has_blanks |= matches!(a, Expr::Seq(..) | Expr::Rep(_));
            open.extend(a.operands().zip(b.operands()));
        }
        if has_blanks && !matches!(one.ty, RuleType::Atomic | RuleType::CompoundAtomic) {
            for blank in SKIPPED {
                calls.extend(self.called(blank, blank)?);
            }
        }
        Some(calls)
    }

    /// Returns the pair of the named rules, `Some(None)` if both names are the same built-in rule, or
    /// `None` if the names cannot be equivalent.
    fn called(&mut self, one: &str, other: &str) -> Option<Option<usize>> {
        match (self.left.get(one), self.right.get(other)) {
            (Some(&one), Some(&other)) => Some(Some(self.id(one, other))),
            (None, None) => (one == other).then_some(None),
            _ => None,
        }
    }
}

/// Returns for each of `count` indices whether it is reachable from `from`.
#[expect(clippy::indexing_slicing, reason = "callers pass indices less than `count`")]
pub(crate) fn reached<'n>(from: Vec<usize>, count: usize, next: impl Fn(usize) -> &'n [usize]) -> Vec<bool> {
    let mut reached = vec![false; count];
    let mut open = from;
    while let Some(place) = open.pop() {
        if !std::mem::replace(&mut reached[place], true) {
            open.extend(next(place));
        }
    }
    reached
}
