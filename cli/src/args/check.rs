//! The arguments of `uri check`, `uri validate` and `uri explain`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser};
use urigram::validate::{Audience, Code};

use crate::args::shared::{By, DEFAULT_RULE, FAILED, Format, Help, Inputs, PolicyOptions, Values};
use crate::input::Column;

pub(super) const CHECK: Help = Help {
    details: "\
In text, each invalid line is reported as FILE:LINE:COLUMN: MESSAGE, and each finding as FILE:LINE:COLUMN: SEVERITY: \
MESSAGE [CODE]. Columns count characters from 1; byte offsets in messages count from 0. A line longer than --max-line \
has no column. On a terminal, or with --explain, the line is drawn below, with the place marked, help, and \
corrections. A line with findings is valid.

With --policy, a line that the policy refuses counts as invalid, and errors and warnings are reported; add --findings \
for notes. In JSON, each line then has a key `accepted`, and all findings. See `uri validate --help` for policies.

In JSON, every line is an object. It has a key `file` if several files are given; `input` is null if the line is too \
long; `error` has the `offset` in bytes from 0 and the `column` in characters from 1. With --findings, the key \
`findings` has the same findings as `uri validate` prints.

With --csv, LINE is the line on which the record begins, and COLUMN counts the characters of the field, without its \
quotes. If the COLUMN of --csv is a number, all records are checked; if it is a name, the first record is the header. \
A record is invalid if it lacks the column, is longer than --max-line, or ends in unclosed quotes.

SARIF is one log in SARIF 2.1.0 for all files, for GitHub code scanning, which rejects logs of more than 25,000 \
results, or of more than 10 MB after compression by gzip. Faults have the rule `syntax`; the rule of a finding is its \
code. File names are relative to the working directory, which should be the root of the repository; standard input is \
called `%3Cstdin%3E`. Columns count UTF-16 code units. For CSV, the region is column 1 of the record's line.

With --grammar, a line is also invalid if the grammar matches it with components at places that the library, built \
with this grammar, could not represent.

With --fix, a line that is invalid or refused is replaced by the likeliest correction that the rule matches and the \
policy accepts, unless it leads to another host than the line. A correction is applied only if it keeps everything that \
was typed: it percent-encodes, or inserts, such as a scheme before a host. One that removes, joins or replaces text, or \
changes the scheme, the host or the port, is a guess; it is written to standard error, and applied with --unsafe-fixes. \
The other lines stay as they are, to the byte. Each correction is described on standard error, and what stays invalid \
is reported as usual. A file is replaced at once, by \
a temporary file in its folder, and keeps its permissions; if nothing is corrected, it is not written. With --diff, \
the diff is for `patch -p0`, and lines without a correction are reported on standard error. A line is kept in memory, \
even if it is longer than --max-line.

A byte order mark at the start of a file is skipped. A line ends with LF or CRLF; the last line may end with CR, or \
with nothing.",
    status: &[
        (0, "every line is valid and, with --policy, accepted, at least after --fix"),
        (1, "a line is invalid, refused by the policy or left for --unsafe-fixes, or --diff has a correction"),
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
        "uri check --fix --diff links.txt",
        "uri check --fix links.txt",
        "uri check --fix --unsafe-fixes --diff links.txt",
    ],
    see_also: &["uri-validate", "uri-fix", "uri-explain", "uri-parse"],
};

/// The options of `uri check`: the files, how to read their lines, and how to report the results.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) by: By,

    /// The output format: JSON is one object per line, SARIF one log for all files
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ReportFormat,

    /// In text, draw each fault and finding with help, also if standard output is not a terminal
    #[arg(long)]
    pub(crate) explain: bool,

    /// Report findings about valid lines, too; `uri explain` explains them
    #[arg(long)]
    pub(crate) findings: bool,

    #[command(flatten)]
    pub(crate) ask: PolicyOptions,

    /// Whom the help in drawings is for: the author, who can correct the line, or the developer of a program that reads it
    /// [default: developer with --policy fetch or redirect, else author]
    #[arg(long = "for", value_name = "READER")]
    pub(crate) reader: Option<Reader>,

    /// Print nothing on standard output: the exit status tells whether all lines are valid
    #[arg(short, long, conflicts_with_all = ["format", "explain", "findings"])]
    pub(crate) quiet: bool,

    /// Correct the invalid lines of the files, in place, by the likeliest suggestion, if it keeps everything that was typed;
    /// with --findings, also lines with findings
    #[arg(long, requires = "files", conflicts_with_all = ["format", "csv", "grammar"])]
    pub(crate) fix: bool,

    /// With --fix, apply also corrections that remove, join or replace text, or change the scheme, the host or the port
    #[arg(long, requires = "fix")]
    pub(crate) unsafe_fixes: bool,

    /// With --fix, print the corrections as a unified diff, and change no file
    #[arg(long, requires = "fix")]
    pub(crate) diff: bool,

    /// Skip lines that are empty or only white space; with --csv, such fields
    #[arg(long)]
    pub(crate) skip_blank: bool,

    /// Skip lines that begin with this prefix, after white space; can be given several times
    #[arg(long, value_name = "PREFIX", value_parser = NonEmptyStringValueParser::new(), conflicts_with = "csv")]
    pub(crate) comments: Vec<String>,

    #[command(flatten)]
    pub(crate) csv: Csv,

    /// The maximum length of a line in bytes, without its ending; a longer line is invalid, and is not kept in memory
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20)]
    pub(crate) max_line: u32,

    /// Print the number of lines and of invalid lines, even if standard error is not a terminal
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

pub(super) const VALIDATE: Help = Help {
    details: "\
Each finding has a code, which `uri explain` explains, and a severity: a note is worth knowing, a warning is probably \
a mistake or an attack, and an error violates a specification. A REF is accepted if it matches the rule and has no \
error under the policy; without a policy, no finding refuses it. Probable corrections are shown after `try`, unless \
the policy would refuse them or --grammar is given.

A policy file has the keys of urigram::policy, such as:

  preset = \"fetch\"
  allow-hosts = [\"example.com\", \".example.org\"]
  refuse = [\"confusable-label\"]

`fetch` refuses private addresses and their disguises, but cannot know where a name leads: names that spell an \
address, such as `127.0.0.1.nip.io`, are warnings, which --refuse-warnings refuses. Check the address after the name is \
resolved, or allow only some hosts.

`link` accepts every relative reference without a host, even with --allow-host: `/a`, but also `www.evil.example`, \
which is a relative path. `redirect` accepts only relative references that begin with one `/`. `--as URI` refuses \
them all.

With --base, each REF is resolved, and the target is validated: places are in the target. A policy that allows only \
some hosts then also allows the host of the base.

The help of a finding is for the author of the REF; with --for developer, or the policies `fetch` and `redirect`, it \
says what a program should do with such a REF of somebody else. In text, a finding that follows from another is shown \
below it, after `also`.

In text, nothing is printed for a REF without findings. In JSON, each REF has an object: `input`; with --base the \
`target`; `accepted`; the name of the `policy`, or null; `components` or `error`, of which the other is null; \
`findings`; and `suggestions`. A finding has its `code`, `severity`, `component`, its place in bytes from `start` to \
`end`, a `message`, `help`, and the `section` of the specification. A correction in `suggestions` has the `uri`; the \
`typed_host`, which is the host that browsers connect to for the input if it is not the host of the `uri`, or else \
null; and its `changes`, each with the place in the input that was replaced, the text `inserted` there, and `help`. \
SARIF is one log, as written by `uri check`, in which each REF is a line of `%3Carguments%3E` or of `%3Cstdin%3E`.",
    status: &[
        (0, "every REF is accepted"),
        (1, "a REF does not match the rule, or is refused by the policy"),
        (2, "an argument is wrong, such as a --base that is not a URI, or an input cannot be read"),
    ],
    examples: &[
        "uri validate 'http://user:secret@0x7f.1:25/'",
        "uri validate 'htp//exmaple,com /a' www.example.com",
        "uri validate --for developer http://169.254.169.254/",
        "uri validate --policy link --format json - < links.txt",
        "uri validate --policy fetch --allow-host .example.com http://www.example.com/logo.png",
        "uri validate --policy link --same-site https://example.co.uk/ https://login.example.co.uk/ /a",
        "uri validate --policy redirect --base https://example.com/login /account //example.net",
        "uri validate --policy policy.toml --format sarif - < links.txt > links.sarif",
        "uri validate --iri --as URI 'http://p\u{430}ypal.example/'",
    ],
    see_also: &["uri-fix", "uri-explain", "uri-check"],
};

pub(super) const FIX: Help = Help {
    details: "\
A REF that matches the rule is printed as it is, and so is a REF without a probable correction, so that no REF is \
left out. Any other REF is replaced by the likeliest correction that the rule matches: the first after `try` in \
`uri validate`. What was changed, or why nothing was, is described on standard error. Percent-encoded data stay as \
they are: no `%` is encoded twice.

A correction is a guess. It may remove text that was typed, such as a space and what follows it, or change the scheme, \
the host or the port: `http://h:80 80/` becomes `http://h:8080/`. `uri check --fix` applies no such correction unless \
it is told to.

A valid reference may have findings. `www.example.com` is a relative path, and `htp:` may be a scheme; with \
--findings, they are corrected too.

With --policy, a REF that the policy refuses is corrected, too, by the likeliest correction that it accepts.

A correction may lead to another host than browsers connect to for the REF. Such corrections are last, and standard \
error and JSON name that host.

In JSON, each REF has an object: `input`; `output`, which is the first of the `suggestions`, or else the input; \
whether the output is `accepted`; and `error`, `findings` and `suggestions`, as in `uri validate`. There is an `error` \
only if nothing fits, and more than one suggestion only with --all.",
    status: &[
        (0, "every REF is valid, or was corrected"),
        (1, "a REF is invalid or refused by the policy, and has no correction"),
        FAILED,
    ],
    examples: &[
        "uri fix 'http://example.com/a b%20c'",
        "uri fix --as URI --all www.example.com",
        "uri fix --findings htp://example.com",
        "uri fix < links.txt > corrected.txt",
    ],
    see_also: &["uri-validate", "uri-check", "uri-explain"],
};

pub(super) const EXPLAIN: Help = Help {
    details: "\
Each explanation has a summary, the reason why the finding matters, its section, a reference with the finding, and \
the most similar reference without it. In JSON, each code has an object.",
    status: &[(0, "every CODE was explained"), (2, "a CODE does not exist, or an argument is wrong")],
    examples: &["uri explain ipv4-like-host", "uri explain --all"],
    see_also: &["uri-validate", "uri-check"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Validate {
    #[command(flatten)]
    pub(crate) by: By,

    #[command(flatten)]
    pub(crate) ask: PolicyOptions,

    /// Whom the help of findings is for: the author, who can correct the REF, or the developer of a program that reads it
    /// [default: developer with --policy fetch or redirect, else author]
    #[arg(long = "for", value_name = "READER")]
    pub(crate) reader: Option<Reader>,

    /// Resolve each REF with this base URI, and validate the target
    #[arg(long, value_name = "BASE", conflicts_with_all = ["grammar", "rule"])]
    pub(crate) base: Option<OsString>,

    /// The output format: JSON is one object per line, SARIF one log for all of them
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ReportFormat,

    #[command(flatten)]
    pub(crate) values: Values,
}

/// Whom the help of findings is for.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Reader {
    Author,
    Developer,
}

/// Returns whom the help of findings is for. The presets `fetch` and `redirect` are for programs that receive references of
/// others, so their user is a developer, unless he says otherwise.
pub(crate) fn audience(reader: Option<Reader>, ask: &PolicyOptions) -> Audience {
    let preset = ask.policy.as_ref().and_then(|policy| policy.to_str());
    let is_of_developers = matches!(preset, Some("fetch" | "redirect"));
    let default = if is_of_developers { Reader::Developer } else { Reader::Author };
    reader.unwrap_or(default).into()
}

impl From<Reader> for Audience {
    fn from(reader: Reader) -> Self {
        match reader {
            Reader::Author => Self::Author,
            Reader::Developer => Self::Developer,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Fix {
    /// The rule that corrections have to match
    #[arg(
        long = "as",
        value_name = "RULE",
        default_value = DEFAULT_RULE,
        value_parser = ["URI-reference", "URI", "absolute-URI", "relative-ref"]
    )]
    pub(crate) rule: String,

    /// Correct IRIs, which may contain non-ASCII characters (RFC 3987)
    #[arg(long)]
    pub(crate) iri: bool,

    /// Correct valid references with findings, too
    #[arg(long)]
    pub(crate) findings: bool,

    /// Print all corrections of a REF, one per line, the likeliest first
    #[arg(long)]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) ask: PolicyOptions,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Explain {
    /// The codes of findings, as printed by `uri validate`; --all explains all of them
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

    /// The output format: JSON is one object per line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
