//! --invalid.

use rstest::rstest;

use super::{LINKS, Place};

/// What follows `such as` for the invalid one of the links.
const FAULT: &str = "`ht tp://x`: unexpected ' ' in the scheme at byte 2";

#[rstest]
#[case::some("select uri_host(line) from 'links.txt'", "1 of 3 values of uri_host(line)")]
#[case::in_a_condition(
    "select uri_host(line) from 'links.txt' where uri_host(line) is null",
    "1 of 3 values of uri_host(line)"
)]
#[case::none(
    "select uri_host(line) from 'links.txt' where line like 'https%'",
    "0 of 1 values of uri_host(line)"
)]
#[case::undefined_is_valid(
    "select uri_host(x) from (values ('a'), (null), ('b')) as t(x)",
    "0 of 2 values of uri_host(x)"
)]
#[case::valid_without_answer(
    "select uri_port(x) from (values ('http://a:99999/')) as t(x)",
    "0 of 1 values of uri_port(x)"
)]
#[case::grouped(
    "select uri_host(line) h, count(*) from 'links.txt' group by h",
    "1 of 3 values of uri_host(line)"
)]
#[case::strict(
    "select uri_host_strict(line) from 'links.txt' where line like 'h__p%'",
    "0 of 2 values of uri_host_strict(line)"
)]
#[case::written(
    "create table t as select uri_host(line) h from 'links.txt'",
    "1 of 3 values of uri_host(line)"
)]
// Each file has one that is invalid, of three.
#[case::two_tables(
    "select count(h) from (select uri_host(line) h from 'links.txt' union all select uri_host(line) h from 'more.txt')",
    "2 of 6 values of uri_host(line)"
)]
#[case::two_tables_of_one_name(
    "select count(h) from (select uri_host(t.line) h from 'links.txt' t
     union all select uri_host(t.line) h from 'more.txt' t)",
    "2 of 6 values of uri_host(line)"
)]
#[case::condition_below_a_union(
    "select uri_host(line) from (select line from 'links.txt' union all select line from 'more.txt')
     where uri_host(line) is null",
    "2 of 6 values of uri_host(line)"
)]
#[case::condition_below_another_name(
    "select uri_host(t.line) from (select line from 'links.txt') t where uri_host(t.line) is null limit 1",
    "1 of 3 values of uri_host(line)"
)]
#[case::condition_below_groups(
    "select uri_host(line), count(*) from 'links.txt' where uri_host(line) is not null group by line",
    "1 of 3 values of uri_host(line)"
)]
#[case::table_twice(
    "select count(*) from 'links.txt' x, 'links.txt' y where uri_host(x.line) = uri_host(y.line) and x.line like 'https%'",
    "1 of 4 values of uri_host(line)"
)]
#[case::condition_on_another_table(
    "select uri_host(line) from 'links.txt' where (select count(*) from 'more.txt' where uri_host(line) is null) > 0",
    "2 of 6 values of uri_host(line)"
)]
#[case::in_one_condition(
    "select count(*) from 'links.txt' where uri_host(line) = 'a' or line = 'b' or uri_host(line) = 'c'",
    "1 of 3 values of uri_host(line)"
)]
#[case::nulls_of_a_dictionary(
    "select uri_host(nullif(line, 'https://example.org:8080/b?q#f')) from 'dictionary.parquet'",
    "1 of 2 values of"
)]
#[case::dictionary("select uri_host(line) from 'dictionary.parquet'", "1 of 3 values of uri_host(line)")]
#[case::dictionaries(
    "select uri_compare(line, line) from 'dictionary.parquet'",
    "1 of 3 values of uri_compare(line, line)"
)]
#[case::aggregate(
    "select uri_count_distinct(line) from 'links.txt'",
    "1 of 3 values of uri_count_distinct(line)"
)]
#[case::aggregate_of_a_dictionary(
    "select uri_count_distinct(line, 'scheme') from 'dictionary.parquet'",
    "1 of 3 values of uri_count_distinct(line, 'scheme')"
)]
#[case::aggregate_of_groups(
    "select length(line), uri_count_distinct(line) from 'links.txt' group by 1",
    "1 of 3 values of uri_count_distinct(line)"
)]
#[case::aggregate_of_some(
    "select uri_count_distinct(line) filter (where line like 'ht tp%') from 'links.txt'",
    "1 of 1 values of uri_count_distinct(line) FILTER"
)]
#[case::aggregate_of_some_in_groups(
    "select length(line), uri_count_distinct(line) filter (where line like 'ht tp%') from 'links.txt' group by 1",
    "1 of 1 values of uri_count_distinct(line) FILTER"
)]
#[case::aggregate_of_distinct(
    "select uri_count_distinct(distinct line), count(*) from 'links.txt'",
    "1 of 3 values of uri_count_distinct(DISTINCT line)"
)]
#[case::window(
    "select uri_count_distinct(line) over (order by line) from 'links.txt'",
    "1 of 3 values of uri_count_distinct(line)"
)]
#[case::constant_base(
    "select uri_resolve('http://a/', line) from 'links.txt'",
    "1 of 3 values of uri_resolve('http://a/', line)"
)]
#[case::constant_password(
    "select uri_resolve('http://fred:secret@a/', line) from 'links.txt'",
    "1 of 3 values of uri_resolve('http://fred:***@a/', line)"
)]
#[case::other_argument_null(
    "select uri_query_get(line, nullif(line, line)) from 'links.txt'",
    "1 of 3 values of uri_query_get("
)]
fn reported(#[case] statement: &str, #[case] said: &str) {
    let place = place();
    let ran = place.sql(&[statement, "--invalid"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.starts_with(said), "{}", ran.stderr);
    let rest = match said.split_once(' ') {
        Some(("0", _)) => " are not URI references\n".to_owned(),
        Some(("1", _)) => format!(" is not a URI reference, such as {FAULT}\n"),
        _ => format!(" are not URI references, such as {FAULT}\n"),
    };
    assert!(ran.stderr.ends_with(&rest), "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
}

/// The links, others, and the links as a dictionary.
fn place() -> Place {
    let place = Place::new().file("links.txt", LINKS).file("more.txt", "/a\nht tp://x\n//b\n");
    let statement = "select arrow_cast(line, 'Dictionary(Int32, Utf8)') as line from 'links.txt'";
    place.sql(&[statement, "--output", "dictionary.parquet"]).printed();
    place
}

#[rstest]
#[case::any_text("select uri_extract(line) from 'links.txt'")]
#[case::encoded("select uri_decode(line) from 'links.txt'")]
#[case::what_is_asked("select uri_is_valid(line), uri_error(line) from 'links.txt'")]
#[case::of_spark("select try_parse_url(line, 'HOST') from 'links.txt'")]
#[case::nothing_called("select line from 'links.txt'")]
fn not_reported(#[case] statement: &str) {
    place().sql(&[statement, "--invalid"]).printed();
}

#[rstest]
#[case::valid_and_relative("/", "0 of 3 values of uri_resolve(")]
#[case::password(
    "http://fred:secret@a b/",
    "3 of 3 values of uri_resolve('…', line) are not URI references, such as `http://fred:***@a b/`: "
)]
fn of_a_constant_base(#[case] base: &str, #[case] said: &str) {
    let place = Place::new().file("links.txt", "/a\n/b\n/c\n");
    let ran = place.sql(&[&format!("select uri_resolve('{base}', line) from 'links.txt'"), "--invalid"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.starts_with(said), "{}", ran.stderr);
}

/// As the error of a strict function shows it.
#[rstest]
#[case::password("http://fred:secret@example.com/a b", "`http://fred:***@example.com/a b`: ")]
#[case::terminal("a\u{1b}[31m", "`a\\u{1b}[31m`: ")]
#[case::long(&format!("http://example.com/{}?a b{}", "x".repeat(500), "y".repeat(500)), &format!(
    "`…{}?a b{}…`: ", "x".repeat(78), "y".repeat(38)
))]
fn value(#[case] line: &str, #[case] shown: &str) {
    let place = Place::new().file("links.txt", line);
    let ran = place.sql(&["select uri_host(line) from 'links.txt'", "--invalid"]);
    let said = format!("1 of 1 values of uri_host(line) is not a URI reference, such as {shown}");
    assert!(ran.stderr.starts_with(&said), "{}", ran.stderr);
    let strict = place.sql(&["select uri_host_strict(line) from 'links.txt'"]).stderr;
    assert!(strict.contains(shown), "{strict}");
}

/// A dictionary whose values, behind valid keys, are null where the function has no answer.
#[test]
fn dictionary_of_a_file() {
    let place = Place::new().file("d.txt", "http://a/\nhttp://b b/\nhttp://c c/\n/rel\n");
    let statement = "select arrow_cast(line, 'Dictionary(Int32, Utf8)') as u from 'd.txt'";
    place.sql(&[statement, "--output", "d.parquet"]).printed();
    let ran = place.sql(&["select uri_host(u) from 'd.parquet'", "--invalid"]);
    assert_eq!(ran.stdout, "a\n\\N\n\\N\n\\N\n");
    assert!(ran.stderr.starts_with("2 of 4 values of uri_host(u) are"), "{}", ran.stderr);
    let nested = place.sql(&["select uri_host(uri_normalize(u)) from 'd.parquet'", "--invalid"]);
    assert_eq!(
        counts(&nested.stderr),
        ["2 of 4 values of uri_normalize(u)", "0 of 2 values of uri_host(uri_normalize(u))"]
    );
}

/// Returns the lines of a report up to their verbs.
fn counts(report: &str) -> Vec<&str> {
    let verb = |line: &str| line.find(" are not ").or_else(|| line.find(" is not ")).unwrap();
    report.lines().map(|line| &line[..verb(line)]).collect()
}

/// The inner call is computed once, in a column of its own.
#[test]
fn common_argument() {
    let statement = "select uri_host(uri_normalize(line)), uri_path(uri_normalize(line)) from 'links.txt'";
    let ran = place().sql(&[statement, "--invalid"]);
    assert_eq!(
        counts(&ran.stderr),
        [
            "1 of 3 values of uri_normalize(line)",
            "0 of 2 values of uri_host(uri_normalize(line))",
            "0 of 2 values of uri_path(uri_normalize(line))"
        ]
    );
}

#[test]
fn calls_with_different_constants() {
    let statement = "select uri_query_get(line, 'a'), uri_query_get(line, 'b') from 'links.txt'";
    let ran = place().sql(&[statement, "--invalid"]);
    assert_eq!(ran.stderr.matches("1 of 3 values of uri_query_get(line, '").count(), 2, "{}", ran.stderr);
}

#[test]
fn answers_are_the_same() {
    let place = place();
    let statement =
        "select uri_host(line) h, count(*), uri_count_distinct(line) from 'links.txt' group by h order by h";
    assert_eq!(place.sql(&[statement, "--invalid"]).stdout, place.sql(&[statement]).printed());
}

#[test]
fn each_query_has_its_own() {
    let script = "select uri_host(line) from 'links.txt'; select 1";
    let ran = place().sql(&[script, "--invalid"]);
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
}
