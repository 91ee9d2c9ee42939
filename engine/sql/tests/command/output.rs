//! --output.

use std::process::Stdio;

use rstest::rstest;

use super::{LINKS, Place};

fn place() -> Place {
    Place::new().file("links.txt", LINKS)
}

const HOSTS: &str = "select uri_host(line) h, line from 'links.txt'";

#[rstest]
#[case::parquet("o.parquet")]
#[case::csv("o.csv")]
#[case::tsv("o.tsv")]
#[case::json("o.json")]
#[case::json_lines("o.jsonl")]
fn is_read_back(#[case] name: &str) {
    let place = place();
    assert_eq!(place.sql(&[HOSTS, "--output", name]).printed(), "");
    let rows = place.sql(&[&format!("select count(*), max(line) from '{name}'")]).printed();
    assert_eq!(rows, "3\thttps://example.org:8080/b?q#f\n");
    assert_eq!(place.names(), ["links.txt", name]);
}

#[test]
fn parquet_keeps_types_and_nulls() {
    let place = place();
    place.sql(&["select 1 as n, null as z, '' as e, make_array('a') as l", "-o", "o.parquet"]).printed();
    let rows = place.sql(&["select n, z, e, l, arrow_typeof(n) from 'o.parquet'"]).printed();
    assert_eq!(rows, "1\t\\N\t\t[\"a\"]\tInt64\n");
}

#[test]
fn parquet_without_rows_is_a_table() {
    let place = place();
    place.sql(&[&format!("{HOSTS} where false"), "-o", "o.parquet"]).printed();
    assert_eq!(place.sql(&["select count(*), count(h) from 'o.parquet'"]).printed(), "0\t0\n");
}

#[test]
fn order_is_kept() {
    let place = place();
    let statement = "select value from generate_series(1, 300000) order by value desc";
    place.sql(&[statement, "-o", "o.parquet"]).printed();
    let first = place.sql(&["select * from 'o.parquet' limit 2", "--threads", "1"]).printed();
    assert_eq!(first, "300000\n299999\n");
}

#[test]
fn a_file_is_not_replaced_unasked() {
    let place = place().file("o.csv", "old");
    let ran = place.sql(&[HOSTS, "--output", "o.csv"]);
    assert_eq!((ran.status, place.read("o.csv").as_str()), (2, "old"));
    assert!(ran.stderr.contains("--overwrite"), "{}", ran.stderr);
    place.sql(&["select 1 as a", "--output", "o.csv", "--overwrite"]).printed();
    assert_eq!(place.read("o.csv"), "a\n1\n");
}

/// A query that fails leaves the file as it was, and nothing beside it.
#[rstest]
#[case::csv("o.csv")]
#[case::parquet("o.parquet")]
fn a_failure_leaves_no_file(#[case] name: &str) {
    let place = place();
    let failing = "select 100 / (value - 90000) from generate_series(1, 100000)";
    let ran = place.sql(&[failing, "--output", name]);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    assert_eq!(place.names(), ["links.txt"]);

    let place = place.file(name, "old");
    let ran = place.sql(&[failing, "--output", name, "--overwrite"]);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    assert_eq!(place.names(), ["links.txt", name]);
    assert_eq!(place.read(name), "old");
}

#[cfg(unix)]
#[rstest]
#[case::interrupt("-INT")]
#[case::terminate("-TERM")]
#[case::hang_up("-HUP")]
fn an_interrupt_leaves_no_file(#[case] signal: &str) {
    use std::process::Command;
    let place = place();
    let endless = "select value from generate_series(1, 1000000000000)";
    let mut command = if cfg!(target_os = "linux") {
        // What starts the tests may ignore signals, as `nohup` does; programs inherit that.
        let program = env!("CARGO_BIN_EXE_uri-sql");
        place.program("env", &["--default-signal", program, endless, "-o", "o.csv"])
    } else {
        place.command(&[endless, "-o", "o.csv"])
    };
    let mut child = command.stdin(Stdio::null()).spawn().unwrap();
    while place.names().len() < 2 {
        assert_eq!(child.try_wait().unwrap(), None, "it ended before it was interrupted");
        std::thread::yield_now();
    }
    Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(place.names(), ["links.txt"]);
}

#[cfg(unix)]
#[rstest]
#[case::csv("o.csv")]
#[case::parquet("o.parquet")]
fn permissions_stay(#[case] name: &str) {
    use std::fs::{Permissions, metadata, set_permissions};
    use std::os::unix::fs::PermissionsExt;
    let place = place().file(name, "old");
    set_permissions(place.path(name), Permissions::from_mode(0o600)).unwrap();
    place.sql(&["select 1 as a", "--output", name, "--overwrite"]).printed();
    assert_eq!(metadata(place.path(name)).unwrap().permissions().mode() & 0o7777, 0o600);
    assert_eq!(place.names().len(), 2);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let place = place().file("real.csv", "old");
    std::os::unix::fs::symlink("real.csv", place.path("o.csv")).unwrap();
    place.sql(&["select 1 as a", "--output", "o.csv", "--overwrite"]).printed();
    assert!(place.path("o.csv").is_symlink());
    assert_eq!(place.read("real.csv"), "a\n1\n");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_stays_a_link() {
    let place = place();
    std::os::unix::fs::symlink("real.csv", place.path("next.csv")).unwrap();
    std::os::unix::fs::symlink("next.csv", place.path("o.csv")).unwrap();
    place.sql(&["select 1 as a", "--output", "o.csv"]).printed();
    assert!(place.path("o.csv").is_symlink() && place.path("next.csv").is_symlink());
    assert_eq!(place.read("real.csv"), "a\n1\n");
}

#[rstest]
#[case::parquet(&["-o", "o.parquet"])]
#[case::json(&["-o", "o.json"])]
#[case::standard_output(&["--output-format", "json"])]
fn columns_with_one_name(#[case] options: &[&str]) {
    let place = place();
    let joined = "select a.line, b.line from 'links.txt' a join 'links.txt' b on a.line = b.line";
    let ran = place.sql(&[&[joined], options].concat());
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("two columns are called line"), "{}", ran.stderr);
    assert_eq!(place.names(), ["links.txt"]);
}

#[cfg(unix)]
#[test]
fn devices_are_written_to() {
    place().sql(&[HOSTS, "--output", "/dev/null", "--output-format", "csv"]).printed();
}

#[rstest]
#[case::unknown(&["-o", "o.xyz"], "--output-format")]
#[case::directory(&["-o", ".", "--output-format", "csv"], "is a directory")]
#[case::no_directory(&["-o", "nowhere/o.csv"], "there is no directory nowhere")]
#[case::overwrite_what(&["--overwrite"], "--output <FILE>")]
fn refused(#[case] options: &[&str], #[case] said: &str) {
    let place = place();
    let ran = place.sql(&[&["select 1"], options].concat());
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert_eq!(place.names(), ["links.txt"]);
}

#[rstest]
#[case::queries("select 1; select 2")]
#[case::explained("set datafusion.execution.batch_size = 7; explain select 1; show tables")]
#[case::prepared("prepare p as select 1; execute p; execute p")]
fn takes_the_rows_of_one_query(#[case] statements: &str) {
    let place = place();
    let ran = place.sql(&[statements, "-o", "o.csv"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("one query"), "{}", ran.stderr);
    assert_eq!(place.names(), ["links.txt"], "it is known before the first runs");
}
