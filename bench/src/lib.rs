//! Measures urigram and other libraries on the same strings, in one process.
//!
//! `ops` defines what is measured, one file per operation: a table of libraries, each with a closure.
//! `measure` runs the tables over the corpora, `processes` does so in several processes, and `report` and
//! `markdown` print the results; `count` counts instructions. `json` and `grammars` measure parsers of other languages
//! than URIs, and `rounds` reads the arguments of these two.

// Without its feature `std`, pest_derive writes code that names it.
extern crate alloc;

pub mod builtin;
pub mod corpus;
pub mod count;
pub mod grammars;
pub mod json;
pub mod machine;
pub mod markdown;
pub mod measure;
mod nodes;
pub mod ops;
pub mod pass;
pub mod processes;
pub mod report;
pub mod rounds;
