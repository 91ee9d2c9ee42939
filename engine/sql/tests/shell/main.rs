//! The command `uri-sql`. The statement files in `sql/` run over the files that `files` writes, in this
//! process and on a cluster. `command` starts the command with arguments, and `prompt` starts it in a
//! pseudo-terminal.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod command;
mod files;
mod prompt;
#[path = "../../../datafusion/tests/functions/runner.rs"]
mod runner;

use std::path::Path;
use std::sync::Arc;

use datafusion::common::TableReference;
use datafusion::datasource::listing::ListingTable;
use datafusion::prelude::SessionConfig;
use rstest::rstest;

#[rstest]
#[case("files")]
#[case("text")]
#[tokio::test]
async fn statements_give_their_results(#[case] name: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/shell/sql/{name}.slt"));
    let session = uri_sql::session(SessionConfig::new(), Arc::default(), None).unwrap();
    let files = files::written();
    runner::run(session, &file, "alone", files.path().to_str().unwrap()).await;
}

/// Without the dot, a folder of files with the extension `log` would include a file `catalog`.
#[rstest]
#[case("lines.log", ".log")]
#[case("packed/", ".txt.gz")]
#[tokio::test]
async fn an_extension_begins_with_a_dot(#[case] name: &str, #[case] extension: &str) {
    let session = uri_sql::session(SessionConfig::new(), Arc::default(), None).unwrap();
    let files = files::written();
    let table = TableReference::bare(format!("{}/{name}", files.path().display()));
    let table = session.table_provider(table).await.unwrap();
    assert_eq!(table.downcast_ref::<ListingTable>().unwrap().options().file_extension, extension);
}
