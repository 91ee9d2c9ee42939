//! The expressions of a [`Peg`] with equal ones made one, so that an index is an identity.

use std::collections::HashMap;

use crate::characters::charset::CharSet;
use crate::peg::Peg;
use crate::peg::expr::Expr;

/// An expression; other expressions in it are indices, and calls are replaced by what they call.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Empty,
    Fail,
    /// An index in [`Arena::sets`].
    Chars(u32),
    Seq(Box<[u32]>),
    Choice(Box<[u32]>),
    Star(u32),
    Not(u32),
    And(u32),
    Start,
    End,
}

#[derive(Debug, Default)]
pub(crate) struct Arena {
    pub(crate) nodes: Vec<Node>,
    pub(crate) sets: Vec<CharSet>,
    /// The node of each rule of the Peg.
    pub(crate) rules: Vec<u32>,
    ids: HashMap<Node, u32>,
    set_ids: HashMap<CharSet, u32>,
}

impl Arena {
    pub(crate) fn new(peg: &Peg) -> Arena {
        let mut arena = Arena::default();
        for rule in peg.rules() {
            let id = arena.add(&rule.expr);
            arena.rules.push(id);
        }
        arena
    }

    /// Recursion: within one rule, whose depth the [`Peg`] bounds.
    fn add(&mut self, expr: &Expr) -> u32 {
        let node = match expr {
            // INVARIANT: a rule calls only rules before it.
            Expr::Call(place) => return self.rules[*place],
            Expr::Empty => Node::Empty,
            Expr::Fail => Node::Fail,
            Expr::Chars(set) => {
                let next = self.sets.len() as u32;
                let id = *self.set_ids.entry(set.clone()).or_insert(next);
                if id == next {
                    self.sets.push(set.clone());
                }
                Node::Chars(id)
            }
            Expr::Seq(parts) => Node::Seq(parts.iter().map(|part| self.add(part)).collect()),
            Expr::Choice(parts) => Node::Choice(parts.iter().map(|part| self.add(part)).collect()),
            Expr::Star(inner) => Node::Star(self.add(inner)),
            Expr::Not(inner) => Node::Not(self.add(inner)),
            Expr::And(inner) => Node::And(self.add(inner)),
            Expr::Start => Node::Start,
            Expr::End => Node::End,
        };
        let next = self.nodes.len() as u32;
        let id = *self.ids.entry(node.clone()).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }
}
