//! Spark's functions on URLs: Spark's own examples, errors, and columns of every type. `long` has long texts and many
//! keys, and `messages` what errors show of a text.

mod long;
mod messages;

use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, DictionaryArray, LargeStringArray, RecordBatch, StringArray, StringViewArray,
};
use datafusion::arrow::datatypes::Int32Type;
use datafusion::execution::FunctionRegistry;
use datafusion::prelude::SessionContext;
use rstest::rstest;

use crate::session;
use crate::sql::answers;

async fn error(call: &str) -> String {
    answers(&session(), &format!("select {call}")).await.unwrap_err().to_string()
}

/// The examples of Spark's SQL reference and of PySpark's.
#[rstest]
#[case::parse_url_host("parse_url('http://spark.apache.org/path?query=1', 'HOST')", "spark.apache.org")]
#[case::parse_url_query("parse_url('http://spark.apache.org/path?query=1', 'QUERY')", "query=1")]
#[case::parse_url_key("parse_url('http://spark.apache.org/path?query=1', 'QUERY', 'query')", "1")]
#[case::try_parse_url_host(
    "try_parse_url('http://spark.apache.org/path?query=1', 'HOST')",
    "spark.apache.org"
)]
#[case::try_parse_url_query("try_parse_url('http://spark.apache.org/path?query=1', 'QUERY')", "query=1")]
#[case::try_parse_url_invalid("try_parse_url('inva lid://spark.apache.org/path?query=1', 'QUERY')", "NULL")]
#[case::try_parse_url_key("try_parse_url('http://spark.apache.org/path?query=1', 'QUERY', 'query')", "1")]
#[case::protocol("parse_url('https://spark.apache.org/path?query=1', 'PROTOCOL')", "https")]
#[case::url_encode("url_encode('https://spark.apache.org')", "https%3A%2F%2Fspark.apache.org")]
#[case::url_decode("url_decode('https%3A%2F%2Fspark.apache.org')", "https://spark.apache.org")]
#[case::try_url_decode("try_url_decode('https%3A%2F%2Fspark.apache.org')", "https://spark.apache.org")]
#[case::try_url_decode_invalid("try_url_decode('https%3A%2F%2spark.apache.org')", "NULL")]
#[tokio::test]
async fn examples_of_spark(#[case] call: &str, #[case] spark: &str) {
    assert_eq!(answers(&session(), &format!("select {call}")).await.unwrap(), [spark]);
}

#[rstest]
#[case::protocol("PROTOCOL", "http")]
#[case::authority("AUTHORITY", "u%41:p@h.example:21")]
#[case::userinfo("USERINFO", "u%41:p")]
#[case::host("HOST", "h.example")]
#[case::path("PATH", "/a/%7e;b")]
#[case::file("FILE", "/a/%7e;b?x=1&y=%41")]
#[case::query("QUERY", "x=1&y=%41")]
#[case::fragment("REF", "f%20")]
#[case::small_letters("host", "NULL")]
#[case::no_part("PORT", "NULL")]
#[case::with_a_key("QUERY:x", "NULL")]
#[tokio::test]
async fn parts_as_written(#[case] part: &str, #[case] expected: &str) {
    let text = "http://u%41:p@h.example:21/a/%7e;b?x=1&y=%41#f%20";
    let constant = format!("select parse_url('{text}', '{part}')");
    let column = format!("select parse_url(u, p) from (values ('{text}', '{part}')) t(u, p)");
    assert_eq!(answers(&session(), &constant).await.unwrap(), [expected]);
    assert_eq!(answers(&session(), &column).await.unwrap(), [expected]);
}

#[rstest]
#[case::opaque_path("mailto:a@b?q", "PATH", "NULL")]
#[case::opaque_file("mailto:a@b?q", "FILE", "NULL")]
#[case::opaque_query("mailto:a@b?q", "QUERY", "NULL")]
#[case::empty_path("http://h", "PATH", "(empty)")]
#[case::query_after_no_path("http://h?q", "FILE", "?q")]
#[case::empty_query("http://h?", "QUERY", "(empty)")]
#[case::empty_query_in_file("http://h?", "FILE", "?")]
#[case::undefined_query("http://h", "QUERY", "NULL")]
#[case::nothing("", "PATH", "(empty)")]
#[case::relative("a/b", "PATH", "a/b")]
#[case::underscore_host("http://a_b:80/", "HOST", "NULL")]
#[case::underscore_userinfo("http://u@a_b:80/", "USERINFO", "NULL")]
#[case::underscore_authority("http://a_b:80/", "AUTHORITY", "a_b:80")]
#[case::well_known_port("http://h:80/", "AUTHORITY", "h:80")]
#[case::ipv6("http://[::1]:80/", "HOST", "[::1]")]
#[case::scope("http://[fe80::1%eth0]/", "HOST", "[fe80::1%eth0]")]
#[case::capitals("HTTP://EXAMPLE.com/", "HOST", "EXAMPLE.com")]
#[case::scheme_as_written("HTTP://EXAMPLE.com/", "PROTOCOL", "HTTP")]
#[case::dot_segments("http://h/a/../b", "PATH", "/a/../b")]
#[case::beyond_ascii("http://h/caf\u{e9}?\u{1f600}", "FILE", "/caf\u{e9}?\u{1f600}")]
#[tokio::test]
async fn unlike_other_parsers(#[case] text: &str, #[case] part: &str, #[case] expected: &str) {
    assert_eq!(
        answers(&session(), &format!("select parse_url('{text}', '{part}')")).await.unwrap(),
        [expected]
    );
}

#[rstest]
#[case::not_the_query("parse_url('http://h/?a=1', 'HOST', 'a')", "NULL")]
#[case::no_query("parse_url('http://h/', 'QUERY', 'a')", "NULL")]
#[case::not_decoded("parse_url('http://h/?a=%41+b', 'QUERY', 'a')", "%41+b")]
#[case::null_text("parse_url(null, 'HOST')", "NULL")]
#[case::null_part("parse_url('http://h/', null)", "NULL")]
#[case::null_key("parse_url('http://h/?a=1', 'QUERY', null)", "NULL")]
#[case::null_part_of_an_invalid_text("parse_url('a b', null)", "NULL")]
#[case::null_key_of_an_invalid_text("parse_url('a b', 'QUERY', null)", "NULL")]
#[case::key_of_a_part_of_an_invalid_text("parse_url('a b', 'HOST', 'a')", "NULL")]
#[case::key_that_is_not_needed("parse_url('http://h/', 'QUERY', '(?=a)')", "NULL")]
#[case::invalid("try_parse_url('http://', 'HOST')", "NULL")]
#[case::invalid_with_a_key("try_parse_url('http://h/?a=1\\', 'QUERY', 'a')", "NULL")]
#[case::null_encoded("url_encode(null)", "NULL")]
#[case::null_decoded("url_decode(null)", "NULL")]
#[tokio::test]
async fn null(#[case] call: &str, #[case] expected: &str) {
    assert_eq!(answers(&session(), &format!("select {call}")).await.unwrap(), [expected]);
}

#[rstest]
#[case::where_it_goes_wrong(
    "parse_url('http://a b/', 'HOST')",
    "[INVALID_URL] parse_url: `http://a b/` is not a URI for java.net.URI: ' ' cannot stand at byte 8; try_parse_url returns \
     NULL for it. SQLSTATE: 22P02"
)]
#[case::ends_too_early(
    "parse_url('http:', 'HOST')",
    "`http:` is not a URI for java.net.URI: it ends too early"
)]
#[case::of_no_part("parse_url('http://', 'host')", "[INVALID_URL]")]
#[case::key(
    "parse_url('/?a=1', 'QUERY', '(?=a)')",
    "parse_url: the key `(?=a)` uses regular-expression syntax that"
)]
#[case::key_of_the_lenient(
    "try_parse_url('/?a=1', 'QUERY', 'a++')",
    "try_parse_url: the key `a++` uses regular"
)]
#[case::decoded(
    "url_decode('a%2x')",
    "[CANNOT_DECODE_URL] url_decode: `a%2x` cannot be decoded: two hexadecimal digits have to follow the `%` at byte 1; \
     try_url_decode returns NULL for it. SQLSTATE: 22546"
)]
#[tokio::test]
async fn errors(#[case] call: &str, #[case] message: &str) {
    let found = error(call).await;
    assert!(found.contains(message), "{found}");
}

#[rstest]
#[case::number("parse_url(1, 'HOST')")]
#[case::one_argument("parse_url('http://h')")]
#[case::four_arguments("parse_url('http://h', 'QUERY', 'a', 'b')")]
#[case::two_texts("url_encode('a', 'b')")]
#[tokio::test]
async fn not_planned(#[case] call: &str) {
    let found = error(call).await;
    assert!(found.contains("Error during planning"), "{found}");
}

const TEXTS: [Option<&str>; 7] = [
    Some("http://a.example/1?k=a"),
    None,
    Some("http://a-host-with-a-long-name.example/2?k=a-value-that-is-not-held-in-the-view"),
    Some("not a uri"),
    Some("/p?l=b&k=c"),
    Some("http://a_b/"),
    Some("http://a.example/1?k=a"),
];
const PARTS: [Option<&str>; 7] =
    [Some("HOST"), Some("HOST"), Some("FILE"), Some("HOST"), Some("QUERY"), Some("AUTHORITY"), None];
const KEYS: [Option<&str>; 7] = [Some("k"), Some("k"), Some("k"), Some("k"), Some("."), Some("k"), None];

/// A table `t` with the texts `u` in that type, of which the first row is cut off, the parts `p` and the keys `k`.
fn table(texts: ArrayRef) -> SessionContext {
    let context = session();
    let (parts, keys) =
        (Arc::new(StringArray::from(PARTS.to_vec())), Arc::new(StringArray::from(KEYS.to_vec())));
    let columns: [(&str, ArrayRef); 3] = [("u", texts), ("p", parts), ("k", keys)];
    let batch =
        RecordBatch::try_from_iter_with_nullable(columns.map(|(name, column)| (name, column, true))).unwrap();
    context.register_batch("t", batch.slice(1, batch.num_rows() - 1)).unwrap();
    context
}

#[rstest]
#[case::utf8(Arc::new(StringArray::from(TEXTS.to_vec())), "Utf8")]
#[case::large_utf8(Arc::new(LargeStringArray::from(TEXTS.to_vec())), "LargeUtf8")]
#[case::utf8_view(Arc::new(StringViewArray::from(TEXTS.to_vec())), "Utf8View")]
#[case::dictionary(Arc::new(TEXTS.into_iter().collect::<DictionaryArray<Int32Type>>()), "Utf8")]
#[tokio::test]
async fn columns(#[case] texts: ArrayRef, #[case] returned: &str) {
    let context = table(texts);
    let answers = async |call: &str| answers(&context, &format!("select {call} from t")).await.unwrap();

    let long = "a-host-with-a-long-name.example";
    assert_eq!(
        answers("try_parse_url(u, 'HOST')").await,
        ["NULL", long, "NULL", "NULL", "NULL", "a.example"]
    );
    let long = "/2?k=a-value-that-is-not-held-in-the-view";
    assert_eq!(answers("try_parse_url(u, p)").await, ["NULL", long, "NULL", "l=b&k=c", "a_b", "NULL"]);
    let long = "a-value-that-is-not-held-in-the-view";
    assert_eq!(answers("try_parse_url(u, 'QUERY', 'k')").await, ["NULL", long, "NULL", "c", "NULL", "a"]);
    assert_eq!(answers("try_parse_url(u, 'QUERY', k)").await, ["NULL", long, "NULL", "b", "NULL", "NULL"]);
    assert_eq!(answers("try_parse_url(u, p, k)").await, ["NULL", "NULL", "NULL", "b", "NULL", "NULL"]);
    let encoded = answers("url_decode(url_encode(u))").await;
    assert_eq!(encoded, TEXTS[1..].iter().map(|text| text.unwrap_or("NULL")).collect::<Vec<_>>());
    assert_eq!(answers("try_url_decode(u || '%')").await, ["NULL"; 6]);

    for call in ["try_parse_url(u, 'HOST')", "url_encode(u)", "try_url_decode(u)"] {
        assert_eq!(answers(&format!("arrow_typeof({call})")).await, [returned; 6], "{call}");
    }
    let strict = context.sql("select parse_url(u, 'HOST') from t").await.unwrap();
    let message = strict.collect().await.unwrap_err().to_string();
    assert!(message.contains("[INVALID_URL] parse_url: `not a uri`"), "{message}");
}

#[tokio::test]
async fn constant_text_with_a_column_of_parts() {
    let context = table(Arc::new(StringArray::from(TEXTS.to_vec())));
    let found = answers(&context, "select parse_url('//h/a?b', p) from t").await.unwrap();
    assert_eq!(found, ["h", "/a?b", "h", "b", "h", "NULL"]);
}

#[tokio::test]
async fn no_rows() {
    let context = table(Arc::new(StringViewArray::from(TEXTS.to_vec())));
    let found = answers(&context, "select parse_url(u, 'QUERY', '(?=a)') from t where u = ''").await.unwrap();
    assert!(found.is_empty());
}

#[test]
fn documentation() {
    let context = session();
    for name in ["parse_url", "try_parse_url", "url_encode", "url_decode", "try_url_decode"] {
        let function = context.udf(name).unwrap();
        let documentation = function.documentation().unwrap();
        assert!(documentation.syntax_example.starts_with(&format!("{name}(")), "{name}");
        assert!(documentation.sql_example.as_deref().is_some_and(|example| example.contains(name)), "{name}");
    }
}
