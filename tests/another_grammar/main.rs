//! An edit of `uri.pest` is enough to change the compiled parser, the parse tree and the location
//! of faults.
//!
//! Each test builds a copy of the library with cargo, so all are ignored by default.
#![allow(clippy::unwrap_used, reason = "a copy that cannot be made is a failure")]

mod copy;
mod edits;
mod programs;
