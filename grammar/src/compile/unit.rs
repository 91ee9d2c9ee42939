//! The runs that repetitions are.

use crate::characters::charset::CharSet;

use super::node::Node;
use super::run::Run;

/// The largest number of escapes that may begin with the same characters: each is compared with all others.
const ALIKE: usize = 32;

/// Returns the run whose unit is the expression, if that is a choice of characters and escapes that begin with
/// different characters.
pub(super) fn unit(node: &Node) -> Option<Run> {
    let alternatives = match node {
        Node::Choice(parts) => parts.as_slice(),
        node => core::slice::from_ref(node),
    };
    let mut run = Run { set: CharSet::empty(), escapes: Vec::new() };
    for alternative in alternatives {
        match alternative {
            Node::One(set) => run.set = run.set.union(set),
            Node::Seq(parts) => {
                let sets = parts.iter().map(|part| match part {
                    Node::One(set) => Some(set.clone()),
                    _ => None,
                });
                run.escapes.push(sets.collect::<Option<_>>()?);
            }
            _ => return None,
        }
    }
    let mut taken = run.set.clone();
    for escape in &run.escapes {
        let first = escape.first()?;
        if !taken.intersect(first).is_empty() {
            return None;
        }
        taken = taken.union(first);
    }
    Some(run)
}

/// Returns the run of the expression's repetition. Escapes may begin alike if they differ before either ends, as
/// in `"\\" ~ ("n" | "u" ~ hex ~ hex)`.
#[expect(clippy::indexing_slicing, reason = "an index of the escapes")]
pub(super) fn repeated(node: &Node) -> Option<Run> {
    if let Some(run) = unit(node) {
        return Some(run);
    }
    let mut run = Run { set: CharSet::empty(), escapes: Vec::new() };
    run.add(node, &mut Vec::new())?;
    let alike = |one: &[CharSet], other: &[CharSet]| {
        one.iter().zip(other).all(|(one, other)| !one.intersect(other).is_empty())
    };
    let is_escape = |(index, escape): (usize, &Vec<CharSet>)| {
        escape.first().is_some_and(|first| first.intersect(&run.set).is_empty())
            && run.escapes[..index].iter().all(|other| !alike(escape, other))
    };
    run.escapes.iter().enumerate().all(is_escape).then_some(run)
}

impl Run {
    /// Adds what an expression can read after `before`. A choice before the end of a sequence commits to an
    /// alternative, and is no list of sequences. Recursion: as deep as the expression nests.
    fn add(&mut self, node: &Node, before: &mut Vec<CharSet>) -> Option<()> {
        match node {
            Node::One(set) if before.is_empty() => self.set = self.set.union(set),
            Node::One(set) => {
                let escape = before.iter().chain([set]).cloned().collect();
                self.escapes.push(escape);
            }
            Node::Seq(parts) => {
                let (last, first) = parts.split_last()?;
                let length = before.len();
                for part in first {
                    let Node::One(set) = part else { return None };
                    before.push(set.clone());
                }
                self.add(last, before)?;
                before.truncate(length);
            }
            Node::Choice(parts) => parts.iter().try_for_each(|part| self.add(part, before))?,
            _ => return None,
        }
        (self.escapes.len() <= ALIKE).then_some(())
    }
}
