//! Several statements, scripts and what a session has.

use super::{LINKS, Place};

#[test]
fn one_after_the_other() {
    let script =
        "create view v as select uri_host(line) h from 'links.txt'; set datafusion.execution.batch_size = 1;
                  select h from v where h is not null order by h; -- the end
                  select count(*) from v;";
    let printed = Place::new().file("links.txt", LINKS).sql(&[script]).printed();
    assert_eq!(printed, "example.com\nexample.org\n3\n");
}

#[test]
fn from_a_file() {
    let place = Place::new().file("links.txt", LINKS).file("r.sql", "select count(*) from files");
    assert_eq!(place.sql(&["--file", "r.sql", "links.txt"]).printed(), "3\n");
}

#[test]
fn from_standard_input() {
    assert_eq!(Place::new().sql_of(&[], "select 1; select 2").printed(), "1\n2\n");
    assert_eq!(Place::new().sql_of(&["--file", "-"], "select 1").printed(), "1\n");
}

#[test]
fn none() {
    for stdin in ["", " ; -- nothing"] {
        let ran = Place::new().sql_of(&[], stdin);
        assert_eq!(ran.status, 2);
        assert!(ran.stderr.contains("there is no statement"), "{}", ran.stderr);
    }
}

#[test]
fn external_tables() {
    let script = "create external table m (id varchar, homepage varchar) stored as csv location 'm.data'
                  options ('format.delimiter' ';', 'format.has_header' 'false');
                  create external table t stored as text location 'lines';
                  select id, uri_host(homepage) from m; select count(*) from t";
    let place = Place::new().file("m.data", "007;http://example.com/\n").file("lines", LINKS);
    assert_eq!(place.sql(&[script]).printed(), "007\texample.com\n3\n");
}

#[test]
fn prepared() {
    let script = "prepare p(bigint) as select $1 + 1; execute p(41)";
    assert_eq!(Place::new().sql(&[script]).printed(), "42\n");
}

#[test]
fn functions_are_listed() {
    let place = Place::new();
    let shown = place.sql(&["show functions like 'uri_host'", "--output-format", "json"]).printed();
    assert!(shown.contains("\"function_name\":\"uri_host\""), "{shown}");
    let routines = "select count(*) > 0 from information_schema.routines where routine_name like 'uri_%'";
    assert_eq!(place.sql(&[routines]).printed(), "true\n");
    assert_eq!(place.sql(&["create table t as select 1; show tables"]).printed().matches("\tt\t").count(), 1);
}

#[test]
fn explained_and_not_run() {
    let place = Place::new().file("links.txt", LINKS);
    let explained = place.sql(&["select uri_host(line) from 'links.txt'", "--explain"]).printed();
    assert!(explained.contains("physical_plan\n") && explained.contains("DataSourceExec"), "{explained}");
    assert!(!explained.contains("example.com") && !explained.contains("\\n"), "{explained}");
    let explained = place.sql(&["explain select 1"]).printed();
    assert!(explained.contains("logical_plan\n"), "{explained}");
}

#[test]
fn the_first_error_ends_the_script() {
    let ran = Place::new().sql(&["select 1; select cast('a' as int); select 3"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, "1\n"));
}
