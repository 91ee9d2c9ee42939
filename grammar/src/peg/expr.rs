//! The core PEG: the few kinds of expression that pest's many come down to.

use crate::characters::charset::CharSet;

/// A parsing expression. It matches a prefix of what is left of the input in one way or not at all.
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
    /// Matches, and consumes nothing.
    Empty,
    /// Matches nothing at all.
    Fail,
    /// Consumes one character of the set, which is not empty.
    Chars(CharSet),
    /// What the rule of that index in [`Peg::rules`](crate::Peg::rules) matches.
    Call(usize),
    /// One after the other; at least two, none of them a `Seq`.
    Seq(Vec<Expr>),
    /// The first that matches, and no other even if the rest then fails; at least two, none of
    /// them a `Choice`, and no two neighbours both `Chars`.
    Choice(Vec<Expr>),
    /// As often as it matches; nothing is given back. Its operand always consumes something.
    Star(Box<Expr>),
    /// Matches where its operand does not, and consumes nothing.
    Not(Box<Expr>),
    /// Matches where its operand does, and consumes nothing.
    And(Box<Expr>),
    /// Matches before the first character.
    Start,
    /// Matches after the last character.
    End,
}

impl Expr {
    /// Returns the expressions that it consists of.
    pub(crate) fn parts(&self) -> &[Expr] {
        match self {
            Expr::Seq(parts) | Expr::Choice(parts) => parts,
            Expr::Star(inner) | Expr::Not(inner) | Expr::And(inner) => std::slice::from_ref(inner),
            Expr::Empty | Expr::Fail | Expr::Chars(_) | Expr::Call(_) | Expr::Start | Expr::End => &[],
        }
    }

    /// Returns the expression with those that consist of no others replaced.
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

    /// The rules that it calls itself, but not to look ahead, as often as it does.
    pub(crate) fn consuming_calls(&self) -> Vec<usize> {
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

    /// The rules that it calls itself, as often as it does.
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

    /// ASCII letters match in either case; pest folds no others.
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
        // Unrolling never begins.
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
    /// The sets after those, which will be united.
    sets: Vec<CharSet>,
}

impl Alternatives {
    fn add(&mut self, part: Expr) {
        match part {
            // What follows an alternative that cannot fail is never tried.
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

/// The expression for a list too short to be one, or the list.
fn sole(mut parts: Vec<Expr>, none: Expr) -> Result<Expr, Vec<Expr>> {
    match parts.len() {
        0 => Ok(none),
        1 => Ok(parts.remove(0)),
        _ => Err(parts),
    }
}
