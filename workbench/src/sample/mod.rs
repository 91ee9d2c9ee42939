//! Generates random strings that a rule matches, and counts the strings.
//!
//! In: a `Dfa` or a rule of a `Grammar`, the lengths, and a seed.
//! Out: a `sampler`, which draws from an automaton (`uniform`, which also counts) or makes a `derivation`
//! from the `shape`s of the expressions and the `weights` in comments. `cover` finds strings that cover a
//! rule: `marks` makes a grammar whose trees show the points that a string covers, and `points` searches for
//! strings. `near` finds strings that are barely rejected, and `strategy` is for other crates' tests.
//! Next: callers that show the strings.

pub(crate) mod cover;
mod derivation;
mod marks;
pub(crate) mod near;
mod points;
pub(crate) mod sampler;
mod shape;
#[cfg(feature = "proptest")]
pub(crate) mod strategy;
pub(crate) mod uniform;
pub(crate) mod weights;
