//! The rule and the grammar by which inputs are parsed.
//!
//! In: the name of a rule, and the file of a grammar other than the built-in one, which `read` reads.
//! Out: a `start` rule, of the library or of a `loaded` grammar, which returns the components of a text, its tree, or its
//! fault. `library` decides whether the library could be built with a grammar.
//! Next: `commands` that have `--as`, and `grammar`.

pub(crate) mod library;
mod loaded;
pub(crate) mod read;
pub(crate) mod start;
