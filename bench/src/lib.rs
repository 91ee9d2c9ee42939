//! urigram beside other libraries, on the same strings, in one process.
//!
//! `ops` says what is measured, one file an operation: a table of libraries, each with a closure.
//! `measure` runs the tables over the corpora, `processes` does so in several processes, and `report`
//! and `markdown` print what came out.

pub mod builtin;
pub mod corpus;
pub mod machine;
pub mod markdown;
pub mod measure;
pub mod ops;
pub mod pass;
pub mod processes;
pub mod random;
pub mod report;
