//! The arguments of `uri validate` and `uri explain`.

use std::ffi::OsString;

use clap::builder::PossibleValuesParser;
use urigram::validate::Code;

use super::check::ReportFormat;
use super::help::Help;
use super::policy::AskPolicy;
use super::shared::{By, Format, Values};

pub(super) const VALIDATE: Help = Help {
    details: "\
Each finding has a code, which `uri explain` explains, and a severity: a note is worth knowing, a warning is likely \
to be a mistake or an attack, and an error is against a specification. A REF is accepted if it matches the rule and has \
no error under the policy; without a policy, no finding refuses it. What was probably meant is shown after `try`, unless \
the policy would refuse it or --grammar is given.

A policy file has the keys of urigram::policy, such as:

  preset = \"fetch\"
  allow-hosts = [\"example.com\", \".example.org\"]
  refuse = [\"confusable-label\"]

`link` accepts every relative reference without a host, also with --allow-host: `/a`, and `www.evil.example`, which is \
a relative path. `redirect` accepts only those that begin with one `/`. `--as URI` refuses them all.

With --base, each REF is resolved, and the target is validated: places are those in the target. A policy that allows \
only some hosts then allows that of the base, too.

In text, nothing is printed for a REF without findings. In JSON, each has an object: `input`, with --base the `target`, \
`accepted`, the name of the `policy` or null, `components` or `error`, the other being null, `findings` and `mended`. A \
finding has its `code`, `severity`, `component`, its place in bytes from `start` to `end`, a `message`, `help`, and the \
`section` that it is by. What was mended has the `uri`; the `typed_host`, to which browsers go for the input if they do not \
go there for the `uri`, or else null; and its `changes`, each the place in the input that was replaced, the text `inserted` \
there, and `help`. SARIF is one log, as `uri check` writes it, in which each REF is a line of `%3Carguments%3E` or of \
`%3Cstdin%3E`.",
    status: &[
        (0, "every REF is accepted"),
        (1, "a REF does not match the rule, or is refused by the policy"),
        (2, "an argument is wrong, such as a --base that is not a URI, or an input cannot be read"),
    ],
    examples: &[
        "uri validate 'http://user:secret@0x7f.1:25/'",
        "uri validate 'htp//exmaple,com /a' www.example.com",
        "uri validate --policy link --format json - < links.txt",
        "uri validate --policy fetch --allow-host .example.com http://www.example.com/logo.png",
        "uri validate --policy redirect --base https://example.com/login /account //example.net",
        "uri validate --policy policy.toml --format sarif - < links.txt > links.sarif",
        "uri validate --grammar variants/rfc3987.pest --as URI 'http://p\u{430}ypal.example/'",
    ],
    see_also: &["uri-explain", "uri-check"],
};

pub(super) const EXPLAIN: Help = Help {
    details: "\
Each code is explained by what is found, why it matters, the section that it is by, a reference with the finding and \
the nearest one without. In JSON, each code has an object.",
    status: &[(0, "every CODE was explained"), (2, "a CODE does not exist, or an argument is wrong")],
    examples: &["uri explain ipv4-like-host", "uri explain --all"],
    see_also: &["uri-validate", "uri-check"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Validate {
    #[command(flatten)]
    pub(crate) by: By,

    #[command(flatten)]
    pub(crate) ask: AskPolicy,

    /// Resolve each REF with this base URI, and validate the target
    #[arg(long, value_name = "BASE", conflicts_with_all = ["grammar", "rule"])]
    pub(crate) base: Option<OsString>,

    /// How to answer; JSON is one object a line, SARIF one log for all of them
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ReportFormat,

    #[command(flatten)]
    pub(crate) values: Values,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Explain {
    /// The codes of findings, as `uri validate` prints them; a wrong one is answered with all of them
    #[arg(
        value_name = "CODE",
        value_parser = PossibleValuesParser::new(Code::ALL.iter().map(|code| code.as_str())),
        hide_possible_values = true,
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    pub(crate) codes: Vec<String>,

    /// Explain all codes
    #[arg(long)]
    pub(crate) all: bool,

    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
