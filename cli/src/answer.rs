//! One answer for each reference: those given as arguments, and the lines of standard input.

use std::io::{self, Write};

use urigram::ParseError;

use crate::args::{Format, How, References};
use crate::diagnostic;
use crate::fault::{Fault, decode};
use crate::input::{Lines, is_stdin};
use crate::json;
use crate::outcome::{Error, Status};
use crate::output::Output;

/// Why there is no answer.
pub(crate) enum Unanswered {
    Invalid(Fault),
    Output(io::Error),
}

impl From<ParseError> for Unanswered {
    fn from(error: ParseError) -> Self {
        Self::Invalid(Fault::Rejected(error))
    }
}

impl From<io::Error> for Unanswered {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Has `answer` write the answer to each reference, or find it invalid and write nothing.
pub(crate) fn each(
    references: &References,
    out: &mut Output,
    answer: impl FnMut(&mut Output, &str) -> Result<(), Unanswered>,
) -> Result<Status, Error> {
    let References { how, references } = references;
    let mut desk = Desk { how, out, answer };
    let mut status = Status::Fine;
    if references.is_empty() {
        status |= desk.all_of_stdin()?;
    }
    for reference in references {
        status |= if is_stdin(reference) {
            desk.all_of_stdin()?
        } else {
            desk.one(reference.as_encoded_bytes(), None)?
        };
    }
    out.flush()?;
    Ok(status)
}

struct Desk<'a, F> {
    how: &'a How,
    out: &'a mut Output,
    answer: F,
}

impl<F: FnMut(&mut Output, &str) -> Result<(), Unanswered>> Desk<'_, F> {
    fn all_of_stdin(&mut self) -> Result<Status, Error> {
        let mut status = Status::Fine;
        let mut lines = Lines::of_stdin();
        while let Some(line) = lines.next(self.out)? {
            status |= self.one(line.bytes, Some(line.number))?;
        }
        Ok(status)
    }

    /// Answers an argument or, with its number, a line of standard input.
    fn one(&mut self, bytes: &[u8], line: Option<u64>) -> io::Result<Status> {
        let decoded = decode(self.how.rule, bytes).map_err(Unanswered::Invalid);
        let status = match decoded.and_then(|text| (self.answer)(self.out, text)) {
            Ok(()) => Status::Fine,
            Err(Unanswered::Output(error)) => return Err(error),
            Err(Unanswered::Invalid(fault)) => {
                match self.how.format {
                    Format::Json => json::write_line(self.out, &json::Invalid::new(bytes, &fault))?,
                    Format::Text => {
                        // Where both streams go to the same place, they keep their order.
                        self.out.flush()?;
                        diagnostic::report(bytes, line, &fault);
                    }
                }
                Status::Invalid
            }
        };
        self.out.answered()?;
        Ok(status)
    }
}
