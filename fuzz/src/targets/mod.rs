//! The targets. Each file contains one or two operations.

mod build;
mod convert;
mod edit;
mod extract;
mod grammar;
mod normalize;
mod page;
mod parse;
mod percent;
mod queries;
mod relativize;
mod resolve;
mod template;
mod validate;

use crate::target::Target;

/// All targets.
pub const ALL: &[&Target] = &[
    &parse::TARGET,
    &parse::FAULT,
    &resolve::TARGET,
    &relativize::TARGET,
    &normalize::TARGET,
    &normalize::COMPARE,
    &build::TARGET,
    &edit::TARGET,
    &percent::TARGET,
    &queries::TARGET,
    &grammar::PARSERS,
    &extract::TARGET,
    &grammar::TARGET,
    &page::TARGET,
    &validate::TARGET,
    &convert::TARGET,
    &template::TARGET,
];
