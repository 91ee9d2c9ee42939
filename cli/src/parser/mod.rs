//! The rule and the grammar by which inputs are parsed.
//!
//! In: the name of a rule, and the file of a grammar other than the built-in one.
//! Out: a `Start`, which returns the components of a text, whether it is valid, or a tree of `node`s; or its
//! fault. `read` reads the grammar, `patience` limits the time for that, `loaded` runs it, and `library`
//! determines whether the library could be built with it. `start_rules` says what to ask for instead of the default.
//! `traced` is a rule whose matches are shown step by step.
//! Next: `commands` that have `--as`, and `grammar`.

pub(crate) mod library;
mod loaded;
pub(crate) mod node;
pub(crate) mod patience;
pub(crate) mod read;
pub(crate) mod start;
pub(crate) mod start_rules;
pub(crate) mod traced;
