//! The arguments of `uri edit`, `uri build`, `uri encode` and `uri decode`.

use std::ffi::OsString;

use clap::builder::ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, ValueEnum};

use crate::args::shared::{FAILED, Format, Help, Inputs, Separated};
use crate::input::Texts;

pub(super) const EDIT: Help = Help {
    details: "\
Edits are made in the order in which they are typed. If a REF cannot have one of the edits, it is left out, and the \
others are still edited. An edit that no REF can have, such as a port that is not a number, is an error, and no input \
is read.

The values of options are raw text: characters that the component does not allow are percent-encoded, and so is `%`, \
as `%25`. An internationalized domain name is written in its DNS form: `münchen.de` as `xn--mnchen-3ya.de`. Delimiters \
in a path, a query or a userinfo are kept; a segment, a key or a value is data without delimiters. With --encoded, the \
text is used as it is written, and has to be valid; to combine raw and encoded values, pass the output of `uri edit \
--encoded` to another `uri edit`. The first `=` of a pair ends its key; a KEY alone is a pair without a value.

If a path would be read as an authority or as a scheme, `/.` or `./` is written before it. --push and --append-path \
refuse the segments `.` and `..`, which would lead elsewhere. If the last segment of the path is empty, as in `/a/`, they \
replace it. In the GLOB of --unset, `\\*` is a `*` itself and `\\\\` a `\\`; with --encoded, they are \
`%2A` and `%5C`. A port may be any digits \
(section 3.2.3); `uri validate` reports one above 65535.

A line ends with LF or CRLF; an empty line is the empty reference. In JSON, each REF has an object: `input` and \
`output`, or `input` and `error`. The `part` of an error is the option that failed, and its `offset` counts in the \
reference after the edits before it.",
    status: &[
        (0, "every REF was edited"),
        (1, "a REF is invalid, or cannot have an edit"),
        (2, "an argument is wrong, such as an edit that no REF can have, or an input cannot be read"),
    ],
    examples: &[
        "uri edit --push 'a/b' --set 'k=v&w' http://h/x",
        "uri edit --scheme https --no-port --unset 'utm_*' < links.txt",
        "uri edit --encoded --path '/a%2Fb' --no-query --format json - < links.txt",
    ],
    see_also: &["uri-build", "uri-encode"],
};

pub(super) const BUILD: Help = Help {
    details: "\
The values of options are raw text: characters that the component does not allow are percent-encoded, and so is `%`, \
as `%25`. An internationalized domain name is written in its DNS form: `münchen.de` as `xn--mnchen-3ya.de`. Delimiters \
in a path, a query or a userinfo are kept; a segment, a key or a value is data without delimiters. With --encoded, \
the text is used as it is written, and has to be valid. The first `=` of a pair ends its key; a KEY alone is a pair without a value.

The components are combined first; then segments and pairs are added in the order in which they are typed. Components \
that cannot be combined are an error: a userinfo or a port without a host, and by section 3.3 a path after a host \
that does not begin with `/`. If a path would be read as an authority or as a scheme, `/.` or `./` is written before it.

In JSON, the answer is an object with `output`, or with `input`, which is the value at fault, and `error`, whose \
`part` is the option of the value.",
    status: &[
        (0, "the reference was built"),
        (1, "the components cannot be combined"),
        (2, "an argument is wrong, such as a port that is not a number"),
    ],
    examples: &[
        "uri build --scheme http --host example.com --push 'My Documents' --append 'q=1&2'",
        "uri build --scheme urn --path isbn:0451450523",
        "uri build --encoded --host '[2001:db8::7]' --port 8042 --path /a%2Fb",
    ],
    see_also: &["uri-edit", "uri-encode"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Edit {
    #[command(flatten)]
    pub(crate) edits: Edits,

    #[command(flatten)]
    pub(crate) written: Written,

    /// Read and write IRIs, which may contain non-ASCII characters (RFC 3987)
    #[arg(long)]
    pub(crate) iri: bool,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Build {
    /// The scheme
    #[arg(long, value_name = "SCHEME", allow_hyphen_values = true)]
    pub(crate) scheme: Option<OsString>,

    /// The userinfo, such as `user:password`
    #[arg(long, value_name = "USERINFO", allow_hyphen_values = true)]
    pub(crate) userinfo: Option<OsString>,

    /// The host: a name, or an IP address, in brackets or without
    #[arg(long, value_name = "HOST", allow_hyphen_values = true)]
    pub(crate) host: Option<OsString>,

    /// The port, of any number of digits
    #[arg(long, value_name = "PORT", allow_hyphen_values = true)]
    pub(crate) port: Option<OsString>,

    /// The path
    #[arg(long, value_name = "PATH", allow_hyphen_values = true)]
    pub(crate) path: Option<OsString>,

    /// The query
    #[arg(long, value_name = "QUERY", allow_hyphen_values = true)]
    pub(crate) query: Option<OsString>,

    /// The fragment
    #[arg(long, value_name = "FRAGMENT", allow_hyphen_values = true)]
    pub(crate) fragment: Option<OsString>,

    #[command(flatten)]
    pub(crate) additions: Additions,

    #[command(flatten)]
    pub(crate) written: Written,

    /// Build an IRI, which may contain non-ASCII characters (RFC 3987): they are not percent-encoded
    #[arg(long)]
    pub(crate) iri: bool,

    /// The output format: JSON is one object
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// The encoding of the values of options.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Written {
    /// Use the values of options as they are written, because they are already percent-encoded
    #[arg(long)]
    pub(crate) encoded: bool,

    /// Treat the query as the pairs of a form, application/x-www-form-urlencoded, in which `+` is a space
    #[arg(long)]
    pub(crate) form: bool,

    #[command(flatten)]
    pub(crate) separated: Separated,
}

/// The options that edit, in the order of [`EDITS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EditOption {
    Scheme,
    NoScheme,
    NoAuthority,
    Userinfo,
    NoUserinfo,
    Host,
    Port,
    NoPort,
    Path,
    NoPath,
    Push,
    AppendPath,
    Pop,
    Query,
    NoQuery,
    Set,
    Append,
    Unset,
    Sort,
    Fragment,
    NoFragment,
}

/// The option, its name, the name of its value, if any, and its help.
const EDITS: [(EditOption, &str, Option<&str>, &str); 21] = [
    (EditOption::Scheme, "--scheme", Some("SCHEME"), "Set the scheme"),
    (EditOption::NoScheme, "--no-scheme", None, "Remove the scheme"),
    (EditOption::NoAuthority, "--no-authority", None, "Remove the userinfo, the host and the port"),
    (EditOption::Userinfo, "--userinfo", Some("USERINFO"), "Set the userinfo, such as `user:password`"),
    (EditOption::NoUserinfo, "--no-userinfo", None, "Remove the userinfo"),
    (
        EditOption::Host,
        "--host",
        Some("HOST"),
        "Set the host: a name, or an IP address, in brackets or without",
    ),
    (EditOption::Port, "--port", Some("PORT"), "Set the port, of any number of digits"),
    (EditOption::NoPort, "--no-port", None, "Remove the port"),
    (EditOption::Path, "--path", Some("PATH"), "Set the path"),
    (EditOption::NoPath, "--no-path", None, "Make the path empty"),
    (EditOption::Push, "--push", Some("SEGMENT"), "Add a segment to the end of the path"),
    (
        EditOption::AppendPath,
        "--append-path",
        Some("PATH"),
        "Add the segments of PATH to the end of the path; a `/` at its start is only a delimiter",
    ),
    (EditOption::Pop, "--pop", None, "Remove the last segment of the path, if there is one below the root"),
    (EditOption::Query, "--query", Some("QUERY"), "Set the query"),
    (EditOption::NoQuery, "--no-query", None, "Remove the query"),
    (
        EditOption::Set,
        "--set",
        Some("KEY=VALUE"),
        "Set the value of a key in the query: replace its first pair and remove its others, or add a pair at the end",
    ),
    (EditOption::Append, "--append", Some("KEY=VALUE"), "Add a pair to the end of the query"),
    (
        EditOption::Unset,
        "--unset",
        Some("GLOB"),
        "Remove all pairs of the query with such a key, in which a `*` stands for any characters; for keys of trackers, see `uri normalize --drop-tracking`",
    ),
    (
        EditOption::Sort,
        "--sort",
        None,
        "Sort the pairs of the query by their keys; empty pieces stay where they are",
    ),
    (EditOption::Fragment, "--fragment", Some("FRAGMENT"), "Set the fragment"),
    (EditOption::NoFragment, "--no-fragment", None, "Remove the fragment"),
];
const ADDITIONS: [EditOption; 4] =
    [EditOption::Push, EditOption::AppendPath, EditOption::Set, EditOption::Append];

impl EditOption {
    /// Returns the name of the option.
    pub(crate) fn as_typed(self) -> &'static str {
        EDITS[self as usize].1
    }

    fn argument(self, heading: &'static str) -> Arg {
        let (_, option, value, help) = EDITS[self as usize];
        let argument = Arg::new(option)
            .long(option.trim_start_matches('-'))
            .help(help)
            .help_heading(heading)
            .action(ArgAction::Append)
            .value_parser(ValueParser::os_string());
        let argument = match self {
            // Removing the host removes the whole authority, because userinfo and port require a host.
            Self::NoAuthority => argument.visible_alias("no-host"),
            _ => argument,
        };
        match value {
            Some(name) => argument.value_name(name).allow_hyphen_values(true),
            // clap reports the positions of values only, so give the option an empty value.
            None => argument.num_args(0).default_missing_value(""),
        }
    }
}

/// An edit or addition, and the value of its option.
pub(crate) type Typed = (EditOption, OsString);

/// All edits, in the order of the command line.
#[derive(Debug)]
pub(crate) struct Edits(pub(crate) Vec<Typed>);

/// Additions to the reference that is built, in the order of the command line.
#[derive(Debug)]
pub(crate) struct Additions(pub(crate) Vec<Typed>);

macro_rules! ordered {
    ($Name:ident $options:expr, $heading:literal) => {
        impl clap::Args for $Name {
            fn augment_args(command: Command) -> Command {
                command.args($options.map(|option| option.argument($heading)))
            }

            fn augment_args_for_update(command: Command) -> Command {
                Self::augment_args(command)
            }
        }

        impl FromArgMatches for $Name {
            fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
                Ok(Self(typed(matches, &$options)))
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
                *self = Self::from_arg_matches(matches)?;
                Ok(())
            }
        }
    };
}

ordered! { Edits EDITS.map(|(option, ..)| option), "Edits, in the order in which they are typed" }
ordered! { Additions ADDITIONS, "Additions, in the order in which they are typed" }

/// Returns the given options and their values, in the order of the command line.
fn typed(matches: &ArgMatches, options: &[EditOption]) -> Vec<Typed> {
    let mut typed = Vec::new();
    for &option in options {
        let places = matches.indices_of(option.as_typed()).into_iter().flatten();
        let values = matches.get_many::<OsString>(option.as_typed()).into_iter().flatten();
        typed.extend(places.zip(values).map(|(place, value)| (place, (option, value.clone()))));
    }
    typed.sort_by_key(|&(place, _)| place);
    typed.into_iter().map(|(_, typed)| typed).collect()
}

pub(super) const ENCODE: Help = Help {
    details: "\
Characters that the component allows are kept, and all other bytes are percent-encoded; the text need not be UTF-8. A \
`%` becomes `%25`, so text that is already encoded is encoded twice.

A line ends with LF or CRLF, which is not part of the text. A byte order mark at the start of standard input is \
skipped, but not with --null or --whole.

In JSON, each TEXT has an object with `input` and `output`, and with `bytes`, in hexadecimal, if the input is not \
UTF-8.",
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
Characters that no URI contains are kept; a `%` that two hexadecimal digits do not follow is an error, unless \
--lenient keeps it.

A line ends with LF or CRLF, which is not part of the text. A byte order mark at the start of standard input is \
skipped, but not with --null or --whole. Data may contain line ends: --null and JSON separate the answers reliably.

On a terminal, characters that would control it are escaped. Elsewhere, such as in a file or a pipe, the data are \
written unchanged.

In JSON, each TEXT has an object: `input` and `output`, or `input` and `error`. With --bytes, it also has `bytes`, in \
hexadecimal, if the output is not UTF-8.",
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
    /// The component for which the text is encoded
    #[arg(long = "for", value_name = "COMPONENT")]
    pub(crate) component: Part,

    /// Treat the text as data without delimiters: only unreserved characters are kept (section 2.3)
    #[arg(long)]
    pub(crate) data: bool,

    /// Further characters that are kept; the component has to allow them
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

    /// Keep a `%` that two hexadecimal digits do not follow, instead of failing
    #[arg(long)]
    pub(crate) lenient: bool,

    /// Replace bytes that are not UTF-8 by U+FFFD, instead of failing
    #[arg(long)]
    pub(crate) lossy: bool,

    /// Write the decoded bytes even if they are not UTF-8
    #[arg(long, conflicts_with = "lossy")]
    pub(crate) bytes: bool,

    #[command(flatten)]
    pub(crate) text: Text,
}

/// The texts to process, and how to read and write them.
#[derive(Debug, clap::Args)]
pub(crate) struct Text {
    /// End each text on standard input, and each answer, with a NUL instead of a line feed
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    /// Treat all of standard input as one text, including line ends, and write nothing after the answer
    #[arg(long, conflicts_with_all = ["null", "values", "literal"])]
    pub(crate) whole: bool,

    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

impl Text {
    /// Returns how standard input is split into texts.
    pub(crate) const fn texts(&self) -> Texts {
        match (self.whole, self.null) {
            (true, _) => Texts::Whole,
            (_, true) => Texts::Null,
            _ => Texts::Lines,
        }
    }

    /// Returns the bytes after each answer.
    pub(crate) const fn end(&self) -> &'static [u8] {
        match self.texts() {
            Texts::Whole => b"",
            Texts::Null => b"\0",
            Texts::Lines => b"\n",
        }
    }
}

/// The component for which data are percent-encoded.
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
