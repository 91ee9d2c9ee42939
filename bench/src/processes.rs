//! The same measurement in several processes, and the best of each library's times.
//!
//! Where the loader puts the code decides, for the whole life of a process, whether some loops run at
//! full speed or up to half as slow again (seen: 70 or 102 ns for the same library and corpus, fixed
//! with address randomization off). One process may be unlucky for one library; five seldom are.

use std::ffi::OsString;
use std::io;
use std::process::{Command, Stdio};

use crate::measure::Row;

/// Runs this program `count` times with these arguments, which must make it print JSON.
///
/// # Errors
///
/// If a process cannot be started, fails, or prints something else.
pub fn best_of(count: u32, args: &[OsString]) -> io::Result<Vec<Row>> {
    let mut best = one(args)?;
    for _ in 1..count {
        for (best, row) in best.iter_mut().zip(one(args)?) {
            if row.ns_per_ref < best.ns_per_ref {
                *best = row;
            }
        }
    }
    Ok(best)
}

fn one(args: &[OsString]) -> io::Result<Vec<Row>> {
    let output = Command::new(std::env::current_exe()?).args(args).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(io::Error::other("a process that measures failed"));
    }
    let rows = serde_json::Deserializer::from_slice(&output.stdout).into_iter();
    rows.collect::<Result<_, _>>().map_err(io::Error::from)
}
