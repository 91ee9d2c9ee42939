//! The operations, each with a table of libraries.
//!
//! To add an operation, write its table and add a line to [`ALL`]. The closure of an operation creates values that the
//! operation needs, such as parsed bases or a reused buffer, before it returns the pass.

pub mod build;
pub mod bulk;
pub mod components;
pub mod extract;
pub mod normalize;
pub mod parse;
pub mod percent;
pub mod resolve;

use crate::pass::Table;

/// Returns the names of all rows, without duplicates.
pub fn libraries() -> Vec<&'static str> {
    let mut libraries = Vec::new();
    for (library, _) in ALL.iter().flat_map(|(_, table)| *table) {
        if !libraries.contains(library) {
            libraries.push(*library);
        }
    }
    libraries
}

/// Every operation, with its name in the report.
pub const ALL: &[(&str, Table)] = &[
    (parse::NAME, parse::TABLE),
    (parse::IRI_NAME, parse::IRI),
    ("components", components::TABLE),
    (parse::REJECT_NAME, parse::REJECT),
    ("bulk", bulk::TABLE),
    ("lines", bulk::LINES),
    ("resolve", resolve::TABLE),
    ("resolve-reuse", resolve::REUSE),
    ("relativize", resolve::RELATIVIZE),
    ("encode", percent::ENCODE),
    ("encode-whole", percent::ENCODE_WHOLE),
    ("decode", percent::DECODE),
    ("decode-whole", percent::DECODE_WHOLE),
    ("normalize", normalize::TABLE),
    ("normalize-noop", normalize::NOOP),
    ("compare", normalize::COMPARE),
    ("build", build::TABLE),
    ("validate", components::VALIDATE),
    ("policy", components::POLICY),
    ("extract", extract::TABLE),
];
