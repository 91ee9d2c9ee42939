//! Editing `uri.pest` is all that it takes to change the compiled parser, the tree and the blame.
//!
//! Not in `library/`: each test has cargo build a copy of the library, so that they are ignored by default.
#![allow(clippy::unwrap_used, reason = "a copy that cannot be made is a failure")]

mod copy;
mod edits;
mod programs;
