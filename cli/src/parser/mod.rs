//! The rule and the grammar by which inputs are parsed.
//!
//! In: the name of a rule, and the file of a grammar, which `read` reads, if it is not the built-in grammar.
//! Out: a `start` rule, of the library or of a `loaded` grammar, which returns the components of a text, its
//! tree, or its fault; `expected` lists what could stand at a fault. `library` decides whether the library could be built with a grammar.
//! Next: the `commands` that have `--as`, and `grammar`.

mod expected;
pub(crate) mod library;
pub(crate) mod loaded;
pub(crate) mod read;
pub(crate) mod start;
