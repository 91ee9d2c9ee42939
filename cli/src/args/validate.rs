//! The arguments of `uri explain`, and the help texts of `uri validate`.

use clap::builder::PossibleValuesParser;
use urigram::validate::Code;

use super::shared::Format;

pub(super) const VALIDATE_EXAMPLES: &str = "\
Examples:
  uri validate 'http://user:secret@0x7f.1:25/'
  uri validate --format json - < links.txt
  uri validate --as URI htp://example.com
  uri validate --grammar variants/rfc3987.pest --as URI 'http://p\u{430}ypal.example/'

Each finding has a code, which `uri explain` explains, and a severity: a note is worth knowing, a warning is likely \
to be a mistake or an attack, and an error is against a specification. Findings do not change the exit status, \
which is 1 if a REF does not match the rule.

In text, nothing is printed for a REF without findings. In JSON, each has an object: `input`, `accepted`, `policy`, \
which is null, `components` or `error`, the other being null, and `findings`. A finding has its `code`, `severity`, \
`component`, its place in bytes from `start` to `end`, a `message`, `help`, and the `section` that it is by.";

pub(super) const EXPLAIN_EXAMPLES: &str = "\
Examples:
  uri explain ipv4-like-host
  uri explain --all";

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

    /// Explain all of them
    #[arg(long)]
    pub(crate) all: bool,

    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
