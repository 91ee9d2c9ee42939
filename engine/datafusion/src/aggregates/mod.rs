//! Aggregate functions that keep less than the texts they have seen.
//!
//! In: normal forms, by a kernel of `urigram_arrow`.
//! Out: `all`, the functions as DataFusion calls them.
//! Next: `register_all`.

mod count_distinct;

use datafusion::logical_expr::AggregateUDF;
use urigram_arrow::Invalid;

/// Returns all functions.
pub(crate) fn all() -> impl Iterator<Item = AggregateUDF> {
    [Invalid::Null, Invalid::Fail].into_iter().map(|form| AggregateUDF::from(count_distinct::Udf::new(form)))
}
