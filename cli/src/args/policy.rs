//! The arguments that ask for a policy.

use std::ffi::OsString;

use urigram::policy::Policy;

/// Returns the help for the policy.
fn policy() -> String {
    let presets = Policy::PRESETS.join(", ");
    format!(
        "Accept only what a policy accepts: one of {presets}, or a file in TOML, or in JSON if its name ends with .json"
    )
}

/// A policy, and the hosts that narrow it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct AskPolicy {
    #[arg(long, value_name = "PRESET|FILE", help = policy())]
    pub(crate) policy: Option<OsString>,

    /// With --policy: allow only this host; `.example.com` allows the hosts below example.com, but not itself; can be
    /// given several times
    #[arg(long = "allow-host", value_name = "HOST")]
    pub(crate) allow_hosts: Vec<String>,

    /// With --policy: refuse also what the policy would only warn of
    #[arg(long)]
    pub(crate) refuse_warnings: bool,
}
