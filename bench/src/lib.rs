//! Measures urigram and other libraries on the same strings, in one process.
//!
//! `ops` defines what is measured, one file per operation: a table of libraries, each with a closure.
//! `measure` runs the tables over the corpora, `processes` does so in several processes, and `report` and
//! `markdown` print the results.

pub mod builtin;
pub mod corpus;
pub mod machine;
pub mod markdown;
pub mod measure;
pub mod ops;
pub mod pass;
pub mod processes;
pub mod report;
