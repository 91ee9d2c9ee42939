//! The defaults of a command: what the configuration file sets for it, and the command line does not.

use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{ArgMatches, Command, Id};

use super::Config;
use super::keys::{Key, Setting, Table};
use crate::args;
use crate::input::name::Name;
use crate::output::visible;
use crate::parser::start::is_of_references;

/// The defaults of a command.
#[derive(Default)]
pub(crate) struct Defaults {
    /// The path of the command below `uri`.
    pub(crate) command: Vec<String>,
    /// The names of options, and the values.
    pub(crate) options: Vec<(&'static str, String)>,
    /// The name of the file, for messages.
    file: String,
}

impl Config {
    /// Returns the defaults of the command with these arguments.
    pub(crate) fn defaults(&self, typed: &ArgMatches) -> Defaults {
        if self.settings.is_empty() {
            return Defaults::default();
        }
        let (mut command, mut arguments) = (Vec::new(), typed);
        while let Some((name, below)) = arguments.subcommand() {
            command.push(name.to_owned());
            arguments = below;
        }
        let uri = args::command();
        let file = self.place.file().map(|file| Name::of_file(file).shown);
        let mut defaults = Defaults { command, options: Vec::new(), file: file.unwrap_or_default() };
        let name = defaults.command.join("-");
        let tables = Table::all(&uri);
        let Some(table) = tables.iter().find(|table| table.name == name) else { return defaults };
        let before = is_typed(typed, "by");
        for key in Key::of(Some(table)) {
            let gives_way = is_typed(arguments, key.name())
                || key == Key::Grammar && before
                || key == Key::Policy && is_of_a_part(arguments)
                || is_excluded(table.command, arguments, key.name());
            if let Some(setting) = self.setting(key, &name).filter(|_| !gives_way) {
                defaults.options.push((key.name(), setting.value.clone()));
            }
        }
        defaults
    }

    /// Returns what is set in the table of the command, or else at the top.
    fn setting(&self, key: Key, command: &str) -> Option<&Setting> {
        let of_key = || self.settings.iter().filter(|setting| setting.key == key);
        let own = of_key().find(|setting| setting.command.as_deref() == Some(command));
        own.or_else(|| of_key().find(|setting| setting.command.is_none()))
    }
}

impl Defaults {
    /// Returns a note for the message of an error that may be due to them.
    pub(crate) fn note(&self) -> Option<String> {
        let set = |(option, value): &(&str, String)| format!("--{option} {value}");
        let options: Vec<String> = self.options.iter().map(set).collect();
        let options = visible::name(options.join(" ").as_bytes());
        (!self.options.is_empty())
            .then(|| format!("uri: {} has set {options}; use --no-config to ignore it", self.file))
    }
}

fn is_typed(arguments: &ArgMatches, id: &str) -> bool {
    arguments.value_source(id) == Some(ValueSource::CommandLine)
}

/// Returns whether the rule is one of a part of references, of which a policy has nothing to say.
fn is_of_a_part(arguments: &ArgMatches) -> bool {
    let rule = arguments.get_one::<OsString>("rule").map(|rule| rule.to_string_lossy());
    rule.is_some_and(|rule| !is_of_references(&rule.replace('_', "-")))
}

/// Returns whether the option cannot stand beside one that was typed.
fn is_excluded(command: &Command, arguments: &ArgMatches, id: &str) -> bool {
    let argument = |id: &str| command.get_arguments().find(|argument| argument.get_id() == id);
    let excludes = |a: &str, b: &str| {
        argument(a).is_some_and(|a| command.get_arg_conflicts_with(a).iter().any(|other| other.get_id() == b))
    };
    let typed = arguments.ids().map(Id::as_str).filter(|id| is_typed(arguments, id));
    typed.into_iter().any(|other| excludes(other, id) || excludes(id, other))
}
