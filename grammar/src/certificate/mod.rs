//! Certificates: that a rule matches the strings that its ABNF does, as a text that `verify` checks.
//!
//! In: a `Peg`, an `Abnf`, and claims about their rules.
//! Out: a `Statement` of the claims in terms of expressions (`expression`, `translate`), and the certificate
//! (`write`). The proof says which values the `formulas` have together for any string: `rows` finds all combinations,
//! by `evaluate`, and `merge` makes as few of them as still prove the claim. `read` finds what one is about. The
//! room `verify` documents the format.
//! Next: none; whoever checks the certificate needs only `verify`.

mod evaluate;
mod expression;
mod formulas;
mod merge;
pub(crate) mod read;
mod rows;
mod translate;
pub(crate) mod write;
