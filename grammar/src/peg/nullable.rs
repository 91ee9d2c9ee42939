//! Which rules can match without consuming a character, where rules call each other in circles.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `known`, and a place one that `System::place` returned"
)]

use crate::peg::expr::Expr;

/// Returns for each rule whether it can match nothing. `known` has the answer for the rules for which it is known;
/// `rules` has the others, with their expressions.
///
/// Takes time linear in the expressions, whatever calls what: each expression waits for a number of its parts, and
/// is visited once for each.
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
    /// The expressions that a call of each rule is a part of.
    calls: Vec<Vec<usize>>,
    /// An expression for each part of it that was found to match nothing.
    found: Vec<usize>,
}

/// An expression that can match nothing if enough of its parts can.
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

    /// Adds an expression, for whose match the expression at `parent` waits. Recursion: within one rule, whose size
    /// is bounded where the grammar is read.
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
