//! The programs of the folder `programs/`.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use rstest::rstest;

use crate::compiler::{C99, CPP11, Linked, ROOT, checked, compile, run};

/// Compiles a program, runs it, and returns how many checks it has made.
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

/// A program that nobody runs would not be missed.
#[test]
fn each_program_is_run() {
    let own = include_str!("programs.rs");
    let programs = fs::read_dir(Path::new(ROOT).join("tests/c/programs")).unwrap();
    let names = programs.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let sources = names.filter(|name| Path::new(name).extension() != Some(OsStr::new("h")));
    let forgotten: Vec<_> = sources.filter(|name| !own.contains(&format!("\"{name}\""))).collect();
    assert_eq!(forgotten, [""; 0]);
}
