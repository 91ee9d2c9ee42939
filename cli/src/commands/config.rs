//! `uri config`: shows the configuration that is in force.

use std::io::Write;

use crate::args::{Config as Arguments, Format};
use crate::config::{Config, Place, Setting};
use crate::input::Name;
use crate::outcome::Error;
use crate::output::{self, json, visible};

pub(crate) fn run(arguments: &Arguments, config: &Config) -> Result<(), Error> {
    let mut out = output::plain();
    match arguments.format {
        Format::Json => json::write_line(&mut out, &configured(config))?,
        Format::Text => show(&mut out, config)?,
    }
    Ok(out.flush()?)
}

fn configured(Config { place, settings }: &Config) -> json::Configured<'_> {
    let set = settings.iter().map(|Setting { command, key, value, line }| json::Set {
        command: command.as_deref(),
        key,
        value,
        line: *line,
    });
    json::Configured {
        file: place.file().map(|file| Name::of_file(file).text),
        exists: matches!(place, Place::Named(..) | Place::Users(_)),
        named_by: place.named_by(),
        settings: set.collect(),
    }
}

/// Writes the configuration in the format of the configuration file.
fn show(out: &mut impl Write, Config { place, settings }: &Config) -> Result<(), Error> {
    let name = place.file().map(|file| Name::of_file(file).shown).unwrap_or_default();
    match place {
        Place::Named(..) | Place::Users(_) => writeln!(out, "# {name}")?,
        Place::Absent(_) => writeln!(out, "# no configuration: {name} does not exist")?,
        Place::Homeless => writeln!(out, "# no configuration: there is no home directory to look for it in")?,
        Place::Excluded(by) => writeln!(out, "# no configuration, by {by}")?,
    }
    let mut commands: Vec<Option<&str>> = vec![None];
    for setting in settings {
        if !commands.contains(&setting.command.as_deref()) {
            commands.push(setting.command.as_deref());
        }
    }
    for command in commands {
        if let Some(command) = command {
            writeln!(out, "\n[{command}]")?;
        }
        for setting in settings.iter().filter(|setting| setting.command.as_deref() == command) {
            writeln!(out, "{} = {}", setting.key, quoted(&setting.value))?;
        }
    }
    Ok(())
}

/// Returns the text as a TOML string, with unprintable characters escaped.
fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        c if visible::affects_terminal(c) => format!("\\U{:08X}", u32::from(c)),
        c => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_as_they_were() {
        let text = "C:\\a \"b\"\u{1b}\u{202e}\u{e0001}é";
        let quoted = quoted(text);
        assert!(!quoted.contains(visible::affects_terminal), "{quoted}");
        let read: toml::Table = toml::from_str(&format!("a = {quoted}")).unwrap();
        assert_eq!(read["a"].as_str(), Some(text));
    }
}
