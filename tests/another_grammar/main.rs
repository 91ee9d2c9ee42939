//! Editing `uri.pest` is all that it takes to change the compiled parser, the tree and the blame.
//!
//! Not in `library/`: each test has cargo build a copy of the library, so all of them are slow.
#![allow(clippy::unwrap_used, reason = "a copy that cannot be made is a failure")]

mod copy;
mod programs;
mod slow;
