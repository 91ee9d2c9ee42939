//! The values of formulas for a letter put before strings of which some values are known.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "formulas and sets are numbered from 0, operands before what they define; a word has 64 \
              letters, a row all kept formulas"
)]

use crate::certificate::expression::{Expressions, Kind};
use crate::certificate::formulas::{CONSTANTS, END, FALSE, Formula, Formulas, TRUE};

/// A set of letters or of places in [`Evaluator::kept`].
pub(super) type Bits = Vec<u64>;

/// Which values may be true and which may be false: a set of letters each, or of formulas.
pub(super) type May = [u64; 2];

pub(super) const ANY: May = [!0, !0];

#[derive(Debug, Clone, Copy)]
pub(super) enum Value {
    /// That of the kept formula for what follows the letter, if the letter is of the set.
    Next {
        set: u32,
        place: u32,
    },
    If(Formula, Formula, Formula),
    Or(Formula, Formula),
}

/// The formulas of one claim, those with the same value as another by definition left out.
pub(super) struct Evaluator<'e> {
    sets: &'e [Bits],
    gates: Vec<(Formula, Value)>,
    pub(super) values: Vec<May>,
    /// The formulas that the values for a longer string depend on, and the two sides of the claim.
    pub(super) kept: Vec<Formula>,
    /// The places of the two sides of the claim among them.
    pub(super) roots: [usize; 2],
}

impl<'e> Evaluator<'e> {
    pub(super) fn new(
        expressions: &Expressions,
        formulas: &Formulas,
        sets: &'e [Bits],
        roots: [Formula; 2],
    ) -> Evaluator<'e> {
        let count = CONSTANTS + formulas.matches.len();
        let mut same: Vec<Formula> = (0..count as Formula).collect();
        let mut gates = Vec::new();
        for (own, found) in (CONSTANTS..).zip(&formulas.matches) {
            let of = |operand: usize| same[found.by[operand] as usize];
            let rest = same[found.rest as usize];
            let value = match expressions.list[found.expr as usize] {
                Kind::Empty => Err(rest),
                Kind::Fail => Err(FALSE),
                Kind::Seq(..) => Err(of(0)),
                Kind::Chars(set) => Ok(Value::Next { set, place: found.rest }),
                Kind::First(..) => Ok(Value::If(of(0), of(1), of(2))),
                Kind::Star(_) => Ok(Value::If(of(0), of(1), rest)),
                Kind::Either(..) => Ok(Value::Or(of(0), of(1))),
                Kind::Many(_) => Ok(Value::Or(of(0), rest)),
                Kind::Not(_) => Ok(Value::If(of(0), FALSE, rest)),
                Kind::And(_) => Ok(Value::If(of(0), rest, FALSE)),
                Kind::End => Ok(Value::If(END, rest, FALSE)),
            };
            match value {
                Ok(value) => gates.push((own as Formula, value)),
                Err(other) => same[own] = other,
            }
        }
        let rests = gates.iter().filter_map(|(_, value)| match value {
            Value::Next { place: rest, .. } => Some(same[*rest as usize]),
            _ => None,
        });
        let roots = roots.map(|root| same[root as usize]);
        let mut kept: Vec<Formula> = rests.chain(roots).collect();
        kept.sort_unstable();
        kept.dedup();
        for (_, value) in &mut gates {
            if let Value::Next { place, .. } = value {
                // INVARIANT: each rest is kept.
                *place = kept.partition_point(|&formula| formula < same[*place as usize]) as u32;
            }
        }
        let roots = roots.map(|root| kept.partition_point(|&formula| formula < root));
        let mut values = vec![[0, !0]; count];
        values[TRUE as usize] = [!0, 0];
        Evaluator { sets, gates, values, kept, roots }
    }

    /// The number of steps that one evaluation takes.
    pub(super) fn cost(&self) -> u64 {
        (self.gates.len() + self.kept.len()) as u64
    }

    /// Finds the values for the empty string.
    pub(super) fn empty(&mut self) {
        self.values[END as usize] = [!0, 0];
        for at in 0..self.gates.len() {
            let (own, value) = self.gates[at];
            self.values[own as usize] = match value {
                Value::Next { .. } => [0, !0],
                value => self.value(value),
            };
        }
    }

    /// Finds the values for the letters `64 * word..` before strings with these values of the kept formulas.
    pub(super) fn before(&mut self, row: &[May], word: usize) {
        self.values[END as usize] = [0, !0];
        for at in 0..self.gates.len() {
            let (own, value) = self.gates[at];
            self.values[own as usize] = match value {
                Value::Next { set, place } => {
                    let letters = self.sets[set as usize][word];
                    let [yes, no] = row[place as usize / 64].map(|may| may >> (place % 64) & 1 == 1);
                    [if yes { letters } else { 0 }, if no { !0 } else { !letters }]
                }
                value => self.value(value),
            };
        }
    }

    fn value(&self, value: Value) -> May {
        let of = |formula: Formula| self.values[formula as usize];
        match value {
            Value::If(a, b, c) => {
                let ([yes, no], b, c) = (of(a), of(b), of(c));
                [yes & b[0] | no & c[0], yes & b[1] | no & c[1]]
            }
            Value::Or(a, b) => [of(a)[0] | of(b)[0], of(a)[1] & of(b)[1]],
            Value::Next { .. } => unreachable!("what reads a letter has its value by the row"),
        }
    }

    /// Returns the place of a value in the row because of which that of the formula is not known for the letter.
    pub(super) fn cause(&self, formula: Formula, letter: usize) -> usize {
        let is_open =
            |formula: &Formula| self.values[*formula as usize].iter().all(|may| may >> letter & 1 == 1);
        let mut formula = formula;
        loop {
            // INVARIANT: what is not known is a gate.
            let at = self.gates.partition_point(|&(own, _)| own < formula);
            let open = match self.gates[at].1 {
                Value::Next { place, .. } => return place as usize,
                Value::If(a, b, c) => [a, b, c].into_iter().find(is_open),
                Value::Or(a, b) => [a, b].into_iter().find(is_open),
            };
            let next = open.expect("a value is known if its operands are");
            formula = next;
        }
    }
}
