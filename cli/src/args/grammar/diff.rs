//! The arguments of `uri grammar diff`.

use std::path::PathBuf;

use super::answer::{Answer, UNREADABLE};
use crate::args::help::Help;
use crate::args::shared::max_steps;

pub(super) const DIFF: Help = Help {
    details: "\
A rule is `equal` if both grammars accept the same strings by it, parse each of them into the same nodes, and \
make a node of it or none. Else it is `widened` (B accepts all that A does, and more), `narrowed`, `changed` (each \
accepts what the other does not), `added`, `gone` or `undecided`; or its \
`components differ`, or it now makes a node or no longer does. Each way in which a rule differs has a witness: a \
shortest string that shows it, and a shortest URI-reference in which this string makes a difference. `there` is A, and \
`here` is B. Text shows at most three strings that are accepted by one grammar only, JSON sixteen, and both the number \
of the others. In JSON, that URI-reference is the `context` of the witness, and `start` the rule that reads it.

The rules whose own definition makes a difference come first, the innermost before the others. Of the rules that \
differ only because they call these, text has no more than the names and JSON no strings of URI-reference, unless \
--all or --rule is given.

A rule that is recursive, uses the stack or is too large has no automaton. If its definition and those of all \
rules that it calls are the same, it is `equal`. Otherwise a search tries strings that are derived from both \
definitions, all strings up to a length, and random ones. A rule is `changed` if it finds one that only one \
grammar accepts, or of which the parse trees have other nodes; else the rule is `undecided`, with the reason \
and how far the search went. The strings are short, but not always the shortest.

Of the lines of a corpus that are now accepted, now rejected, or have other components, the first ten each \
are shown, and all counted. Where a grammar lacks a rule that the library needs, as one for something else \
does, lines have no components, and only verdicts are compared.",
    status: &[
        (0, "every rule is `equal` and, with --corpus, no line changes"),
        (1, "a rule is not `equal`, or a line changes"),
        UNREADABLE,
    ],
    examples: &[
        "uri grammar diff rfc6874.pest",
        "uri grammar diff old.pest new.pest --rule IP-literal --rule host",
        "uri grammar diff rfc6874.pest --explain",
        "uri grammar diff rfc6874.pest --captures components --captures ZoneID",
        "uri grammar diff rfc6874.pest --corpus references.txt",
    ],
    see_also: &["uri-grammar", "uri-grammar-prove"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Diff {
    /// Compare only this rule; can be given several times
    #[arg(long = "rule", value_name = "RULE")]
    pub(crate) rules: Vec<String>,

    /// Compare only the nodes of this rule; can be given several times. `components` stands for the rules that the
    /// library reads, `all` for those that make nodes in either grammar [default: those that make nodes in both]. Nodes
    /// of `EOI` are not compared
    #[arg(long, value_name = "RULE")]
    pub(crate) captures: Vec<String>,

    /// Show for each string which rules read it where the grammars part, or why that is not known
    #[arg(long)]
    pub(crate) explain: bool,

    /// Show also which lines of this file, or of standard input for `-`, change: accepted by the one and
    /// not by the other, or with other components; by URI-reference or the rules given
    #[arg(long, value_name = "FILE")]
    pub(crate) corpus: Option<PathBuf>,

    #[arg(long, value_name = "STEPS", help = max_steps("With --corpus"))]
    pub(crate) max_steps: Option<u64>,

    /// Show the rules that are equal too, and each rule that differs; JSON always does
    #[arg(long)]
    pub(crate) all: bool,

    /// The time for the search for differences of rules without an automaton, all together
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
