//! The arguments of `uri completions` and `uri man`, which write what is installed beside the command.

use std::path::PathBuf;

use clap::ValueEnum;

use super::help::Help;

pub(super) const COMPLETIONS: Help = Help {
    details: "\
The script calls `uri` for what can come next: commands, options and their values, such as the rules of the grammar that \
is given by --grammar, the presets of --policy, and the codes of `uri explain`. Where `uri` is not in the PATH, nothing \
is completed.

With --dir, there is a file for each shell: uri.bash, _uri for zsh, uri.fish and _uri.ps1 for PowerShell. Packages \
install the first as bash-completion/completions/uri, the second in zsh/site-functions and the third in \
fish/vendor_completions.d, all in their folder `share`.",
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
The page is written in roff, for `man -l` and the like to show. With --dir, there is a file for each command: uri.1, \
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
