//! What can be typed after `uri trace`, and its help texts.

use std::ffi::OsString;
use std::path::PathBuf;

use super::help::{FAILED, Help};
use super::shared::{DEFAULT_RULE, Format, Values};

/// The default number of steps.
const STEPS: u32 = 10_000;
/// The greatest one. A step takes some hundred bytes.
const MOST_STEPS: i64 = 1_000_000;

pub(super) const TRACE: Help = Help {
    details: "\
Each line is an expression of the grammar, as pest runs it, that was tried at a byte of the reference: `+` if what it \
matched is kept, `~` if it matched and was discarded by backtracking, or only a lookahead asked for it, `-` if it failed, \
and `?` if the limit was reached before it ended. Behind the colon is what happened next. A choice takes the first \
alternative that matches, and none of the others is tried, whatever follows.

A repetition of characters, or of what is as simple, is one line, and so is a set of characters. Rules have the names \
that the grammar gives them.

In JSON, each REF has an object: the `input`, the `rule`, whether it `matched`, the byte at which the match came to its \
`end`, whether the trace is `complete`, and the `steps` in the order in which they began. Each has its `id`, that of its \
`parent`, its `depth`, `what` was tried, the `rule` if that is the call of one, the bytes from `start` to `end` that it \
matched (null if it failed), what happened `then`, `subtree_end`, which is the id after those of the steps within it, \
and whether it is `kept` in the match and a `node` of the parse tree.",
    status: &[
        (0, "every REF matches the rule"),
        (1, "a REF does not match the rule, or not within the limit on steps"),
        FAILED,
    ],
    examples: &[
        "uri trace 'http://127.0.0.1x/'",
        "uri trace --as host 127.0.0.1x",
        "uri trace --grammar json.pest --as json --format json '[1, 2'",
    ],
    see_also: &["uri-tree", "uri-parse"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Trace {
    /// The rule that the whole of the input has to match; a wrong name is answered with all of them
    #[arg(long = "as", value_name = "RULE", default_value = DEFAULT_RULE)]
    pub(crate) rule: OsString,

    /// Match by this grammar instead of the built-in one: a file in pest's notation, or a variant, which has
    /// only the rules in which it differs from the built-in one
    #[arg(long = "grammar", value_name = "FILE")]
    pub(crate) grammar: Option<PathBuf>,

    /// The number of steps after which a trace ends
    #[arg(long, value_name = "STEPS", default_value_t = STEPS,
        value_parser = clap::value_parser!(u32).range(1..=MOST_STEPS))]
    pub(crate) limit: u32,

    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) values: Values,
}
