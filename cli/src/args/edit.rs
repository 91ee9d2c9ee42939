//! What can be typed after `uri edit` and `uri build`.

use std::ffi::OsString;

use clap::builder::ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};

use super::{Format, Values};

pub(super) const EDIT_EXAMPLES: &str = "\
Examples:
  uri edit --push 'a/b' --set 'k=v&w' http://h/x
  uri edit --scheme https --no-port --unset utm_source < links.txt
  uri edit --encoded --path '/a%2Fb' --no-query --format json - < links.txt

The edits are made one after another, as they are typed. If a REF cannot have one, it is left out, and the \
others go on. If none can, as with a port that is no number, nothing is read.

What the options are given is raw text: what its component may not have is percent-encoded, a `%` too, as `%25`. \
A path, a query or a userinfo keeps its delimiters; a segment, a key or a value has none: it is data. With \
--encoded the text is taken as it is written, and has to be valid; to do both, edit what `uri edit --encoded` has \
made. The first `=` of a pair ends its key; a KEY alone is a pair without a value.

Where a path would be read as an authority or as a scheme, `/.` or `./` is written before it.

A line ends with LF or CRLF; an empty one is the empty reference. In JSON, each REF has an object: `input` and \
`output`, or `input` and `error`. An error tells by `part` which option cannot be done, and counts its `offset` \
in the reference that the edits before it have made.";

pub(super) const BUILD_EXAMPLES: &str = "\
Examples:
  uri build --scheme http --host example.com --push 'My Documents' --append 'q=1&2'
  uri build --scheme urn --path isbn:0451450523
  uri build --encoded --host '[2001:db8::7]' --port 8042 --path /a%2Fb

What the options are given is raw text: what its component may not have is percent-encoded, a `%` too, as `%25`. \
A path, a query or a userinfo keeps its delimiters; a segment, a key or a value has none: it is data. With \
--encoded the text is taken as it is written, and has to be valid. The first `=` of a pair ends its key; a \
KEY alone is a pair without a value.

First the components are put together; then segments and pairs are added, as they are typed. Components that \
cannot stand together are an error: a userinfo or a port without a host, and by section 3.3 a path that does not \
begin with `/` after a host, that begins with `//` without one, or whose first segment has a colon without a \
scheme.

In JSON, the answer is an object with `output`, or with `input`, which is the text to blame, and `error`, \
which tells by `part` whose option it is.";

/// The heading in the help of what is done in the order in which it is typed.
const IN_ORDER: &str = "Edits, in the order in which they are typed";
const ADDED: &str = "Additions, in the order in which they are typed";

#[derive(Debug, clap::Args)]
pub(crate) struct Edit {
    #[command(flatten)]
    pub(crate) edits: Edits,

    #[command(flatten)]
    pub(crate) written: Written,

    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) values: Values,
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

    /// The port
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

    /// How to answer; JSON is one object
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// How what is typed is written.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Written {
    /// What these options are given is percent-encoded already: it is taken as it is written
    #[arg(long)]
    pub(crate) encoded: bool,

    /// The pairs of the query are those of a form, application/x-www-form-urlencoded: `+` is a space
    #[arg(long)]
    pub(crate) form: bool,
}

/// An edit, by its option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
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

impl Asked {
    const EDITS: [Self; 20] = [
        Self::Scheme,
        Self::NoScheme,
        Self::NoAuthority,
        Self::Userinfo,
        Self::NoUserinfo,
        Self::Host,
        Self::Port,
        Self::NoPort,
        Self::Path,
        Self::NoPath,
        Self::Push,
        Self::Pop,
        Self::Query,
        Self::NoQuery,
        Self::Set,
        Self::Append,
        Self::Unset,
        Self::Sort,
        Self::Fragment,
        Self::NoFragment,
    ];
    const ADDITIONS: [Self; 3] = [Self::Push, Self::Set, Self::Append];

    /// The option, as it is typed.
    pub(crate) const fn option(self) -> &'static str {
        self.known().0
    }

    /// The option, what its value is called if it has one, and what it does.
    const fn known(self) -> (&'static str, Option<&'static str>, &'static str) {
        match self {
            Self::Scheme => ("--scheme", Some("SCHEME"), "Set the scheme"),
            Self::NoScheme => ("--no-scheme", None, "Remove the scheme"),
            Self::NoAuthority => ("--no-authority", None, "Remove the userinfo, the host and the port"),
            Self::Userinfo => ("--userinfo", Some("USERINFO"), "Set the userinfo, such as `user:password`"),
            Self::NoUserinfo => ("--no-userinfo", None, "Remove the userinfo"),
            Self::Host => {
                ("--host", Some("HOST"), "Set the host: a name, or an IP address, in brackets or without")
            }
            Self::Port => ("--port", Some("PORT"), "Set the port"),
            Self::NoPort => ("--no-port", None, "Remove the port"),
            Self::Path => ("--path", Some("PATH"), "Set the path"),
            Self::NoPath => ("--no-path", None, "Make the path empty"),
            Self::Push => ("--push", Some("SEGMENT"), "Add a segment to the end of the path"),
            Self::Pop => {
                ("--pop", None, "Remove the last segment of the path, if there is one below the root")
            }
            Self::Query => ("--query", Some("QUERY"), "Set the query"),
            Self::NoQuery => ("--no-query", None, "Remove the query"),
            Self::Set => (
                "--set",
                Some("KEY=VALUE"),
                "Give a key of the query this value, where it is first or else at the end, and nowhere else",
            ),
            Self::Append => ("--append", Some("KEY=VALUE"), "Add a pair to the end of the query"),
            Self::Unset => ("--unset", Some("KEY"), "Remove all pairs of the query that have this key"),
            Self::Sort => ("--sort", None, "Sort the pairs of the query by their keys"),
            Self::Fragment => ("--fragment", Some("FRAGMENT"), "Set the fragment"),
            Self::NoFragment => ("--no-fragment", None, "Remove the fragment"),
        }
    }

    fn argument(self, heading: &'static str) -> Arg {
        let (option, value, help) = self.known();
        let argument = Arg::new(option)
            .long(option.trim_start_matches('-'))
            .help(help)
            .help_heading(heading)
            .action(ArgAction::Append)
            .value_parser(ValueParser::os_string());
        let argument = match self {
            // A host is no less than the authority without its userinfo and port, which need one.
            Self::NoAuthority => argument.alias("no-host"),
            _ => argument,
        };
        match value {
            Some(name) => argument.value_name(name).allow_hyphen_values(true),
            // clap tells only of values where they stood.
            None => argument.num_args(0).default_missing_value(""),
        }
    }
}

/// An option, and what was typed after it.
pub(crate) type Typed = (Asked, OsString);

/// All edits, as they were typed.
#[derive(Debug)]
pub(crate) struct Edits(pub(crate) Vec<Typed>);

/// What is added to what is built, as it was typed.
#[derive(Debug)]
pub(crate) struct Additions(pub(crate) Vec<Typed>);

macro_rules! in_order {
    ($Name:ident $options:ident $heading:ident) => {
        impl clap::Args for $Name {
            fn augment_args(command: Command) -> Command {
                command.args(Asked::$options.map(|asked| asked.argument($heading)))
            }

            fn augment_args_for_update(command: Command) -> Command {
                Self::augment_args(command)
            }
        }

        impl FromArgMatches for $Name {
            fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
                Ok(Self(typed(matches, &Asked::$options)))
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
                *self = Self::from_arg_matches(matches)?;
                Ok(())
            }
        }
    };
}

in_order! { Edits EDITS IN_ORDER }
in_order! { Additions ADDITIONS ADDED }

/// What was typed of these options, in its order.
fn typed(matches: &ArgMatches, options: &[Asked]) -> Vec<Typed> {
    let mut typed = Vec::new();
    for &asked in options {
        let places = matches.indices_of(asked.option()).into_iter().flatten();
        let values = matches.get_many::<OsString>(asked.option()).into_iter().flatten();
        typed.extend(places.zip(values).map(|(place, value)| (place, (asked, value.clone()))));
    }
    typed.sort_by_key(|&(place, _)| place);
    typed.into_iter().map(|(_, typed)| typed).collect()
}
