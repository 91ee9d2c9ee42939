//! The arguments of `uri serve`.

use std::path::PathBuf;

use super::help::Help;

pub(super) const SERVE: Help = Help {
    details: "\
The page shows a text and the grammar that reads it: components, faults, findings, the parse tree, and what an edit of \
the grammar changes. It edits its own copy of GRAMMAR, and sends nothing to any other machine. Any user of this \
machine can reach the server and read GRAMMAR; saving it needs the token in the printed address. With --write, \
--open opens a temporary file that redirects to that address, because the list of processes would show the token.

Every answer is what the command shown beside it prints with --no-config: a configuration file changes none.

Ctrl-C ends the server.",
    status: &[
        (0, "the server was ended by Ctrl-C"),
        (2, "an argument is wrong, GRAMMAR cannot be read, or the port is in use"),
    ],
    examples: &["uri serve --open", "uri serve my.pest --watch"],
    see_also: &["uri-grammar", "uri-parse"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Serve {
    /// Show GRAMMAR again when it is saved in an editor
    #[arg(long, requires = "grammar")]
    pub(crate) watch: bool,

    /// Let the page save GRAMMAR, unless it is read-only; the address then contains a secret
    #[arg(long, requires = "grammar")]
    pub(crate) write: bool,

    /// The port, or 0 for one that is free [default: 3986, or one that is free if that is in use]
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,

    /// How long an answer may take until it is given up
    ///
    /// On Linux an answer is also given up when it takes more than 1 GiB of memory. If the server is killed, what it
    /// works on ends soon after this time on Unix, and when it is done on other systems.
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=600))]
    pub(crate) time: u64,

    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,

    /// The grammar to show, a file in pest's notation, or a variant of the built-in one
    #[arg(value_name = "GRAMMAR")]
    pub(crate) grammar: Option<PathBuf>,
}
