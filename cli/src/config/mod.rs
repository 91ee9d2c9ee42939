//! The configuration file: defaults for options, by the person who runs the command.
//!
//! In: the global options and the environment, which `place` asks where the file is; and the arguments of a command.
//! Out: what the file sets, as `read` finds it by the `keys` that there are, and the `defaults` of a command.
//! Next: `main`, which reads the arguments again with these defaults.

mod defaults;
mod keys;
mod place;
mod read;

pub(crate) use self::defaults::Defaults;
use self::keys::Key;
pub(crate) use self::keys::Setting;
pub(crate) use self::place::Place;
use crate::args::{Global, When};
use crate::outcome::Error;

/// What a configuration file sets.
pub(crate) struct Config {
    pub(crate) place: Place,
    /// In the order of the file.
    pub(crate) settings: Vec<Setting>,
}

impl Config {
    /// Returns the configuration that is in force.
    pub(crate) fn of(global: &Global) -> Result<Self, Error> {
        let place = Place::of(global)?;
        let Some(file) = place.file() else { return Ok(Self { place, settings: Vec::new() }) };
        match (read::settings(file, &place)?, place) {
            (None, Place::Users(file)) => Ok(Self { place: Place::Absent(file), settings: Vec::new() }),
            (settings, place) => Ok(Self { place, settings: settings.unwrap_or_default() }),
        }
    }

    /// Returns when to use colors, unless the command line says so.
    pub(crate) fn color(&self) -> Option<When> {
        let set = self.settings.iter().find(|setting| setting.key == Key::Color)?;
        keys::color(&set.value)
    }
}
