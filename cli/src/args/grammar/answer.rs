//! What most commands of `uri grammar` take, and how they fail.

use crate::args::shared::Format;

pub(super) const GRAMMAR: &str =
    "A grammar, a variant of uri.pest, or `-` for standard input; with none, uri.pest itself";

/// The exit status for a command that could not run.
pub(super) const UNREADABLE: (u8, &str) = (2, "an argument is wrong, or a grammar cannot be read");

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Answer {
    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
