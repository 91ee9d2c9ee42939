//! What a scan counts while it reads.

use std::sync::Arc;

use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::physical_plan::collect;
use rstest::rstest;

use crate::files::{Folder, compressed, session};

/// Returns the value of the metric after the statement has run.
async fn scanned(partitions: usize, statement: &str) -> usize {
    let session = session(partitions);
    let frame = session.sql(statement).await.unwrap();
    let plan = frame.create_physical_plan().await.unwrap();
    collect(Arc::clone(&plan), session.task_ctx()).await.unwrap();
    let mut scan = &plan;
    while let [child] = scan.children()[..] {
        scan = child;
    }
    scan.metrics().unwrap().sum_by_name("bytes_scanned").unwrap().as_usize()
}

/// 2 MB.
fn lines() -> String {
    "http://example.com/\n".repeat(100_000)
}

#[rstest]
#[case::lines("select line from '{}' where line > 'i'")]
#[case::only_their_number("select count(*) from '{}'")]
#[tokio::test]
async fn bytes_are_counted_as_they_are_stored(#[case] statement: &str) {
    let packed = compressed(lines().as_bytes(), FileCompressionType::GZIP).await;
    let folder = Folder::with([("x.txt", lines().as_bytes()), ("x.txt.gz", &packed)]);
    assert_eq!(scanned(1, &statement.replace("{}", &folder.at("x.txt"))).await, lines().len());
    assert_eq!(scanned(1, &statement.replace("{}", &folder.at("x.txt.gz"))).await, packed.len());
}

#[rstest]
#[tokio::test]
async fn bytes_that_several_partitions_read_are_counted_for_each() {
    let folder = Folder::with([("x.txt", lines().as_bytes())]);
    let bytes = scanned(4, &format!("select line from '{}' where line > 'i'", folder.at("x.txt"))).await;
    assert!((lines().len()..lines().len() + 4 * (64 << 10)).contains(&bytes), "{bytes}");
}

#[rstest]
#[tokio::test]
async fn bytes_that_a_limit_saves_are_not_counted() {
    let folder = Folder::with([("x.txt", lines().as_bytes())]);
    let bytes = scanned(1, &format!("select line from '{}' limit 1", folder.at("x.txt"))).await;
    assert!((1..lines().len()).contains(&bytes), "{bytes}");
}

#[rstest]
#[tokio::test]
async fn explain_analyze_shows_them() {
    let folder = Folder::with([("x.txt", b"a\nb\n")]);
    let explained = format!("explain analyze select line from '{}'", folder.at("x.txt"));
    let batches = session(1).sql(&explained).await.unwrap().collect().await.unwrap();
    let shown = pretty_format_batches(&batches).unwrap().to_string();
    assert!(shown.contains("bytes_scanned=4"), "{shown}");
}
