//! Marks, which stand where nodes begin and end.

/// Where a node begins or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Mark<'n> {
    pub(crate) rule: &'n str,
    pub(crate) ends: bool,
}

/// What is marked in a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Marks<'n> {
    /// The rules whose nodes are marked.
    pub(crate) nodes: &'n [&'n str],
    /// The rules whose calls are marked, whether they make nodes or not.
    pub(crate) calls: &'n [&'n str],
}

/// The marks of some rules.
#[derive(Debug)]
pub(super) struct Marking {
    /// The rules whose nodes are marked, and after them those whose calls are. The marks of each are `2 * place`
    /// and `2 * place + 1`.
    pub(super) names: Vec<String>,
    /// The number of rules whose nodes are marked.
    pub(super) captured: usize,
    /// For each rule of the Peg, the node that reads its marked strings.
    pub(super) nodes: Vec<u32>,
}
