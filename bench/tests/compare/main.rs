//! The tables of docs/compare.md, made from the answers of each library.
//!
//! The questions are in `bench/compare/questions.tsv`, and the answers of libraries in other languages in
//! `bench/compare/answers/`, where `bench/compare/run` writes them. A table follows each comment `<!-- table: …
//! -->` of docs/compare.md; `UPDATE_COMPARE=1` renews them. `libraries` answers questions, `features` has a program for
//! each feature, and `table` writes the tables.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod features;
mod libraries;
mod table;

use std::path::{Path, PathBuf};
use std::{env, fs};

use libraries::{Answers, Question};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the table with this name.
fn table(name: &str, answers: &[(Question, Answers)]) -> String {
    match name {
        "features" => features::table(),
        "figures" => table::figures(),
        "speed" => table::speed(),
        "errors" => table::errors(answers),
        "versions" => libraries::versions(),
        _ => table::of(name, answers),
    }
}

/// Returns the document with updated tables.
fn renewed(document: &str) -> String {
    let answers = libraries::ask_all();
    let mut parts = document.split("<!-- table: ");
    let mut renewed = parts.next().unwrap().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" -->\n").unwrap();
        // The existing table ends at an empty line. If an empty line follows the comment, there is
        // no table yet.
        let after = match rest.starts_with('\n') {
            true => rest,
            false => rest.find("\n\n").map_or("", |end| &rest[end + 1..]),
        };
        renewed += &format!("<!-- table: {name} -->\n{}{after}", table(name, &answers));
    }
    renewed
}

#[test]
fn the_document_has_what_the_programs_answer() {
    let file = root().join("docs/compare.md");
    let document = fs::read_to_string(&file).unwrap();
    let renewed = renewed(&document);
    if env::var_os("UPDATE_COMPARE").is_some() {
        fs::write(&file, &renewed).unwrap();
        return;
    }
    let differing = document.lines().zip(renewed.lines()).find(|(written, found)| written != found);
    assert!(
        document == renewed,
        "docs/compare.md differs; if that is meant, call this test with UPDATE_COMPARE=1\n{differing:#?}"
    );
}

/// If a question were in no table, its answers would be unused.
#[test]
fn each_question_is_in_the_document() {
    let document = fs::read_to_string(root().join("docs/compare.md")).unwrap();
    for question in libraries::questions() {
        let name = match question.table.as_str() {
            "example" => "resolve",
            "error" => "errors",
            name => name,
        };
        assert!(document.contains(&format!("<!-- table: {name} -->")), "{name}");
    }
}
