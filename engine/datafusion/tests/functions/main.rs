//! The functions called from SQL. `reference` runs the files of statements and results in `sql/`, in the
//! format of sqllogictest, runs the example of each function, and generates a page from the documentation;
//! `layouts` calls each function with every type of string.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod layouts;
mod reference;
mod runner;

use datafusion::execution::context::SessionContext;
use datafusion::prelude::SessionConfig;

/// Returns a session with the functions, which also lists functions.
fn session() -> SessionContext {
    let config = SessionConfig::new().with_information_schema(true).with_target_partitions(2);
    let mut context = SessionContext::new_with_config(config);
    urigram_datafusion::register_all(&mut context).unwrap();
    urigram_datafusion::register_spark(&mut context).unwrap();
    urigram_datafusion::register_tables(&context);
    context
}
