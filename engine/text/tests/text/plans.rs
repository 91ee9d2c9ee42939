//! Plans that are sent to other processes.

use std::sync::Arc;

use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::logical_expr::LogicalPlan;
use datafusion::physical_plan::{ExecutionPlan, collect, displayable};
use datafusion::prelude::SessionContext;
use datafusion_proto::bytes::{
    logical_plan_from_bytes_with_extension_codec, logical_plan_to_bytes_with_extension_codec,
    physical_plan_from_bytes_with_extension_codec, physical_plan_to_bytes_with_extension_codec,
};
use rstest::rstest;
use urigram_text::{TextLogicalCodec, TextPhysicalCodec};

use crate::files::{Folder, compressed, session, sql, texts};

/// Returns `plan` as another process gets it, where nothing is registered.
fn sent_logical(plan: &LogicalPlan) -> LogicalPlan {
    let codec = TextLogicalCodec::new(Arc::new(BallistaLogicalExtensionCodec::default()));
    let bytes = logical_plan_to_bytes_with_extension_codec(plan, &codec).unwrap();
    let there = SessionContext::new().task_ctx();
    logical_plan_from_bytes_with_extension_codec(&bytes, &there, &codec).unwrap()
}

fn sent_physical(plan: Arc<dyn ExecutionPlan>) -> Arc<dyn ExecutionPlan> {
    let codec = TextPhysicalCodec::new(Arc::new(BallistaPhysicalExtensionCodec::default()));
    let bytes = physical_plan_to_bytes_with_extension_codec(plan, &codec).unwrap();
    let there = SessionContext::new().task_ctx();
    physical_plan_from_bytes_with_extension_codec(&bytes, &there, &codec).unwrap()
}

async fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("a.txt", b"http://b.example/\r\nhttp://a.example/\n");
    folder.write("b.txt", b"\xef\xbb\xbfmailto:c@example.com\n\n\xff");
    folder.write("other.csv", b"h\n1\n");
    folder.write("packed", &compressed(b"packed\nlines\n", FileCompressionType::GZIP).await);
    folder.write("days/day=1/x.txt", b"a\nb");
    folder.write("days/day=2/x.txt", b"c");
    folder
}

const TABLES: [&str; 3] = [
    "create external table packed stored as text location '{}packed' options (compression 'gzip')",
    "create external table days stored as text partitioned by (day) location '{}days/'",
    "create external table sorted (uri text) stored as text with order (uri) location '{}days/day=1/x.txt'",
];

#[rstest]
#[case::location("select line from '{}a.txt' order by line")]
#[case::glob("select line from '{}*.txt' order by line")]
#[case::count("select count(*) from '{}*.txt'")]
#[case::filter("select length(line) l from '{}*.txt' where line > 'http' order by l")]
#[case::limit("select count(*) from (select line from '{}*.txt' limit 3)")]
#[case::subquery("select count(*) from '{}a.txt' where line in (select line from '{}*.txt')")]
#[case::join_with_csv("select a.line from '{}a.txt' a cross join '{}other.csv' order by a.line")]
#[case::compressed("select line from packed order by line")]
#[case::partition_columns("select concat(line, day) l from days where day <> '3' order by l")]
#[case::order("select uri from sorted order by uri")]
#[tokio::test]
async fn plans_have_the_same_rows_after_they_are_sent(#[case] statement: &str) {
    let folder = folder().await;
    let session = session(3);
    for create in TABLES {
        sql(&session, &create.replace("{}", &folder.at(""))).await.unwrap();
    }
    let frame = session.sql(&statement.replace("{}", &folder.at(""))).await.unwrap();
    let expected = texts(&frame.clone().collect().await.unwrap());
    assert!(!expected.is_empty());

    // What a client sends is what its session has optimized.
    let plan = frame.into_optimized_plan().unwrap();
    let there = session_elsewhere();
    let logical = sent_logical(&sent_logical(&plan));
    let physical = there.state().create_physical_plan(&logical).await.unwrap();
    let arrived = sent_physical(Arc::clone(&physical));
    let show = |plan: &Arc<dyn ExecutionPlan>| displayable(plan.as_ref()).indent(true).to_string();
    assert_eq!(show(&arrived), show(&physical));
    let rows = collect(arrived, there.task_ctx()).await.unwrap();
    assert_eq!(texts(&rows), expected);
}

/// Returns a session of a process that knows text files only by the codecs.
fn session_elsewhere() -> SessionContext {
    SessionContext::new_with_config(session(3).copied_config())
}

#[rstest]
#[tokio::test]
async fn an_order_is_sent() {
    let folder = folder().await;
    let session = session(1);
    for create in TABLES {
        sql(&session, &create.replace("{}", &folder.at(""))).await.unwrap();
    }
    let plan =
        session.sql("select uri from sorted order by uri").await.unwrap().into_optimized_plan().unwrap();
    let plan = session_elsewhere().state().create_physical_plan(&sent_logical(&plan)).await.unwrap();
    let plan = displayable(sent_physical(plan).as_ref()).indent(false).to_string();
    assert!(!plan.contains("SortExec"), "{plan}");
}

#[rstest]
#[case::empty(b"", "empty")]
#[case::without_frame(b"\x0a", "begins with the byte 10, not with 0 or 1")]
#[case::not_a_message(b"\x01\xff", "cannot be decoded")]
fn bytes_of_another_codec_are_an_error(#[case] bytes: &[u8], #[case] message: &str) {
    use datafusion_proto::logical_plan::LogicalExtensionCodec;
    let codec = TextLogicalCodec::new(Arc::new(BallistaLogicalExtensionCodec::default()));
    let task = SessionContext::new().task_ctx();
    let schema = urigram_text::schema();
    let error = codec.try_decode_table_provider(bytes, &"t".into(), schema, &task).unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}
