//! The scalar functions.
//!
//! In: kernels of `urigram_arrow`.
//! Out: `all`, the functions as DataFusion calls them. A `Function` describes one: its name, parameters, type and
//! documentation, and the kernel that it calls; `udf` makes of each what DataFusion asks for, and of one that can fail
//! a strict form too.
//! Next: `register_all`.

mod arguments;
mod components;
mod constants;
mod function;
mod percent;
mod queries;
mod references;
mod texts;
mod types;
mod udf;
mod validation;

use datafusion::logical_expr::ScalarUDF;

pub(crate) use constants::{RUNG, rung};
pub(crate) use function::DOC_SECTION;

use self::function::Function;

/// Returns all functions.
pub(crate) fn all() -> impl Iterator<Item = ScalarUDF> {
    tables().flat_map(udf::forms)
}

fn tables() -> impl Iterator<Item = &'static Function> {
    let tables = [
        components::FUNCTIONS,
        queries::FUNCTIONS,
        percent::FUNCTIONS,
        references::FUNCTIONS,
        validation::FUNCTIONS,
        texts::FUNCTIONS,
    ];
    tables.into_iter().flatten()
}
