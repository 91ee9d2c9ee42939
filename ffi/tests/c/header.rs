//! The header by itself.

use std::fs;
use std::process::Command;

use rstest::rstest;
use urigram_ffi::URIGRAM_ABI_VERSION;

use crate::compiler::{include, libraries, run};

/// It includes what it needs, and no compiler warns of it.
#[rstest]
#[case::c99("gcc", "c", "-std=c99")]
#[case::c11("gcc", "c", "-std=c11")]
#[case::cpp11("g++", "c++", "-std=c++11")]
#[case::cpp20("g++", "c++", "-std=c++20")]
fn stands_alone(#[case] compiler: &str, #[case] language: &str, #[case] standard: &str) {
    let mut command = Command::new(compiler);
    command.args(["-x", language, standard, "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]);
    run(command.arg(include().join("urigram.h")));
}

/// All that it declares begins with `urigram_` or `URIGRAM_`, and each function is documented.
#[test]
fn names_and_documentation() {
    let header = fs::read_to_string(include().join("urigram.h")).unwrap();
    let lines: Vec<_> = header.lines().collect();
    let mut functions = 0;
    for (index, line) in lines.iter().enumerate() {
        let Some(name) = line.split('(').next().and_then(|before| before.rsplit([' ', '*']).next()) else {
            continue;
        };
        if line.starts_with(|c: char| c.is_ascii_lowercase()) && line.contains('(') {
            assert!(name.starts_with("urigram_"), "{line}");
            assert_eq!(lines[index - 1], " */", "{line}");
            functions += 1;
        }
        if let Some(define) = line.strip_prefix("#define ") {
            assert!(define.starts_with("URIGRAM_"), "{line}");
        }
    }
    assert_eq!(functions, 21);
}

/// The name that the loader looks for changes with the binary interface.
#[test]
fn the_soname_has_the_version_of_the_interface() {
    let mut command = Command::new("objdump");
    let output = run(command.arg("-p").arg(libraries().join("liburigram_ffi.so")));
    let headers = String::from_utf8(output.stdout).unwrap();
    let soname = headers.lines().find_map(|line| line.trim().strip_prefix("SONAME")).unwrap().trim();
    assert_eq!(soname, format!("liburigram.so.{URIGRAM_ABI_VERSION}"));
}
