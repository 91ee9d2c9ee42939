//! SQL functions on URIs (RFC 3986) for DataFusion, by the grammar of [`urigram`].
//!
//! ```
//! use datafusion::prelude::SessionContext;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let mut context = SessionContext::new();
//! urigram_datafusion::register_all(&mut context)?;
//!
//! let links = "(VALUES ('http://www.example.com/a'), ('HTTP://WWW.EXAMPLE.COM/b'), ('http://a b/'))";
//! let query = format!(
//!     "SELECT uri_host(uri_normalize(column1)) AS host, count(*) AS links FROM {links} GROUP BY host ORDER BY host"
//! );
//! let hosts = context.sql(&query).await?.to_string().await?;
//! assert_eq!(hosts, "\
//! +-----------------+-------+
//! | host            | links |
//! +-----------------+-------+
//! | www.example.com | 2     |
//! |                 | 1     |
//! +-----------------+-------+");
//! # Ok(())
//! # }
//! ```
//!
//! # The functions
//!
//! `SHOW FUNCTIONS LIKE 'uri_%'` lists them with their parameters, types and descriptions.
//!
//! | functions | results |
//! |---|---|
//! | `uri_scheme`, `uri_authority`, `uri_userinfo`, `uri_host`, `uri_path`, `uri_query`, `uri_fragment` | a component as it is written; null if it is undefined |
//! | `uri_kind`, `uri_host_kind`, `uri_port` | which rule matched; the port as a number |
//! | `uri_parse`, `uri_segments` | all components in a struct; the segments of the path |
//! | `uri_pairs`, `uri_pairs_map`, `uri_query_get` | the pairs of the query, decoded |
//! | `uri_encode`, `uri_decode` | percent-encoding |
//! | `uri_resolve`, `uri_relativize` | a reference and a base |
//! | `uri_normalize`, `uri_equivalent`, `uri_compare` | normal forms and comparison |
//! | `uri_is_valid`, `uri_error`, `uri_findings`, `uri_permitted` | validation |
//! | `uri_redact`, `uri_extract` | texts without passwords; the URIs in a text |
//! | `uri_count_distinct` | an aggregate: the number of distinct normal forms |
//!
//! [`register_all`] registers them, and [`register_tables`] registers `uri_extract` as a table function. For queries that
//! come from Spark, [`register_spark`] adds `parse_url` and other functions of `datafusion-spark`, which [differ in places].
//!
//! [differ in places]: https://github.com/urigram/urigram/blob/main/engine/docs/functions.md#the-functions-of-datafusion-spark
//!
//! # Invalid strings
//!
//! For a string that is not a URI reference, a function returns null, and `uri_error` returns the reason.
//! Each function that can fail has a strict form, such as `uri_host_strict`, which makes the query fail with
//! a [`FunctionError`]. The error contains the string, the component at fault and the offset in bytes.
//!
//! # Types
//!
//! Strings are `Utf8`, `LargeUtf8` or `Utf8View`, and results have the type of their argument. The strings in
//! the results of `uri_error`, `uri_findings` and `uri_extract` are `Utf8View`. A component of a `Utf8View`
//! is a view into the same buffers. The result for a dictionary is a dictionary: each distinct value is
//! computed once, so a filter on a component is also evaluated once for each value. Functions with two
//! arguments return plain strings. They compute each value of a dictionary once if the base, the key, the
//! first reference of `uri_compare` or either reference of `uri_equivalent` is a constant.
//!
//! Levels, rules, parts and policies are constants, and are checked when the query is planned.

mod aggregates;
mod error;
mod functions;
mod tables;

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::execution::FunctionRegistry;
use datafusion::prelude::SessionContext;

pub use error::FunctionError;
/// The kernels, whose types occur in [`FunctionError::row`].
pub use urigram_arrow;

/// Registers all scalar and aggregate functions on URIs, for example with a [`SessionContext`] or a
/// [`SessionState`](datafusion::execution::SessionState). [`register_tables`] registers the table function.
///
/// ```
/// use datafusion::execution::FunctionRegistry;
/// use datafusion::prelude::SessionContext;
///
/// let mut context = SessionContext::new();
/// urigram_datafusion::register_all(&mut context)?;
/// assert!(context.udf("uri_host").is_ok());
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
///
/// # Errors
///
/// Those of the registry.
pub fn register_all(registry: &mut dyn FunctionRegistry) -> Result<()> {
    for function in functions::all() {
        registry.register_udf(Arc::new(function))?;
    }
    for function in aggregates::all() {
        registry.register_udaf(Arc::new(function))?;
    }
    Ok(())
}

/// Registers `parse_url`, `try_parse_url`, `url_encode`, `url_decode` and `try_url_decode` of `datafusion-spark`, and replaces
/// functions with these names.
///
/// ```
/// use datafusion::execution::FunctionRegistry;
/// use datafusion::prelude::SessionContext;
///
/// let mut context = SessionContext::new();
/// urigram_datafusion::register_spark(&mut context)?;
/// assert!(context.udf("parse_url").is_ok());
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
///
/// # Errors
///
/// Those of the registry.
pub fn register_spark(registry: &mut dyn FunctionRegistry) -> Result<()> {
    datafusion_spark::function::url::functions()
        .into_iter()
        .try_for_each(|function| registry.register_udf(function).map(drop))
}

/// Registers the table function `uri_extract`. A [`FunctionRegistry`] does not support table functions.
///
/// ```
/// use datafusion::prelude::SessionContext;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> datafusion::error::Result<()> {
/// let context = SessionContext::new();
/// urigram_datafusion::register_tables(&context);
/// let found = context.sql("SELECT uri FROM uri_extract('See <http://example.com/>.')").await?;
/// assert_eq!(found.count().await?, 1);
/// # Ok(())
/// # }
/// ```
pub fn register_tables(context: &SessionContext) {
    context.register_udtf(tables::Extract::NAME, Arc::new(tables::Extract));
}
