//! Options whose order counts: edits, and additions to a reference that is built.

use std::ffi::OsString;

use clap::builder::ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};

/// The heading in the help.
const IN_ORDER: &str = "Edits, in the order in which they are typed";
const ADDED: &str = "Additions, in the order in which they are typed";

/// An edit, by its option.
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

impl EditOption {
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

    /// Returns the option as it is typed.
    pub(crate) const fn as_typed(self) -> &'static str {
        self.described().0
    }

    /// Returns the name of the option, the name of its value if it has one, and the help.
    const fn described(self) -> (&'static str, Option<&'static str>, &'static str) {
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
            Self::Sort => (
                "--sort",
                None,
                "Sort the pairs of the query by their keys; empty pieces stay where they are",
            ),
            Self::Fragment => ("--fragment", Some("FRAGMENT"), "Set the fragment"),
            Self::NoFragment => ("--no-fragment", None, "Remove the fragment"),
        }
    }

    fn argument(self, heading: &'static str) -> Arg {
        let (option, value, help) = self.described();
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
            // clap reports the positions of values only.
            None => argument.num_args(0).default_missing_value(""),
        }
    }
}

/// An option and its value.
pub(crate) type Typed = (EditOption, OsString);

/// All edits, as they were typed.
#[derive(Debug)]
pub(crate) struct Edits(pub(crate) Vec<Typed>);

/// What is added to what is built, as it was typed.
#[derive(Debug)]
pub(crate) struct Additions(pub(crate) Vec<Typed>);

macro_rules! ordered {
    ($Name:ident $options:ident $heading:ident) => {
        impl clap::Args for $Name {
            fn augment_args(command: Command) -> Command {
                command.args(EditOption::$options.map(|option| option.argument($heading)))
            }

            fn augment_args_for_update(command: Command) -> Command {
                Self::augment_args(command)
            }
        }

        impl FromArgMatches for $Name {
            fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
                Ok(Self(typed(matches, &EditOption::$options)))
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
                *self = Self::from_arg_matches(matches)?;
                Ok(())
            }
        }
    };
}

ordered! { Edits EDITS IN_ORDER }
ordered! { Additions ADDITIONS ADDED }

/// Returns the given options and their values, in the order in which they were typed.
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
