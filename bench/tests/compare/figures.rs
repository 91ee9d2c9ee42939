//! Tables of what was measured before: by `bench/compare/weigh`, and by the benchmark.

use std::fs;

use crate::libraries::NAMES;
use crate::root;
use crate::table::head;

/// What the benchmark measured on the corpus `mixed`, in nanoseconds for a string.
const OPERATIONS: [&str; 6] = ["parse", "components", "reject", "resolve", "normalize", "build"];

/// Returns the lines of `weighed.tsv` as rows: a name, and a value for each library.
pub(crate) fn table() -> String {
    let file = fs::read_to_string(root().join("bench/compare/weighed.tsv")).unwrap();
    let row = |line: &str| {
        let cells: Vec<_> = line.split('\t').collect();
        assert_eq!(cells.len(), NAMES.len() + 1, "{line}");
        format!("| {} |\n", cells.join(" | "))
    };
    head(&[""]) + &file.lines().map(row).collect::<String>()
}

pub(crate) fn speed() -> String {
    let results = fs::read_to_string(root().join("bench/RESULTS.md")).unwrap();
    let (_, mixed) = results.split_once("\n## mixed\n").unwrap();
    let row = |operation: &&str| {
        let (_, rows) = mixed.split_once(&format!("\n| {operation} | ns/ref |")).unwrap();
        let rows = rows.split("\n\n").next().unwrap();
        let cell = |name: &&str| {
            let row = rows.lines().find_map(|row| row.strip_prefix(&format!("| {name} | ")));
            row.map_or("—", |row| row.split(" |").next().unwrap())
        };
        let cells: Vec<_> = NAMES.iter().map(cell).collect();
        format!("| {operation} | {} |\n", cells.join(" | "))
    };
    head(&["ns for a string"]) + &OPERATIONS.iter().map(row).collect::<String>()
}
