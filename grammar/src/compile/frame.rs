//! How much stack the function of a rule takes.

use super::facts::Known;
use super::node::Node;

/// The stack that recursive rules may take if the caller says nothing else: half of what the main thread has where
/// it has least, which is on Windows.
pub(super) const STACK: usize = 512 << 10;

/// A return address, saved registers and parameters.
const CALL: usize = 96;

/// Returns for each rule how many bytes of stack its function takes where rustc does not optimize, so that every
/// variable of it and of what is inlined in it has a place of its own. Optimized, it takes a tenth.
///
/// The copies of the sink are not included.
pub(super) fn frames(nodes: &[Node], known: &Known<'_>) -> Vec<usize> {
    let mut frames: Vec<usize> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let frame = CALL.saturating_add(variables(node, known, &frames));
        frames.push(frame);
    }
    frames
}

#[expect(clippy::indexing_slicing, reason = "a rule that is inlined comes before its callers")]
fn variables(node: &Node, known: &Known<'_>, frames: &[usize]) -> usize {
    match node {
        Node::Empty | Node::Fail | Node::Start | Node::End => 16,
        Node::One(_) => 16,
        // The loops that read them are inlined.
        Node::Run(_) | Node::Trimmed(..) => 240,
        Node::Call(rule) if known.inlined(*rule) => frames[*rule],
        Node::Call(_) => 48,
        Node::Seq(parts) | Node::Choice(parts) => {
            parts.iter().fold(16, |sum, part| sum.saturating_add(variables(part, known, frames)))
        }
        Node::Repeat { inner, .. } if matches!(**inner, Node::One(_)) => 256,
        Node::Repeat { inner, .. } | Node::Not(inner) | Node::And(inner) => {
            variables(inner, known, frames).saturating_add(32)
        }
    }
}
