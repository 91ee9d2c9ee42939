//! Expressions that read marks, made of those that do not.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `Peg::rules`, which each have a node; 2³¹ names would take hundreds of \
              gigabytes"
)]

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::dfa::arena::{Arena, Node};
use crate::dfa::bdd::{Bdd, Exhausted};
use crate::dfa::marks::Marks;
use crate::peg::Peg;
use crate::peg::expr::Expr;
use crate::peg::rule::Rule;

/// The nodes that read marks, of the rules for which they were asked.
#[derive(Debug, Default)]
pub(super) struct Marking {
    marks: Marks,
    /// By the place of the rule in the Peg.
    nodes: FxHashMap<usize, u32>,
}

impl Marking {
    /// Returns the node that reads the marked strings of the rule, and adds it to the arena. Takes two steps for each
    /// expression of the rule and of those that it calls; the nodes are kept until other marks are asked for.
    pub(super) fn node(
        &mut self,
        place: usize,
        marks: &Marks,
        (peg, arena, bdd): (&Peg, &mut Arena, &mut Bdd),
    ) -> Result<u32, Exhausted> {
        if self.marks != *marks {
            *self = Marking { marks: marks.clone(), nodes: FxHashMap::default() };
        }
        Marker { peg, arena, bdd, marking: self }.rule(place)
    }
}

struct Marker<'a> {
    peg: &'a Peg,
    arena: &'a mut Arena,
    bdd: &'a mut Bdd,
    marking: &'a mut Marking,
}

impl Marker<'_> {
    fn rule(&mut self, place: usize) -> Result<u32, Exhausted> {
        let mut made = self.marking.nodes.get(&place).copied();
        // INVARIANT: a rule calls only rules before it, so the last is the one that was asked for.
        for place in self.unmarked(place)? {
            let node = self.read(&self.peg.rules()[place].expr, self.arena.rules[place])?;
            self.marking.nodes.insert(place, node);
            made = Some(node);
        }
        let made = made.expect("a rule without marks is made one with marks");
        Ok(made)
    }

    /// Returns the rule and those that it comes to call, without those that have their nodes.
    fn unmarked(&mut self, place: usize) -> Result<BTreeSet<usize>, Exhausted> {
        let mut unmarked = BTreeSet::new();
        let mut open = vec![place];
        while let Some(place) = open.pop() {
            if self.marking.nodes.contains_key(&place) || !unmarked.insert(place) {
                continue;
            }
            let mut exprs = vec![&self.peg.rules()[place].expr];
            while let Some(expr) = exprs.pop() {
                self.bdd.spend(0)?;
                match expr {
                    Expr::Call(callee) => open.push(*callee),
                    // Predicates skip marks.
                    Expr::Not(_) | Expr::And(_) => {}
                    expr => exprs.extend(expr.parts()),
                }
            }
        }
        Ok(unmarked)
    }

    /// Returns the node that reads marks beside the characters that `node` reads, which is that of the expression.
    ///
    /// Predicates skip marks, and so does what decides which alternative is taken and how often a repetition goes
    /// on: that depends on the text alone.
    ///
    /// Recursion: within one rule, whose depth the [`Peg`] bounds.
    fn read(&mut self, expr: &Expr, node: u32) -> Result<u32, Exhausted> {
        self.bdd.spend(0)?;
        let read = match expr {
            Expr::Call(place) => return self.call(*place),
            Expr::Chars(set) => Node::Read(self.arena.set(set)),
            Expr::Seq(_) => Node::Seq(self.parts(expr, node)?.into_iter().map(|(_, read)| read).collect()),
            Expr::Choice(_) => Node::MarkedChoice(self.parts(expr, node)?.into()),
            Expr::Star(inner) => {
                let taken = self.arena.operand(node);
                Node::MarkedStar(taken, self.read(inner, taken)?)
            }
            Expr::Empty | Expr::Fail | Expr::Not(_) | Expr::And(_) | Expr::Start | Expr::End => {
                return Ok(node);
            }
        };
        Ok(self.arena.node(read))
    }

    /// Returns for each part of the expression its node, and the node that reads marks.
    fn parts(&mut self, expr: &Expr, node: u32) -> Result<Vec<(u32, u32)>, Exhausted> {
        let parts = self.arena.parts(node).to_vec();
        let parts = expr.parts().iter().zip(parts);
        parts.map(|(expr, node)| Ok((node, self.read(expr, node)?))).collect()
    }

    /// Returns the rule's node between its marks: outside, those of the call.
    fn call(&mut self, place: usize) -> Result<u32, Exhausted> {
        let &node = self.marking.nodes.get(&place).expect("a rule is marked after those that it calls");
        let Rule { name, capture, .. } = &self.peg.rules()[place];
        let Marks { nodes, calls } = &self.marking.marks;
        let called = calls.place(name).map(|place| nodes.list().len() + place);
        let mut read = node;
        for place in nodes.place(name).filter(|_| *capture).into_iter().chain(called) {
            let mark = 2 * place as u32;
            let (begin, end) = (self.arena.node(Node::Mark(mark)), self.arena.node(Node::Mark(mark + 1)));
            read = self.arena.node(Node::Seq(Box::new([begin, read, end])));
        }
        Ok(read)
    }
}
