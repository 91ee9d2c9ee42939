//! The operations: one file each, with a table of libraries.
//!
//! To add an operation, write its table and add its line to [`ALL`]. What an operation needs prepared, such
//! as parsed bases or a buffer to reuse, is created by its closure before that returns the pass.

pub mod build;
pub mod compare;
pub mod components;
pub mod decode;
pub mod encode;
pub mod extract;
pub mod normalize;
pub mod parse;
pub mod reject;
pub mod relativize;
pub mod resolve;
pub mod validate;

use crate::pass::Table;

/// Returns the names of the rows, each once.
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
    (reject::NAME, reject::TABLE),
    ("resolve", resolve::TABLE),
    ("resolve-reuse", resolve::REUSE),
    ("relativize", relativize::TABLE),
    ("encode", encode::TABLE),
    ("encode-whole", encode::WHOLE),
    ("decode", decode::TABLE),
    ("decode-whole", decode::WHOLE),
    ("normalize", normalize::TABLE),
    ("normalize-noop", normalize::NOOP),
    ("compare", compare::TABLE),
    ("build", build::TABLE),
    ("validate", validate::TABLE),
    ("policy", validate::POLICY),
    ("extract", extract::TABLE),
];
