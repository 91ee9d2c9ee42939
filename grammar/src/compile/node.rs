//! Expressions in the form that code is generated from.

use crate::characters::charset::CharSet;

use super::run::Run;

/// An expression in the form that code is generated from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Empty,
    Fail,
    Start,
    End,
    /// One character.
    One(CharSet),
    /// As many units as follow each other.
    Run(Run),
    /// A run without escapes, and the characters that it does not end with: it ends before them.
    Trimmed(Run, CharSet),
    Call(usize),
    Seq(Vec<Node>),
    Choice(Vec<Node>),
    /// At least `min` and at most `max` times, greedily.
    Repeat {
        inner: Box<Node>,
        min: usize,
        max: Option<usize>,
    },
    Not(Box<Node>),
    And(Box<Node>),
}

impl Node {
    /// Returns the rules that the node calls directly.
    pub(super) fn calls(&self) -> Vec<usize> {
        match self {
            Node::Call(rule) => vec![*rule],
            Node::Seq(parts) | Node::Choice(parts) => parts.iter().flat_map(Node::calls).collect(),
            Node::Repeat { inner, .. } | Node::Not(inner) | Node::And(inner) => inner.calls(),
            Node::Empty
            | Node::Fail
            | Node::Start
            | Node::End
            | Node::One(_)
            | Node::Run(_)
            | Node::Trimmed(..) => Vec::new(),
        }
    }

    /// Returns the runs in the node.
    pub(super) fn runs(&self) -> Vec<&Run> {
        match self {
            Node::Run(run) | Node::Trimmed(run, _) => vec![run],
            Node::Seq(parts) | Node::Choice(parts) => parts.iter().flat_map(Node::runs).collect(),
            Node::Repeat { inner, .. } | Node::Not(inner) | Node::And(inner) => inner.runs(),
            Node::Empty | Node::Fail | Node::Start | Node::End | Node::One(_) | Node::Call(_) => Vec::new(),
        }
    }
}
