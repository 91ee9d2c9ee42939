//! The arguments of `uri config`, `uri completions`, `uri man` and `uri serve`.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::args::shared::Format;
use crate::args::shared::Help;

pub(super) const CONFIG: Help = Help {
    details: "\
The configuration file is in TOML. It is the FILE of --config; or else the file named by the variable URI_CONFIG, or \
none if the variable is empty; or else $XDG_CONFIG_HOME/uri/config.toml, where $XDG_CONFIG_HOME is ~/.config if it is \
not set, and on Windows %APPDATA%\\uri\\config.toml. With --no-config, there is none. The working directory is not \
searched for a file.

The keys are `color`, `format`, `grammar` and `policy`. Each is the default of the option with the same name, for \
every command that has the option. A table with the name of a command, with `-` for the space, has defaults for that \
command only, which take precedence over those at the top:

  color = \"auto\"
  format = \"text\"
  grammar = \"strict.pest\"

  [check]
  format = \"sarif\"
  policy = \"link\"

  [grammar-diff]
  format = \"json\"

An option on the command line always wins, and a default is ignored if it conflicts with an option. File names are \
relative to the folder of the configuration file. A script should not depend on its user's configuration: it should \
use --no-config, or begin with `export URI_CONFIG=`.

In text, the answer is the settings of the file, as TOML. In JSON, it is one object: the `file` or null; whether it \
`exists`; what it is `named_by`, which is `default`, an option or the variable; and the `settings`, each with its \
`command` or null, `key`, `value` and `line`.",
    status: &[(0, "the configuration was shown"), (2, "an argument or the configuration file is wrong")],
    examples: &["uri config", "uri config --config ci.toml --format json"],
    see_also: &["uri-check", "uri-validate", "uri-parse"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Config {
    /// The output format: JSON is one object
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

pub(super) const COMPLETIONS: Help = Help {
    details: "\
The script calls `uri` to complete commands, options and their values, such as the rules of the grammar given by \
--grammar, the presets of --policy, and the codes of `uri explain`. If `uri` is not in the PATH, nothing is \
completed.

With --dir, there is a file for each shell: uri.bash, _uri for zsh, uri.fish and _uri.ps1 for PowerShell. Packages \
install the first as bash-completion/completions/uri, the second in zsh/site-functions and the third in \
fish/vendor_completions.d, all in the folder `share`.",
    status: &[(0, "the script was written"), (2, "an argument is wrong, or a file cannot be written")],
    examples: &[
        "uri completions bash > ~/.local/share/bash-completion/completions/uri",
        "uri completions zsh > \"${fpath[1]}/_uri\"",
        "uri completions fish > ~/.config/fish/completions/uri.fish",
        "uri completions powershell >> $PROFILE",
        "uri completions --dir target/completions",
    ],
    see_also: &["uri-man"],
};

pub(super) const MAN: Help = Help {
    details: "\
The page is written in roff, for example for `man -l`. With --dir, there is a file for each command: uri.1, \
uri-parse.1, uri-grammar-diff.1 and so on, for a package to install in share/man/man1.",
    status: &[(0, "the page was written"), (2, "an argument is wrong, or a file cannot be written")],
    examples: &[
        "uri man | man -l -",
        "uri man grammar diff > uri-grammar-diff.1",
        "uri man --dir target/man",
    ],
    see_also: &["uri-completions"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL", required_unless_present = "dir")]
    pub(crate) shell: Option<Shell>,

    /// Write the scripts of all shells to files in this folder, which is created if it does not exist
    #[arg(long, value_name = "DIR", conflicts_with = "shell", value_hint = clap::ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[allow(clippy::enum_variant_names, reason = "its name")]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
    #[value(alias = "pwsh", name = "powershell")]
    PowerShell,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Man {
    /// The command, such as `parse` or `grammar diff`; with none, the page of `uri`
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,

    /// Write the pages of all commands to files in this folder, which is created if it does not exist
    #[arg(long, value_name = "DIR", conflicts_with = "command", value_hint = clap::ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
}

#[cfg(feature = "serve")]
pub(super) const SERVE: Help = Help {
    details: "\
The page shows a text and the grammar that parses it: components, faults, findings, the parse tree, and the effects of \
an edit of the grammar. The page edits a copy of GRAMMAR, and sends nothing to any other machine. Any user of this \
machine can reach the server and read GRAMMAR; saving it requires the token in the printed address. With --write, \
--open opens a temporary file that redirects to that address, because the list of processes would show the token.

Every answer is the output of the command shown beside it with --no-config, so a configuration file changes no \
answer.

Ctrl-C ends the server.",
    status: &[
        (0, "the server was ended by Ctrl-C"),
        (2, "an argument is wrong, GRAMMAR cannot be read, or the port is in use"),
    ],
    examples: &["uri serve --open", "uri serve my.pest --watch"],
    see_also: &["uri-grammar", "uri-parse"],
};

#[cfg(feature = "serve")]
#[derive(Debug, clap::Args)]
pub(crate) struct Serve {
    /// Show GRAMMAR again when it is saved in an editor
    #[arg(long, requires = "grammar")]
    pub(crate) watch: bool,

    /// Let the page save GRAMMAR, unless it is read-only; the address then contains a secret
    #[arg(long, requires = "grammar")]
    pub(crate) write: bool,

    /// The port, or 0 for a free port [default: 3986, or a free port if 3986 is in use]
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,

    /// The time limit for an answer
    ///
    /// On Linux an answer is also stopped when it takes more than 1 GiB of memory. If the server is killed, running
    /// commands end soon after this time on Unix, and when they are done on other systems.
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=600))]
    pub(crate) time: u64,

    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,

    /// The grammar to show, a file in pest's notation, or a variant of the built-in one
    #[arg(value_name = "GRAMMAR")]
    pub(crate) grammar: Option<PathBuf>,
}
