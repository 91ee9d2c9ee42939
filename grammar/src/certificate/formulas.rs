//! What is said of the rest of a string: "the expression matches at its beginning, and the formula holds of what
//! is left then".
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a formula is a constant, or the number of a match behind these, of which there are not many \
              more than `MOST`"
)]

use rustc_hash::FxHashMap;

use crate::certificate::expression::{Expressions, Id, Kind};
use crate::dfa::bdd::Exhausted;
use crate::walk::walk;

/// The index of a formula.
pub(super) type Formula = u32;

/// Holds of no rest.
pub(super) const FALSE: Formula = 0;
/// Holds of every rest.
pub(super) const TRUE: Formula = 1;
/// Holds of the empty rest.
pub(super) const END: Formula = 2;

/// The most formulas, whose numbers have 32 bits.
const MOST: usize = 1 << 28;

/// The number of those that are no matches.
pub(super) const CONSTANTS: usize = 3;

/// The expression matches, and the rest of it satisfies the formula.
#[derive(Debug, Clone)]
pub(super) struct Match {
    pub(super) expr: Id,
    pub(super) rest: Formula,
    /// The matches by whose values this one is defined.
    pub(super) by: Vec<Formula>,
}

/// Formulas, each after those whose values at the same place it needs.
#[derive(Debug, Default)]
pub(super) struct Formulas {
    pub(super) matches: Vec<Match>,
    ids: FxHashMap<(Id, Formula), Formula>,
}

impl Formulas {
    /// Returns the formulas that it takes to define those roots, and where the roots are.
    pub(super) fn of(
        expressions: &Expressions,
        roots: [Id; 2],
        left: &mut u64,
    ) -> Result<(Formulas, [Formula; 2]), Exhausted> {
        let mut made = Formulas::default();
        let roots = roots.map(|root| made.id(root, END));
        let mut done = 0;
        while done < made.matches.len() {
            *left = left.checked_sub(1).ok_or(Exhausted)?;
            // Each has at most three operands.
            if made.matches.len() > MOST {
                return Err(Exhausted);
            }
            let Match { expr, rest, .. } = made.matches[done];
            let own = (CONSTANTS + done) as Formula;
            let by = match expressions.list[expr as usize] {
                Kind::Empty | Kind::Fail | Kind::Chars(_) | Kind::End => Vec::new(),
                Kind::Seq(head, tail) => {
                    let tail = made.id(tail, rest);
                    vec![made.id(head, tail)]
                }
                Kind::First(one, other) => vec![made.id(one, TRUE), made.id(one, rest), made.id(other, rest)],
                Kind::Either(one, other) => vec![made.id(one, rest), made.id(other, rest)],
                Kind::Star(inner) => vec![made.id(inner, TRUE), made.id(inner, own)],
                Kind::Many(inner) => vec![made.id(inner, own)],
                Kind::Not(inner) | Kind::And(inner) => vec![made.id(inner, TRUE)],
            };
            made.matches[done].by = by;
            done += 1;
        }
        Ok(made.sorted(expressions, roots))
    }

    fn id(&mut self, expr: Id, rest: Formula) -> Formula {
        let next = (CONSTANTS + self.matches.len()) as Formula;
        let id = *self.ids.entry((expr, rest)).or_insert(next);
        if id == next {
            self.matches.push(Match { expr, rest, by: Vec::new() });
        }
        id
    }

    /// Numbers the formulas anew, each after those that it needs.
    fn sorted(self, expressions: &Expressions, roots: [Formula; 2]) -> (Formulas, [Formula; 2]) {
        let place = |formula: Formula| (formula as usize).checked_sub(CONSTANTS);
        let needs = |found: &Match| {
            let rest = match expressions.list[found.expr as usize] {
                Kind::Seq(..) | Kind::First(..) | Kind::Either(..) | Kind::Chars(_) | Kind::Fail => None,
                _ => place(found.rest),
            };
            found.by.iter().filter_map(|&by| place(by)).chain(rest).collect::<Vec<_>>()
        };
        let needs: Vec<Vec<usize>> = self.matches.iter().map(needs).collect();
        let order = walk(&needs).order;
        let mut numbers: Vec<Formula> = (0..(CONSTANTS + order.len()) as Formula).collect();
        for (number, &old) in (CONSTANTS as Formula..).zip(&order) {
            numbers[CONSTANTS + old] = number;
        }
        let number = |formula: Formula| numbers[formula as usize];
        let renumbered = |old: &usize| {
            let Match { expr, rest, by } = &self.matches[*old];
            Match { expr: *expr, rest: number(*rest), by: by.iter().map(|&by| number(by)).collect() }
        };
        let matches = order.iter().map(renumbered).collect();
        (Formulas { matches, ids: FxHashMap::default() }, roots.map(number))
    }
}
