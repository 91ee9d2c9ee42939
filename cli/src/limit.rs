//! Limits on the resources of a process that `uri serve` starts, passed in internal environment variables.
//!
//! The process sets its own limits, because setting them between fork and exec needs unsafe code. All Unix systems limit
//! processor time, and Linux the address space too. Elsewhere only the server's limit on time applies.

use std::env;

use crate::outcome::Error;

struct Limit {
    variable: &'static str,
    unit: &'static str,
    set: fn(u64),
}

const LIMITS: [Limit; 2] = [
    Limit { variable: "URI_ADDRESS_SPACE", unit: "bytes", set: limit_address_space },
    // This limit ends the process even if it outlives the server that started it.
    Limit { variable: "URI_CPU_TIME", unit: "seconds", set: limit_cpu_time },
];

/// Sets the limits that the variables contain.
pub(crate) fn obey() -> Result<(), Error> {
    for Limit { variable, unit, set } in LIMITS {
        let Some(typed) = env::var_os(variable) else { continue };
        match typed.to_str().and_then(|typed| typed.parse().ok()) {
            Some(limit) => set(limit),
            None => return Err(Error::Refused(format!("uri: {variable} is not a number of {unit}"))),
        }
    }
    Ok(())
}

#[cfg(target_os = "linux")]
fn limit_address_space(bytes: u64) {
    set(rustix::process::Resource::As, bytes);
}

/// Does nothing, because other systems cannot limit the address space in this way.
#[cfg(not(target_os = "linux"))]
fn limit_address_space(_bytes: u64) {}

#[cfg(unix)]
fn limit_cpu_time(seconds: u64) {
    set(rustix::process::Resource::Cpu, seconds);
}

#[cfg(not(unix))]
fn limit_cpu_time(_seconds: u64) {}

#[cfg(unix)]
fn set(resource: rustix::process::Resource, limit: u64) {
    use rustix::process::{Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(resource).maximum.map_or(limit, |maximum| limit.min(maximum));
    // Cannot fail: the limit does not exceed the maximum, and a process may always lower its maximum.
    let _ = setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) });
}
