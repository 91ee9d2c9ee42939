//! The arguments of `uri convert`.

use clap::{Arg, ValueEnum};

use crate::args::shared::{FAILED, Help, Inputs};
use crate::input::Texts;

pub(super) const CONVERT: Help = Help {
    details: "\
`--to uri` converts an IRI to the URI that it maps to: a name with non-ASCII characters, percent-encoded or not, is \
written in its DNS form, which begins with `xn--`, or with --percent-host percent-encoded, and other non-ASCII characters are percent-encoded. `--to iri` is the inverse: \
names that begin with `xn--` are written in Unicode if they are valid, and percent-encoded UTF-8 and unreserved \
characters are decoded. Invisible characters stay encoded, and so do those that look like a space or change the \
direction of writing. `--to uri` converts the IRI and the URI to the same URI, except for unreserved characters and the case of \
hexadecimal digits and hosts.

`--to file` converts a path to a `file` URI. A relative path begins at the working directory. `.` and `..` are removed, \
with the name before `..` even if it is a symbolic link; `--to path` does not convert a URI that has them. On Unix, \
names need not be UTF-8.

A path is one of Windows if it begins with a drive, as in `C:\\`, or with `\\\\`, and a `file` URI leads to one if it \
has a drive or a host; otherwise a path is one of this system. --windows or --unix says so for all values.

Without --null, a VALUE on standard input ends with LF or CRLF. On a terminal, characters that would control it are \
escaped in paths. In JSON, each VALUE has an object: `input` and `output`, or `input` and `error`. If one of the two \
is not UTF-8, it also has `bytes`, in hexadecimal.",
    status: &[
        (0, "every VALUE was converted"),
        (1, "a VALUE is invalid, or cannot be converted"),
        FAILED,
    ],
    examples: &[
        "uri convert --to uri 'http://m\u{fc}nchen.de/stra\u{df}e'",
        "uri convert --to iri http://xn--mnchen-3ya.de/stra%C3%9Fe",
        "uri convert --to file 'C:\\My Documents\\a#1.txt'",
        "find . -print0 | uri convert --to file --null",
        "uri convert --to path file:///srv/a%20b.txt",
    ],
    see_also: &["uri-encode", "uri-decode", "uri-normalize"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Convert {
    /// What to convert to
    #[arg(long, value_name = "FORM")]
    pub(crate) to: Form,

    /// With --to uri: percent-encode the host, instead of writing it in its DNS form
    #[arg(long)]
    pub(crate) percent_host: bool,

    /// With --to file or path: the paths are those of Windows
    #[arg(long, conflicts_with = "unix")]
    pub(crate) windows: bool,

    /// With --to file or path: the paths are those of Unix
    #[arg(long)]
    pub(crate) unix: bool,

    /// With --to path: keep the dot segments of the URI in the path, which may lead out of the directory that it begins
    /// with
    #[arg(long)]
    pub(crate) dot_segments: bool,

    /// End each value on standard input, and each answer, with a NUL instead of a line feed
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// A URI, from an IRI (RFC 3987, section 3.1)
    Uri,
    /// An IRI, from a URI (RFC 3987, section 3.2)
    Iri,
    /// A `file` URI, from a path (RFC 8089)
    File,
    /// A path, from a `file` URI
    Path,
}

impl Convert {
    /// Returns the kind of texts in standard input.
    pub(crate) const fn texts(&self) -> Texts {
        if self.null { Texts::Null } else { Texts::Lines }
    }

    /// Returns the option that has no effect on this form.
    pub(crate) fn without_effect(&self) -> Option<&'static str> {
        let Self { to, percent_host, windows, unix, dot_segments, .. } = *self;
        let is_of_files = matches!(to, Form::File | Form::Path);
        [
            (percent_host && to != Form::Uri, "'--percent-host' goes with '--to uri'"),
            (windows && !is_of_files, "'--windows' goes with '--to file' or '--to path'"),
            (unix && !is_of_files, "'--unix' goes with '--to file' or '--to path'"),
            (dot_segments && to != Form::Path, "'--dot-segments' goes with '--to path'"),
        ]
        .into_iter()
        .find_map(|(is_typed, said)| is_typed.then_some(said))
    }
}

/// Adapts the arguments of a command that reads values of several forms.
pub(super) fn of_values(argument: Arg) -> Arg {
    if argument.is_positional() { argument.value_name("VALUE") } else { argument }
}
