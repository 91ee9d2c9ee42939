//! One answer for each value: for each argument, or each line of standard input.
//!
//! In: the values, and a function that answers one.
//! Out: the answers in the order of the values, written as soon as they are known; faults as diagnostics or
//! JSON; and the exit status. `with_base` answers values that have a base, and `parallel` does work on all
//! cores and keeps its order.
//! Next: `commands`, which define the answers.

pub(crate) mod parallel;
pub(crate) mod with_base;

use std::io::{self, Write};

use urigram::ParseError;

use crate::args::{Format, Values};
use crate::fault::Fault;
use crate::input::{Blocks, Texts, is_stdin};
use crate::outcome::{Error, Status};
use crate::output::diagnostic;
use crate::output::json;

/// Why there is no answer.
pub(crate) enum Unanswered {
    Invalid(Fault),
    /// The values kept so far take all memory, so there can be no further answer.
    Full,
    Output(io::Error),
}

impl Unanswered {
    /// Returns the same, with the fault changed if there is one.
    pub(crate) fn with(self, change: impl FnOnce(Fault) -> Fault) -> Self {
        match self {
            Self::Invalid(fault) => Self::Invalid(change(fault)),
            other => other,
        }
    }
}

impl From<Fault> for Unanswered {
    fn from(fault: Fault) -> Self {
        Self::Invalid(fault)
    }
}

impl From<ParseError> for Unanswered {
    fn from(error: ParseError) -> Self {
        Self::Invalid(error.into())
    }
}

impl From<io::Error> for Unanswered {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Calls `answer` for each value. It writes the answer, or returns an error and writes nothing.
pub(crate) fn each<W: Write>(
    values: &Values,
    format: Format,
    status: &mut Status,
    out: &mut W,
    answer: impl FnMut(&mut W, &[u8]) -> Result<(), Unanswered>,
) -> Result<(), Error> {
    each_of(Texts::Lines, values, format, status, out, answer)
}

/// Like [`each`], with these texts in standard input.
pub(crate) fn each_of<W: Write>(
    texts: Texts,
    values: &Values,
    format: Format,
    status: &mut Status,
    out: &mut W,
    answer: impl FnMut(&mut W, &[u8]) -> Result<(), Unanswered>,
) -> Result<(), Error> {
    let Values { values, literal } = values;
    let mut answerer = Answerer { texts, format, status, out, answer };
    if values.is_empty() && literal.is_empty() {
        answerer.all_of_stdin()?;
    }
    for value in values {
        if is_stdin(value) {
            answerer.all_of_stdin()?;
        } else {
            answerer.one(value.as_encoded_bytes(), None)?;
        }
    }
    for value in literal {
        answerer.one(value.as_encoded_bytes(), None)?;
    }
    Ok(answerer.out.flush()?)
}

/// Answers values, in order.
struct Answerer<'a, W, F> {
    texts: Texts,
    format: Format,
    status: &'a mut Status,
    out: &'a mut W,
    answer: F,
}

impl<W: Write, F: FnMut(&mut W, &[u8]) -> Result<(), Unanswered>> Answerer<'_, W, F> {
    fn all_of_stdin(&mut self) -> Result<(), Error> {
        let whole = self.texts == Texts::Whole;
        let mut blocks = Blocks::of_stdin_in(self.texts).peekable();
        if whole && blocks.peek().is_none() {
            self.one(b"", None)?;
        }
        for block in blocks {
            match block {
                Ok(block) => {
                    let number = |number| if whole { None } else { Some(number) };
                    block.lines().try_for_each(|line| self.one(line.bytes, number(line.number)))?;
                }
                Err(unreadable) => {
                    *self.status = Status::Failed;
                    self.out.flush()?;
                    unreadable.report();
                }
            }
            // It may take long until the next line is read.
            self.out.flush()?;
        }
        Ok(())
    }

    /// Answers an argument or, with its number, a line of standard input.
    fn one(&mut self, bytes: &[u8], line: Option<u64>) -> Result<(), Error> {
        let name = |line| format!("<stdin>: {}: ", self.texts.name(line));
        let place = || line.map(name).unwrap_or_default();
        let fault = match (self.answer)(self.out, bytes) {
            Ok(()) => return Ok(()),
            Err(Unanswered::Output(error)) => return Err(error.into()),
            Err(Unanswered::Full) => {
                self.out.flush()?;
                let why = "there is no memory left for what was read before; the rest is not read";
                return Err(Error::Refused(format!("uri: {}{why}", place())));
            }
            Err(Unanswered::Invalid(fault)) => fault,
        };
        *self.status |= Status::Invalid;
        match self.format {
            Format::Json => Ok(json::write_line(self.out, &json::Invalid::new(bytes, &fault))?),
            Format::Text => {
                // Keeps the order of the two streams if both go to the same place.
                self.out.flush()?;
                diagnostic::report(bytes, line, &fault);
                Ok(())
            }
        }
    }
}
