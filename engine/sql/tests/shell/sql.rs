//! The files of statements in `sql/`. Those of a cluster run them, too.

use std::path::Path;
use std::sync::Arc;

use datafusion::prelude::SessionConfig;
use rstest::rstest;

use crate::{files, runner};

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
