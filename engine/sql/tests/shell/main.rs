//! The command `uri-sql`, as it is used: `sql` runs the files of statements in `sql/`, over the files that `files` writes; `command`
//! starts the command with arguments, and `prompt` in a pseudo-terminal.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod command;
mod files;
mod prompt;
#[path = "../../../datafusion/tests/functions/runner.rs"]
mod runner;
mod sql;
