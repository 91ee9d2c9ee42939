//! What can be typed after `uri`, and its help texts.

use std::ffi::OsString;
use std::path::PathBuf;

mod based;
mod edit;
mod in_order;
mod ladder;
mod percent;

use clap::{Parser, Subcommand, ValueEnum};

use urigram::embedded::GRAMMAR_NAME;

pub(crate) use self::based::{Based, Resolve};
pub(crate) use self::edit::{Build, Edit, Written};
pub(crate) use self::in_order::Asked;
pub(crate) use self::ladder::{Compare, Normalize};
pub(crate) use self::percent::{Decode, Encode, Part};
use crate::grammar;
use crate::loaded::{STEPS, STEPS_A_BYTE};
use crate::machine::NODE;
use crate::usage::DEFAULT_RULE;

const PARSE_EXAMPLES: &str = "\
Examples:
  uri parse 'foo://user@example.com:8042/over/there?name=ferret#nose'
  uri parse --as authority 'user@[2001:db8::7]:80'
  uri parse --format json - < references.txt

In text, characters that would command a terminal are shown escaped, wherever the text goes. JSON gives back \
every string as it was.";

const TREE_EXAMPLES: &str = "\
Examples:
  uri tree 'urn:example:animal:ferret:nose'
  uri tree --as IPv6address --format json '2001:db8::192.0.2.1'";

const CHECK_EXAMPLES: &str = "\
Examples:
  uri check references.txt
  uri check --as IPv6address --format json - < addresses.txt

In text, each invalid line is named as FILE:LINE:COLUMN: MESSAGE. The column counts characters from 1; \
the byte in the message counts from 0. A line longer than --max-line has no column. In JSON, every line is an \
object; it has a key `file` if several files are given, and `input` is null if the line is too long.

With --grammar, a line is invalid, too, if the grammar matches it with components at places that the library, \
had it been built with this grammar, could not hold.

A byte order mark at the start of a file is skipped. A line ends with LF or CRLF; the last one may end \
with CR, or with nothing.";

const EXIT_STATUS: &str = "\
Exit status: 0 if all is well, 1 if some input is invalid or there is a difference or a finding, 2 if the \
command could not run.";

/// URIs by RFC 3986.
#[derive(Debug, Parser)]
#[command(name = "uri", version = version(), after_help = EXIT_STATUS)]
pub(crate) struct Args {
    /// For parse, tree and check: the grammar, as after them
    #[arg(long = "grammar", value_name = "FILE")]
    pub(crate) by: Option<PathBuf>,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The version, and the grammar that was built in, if it is not uri.pest.
fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    match GRAMMAR_NAME {
        "uri.pest" => version.to_owned(),
        name => format!("{version}, by {name}"),
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show the components of references
    #[command(after_help = PARSE_EXAMPLES)]
    Parse(References),
    /// Show the parse tree of references
    #[command(after_help = TREE_EXAMPLES)]
    Tree(References),
    /// Tell which lines of files are valid
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Files),
    /// Find the targets of references (section 5.2)
    #[command(after_help = based::RESOLVE_EXAMPLES)]
    Resolve(Resolve),
    /// Find the shortest references to targets
    #[command(after_help = based::RELATIVIZE_EXAMPLES, mut_args(based::of_targets))]
    Relativize(Based),
    /// Write references in their normal form (section 6.2)
    #[command(after_help = ladder::NORMALIZE_EXAMPLES)]
    Normalize(Normalize),
    /// Find on which rung of the comparison ladder two references are equal (section 6.2)
    #[command(
        after_help = ladder::COMPARE_EXAMPLES,
        override_usage = ladder::COMPARE_USAGE,
        mut_args(ladder::of_pairs)
    )]
    Compare(Compare),
    /// Change components, segments and pairs of references
    #[command(after_help = edit::EDIT_EXAMPLES)]
    Edit(Edit),
    /// Put a reference together from its components (section 5.3)
    #[command(after_help = edit::BUILD_EXAMPLES, arg_required_else_help = true)]
    Build(Build),
    /// Percent-encode texts for a component (section 2)
    #[command(after_help = percent::ENCODE_EXAMPLES, mut_args(percent::of_texts))]
    Encode(Encode),
    /// Decode texts that are percent-encoded (section 2)
    #[command(after_help = percent::DECODE_EXAMPLES, mut_args(percent::of_texts))]
    Decode(Decode),
    /// Prove, compare, check, sample, draw or compile a grammar
    #[command(subcommand, after_help = grammar::ABOUT)]
    Grammar(grammar::Command),
}

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
    /// What to read, not the name of a file; with none, or for `-`, each line of standard input
    #[arg(value_name = "REF")]
    pub(crate) values: Vec<OsString>,

    /// After `--`: what to read as it is, `-` too
    #[arg(last = true, value_name = "REF")]
    pub(crate) literal: Vec<OsString>,
}

/// Files, and how to read and answer their lines.
#[derive(Debug, clap::Args)]
pub(crate) struct Files {
    #[command(flatten)]
    pub(crate) how: How,

    /// The longest line, in bytes, its ending not counted; a longer one is invalid, and is not kept in memory
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20)]
    pub(crate) max_line: u32,

    /// Print how many lines there are and how many are invalid, also if standard error is no terminal
    #[arg(long)]
    pub(crate) summary: bool,

    /// Files to read; with none, or for `-`, standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct How {
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

    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// What is said of the limit to a match by a grammar that is loaded.
pub(crate) fn max_steps(when: &str) -> String {
    format!(
        "{when}: how many steps the match of a text may take, and {STEPS_A_BYTE} more for each of its bytes; \
         with more, it is invalid. A step is an expression that is tried; a node counts as {NODE} \
         [default: {STEPS}]"
    )
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_is_well_formed() {
        Args::command().debug_assert();
    }
}
