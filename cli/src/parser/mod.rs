//! The rule and the grammar by which inputs are parsed.
//!
//! In: the name of a rule, and the file of a grammar if it is not the built-in one.
//! Out: a `Start`, which gives components, a verdict, or a tree of `node`s for a text, or its fault. `read` reads the
//! grammar, `patience` limits how long that may take, `loaded` runs it, and `library` tells whether the library
//! could be built with it.
//! Next: `commands` that have `--as`, and `grammar`.

mod library;
mod loaded;
mod machine;
pub(crate) mod node;
pub(crate) mod patience;
pub(crate) mod read;
pub(crate) mod start;
