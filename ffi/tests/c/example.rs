//! The program of `examples/`, and what README.md says that it prints.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::compiler::{C99, Linked, ROOT, checked, compile};

/// Runs the program on references, and returns its exit status and what it prints.
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
