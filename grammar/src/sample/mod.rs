//! Strings that a rule matches: random ones, and how many there are.
//!
//! In: a `Dfa` or a rule of a `Grammar`, the lengths, and a seed.
//! Out: a `Sampler`, and `Counts`, which counts the strings of each length. `uniform` draws from an automaton (`edges`,
//! with numbers of strings as `weight`s), `derived` by the expressions of the grammar: `shape` has them, `cost` the
//! smallest derivations, `length` how long they can be; `derivation` makes one for `derive`, `decide` chooses at random,
//! and `stacked` keeps pest's stack. `cover` finds strings that show all that a rule can match, `near` those that it
//! barely rejects, and `strategy` is for the tests of other crates.
//! Next: none.

mod cost;
pub(crate) mod count;
pub(crate) mod cover;
mod decide;
mod derivation;
mod derive;
mod derived;
mod edges;
pub(crate) mod error;
mod length;
pub(crate) mod near;
mod random;
pub(crate) mod sampler;
mod shape;
mod stacked;
#[cfg(feature = "proptest")]
pub(crate) mod strategy;
mod uniform;
mod weight;
