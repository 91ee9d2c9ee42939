//! The arguments of `uri grammar`.

mod answer;
mod check;
mod diff;
mod prove;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Subcommand;

pub(crate) use self::answer::Answer;
use self::answer::{GRAMMAR, UNREADABLE};
pub(crate) use self::check::Check;
pub(crate) use self::diff::Diff;
pub(crate) use self::prove::{Pair, Prove};
use super::help::Help;

const SAMPLE: Help = Help {
    details: "\
Every length that the rule matches is as likely as any other, and so is every string of a length. Rules that \
are recursive or use the stack have no automaton to count strings by: theirs are derived from the expressions \
at random, and those that the rule matches are shown. So are those of rules with weights, which a comment \
right above a rule gives to the alternatives of its outermost choice:

  // sample: 5 | 1 | 0
  value = { number | string | list }

The same seed gives the same strings everywhere. In text, characters that would break the line or that a terminal would \
obey are escaped; JSON, with the parse tree, and --null keep every string exact.

With --cover, what no string shows is reported on standard error, or in JSON in an object of its own: as it \
can never match, takes a string of another length, or was not found where there is no automaton to decide. \
With --near, a line has the innermost rule in which the string fails, and the byte offset at which it does.",
    status: &[
        (0, "the strings were shown"),
        (2, "an argument is wrong, the grammar cannot be read, or it has fewer strings than asked for"),
    ],
    examples: &[
        "uri grammar sample",
        "uri grammar sample --rule IPv6address -n 3 --seed 7 --length 20..39",
        "uri grammar sample json.pest --rule value --cover --null",
        "uri grammar sample rfc6874.pest --rule IP-literal --near",
        "uri grammar sample rfc6874.pest --rule IP-literal --format json",
    ],
    see_also: &["uri-grammar", "uri-grammar-diff"],
};

const DRAW: Help = Help {
    details: "\
With --through, the boxes and lines that the match took have the class `taken`.",
    status: &[(0, "the diagrams were drawn"), UNREADABLE],
    examples: &[
        "uri grammar draw > uri.svg",
        "uri grammar draw rfc6874.pest --rule IP-literal > ip-literal.svg",
        "uri grammar draw --rule authority --through 'http://user@[::1]/' > authority.svg",
    ],
    see_also: &["uri-grammar", "uri-trace"],
};

const COMPILE: Help = Help {
    details: "\
The code of a grammar that the library could be built from reports what the library reads. That of any other \
reports every node, by `capture(&mut self, Capture, start: usize, end: usize)` of the type `super::Sink`, whose \
`mark(&self)` and `rewind(&mut self, mark)` take back what was reported where another alternative is tried.

A rule that calls itself ends with `TOO_DEEP` where a text nests deeper than the stack allows. Rules with stack \
operations or a repetition of what may match nothing cannot be compiled. They are named on standard error; a \
build leaves them to pest.",
    status: &[(0, "every rule was compiled"), (1, "a rule cannot be compiled"), UNREADABLE],
    examples: &[
        "uri grammar compile",
        "uri grammar compile rfc6874.pest > rfc6874.rs",
        "uri grammar compile --simd json.pest > json.rs",
    ],
    see_also: &["uri-grammar", "uri-grammar-check"],
};

const GRAMMAR_COMMANDS: Help = Help {
    details: "\
A grammar is a file in pest's notation; `-` is standard input. One that calls rules which it does not define, \
or only changes rules of the built-in uri.pest, is a variant, and is laid over uri.pest.

A rule is named as its grammar spells it, `URI_reference` for what the RFC calls `URI-reference`; either may \
be typed.",
    status: &[
        (0, "all is well"),
        (1, "there is a difference, a finding, or a rule that cannot be compiled"),
        UNREADABLE,
    ],
    examples: &[
        "uri grammar check rfc6874.pest",
        "uri grammar diff rfc6874.pest",
        "uri grammar prove --abnf rfc6874.abnf rfc6874.pest",
    ],
    see_also: &["uri-parse", "uri-trace", "uri-serve"],
};

/// Returns the help of a subcommand, or with an empty name of them all.
pub(super) fn help_of(name: &str) -> Option<&'static Help> {
    Some(match name {
        "" => &GRAMMAR_COMMANDS,
        "prove" => &prove::PROVE,
        "diff" => &diff::DIFF,
        "check" => &check::CHECK,
        "sample" => &SAMPLE,
        "draw" => &DRAW,
        "compile" => &COMPILE,
        _ => return None,
    })
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Prove that rules match what their ABNF does, for every string
    Prove(Prove),
    /// Show which rules of two grammars differ, and the shortest strings that tell them apart
    Diff(Diff),
    /// Show what is wrong or odd in a grammar
    Check(Check),
    /// Show random strings that a rule matches
    Sample(Sample),
    /// Draw railroad diagrams of rules, as SVG
    Draw(Draw),
    /// Show the Rust that a build makes of a grammar
    Compile(Compile),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Sample {
    /// The rule that the strings match
    #[arg(long, value_name = "RULE", default_value = "URI-reference")]
    pub(crate) rule: String,

    /// How many strings [default: 10; with --near, all]
    #[arg(short = 'n', long, value_name = "COUNT", conflicts_with = "cover")]
    pub(crate) count: Option<u64>,

    /// The seed; another number gives other strings
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,

    /// The longest string, in characters
    #[arg(long, value_name = "LENGTH", default_value_t = 32)]
    pub(crate) max_len: usize,

    /// The length of all strings, in characters, or the least and the greatest: `8`, `8..12`
    #[arg(long, value_name = "N[..M]", conflicts_with = "max_len")]
    pub(crate) length: Option<Lengths>,

    /// Show as few strings as it takes for each alternative, the bounds of each repetition (none, one, the least,
    /// one more, the most), and the first and last character of each range of each class
    #[arg(long)]
    pub(crate) cover: bool,

    /// Show strings that the rule rejects, one edit of a character away from one that it matches: the shortest
    /// for each place where they fail. Of a rule that is recursive or uses pest's stack, as many as are found by
    /// trying edits
    #[arg(long, conflicts_with = "cover")]
    pub(crate) near: bool,

    /// End each string with a NUL instead of a line break, and escape nothing; strings that contain a NUL are left out
    #[arg(short = '0', long, conflicts_with = "format")]
    pub(crate) null: bool,

    #[command(flatten)]
    pub(crate) answer: Answer,

    #[arg(help = GRAMMAR)]
    pub(crate) grammar: Option<PathBuf>,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Draw {
    /// Draw only this rule; can be given several times
    #[arg(long = "rule", value_name = "RULE")]
    pub(crate) rules: Vec<String>,

    /// Draw the path that the match of this text took through the rules: in the first match of each that counts, or, if
    /// the text does not match, in the attempt that came furthest; requires --rule
    #[arg(long, value_name = "TEXT", requires = "rules")]
    pub(crate) through: Option<String>,

    /// The rule that the text of --through has to match
    #[arg(long = "as", value_name = "RULE", default_value = "URI-reference", requires = "through")]
    pub(crate) start: String,

    #[arg(help = GRAMMAR)]
    pub(crate) grammar: Option<PathBuf>,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Compile {
    /// Write code that reads sixteen bytes at once, as the library does where it can; it needs the crate `wide`
    #[arg(long)]
    pub(crate) simd: bool,

    #[arg(help = GRAMMAR)]
    pub(crate) grammar: Option<PathBuf>,
}

/// The least and the greatest length of a string.
#[derive(Clone, Debug)]
pub(crate) struct Lengths(pub(crate) RangeInclusive<usize>);

impl FromStr for Lengths {
    type Err = String;

    fn from_str(typed: &str) -> Result<Self, String> {
        let number = |typed: &str| typed.parse::<usize>().map_err(|error| error.to_string());
        let (least, greatest) = typed.split_once("..").unwrap_or((typed, typed));
        let (least, greatest) = (number(least)?, number(greatest)?);
        if least > greatest {
            return Err("the least length comes first".to_owned());
        }
        Ok(Self(least..=greatest))
    }
}
