//! `uri answers`: runs the commands of the page in one process. It is no command for users, so the help does not list it.
//!
//! `uri serve` writes command lines to its standard input. Each line is a JSON array of the arguments of a command. As soon
//! as a command ends, a line has a JSON array of its exit status and of the lengths of its standard output and standard
//! error in bytes. Both follow. A command ends when it prints too much: then the first length is null, and only standard
//! error follows.
//!
//! `uri answers page` reads a request of the page, writes its grammars to new files of the current folder, and prints the
//! lines of the response. A line before that of each answer is the answer in case the command is stopped. So a worker of the
//! browser is the server of the page, by this command in WebAssembly.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::iter;

use urigram_page::{Answer, CommandLine, Ended, LONGEST_OUTPUT};

use crate::outcome::{Error, Status};
use crate::output::{self, Captured};

const NAME: &str = "answers";
const TO_PAGE: &str = "page";

/// The program to which the commands are answered.
#[derive(Clone, Copy)]
pub(crate) enum To {
    Server,
    Page,
}

/// Returns to which program the arguments of this process ask for answers.
pub(crate) fn asked(typed: &[OsString]) -> Option<To> {
    let arguments = typed.get(1..)?;
    if arguments == [NAME] {
        Some(To::Server)
    } else if arguments == [NAME, TO_PAGE] {
        Some(To::Page)
    } else {
        None
    }
}

/// Calls `answer` with the arguments of each command.
pub(crate) fn run(to: To, answer: impl Fn(&[OsString]) -> Status) -> Result<(), Error> {
    // All is read before the first command, for which standard input is then empty.
    let asked = io::read_to_string(io::stdin().lock()).map_err(|error| refused(&error))?;
    match to {
        To::Server => to_server(&asked, answer),
        To::Page => to_page(&asked, answer),
    }
}

fn to_server(asked: &str, answer: impl Fn(&[OsString]) -> Status) -> Result<(), Error> {
    for line in asked.lines() {
        let arguments: Vec<String> = serde_json::from_str(line).map_err(|error| refused(&error))?;
        let (status, Captured { stdout, stderr, is_cut, .. }) = captured(&arguments, &answer);
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

fn to_page(asked: &str, answer: impl Fn(&[OsString]) -> Status) -> Result<(), Error> {
    let lines = urigram_page::command_lines(asked.as_bytes()).map_err(|why| refused(&why))?;
    // Files of the same name have the same text.
    let files: BTreeMap<_, _> =
        lines.iter().flat_map(|line| &line.files).map(|(name, text)| (name, text)).collect();
    for (name, text) in files {
        File::create_new(name)?.write_all(text.as_bytes())?;
    }
    for line in &lines {
        say(line, Ended { status: 2, stdout: Vec::new(), stderr: String::new(), stopped: None })?;
        let (status, Captured { stdout, stderr, is_cut, .. }) = captured(&line.arguments, &answer);
        let stderr = String::from_utf8_lossy(&stderr).into_owned();
        say(
            line,
            match is_cut {
                false => Ended { status: status as i32, stdout, stderr, stopped: None },
                true => Ended { stderr, ..Ended::long() },
            },
        )?;
    }
    Ok(())
}

fn captured(arguments: &[String], answer: impl Fn(&[OsString]) -> Status) -> (Status, Captured) {
    let typed: Vec<OsString> =
        iter::once("uri").chain(arguments.iter().map(String::as_str)).map(OsString::from).collect();
    output::capture(LONGEST_OUTPUT, || answer(&typed))
}

/// Writes the line of an answer.
fn say(line: &CommandLine, ended: Ended) -> Result<(), Error> {
    let mut out = output::plain();
    serde_json::to_writer(&mut out, &Answer::new(line, ended)).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

fn refused(error: &impl ToString) -> Error {
    Error::Refused(format!("uri: <stdin>: {}", error.to_string()))
}
