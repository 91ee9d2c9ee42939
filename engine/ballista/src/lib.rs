//! The functions on URIs (RFC 3986) in the scheduler and the executors of a Ballista cluster.
//!
//! `uri-sql-scheduler` and `uri-sql-executor` are Ballista's own programs with these functions. Other
//! programs need only [`session_state`], because functions are sent by name.

mod trusted;

use std::io;
use std::net::Ipv6Addr;
use std::process::ExitCode;

use ballista_core::config::LogRotationPolicy;
use ballista_core::error::{BallistaError, Result};
use ballista_core::object_store::session_state_with_s3_support;
use clap::{CommandFactory, FromArgMatches};
use datafusion::execution::SessionState;
use datafusion::prelude::SessionConfig;
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::EnvFilter;

#[doc(hidden)]
pub use trusted::Trusted;

/// Returns a session with the functions of Ballista, the functions on URIs and the functions of `datafusion-spark`, for a
/// scheduler or an executor.
///
/// ```
/// use ballista_core::object_store::session_config_with_s3_support;
/// use ballista_core::registry::BallistaFunctionRegistry;
///
/// let state = urigram_ballista::session_state(session_config_with_s3_support())?;
/// let of_an_executor = BallistaFunctionRegistry::from(&state);
/// assert!(of_an_executor.scalar_functions.contains_key("uri_host"));
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
///
/// # Errors
///
/// If the settings for S3 are missing, or a function cannot be registered.
pub fn session_state(config: SessionConfig) -> datafusion::error::Result<SessionState> {
    let mut state = session_state_with_s3_support(config)?;
    urigram_datafusion::register_all(&mut state)?;
    urigram_datafusion::register_spark(&mut state)?;
    Ok(state)
}

/// Parses Ballista's options from the command line, with the name and the defaults of a program. Exits the
/// process if the options are wrong, or after `--help` and `--version`.
#[doc(hidden)]
pub fn options<O: CommandFactory + FromArgMatches>(
    name: &'static str,
    defaults: &[(&'static str, &'static str)],
) -> O {
    let version = concat!(env!("CARGO_PKG_VERSION"), " for Ballista 55");
    let command =
        O::command().name(name).about("Ballista with the functions on URIs of urigram").version(version);
    let mut command = defaults.iter().fold(command, |command, (option, value)| {
        command.mut_arg(option, |option| option.default_value(value))
    });
    let matches = command.get_matches_mut();
    O::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit())
}

/// Sends the log to standard error, or to files in a directory. `RUST_LOG` takes precedence over the level.
#[doc(hidden)]
pub fn log(level: &str, directory: Option<&str>, files: &str, rotation: &LogRotationPolicy) -> Result<()> {
    let filter = EnvFilter::try_from_default_env().or_else(|_| EnvFilter::try_new(level));
    let log = tracing_subscriber::fmt().with_ansi(false).with_env_filter(filter.map_err(general)?);
    let Some(directory) = directory else {
        log.with_writer(io::stderr).init();
        return Ok(());
    };
    let rotation = match rotation {
        LogRotationPolicy::Minutely => Rotation::MINUTELY,
        LogRotationPolicy::Hourly => Rotation::HOURLY,
        LogRotationPolicy::Daily => Rotation::DAILY,
        LogRotationPolicy::Never => Rotation::NEVER,
    };
    let files = RollingFileAppender::builder().rotation(rotation).filename_prefix(files).build(directory);
    log.with_writer(files.map_err(general)?).init();
    Ok(())
}

/// Returns a host in the form for a port to follow: Ballista expects an IPv6 address in brackets.
#[doc(hidden)]
pub fn host(given: &str) -> String {
    given.parse::<Ipv6Addr>().map_or_else(|_| given.to_owned(), |address| format!("[{address}]"))
}

/// Writes the error of a program, if any, to standard error, and returns the exit status.
#[doc(hidden)]
pub fn end(name: &str, ended: Result<()>) -> ExitCode {
    let Err(error) = ended else { return ExitCode::SUCCESS };
    eprintln!("{name}: {error}");
    ExitCode::FAILURE
}

/// Returns an error of a program.
#[doc(hidden)]
pub fn general(error: impl std::fmt::Display) -> BallistaError {
    BallistaError::General(error.to_string())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::name("localhost", "localhost")]
    #[case::ipv4("127.0.0.1", "127.0.0.1")]
    #[case::ipv6("2001:DB8::1", "[2001:db8::1]")]
    #[case::ipv6_in_brackets("[::1]", "[::1]")]
    fn a_host_before_a_port(#[case] given: &str, #[case] expected: &str) {
        assert_eq!(host(given), expected);
    }
}
