//! The files of statements in `sql/`.

use std::path::Path;

use rstest::rstest;

use crate::{runner, session};

#[rstest]
#[case("components")]
#[case("queries")]
#[case("percent")]
#[case("references")]
#[case("validation")]
#[case("texts")]
#[case("aggregates")]
#[case("strict")]
#[case("dictionaries")]
#[case("errors")]
#[case("functions")]
#[case("nulls")]
#[case("spark")]
#[tokio::test]
async fn statements_give_their_results(#[case] name: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/functions/sql/{name}.slt"));
    runner::run(session(), &file, "", "").await;
}
