//! What can be typed after `uri grammar`, and its help texts.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Subcommand;

use super::shared::{Format, max_steps};

const PROVE_EXAMPLES: &str = "\
Examples:
  uri grammar prove
  uri grammar prove uri.pest
  uri grammar prove --abnf rfc6874.abnf rfc6874.pest IP-literal host
  uri grammar prove --abnf number.abnf number.pest decimal=real

Each rule is answered by `equal`, `wider` (the grammar accepts all that the ABNF does, and more), `narrower`, \
`different` (each accepts what the other does not), `missing` (the grammar has no such rule) or `undecided` \
(there is no automaton of it, and why). A witness is a string that only one of the two accepts, as short as \
any. A rule is named as the grammar spells it, with its name in the ABNF after `=` if that is not the same \
but for `-`; one that is missing is named as in the ABNF.

An ABNF that calls rules which it does not define is laid over that of RFC 3986.";

const DIFF_EXAMPLES: &str = "\
Examples:
  uri grammar diff rfc6874.pest
  uri grammar diff old.pest new.pest --rule IP-literal --rule host
  uri grammar diff rfc6874.pest --explain
  uri grammar diff rfc6874.pest --captures components --captures ZoneID
  uri grammar diff rfc6874.pest --corpus references.txt

A rule is `equal` if both grammars accept the same strings by it, take each of them apart into the same nodes, and \
make a node of it or none. Else it is `widened` (B accepts all that A does, and more), `narrowed`, `changed` (each \
accepts what the other does not), `added`, `gone` or `undecided` (there is no automaton of it, and why); or its \
`components differ`, or it now makes a node or no longer does. Each way in which a rule differs is shown by a string \
as short as any, and by the shortest string of URI-reference in which this one makes a difference. `there` is A, and \
`here` is B.

The rules whose own definition makes a difference come first, the innermost before the others. The rules that \
differ only because they call these are only named, in text, but with `--all` or `--rule`.

Of the lines of a corpus that are now accepted, now rejected, or have other components, the first ten each \
are shown, and all counted. Where a grammar lacks a rule that the library needs, as one for something else \
does, lines have no components, and only verdicts are compared.";

const CHECK_EXAMPLES: &str = "\
Examples:
  uri grammar check rfc6874.pest
  uri grammar check --start expression calculator.pest

In text, each finding is a line FILE:LINE:COLUMN: MESSAGE. Found are faults for which pest refuses the \
grammar; or else rules that nothing uses, rules that only pest can run, alternatives that can never match, \
and rules that the library needs and the grammar lacks, or hides in a silent or atomic rule.";

const SAMPLE_EXAMPLES: &str = "\
Examples:
  uri grammar sample
  uri grammar sample --rule IPv6address -n 3 --seed 7
  uri grammar sample rfc6874.pest --rule IP-literal --format json

Every length that the rule matches, up to the longest, is as likely as any other, and so is every string of \
a length. The same seed gives the same strings everywhere. In text, characters that would break the line or \
command the terminal are escaped; JSON keeps every string exact.";

const DRAW_EXAMPLES: &str = "\
Examples:
  uri grammar draw > uri.svg
  uri grammar draw rfc6874.pest --rule IP-literal > ip-literal.svg";

const COMPILE_EXAMPLES: &str = "\
Examples:
  uri grammar compile
  uri grammar compile rfc6874.pest > rfc6874.rs

Rules with recursion, stack operations or a repetition of what may match nothing cannot be compiled.
They are named on standard error; a build leaves them to pest.";

const GRAMMAR: &str = "A grammar, a variant of uri.pest, or `-`; with none, uri.pest itself";

pub(crate) const ABOUT: &str = "\
A grammar is a file in pest's notation; `-` is standard input. One that calls rules which it does not define, \
or only changes rules of the built-in uri.pest, is a variant, and is laid over uri.pest.

A rule is named as its grammar spells it, `URI_reference` for what the RFC calls `URI-reference`; either may \
be typed.

Exit status: 0 if all is well, 1 if there is a difference or a finding, 2 if the command could not run.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Prove that rules match what their ABNF does, for every string
    #[command(after_help = PROVE_EXAMPLES)]
    Prove(Prove),
    /// Show which rules of two grammars differ, and the shortest strings that tell them apart
    #[command(after_help = DIFF_EXAMPLES)]
    Diff(Diff),
    /// Show what is wrong or odd in a grammar
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Check),
    /// Show random strings that a rule matches
    #[command(after_help = SAMPLE_EXAMPLES)]
    Sample(Sample),
    /// Draw railroad diagrams of rules, as SVG
    #[command(after_help = DRAW_EXAMPLES)]
    Draw(Draw),
    /// Show the Rust that a build makes of a grammar
    #[command(after_help = COMPILE_EXAMPLES)]
    Compile(Compile),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Prove {
    /// The ABNF, as RFCs print it, or `-`; with none, that of RFC 3986, Appendix A
    #[arg(long, value_name = "FILE")]
    pub(crate) abnf: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) answer: Answer,

    #[arg(help = GRAMMAR)]
    pub(crate) grammar: Option<PathBuf>,

    /// Rules of the grammar, each with the rule of the ABNF if that has another name; with none, every
    /// rule of the ABNF
    #[arg(value_name = "RULE[=ABNF_RULE]")]
    pub(crate) rules: Vec<Pair>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Diff {
    /// Compare only these rules
    #[arg(long = "rule", value_name = "RULE")]
    pub(crate) rules: Vec<String>,

    /// Compare the nodes of this rule, and of no others but those given too; `components` stands for the rules that
    /// the library reads, `all` for those that make nodes in either grammar. By default the rules that make nodes in
    /// both count
    #[arg(long, value_name = "RULE")]
    pub(crate) captures: Vec<String>,

    /// Tell for each string which rules read it where the grammars part
    #[arg(long)]
    pub(crate) explain: bool,

    /// Show also which lines of this file, or of standard input for `-`, change: accepted by the one and
    /// not by the other, or with other components; by URI-reference or the rules given
    #[arg(long, value_name = "FILE")]
    pub(crate) corpus: Option<PathBuf>,

    #[arg(long, value_name = "STEPS", help = max_steps("With --corpus"))]
    pub(crate) max_steps: Option<u64>,

    /// Name the rules that are equal, too, and show each rule that differs; JSON always does
    #[arg(long)]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) answer: Answer,

    /// The old grammar; if only one grammar is given, it is the new one, compared with uri.pest
    #[arg(value_name = "A")]
    pub(crate) first: PathBuf,

    /// The new grammar
    #[arg(value_name = "B")]
    pub(crate) second: Option<PathBuf>,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Check {
    /// A start rule of a grammar that is not made for this library; without it, a grammar must have the
    /// rules that the library needs
    #[arg(long = "start", value_name = "RULE")]
    pub(crate) starts: Vec<String>,

    #[command(flatten)]
    pub(crate) answer: Answer,

    #[arg(help = GRAMMAR)]
    pub(crate) grammar: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Sample {
    /// The rule
    #[arg(long, value_name = "RULE", default_value = "URI-reference")]
    pub(crate) rule: String,

    /// How many strings
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 10)]
    pub(crate) count: u64,

    /// The seed; another number gives other strings
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,

    /// The longest string, in characters
    #[arg(long, value_name = "LENGTH", default_value_t = 32)]
    pub(crate) max_len: usize,

    #[command(flatten)]
    pub(crate) answer: Answer,

    #[arg(help = GRAMMAR)]
    pub(crate) grammar: Option<PathBuf>,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Draw {
    /// Draw only these rules
    #[arg(long = "rule", value_name = "RULE")]
    pub(crate) rules: Vec<String>,

    #[arg(help = GRAMMAR)]
    pub(crate) grammar: Option<PathBuf>,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Compile {
    #[arg(help = GRAMMAR)]
    pub(crate) grammar: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Answer {
    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// A rule of a grammar and the rule of an ABNF that it is to match.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) rule: String,
    pub(crate) abnf_rule: String,
}

impl FromStr for Pair {
    type Err = Infallible;

    fn from_str(typed: &str) -> Result<Self, Infallible> {
        let (rule, abnf_rule) = typed.split_once('=').unwrap_or((typed, typed));
        Ok(Self { rule: rule.to_owned(), abnf_rule: abnf_rule.to_owned() })
    }
}
