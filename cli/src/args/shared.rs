//! Arguments that several commands share.

use std::ffi::OsString;
use std::path::PathBuf;

use anstream::ColorChoice;
use clap::ValueEnum;
use urigram::Query;
use urigram::grammar::Grammar;
use urigram::query::Pairs;
use urigram_workbench::Node;

/// The default limit on the steps of a match. [`STEPS_A_BYTE`] is added for each byte of the text.
pub(crate) const STEPS: u64 = 1_000_000;
/// The number of steps allowed for each byte: twice as many as the slowest string under any variant needs.
pub(crate) const STEPS_A_BYTE: u64 = 200;

pub(crate) const DEFAULT_RULE: &str = "URI-reference";

/// The name of the grammar of IRIs.
pub(crate) const IRI: &str = "rfc3987";

/// References, and the rule and grammar to parse them by.
#[derive(Debug, clap::Args)]
pub(crate) struct References {
    #[command(flatten)]
    pub(crate) by: By,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

/// Values, and the format of the answers.
#[derive(Debug, clap::Args)]
pub(crate) struct Inputs {
    /// The output format: JSON is one object per line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) values: Values,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Values {
    /// Values; to read them from a file, one per line, write `< FILE`. With none, or for `-`, each line of standard
    /// input. After `--`, `-` is a value, too
    #[arg(value_name = "REF")]
    pub(crate) values: Vec<OsString>,

    #[arg(last = true, value_name = "REF", hide = true)]
    pub(crate) literal: Vec<OsString>,
}

impl Values {
    /// Returns whether all values are lines of standard input: there are no arguments, or only `-`.
    pub(crate) fn are_lines(&self) -> bool {
        self.literal.is_empty()
            && matches!(self.values.as_slice(), [] | [_])
            && self.values.iter().all(|value| value == "-")
    }
}

/// The rule and the grammar to parse by.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct By {
    /// The rule of RFC 3986, Appendix A, that the whole input has to match: URI-reference, which may be relative, such as
    /// `www.example.com`; URI, which has a scheme; absolute-URI, a URI without a fragment; a component, such as authority or
    /// IPv6address; the error for an unknown name lists all rules
    #[arg(long = "as", value_name = "RULE", default_value = DEFAULT_RULE)]
    pub(crate) rule: OsString,

    /// Parse by this grammar instead of the built-in one: rfc3986, rfc3987 (IRIs), rfc6874 (zones), strict-dns or url1996;
    /// or a file in pest's notation, or a variant, which has only the rules that differ from the built-in grammar
    #[arg(long = "grammar", value_name = "NAME|FILE")]
    pub(crate) grammar: Option<PathBuf>,

    /// Parse IRIs, which may contain non-ASCII characters (RFC 3987): the same as --grammar rfc3987
    #[arg(long, conflicts_with = "grammar")]
    pub(crate) iri: bool,

    #[arg(long, value_name = "STEPS", help = max_steps("With --grammar"))]
    pub(crate) max_steps: Option<u64>,
}

/// Returns the help for the limit on the steps of a match by a loaded grammar.
pub(super) fn max_steps(when: &str) -> String {
    format!(
        "{when}: the limit on the steps for matching a text, to which {STEPS_A_BYTE} are added for each of its bytes; \
        a text that takes more is invalid. A step is an expression that is tried; a node counts as {} \
         [default: {STEPS}]",
        Node::STEPS
    )
}

/// The separator of the pairs in a query.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Separated {
    /// The character between the pairs of a query
    #[arg(long, value_name = "CHARACTER", default_value = "&")]
    pub(crate) query_separator: Separator,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Separator {
    #[value(name = "&")]
    Ampersand,
    #[value(name = ";")]
    Semicolon,
}

impl Separator {
    /// Returns the pairs of a query, or those of a form.
    pub(crate) fn pairs<G: Grammar>(self, query: Query<'_, G>, is_form: bool) -> Pairs<'_, G> {
        let pairs = if is_form { query.form_pairs() } else { query.pairs() };
        match self {
            Self::Ampersand => pairs,
            Self::Semicolon => pairs.separated_by_semicolons(),
        }
    }
}

impl From<Separator> for char {
    fn from(separator: Separator) -> Self {
        match separator {
            Separator::Ampersand => '&',
            Separator::Semicolon => ';',
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// A policy, and the hosts that narrow it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PolicyOptions {
    /// Accept only references that a policy accepts: `link`, for links on a page; `fetch`, for URIs that a server fetches
    /// for others (SSRF); `redirect`, for targets of redirects; `identifier`, for names such as namespaces; or a file in
    /// TOML, or in JSON if its name ends with .json
    #[arg(long, value_name = "PRESET|FILE")]
    pub(crate) policy: Option<OsString>,

    /// With --policy: allow only this host; `.example.com` allows the hosts below example.com, but not itself; can be
    /// given several times
    #[arg(long = "allow-host", value_name = "HOST")]
    pub(crate) allow_hosts: Vec<String>,

    /// With --policy: allow only the hosts in this file, one per line, as for --allow-host; blank lines and those that
    /// begin with `#` are skipped
    #[arg(long = "allow-hosts", value_name = "FILE")]
    pub(crate) files_of_hosts: Vec<PathBuf>,

    /// With --policy: allow only references of the same site as this URI, which have its scheme and its registrable domain
    #[arg(long, value_name = "URI")]
    pub(crate) same_site: Option<String>,

    /// With --policy: refuse references with warnings, too
    #[arg(long)]
    pub(crate) refuse_warnings: bool,
}

#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Global {
    /// When to use colors, also in help and messages; `auto` means on a terminal unless NO_COLOR is set [default: auto]
    #[arg(long, global = true, value_name = "WHEN")]
    pub(crate) color: Option<When>,

    /// Use this configuration file for defaults, instead of that of URI_CONFIG or of the user
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Use no configuration file
    #[arg(long, global = true)]
    pub(crate) no_config: bool,
}

/// When colors are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    #[default]
    Auto,
    Always,
    Never,
}

impl From<When> for ColorChoice {
    fn from(when: When) -> Self {
        match when {
            When::Auto => Self::Auto,
            When::Always => Self::Always,
            When::Never => Self::Never,
        }
    }
}

impl Global {
    /// Returns the options that can be read even if clap rejects the command line or shows help. They
    /// determine how clap's message is shown.
    pub(crate) fn guessed(typed: &[OsString]) -> Self {
        let mut global = Self::default();
        let mut typed = typed.iter().skip(1).take_while(|argument| *argument != "--");
        while let Some(argument) = typed.next() {
            let argument = argument.to_string_lossy();
            let (name, value) = match argument.split_once('=') {
                Some((name, value)) => (name, Some(value.into())),
                None => (argument.as_ref(), None),
            };
            let value = || value.or_else(|| typed.next().cloned()).unwrap_or_default();
            match name {
                "--color" => global.color = When::from_str(&value().to_string_lossy(), false).ok(),
                "--config" => global.config = Some(value().into()),
                "--no-config" => global.no_config = true,
                _ => {}
            }
        }
        global
    }
}

/// The exit status of a command that could not run.
pub(super) const FAILED: (u8, &str) = (2, "an argument is wrong, or an input cannot be read");

/// The sections of a command's help that follow its options, in this order.
pub(crate) struct Help {
    /// Paragraphs with an empty line between them. Lines that begin with two spaces are shown as they are.
    pub(crate) details: &'static str,
    /// Exit statuses and their meanings.
    pub(crate) status: &'static [(u8, &'static str)],
    /// Command lines to type.
    pub(crate) examples: &'static [&'static str],
    /// The commands named under SEE ALSO.
    pub(crate) see_also: &'static [&'static str],
}

impl Help {
    /// Adds this help to the command: all of it for `--help`, the statuses and examples for `-h`.
    pub(super) fn add_to(&self, command: clap::Command) -> clap::Command {
        let status = self.status.iter().map(|(status, when)| format!("\n  {status}  {when}"));
        let examples = self.examples.iter().map(|example| format!("\n  {example}"));
        let (status, examples) = (status.collect::<String>(), examples.collect::<String>());
        let end = format!("Exit status:{status}\n\nExamples:{examples}");
        let long = if self.details.is_empty() { end.clone() } else { [self.details, &end].join("\n\n") };
        command.after_help(end).after_long_help(long)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(&["parse", "--x", "--color", "never", "--no-config"], Some(When::Never), None, true)]
    #[case(&["--color=always", "--config=a.toml", "parse"], Some(When::Always), Some("a.toml"), false)]
    #[case(&["--color=blue", "--config", "a=b", "--", "--no-config"], None, Some("a=b"), false)]
    #[case(&["--color"], None, None, false)]
    fn guesses(
        #[case] typed: &[&str],
        #[case] color: Option<When>,
        #[case] config: Option<&str>,
        #[case] no_config: bool,
    ) {
        let typed: Vec<OsString> = ["uri"].iter().chain(typed).map(OsString::from).collect();
        let guessed = Global::guessed(&typed);
        assert_eq!((guessed.color, guessed.no_config), (color, no_config));
        assert_eq!(guessed.config, config.map(PathBuf::from));
    }
}
