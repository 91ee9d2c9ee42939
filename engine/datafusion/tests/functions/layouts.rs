//! Each function with each type of string: the results equal those for `Utf8View`, and have the declared
//! type.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, AsArray, RecordBatch, StringViewArray};
use datafusion::arrow::compute::{cast, concat_batches};
use datafusion::arrow::datatypes::{DataType, Int64Type};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::prelude::SessionContext;
use rstest::rstest;

use crate::session;

const REFERENCES: &[Option<&str>] = &[
    Some("http://fred:secret@www.example.com:8080/over/there/%7Efred?name=ferret&q=caf%C3%A9&flag#nose"),
    Some("HTTPS://[2001:DB8::1]/a/../b"),
    None,
    Some("http://exa mple.com/"),
    Some(""),
    Some("../g?#"),
    Some("urn:example:a-name-that-is-not-inline"),
    Some("http://0x7f.1:99999/%zz"),
    Some("//h:/"),
    Some("http://fred:secret@www.example.com:8080/over/there/%7Efred?name=ferret&q=caf%C3%A9&flag#nose"),
];

const CALLS: &[&str] = &[
    "uri_parse(s)",
    "uri_kind(s)",
    "uri_scheme(s)",
    "uri_authority(s)",
    "uri_userinfo(s)",
    "uri_host(s)",
    "uri_host_kind(s)",
    "uri_port(s)",
    "uri_port(s, true)",
    "uri_path(s)",
    "uri_query(s)",
    "uri_fragment(s)",
    "uri_segments(s)",
    "uri_pairs(s)",
    "uri_pairs(s, true)",
    "uri_pairs_map(s)",
    "uri_query_get(s, 'q')",
    "uri_query_get(s, uri_scheme(s))",
    "uri_encode(s, 'segment')",
    "uri_decode(s)",
    "uri_resolve('http://a/b/c/d;p?q', s)",
    "uri_resolve(s, '../g')",
    "uri_resolve(s, s)",
    "uri_relativize('http://www.example.com:8080/', s)",
    "uri_relativize(s, s)",
    "uri_normalize(s)",
    "uri_normalize(s, 'scheme')",
    "uri_equivalent(s, s)",
    "uri_equivalent(s, 'HTTPS://[2001:DB8::1]/b', 'path')",
    "uri_compare(s, 'https://[2001:db8::1]/b')",
    "uri_is_valid(s)",
    "uri_is_valid(s, 'URI')",
    "uri_error(s)",
    "uri_findings(s)",
    "uri_findings(s, 'link')",
    "uri_permitted(s, 'fetch')",
    "uri_redact(s)",
    "uri_redact(s, 'q, name')",
    "uri_extract(s)",
    "uri_count_distinct(s)",
    "uri_count_distinct(s, 'scheme')",
];

/// Registers a table with the strings in a column of this type.
fn with_strings(data_type: &DataType, context: &SessionContext) {
    let strings: ArrayRef = Arc::new(StringViewArray::from(REFERENCES.to_vec()));
    let strings = cast(&strings, data_type).unwrap();
    let batch = RecordBatch::try_from_iter_with_nullable([("s", strings, true)]).unwrap();
    context.register_batch("strings", batch).unwrap();
}

/// Returns the results of a call as a table, and their type.
async fn results(call: &str, data_type: &DataType) -> (String, DataType) {
    let context = session();
    with_strings(data_type, &context);
    let frame = context.sql(&format!("SELECT {call} AS result FROM strings")).await.unwrap();
    let promised = frame.schema().field(0).data_type().clone();
    let batches = frame.collect().await.unwrap();
    let batch = concat_batches(&batches[0].schema(), &batches).unwrap();
    assert_eq!(batch.column(0).data_type(), &promised, "{call}");
    (pretty_format_batches(&[batch]).unwrap().to_string(), promised)
}

fn dictionary(keys: DataType, values: DataType) -> DataType {
    DataType::Dictionary(Box::new(keys), Box::new(values))
}

#[rstest]
#[case::utf8(DataType::Utf8)]
#[case::large_utf8(DataType::LargeUtf8)]
#[case::dictionary(dictionary(DataType::Int32, DataType::Utf8))]
#[case::small_dictionary(dictionary(DataType::UInt8, DataType::LargeUtf8))]
#[case::dictionary_of_views(dictionary(DataType::UInt16, DataType::Utf8View))]
#[tokio::test]
async fn each_function_gives_the_same_for_each_type(#[case] data_type: DataType) {
    for call in CALLS {
        let (expected, _) = results(call, &DataType::Utf8View).await;
        let (found, _) = results(call, &data_type).await;
        assert_eq!(found, expected, "{call}");
    }
}

/// Rows without a result are null in aggregates and in casts of the result.
#[rstest]
#[case(dictionary(DataType::Int32, DataType::Utf8))]
#[case(dictionary(DataType::Int32, DataType::LargeUtf8))]
#[case(dictionary(DataType::UInt16, DataType::Utf8View))]
#[tokio::test]
async fn nulls_of_a_dictionary_are_nulls_of_its_rows(#[case] data_type: DataType) {
    let context = session();
    let strings: ArrayRef =
        Arc::new(StringViewArray::from(vec!["http://a/", "http://b b/", "/", "http://a/"]));
    let batch = RecordBatch::try_from_iter([("s", cast(&strings, &data_type).unwrap())]).unwrap();
    context.register_batch("strings", batch).unwrap();
    let statement = "SELECT count(*) FILTER (WHERE uri_host(s)::varchar IS NULL), count(nvl(uri_host(s), NULL)), \
                     uri_count_distinct(s) FROM strings";
    let batches = context.sql(statement).await.unwrap().collect().await.unwrap();
    let row: Vec<_> =
        batches[0].columns().iter().map(|column| column.as_primitive::<Int64Type>().value(0)).collect();
    assert_eq!(row, [2, 2, 2]);
}

#[rstest]
#[case("uri_host(s)", DataType::Utf8, DataType::Utf8)]
#[case("uri_host(s)", DataType::Utf8View, DataType::Utf8View)]
#[case(
    "uri_host(s)",
    dictionary(DataType::Int32, DataType::Utf8),
    dictionary(DataType::Int32, DataType::Utf8)
)]
#[case(
    "uri_normalize(s)",
    dictionary(DataType::Int8, DataType::Utf8),
    dictionary(DataType::Int8, DataType::Utf8)
)]
#[case("uri_resolve('http://a/', s)", dictionary(DataType::Int32, DataType::LargeUtf8), DataType::LargeUtf8)]
#[case("uri_is_valid(s)", dictionary(DataType::Int32, DataType::Utf8), DataType::Boolean)]
#[tokio::test]
async fn results_have_the_type_of_their_argument(
    #[case] call: &str,
    #[case] argument: DataType,
    #[case] result: DataType,
) {
    assert_eq!(results(call, &argument).await.1, result);
}

#[test]
fn each_function_is_called() {
    let state = session().state();
    let names = state.scalar_functions().keys().chain(state.aggregate_functions().keys());
    let missing: Vec<_> = names
        .filter(|name| name.starts_with("uri_") && !name.ends_with("_strict"))
        .filter(|name| !CALLS.iter().any(|call| call.starts_with(&format!("{name}("))))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
