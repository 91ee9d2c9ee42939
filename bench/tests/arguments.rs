//! Invalid arguments and files are rejected before anything is measured, and valid ones have their effect.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rstest::rstest;

fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file");
    path
}

fn run(file: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urigram-bench"));
    command.args(args).args(["--rounds=1", "--op=parse"]).arg(file).output().expect("it runs")
}

#[track_caller]
fn refused(output: &Output, why: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains(why), "{error}");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}

#[rstest]
#[case::no_lines("no-lines.txt", "")]
#[case::empty_lines("empty-lines.txt", "\n\n")]
#[case::byte_order_mark("byte-order-mark.txt", "\u{FEFF}")]
fn no_strings(
    #[case] name: &str,
    #[case] text: &str,
    #[values("--processes=1", "--processes=2")] processes: &str,
) {
    let path = file(name, text);
    refused(&run(&path, &[processes]), &format!("no strings in {}", path.display()));
}

#[rstest]
#[case::of_the_file("short.txt", &["--builtin"])]
#[case::given("named.txt", &["--builtin", "--name=short"])]
fn the_name_of_a_builtin_corpus(#[case] name: &str, #[case] args: &[&str]) {
    refused(&run(&file(name, "a:b"), args), "a built-in corpus is called short too");
}

#[rstest]
#[case::file_alone("short.txt", &[])]
#[case::some_lines_empty("some.txt", &["--processes=2"])]
fn strings(#[case] name: &str, #[case] args: &[&str]) {
    let output = run(&file(name, "\na:b\n"), args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[rstest]
#[case::an_iri("iri.txt", "http://a/\u{e9}\n")]
#[case::no_uri("no-uri.txt", "http://[::1\n%\n")]
fn strings_that_have_no_row(#[case] name: &str, #[case] text: &str) {
    refused(&run(&file(name, text), &[]), "urigram accepts none of the strings");
}

fn run_builtin(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_urigram-bench")).args(args).output().expect("it runs")
}

#[rstest]
#[case::library_without_passes(&["--library=url"], "--passes")]
#[case::unknown_library(&["--passes=1", "--library=urn"], "possible values")]
#[case::unknown_corpus(&["--corpus=long"], "long-paths")]
#[case::corpus_of_a_file(&["--corpus=short", "links.txt"], "cannot be used with")]
#[case::passes_are_not_counted(&["--passes=1", "--count"], "cannot be used with")]
fn arguments_that_do_not_fit(#[case] args: &[&str], #[case] why: &str) {
    refused(&run_builtin(args), why);
}

#[test]
fn one_corpus() {
    let output = run_builtin(&["--corpus=short", "--op=parse", "--rounds=1", "--json"]);
    let rows = String::from_utf8_lossy(&output.stdout);
    assert!(rows.lines().count() > 5, "{rows}");
    assert!(rows.lines().all(|row| row.starts_with("{\"corpus\":\"short\",\"op\":\"parse\"")), "{rows}");
}

#[test]
fn passes_print_nothing() {
    let output = run_builtin(&["--corpus=short", "--op=parse", "--library=url", "--passes=2"]);
    assert_eq!((output.status.code(), output.stdout, output.stderr), (Some(0), vec![], vec![]));
}

/// Counts with `stand-in/valgrind`, which reports 150 instructions for each of 2,000 strings, or without any counter.
#[cfg(unix)]
mod count {
    use std::process::{Command, Output};

    use rstest::rstest;

    use super::refused;

    const STAND_IN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stand-in");

    fn run(path: &str, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_urigram-bench"));
        let args = args.iter().chain(&["--count", "--corpus=short", "--op=parse", "--rounds=1"]);
        command.env("PATH", path).args(args).output().expect("it runs")
    }

    #[test]
    fn no_counter() {
        refused(&run(env!("CARGO_TARGET_TMPDIR"), &[]), "`valgrind` was not found");
    }

    #[rstest]
    #[case::text(&[], &["  urigram                   150.0      15.0           2.50\n"])]
    #[case::json(
        &["--json"],
        &["{\"corpus\":\"short\",\"op\":\"parse\",\"library\":\"urigram\",\"instructions_per_ref\":150.0,\
           \"branches_per_ref\":15.0,\"mispredictions_per_ref\":2.5}\n"],
    )]
    #[case::markdown(
        &["--markdown"],
        &["- Instructions: valgrind --tool=callgrind", "| parse | ns/ref |", "| urigram | 150.0 | 15.0 | 2.50 |\n"],
    )]
    fn printed(#[case] args: &[&str], #[case] expected: &[&str]) {
        let output = run(STAND_IN, args);
        let (text, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(expected.iter().all(|expected| text.contains(expected)), "{text}{errors}");
    }
}
