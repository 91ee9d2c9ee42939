//! --invalid.

use rstest::rstest;

use super::{LINKS, Place};

#[rstest]
#[case::some(
    "select uri_host(line) from 'links.txt'",
    "1 of 3 values of uri_host(line) are no URI references, such as 'ht tp://x': "
)]
#[case::in_a_condition(
    "select uri_host(line) from 'links.txt' where uri_host(line) is null",
    "1 of 3 values of uri_host(line) are no URI references, such as 'ht tp://x': "
)]
#[case::none(
    "select uri_host(line) from 'links.txt' where line like 'https%'",
    "0 of 1 values of uri_host(line) are no URI references\n"
)]
#[case::undefined_is_valid(
    "select uri_host(x) from (values ('a'), (null), ('b')) as t(x)",
    "0 of 2 values of uri_host(x) are no URI references\n"
)]
#[case::grouped("select uri_host(line) h, count(*) from 'links.txt' group by h", "1 of 3 values")]
fn reported(#[case] statement: &str, #[case] said: &str) {
    let ran = Place::new().file("links.txt", LINKS).sql(&[statement, "--invalid"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.starts_with(said), "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
}

#[test]
fn answers_are_the_same() {
    let place = Place::new().file("links.txt", LINKS);
    let statement = "select uri_host(line) h, count(*) from 'links.txt' group by h order by h";
    assert_eq!(place.sql(&[statement, "--invalid"]).stdout, place.sql(&[statement]).printed());
}

#[test]
fn each_query_has_its_own() {
    let script = "select uri_host(line) from 'links.txt'; select 1";
    let ran = Place::new().file("links.txt", LINKS).sql(&[script, "--invalid"]);
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
}
