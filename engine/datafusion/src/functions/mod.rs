//! The scalar functions.
//!
//! In: kernels of `urigram_arrow`.
//! Out: `all`, the functions as DataFusion calls them. A `Function` describes one: its name, parameters, type and
//! documentation, and the kernel that it calls; `udf` makes of each what DataFusion asks for, and of one that can fail
//! a strict form too. `references` tells which parameters are URI references.
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

pub(crate) use constants::rung;
pub(crate) use function::DOC_SECTION;

use self::function::Function;

/// The names of the parameters that are URI references.
const REFERENCES: [&str; 6] = ["uri", "base", "reference", "target", "a", "b"];

/// Returns all functions.
pub(crate) fn all() -> impl Iterator<Item = ScalarUDF> {
    tables().flat_map(udf::forms)
}

/// Returns the indices of the parameters that are URI references, of a function in either form.
pub(crate) fn references(name: &str) -> Vec<usize> {
    let lenient = name.strip_suffix("_strict").unwrap_or(name);
    let function = tables().find(|function| function.name == lenient);
    let parameters = function.map_or(&[][..], |function| function.parameters);
    let references =
        parameters.iter().enumerate().filter(|(_, parameter)| REFERENCES.contains(&parameter.name));
    references.map(|(index, _)| index).collect()
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
