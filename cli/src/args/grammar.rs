//! The arguments of `uri grammar`.

use std::convert::Infallible;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Subcommand;

use crate::args::shared::{Format, Help, max_steps};

const SAMPLE: Help = Help {
    details: "\
All lengths that the rule matches are equally likely, and so are all strings of the same length. Recursive rules and \
rules that use the stack have no automaton by which strings could be counted: their strings are derived from the \
expressions at random, and those that the rule matches are shown. The same applies to rules with weights, which a \
comment directly above a rule gives to the alternatives of its outermost choice:

  // sample: 5 | 1 | 0
  value = { number | string | list }

The same seed gives the same strings on every system. In text, characters that would break the line or control a \
terminal are escaped; JSON, which includes the parse tree, and --null keep every string exact.

With --cover, points that no string covers are reported on standard error, or in JSON as separate objects, with the \
reason: the point can never match, needs a string of another length, or was not found without an automaton. With \
--near, each line has the innermost rule in which the string fails, and the byte offset of the failure.",
    status: &[
        (0, "the strings were shown"),
        (2, "an argument is wrong, the grammar cannot be read, or it has fewer strings than requested"),
    ],
    examples: &[
        "uri grammar sample",
        "uri grammar sample --rule IPv6address -n 3 --seed 7 --length 20..39",
        "uri grammar sample json.pest --rule value --cover --null",
        "uri grammar sample rfc6874 --rule IP-literal --near",
        "uri grammar sample rfc6874 --rule IP-literal --format json",
    ],
    see_also: &["uri-grammar", "uri-grammar-diff"],
};

const DRAW: Help = Help {
    details: "\
With --through, the boxes and lines that the match took have the class `taken`. The bytes of an expression in the file \
of the grammar are its attributes `data-start` and `data-end`.",
    status: &[(0, "the diagrams were drawn"), UNREADABLE],
    examples: &[
        "uri grammar draw > uri.svg",
        "uri grammar draw rfc6874 --rule IP-literal > ip-literal.svg",
        "uri grammar draw --rule authority --through 'http://user@[::1]/' > authority.svg",
    ],
    see_also: &["uri-grammar", "uri-trace"],
};

const COMPILE: Help = Help {
    details: "\
If the library could be built with the grammar, the code reports the captures that the library reads. Otherwise it \
reports every node, by `capture(&mut self, Capture, start: usize, end: usize)` of the type `super::Sink`, whose \
`mark(&self)` and `rewind(&mut self, mark)` undo reports before another alternative is tried.

A rule that calls itself ends with `TOO_DEEP` if a text nests deeper than the stack allows. Rules with stack \
operations, or with a repetition of an expression that can match nothing, cannot be compiled. They are named on \
standard error; a build leaves them to pest.",
    status: &[(0, "every rule was compiled"), (1, "a rule cannot be compiled"), UNREADABLE],
    examples: &[
        "uri grammar compile",
        "uri grammar compile rfc6874 > rfc6874.rs",
        "uri grammar compile --simd json.pest > json.rs",
    ],
    see_also: &["uri-grammar", "uri-grammar-check"],
};

const GRAMMAR_COMMANDS: Help = Help {
    details: "\
A grammar is a file in pest's notation; `-` is standard input. A grammar that calls rules which it does not define, \
or only changes rules of the built-in uri.pest, is a variant: its rules are added to uri.pest, or replace rules \
there.

Rules are named in the grammar's spelling, such as `URI_reference` for the RFC's `URI-reference`; either spelling may \
be typed.",
    status: &[
        (0, "the command succeeded"),
        (1, "there is a difference, a finding, or a rule that cannot be compiled"),
        UNREADABLE,
    ],
    examples: &[
        "uri grammar check rfc6874",
        "uri grammar diff rfc6874",
        "uri grammar prove --abnf rfc6874 rfc6874",
    ],
    see_also: &["uri-parse", "uri-trace", "uri-serve"],
};

/// Returns the help of a subcommand, or of `uri grammar` itself if the name is empty.
pub(super) fn help_of(name: &str) -> Option<&'static Help> {
    Some(match name {
        "" => &GRAMMAR_COMMANDS,
        "prove" => &PROVE,
        "diff" => &DIFF,
        "check" => &CHECK,
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

    /// The number of strings [default: 10; with --near, all]
    #[arg(short = 'n', long, value_name = "COUNT", conflicts_with = "cover")]
    pub(crate) count: Option<u64>,

    /// The seed; another number gives other strings
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,

    /// The maximum length of a string, in characters
    #[arg(long, value_name = "LENGTH", default_value_t = 32)]
    pub(crate) max_len: usize,

    /// The length of all strings, in characters, or the minimum and the maximum: `8`, `8..12`
    #[arg(long, value_name = "N[..M]", conflicts_with = "max_len")]
    pub(crate) length: Option<Lengths>,

    /// Show as few strings as possible that cover each alternative, the bounds of each repetition (none, one,
    /// the minimum, one more, the maximum), and the first and last character of each range of each class
    #[arg(long)]
    pub(crate) cover: bool,

    /// Show strings that the rule rejects, and that differ in one character from a string that it matches: the
    /// shortest for each place where they fail. If the rule is recursive or uses pest's stack, show only those that
    /// are found by trying edits
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

    /// Draw the path of the match of this text through the rules: through each rule's first match that was kept or, if
    /// the text does not match, through its attempt that reached furthest; requires --rule
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
    /// Write code that reads sixteen bytes at once where possible, like the library; it requires the crate `wide`
    #[arg(long)]
    pub(crate) simd: bool,

    /// Also write code for the strings of a buffer, such as the lines of a file; it requires the crate `fearless_simd`
    #[arg(long)]
    pub(crate) bulk: bool,

    #[arg(help = GRAMMAR)]
    pub(crate) grammar: Option<PathBuf>,
}

/// The minimum and the maximum length of a string.
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

const GRAMMAR: &str = "A grammar, a variant of uri.pest, or `-` for standard input; or the name of a grammar that needs no file, such as \
     rfc3987; with none, uri.pest itself";

/// The exit status of a command that could not run.
const UNREADABLE: (u8, &str) = (2, "an argument is wrong, or a grammar cannot be read");

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Answer {
    /// The output format: JSON is one object per line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

const CHECK: Help = Help {
    details: "\
In text, each finding is a line FILE:LINE:COLUMN: MESSAGE, followed by a string that shows it and by a replacement, \
if there are any. In JSON, `fix` is null, or the replacement as an object: its `text` is for the bytes of the file from \
`start` to `end`. A finding is a fault for which pest rejects the grammar, or else: a rule that no start rule reaches \
or that matches nothing; a rule of a variant that is probably meant to replace a rule of uri.pest with another name; \
an alternative that can never match; a repetition that consumes what has to follow it; a lookahead that is always \
true or always false; or an optional part that can never match or never be skipped. Findings hold for every text; a \
rule that only pest can run is searched as far as possible.

In a grammar for the library, a finding may also be: a rule that only pest can run; a rule that the library needs and \
that is missing, or hidden in a silent or atomic rule; or a component that breaks the delimiters `: / ? # @ [ ]` or \
the percent-encoding of RFC 3986, which the library does not read from the grammar.

Comments of the file may state which strings a rule has to match, and which it must not. The strings are in pest's \
notation:

  // scheme must match \"a+b\"
  // scheme must not match \"1a\"

An expectation that fails is a finding, and so is one that is undecided, because its match takes more than 1,000,000 \
steps, and 200 for each byte. Once all matches together have taken 100,000,000 steps, each may take only 10,000, and \
200 for each byte. A comment that is probably meant as an expectation but has another form, or names no rule of the \
grammar, is a finding, too. Expectations of uri.pest are not checked for a variant. In JSON, expectations that hold are listed, too. Each has the string as `input`, whether it is `expected` \
to match, whether the expectation `holds` (null if that is undecided) and, if the string has to match and does not, \
the `offset` in bytes and the `component` of the fault, and the fault itself in a sentence, `why`.",
    status: &[(0, "nothing was found"), (1, "a fault or anything odd was found, or an expectation fails"), UNREADABLE],
    examples: &[
        "uri grammar check rfc6874",
        "uri grammar check --expect 'ZoneID must match \"eth0\"' rfc6874",
        "uri grammar check --start expression calculator.pest",
        "uri grammar check --for-library my-uri.pest",
    ],
    see_also: &["uri-grammar", "uri-grammar-diff"],
};

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Check {
    /// A start rule; can be given several times. Rules that no start rule reaches are reported. By default, every
    /// rule that no other rule calls is a start rule. A grammar with start rules is not checked for the library
    #[arg(long = "start", value_name = "RULE")]
    pub(crate) starts: Vec<String>,

    /// Check that the library could use the grammar; the default if the grammar is a variant, or has every rule that
    /// the library reads
    #[arg(long)]
    pub(crate) for_library: bool,

    /// Also check this expectation, such as `scheme must match "a"`, or the one in each line; can be given several times
    #[arg(long = "expect", value_name = "EXPECTATION")]
    pub(crate) expectations: Vec<String>,

    #[command(flatten)]
    pub(crate) answer: Answer,

    #[arg(help = GRAMMAR)]
    pub(crate) grammar: Option<PathBuf>,
}

const DIFF: Help = Help {
    details: "\
A rule is `equal` if both grammars accept the same strings by it, parse each string into the same nodes, and both or \
neither make a node of the rule. Otherwise it is `widened` (B accepts all strings that A accepts, and more), \
`narrowed`, `changed` (each accepts strings that the other does not), `added`, `gone` or `undecided`; or its \
`components differ`; or it now makes a node or no longer does. Each kind of difference has a counterexample: a shortest \
string that shows it, and a shortest URI-reference in which this string makes a difference. `there` is A, and `here` \
is B. Text shows at most three strings that only one grammar accepts, JSON sixteen, and both show the number of the \
others. In JSON, the URI-reference is the `context` of the counterexample, and `start` is the rule that reads it.

Rules whose own definition makes a difference come first, the innermost before the others. For rules that differ only \
because they call these, text shows only the names, and JSON no strings of URI-reference, unless --all or --rule is \
given.

A rule that is recursive, uses the stack or is too large has no automaton. It is `equal` if its definition and the \
calls in it are the same. Otherwise a search tries strings derived from both definitions, \
all strings up to a length, and random strings. The rule is `changed` if the search finds a string that only one \
grammar accepts, or whose parse trees have different nodes; otherwise it is `undecided`, with the reason and the \
extent of the search. The strings are short, but not always the shortest.

With --corpus, lines that are now accepted, now rejected, or have other components are counted, and the first ten of \
each kind are shown. If a grammar lacks a rule that the library needs, such as a grammar for something else, lines \
have no components, and only verdicts are compared.",
    status: &[
        (0, "every rule is `equal` and, with --corpus, no line changes"),
        (1, "a rule is not `equal`, or a line changes"),
        UNREADABLE,
    ],
    examples: &[
        "uri grammar diff rfc6874",
        "uri grammar diff old.pest new.pest --rule IP-literal --rule host",
        "uri grammar diff rfc6874 --explain",
        "uri grammar diff rfc6874 --captures components --captures ZoneID",
        "uri grammar diff rfc6874 --corpus references.txt",
    ],
    see_also: &["uri-grammar", "uri-grammar-prove"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Diff {
    /// Compare only this rule; can be given several times
    #[arg(long = "rule", value_name = "RULE")]
    pub(crate) rules: Vec<String>,

    /// Compare only the nodes of this rule; can be given several times. `components` means the rules that the library
    /// reads, `all` the rules that make nodes in either grammar [default: the rules that make nodes in both]. Nodes of
    /// `EOI` are not compared
    #[arg(long, value_name = "RULE")]
    pub(crate) captures: Vec<String>,

    /// Show for each string which rules read it where the grammars diverge, or why that is not known
    #[arg(long)]
    pub(crate) explain: bool,

    /// Also show the lines of this file, or of standard input for `-`, that only one grammar accepts, or that have
    /// other components, by URI-reference or the given rules
    #[arg(long, value_name = "FILE")]
    pub(crate) corpus: Option<PathBuf>,

    #[arg(long, value_name = "STEPS", help = max_steps("With --corpus"))]
    pub(crate) max_steps: Option<u64>,

    /// Also show the rules that are equal, and each rule that differs; JSON always does
    #[arg(long)]
    pub(crate) all: bool,

    /// The total time for searching for differences of rules without an automaton
    #[arg(long, value_name = "SECONDS", default_value_t = 4)]
    pub(crate) time: u64,

    #[command(flatten)]
    pub(crate) answer: Answer,

    /// The old grammar; if only one grammar is given, it is the new one, compared with uri.pest
    #[arg(value_name = "A")]
    pub(crate) first: PathBuf,

    /// The new grammar
    #[arg(value_name = "B")]
    pub(crate) second: Option<PathBuf>,
}

const PROVE: Help = Help {
    details: "\
The answer for each rule is `equal`, `wider` (the grammar accepts all strings that the ABNF accepts, and more), \
`narrower`, `different` (each accepts strings that the other does not), `moved` (both accept the same strings, but \
the grammar captures something else), `missing` (the grammar has no such rule) or `undecided` (the rule has no \
automaton, with the reason). A counterexample is a shortest string that only one of the two accepts, or that they parse \
differently.

Captures are the nodes of the parse tree whose rules the ABNF has too. In every string they must be where a \
derivation of the ABNF has these rules. If the ABNF has several derivations, the shortest such string is shown with \
the derivation that the grammar takes; for the ABNF of RFC 3986, it must be the derivation that uri.pest takes \
(section 3.2.2 prefers IPv4address).

A rule is named in the grammar's spelling, followed by `=` and its name in the ABNF if that differs in more than `-`; \
a missing rule is named as in the ABNF.

An ABNF that calls rules which it does not define extends the ABNF of RFC 3986, and may replace rules there.",
    status: &[
        (0, "every rule is `equal`"),
        (1, "a rule is not `equal`"),
        (2, "an argument is wrong, or the grammar or the ABNF cannot be read"),
    ],
    examples: &[
        "uri grammar prove",
        "uri grammar prove uri.pest",
        "uri grammar prove --abnf rfc6874 rfc6874 IP-literal host",
        "uri grammar prove --abnf number.abnf number.pest decimal=real",
    ],
    see_also: &["uri-grammar"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Prove {
    /// The ABNF, as RFCs print it, `-` for standard input, or a name such as rfc3987; by default the ABNF of RFC 3986, Appendix A
    #[arg(long, value_name = "FILE")]
    pub(crate) abnf: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) answer: Answer,

    #[arg(help = GRAMMAR)]
    pub(crate) grammar: Option<PathBuf>,

    /// Rules of the grammar, each with its rule of the ABNF if that has another name; by default every rule of
    /// the ABNF
    #[arg(value_name = "RULE[=ABNF_RULE]")]
    pub(crate) rules: Vec<Pair>,
}

/// A rule of a grammar, and the ABNF rule that it should be equal to.
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
