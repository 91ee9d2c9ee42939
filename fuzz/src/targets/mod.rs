//! The targets.
//!
//! In: a `Source` of texts, or the texts of an input.
//! Out: the outcome of each input, or a panic. A file for each operation.
//! Next: `runner`.

mod blame;
mod build;
mod compare;
mod convert;
mod edit;
mod extract;
mod grammar;
mod normalize;
mod page;
mod parse;
mod parsers;
mod percent;
mod queries;
mod relativize;
mod resolve;
mod validate;

use crate::target::Target;

/// All targets, in the order in which they take turns.
pub const ALL: &[&Target] = &[
    &parse::TARGET,
    &blame::TARGET,
    &resolve::TARGET,
    &relativize::TARGET,
    &normalize::TARGET,
    &compare::TARGET,
    &build::TARGET,
    &edit::TARGET,
    &percent::TARGET,
    &queries::TARGET,
    &parsers::TARGET,
    &extract::TARGET,
    &grammar::TARGET,
    &page::TARGET,
    &validate::TARGET,
    &convert::TARGET,
];
