//! A limit on memory, for a process that `uri serve` has started.
//!
//! In: an environment variable.
//! Out: a process that cannot have more address space than it says. An allocation beyond that ends it.
//! Next: `main`, which sets the limit before anything else.

use std::env;

use crate::outcome::Error;

/// The address space in bytes. Internal: it is not in the help.
const VARIABLE: &str = "URI_ADDRESS_SPACE";

/// Sets the limit if there is one. Only Linux has it.
pub(crate) fn obey() -> Result<(), Error> {
    let Some(typed) = env::var_os(VARIABLE) else { return Ok(()) };
    match typed.to_str().and_then(|typed| typed.parse().ok()) {
        Some(bytes) => {
            set(bytes);
            Ok(())
        }
        None => Err(Error::Refused(format!("uri: {VARIABLE} is not a number of bytes"))),
    }
}

#[cfg(target_os = "linux")]
fn set(bytes: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let maximum = getrlimit(Resource::As).maximum;
    let bytes = maximum.map_or(bytes, |maximum| bytes.min(maximum));
    // It is not above the maximum, and lowering the maximum is always allowed.
    let _ = setrlimit(Resource::As, Rlimit { current: Some(bytes), maximum: Some(bytes) });
}

/// Other systems do not limit it, or not in this way; there, the time of the process is its only limit.
#[cfg(not(target_os = "linux"))]
fn set(_bytes: u64) {}
