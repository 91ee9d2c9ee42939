//! The crate of the page without a browser: which command answers a request, the rooms, and the examples.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod architecture;
mod command_lines;
