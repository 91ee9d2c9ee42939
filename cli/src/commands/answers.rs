//! `uri answers`: runs the command lines that `uri serve` writes to its standard input, in one process. It is
//! no command for users, so the help does not list it.
//!
//! Each line is a JSON array of the arguments of a command. As soon as a command ends, a line has a JSON array
//! of its exit status and of the lengths of its standard output and standard error in bytes. Both follow. A command
//! ends when it prints too much: then the first length is null, and only standard error follows.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::iter;

use urigram_page::LONGEST_OUTPUT;

use crate::outcome::{Error, Status};
use crate::output::{self, Captured};

const NAME: &str = "answers";

/// Returns whether the arguments of this process are those of this command.
pub(crate) fn are_asked(typed: &[OsString]) -> bool {
    typed.get(1..).is_some_and(|arguments| arguments == [NAME])
}

/// Calls `answer` with the arguments of each command.
pub(crate) fn run(answer: impl Fn(&[OsString]) -> Status) -> Result<(), Error> {
    let refused = |error: String| Error::Refused(format!("uri: <stdin>: {error}"));
    let mut lines = String::new();
    // All lines are read before the first command, for which standard input is then empty.
    io::stdin().lock().read_to_string(&mut lines).map_err(|error| refused(error.to_string()))?;
    for line in lines.lines() {
        let arguments: Vec<String> =
            serde_json::from_str(line).map_err(|error| refused(error.to_string()))?;
        let typed: Vec<OsString> =
            iter::once("uri".to_owned()).chain(arguments).map(OsString::from).collect();
        let (status, Captured { stdout, stderr, is_cut, .. }) =
            output::capture(LONGEST_OUTPUT, || answer(&typed));
        let stdout = (!is_cut).then_some(stdout);
        let lengths = (status as u8, stdout.as_ref().map(Vec::len), stderr.len());
        let mut out = output::plain();
        writeln!(out, "{}", serde_json::json!(lengths))?;
        out.write_all(&stdout.unwrap_or_default())?;
        out.write_all(&stderr)?;
        out.flush()?;
    }
    Ok(())
}
