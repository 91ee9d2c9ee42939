//! The arguments of `uri`, and its help texts.
//!
//! In: the arguments of the process.
//! Out: `Args`, the command with its options and values; or a message of clap, which `usage` prints. Commands
//! with similar arguments share a file; `shared` has the arguments of many commands, and `ordered` the
//! options whose order counts.
//! Next: `main`, which calls the command.

use std::path::PathBuf;

mod check;
mod edit;
mod extract;
pub(crate) mod grammar;
mod ladder;
mod ordered;
mod parse;
mod percent;
mod policy;
mod resolve;
#[cfg(feature = "serve")]
mod serve;
mod shared;
mod trace;
pub(crate) mod usage;
mod validate;
mod whatwg;

use clap::{Parser, Subcommand};

use urigram::embedded::{GRAMMAR_NAME, IS_APPENDIX_A};

pub(crate) use self::check::{Check, Csv, ReportFormat};
pub(crate) use self::edit::{Build, Edit, Written};
pub(crate) use self::extract::{Extract, Places};
pub(crate) use self::ladder::{Compare, Normalize};
pub(crate) use self::ordered::EditOption;
pub(crate) use self::parse::{Parse, ParseFormat};
pub(crate) use self::percent::{Decode, Encode, Part};
pub(crate) use self::policy::AskPolicy;
pub(crate) use self::resolve::{Resolve, WithBase};
#[cfg(feature = "serve")]
pub(crate) use self::serve::Serve;
pub(crate) use self::shared::{By, DEFAULT_RULE, Format, References, STEPS, STEPS_A_BYTE, Values};
pub(crate) use self::trace::Trace;
pub(crate) use self::validate::{Explain, Validate};
pub(crate) use self::whatwg::Whatwg;

const TREE_EXAMPLES: &str = "\
Examples:
  uri tree 'urn:example:animal:ferret:nose'
  uri tree --as IPv6address --format json '2001:db8::192.0.2.1'";

const EXIT_STATUS: &str = "\
Exit status: 0 if all is well, 1 if some input is invalid or refused, or if there is a difference or a finding about a \
grammar, 2 if the command could not run.";

/// URIs by RFC 3986.
#[derive(Debug, Parser)]
#[command(name = "uri", version = version(), after_help = EXIT_STATUS)]
pub(crate) struct Args {
    /// For parse, tree, trace, check and validate: the grammar, as after them
    #[arg(long = "grammar", value_name = "FILE")]
    pub(crate) by: Option<PathBuf>,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Returns the version, with the built-in grammar if that is not Appendix A.
fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    match (GRAMMAR_NAME, IS_APPENDIX_A) {
        (_, true) => version.to_owned(),
        ("uri.pest", false) => format!("{version}, by an edited uri.pest"),
        (name, false) => format!("{version}, by {name}"),
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show the components of references
    #[command(after_help = parse::PARSE_EXAMPLES)]
    Parse(Parse),
    /// Show the parse tree of references
    #[command(after_help = TREE_EXAMPLES)]
    Tree(References),
    /// Show how references are matched, step by step
    #[command(after_help = trace::TRACE_EXAMPLES)]
    Trace(Trace),
    /// Tell which lines of files are valid
    #[command(after_help = check::CHECK_EXAMPLES)]
    Check(Check),
    /// Find the URIs in running text (Appendix C)
    #[command(after_help = extract::EXTRACT_EXAMPLES)]
    Extract(Extract),
    /// Find what is questionable about references, also about valid ones (section 7)
    #[command(after_help = validate::VALIDATE_EXAMPLES)]
    Validate(Validate),
    /// Explain the findings of validate
    #[command(after_help = validate::EXPLAIN_EXAMPLES, arg_required_else_help = true)]
    Explain(Explain),
    /// Find the targets of references (section 5.2)
    #[command(after_help = resolve::RESOLVE_EXAMPLES)]
    Resolve(Resolve),
    /// Find the shortest references to targets
    #[command(after_help = resolve::RELATIVIZE_EXAMPLES, mut_args(resolve::of_targets))]
    Relativize(WithBase),
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
    /// Show how the URL Standard reads references, and where that differs
    #[command(after_help = whatwg::WHATWG_EXAMPLES)]
    Whatwg(Whatwg),
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
    /// Serve a page on which a reference and its grammar are seen working
    #[cfg(feature = "serve")]
    #[command(after_help = serve::SERVE_EXAMPLES)]
    Serve(Serve),
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
