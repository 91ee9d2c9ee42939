//! The expressions of a [`Peg`] with equal ones made one, so that an index is an identity.
#![expect(
    clippy::indexing_slicing,
    reason = "a node is a number that the arena returned; a rule calls only rules before it"
)]

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
    /// Reads a mark.
    Mark(u32),
    /// As `Chars`, but does not skip marks before the character.
    Read(u32),
    /// A choice that reads marks: for each alternative, how it decides whether it is taken, and how it is read.
    MarkedChoice(Box<[(u32, u32)]>),
    /// A repetition that reads marks: how it decides whether it goes on, and how its operand is read.
    MarkedStar(u32, u32),
}

impl Node {
    /// Returns the nodes that it consists of.
    pub(crate) fn parts(&self) -> Vec<u32> {
        match self {
            Node::Seq(parts) | Node::Choice(parts) => parts.to_vec(),
            Node::Star(inner) | Node::Not(inner) | Node::And(inner) => vec![*inner],
            Node::MarkedChoice(parts) => parts.iter().flat_map(|&(taken, read)| [taken, read]).collect(),
            Node::MarkedStar(taken, read) => vec![*taken, *read],
            Node::Empty | Node::Fail | Node::Chars(_) | Node::Start | Node::End => Vec::new(),
            Node::Mark(_) | Node::Read(_) => Vec::new(),
        }
    }
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
            Expr::Chars(set) => Node::Chars(self.set(set)),
            Expr::Seq(parts) => Node::Seq(parts.iter().map(|part| self.add(part)).collect()),
            Expr::Choice(parts) => Node::Choice(parts.iter().map(|part| self.add(part)).collect()),
            Expr::Star(inner) => Node::Star(self.add(inner)),
            Expr::Not(inner) => Node::Not(self.add(inner)),
            Expr::And(inner) => Node::And(self.add(inner)),
            Expr::Start => Node::Start,
            Expr::End => Node::End,
        };
        self.node(node)
    }

    /// Returns the nodes of the parts of a sequence or of a choice, in their order.
    pub(crate) fn parts(&self, node: u32) -> &[u32] {
        match &self.nodes[node as usize] {
            Node::Seq(parts) | Node::Choice(parts) => parts,
            _ => unreachable!("the node of a sequence or a choice is one"),
        }
    }

    /// Returns the alternatives of a choice that reads marks.
    pub(crate) fn marked_parts(&self, node: u32) -> &[(u32, u32)] {
        match &self.nodes[node as usize] {
            Node::MarkedChoice(parts) => parts,
            _ => unreachable!("the node of a marked choice is one"),
        }
    }

    /// Returns the node of the operand of a repetition.
    pub(crate) fn operand(&self, node: u32) -> u32 {
        match &self.nodes[node as usize] {
            Node::Star(operand) => *operand,
            _ => unreachable!("the node of a repetition is one"),
        }
    }

    pub(crate) fn set(&mut self, set: &CharSet) -> u32 {
        let next = self.sets.len() as u32;
        let id = *self.set_ids.entry(set.clone()).or_insert(next);
        if id == next {
            self.sets.push(set.clone());
        }
        id
    }

    pub(crate) fn node(&mut self, node: Node) -> u32 {
        let next = self.nodes.len() as u32;
        let id = *self.ids.entry(node.clone()).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }
}
