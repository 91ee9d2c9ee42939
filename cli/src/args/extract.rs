//! The arguments of `uri extract`.

use std::path::PathBuf;

use clap::ValueEnum;
use urigram::{ParseError, Rule};

use super::help::{FAILED, Help};
use super::shared::Format;

pub(super) const EXTRACT: Help = Help {
    details: "\
What is found is a URI in double quotes, in angle brackets, after `URL:`, or between other characters, by \
Appendix C. In angle brackets, white space is removed. A sentence's punctuation and a bracket that closes what \
was opened before are left out. A URI ends before the first character that it cannot contain: of \
`https://münchen.de/`, `https://m` is found, and all of it with --iri. Without --scheme, it has a scheme and `//`, or \
one of the schemes cid, data, geo, magnet, mailto, mid, news, sip, sips, sms, tel, urn and xmpp. What is not UTF-8 is \
skipped.

In text, each URI is on a line; with several files, FILE:LINE:COLUMN: comes before it, as --places says. The column \
counts characters from 1. In JSON, each URI has an object: `line`, `start` and `end`, in bytes from the start of \
the file, and `uri`; it has a key `file` if several files are given, and `hyphen_doubtful` if a line break \
follows a hyphen in the URI, which may not be part of it.",
    status: &[(0, "every file was read, whether there are URIs in it or not"), FAILED],
    examples: &[
        "uri extract letter.txt",
        "uri extract --scheme https --places always README.md | sort -u",
        "curl -s http://example.com/ | uri extract --format json",
    ],
    see_also: &["uri-check", "uri-validate"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Extract {
    /// Find URIs of this scheme only, with or without `//`; can be given several times
    #[arg(long = "scheme", value_name = "SCHEME", value_parser = scheme)]
    pub(crate) schemes: Vec<String>,

    /// Find references too that begin with `www.` (section 4.5), and complete them with this scheme [default: https]
    #[arg(long, value_name = "SCHEME", value_parser = scheme)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "https")]
    pub(crate) suffix: Option<String>,

    /// Find IRIs, which may have characters beyond ASCII (RFC 3987)
    #[arg(long)]
    pub(crate) iri: bool,

    /// The longest URI in bytes; a longer one is skipped, and is not kept in memory
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 10)]
    pub(crate) longest: u32,

    /// In text, whether to print FILE:LINE:COLUMN: before each URI
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) places: Places,

    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    /// Files to read; with none, or for `-`, standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Places {
    /// If there are several files
    Auto,
    Always,
    Never,
}

fn scheme(typed: &str) -> Result<String, ParseError> {
    Rule::scheme.parse(typed).map(|_| typed.to_owned())
}
