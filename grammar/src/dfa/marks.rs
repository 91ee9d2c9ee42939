//! Marks, which stand where nodes begin and end.

/// Where a node begins or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Mark<'n> {
    pub(crate) rule: &'n str,
    pub(crate) ends: bool,
}

/// The marks of some rules.
#[derive(Debug)]
pub(super) struct Marking {
    /// The rules, whose marks are `2 * place` and `2 * place + 1`.
    pub(super) names: Vec<String>,
    /// For each rule of the Peg, the node that reads its marked strings.
    pub(super) nodes: Vec<u32>,
}
