//! The configuration file: the user's defaults for options.
//!
//! [`Config::of`] finds and reads the file. [`Config::defaults`] returns the settings that apply to a command
//! and that its command line does not override; `lib.rs` then parses the command line again with these
//! defaults.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, Id, ValueEnum};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};
use urigram::policy::Policy;
use urigram_grammar::closest;

use crate::args::{self, Global, When, usage};
use crate::input::Name;
use crate::input::Settings;
use crate::outcome::Error;
use crate::output::visible;
use crate::parser::read;
use crate::parser::start::is_of_references;

/// The environment variable that names the file.
const VARIABLE: &str = "URI_CONFIG";
/// Each key sets the default of the option of the same name.
const KEYS: [&str; 4] = ["color", "format", "grammar", "policy"];
/// The commands that have the option `--grammar`.
const BY_GRAMMAR: [&str; 5] = ["parse", "tree", "trace", "check", "validate"];
/// The formats that every command has.
const COMMON: [&str; 2] = ["text", "json"];
/// The maximum number of faults that are reported. Finding the line of each takes linear time.
const MOST_SHOWN: usize = 20;

/// The settings of a configuration file.
pub(crate) struct Config {
    pub(crate) place: Place,
    /// In the order of the file.
    pub(crate) settings: Vec<Setting>,
}

/// A default for an option.
pub(crate) struct Setting {
    /// The name of the table, or `None` at the top of the file.
    pub(crate) command: Option<String>,
    pub(crate) key: &'static str,
    /// The value. Paths are relative to the folder of the configuration file, and already joined to it.
    pub(crate) value: String,
    pub(crate) line: usize,
}

/// The configuration file, or the reason why none is read.
pub(crate) enum Place {
    /// The file named by the option or variable in the second field. It must exist.
    Named(PathBuf, &'static str),
    /// The user's file.
    Users(PathBuf),
    /// The user's file, which does not exist.
    Absent(PathBuf),
    /// The folder of the user's file is not known.
    Homeless,
    /// This option or variable disables configuration files.
    Excluded(&'static str),
}

impl Place {
    fn of(global: &Global) -> Result<Self, Error> {
        match &global.config {
            Some(_) if global.no_config => {
                let message = "the argument '--config <FILE>' cannot be used with '--no-config'";
                return Err(usage::conflict(ErrorKind::ArgumentConflict, message).into());
            }
            Some(file) => return Ok(Self::Named(file.clone(), "--config")),
            None if global.no_config => return Ok(Self::Excluded("--no-config")),
            None => {}
        }
        Ok(match env::var_os(VARIABLE) {
            Some(file) if file.is_empty() => Self::Excluded(VARIABLE),
            Some(file) => Self::Named(file.into(), VARIABLE),
            None => {
                folder().map_or(Self::Homeless, |folder| Self::Users(folder.join("uri").join("config.toml")))
            }
        })
    }

    /// Returns the file, whether it exists or not.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::Named(file, _) | Self::Users(file) | Self::Absent(file) => Some(file),
            Self::Homeless | Self::Excluded(_) => None,
        }
    }

    /// Returns the option or variable that names the file, or `default`.
    pub(crate) fn named_by(&self) -> &'static str {
        match self {
            Self::Named(_, by) | Self::Excluded(by) => by,
            Self::Users(_) | Self::Absent(_) | Self::Homeless => "default",
        }
    }
}

/// Returns the folder for the user's configuration files.
fn folder() -> Option<PathBuf> {
    // The XDG Base Directory Specification says to ignore a relative path.
    let variable = if cfg!(windows) { "APPDATA" } else { "XDG_CONFIG_HOME" };
    let own = env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let home = || env::home_dir().filter(|home| !cfg!(windows) && home.is_absolute());
    own.or_else(|| Some(home()?.join(".config")))
}

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
    /// Finds and reads the configuration file.
    pub(crate) fn of(global: &Global) -> Result<Self, Error> {
        let mut place = Place::of(global)?;
        let Some(file) = place.file() else { return Ok(Self { place, settings: Vec::new() }) };
        let (source, by) = match (Settings::read(file, "configuration"), &place) {
            (Ok(source), _) => return Ok(Self { settings: settings(file, &source)?, place }),
            (Err(error), Place::Users(file)) if error.kind() == io::ErrorKind::NotFound => {
                place = Place::Absent(file.clone());
                return Ok(Self { place, settings: Vec::new() });
            }
            (Err(error), Place::Named(_, by)) => (error, format!(", the configuration file of {by}")),
            (Err(error), _) => (error, "; use --no-config to ignore the configuration file".to_owned()),
        };
        Err(Error::Refused(format!("uri: {}: {source}{by}", Name::of_file(file).shown)))
    }

    /// Returns the `color` setting.
    pub(crate) fn color(&self) -> Option<When> {
        let set = self.settings.iter().find(|setting| setting.key == "color")?;
        When::from_str(&set.value, false).ok()
    }

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
        let name = command.join("-");
        let file = self.place.file().map(|file| Name::of_file(file).shown).unwrap_or_default();
        let mut defaults = Defaults { command, options: Vec::new(), file };
        let tables = Table::all(&uri);
        let Some(table) = tables.iter().find(|table| table.name == name) else { return defaults };
        for key in table.keys() {
            let gives_way = is_typed(arguments, key)
                || key == "grammar" && is_typed(typed, "by")
                || key == "policy" && is_of_a_part(arguments)
                || is_excluded(table.command, arguments, key);
            if let Some(setting) = self.setting(key, &name).filter(|_| !gives_way) {
                defaults.options.push((key, setting.value.clone()));
            }
        }
        defaults
    }

    /// Returns the setting in the table of the command, or else at the top level.
    fn setting(&self, key: &str, command: &str) -> Option<&Setting> {
        let of_key = || self.settings.iter().filter(|setting| setting.key == key);
        let own = of_key().find(|setting| setting.command.as_deref() == Some(command));
        own.or_else(|| of_key().find(|setting| setting.command.is_none()))
    }
}

impl Defaults {
    /// Returns a note for the message of an error that these defaults may have caused.
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

/// Returns whether the rule matches only a part of a reference. Policies apply to whole references only.
fn is_of_a_part(arguments: &ArgMatches) -> bool {
    let rule = arguments.get_one::<OsString>("rule").map(|rule| rule.to_string_lossy());
    rule.is_some_and(|rule| !is_of_references(&rule.replace('_', "-")))
}

/// Returns whether the option with this id conflicts with an option on the command line.
fn is_excluded(command: &Command, arguments: &ArgMatches, id: &str) -> bool {
    let argument = |id: &str| command.get_arguments().find(|argument| argument.get_id() == id);
    let excludes = |a: &str, b: &str| {
        argument(a).is_some_and(|a| command.get_arg_conflicts_with(a).iter().any(|other| other.get_id() == b))
    };
    let mut typed = arguments.ids().map(Id::as_str).filter(|id| is_typed(arguments, id));
    typed.any(|other| excludes(other, id) || excludes(id, other))
}

/// A command that can have a table.
struct Table<'c> {
    /// Such as `grammar-diff`.
    name: String,
    command: &'c Command,
}

impl<'c> Table<'c> {
    /// Returns the tables of all commands that have a key.
    fn all(uri: &'c Command) -> Vec<Self> {
        let mut all = Vec::new();
        for command in uri.get_subcommands() {
            let name = command.get_name();
            all.push(Self { name: name.to_owned(), command });
            all.extend(
                command
                    .get_subcommands()
                    .map(|command| Self { name: format!("{name}-{}", command.get_name()), command }),
            );
        }
        all.retain(|table| !table.keys().is_empty());
        all
    }

    fn keys(&self) -> Vec<&'static str> {
        let has = |key: &&str| match *key {
            "color" => false,
            "grammar" => BY_GRAMMAR.contains(&self.name.as_str()),
            key => self.option(key).is_some(),
        };
        KEYS.into_iter().filter(has).collect()
    }

    fn option(&self, key: &str) -> Option<&Arg> {
        self.command.get_arguments().find(|argument| argument.get_long() == Some(key))
    }

    fn formats(&self) -> Vec<String> {
        let values = self.option("format").into_iter().flat_map(Arg::get_possible_values);
        values.map(|value| value.get_name().to_owned()).collect()
    }
}

/// The offset of a key or value in the file, and a message.
type Fault = (usize, String);

/// Returns the settings of the file.
fn settings(file: &Path, source: &Settings) -> Result<Vec<Setting>, Error> {
    let top = DeTable::parse(&source.text).map_err(|error| Error::Refused(source.toml_fault(&error)))?;
    let uri = args::command();
    let reader = Reader { file, source, tables: Table::all(&uri) };
    let (mut settings, mut faults) = (Vec::new(), Vec::new());
    let mut add = |table, name, value| match reader.setting(table, name, value) {
        Ok(setting) => settings.push(setting),
        Err(fault) => faults.push(fault),
    };
    for (name, value) in top.get_ref() {
        let is_table = |table: &&Table<'_>| table.name == *name.get_ref() && !KEYS.contains(&&*table.name);
        match (reader.tables.iter().find(is_table), value.get_ref()) {
            (table @ Some(_), DeValue::Table(values)) => {
                values.iter().for_each(|(name, value)| add(table, name, value));
            }
            _ => add(None, name, value),
        }
    }
    if faults.is_empty() {
        settings.sort_by_key(|setting| setting.line);
        return Ok(settings);
    }
    faults.sort_by_key(|&(offset, _)| offset);
    let shown = faults.iter().take(MOST_SHOWN);
    let mut lines: Vec<_> =
        shown.map(|(offset, message)| source.fault(source.place(*offset), message)).collect();
    if faults.len() > MOST_SHOWN {
        lines.push(format!("uri: and {} faults more", faults.len() - MOST_SHOWN));
    }
    Err(Error::Refused(lines.join("\n")))
}

struct Reader<'a> {
    file: &'a Path,
    source: &'a Settings,
    tables: Vec<Table<'a>>,
}

impl Reader<'_> {
    /// Returns the setting of a key in the table of a command, or at the top level.
    fn setting(
        &self,
        table: Option<&Table<'_>>,
        name: &Spanned<DeString<'_>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Setting, Fault> {
        let keys = table.map_or(KEYS.to_vec(), Table::keys);
        let Some(&key) = keys.iter().find(|key| **key == *name.get_ref()) else {
            return Err((name.span().start, self.unknown(table, &keys, name.get_ref())));
        };
        let value =
            self.value(table, key, value.get_ref()).map_err(|message| (value.span().start, message))?;
        let (line, _) = self.source.place(name.span().start);
        Ok(Setting { command: table.map(|table| table.name.clone()), key, value, line })
    }

    /// Returns the value of a key, or a message if it is wrong.
    fn value(&self, table: Option<&Table<'_>>, key: &str, value: &DeValue<'_>) -> Result<String, String> {
        let DeValue::String(text) = value else {
            let kind = value.type_str();
            let article = if kind.starts_with(['a', 'i', 'o']) { "an" } else { "a" };
            return Err(format!("`{key}` is a string in quotes, not {article} {kind}"));
        };
        if text.is_empty() {
            return Err(format!("`{key}` is empty"));
        }
        let values: Vec<String> = match (key, table) {
            ("color", _) => {
                let names = When::value_variants().iter().filter_map(ValueEnum::to_possible_value);
                names.map(|value| value.get_name().to_owned()).collect()
            }
            ("format", None) => COMMON.map(str::to_owned).into(),
            ("format", Some(table)) => table.formats(),
            ("grammar", _) if read::is_name(Path::new(&**text)) => return Ok(text.to_string()),
            ("policy", _) if Policy::PRESETS.contains(&&**text) => return Ok(text.to_string()),
            _ => {
                // The path comes from the command line or the environment, and is almost always UTF-8.
                let folder = self.file.parent().unwrap_or(Path::new(""));
                return Ok(folder.join(&**text).to_string_lossy().into_owned());
            }
        };
        if values.iter().any(|value| value == text) {
            return Ok(text.to_string());
        }
        let has = |table: &&Table<'_>| key == "format" && table.formats().iter().any(|format| format == text);
        let elsewhere: Vec<String> =
            self.tables.iter().filter(has).map(|table| format!("[{}]", table.name)).collect();
        if table.is_none() && !elsewhere.is_empty() {
            let tables = elsewhere.join(" or ");
            return Err(format!("not every command has the format `{text}`; set it in {tables}"));
        }
        let advice = match closest(text, values.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it can be {}", listed(&values)),
        };
        Err(format!("`{key}` cannot be `{text}`; {advice}"))
    }

    /// Returns the message for a key that is not one of these.
    fn unknown(&self, table: Option<&Table<'_>>, keys: &[&str], typed: &str) -> String {
        let place = table.map(|table| format!(" in [{}]", table.name)).unwrap_or_default();
        let tables = self.tables.iter().filter(|_| table.is_none()).map(|table| table.name.as_str());
        let advice = match closest(typed, keys.iter().copied().chain(tables)) {
            Some(near) if keys.contains(&near) => format!("did you mean `{near}`?"),
            Some(near) => format!("did you mean [{near}]?"),
            None if table.is_some() => format!("it has {}", listed(keys)),
            None => format!("there are {}, and a table for each command", listed(keys)),
        };
        format!("unknown key `{typed}`{place}; {advice}")
    }
}

fn listed<N: AsRef<str>>(names: &[N]) -> String {
    names.iter().map(|name| format!("`{}`", name.as_ref())).collect::<Vec<_>>().join(", ")
}
