//! Which runs begin within the first bytes of a text only, whichever rule it is matched against: that of a scheme.
//!
//! It is a matter of speed alone: of the classes of such runs, words of sixteen bytes are enough.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `nodes`; an offset is at most `FIRST`"
)]

use std::collections::HashSet;

use super::node::Node;
use super::run::Run;

/// The last offset that counts as within the first bytes.
const FIRST: usize = 4;

/// Returns the runs that may begin elsewhere.
pub(super) fn elsewhere(nodes: &[Node]) -> HashSet<&Run> {
    let mut walk = Walk {
        begins: vec![Some(0); nodes.len()],
        open: (0..nodes.len()).collect(),
        elsewhere: HashSet::new(),
    };
    while let Some(rule) = walk.open.pop() {
        walk.after(&nodes[rule], walk.begins[rule]);
    }
    walk.elsewhere
}

struct Walk<'n> {
    /// For each rule the last offset at which it may begin, or `None` if that is not within the first bytes.
    begins: Vec<Option<usize>>,
    /// The rules to visit.
    open: Vec<usize>,
    elsewhere: HashSet<&'n Run>,
}

impl<'n> Walk<'n> {
    /// Visits a node that begins at this offset at the latest, and returns where it ends at the latest.
    ///
    /// Recursion: as deep as the expression nests.
    fn after(&mut self, node: &'n Node, at: Option<usize>) -> Option<usize> {
        match node {
            Node::Empty | Node::Fail | Node::Start | Node::End => at,
            Node::One(_) => at.map(|at| at + 1).filter(|&at| at <= FIRST),
            Node::Run(run) | Node::Trimmed(run, _) => {
                if at.is_none() {
                    self.elsewhere.insert(run);
                }
                None
            }
            Node::Call(rule) => {
                let known = self.begins[*rule];
                let later = known.zip(at).map(|(known, at)| known.max(at));
                if later != known {
                    self.begins[*rule] = later;
                    self.open.push(*rule);
                }
                None
            }
            Node::Seq(parts) => parts.iter().fold(at, |at, part| self.after(part, at)),
            Node::Choice(parts) => {
                let mut last = Some(0);
                // Each is visited, also where one before it ends too late.
                for part in parts {
                    let end = self.after(part, at);
                    last = last.zip(end).map(|(last, end)| last.max(end));
                }
                last
            }
            Node::Repeat { inner, max: Some(1), .. } => {
                let once = self.after(inner, at);
                once.zip(at).map(|(once, at)| once.max(at))
            }
            // Each node is visited once, so that the work does not double with each level.
            Node::Repeat { inner, .. } => self.after(inner, None),
            Node::Not(inner) | Node::And(inner) => {
                self.after(inner, at);
                at
            }
        }
    }
}
