//! The crate of the page without a browser and without the command: which arguments a request leads to, which requests
//! are worked on, and the rooms.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod architecture;
mod command_lines;
mod exact;
#[cfg(unix)]
mod turns;
