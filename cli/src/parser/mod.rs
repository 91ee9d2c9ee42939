//! The rule and the grammar by which inputs are parsed.

mod library;
mod loaded;
pub(crate) mod node;
pub(crate) mod patience;
pub(crate) mod read;
pub(crate) mod start;
