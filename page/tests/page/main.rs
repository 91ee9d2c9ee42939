//! Tests without a browser and the command: the command line for a request, the scheduling of requests,
//! the page as static files, and the modules.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod architecture;
mod command_lines;
mod exact;
mod site;
#[cfg(unix)]
mod turns;
