//! The arguments of `uri encode` and `uri decode`.

use clap::{Arg, ValueEnum};

use super::help::{FAILED, Help};
use super::shared::{Format, Values};
use crate::input::Texts;

pub(super) const ENCODE: Help = Help {
    details: "\
What the component may have stays, and the rest is percent-encoded, byte by byte: what is typed need not be \
UTF-8. A `%` becomes `%25`, so what is encoded already is encoded once more.

A line ends with LF or CRLF, which is not part of the text. A byte order mark at the start of standard input is \
skipped. With --null or --whole, nothing is.

In JSON, each TEXT has an object with `input` and `output`, and with `bytes`, in hexadecimal, if the input is \
not UTF-8.",
    status: &[(0, "every TEXT was encoded"), FAILED],
    examples: &[
        "uri encode --for path 'Laguna Beach'",
        "find . -print0 | uri encode --for path --null",
        "uri encode --for segment --data --keep , --whole < note.txt",
    ],
    see_also: &["uri-decode", "uri-build", "uri-edit"],
};

pub(super) const DECODE: Help = Help {
    details: "\
Characters that no URI has are left as they are; a `%` without two hexadecimal digits after it is an error.

A line ends with LF or CRLF, which is not part of the text. A byte order mark at the start of standard input is \
skipped. With --null or --whole, nothing is. Data may have line ends: with --null or in JSON, the answers can \
be told apart.

On a terminal, characters that it would obey are escaped. Elsewhere, as in a file or a pipe, the data are written as \
they are.

In JSON, each TEXT has an object: `input` and `output`, or `input` and `error`. With --bytes, there are `bytes`, \
in hexadecimal, too if the output is not UTF-8.",
    status: &[
        (0, "every TEXT was decoded"),
        (1, "a TEXT has a `%` without two hexadecimal digits, or its data are not UTF-8"),
        FAILED,
    ],
    examples: &[
        "uri decode Laguna%20Beach",
        "uri decode --form 'caf%C3%A9+au+lait'",
        "uri decode --bytes --whole < encoded.txt > data.bin",
    ],
    see_also: &["uri-encode"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Encode {
    /// The component that the text is for
    #[arg(long = "for", value_name = "COMPONENT")]
    pub(crate) component: Part,

    /// Take the text as data without delimiters: only unreserved characters stay (section 2.3)
    #[arg(long)]
    pub(crate) data: bool,

    /// Further characters that stay, which the component may have
    #[arg(long, value_name = "CHARACTERS", default_value = "", hide_default_value = true)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) keep: String,

    /// Further characters that are percent-encoded
    #[arg(long, value_name = "CHARACTERS", default_value = "", hide_default_value = true)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) encode: String,

    #[command(flatten)]
    pub(crate) text: Text,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Decode {
    /// Read a `+` as a space, as in application/x-www-form-urlencoded
    #[arg(long)]
    pub(crate) form: bool,

    /// Write U+FFFD for what is not UTF-8, which is an error otherwise
    #[arg(long)]
    pub(crate) lossy: bool,

    /// Write the bytes as they are, UTF-8 or not
    #[arg(long, conflicts_with = "lossy")]
    pub(crate) bytes: bool,

    #[command(flatten)]
    pub(crate) text: Text,
}

/// Texts, and how to read and answer them.
#[derive(Debug, clap::Args)]
pub(crate) struct Text {
    /// End each text on standard input, and each answer, with a NUL instead of a line feed
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    /// Take all of standard input as one text, its line ends included, and write nothing after the answer
    #[arg(long, conflicts_with_all = ["null", "values", "literal"])]
    pub(crate) whole: bool,

    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) values: Values,
}

impl Text {
    /// Returns the kind of texts in standard input.
    pub(crate) const fn texts(&self) -> Texts {
        match (self.whole, self.null) {
            (true, _) => Texts::Whole,
            (_, true) => Texts::Null,
            _ => Texts::Lines,
        }
    }

    /// Returns what is written after an answer.
    pub(crate) const fn end(&self) -> &'static [u8] {
        match self.texts() {
            Texts::Whole => b"",
            Texts::Null => b"\0",
            Texts::Lines => b"\n",
        }
    }
}

/// What data can be percent-encoded for.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Part {
    /// A userinfo, with `:` as its delimiter
    Userinfo,
    /// A host that is a registered name, not an IP address
    RegName,
    /// A path, with `/` as its delimiter
    Path,
    /// A segment of a path
    Segment,
    /// A query, with `&` and `=` as its delimiters
    Query,
    /// A key or a value of a pair in a query; also called `query-key`
    #[value(alias = "query-key")]
    QueryValue,
    /// A key or a value in application/x-www-form-urlencoded, where a space is `+`
    Form,
    /// A fragment
    Fragment,
}

/// Adapts the arguments of a command that reads texts, not references.
pub(super) fn of_texts(argument: Arg) -> Arg {
    if argument.is_positional() { argument.value_name("TEXT") } else { argument }
}
