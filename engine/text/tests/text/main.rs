//! Text files as tables.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod counts;
mod files;
mod plans;
mod ranges;
mod rules;
mod sql;
