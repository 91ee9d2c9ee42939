//! The arguments of `uri grammar prove`.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use super::answer::{Answer, GRAMMAR};
use crate::args::help::Help;

pub(super) const PROVE: Help = Help {
    details: "\
Each rule is answered by `equal`, `wider` (the grammar accepts all that the ABNF does, and more), `narrower`, \
`different` (each accepts what the other does not), `moved` (both accept the same, but the grammar captures \
something else), `missing` (the grammar has no such rule) or `undecided` (there is no automaton of it, and \
why). A witness is a string that only one of the two accepts, or that they parse differently, as short \
as any.

What is captured are the nodes of the parse tree whose rules the ABNF has too. In every string they must \
stand where a derivation of the ABNF has these rules. Where the ABNF has several derivations, the shortest \
such string is shown with the one that the grammar takes; for the ABNF of RFC 3986, it must be the one that \
uri.pest takes (section 3.2.2 prefers IPv4address).

A rule is named as the grammar spells it, with its name in the ABNF after `=` if that is not the same but for `-`; \
one that is missing is named as in the ABNF.

An ABNF that calls rules which it does not define is laid over that of RFC 3986.",
    status: &[
        (0, "every rule is `equal`"),
        (1, "a rule is not `equal`"),
        (2, "an argument is wrong, or the grammar or the ABNF cannot be read"),
    ],
    examples: &[
        "uri grammar prove",
        "uri grammar prove uri.pest",
        "uri grammar prove --abnf rfc6874.abnf rfc6874.pest IP-literal host",
        "uri grammar prove --abnf number.abnf number.pest decimal=real",
    ],
    see_also: &["uri-grammar"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Prove {
    /// The ABNF, as RFCs print it, or `-` for standard input; with none, that of RFC 3986, Appendix A
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
