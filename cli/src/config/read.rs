//! Reading a configuration file.

use std::io::ErrorKind;
use std::path::Path;

use strsim::osa_distance;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};
use urigram::policy::Policy;

use super::Place;
use super::keys::{self, Key, Setting, Table};
use crate::args;
use crate::input::name::Name;
use crate::input::settings::Settings;
use crate::outcome::Error;

/// How many faults are shown. To find the line of one takes time linear in the file.
const MOST_SHOWN: usize = 20;

/// Returns what the file sets, or nothing if it is the user's and does not exist.
pub(super) fn settings(file: &Path, place: &Place) -> Result<Option<Vec<Setting>>, Error> {
    let source = match Settings::read(file, "configuration") {
        Ok(source) => source,
        Err(error) if error.kind() == ErrorKind::NotFound && matches!(place, Place::Users(_)) => {
            return Ok(None);
        }
        Err(error) => {
            let name = Name::of_file(file).shown;
            let by = match place {
                Place::Named(_, by) => format!(", the configuration file of {by}"),
                _ => "; use --no-config to ignore the configuration file".to_owned(),
            };
            return Err(Error::Refused(format!("uri: {name}: {error}{by}")));
        }
    };
    let table = DeTable::parse(&source.text).map_err(|error| Error::Refused(source.toml_fault(&error)))?;
    let uri = args::command();
    let mut reader =
        Reader { file, source: &source, tables: Table::all(&uri), settings: Vec::new(), faults: Vec::new() };
    reader.top(table.get_ref());
    let Reader { mut settings, mut faults, .. } = reader;
    if faults.is_empty() {
        settings.sort_by_key(|setting| setting.line);
        return Ok(Some(settings));
    }
    faults.sort_by_key(|&(offset, _)| offset);
    let shown = faults.iter().take(MOST_SHOWN);
    let mut said: Vec<_> = shown.map(|(offset, said)| source.fault(source.place(*offset), said)).collect();
    if faults.len() > MOST_SHOWN {
        said.push(format!("uri: and {} faults more", faults.len() - MOST_SHOWN));
    }
    Err(Error::Refused(said.join("\n")))
}

struct Reader<'a> {
    file: &'a Path,
    source: &'a Settings,
    tables: Vec<Table<'a>>,
    settings: Vec<Setting>,
    /// Each at the offset of its key or value.
    faults: Vec<(usize, String)>,
}

type KeyAt<'i> = Spanned<DeString<'i>>;
type ValueAt<'i> = Spanned<DeValue<'i>>;

impl Reader<'_> {
    fn top(&mut self, table: &DeTable<'_>) {
        for (name, value) in table {
            match (Key::named(name.get_ref()), value.get_ref()) {
                (Some(key), _) => self.set(None, key, name, value),
                (None, DeValue::Table(of)) => match self.table(name.get_ref()) {
                    Some(index) => self.below(index, of),
                    None => self.unknown(None, name),
                },
                (None, _) => self.unknown(None, name),
            }
        }
    }

    fn table(&self, name: &str) -> Option<usize> {
        self.tables.iter().position(|table| table.name == name)
    }

    /// Reads the table of a command.
    fn below(&mut self, index: usize, table: &DeTable<'_>) {
        for (name, value) in table {
            match Key::named(name.get_ref()).filter(|key| self.tables[index].has(*key)) {
                Some(key) => self.set(Some(index), key, name, value),
                None => self.unknown(Some(index), name),
            }
        }
    }

    fn set(&mut self, index: Option<usize>, key: Key, name: &KeyAt<'_>, value: &ValueAt<'_>) {
        let table = index.map(|index| &self.tables[index]);
        match self.value(table, key, value.get_ref()) {
            Ok(value) => {
                let (line, _) = self.source.place(name.span().start);
                let command = table.map(|table| table.name.clone());
                self.settings.push(Setting { command, key, value, line });
            }
            Err(said) => self.faults.push((value.span().start, said)),
        }
    }

    /// Returns the value of a key, or what is wrong with it.
    fn value(&self, table: Option<&Table<'_>>, key: Key, value: &DeValue<'_>) -> Result<String, String> {
        let name = key.name();
        let DeValue::String(text) = value else {
            return Err(format!("`{name}` is a string in quotes, not {}", article(value.type_str())));
        };
        if text.is_empty() {
            return Err(format!("`{name}` is empty"));
        }
        let Some(values) = keys::values(key, table) else { return Ok(self.path(key, text)) };
        if values.iter().any(|value| value == text) {
            return Ok(text.to_string());
        }
        let elsewhere = match (key, table) {
            (Key::Format, None) => keys::tables_with(text, &self.tables),
            _ => Vec::new(),
        };
        if !elsewhere.is_empty() {
            let tables: Vec<String> = elsewhere.iter().map(|table| format!("[{table}]")).collect();
            return Err(format!(
                "not every command has the format `{text}`; set it in {}",
                tables.join(" or ")
            ));
        }
        let advice = match nearest(text, values.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it can be {}", listed(values.iter().map(String::as_str))),
        };
        Err(format!("`{name}` cannot be `{text}`; {advice}"))
    }

    /// Returns the path of a file, or the name of a preset.
    fn path(&self, key: Key, text: &str) -> String {
        if key == Key::Policy && Policy::PRESETS.contains(&text) {
            return text.to_owned();
        }
        let folder = self.file.parent().unwrap_or(Path::new(""));
        // The text of the folder is what was typed or is in the environment, and UTF-8 on all but odd systems.
        folder.join(text).to_string_lossy().into_owned()
    }

    fn unknown(&mut self, index: Option<usize>, name: &KeyAt<'_>) {
        let table = index.map(|index| &self.tables[index]);
        let typed = name.get_ref();
        let keys: Vec<&str> = Key::of(table).into_iter().map(Key::name).collect();
        let place = table.map(|table| format!(" in [{}]", table.name)).unwrap_or_default();
        let tables = self.tables.iter().filter(|_| index.is_none()).map(|table| table.name.as_str());
        let advice = match nearest(typed, keys.iter().copied().chain(tables)) {
            Some(near) if keys.contains(&near) => format!("did you mean `{near}`?"),
            Some(near) => format!("did you mean [{near}]?"),
            None if index.is_some() => format!("it has {}", listed(keys.iter().copied())),
            None => format!("there are {}, and a table for each command", listed(keys.iter().copied())),
        };
        let said = format!("unknown key `{typed}`{place}; {advice}");
        self.faults.push((name.span().start, said));
    }
}

/// Returns the name that was probably meant.
fn nearest<'n>(typed: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let distances = names.map(|name| (osa_distance(typed, name), name));
    let (distance, name) = distances.min_by_key(|&(distance, _)| distance)?;
    (distance <= name.len().div_ceil(3)).then_some(name)
}

fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn article(kind: &str) -> String {
    let article = if kind.starts_with(['a', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {kind}")
}
