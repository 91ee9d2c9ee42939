//! `uri validate`: what is questionable about each reference, also if it is valid.

use std::io::Write;

use urigram::Components;
use urigram::validate::{Finding, findings};

use crate::answer;
use crate::args::{Format, References};
use crate::fault::{Fault, decode};
use crate::outcome::{Error, Status};
use crate::output::{self, diagnostic, json};
use crate::parser::start::Start;

pub(crate) fn run(references: &References, start: Start, status: &mut Status) -> Result<(), Error> {
    let References { how, values } = references;
    let mut lines = values.are_lines().then_some(0);
    let mut refused = false;
    let mut out = match how.format {
        Format::Json => output::plain(),
        Format::Text => output::styled(),
    };
    let ended = answer::each(values, how.format, status, &mut out, |out, bytes| {
        lines = lines.map(|line| line + 1);
        // A message may contain a host that is decoded.
        answer::ask_for_memory(bytes.len().saturating_mul(2))?;
        let answer = match decode(start.name(), bytes).and_then(|text| Ok((text, start.parse(text)?))) {
            Ok((text, components)) => Ok((text, components, findings(text, &components))),
            Err(fault) => Err(fault),
        };
        refused |= answer.is_err();
        match how.format {
            Format::Json => json::write_line(out, &json(bytes, &answer))?,
            Format::Text => match &answer {
                Ok((_, _, findings)) => findings.iter().try_for_each(|finding| {
                    writeln!(out, "{}", diagnostic::of_finding(bytes, lines, finding))
                })?,
                Err(fault) => writeln!(out, "{}", diagnostic::of_fault(bytes, lines, fault))?,
            },
        }
        Ok(())
    });
    if refused {
        *status |= Status::Invalid;
    }
    ended
}

/// The text and its components with the findings, or why there are none.
type Answer<'a> = Result<(&'a str, Components, Vec<Finding<'a>>), Fault>;

fn json<'a>(input: &'a [u8], answer: &'a Answer<'_>) -> json::Validated<'a> {
    match answer {
        Ok((text, components, findings)) => json::Validated::accepted(text, components, findings),
        Err(fault) => json::Validated::refused(input, fault),
    }
}
