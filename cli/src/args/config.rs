//! The arguments of `uri config`.

use super::help::Help;
use super::shared::Format;

pub(super) const CONFIG: Help = Help {
    details: "\
The configuration file is in TOML. It is the FILE of --config; or else that of the variable URI_CONFIG, none if the \
variable is empty; or else $XDG_CONFIG_HOME/uri/config.toml, where $XDG_CONFIG_HOME is ~/.config if it is not set, \
and on Windows %APPDATA%\\uri\\config.toml. --no-config takes none of them. No file is searched in the working directory.

The keys are `color`, `format`, `grammar` and `policy`, each for the default of the option with its name, in every \
command that has the option. A table with the name of a command, `-` for the space, has defaults of that command \
alone, which come before those above:

  color = \"auto\"
  format = \"text\"
  grammar = \"strict.pest\"

  [check]
  format = \"sarif\"
  policy = \"link\"

  [grammar-diff]
  format = \"json\"

An option on the command line always wins, and a default gives way to an option that it cannot stand beside. The names \
of files are relative to the folder of the configuration file. A script should not depend on the configuration of who \
runs it: it gives --no-config, or begins with `export URI_CONFIG=`.

In text, the answer is what the file sets, as TOML. In JSON, it is one object: the `file` or null, whether it `exists`, \
what it is `named_by`, which is `default`, an option or the variable, and the `settings`, each with its `command` or \
null, `key`, `value` and `line`.",
    status: &[(0, "the configuration was shown"), (2, "an argument or the configuration file is wrong")],
    examples: &["uri config", "uri config --config ci.toml --format json"],
    see_also: &["uri-check", "uri-validate", "uri-parse"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Config {
    /// How to answer; JSON is one object
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
