//! The arguments that ask for a policy.

use std::ffi::OsString;

/// A policy, and the hosts that narrow it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct AskPolicy {
    /// Accept only what a policy accepts: one of link, fetch, redirect and identifier, or a file in TOML or JSON
    #[arg(long, value_name = "PRESET|FILE")]
    pub(crate) policy: Option<OsString>,

    /// With --policy: allow only this host, or with a dot before it all hosts below; can be given several times
    #[arg(long = "allow-host", value_name = "HOST", requires = "policy")]
    pub(crate) allow_hosts: Vec<String>,
}
