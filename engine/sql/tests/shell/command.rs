//! The command with arguments and standard input, and its exit status.

use std::io::Write;
use std::process::{Command, Stdio};

use rstest::rstest;

use crate::files;

/// The exit status, standard output and standard error.
type Ended = (i32, String, String);

fn run(arguments: &[&str], given: &str) -> Ended {
    let files = files::written();
    let mut command = Command::new(env!("CARGO_BIN_EXE_uri-sql"))
        .args(arguments)
        .current_dir(files.path())
        .env("HOME", files.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Fails if the command ends before it reads its input.
    let _ = command.stdin.take().unwrap().write_all(given.as_bytes());
    let ended = command.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (ended.status.code().unwrap(), text(ended.stdout), text(ended.stderr))
}

#[rstest]
#[case::statement(&["select uri_host('http://a/') h"], "", "h\na\n")]
#[case::statements(&["select 1 a; select 2 b", "select 3 c"], "", "a\n1\nb\n2\nc\n3\n")]
#[case::option(&["-c", "select 1 a"], "", "a\n1\n")]
#[case::standard_input(&[], "select 1 a;\n-- comment\nselect 2 b", "a\n1\nb\n2\n")]
#[case::file_of_standard_input(&["-f", "-"], "select 1 a", "a\n1\n")]
#[case::file(&["-f", "lines.sql"], "", "n\n6\n")]
#[case::file_with_a_byte_order_mark(&["-f", "-"], "\u{feff}select 1 a", "a\n1\n")]
#[case::lines_of_standard_input(&["select uri_scheme(line) s from '-'"], "a:\nb:c", "s\na\nb\n")]
#[case::twice(&["select count(*) n from '-'; select max(line) m from '/dev/stdin'"], "a\nb\n", "n\n2\nm\nb\n")]
#[case::as_text(&["create external table t stored as text location '/dev/stdin'; select count(*) n from t"], "a\nb", "n\n2\n")]
#[case::directory(&["-p", "days", "select count(*) n from 'day=1/'"], "", "n\n2\n")]
#[case::many_rows(&["select count(*) n from 'many.txt'; select line from 'many.txt' limit 41"], "", &many())]
fn answers(#[case] arguments: &[&str], #[case] given: &str, #[case] expected: &str) {
    let arguments = [&["--format", "csv"], arguments].concat();
    let (status, said, warned) = run(&arguments, given);
    assert_eq!((status, said.as_str(), warned.as_str()), (0, expected, ""));
}

fn many() -> String {
    let lines: String = (0..41).map(|number| format!("http://host{number}.example/\n")).collect();
    format!("n\n1000\nline\n{lines}")
}

#[rstest]
#[case::automatic(&[], "+---+\n| a |\n+---+\n| 1 |\n+---+\n")]
#[case::json(&["--format", "json"], "[{\"a\":1}]\n")]
#[case::nd_json(&["--format", "nd-json"], "{\"a\":1}\n")]
#[case::tsv(&["--format", "tsv"], "a\n1\n")]
fn formats(#[case] arguments: &[&str], #[case] expected: &str) {
    let (status, said, _) = run(&[arguments, &["select 1 a"]].concat(), "");
    assert_eq!(status, 0);
    assert!(said.starts_with(expected), "{said}");
}

/// No statement runs after the first error.
#[rstest]
#[case::row(&["select uri_host_strict(line) from 'password.txt'; select 1"], "remove the space from the host")]
#[case::data(&["select line from 'invalid.txt'"], "")]
#[case::syntax(&["selec 1"], "")]
#[case::syntax_of_the_second(&["select 1; selec 2"], "")]
#[case::no_file(&["-f", "missing.sql"], "missing.sql: ")]
#[case::no_table_of_a_file(&["select line from 'missing.txt'"], "there is no file missing.txt")]
#[case::no_folder(&["select line from 'missing/'"], "there is no file missing/")]
#[case::unknown_extension(&["select line from 'lines.sql'"], "the format of lines.sql is not known by its name")]
#[case::no_directory(&["-p", "missing", "select 1"], "missing: ")]
#[case::rows_and_statements(&["-f", "-"], "standard input has no rows")]
#[case::rows_and_statements_by_path(&["-f", "/dev/stdin"], "standard input has no rows")]
fn errors(#[case] arguments: &[&str], #[case] expected: &str) {
    let (status, said, error) = run(arguments, "select line from '-'");
    assert_eq!((status, said.as_str()), (1, ""));
    assert!(error.starts_with("uri-sql: ") && error.contains(expected), "{error}");
    assert!(!error.contains("secret"), "{error}");
}

#[rstest]
#[case::size(&["-m", "4x"], "expected a number and k, m or g, such as 4g")]
#[case::negative_size(&["-m=-4g"], "expected a number")]
#[case::no_number_as_size(&["-m", "nang"], "expected a number")]
#[case::size_with_a_unit_twice(&["-m", "4gbb"], "expected a number")]
#[case::size_in_another_script(&["-d", "4é"], "expected a number")]
#[case::cluster(&["--cluster", "http://a:1"], "expected df://HOST:PORT, as the scheduler prints it")]
#[case::cluster_without_a_port(&["--cluster", "df://a"], "expected df://HOST:PORT")]
#[case::cluster_with_a_path(&["--cluster", "df://a:1/b"], "expected df://HOST:PORT")]
#[case::both(&["-f", "a", "-c", "select 1"], "")]
fn wrong_arguments(#[case] arguments: &[&str], #[case] expected: &str) {
    let (status, said, error) = run(arguments, "");
    assert_eq!((status, said.as_str()), (2, ""));
    assert!(error.contains(expected), "{error}");
}

/// A sort that exceeds the memory limit spills to the disk, and an operator that cannot spill fails.
#[test]
fn memory_is_limited() {
    let sort = "set datafusion.execution.target_partitions = 2; \
        copy (select concat(line, value) x from 'many.txt', generate_series(1, 300) order by x) to 'sorted.csv'";
    let (status, said, error) = run(&["--format", "csv", "-m", "40m", sort], "");
    assert_eq!((status, said.as_str(), error.as_str()), (0, "count\n300000\n", ""));

    let (status, _, error) =
        run(&["-m", "1m", "select count(distinct value) from generate_series(1, 1000000)"], "");
    assert_eq!(status, 1, "{error}");
}

/// Planning takes quadratic time, so deeper statements would take too long to test.
#[rstest]
#[case::operators(&format!("select 1{}", " + 1".repeat(1_000)))]
#[case::parentheses(&format!("select {}1{}", "(".repeat(100_000), ")".repeat(100_000)))]
#[case::conditions(&format!("select 1 where true{}", " or 1 = 1".repeat(1_000)))]
#[case::functions(&format!("select {}'a'{}", "uri_normalize(".repeat(1_000), ")".repeat(1_000)))]
fn deep_statements_end(#[case] statement: &str) {
    let (status, ..) = run(&["-f", "-"], statement);
    assert!(status == 0 || status == 1, "{status}");
}

#[test]
fn the_reader_of_rows_may_leave() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uri-sql"))
        .args(["--format", "csv", "select value from generate_series(1, 1000000)"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(command.stdout.take());
    let ended = command.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), "");
}
