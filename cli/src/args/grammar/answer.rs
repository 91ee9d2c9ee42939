//! What most commands of `uri grammar` take.

use crate::args::shared::Format;

pub(super) const GRAMMAR: &str = "A grammar, a variant of uri.pest, or `-`; with none, uri.pest itself";

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Answer {
    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
