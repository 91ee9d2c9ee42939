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

/// Two partitions that spill at the same time neither wait for each other nor lose a row.
#[test]
fn groups_of_groups_that_do_not_fit() {
    let statement = "select count(*), sum(n) from (select h, count(*) n from (select 'http://h' || \
                     cast(value % 500000 as text) || '.example/' || repeat('a', 100) as h from \
                     generate_series(1, 1000000)) group by h)";
    let ran = Place::new().sql(&[statement, "--memory-limit", "8MB", "--threads", "2"]);
    assert_eq!(ran.printed(), "500000\t1000000\n");
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

#[rstest]
#[case::none("0")]
#[case::many("1025")]
#[case::too_many("100000")]
fn numbers_of_threads_that_cannot_be(#[case] threads: &str) {
    let ran = Place::new().sql(&["select 1", "--threads", threads]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("1..=1024"), "{}", ran.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_the_system_refuses() {
    use std::process::Command;
    // There is room for the stacks of some of them.
    let limited = "ulimit -v 4000000; exec \"$0\" 'select 1' --threads 1024";
    let ran = Command::new("sh").args(["-c", limited, env!("CARGO_BIN_EXE_uri-sql")]).output().unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot start 1024 threads") && !said.contains("panicked"), "{said}");
}

/// Planning cannot be stopped, so the process is ended.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_planning() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let doubled = |n: usize| format!("t{n} as (select a.x from t{} a, t{} b)", n - 1, n - 1);
    let tables: Vec<_> = (1..24).map(doubled).collect();
    let statement = format!("with t0 as (select 1 as x), {} select * from t23", tables.join(", "));
    let place = Place::new();
    let mut child = place.command(&[&statement]).stdin(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(child.try_wait().unwrap(), None, "it ended before it was interrupted");
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_spill_directory_that_cannot_be() {
    let ran = Place::new().file("f", "").sql(&["select 1", "--spill-dir", "f/d"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("--spill-dir"), "{}", ran.stderr);
}
