//! Boolean formulas as reduced ordered binary decision diagrams, in which equivalent formulas have equal indices.
//!
//! A node of the diagram means "if this variable is true, then the first formula, else the second". Variables increase
//! along every path, and every node exists only once.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a formula is a constant or was returned by `make`; `spend` refuses depths above `MAX_HEIGHT`"
)]

use rustc_hash::FxHashMap;

/// A formula: the index of its root in [`Bdd::branches`].
pub(crate) type Formula = u32;

pub(crate) const FALSE: Formula = 0;
pub(crate) const TRUE: Formula = 1;

/// The maximum depth of recursion on formulas.
pub(super) const MAX_HEIGHT: usize = 1000;

/// An error: the limit on steps, states or depth has been exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exhausted;

#[derive(Debug, Clone, Copy)]
pub(super) struct Branch {
    pub(super) var: u32,
    pub(super) then: Formula,
    pub(super) other: Formula,
}

/// A look-up table for consecutive numbers. If most of them have values, it takes less time and memory than a map.
#[derive(Debug)]
pub(super) struct PerIndex<T>(Vec<Option<T>>);

impl<T> Default for PerIndex<T> {
    fn default() -> PerIndex<T> {
        PerIndex(Vec::new())
    }
}

impl<T: Copy> PerIndex<T> {
    pub(super) fn get(&self, index: u32) -> Option<T> {
        self.0.get(index as usize).copied().flatten()
    }

    pub(super) fn set(&mut self, index: u32, value: T) {
        let index = index as usize;
        if index >= self.0.len() {
            self.0.resize(index + 1, None);
        }
        self.0[index] = Some(value);
    }
}

#[derive(Debug)]
pub(crate) struct Bdd {
    branches: Vec<Branch>,
    ids: FxHashMap<(u32, Formula, Formula), Formula>,
    cache: FxHashMap<(Formula, Formula, Formula), Formula>,
    /// The formula of each variable.
    variables: PerIndex<Formula>,
    /// The number of remaining steps.
    steps: usize,
}

impl Bdd {
    pub(crate) fn new() -> Bdd {
        // The constants come after every variable in the order, so `ite` never branches on them.
        let constant = Branch { var: u32::MAX, then: FALSE, other: FALSE };
        let branches = vec![constant, Branch { then: TRUE, other: TRUE, ..constant }];
        Bdd {
            branches,
            ids: FxHashMap::default(),
            cache: FxHashMap::default(),
            variables: PerIndex::default(),
            steps: 0,
        }
    }

    /// Sets the number of remaining steps.
    pub(crate) fn allow(&mut self, steps: usize) {
        self.steps = steps;
    }

    /// Returns the number of remaining steps.
    pub(crate) fn left(&self) -> usize {
        self.steps
    }

    /// Subtracts one step. Fails if no step remains, or if the depth of the recursion is above [`MAX_HEIGHT`].
    pub(crate) fn spend(&mut self, depth: usize) -> Result<(), Exhausted> {
        self.steps = self.steps.checked_sub(1).ok_or(Exhausted)?;
        if depth > MAX_HEIGHT { Err(Exhausted) } else { Ok(()) }
    }

    /// Returns the root of a formula: its first variable and the two branches. A constant has the variable `u32::MAX`.
    pub(super) fn branch(&self, formula: Formula) -> Branch {
        self.branches[formula as usize]
    }

    pub(crate) fn var(&mut self, var: u32) -> Formula {
        self.variables.get(var).unwrap_or_else(|| {
            let made = self.make(var, TRUE, FALSE);
            self.variables.set(var, made);
            made
        })
    }

    pub(crate) fn not(&mut self, f: Formula) -> Result<Formula, Exhausted> {
        self.if_then_else(f, FALSE, TRUE)
    }

    pub(crate) fn and(&mut self, f: Formula, g: Formula) -> Result<Formula, Exhausted> {
        self.if_then_else(f, g, FALSE)
    }

    pub(crate) fn if_then_else(&mut self, f: Formula, g: Formula, h: Formula) -> Result<Formula, Exhausted> {
        self.ite(f, g, h, 0)
    }

    /// Returns "if `f` then `g` else `h`". Each level of the recursion branches on a later variable; [`Bdd::spend`] limits
    /// its `depth`.
    fn ite(&mut self, f: Formula, g: Formula, h: Formula, depth: usize) -> Result<Formula, Exhausted> {
        if f == TRUE || g == h {
            return Ok(g);
        }
        if f == FALSE {
            return Ok(h);
        }
        // Conjunction is commutative, so `f ∧ g` and `g ∧ f` share an entry of the cache.
        let key = match (g, h) {
            (TRUE, FALSE) => return Ok(f),
            (g, FALSE) if g < f => (g, f, FALSE),
            _ => (f, g, h),
        };
        let (f, g, h) = key;
        let (a, b, c) = (self.branch(f), self.branch(g), self.branch(h));
        // A variable before all others is the root.
        let is_root = |own: Branch, other: Branch| {
            (own.then, own.other) == (TRUE, FALSE) && own.var < other.var.min(c.var)
        };
        if is_root(a, b) {
            return self.make_within(a.var, g, h, depth);
        }
        if h == FALSE && is_root(b, a) {
            return self.make_within(b.var, f, FALSE, depth);
        }
        if let Some(&known) = self.cache.get(&key) {
            return Ok(known);
        }
        self.spend(depth)?;
        let var = a.var.min(b.var).min(c.var);
        let split = |formula, branch: Branch| {
            if branch.var == var { (branch.then, branch.other) } else { (formula, formula) }
        };
        let ((f1, f0), (g1, g0), (h1, h0)) = (split(f, a), split(g, b), split(h, c));
        let then = self.ite(f1, g1, h1, depth + 1)?;
        let other = self.ite(f0, g0, h0, depth + 1)?;
        let made = self.make(var, then, other);
        self.cache.insert(key, made);
        Ok(made)
    }

    /// Like [`Bdd::make`], but takes a step if the node is new.
    fn make_within(
        &mut self,
        var: u32,
        then: Formula,
        other: Formula,
        depth: usize,
    ) -> Result<Formula, Exhausted> {
        let nodes = self.branches.len();
        let made = self.make(var, then, other);
        if self.branches.len() > nodes {
            self.spend(depth)?;
        }
        Ok(made)
    }

    fn make(&mut self, var: u32, then: Formula, other: Formula) -> Formula {
        if then == other {
            return then;
        }
        let next = self.branches.len() as Formula;
        let id = *self.ids.entry((var, then, other)).or_insert(next);
        if id == next {
            self.branches.push(Branch { var, then, other });
        }
        id
    }
}

/// The meaning of a variable: a condition on the remaining input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Atom {
    /// An unknown continuation, distinct at each position.
    Free,
    /// The input begins with a character of the set, and the formula holds after it. Marks before it are skipped.
    Chars { set: u32, then: Formula },
    /// The input is empty, except for marks.
    End,
    /// No character has been read.
    Start,
    /// The formula at the head of a repetition holds. The head is `None` until the repetition has been translated.
    Loop { head: Option<Formula> },
    /// The input begins with the mark, and the formula holds after it.
    Mark { mark: u32, then: Formula },
    /// Like `Chars`, but without marks before the character.
    Read { set: u32, then: Formula },
    /// The input is empty, without marks.
    Stop,
}

/// Returns the bit of a mark in the result of `Automata::marks_ahead`.
pub(super) fn mark_bit(mark: u32) -> u64 {
    1 << (mark % u64::BITS)
}

/// The variable of [`Atom::Free`], which is the first, so that a formula that contains it branches on it at its root.
pub(super) const FREE: u32 = 0;

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the conjunction of `height` variables, whose depth is `height`.
    fn conjunction(bdd: &mut Bdd, height: u32) -> Formula {
        (0..height).rev().fold(TRUE, |rest, var| {
            let own = bdd.var(var);
            bdd.and(own, rest).unwrap()
        })
    }

    #[test]
    fn recursion_ends_at_the_greatest_height() {
        let mut bdd = Bdd::new();
        bdd.allow(1 << 20);
        let levels = MAX_HEIGHT as u32 + 1;
        let (high, higher) = (conjunction(&mut bdd, levels), conjunction(&mut bdd, levels + 1));
        assert!(bdd.not(high).is_ok());
        assert!(bdd.not(higher).is_err());
    }
}
