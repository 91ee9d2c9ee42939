//! Where the configuration file is.

use std::env;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;

use crate::args::{Global, usage};
use crate::outcome::Error;

/// The variable that names the file.
const VARIABLE: &str = "URI_CONFIG";

/// A configuration file, or why there is none.
pub(crate) enum Place {
    /// The file of --config or of the variable, which has to exist, and who named it.
    Named(PathBuf, &'static str),
    /// The file of the user.
    Users(PathBuf),
    /// The file of the user, which does not exist.
    Absent(PathBuf),
    /// Neither the system nor the environment tells where the user's file would be.
    Homeless,
    /// What says that there is to be none.
    Excluded(&'static str),
}

impl Place {
    pub(super) fn of(global: &Global) -> Result<Self, Error> {
        match &global.config {
            Some(_) if global.no_config => {
                let said = "the argument '--config <FILE>' cannot be used with '--no-config'";
                return Err(usage::conflict(ErrorKind::ArgumentConflict, said).into());
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

    /// Returns what has decided which file it is, or that there is none.
    pub(crate) fn named_by(&self) -> &'static str {
        match self {
            Self::Named(_, by) | Self::Excluded(by) => by,
            Self::Users(_) | Self::Absent(_) | Self::Homeless => "default",
        }
    }
}

/// Returns the folder for the configurations of the user.
#[cfg(not(windows))]
fn folder() -> Option<PathBuf> {
    // By the XDG Base Directory Specification, a relative path is to be ignored.
    let own = env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
    own.or_else(|| Some(env::home_dir().filter(|home| home.is_absolute())?.join(".config")))
}

/// Returns the folder for the configurations of the user.
#[cfg(windows)]
fn folder() -> Option<PathBuf> {
    env::var_os("APPDATA").map(PathBuf::from).filter(|folder| folder.is_absolute())
}
