//! The keys of a configuration file, the values that they can have, and those that are set.

use clap::{Arg, Command, ValueEnum};

use crate::args::When;

/// A key, which has the name of the option that it is the default of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Color,
    Format,
    Grammar,
    Policy,
}

/// A default for an option.
pub(crate) struct Setting {
    /// The name of the table, or nothing at the top of the file.
    pub(crate) command: Option<String>,
    pub(crate) key: Key,
    /// Of a file, the path: it does not depend on the working directory.
    pub(crate) value: String,
    pub(crate) line: usize,
}

/// The commands that parse by a grammar.
const BY_GRAMMAR: [&str; 5] = ["parse", "tree", "trace", "check", "validate"];
/// The formats that every command has.
const COMMON: [&str; 2] = ["text", "json"];

impl Key {
    const ALL: [Self; 4] = [Self::Color, Self::Format, Self::Grammar, Self::Policy];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Color => "color",
            Self::Format => "format",
            Self::Grammar => "grammar",
            Self::Policy => "policy",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }

    /// Returns the keys at the top, or those in the table of a command.
    pub(super) fn of(command: Option<&Table<'_>>) -> Vec<Self> {
        let has = |key: &Self| command.is_none_or(|command| command.has(*key));
        Self::ALL.into_iter().filter(has).collect()
    }
}

/// Returns when colors are used, by its name.
pub(super) fn color(name: &str) -> Option<When> {
    When::from_str(name, false).ok()
}

/// A command that can have a table.
pub(super) struct Table<'c> {
    /// Such as `grammar-diff`.
    pub(super) name: String,
    pub(super) command: &'c Command,
}

impl<'c> Table<'c> {
    /// Returns those of all commands that have a key.
    pub(super) fn all(uri: &'c Command) -> Vec<Self> {
        let mut all = Vec::new();
        for command in uri.get_subcommands() {
            all.push(Self { name: command.get_name().to_owned(), command });
            for below in command.get_subcommands() {
                all.push(Self {
                    name: format!("{}-{}", command.get_name(), below.get_name()),
                    command: below,
                });
            }
        }
        all.retain(|table| !Key::of(Some(table)).is_empty());
        all
    }

    /// Returns whether the command has the option.
    pub(super) fn has(&self, key: Key) -> bool {
        match key {
            Key::Color => false,
            Key::Grammar => BY_GRAMMAR.contains(&self.name.as_str()),
            Key::Format | Key::Policy => self.option(key).is_some(),
        }
    }

    fn option(&self, key: Key) -> Option<&Arg> {
        self.command.get_arguments().find(|argument| argument.get_long() == Some(key.name()))
    }

    fn formats(&self) -> Vec<String> {
        let values = self.option(Key::Format).into_iter().flat_map(Arg::get_possible_values);
        values.map(|value| value.get_name().to_owned()).collect()
    }
}

/// Returns the values that a key can have at the top or in the table of a command, unless it is a file.
pub(super) fn values(key: Key, table: Option<&Table<'_>>) -> Option<Vec<String>> {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    match key {
        Key::Color => {
            let names = When::value_variants().iter().filter_map(ValueEnum::to_possible_value);
            Some(names.map(|value| value.get_name().to_owned()).collect())
        }
        Key::Format => Some(table.map_or_else(|| owned(&COMMON), Table::formats)),
        Key::Grammar | Key::Policy => None,
    }
}

/// Returns the tables of the commands that have this format, if they are not all.
pub(super) fn tables_with<'t>(format: &str, tables: &'t [Table<'_>]) -> Vec<&'t str> {
    let have = tables.iter().filter(|table| table.formats().iter().any(|name| name == format));
    have.map(|table| table.name.as_str()).collect()
}
