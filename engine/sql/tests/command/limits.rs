//! Memory, disk and threads.

use rstest::rstest;

use super::Place;

/// Two million distinct texts.
const GROUPS: &str = "select count(*) from (select h, count(*) from (select 'http://h' || value || '.example/' as h \
     from generate_series(1, 2000000)) group by h)";

#[test]
fn groups_that_do_not_fit_are_spilled() {
    let place = Place::new();
    let ran = place.sql(&[GROUPS, "--memory-limit", "64MB", "--spill-dir", "spill", "--threads", "2"]);
    assert_eq!(ran.printed(), "2000000\n");
    let left = std::fs::read_dir(place.path("spill")).unwrap().count();
    assert_eq!(left, 0, "spilled files are left");
}

#[test]
fn sorting_spills() {
    let statement = "select count(*), max(n) from (select value, row_number() over (order by value desc) n from \
                     generate_series(1, 1000000))";
    let ran = Place::new().sql(&[statement, "--memory-limit", "32MB", "--threads", "2"]);
    assert_eq!(ran.printed(), "1000000\t1000000\n");
}

#[test]
fn what_cannot_spill_says_what_to_do() {
    let statement = "select array_agg('http://h' || value || '.example/') from generate_series(1, 3000000)";
    let ran = Place::new().sql(&[statement, "--memory-limit", "20MB"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("more memory") && ran.stderr.contains("--memory-limit"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("Error") && ran.stderr.lines().count() < 6, "{}", ran.stderr);
}

#[rstest]
#[case::one("1")]
#[case::many("7")]
fn threads_do_not_change_answers(#[case] threads: &str) {
    let statement = "select count(*), sum(value) from generate_series(1, 100000)";
    assert_eq!(Place::new().sql(&[statement, "--threads", threads]).printed(), "100000\t5000050000\n");
}

#[test]
fn a_spill_directory_that_cannot_be() {
    let ran = Place::new().file("f", "").sql(&["select 1", "--spill-dir", "f/d"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("--spill-dir"), "{}", ran.stderr);
}
