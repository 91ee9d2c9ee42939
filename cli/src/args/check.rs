//! The arguments of `uri check`.

use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::NonEmptyStringValueParser;

use super::help::{FAILED, Help};
use super::policy::AskPolicy;
use super::shared::By;
use crate::input::Column;

pub(super) const CHECK: Help = Help {
    details: "\
In text, each invalid line is named as FILE:LINE:COLUMN: MESSAGE, and each finding as \
FILE:LINE:COLUMN: SEVERITY: MESSAGE [CODE]. The column counts characters from 1; the byte in the message counts from \
0. A line longer than --max-line has no column. On a terminal, or with --explain, the line is drawn below, with the \
place marked, help, and what was probably meant. A line with findings is valid.

With --policy, a line that the policy refuses counts as invalid, and errors and warnings are reported; add --findings \
for notes. In JSON, each line has a key `accepted` then, and all findings. See `uri validate --help` for policies.

In JSON, every line is an object; it has a key `file` if several files are given, `input` is null if the line is too \
long, and `error` has the `offset` in bytes from 0 and the `column` in characters from 1. With --findings, it has a key \
`findings`, with what `uri validate` prints there.

With --csv, LINE is that on which the record begins, and COLUMN counts the characters of the field, without its quotes. \
If COLUMN of --csv is a number, all records are checked; if it is a name, the first record is the header. A record \
without the column is invalid, and so is one that is longer than --max-line, or ends in quotes that are not closed.

SARIF is one log in SARIF 2.1.0 for all files, as the code scanning of GitHub reads it, which refuses logs of more than \
25,000 results, or of more than 10 MB when compressed by gzip. Faults have the rule `syntax`, and findings their code. \
Names of files are relative to the working directory, which should be the root of the repository; standard input is \
called `%3Cstdin%3E`. Columns count UTF-16 code units. For CSV, the region is column 1 of the record's line.

With --grammar, a line is invalid, too, if the grammar matches it with components at places that the library, \
had it been built with this grammar, could not hold.

A byte order mark at the start of a file is skipped. A line ends with LF or CRLF; the last one may end \
with CR, or with nothing.",
    status: &[
        (0, "every line is valid and, with --policy, accepted"),
        (1, "a line is invalid or refused by the policy"),
        FAILED,
    ],
    examples: &[
        "uri check references.txt",
        "uri check --as IPv6address --format json - < addresses.txt",
        "uri check --explain --findings references.txt",
        "uri check --quiet references.txt && echo all are valid",
        "uri check --skip-blank --comments '#' blocklist.txt",
        "uri check --csv homepage --delimiter ';' --as URI members.csv",
        "uri check --csv 3 --delimiter '\\t' links.tsv",
        "uri check --policy link --format sarif docs/links.txt > links.sarif",
        "uri check --policy fetch --allow-host .example.com webhooks.txt",
    ],
    see_also: &["uri-validate", "uri-explain", "uri-parse"],
};

/// Files, and how to read and answer their lines.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) by: By,

    /// How to answer; JSON is one object a line, SARIF one log for all files
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ReportFormat,

    /// In text, draw each fault and finding with help, also if standard output is not a terminal
    #[arg(long)]
    pub(crate) explain: bool,

    /// Report findings too: what is questionable about valid lines; `uri explain` explains them
    #[arg(long)]
    pub(crate) findings: bool,

    #[command(flatten)]
    pub(crate) ask: AskPolicy,

    /// Print nothing on standard output: the exit status tells whether all lines are valid
    #[arg(short, long, conflicts_with_all = ["format", "explain", "findings"])]
    pub(crate) quiet: bool,

    /// Skip lines that are empty or only white space; with --csv, such fields
    #[arg(long)]
    pub(crate) skip_blank: bool,

    /// Skip lines that begin with this, after white space; can be given several times
    #[arg(long, value_name = "PREFIX", value_parser = NonEmptyStringValueParser::new(), conflicts_with = "csv")]
    pub(crate) comments: Vec<String>,

    #[command(flatten)]
    pub(crate) csv: Csv,

    /// The longest line, in bytes, its ending not counted; a longer one is invalid, and is not kept in memory
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20)]
    pub(crate) max_line: u32,

    /// Print how many lines there are and how many are invalid, also if standard error is not a terminal
    #[arg(long)]
    pub(crate) summary: bool,

    /// Files to read; with none, or for `-`, standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

/// The column of CSV files that is checked.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Csv {
    /// Check one column of CSV (RFC 4180): its number, from 1, or its name in the header
    #[arg(long = "csv", id = "csv", value_name = "COLUMN", value_parser = column)]
    pub(crate) column: Option<Column>,

    /// With --csv, the character between fields, `\t` for a tab
    #[arg(long, value_name = "CHARACTER", default_value = ",", value_parser = delimiter, requires = "csv")]
    pub(crate) delimiter: u8,
}

fn column(typed: &str) -> Result<Column, &'static str> {
    if typed.is_empty() || !typed.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Column::Name(typed.to_owned()));
    }
    match typed.parse::<usize>() {
        Ok(0) => Err("columns are numbered from 1"),
        Ok(number) => Ok(Column::Number(number - 1)),
        Err(_) => Err("no record has so many columns"),
    }
}

fn delimiter(typed: &str) -> Result<u8, &'static str> {
    match typed.as_bytes() {
        b"\\t" => Ok(b'\t'),
        b"\"" | b"\r" | b"\n" | b"\\r" | b"\\n" => {
            Err("a quote or the end of a line cannot be the delimiter")
        }
        [ascii @ 0..=0x7F] => Ok(*ascii),
        _ => Err("the delimiter is one ASCII character"),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    Text,
    Json,
    Sarif,
}
