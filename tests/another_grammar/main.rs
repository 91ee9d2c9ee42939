//! Editing `uri.pest` is enough to change the compiled parser, the tree and the location of faults.
//!
//! Not in `library/`: each test builds a copy of the library with cargo, so all are ignored by default.
#![allow(clippy::unwrap_used, reason = "a copy that cannot be made is a failure")]

mod copy;
mod edits;
mod programs;
