//! The arguments of `uri parse`, `uri trace` and `uri extract`, and the help of `uri tree`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueEnum;
use urigram::{Iri, ParseError, Rule};

use crate::args::shared::{By, DEFAULT_RULE, FAILED, Format, Help, Inputs};

pub(super) const PARSE: Help = Help {
    details: "\
In text, the components are drawn below the reference as in section 3 of RFC 3986, or listed if the drawing would be \
too wide; characters that would control a terminal are escaped. In JSON, strings are unchanged.

In JSON, --details adds an object `details`: `spans`, the start and end of each component as offsets in bytes; \
`port`, with its number, the default port of the scheme, and whether the two are equal; `segments` and `pairs`, the \
parts of the path and the query with their offsets; and `decoded`, the components without percent-encoding. Values \
that are undefined, or not UTF-8, are null.",
    status: &[(0, "every REF matches the rule"), (1, "a REF does not match the rule"), FAILED],
    examples: &[
        "uri parse 'foo://user@example.com:8042/over/there?name=ferret#nose'",
        "uri parse --details 'http://example.com:80/a%20b/?q=%C3%A9'",
        "uri parse --as authority 'user@[2001:db8::7]:80'",
        "uri parse --format json - < references.txt",
    ],
    see_also: &["uri-tree", "uri-trace", "uri-check"],
};

pub(super) const TREE: Help = Help {
    details: "\
In text, each node is a line, indented below its parent. In JSON, each REF has one object, which contains the nodes. \
Rules have the names that the grammar gives them.",
    status: &[(0, "every REF matches the rule"), (1, "a REF does not match the rule"), FAILED],
    examples: &[
        "uri tree 'urn:example:animal:ferret:nose'",
        "uri tree --as IPv6address --format json '2001:db8::192.0.2.1'",
    ],
    see_also: &["uri-parse", "uri-trace"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Parse {
    #[command(flatten)]
    pub(crate) by: By,

    /// Add the offsets of the components, the segments of the path, the pairs of the query, the number of the port,
    /// and the decoded components
    #[arg(long)]
    pub(crate) details: bool,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

const STEPS: u32 = 10_000;
/// The maximum value of `--limit`. A recorded step takes some hundred bytes.
const MOST_STEPS: i64 = 1_000_000;

pub(super) const TRACE: Help = Help {
    details: "\
Each line is an expression of the grammar, as pest runs it, that was tried at a byte of the reference: `+` if its \
match is kept, `~` if it matched and was discarded by backtracking, or was only part of a lookahead, `-` if it \
failed, and `?` if the limit was reached before it ended. The text after the colon says what happened next. A choice \
takes the first alternative that matches, and tries no others, even if the rest of the match then fails.

A repetition of characters, or of similarly simple expressions, is one line, and so is a set of characters. Rules \
have the names that the grammar gives them.

In JSON, each REF has an object: the `input`, the `rule`, whether it `matched`, the byte at the `end` of the match, \
whether the trace is `complete`, and the `steps` in the order in which they began. Each step has its `id`, the `id` \
of its `parent`, its `depth`, `what` was tried, the `rule` if a rule was called, the bytes from `start` to `end` that \
it matched (null if it failed), `at`, the bytes of the expression in the file of the grammar (null for white space \
that is skipped, and for the base of a variant), what happened `then`, `subtree_end`, which is the `id` after the \
steps within it, and whether it is `kept` in the match and a `node` of the parse tree.",
    status: &[
        (0, "every REF matches the rule"),
        (1, "a REF does not match the rule, or not within the limit on steps"),
        FAILED,
    ],
    examples: &[
        "uri trace 'http://127.0.0.1x/'",
        "uri trace --as host 127.0.0.1x",
        "uri trace --grammar json.pest --as json --format json '[1, 2'",
    ],
    see_also: &["uri-tree", "uri-parse"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Trace {
    /// The rule that the whole input has to match; the error for an unknown name lists all rules
    #[arg(long = "as", value_name = "RULE", default_value = DEFAULT_RULE)]
    pub(crate) rule: OsString,

    /// Match by this grammar instead of the built-in one: a name or a file, as for `uri parse`
    #[arg(long = "grammar", value_name = "NAME|FILE")]
    pub(crate) grammar: Option<PathBuf>,

    /// Match IRIs (RFC 3987): the same as --grammar rfc3987
    #[arg(long, conflicts_with = "grammar")]
    pub(crate) iri: bool,

    /// The number of steps after which a trace ends
    #[arg(long, value_name = "STEPS", default_value_t = STEPS,
        value_parser = clap::value_parser!(u32).range(1..=MOST_STEPS))]
    pub(crate) limit: u32,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

pub(super) const EXTRACT: Help = Help {
    details: "\
URIs are found in double quotes, in angle brackets, after `URL:`, or between other characters, as in Appendix C. In \
angle brackets, white space is removed. The punctuation of a sentence is left out, and so is a closing bracket if its \
opening bracket is before the URI. A URI ends before the first character that it cannot contain: in \
`https://münchen.de/`, `https://m` is found, and with --iri the whole text. Without --scheme, URIs are found that \
have a scheme and `//`, or one of the schemes cid, data, geo, magnet, mailto, mid, news, sip, sips, sms, tel, urn and \
xmpp. Bytes that are not UTF-8 are skipped.

In text, each URI is on a line; with several files, FILE:LINE:COLUMN: comes before it, unless --places changes this. \
The column counts characters from 1. In JSON, each URI has an object: `line`; `start` and `end`, in bytes from the \
start of the file; and `uri`. It has a key `file` if several files are given, and `hyphen_doubtful` if a line break \
follows a hyphen in the URI, because the hyphen may not be part of the URI. The key `cut` is the character after the \
URI, such as `ü` above or the `{` of a placeholder, if a longer reference may have been meant. In text, such a URI is \
named on standard error, with the place of that character.

With --html, the document is kept in memory, and a reference is resolved against the `base` of the document and --base. If \
neither is absolute, it is printed as it is. A URI has its host in the DNS form. A value that is not a reference, such as \
`a b`, is left out. In JSON, there are the keys `element` and `attribute`, and `start` and `end` are those of the value.

The character references of HTML that end a URI, such as `&gt;`, are left out. Domain names are guesses: `setup.py` is one, \
too.",
    status: &[(0, "every file was read, whether there are URIs in it or not"), FAILED],
    examples: &[
        "uri extract letter.txt",
        "uri extract --scheme https --places always README.md | sort -u",
        "curl -s http://example.com/ | uri extract --format json",
        "uri extract --email --bare-domains minutes.txt",
        "curl -s http://example.com/ | uri extract --html --base http://example.com/",
    ],
    see_also: &["uri-check", "uri-validate"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Extract {
    /// Find URIs of this scheme only, with or without `//`; can be given several times
    #[arg(long = "scheme", value_name = "SCHEME", value_parser = scheme)]
    pub(crate) schemes: Vec<String>,

    /// Also find references that begin with `www.` (section 4.5), and complete them with this scheme [default: https]
    #[arg(long, value_name = "SCHEME", value_parser = scheme)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "https")]
    pub(crate) suffix: Option<String>,

    /// Also find domain names whose suffix is in the Public Suffix List, as `--suffix` finds those with `www.` [default:
    /// https]
    #[arg(long = "bare-domains", value_name = "SCHEME", value_parser = scheme, conflicts_with = "suffix")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "https")]
    pub(crate) domains: Option<String>,

    /// Also find mail addresses, and complete them with `mailto:`
    #[arg(long)]
    pub(crate) email: bool,

    /// End a URI before a comma or semicolon that another URI with `//` follows directly
    #[arg(long)]
    pub(crate) split: bool,

    /// Find the references in the attributes of an HTML document, such as `href` and `src`, instead of those in its text
    #[arg(long, conflicts_with_all = ["suffix", "domains", "email", "split"])]
    pub(crate) html: bool,

    /// The URI of the HTML document, against which its references are resolved, unless its `base` element is absolute
    #[arg(long, value_name = "URI", requires = "html", value_parser = absolute)]
    pub(crate) base: Option<Iri>,

    /// Find IRIs, which may contain non-ASCII characters (RFC 3987)
    #[arg(long)]
    pub(crate) iri: bool,

    /// The maximum length of a URI in bytes; a longer URI is skipped, and is not kept in memory
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 10)]
    pub(crate) max_length: u32,

    /// In text, whether to print FILE:LINE:COLUMN: before each URI
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) places: Places,

    /// The output format: JSON is one object per line
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

fn absolute(typed: &str) -> Result<Iri, ParseError> {
    Iri::parse(typed).map(|iri| iri.to_owned())
}

fn scheme(typed: &str) -> Result<String, ParseError> {
    Rule::scheme.parse(typed).map(|_| typed.to_owned())
}
