//! The error of a query that needs more memory, or more disk, than it may use.

use super::sentence::cleaned;
use crate::outcome::Failure;

/// Returns the error for the user.
pub(super) fn exhausted(said: &str) -> Failure {
    if !is_memory(said) {
        return Failure::unable(cleaned(said)).help("--spill-dir names a directory with more room");
    }
    let consumer = said.lines().find_map(|line| Some(line.trim().split_once("#")?.0.to_owned()));
    let who = consumer
        .map(|name| format!(" ({name} uses most of it, and cannot give it back)"))
        .unwrap_or_default();
    Failure::unable(format!("the query needs more memory than it may use{who}"))
        .help("raise --memory-limit, or lower --threads: each thread holds its own share")
        .help("or ask for less at once: fewer columns, fewer groups, or a filter before a join")
}

/// Returns whether it is memory rather than disk that there is too little of.
pub(super) fn is_memory(said: &str) -> bool {
    !said.contains("temporary") && !said.contains("disk")
}
