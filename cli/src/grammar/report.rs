//! Answers on standard output, as text or as JSON.

use std::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;

use crate::args::Format;
use crate::args::grammar::Answer;
use crate::output::json;
use crate::output::{self, Output};

pub(super) struct Report<W = Output> {
    pub(super) format: Format,
    out: W,
}

impl Report {
    pub(super) fn new(answer: Answer) -> Self {
        Self::to(answer, output::styled())
    }
}

impl<W: Write> Report<W> {
    pub(super) fn to(answer: Answer, out: W) -> Self {
        Self { format: answer.format, out }
    }

    /// Says the same in one line of either format.
    pub(super) fn say(&mut self, answer: &(impl Serialize + Display)) -> io::Result<()> {
        match self.format {
            Format::Json => json::write_line(&mut self.out, answer),
            Format::Text => writeln!(self.out, "{answer}"),
        }
    }

    /// Says what is for people only.
    pub(super) fn remark(&mut self, line: impl Display) -> io::Result<()> {
        match self.format {
            Format::Json => Ok(()),
            Format::Text => writeln!(self.out, "{line}"),
        }
    }

    /// Nothing that was said stays behind.
    pub(super) fn end(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}
