//! The programs of the folders `programs/` and `examples/`, and the examples in the documentation.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use rstest::rstest;

use crate::compiler::{C99, CPP11, Linked, ROOT, checked, compile, run, scratch};

/// Compiles and runs a program, and returns the number of its assertions.
#[track_caller]
fn checks(compiler: &str, flags: &[&str], name: &str, linked: Linked) -> u32 {
    let source = Path::new(ROOT).join("tests/c/programs").join(name);
    let program = compile(compiler, flags, &source, linked);
    let output = run(&mut checked(&program));
    let printed = String::from_utf8(output.stdout).unwrap();
    let (checks, _) = printed.split_once(" checks, 0 failures\n").unwrap();
    checks.parse().unwrap()
}

#[rstest]
#[case::section_3("parse.c", 600)]
#[case::section_5("resolve.c", 400)]
#[case::section_6_2("normalize.c", 70)]
#[case::comparison("compare.c", 30)]
#[case::section_7("validate.c", 150)]
#[case::misuse("misuse.c", 250)]
#[case::random("random.c", 30_000)]
#[case::threads("threads.c", 10)]
fn in_c(#[case] name: &str, #[case] at_least: u32) {
    assert!(checks("gcc", C99, name, Linked::Shared) >= at_least);
}

#[test]
fn linked_statically() {
    assert!(checks("gcc", C99, "parse.c", Linked::Static) >= 600);
}

#[rstest]
fn in_cpp(#[values(Linked::Shared, Linked::Static)] linked: Linked) {
    assert!(checks("g++", CPP11, "cpp.cpp", linked) >= 6);
}

#[test]
fn the_version_is_that_of_the_package() {
    let define = format!("-DEXPECTED_VERSION=\"{}\"", env!("CARGO_PKG_VERSION"));
    let flags: Vec<_> = C99.iter().copied().chain([define.as_str()]).collect();
    assert_eq!(checks("gcc", &flags, "version.c", Linked::Shared), 2);
}

/// Without this test, a program that no test runs would go unnoticed.
#[test]
fn each_program_is_run() {
    let own = include_str!("programs.rs");
    let programs = fs::read_dir(Path::new(ROOT).join("tests/c/programs")).unwrap();
    let names = programs.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let sources = names.filter(|name| Path::new(name).extension() != Some(OsStr::new("h")));
    let forgotten: Vec<_> = sources.filter(|name| !own.contains(&format!("\"{name}\""))).collect();
    assert_eq!(forgotten, [""; 0]);
}

// The examples in the documentation of the header and in README.md, as programs.

const BEFORE: &str =
    "#undef NDEBUG\n#include <assert.h>\n#include <stdio.h>\n#include <string.h>\n#include \"urigram.h\"\n";

/// Returns the code blocks of C in a text, without the prefix of each line.
fn blocks(text: &str, prefix: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().map(|line| line.strip_prefix(prefix).unwrap_or_default());
    while lines.by_ref().any(|line| line == "```c") {
        blocks.push(
            lines
                .by_ref()
                .take_while(|line| *line != "```")
                .fold(String::new(), |all, line| all + line + "\n"),
        );
    }
    blocks
}

/// Compiles and runs a program with a function for each block.
#[track_caller]
fn run_all(name: &str, blocks: &[String]) {
    let mut program = BEFORE.to_owned();
    for (index, block) in blocks.iter().enumerate() {
        write!(program, "static void example_{index}(void) {{\n{block}}}\n").unwrap();
    }
    program += "int main(void) {\n";
    for index in 0..blocks.len() {
        writeln!(program, "    example_{index}();").unwrap();
    }
    program += "    return 0;\n}\n";
    let source = scratch(name);
    fs::write(&source, program).unwrap();
    run(&mut checked(&compile("gcc", C99, &source, Linked::Shared)));
}

/// Every function has an example, and so have the types that need one.
#[test]
fn in_the_header() {
    let mut all = Vec::new();
    for entry in fs::read_dir(Path::new(ROOT).join("src")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let functions = text.matches("#[unsafe(no_mangle)]").count();
        let own = blocks(&text, "/// ");
        assert!(own.len() >= functions, "{text}");
        all.extend(own);
    }
    assert!(all.len() >= 24);
    run_all("header_examples.c", &all);
}

#[test]
fn in_the_readme() {
    let all = blocks(include_str!("../../README.md"), "");
    assert!(!all.is_empty());
    run_all("readme_examples.c", &all);
}

// The program of `examples/`, and its output in README.md.

/// Runs the program on references, and returns its exit status and output.
fn links(base: &str, references: &str) -> (Option<i32>, String, String) {
    let source = Path::new(ROOT).join("examples/links.c");
    let mut command = checked(&compile("gcc", C99, &source, Linked::Shared));
    command.arg(base).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(references.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn prints_what_the_readme_says() {
    let readme = include_str!("../../README.md");
    let (_, shown) = readme.split_once("links http://example.com/docs/guide\n").unwrap();
    let shown = shown.split("```").next().unwrap();
    let (status, targets, faults) =
        links("http://example.com/docs/guide", "../faq\njavascript:alert(1)\nimages/a b.png\n");
    assert_eq!(status, Some(1));
    assert_eq!(targets + &faults, shown);
}

#[test]
fn accepts_what_is_right() {
    let answer = links("http://example.com/docs/guide", "../faq\r\n#top\n");
    let targets = "http://example.com/faq\nhttp://example.com/docs/guide#top\n";
    assert_eq!(answer, (Some(0), targets.to_owned(), String::new()));
}

#[test]
fn refuses_a_base_that_is_not_a_uri() {
    let (status, targets, faults) = links("docs/guide", "../faq\n");
    assert_eq!((status, targets.as_str()), (Some(2), ""));
    assert!(faults.starts_with("the scheme is missing\n"), "{faults}");
}
