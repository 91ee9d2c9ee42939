//! Measures urigram and other libraries on the same strings, in one process.
//!
//! `ops` has a table for each operation, with a closure for each library. `measure` runs the tables over the
//! corpora, `report` and `markdown` print the results, and `count` counts instructions. `json` and `grammars`
//! measure parsers of other languages than URIs, and `templates` the expansion of URI Templates.

pub mod corpus;
pub mod count;
pub mod grammars;
pub mod json;
pub mod markdown;
pub mod measure;
pub mod ops;
pub mod pass;
pub mod report;
pub mod templates;

// The code that pest_derive generates without its feature `std` refers to `alloc`.
extern crate alloc;
