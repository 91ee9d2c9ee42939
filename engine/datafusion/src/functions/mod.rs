//! The scalar functions.
//!
//! In: kernels of `urigram_arrow`.
//! Out: `all`, the scalar functions for DataFusion. A `Function` describes a function: its name, parameters,
//! type and documentation, and the kernel that it calls. `udf` implements DataFusion's interface for it, and
//! adds a strict form if the function can fail.
//! Next: `register_all`.

mod components;
mod references;
mod udf;

use datafusion::logical_expr::ScalarUDF;

pub(crate) use udf::DOC_SECTION;
pub(crate) use udf::{LEVEL, level};

use udf::Function;

/// Returns all functions.
pub(crate) fn all() -> impl Iterator<Item = ScalarUDF> {
    tables().flat_map(udf::forms)
}

fn tables() -> impl Iterator<Item = &'static Function> {
    components::FUNCTIONS.iter().chain(references::FUNCTIONS)
}
