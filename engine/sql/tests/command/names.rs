//! Which files a name stands for.

use rstest::rstest;

use super::Place;

fn place() -> Place {
    Place::new()
        .file("a.txt", "a\n")
        .file("in/b.txt", "b\n")
        .file("in/deep/c.txt", "c\n")
        .file("in/.hidden.txt", "hidden\n")
        .file("odd [1].txt", "odd\n")
        .file("it's.txt", "quoted\n")
        .file("per%20cent.txt", "percent\n")
}

#[rstest]
#[case::file("'a.txt'", "a\n")]
#[case::double_quotes("\"a.txt\"", "a\n")]
#[case::dot("'./a.txt'", "a\n")]
#[case::pattern("'in/*.txt'", "b\n")]
#[case::parent("'in/../a.txt'", "a\n")]
#[case::deep_pattern("'**/*.txt'", "a\nb\nc\nodd\npercent\nquoted\n")]
#[case::question("'?.txt'", "a\n")]
#[case::class("'[ab].txt'", "a\n")]
#[case::directories("'*/*/*.txt'", "c\n")]
#[case::pattern_and_name("'i*/deep/c.txt'", "c\n")]
#[case::pattern_and_parent("'in/*/../b.txt'", "b\n")]
#[case::directories_of_a_pattern("'i?'", "b\nc\n")]
#[case::only_directories_of_a_pattern("'in/*/'", "c\n")]
#[case::hidden("'in/.h*.txt'", "hidden\n")]
#[case::directory("'in'", "b\nc\n")]
#[case::directory_with_slash("'in/'", "b\nc\n")]
#[case::brackets_in_a_name("'odd [1].txt'", "odd\n")]
#[case::quote_in_a_name("'it''s.txt'", "quoted\n")]
#[case::percent_in_a_name("'per%20cent.txt'", "percent\n")]
#[case::both("'a.txt' as a union all select line from 'in/b.txt'", "a\nb\n")]
fn found(#[case] table: &str, #[case] rows: &str) {
    let statement = format!("select line from {table} order by line");
    assert_eq!(place().sql(&[&statement]).printed(), rows);
}

#[test]
fn uris_of_files() {
    let place = place();
    let uri = format!("file://{}", place.path("per%2520cent.txt").display());
    assert_eq!(place.sql(&[&format!("select line from '{uri}'")]).printed(), "percent\n");
}

#[rstest]
#[case::one(&["a.txt"], "a\n")]
#[case::several(&["in/deep/c.txt", "a.txt"], "a\nc\n")]
#[case::directory(&["in", "a.txt"], "a\nb\nc\n")]
#[case::pattern(&["in/*.txt"], "b\n")]
fn beside_the_statement(#[case] files: &[&str], #[case] rows: &str) {
    let arguments = [&["select line from files order by line"], files].concat();
    assert_eq!(place().sql(&arguments).printed(), rows);
}

#[rstest]
#[case::file("select * from 'lonks.txt'", "there is no file", "lonks.txt'")]
#[case::directory("select * from 'nowhere/a.txt'", "there is no file", "is there, but not what follows")]
#[case::pattern("select * from 'in/*.parquet'", "no file matches", "^^^^^^^^^^^^^^")]
#[case::table("select * from links", "there is no table links", "from 'links'")]
#[case::unquoted("select * from in_.parquet", "there is no table in_.parquet", "from 'in_.parquet'")]
#[case::store("select * from 's3://bucket/a.parquet'", "how to read s3://", "object stores")]
#[case::empty(
    "create external table t stored as text location 'none.txt'; select * from t",
    "there is no file",
    "none.txt"
)]
fn not_found(#[case] statement: &str, #[case] said: &str, #[case] help: &str) {
    let ran = place().sql(&[statement]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains(said) && ran.stderr.contains(help), "{}", ran.stderr);
}

#[test]
fn alike_names_are_listed() {
    let ran = Place::new().file("kasztp.txt", "").sql(&["select * from 'kaszt.txt'"]);
    assert!(ran.stderr.contains("has kasztp.txt"), "{}", ran.stderr);
}

#[test]
fn files_of_different_formats_are_no_table() {
    let ran = Place::new().file("a.txt", "").file("b.csv", "").sql(&["select * from '*'"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("a.txt is text, and b.csv is CSV"), "{}", ran.stderr);
}

/// Links that lead in circles, and links to files, add no rows.
#[cfg(unix)]
#[rstest]
#[case::directory("'loop'", "a\nb\n")]
#[case::pattern("'loop/**/*.txt'", "a\nb\n")]
#[case::all("'loop/**'", "a\nb\n")]
#[case::beside("'loop/*'", "a\nb\n")]
fn each_file_is_read_once(#[case] table: &str, #[case] rows: &str) {
    use std::os::unix::fs::symlink;
    let place = Place::new().file("loop/a.txt", "a\n").file("loop/in/b.txt", "b\n");
    for (target, link) in
        [("..", "loop/in/x"), ("..", "loop/in/y"), (".", "loop/z"), ("a.txt", "loop/0.txt"), ("in", "loop/0")]
    {
        symlink(target, place.path(link)).unwrap();
    }
    assert_eq!(place.sql(&[&format!("select line from {table} order by line")]).printed(), rows);
}

/// A pattern goes through directories with any names.
#[cfg(unix)]
#[test]
fn names_that_are_not_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let place = place();
    std::fs::write(place.0.path().join(OsStr::from_bytes(b"\xff.csv")), "u\nx\n").unwrap();
    assert_eq!(place.sql(&["select line from '?.txt'"]).printed(), "a\n");
    std::fs::write(place.path("new\nline.tsv"), "u\nx\n").unwrap();
    for pattern in ["*.csv", "*.tsv"] {
        let ran = place.sql(&[&format!("select * from '{pattern}'")]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.contains("is not UTF-8, or has a control character"), "{}", ran.stderr);
    }
}

#[rstest]
#[case::class("'a[.txt'", "is not a pattern")]
#[case::class_in_a_directory("'[/*.txt'", "is not a pattern")]
fn patterns_that_are_none(#[case] table: &str, #[case] said: &str) {
    let ran = place().sql(&[&format!("select * from {table}")]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
}

/// It would wait for a writer.
#[cfg(unix)]
#[test]
fn a_pipe_among_files() {
    let place = place();
    let made = std::process::Command::new("mkfifo").arg(place.path("in/pipe.txt")).status().unwrap();
    assert!(made.success());
    for table in ["in", "in/*.txt"] {
        let ran = place.sql(&[&format!("select * from '{table}'")]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.contains("in/pipe.txt is a pipe or a device"), "{}", ran.stderr);
    }
}
