//! Runs each call in the tables of the guides in `docs/migrate`, for the other library and for urigram.
//!
//! Each page has a module with the same rows, which must have the results that the page shows. `guide!` compiles
//! the code and also keeps its text, so the tests can compare the code of a page with the code that is run.
#![allow(
    unused,
    clippy::unwrap_used,
    reason = "each row is run with all of the code before the tables, and a row that panics fails"
)]

#[macro_use]
mod guide;
mod fluent_uri;
mod http;
mod iref;
mod iri_string;
mod oxiri;
mod url;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use self::guide::{Cell, Guide, Row};

const GUIDES: [(&str, Guide); 6] = [
    ("fluent-uri", fluent_uri::GUIDE),
    ("http", http::GUIDE),
    ("iref", iref::GUIDE),
    ("iri-string", iri_string::GUIDE),
    ("oxiri", oxiri::GUIDE),
    ("url", url::GUIDE),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/migrate")
}

fn page(name: &str) -> String {
    fs::read_to_string(folder().join(format!("{name}.md"))).unwrap()
}

#[test]
fn each_row_has_its_results() {
    let mut wrong = Vec::new();
    for (name, Guide { calls, differences, .. }) in &GUIDES {
        for Row { task, cells } in calls.iter().chain(*differences) {
            for Cell { code, result, run } in cells {
                match run() {
                    Ok(found) if found == *result => {}
                    found => wrong.push(format!("{name}, {task}: `{code}` is {found:?}, not `{result}`")),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_pages_have_the_rows_that_are_run() {
    for (name, Guide { given, calls, differences }) in &GUIDES {
        let page = page(name);
        let blocks =
            page.split("```rust\n").skip(1).map(|block| squeezed(block.split("```").next().unwrap()));
        assert_eq!(blocks.collect::<Vec<_>>(), given.map(squeezed), "{name}");

        let call = |Cell { code, .. }: &Cell| format!("`{code}`");
        let answer = |Cell { code, result, .. }: &Cell| format!("`{code}` → `{result}`");
        assert!(differences.iter().all(|Row { cells: [a, b], .. }| a.result != b.result), "{name}");
        assert_same(name, &table(&page, "## Calls"), &expected(calls, call));
        assert_same(name, &table(&page, "## What behaves differently"), &expected(differences, answer));
    }
}

#[test]
fn each_page_is_tested() {
    let files =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    // The tests of the command `uri` run the page of trurl.
    let others = ["README.md", "trurl.md"].map(str::to_owned);
    let tested = GUIDES.iter().map(|(name, _)| format!("{name}.md")).chain(others);
    assert_eq!(files.collect::<BTreeSet<_>>(), tested.collect());
}

/// Returns the first three cells of each row of the table under a title: the task, the other library's call, and ours.
fn table(page: &str, title: &str) -> Vec<[String; 3]> {
    let (_, section) = page.split_once(&format!("\n{title}\n")).unwrap();
    let section = section.split("\n## ").next().unwrap();
    // Skips the row with the names of the columns. The line below them does not begin with `| `.
    let rows = section.lines().filter_map(|line| line.strip_prefix("| ")).skip(1);
    rows.map(|row| {
        let mut cells = row.trim_end_matches(" |").split(" | ");
        [(); 3].map(|()| squeezed(cells.next().unwrap()))
    })
    .collect()
}

fn expected(rows: &[Row], shown: impl Fn(&Cell) -> String) -> Vec<[String; 3]> {
    let cell = |cell: &Cell| if cell.code.is_empty() { "—".to_owned() } else { squeezed(&shown(cell)) };
    rows.iter().map(|row| [squeezed(row.task), cell(&row.cells[0]), cell(&row.cells[1])]).collect()
}

/// Removes white space outside of literals, because `stringify!` changes it, and the escapes of
/// tables.
fn squeezed(text: &str) -> String {
    let part = |(index, part): (usize, &str)| {
        if index % 2 == 0 { part.split_whitespace().collect() } else { part.to_owned() }
    };
    text.replace("\\|", "|").split('"').enumerate().map(part).collect::<Vec<String>>().join("\"")
}

#[track_caller]
fn assert_same(name: &str, page: &[[String; 3]], test: &[[String; 3]]) {
    let untested: Vec<_> = page.iter().filter(|row| !test.contains(row)).collect();
    let missing: Vec<_> = test.iter().filter(|row| !page.contains(row)).collect();
    assert!(
        untested.is_empty() && missing.is_empty(),
        "{name}: only on the page: {untested:#?}\nonly tested: {missing:#?}"
    );
    assert_eq!(page.len(), test.len(), "{name}: a row stands twice");
}
