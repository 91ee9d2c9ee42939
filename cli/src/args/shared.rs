//! Arguments that several commands have: values, and how to read and answer them.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueEnum;
use urigram_grammar::Node;

/// The default number of steps that a match may take, besides those for the length of the text.
pub(crate) const STEPS: u64 = 1_000_000;
/// The number of steps that it may take for each byte: twice as many as the worst string of any of the
/// variants.
pub(crate) const STEPS_A_BYTE: u64 = 200;

/// The default rule.
pub(crate) const DEFAULT_RULE: &str = "URI-reference";

/// References, and how to read and answer them.
#[derive(Debug, clap::Args)]
pub(crate) struct References {
    #[command(flatten)]
    pub(crate) how: How,

    #[command(flatten)]
    pub(crate) values: Values,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Values {
    /// What to read, not the name of a file; with none, or for `-`, each line of standard input. After `--`, all are read
    /// as they are, `-` too
    #[arg(value_name = "REF")]
    pub(crate) values: Vec<OsString>,

    /// What stands after `--`.
    #[arg(last = true, value_name = "REF", hide = true)]
    pub(crate) literal: Vec<OsString>,
}

impl Values {
    /// Returns whether all values are lines of standard input.
    pub(crate) fn are_lines(&self) -> bool {
        self.literal.is_empty()
            && matches!(self.values.as_slice(), [] | [_])
            && self.values.iter().all(|value| value == "-")
    }
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct How {
    #[command(flatten)]
    pub(crate) by: By,

    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// The rule and the grammar to parse by.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct By {
    /// The rule of RFC 3986, Appendix A, that the whole of the input has to match, such as URI, authority
    /// or IPv6address; a wrong name is answered with all of them
    #[arg(long = "as", value_name = "RULE", default_value = DEFAULT_RULE)]
    pub(crate) rule: OsString,

    /// Parse by this grammar instead of the built-in one: a file in pest's notation, or a variant, which has
    /// only the rules in which it differs from the built-in one
    #[arg(long = "grammar", value_name = "FILE")]
    pub(crate) grammar: Option<PathBuf>,

    #[arg(long, value_name = "STEPS", help = max_steps("With --grammar"))]
    pub(crate) max_steps: Option<u64>,
}

/// Returns the help for the limit on the steps of a match by a loaded grammar.
pub(super) fn max_steps(when: &str) -> String {
    format!(
        "{when}: how many steps the match of a text may take, and {STEPS_A_BYTE} more for each of its bytes; \
         with more, it is invalid. A step is an expression that is tried; a node counts as {} \
         [default: {STEPS}]",
        Node::STEPS
    )
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}
