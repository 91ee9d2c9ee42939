//! Interns the expressions of a [`Peg`], so that equal expressions have equal indices, and adds expressions that also
//! read marks, which delimit nodes and calls.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "the arena returned every node; a rule is an index of `Peg::rules`, calls only rules before \
              it, and has a node; 2³¹ names would take hundreds of gigabytes"
)]

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::characters::CharSet;
use crate::dfa::bdd::{Bdd, Exhausted};
use crate::peg::Peg;
use crate::peg::expr::{Expr, Rule};

/// A mark at the beginning or the end of a node or a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Mark<'n> {
    pub(crate) rule: &'n str,
    pub(crate) ends: bool,
}

/// A list of rule names with their indices. Clones share memory and are compared in constant time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names(Arc<Named>);

#[derive(Debug, Default, PartialEq, Eq)]
struct Named {
    list: Vec<String>,
    places: FxHashMap<String, usize>,
}

impl Names {
    /// Returns the names in order.
    #[must_use]
    pub fn list(&self) -> &[String] {
        &self.0.list
    }

    /// Returns the index of a name, if it is in the list.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<usize> {
        self.0.places.get(name).copied()
    }
}

impl<N: Into<String>> FromIterator<N> for Names {
    fn from_iter<I: IntoIterator<Item = N>>(names: I) -> Names {
        let list: Vec<String> = names.into_iter().map(Into::into).collect();
        let places = list.iter().cloned().zip(0..).collect();
        Names(Arc::new(Named { list, places }))
    }
}

/// The rules whose nodes and calls are marked. The marks of the rule with index `i` are `2 * i` for the beginning and
/// `2 * i + 1` for the end, where the indices of `calls` follow those of `nodes`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    /// The rules whose nodes are marked.
    pub nodes: Names,
    /// The rules whose calls are marked, even if they make no nodes.
    pub calls: Names,
}

/// An expression, whose operands are indices of [`Arena::nodes`]. Calls are replaced by the bodies of the called rules.
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
    /// Like `Chars`, but does not skip marks before the character.
    Read(u32),
    /// A choice that reads marks. Each alternative has two expressions: the first decides whether the alternative matches,
    /// and the second reads it with its marks.
    MarkedChoice(Box<[(u32, u32)]>),
    /// A repetition that reads marks. The first expression decides whether the operand matches again, and the second reads
    /// the operand with its marks.
    MarkedStar(u32, u32),
}

impl Node {
    /// Returns the operands.
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
    /// The node of each of [`Peg::rules`].
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

    /// Adds an expression and returns its node. Recurses only within one rule, whose depth the [`Peg`] limits.
    fn add(&mut self, expr: &Expr) -> u32 {
        let node = match expr {
            // INVARIANT: a rule calls only rules before it, which have nodes.
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

    /// Returns the parts of a sequence or a choice, in order.
    pub(crate) fn parts(&self, node: u32) -> &[u32] {
        match &self.nodes[node as usize] {
            Node::Seq(parts) | Node::Choice(parts) => parts,
            _ => unreachable!("a sequence or a choice has a node with parts"),
        }
    }

    /// Returns the alternatives of a choice that reads marks.
    pub(crate) fn marked_parts(&self, node: u32) -> &[(u32, u32)] {
        match &self.nodes[node as usize] {
            Node::MarkedChoice(parts) => parts,
            _ => unreachable!("a marked choice has a node with parts"),
        }
    }

    /// Returns the operand of a repetition.
    pub(crate) fn operand(&self, node: u32) -> u32 {
        match &self.nodes[node as usize] {
            Node::Star(operand) => *operand,
            _ => unreachable!("a repetition has a node with an operand"),
        }
    }

    fn set(&mut self, set: &CharSet) -> u32 {
        let next = self.sets.len() as u32;
        let id = *self.set_ids.entry(set.clone()).or_insert(next);
        if id == next {
            self.sets.push(set.clone());
        }
        id
    }

    fn node(&mut self, node: Node) -> u32 {
        let next = self.nodes.len() as u32;
        let id = *self.ids.entry(node.clone()).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }
}

/// A cache of nodes that read marks.
#[derive(Debug, Default)]
pub(super) struct Marking {
    marks: Marks,
    /// The node of each rule, by its index in [`Peg::rules`].
    nodes: FxHashMap<usize, u32>,
}

impl Marking {
    /// Returns the node that reads the marked strings of the rule, and adds it to the arena if needed. Takes two steps for
    /// each expression of the rule and of the rules that it calls, unless their nodes are cached. The cache is cleared
    /// when other marks are requested.
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
        // INVARIANT: a rule calls only rules before it, so the requested rule is the last.
        for place in self.unmarked(place)? {
            let node = self.read(&self.peg.rules()[place].expr, self.arena.rules[place])?;
            self.marking.nodes.insert(place, node);
            made = Some(node);
        }
        let made = made.expect("a rule without a cached node gets one");
        Ok(made)
    }

    /// Returns the rule and the rules that it calls, directly or indirectly, except for rules with cached nodes.
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
                    // The nodes of predicates do not change, because predicates do not read marks.
                    Expr::Not(_) | Expr::And(_) => {}
                    expr => exprs.extend(expr.parts()),
                }
            }
        }
        Ok(unmarked)
    }

    /// Returns the node that reads an expression with its marks. `node` is the node of the expression without marks.
    ///
    /// Predicates skip marks. So do the expressions that decide about alternatives and repetitions, because the decision
    /// depends only on the text.
    ///
    /// Recurses only within one rule, whose depth the [`Peg`] limits.
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

    /// Returns for each part of the expression its node without marks and its node that reads marks.
    fn parts(&mut self, expr: &Expr, node: u32) -> Result<Vec<(u32, u32)>, Exhausted> {
        let parts = self.arena.parts(node).to_vec();
        let parts = expr.parts().iter().zip(parts);
        parts.map(|(expr, node)| Ok((node, self.read(expr, node)?))).collect()
    }

    /// Returns the node of a call, which is the rule's node between the marks of its node, between the marks of the call.
    fn call(&mut self, place: usize) -> Result<u32, Exhausted> {
        let &node = self.marking.nodes.get(&place).expect("a rule is marked after the rules that it calls");
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
