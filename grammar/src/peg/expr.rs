//! Expressions and rules of the core PEG, and facts about them: their depth, and whether they can match the
//! empty string.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `known` or `Peg::rules`, and `System::place` returned every place; \
              memory limits the depth of an expression, and `MAX_DEPTH` that of its calls"
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
    /// A call to the rule with this index in [`Peg::rules`](crate::Peg::rules).
    Call(usize),
    /// A sequence of at least two parts, none of them a `Seq`.
    Seq(Vec<Expr>),
    /// An ordered choice, which commits to the first alternative that matches; at least two alternatives,
    /// none of them a `Choice`, and no two adjacent ones both `Chars`.
    Choice(Vec<Expr>),
    /// A greedy repetition without backtracking. Its operand always consumes something.
    Star(Box<Expr>),
    /// Matches if its operand does not, and consumes nothing.
    Not(Box<Expr>),
    /// Matches if its operand does, and consumes nothing.
    And(Box<Expr>),
    /// Matches before the first character.
    Start,
    /// Matches after the last character.
    End,
}

impl Expr {
    /// Returns its direct subexpressions.
    #[must_use]
    pub fn parts(&self) -> &[Expr] {
        match self {
            Expr::Seq(parts) | Expr::Choice(parts) => parts,
            Expr::Star(inner) | Expr::Not(inner) | Expr::And(inner) => std::slice::from_ref(inner),
            Expr::Empty | Expr::Fail | Expr::Chars(_) | Expr::Call(_) | Expr::Start | Expr::End => &[],
        }
    }

    /// Returns the expression with its leaves replaced.
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

    /// Returns the rules that it calls directly outside of predicates, one for each call.
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

    /// Returns the rules that it calls directly, one for each call.
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

    /// Returns the expression for a case-insensitive string: pest folds only ASCII letters.
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
        // The repetition matches zero times.
        if self == Expr::Fail { Expr::Empty } else { Expr::Star(Box::new(self)) }
    }

    pub(crate) fn not(self) -> Expr {
        Expr::Not(Box::new(self))
    }

    pub(crate) fn and(self) -> Expr {
        Expr::And(Box::new(self))
    }
}

/// A builder of the alternatives of a choice.
#[derive(Default)]
struct Alternatives {
    done: Vec<Expr>,
    /// The sets after those, to be united.
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

/// Returns the expression for a list of fewer than two parts, or the list as an error.
fn sole(mut parts: Vec<Expr>, none: Expr) -> Result<Expr, Vec<Expr>> {
    match parts.len() {
        0 => Ok(none),
        1 => Ok(parts.remove(0)),
        _ => Err(parts),
    }
}

/// A rule in one context. pest's rules inherit from their callers whether they skip white space and make
/// tokens, so one rule of the grammar may have several of these.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The name in the grammar, `EOI`, or the name of a Unicode property.
    pub name: String,
    /// Whether it makes a token when called in its context.
    pub capture: bool,
    /// Its expression.
    pub expr: Expr,
}

/// Returns the meaning of a builtin that neither emits a token nor uses the stack.
pub(crate) fn expr(name: &str) -> Option<Expr> {
    Some(match name {
        "SOI" => Expr::Start,
        "NEWLINE" => Expr::choice([Expr::string("\n"), Expr::string("\r\n"), Expr::string("\r")]),
        _ => Expr::chars(names::chars(name)?),
    })
}

/// The maximum nesting depth of expressions, through calls. Later passes recurse to this depth.
const MAX_DEPTH: usize = 400;

#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub(super) nullable: bool,
    pub(super) depth: usize,
}

/// Returns the facts of the expression of the rule. `of_call` returns the facts of the rules that it calls.
///
/// # Errors
///
/// [`Reason::Endless`] if a repetition in it might not terminate, and [`Reason::Deep`].
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

/// Returns `None` if a repetition in it might not terminate.
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

/// Returns for each rule whether it can match the empty string. `known` has the rules for which this is
/// known; `rules` has the others, with their expressions.
///
/// Takes time linear in the expressions, for every call graph: each expression waits for a number of its
/// parts, and is visited once for each.
pub(super) fn nullable(rules: &[(usize, &Expr)], known: &[Option<bool>]) -> Vec<bool> {
    let mut system = System { calls: vec![Vec::new(); known.len()], ..System::default() };
    for &(rule, expr) in rules {
        let root = system.place(1, Parent::Rule(rule));
        system.add(expr, root, known);
    }
    let mut nullable: Vec<bool> = known.iter().map(|known| known.unwrap_or_default()).collect();
    while let Some(place) = system.found.pop() {
        let waiting = &mut system.places[place];
        let Some(left) = waiting.left.checked_sub(1) else { continue };
        waiting.left = left;
        if left > 0 {
            continue;
        }
        match waiting.parent {
            Parent::Place(parent) => system.found.push(parent),
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
    places: Vec<Waiting>,
    /// For each rule, the expressions of which a call to it is a part.
    calls: Vec<Vec<usize>>,
    /// The worklist: an expression for each of its parts that was found to match the empty string.
    found: Vec<usize>,
}

/// An expression that can match the empty string if enough of its parts can.
struct Waiting {
    left: usize,
    parent: Parent,
}

#[derive(Clone, Copy)]
enum Parent {
    Place(usize),
    Rule(usize),
}

impl System {
    fn place(&mut self, left: usize, parent: Parent) -> usize {
        self.places.push(Waiting { left, parent });
        self.places.len() - 1
    }

    /// Adds an expression for which the expression at `parent` waits. Recurses only within one rule, whose
    /// size the reader bounds.
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
                let left = if matches!(expr, Expr::Seq(_)) { parts.len() } else { 1 };
                let place = self.place(left, Parent::Place(parent));
                parts.iter().for_each(|part| self.add(part, place, known));
            }
        }
    }
}
