//! What can be typed after `uri grammar check`.

use std::path::PathBuf;

use super::answer::{Answer, GRAMMAR};

pub(super) const CHECK_EXAMPLES: &str = "\
Examples:
  uri grammar check rfc6874.pest
  uri grammar check --start expression calculator.pest
  uri grammar check --for-library my-uri.pest

In text, each finding is a line FILE:LINE:COLUMN: MESSAGE, followed by a string that shows it and by what to \
write instead, where there are such. Found are faults for which pest refuses the grammar; or else rules that \
no start rule leads to or that match nothing, rules of a variant that seem to be meant for one of uri.pest with \
another name, alternatives that can never match, repetitions that take what has to follow \
them, lookaheads that are always true or always false, and optional parts that can never match or never be \
skipped. What is found is true of every text; a rule that only pest can run is searched as far as it can be.

Of a grammar for this library, found are also rules that only pest can run, rules that the library needs and the \
grammar lacks, or hides in a silent or atomic rule, and components for which the delimiters `: / ? # @ [ ]` or \
percent-encoding of RFC 3986 no longer hold, which the library does not read from the grammar.";

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Check {
    /// A start rule: rules that none of them leads to are found too. Without it, each rule that no other calls is
    /// one; with it, a grammar is checked by itself, and not for this library
    #[arg(long = "start", value_name = "RULE")]
    pub(crate) starts: Vec<String>,

    /// Check that the library could use the grammar; it is checked so without this if it is a variant, or has
    /// every rule that the library reads
    #[arg(long)]
    pub(crate) for_library: bool,

    #[command(flatten)]
    pub(crate) answer: Answer,

    #[arg(help = GRAMMAR)]
    pub(crate) grammar: Option<PathBuf>,
}
