//! Writes answers to standard output, as colored text or as JSON.

use std::fmt::Display;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::args::Format;
use crate::args::grammar::Answer;
use crate::output;
use crate::output::{Output, json};

pub(super) fn good(word: &str) -> String {
    styled(word, AnsiColor::Green.on_default())
}

pub(super) fn changed(word: &str) -> String {
    styled(word, AnsiColor::Yellow.on_default())
}

pub(super) fn bad(word: &str) -> String {
    styled(word, AnsiColor::Red.on_default())
}

fn styled(word: &str, style: Style) -> String {
    format!("{style}{word}{style:#}")
}

pub(super) struct Report {
    pub(super) format: Format,
    out: Output,
}

impl Report {
    pub(super) fn new(answer: Answer) -> Self {
        Self { format: answer.format, out: output::styled() }
    }

    /// Returns a report without styles.
    pub(super) fn plain(answer: Answer) -> Self {
        Self { format: answer.format, out: output::plain() }
    }

    /// Writes an answer as one line, in either format.
    pub(super) fn say(&mut self, answer: &(impl Serialize + Display)) -> io::Result<()> {
        match self.format {
            Format::Json => json::write_line(&mut self.out, answer),
            Format::Text => writeln!(self.out, "{answer}"),
        }
    }

    /// Writes a line if the format is text.
    pub(super) fn remark(&mut self, line: impl Display) -> io::Result<()> {
        match self.format {
            Format::Json => Ok(()),
            Format::Text => writeln!(self.out, "{line}"),
        }
    }

    /// Writes the text unescaped, and a NUL.
    pub(super) fn null(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.write_all(b"\0")
    }

    /// Flushes the report.
    pub(super) fn end(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
