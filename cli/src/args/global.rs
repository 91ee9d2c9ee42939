//! The options of every command.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use anstream::ColorChoice;
use clap::ValueEnum;

#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Global {
    /// When to use colors, also in help and messages; `auto` is on a terminal, unless NO_COLOR is set [default: auto]
    #[arg(long, global = true, value_name = "WHEN")]
    pub(crate) color: Option<When>,

    /// Take defaults from this configuration file, instead of that of URI_CONFIG or of the user
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Take no defaults from a configuration file
    #[arg(long, global = true)]
    pub(crate) no_config: bool,
}

/// When colors are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    #[default]
    Auto,
    Always,
    Never,
}

impl From<When> for ColorChoice {
    fn from(when: When) -> Self {
        match when {
            When::Auto => Self::Auto,
            When::Always => Self::Always,
            When::Never => Self::Never,
        }
    }
}

impl Global {
    /// Returns these options as far as they can be told from arguments that clap refuses, or that ask for help: by them
    /// the message is shown.
    pub(crate) fn guessed() -> Self {
        Self::guessed_of(env::args_os().skip(1))
    }

    fn guessed_of(typed: impl Iterator<Item = OsString>) -> Self {
        let mut global = Self::default();
        let mut typed = typed.take_while(|argument| argument != "--");
        while let Some(argument) = typed.next() {
            let argument = argument.to_string_lossy();
            let (name, value) = match argument.split_once('=') {
                Some((name, value)) => (name, Some(value.into())),
                None => (argument.as_ref(), None),
            };
            let value = || value.or_else(|| typed.next()).unwrap_or_default();
            match name {
                "--color" => global.color = When::from_str(&value().to_string_lossy(), false).ok(),
                "--config" => global.config = Some(value().into()),
                "--no-config" => global.no_config = true,
                _ => {}
            }
        }
        global
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(&["parse", "--x", "--color", "never", "--no-config"], Some(When::Never), None, true)]
    #[case(&["--color=always", "--config=a.toml", "parse"], Some(When::Always), Some("a.toml"), false)]
    #[case(&["--color=blue", "--config", "a=b", "--", "--no-config"], None, Some("a=b"), false)]
    #[case(&["--color"], None, None, false)]
    fn guesses(
        #[case] typed: &[&str],
        #[case] color: Option<When>,
        #[case] config: Option<&str>,
        #[case] no_config: bool,
    ) {
        let guessed = Global::guessed_of(typed.iter().map(OsString::from));
        assert_eq!((guessed.color, guessed.no_config), (color, no_config));
        assert_eq!(guessed.config, config.map(PathBuf::from));
    }
}
