//! The arguments of `uri grammar check`.

use std::path::PathBuf;

use super::answer::{Answer, GRAMMAR, UNREADABLE};
use crate::args::help::Help;

pub(super) const CHECK: Help = Help {
    details: "\
In text, each finding is a line FILE:LINE:COLUMN: MESSAGE, followed by a string that shows it and by what to \
write instead, where there are such. It is a fault for which pest refuses the grammar; or else a rule that \
no start rule leads to or that matches nothing, a rule of a variant that seems to be meant for one of uri.pest with \
another name, an alternative that can never match, a repetition that takes what has to follow \
it, a lookahead that is always true or always false, or an optional part that can never match or never be \
skipped. What is found is true of every text; a rule that only pest can run is searched as far as it can be.

In a grammar for the library, it may also be a rule that only pest can run, a rule that the library needs and that the \
grammar lacks, or hides in a silent or atomic rule, or a component for which the delimiters `: / ? # @ [ ]` or \
percent-encoding of RFC 3986 no longer hold, which the library does not read from the grammar.",
    status: &[(0, "nothing was found"), (1, "a fault or anything odd was found"), UNREADABLE],
    examples: &[
        "uri grammar check rfc6874.pest",
        "uri grammar check --start expression calculator.pest",
        "uri grammar check --for-library my-uri.pest",
    ],
    see_also: &["uri-grammar", "uri-grammar-diff"],
};

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Check {
    /// A start rule; can be given several times. Rules that no start rule leads to are found too; without the
    /// option, each rule that no other calls is one. A grammar with start rules is not checked for the library
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
