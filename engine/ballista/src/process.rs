//! What both processes need: options, log, addresses to bind to, exit status.

use std::error::Error;
use std::io;
use std::net::IpAddr;
use std::process::ExitCode;
use std::sync::LazyLock;

use ballista_core::BALLISTA_VERSION;
use ballista_core::config::LogRotationPolicy;
use clap::{CommandFactory, FromArgMatches};
use tokio::net::{TcpListener, lookup_host};
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::EnvFilter;

use crate::session;

static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{} (Ballista {BALLISTA_VERSION})", env!("CARGO_PKG_VERSION")));

/// Why a process ends.
pub(crate) type Failure = Box<dyn Error + Send + Sync>;

/// The only way of scheduling in which Ballista 55 recovers from the loss of an executor: `docs/cluster.md` says why.
const POLICY: &str = "pull-staged";

static MESSAGE: LazyLock<String> = LazyLock::new(|| session::MESSAGE.to_string());

/// Returns Ballista's options from the command line, under this name. `policy` is the option that says how tasks are
/// scheduled, and `messages` those that say how large a message may be. Ends the process if the options are wrong, or
/// after `--help` and `--version`.
pub(crate) fn options<O: CommandFactory + FromArgMatches>(
    name: &'static str,
    about: &'static str,
    policy: &'static str,
    messages: &[&'static str],
) -> O {
    let mut command = O::command()
        .name(name)
        .about(about)
        .version(VERSION.as_str())
        .mut_arg(policy, |option| option.default_value(POLICY));
    for message in messages {
        command = command.mut_arg(message, |option| option.default_value(MESSAGE.as_str()));
    }
    let matches = command.get_matches_mut();
    O::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit())
}

/// Returns the exit status: 2 after an error, which goes to standard error.
pub(crate) fn end(name: &str, ended: Result<(), Failure>) -> ExitCode {
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::from(2)
        }
    }
}

/// Where to log, and what.
pub(crate) struct Log<'a> {
    /// Used if the environment has no `RUST_LOG`.
    pub(crate) level: &'a str,
    pub(crate) threads: bool,
    /// Standard error if there is none: standard output is for the address.
    pub(crate) directory: Option<&'a str>,
    /// How the names of the files in the directory begin.
    pub(crate) file: String,
    pub(crate) rotation: &'a LogRotationPolicy,
}

impl Log<'_> {
    /// Sends what is logged from now on to its place.
    pub(crate) fn begin(self) -> Result<(), Failure> {
        let filter = match EnvFilter::try_from_default_env() {
            Ok(filter) => filter,
            Err(_) => EnvFilter::try_new(self.level)?,
        };
        let log = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_thread_names(self.threads)
            .with_thread_ids(self.threads)
            .with_env_filter(filter);
        let Some(directory) = self.directory else {
            log.with_writer(io::stderr).init();
            return Ok(());
        };
        let rotation = match self.rotation {
            LogRotationPolicy::Minutely => Rotation::MINUTELY,
            LogRotationPolicy::Hourly => Rotation::HOURLY,
            LogRotationPolicy::Daily => Rotation::DAILY,
            LogRotationPolicy::Never => Rotation::NEVER,
        };
        let files =
            RollingFileAppender::builder().rotation(rotation).filename_prefix(self.file).build(directory);
        log.with_writer(files.map_err(|error| format!("cannot log to {directory}: {error}"))?).init();
        Ok(())
    }
}

/// Returns a listener on this port, or on a free one for port 0.
pub(crate) async fn listen(host: &str, port: u16) -> Result<TcpListener, Failure> {
    TcpListener::bind((host, port))
        .await
        .map_err(|error| format!("cannot listen on {host}:{port}: {error}").into())
}

/// Returns the address of a host as Ballista joins it to a port: an IPv6 address in brackets.
pub(crate) async fn resolve(host: &str) -> Result<String, Failure> {
    let found = lookup_host((host, 0)).await.map_err(|error| format!("cannot bind to `{host}`: {error}"))?;
    match found.map(|address| address.ip()).next() {
        Some(IpAddr::V4(ip)) => Ok(ip.to_string()),
        Some(IpAddr::V6(ip)) => Ok(format!("[{ip}]")),
        None => Err(format!("cannot bind to `{host}`: it has no address").into()),
    }
}

/// Replaces each port 0 by a free port, and makes sure that no other port is taken.
///
/// Ballista binds them only later and does not end if it cannot.
pub(crate) async fn ports(host: &str, ports: [u16; 3]) -> Result<[u16; 3], Failure> {
    let [a, b, c] = ports;
    // All at the same time, so that they differ.
    let (a, b, c) = (listen(host, a).await?, listen(host, b).await?, listen(host, c).await?);
    Ok([a.local_addr()?.port(), b.local_addr()?.port(), c.local_addr()?.port()])
}
