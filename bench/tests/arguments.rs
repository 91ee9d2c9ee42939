//! Arguments and files that the program rejects before it measures.
#![allow(clippy::expect_used, reason = "a helper that fails is a failure")]

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
