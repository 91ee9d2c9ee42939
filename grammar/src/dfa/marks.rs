//! Marks, which stand where nodes and calls begin and end.

use std::sync::Arc;

use rustc_hash::FxHashMap;

/// Where a node or a call begins or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Mark<'n> {
    pub(crate) rule: &'n str,
    pub(crate) ends: bool,
}

/// The names of some rules, each with its place among them. Clones share their memory and are compared in constant
/// time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Names(Arc<Named>);

#[derive(Debug, Default, PartialEq, Eq)]
struct Named {
    list: Vec<String>,
    places: FxHashMap<String, usize>,
}

impl Names {
    /// Returns the names in order.
    pub(crate) fn list(&self) -> &[String] {
        &self.0.list
    }

    /// Returns the place of a name, if it is one of them.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
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

/// What is marked in a string. The marks of each rule are `2 * place` and `2 * place + 1`, where the places of `calls`
/// come after those of `nodes`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// The rules whose nodes are marked.
    pub(crate) nodes: Names,
    /// The rules whose calls are marked, whether they make nodes or not.
    pub(crate) calls: Names,
}
