//! `uri serve`: serves the page.

use std::env;
use std::time::Duration;

use urigram_page::{Options, Server};

use crate::args::Serve;
use crate::outcome::Error;
use crate::output::{self, visible};

pub(crate) fn run(arguments: Serve) -> Result<(), Error> {
    let Serve { watch, write, port, time, open, grammar } = arguments;
    let program = env::current_exe().map_err(|error| refused(&error))?;
    let options =
        Options { program, port, file: grammar, watch, write, time: Some(Duration::from_secs(time)) };
    let mut server = Server::bind(options).map_err(|error| refused(&error))?;
    if write && !server.can_save() {
        warn("the page cannot save the file: it or its folder is read-only");
    }
    output::all(format!("{}\n", server.address()).as_bytes())?;
    if open {
        let page = server.to_open().map_err(|error| refused(&error))?;
        if let Err(error) = open::that_detached(page) {
            warn(&format!("the browser could not be opened: {error}"));
        }
    }
    server.run().map_err(|error| refused(&error))
}

fn warn(of: &str) {
    output::remark(format_args!("uri: {of}"));
}

fn refused(error: &impl ToString) -> Error {
    Error::Refused(format!("uri: {}", visible::name(error.to_string().as_bytes())))
}
