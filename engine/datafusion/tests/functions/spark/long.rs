//! Long texts, and many keys.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, LargeStringArray, RecordBatch, StringArray};
use datafusion::arrow::buffer::{Buffer, OffsetBuffer};
use datafusion::execution::context::SessionContext;
use rstest::rstest;

use crate::session;
use crate::sql::answers;

/// A table `t` with these columns, in one batch.
fn table<const N: usize>(columns: [(&str, ArrayRef); N]) -> SessionContext {
    let context = session();
    context.register_batch("t", RecordBatch::try_from_iter(columns).unwrap()).unwrap();
    context
}

const TOO_LONG: &str =
    "the result is longer than 2147483647 bytes or elements, the most that its type can hold";

/// A zero becomes `%00`. The pages of the text are zeros that nobody writes to, so that it takes no memory.
#[tokio::test]
#[ignore = "encodes two gigabytes"]
async fn encoded_more_than_two_gigabytes() {
    let zeros = vec![0_u8; i32::MAX as usize / 3 + 1];
    let text = StringArray::new(OffsetBuffer::from_lengths([zeros.len()]), Buffer::from_vec(zeros), None);
    let error = answers(&table([("u", Arc::new(text))]), "select url_encode(u) from t").await.unwrap_err();
    assert!(error.to_string().contains(&format!("url_encode: {TOO_LONG}")), "{error}");
}

/// This takes two gigabytes.
#[tokio::test]
async fn parts_of_more_than_two_gigabytes() {
    let parts = StringArray::from(vec!["PATH"; 8192]);
    let query = "select parse_url(repeat('a', 270000), p) from t";
    let error = answers(&table([("p", Arc::new(parts))]), query).await.unwrap_err();
    assert!(error.to_string().contains(&format!("parse_url: {TOO_LONG}")), "{error}");
}

/// The text is not repeated for the rows of a batch, which would take gigabytes.
#[rstest]
#[case::short_parts("Utf8", "concat('//h/', repeat('a', 1000000))", "HOST", "h")]
#[case::short_values("Utf8", "concat(repeat('a', 1000000), '?k0=v')", "QUERY", "k0=v")]
#[case::views("Utf8View", "concat('//h/', repeat('a', 1000000))", "PATH", "/a")]
#[tokio::test]
async fn a_constant_text(#[case] of: &str, #[case] text: &str, #[case] part: &str, #[case] begins: &str) {
    let context = table([("p", Arc::new(StringArray::from(vec![part; 8192])))]);
    let query = format!(
        "select concat(arrow_typeof(found), ' ', count(*)) from (select parse_url(arrow_cast({text}, '{of}'), p) found from t) \
         where starts_with(found, '{begins}') group by arrow_typeof(found)"
    );
    assert_eq!(answers(&context, &query).await.unwrap(), [format!("{of} 8192")]);
}

/// An invalid constant is an error, or null, only in rows where a part is asked for.
#[tokio::test]
async fn an_invalid_constant_text() {
    let parts = |parts: Vec<Option<&str>>| table([("p", Arc::new(StringArray::from(parts)) as ArrayRef)]);
    let found = answers(&parts(vec![None, None]), "select parse_url('a b', p) from t").await.unwrap();
    assert_eq!(found, ["NULL", "NULL"]);
    let context = parts(vec![None, Some("HOST"), Some("PATH")]);
    let found = answers(&context, "select try_parse_url('a b', p) from t").await.unwrap();
    assert_eq!(found, ["NULL"; 3]);
    let error = answers(&context, "select parse_url('a b', p) from t").await.unwrap_err();
    assert!(error.to_string().contains("parse_url: `a b` is not a URI"), "{error}");
}

/// Twenty thousand regular expressions would take ten seconds.
#[tokio::test]
async fn a_column_of_distinct_keys() {
    let keys: Vec<String> = (0..20_000).map(|n| format!("k{n}")).collect();
    let texts: Vec<String> = (0..20_000).map(|n| format!("/?k=0&k{n}={n}&k{n}=x")).collect();
    let context = table([
        ("k", Arc::new(StringArray::from(keys)) as ArrayRef),
        ("u", Arc::new(LargeStringArray::from(texts)) as ArrayRef),
    ]);
    let query = "select count(*) from t where parse_url(u, 'QUERY', k) = substr(k, 2)";
    assert_eq!(answers(&context, query).await.unwrap(), ["20000"]);
    let query = "select parse_url('/?k=0&k7=a&k19999=b', 'QUERY', k) v from t order by v nulls last limit 3";
    assert_eq!(answers(&context, query).await.unwrap(), ["a", "b", "NULL"]);
}

/// More regular expressions than are kept, each for several rows.
#[tokio::test]
async fn a_column_of_keys_to_compile() {
    let key = |n: usize| format!("k.{}", n % 100);
    let keys: Vec<String> = (0..300).map(key).collect();
    let texts: Vec<String> = (0..300).map(|n| format!("/?{}={n}", key(n))).collect();
    let context = table([
        ("k", Arc::new(StringArray::from(keys)) as ArrayRef),
        ("u", Arc::new(StringArray::from(texts)) as ArrayRef),
    ]);
    let query = "select sum(cast(parse_url(u, 'QUERY', k) as int)) from t";
    assert_eq!(answers(&context, query).await.unwrap(), [(0..300).sum::<i32>().to_string()]);
}
