//! Expressions and rules of the core PEG, with their depth, and whether they can match the empty string.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `known` or `Peg::rules`, and a condition is an index that \
              `System::condition` returned; memory limits the depth of an expression, and `MAX_DEPTH` \
              that of its calls"
)]

use std::sync::Arc;

use crate::characters::CharSet;
use crate::error::{Reason, shown};
use crate::pest::names;

/// A parsing expression, which matches a prefix of the remaining input, or fails.
///
/// ```
/// use urigram_grammar::{CharSet, Expr, Grammar, Peg};
///
/// let peg = Peg::new(&Grammar::read("sign = { \"+\" | \"-\" }\nend = { !ANY }", "sign.pest")?);
/// let expr = |name: &str| peg.rule(name).map(|at| peg.rules()[at].expr.clone());
/// assert_eq!(expr("sign")?, Expr::Chars(CharSet::from_ranges([('+', '+'), ('-', '-')])));
/// assert_eq!(expr("end")?, Expr::Not(Box::new(Expr::Chars(CharSet::any()))));
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// Always matches, and consumes nothing.
    Empty,
    /// Never matches.
    Fail,
    /// Consumes one character of the set, which is not empty.
    Chars(CharSet),
    /// A call of the rule with this index in [`Peg::definitions`](crate::Peg::definitions).
    Call(usize),
    /// A sequence of at least two parts, none of which is a `Seq`.
    Seq(Vec<Expr>),
    /// An ordered choice, which commits to the first alternative that matches. It has at least two alternatives. None
    /// of them is a `Choice`, and two adjacent alternatives are not both `Chars`.
    Choice(Vec<Expr>),
    /// A greedy repetition without backtracking. The operand always consumes something.
    Star(Box<Expr>),
    /// Matches if the operand does not, and consumes nothing.
    Not(Box<Expr>),
    /// Matches if the operand does, and consumes nothing.
    And(Box<Expr>),
    /// Matches at the start of the input, and consumes nothing.
    Start,
    /// Matches at the end of the input, and consumes nothing.
    End,
}

impl Expr {
    /// Returns the direct subexpressions.
    #[must_use]
    pub fn parts(&self) -> &[Expr] {
        match self {
            Expr::Seq(parts) | Expr::Choice(parts) => parts,
            Expr::Star(inner) | Expr::Not(inner) | Expr::And(inner) => std::slice::from_ref(inner),
            Expr::Empty | Expr::Fail | Expr::Chars(_) | Expr::Call(_) | Expr::Start | Expr::End => &[],
        }
    }

    /// Returns the expression with `leaf` applied to each subexpression without parts.
    pub(crate) fn map(&self, leaf: &impl Fn(&Expr) -> Expr) -> Expr {
        let list = |parts: &[Expr]| parts.iter().map(|part| part.map(leaf)).collect::<Vec<_>>();
        match self {
            Expr::Seq(parts) => Expr::seq(list(parts)),
            Expr::Choice(parts) => Expr::choice(list(parts)),
            Expr::Star(inner) => inner.map(leaf).star(),
            Expr::Not(inner) => inner.map(leaf).not(),
            Expr::And(inner) => inner.map(leaf).and(),
            expr => leaf(expr),
        }
    }

    /// Returns the rules that the expression calls directly outside of predicates, once for each call.
    #[must_use]
    pub fn consuming_calls(&self) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(expr) = open.pop() {
            match expr {
                Expr::Call(id) => found.push(*id),
                Expr::Seq(parts) | Expr::Choice(parts) => open.extend(parts),
                Expr::Star(inner) => open.push(inner),
                _ => {}
            }
        }
        found
    }

    /// Returns the rules that the expression calls directly, once for each call.
    pub(crate) fn calls(&self) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(expr) = open.pop() {
            match expr {
                Expr::Call(id) => found.push(*id),
                expr => open.extend(expr.parts().iter().rev()),
            }
        }
        found
    }

    pub(crate) fn chars(set: CharSet) -> Expr {
        if set.is_empty() { Expr::Fail } else { Expr::Chars(set) }
    }

    pub(crate) fn string(text: &str) -> Expr {
        Expr::seq(text.chars().map(|c| Expr::Chars(CharSet::single(c))))
    }

    /// Returns the expression for a case-insensitive string. Like pest, it folds only ASCII letters.
    pub(crate) fn insensitive(text: &str) -> Expr {
        Expr::seq(text.chars().map(|c| {
            let (lower, upper) = (c.to_ascii_lowercase(), c.to_ascii_uppercase());
            Expr::Chars(CharSet::from_ranges([(lower, lower), (upper, upper)]))
        }))
    }

    pub(crate) fn seq(parts: impl IntoIterator<Item = Expr>) -> Expr {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Expr::Empty => {}
                Expr::Seq(inner) => flat.extend(inner),
                part => flat.push(part),
            }
        }
        sole(flat, Expr::Empty).unwrap_or_else(Expr::Seq)
    }

    pub(crate) fn choice(parts: impl IntoIterator<Item = Expr>) -> Expr {
        let mut alternatives = Alternatives::default();
        for part in parts {
            match part {
                Expr::Choice(inner) => inner.into_iter().for_each(|part| alternatives.add(part)),
                part => alternatives.add(part),
            }
        }
        sole(alternatives.end(), Expr::Fail).unwrap_or_else(Expr::Choice)
    }

    pub(crate) fn opt(self) -> Expr {
        Expr::choice([self, Expr::Empty])
    }

    pub(crate) fn star(self) -> Expr {
        // An operand that never matches is repeated zero times.
        if self == Expr::Fail { Expr::Empty } else { Expr::Star(Box::new(self)) }
    }

    pub(crate) fn not(self) -> Expr {
        Expr::Not(Box::new(self))
    }

    pub(crate) fn and(self) -> Expr {
        Expr::And(Box::new(self))
    }
}

/// A builder for the alternatives of a choice, which merges adjacent character sets.
#[derive(Default)]
struct Alternatives {
    done: Vec<Expr>,
    /// The adjacent sets after `done`, not yet merged.
    sets: Vec<CharSet>,
}

impl Alternatives {
    fn add(&mut self, part: Expr) {
        match part {
            // Alternatives after one that cannot fail are never tried.
            _ if self.done.last() == Some(&Expr::Empty) => {}
            Expr::Fail => {}
            Expr::Chars(set) => self.sets.push(set),
            part => {
                self.join();
                self.done.push(part);
            }
        }
    }

    fn join(&mut self) {
        if !self.sets.is_empty() {
            self.done.push(Expr::Chars(CharSet::union_of(&self.sets)));
            self.sets.clear();
        }
    }

    fn end(mut self) -> Vec<Expr> {
        self.join();
        self.done
    }
}

/// Returns the only part, `none` for an empty list, or the list itself as an error if it is longer.
fn sole(mut parts: Vec<Expr>, none: Expr) -> Result<Expr, Vec<Expr>> {
    match parts.len() {
        0 => Ok(none),
        1 => Ok(parts.remove(0)),
        _ => Err(parts),
    }
}

/// A rule in one of the contexts in which it is called. A rule of a pest grammar inherits from its callers whether it
/// skips white space and makes nodes, so it may become several of these rules.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The name in the grammar, `EOI`, or the name of a Unicode property.
    pub name: String,
    /// Whether a match in this context is a node of the parse tree.
    pub capture: bool,
    /// The body.
    pub expr: Expr,
}

/// Returns the expression for a builtin that neither makes a node nor uses pest's stack.
pub(crate) fn expr(name: &str) -> Option<Expr> {
    Some(match name {
        "SOI" => Expr::Start,
        "NEWLINE" => Expr::choice([Expr::string("\n"), Expr::string("\r\n"), Expr::string("\r")]),
        _ => Expr::chars(names::chars(name)?),
    })
}

/// The maximum nesting depth of expressions, including those of called rules. Later passes recurse to this depth.
const MAX_DEPTH: usize = 400;

#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub(super) nullable: bool,
    pub(super) depth: usize,
}

/// Returns the facts about the expression of the rule. `of_call` returns the facts about a rule that it calls.
///
/// # Errors
///
/// [`Reason::Endless`] if a repetition in the expression might not terminate, and [`Reason::Deep`] if the expression
/// is nested deeper than [`MAX_DEPTH`].
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

/// Returns the facts about an expression, or `None` if a repetition in it might not terminate.
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

/// Returns for each rule whether it can match the empty string. `known` has the results that are already known, and
/// `rules` has the other rules, with their expressions.
///
/// Takes time linear in the size of the expressions, for every call graph. The rules form a system of conditions, each
/// of which needs a number of its parts, and is visited once for each part that can match the empty string.
pub(super) fn nullable(rules: &[(usize, &Expr)], known: &[Option<bool>]) -> Vec<bool> {
    let mut system = System { calls: vec![Vec::new(); known.len()], ..System::default() };
    for &(rule, expr) in rules {
        let root = system.condition(1, Parent::Rule(rule));
        system.add(expr, root, known);
    }
    let mut nullable: Vec<bool> = known.iter().map(|known| known.unwrap_or_default()).collect();
    while let Some(index) = system.found.pop() {
        let condition = &mut system.conditions[index];
        let Some(missing) = condition.missing.checked_sub(1) else { continue };
        condition.missing = missing;
        if missing > 0 {
            continue;
        }
        match condition.parent {
            Parent::Condition(parent) => system.found.push(parent),
            Parent::Rule(rule) => {
                nullable[rule] = true;
                system.found.append(&mut system.calls[rule]);
            }
        }
    }
    nullable
}

#[derive(Default)]
struct System {
    conditions: Vec<Condition>,
    /// For each rule, the conditions that have a call of the rule as a part.
    calls: Vec<Vec<usize>>,
    /// The worklist. It contains a condition once for each part that was found to match the empty string.
    found: Vec<usize>,
}

/// The condition under which an expression can match the empty string.
struct Condition {
    /// The number of parts that still have to be found.
    missing: usize,
    parent: Parent,
}

#[derive(Clone, Copy)]
enum Parent {
    Condition(usize),
    Rule(usize),
}

impl System {
    fn condition(&mut self, missing: usize, parent: Parent) -> usize {
        self.conditions.push(Condition { missing, parent });
        self.conditions.len() - 1
    }

    /// Adds the conditions of an expression that is a part of the condition `parent`. Recurses only within one rule,
    /// whose size is limited when the grammar is read.
    fn add(&mut self, expr: &Expr, parent: usize, known: &[Option<bool>]) {
        match expr {
            Expr::Empty | Expr::Start | Expr::End | Expr::Star(_) | Expr::Not(_) | Expr::And(_) => {
                self.found.push(parent);
            }
            Expr::Fail | Expr::Chars(_) => {}
            Expr::Call(rule) => match known[*rule] {
                Some(true) => self.found.push(parent),
                Some(false) => {}
                None => self.calls[*rule].push(parent),
            },
            Expr::Seq(parts) | Expr::Choice(parts) => {
                let missing = if matches!(expr, Expr::Seq(_)) { parts.len() } else { 1 };
                let condition = self.condition(missing, Parent::Condition(parent));
                parts.iter().for_each(|part| self.add(part, condition, known));
            }
        }
    }
}
