//! How the answer for a line is written: as text, as a drawing, in JSON or in SARIF.

use std::fmt::Display;
use std::io;

use anstream::adapter::strip_str;
use urigram::validate::Finding;

use super::answer::Answer;
use crate::args::ReportFormat;
use crate::fault::Fault;
use crate::input::name::Name;
use crate::output::sarif::{self, Results};
use crate::output::{diagnostic, json, visible};

pub(crate) struct Report {
    pub(crate) format: ReportFormat,
    pub(crate) quiet: bool,
    /// Whether text is drawings.
    pub(crate) explain: bool,
    /// Whether drawings have styles.
    pub(crate) styles: bool,
    /// Whether there are several files, so that a report has to name the file of each line.
    pub(crate) many: bool,
    /// Whether findings were looked for.
    pub(crate) findings: bool,
    /// Whether columns are those of a field, whose place in its line is not known.
    pub(crate) of_fields: bool,
}

impl Report {
    pub(crate) fn write(&self, out: &mut impl Results, name: &Name, answer: &Answer<'_>) -> io::Result<()> {
        match self.format {
            _ if self.quiet => Ok(()),
            ReportFormat::Text => {
                answer.fault.iter().try_for_each(|fault| self.write_fault(out, name, answer, fault))?;
                let mut findings = answer.findings.iter();
                findings.try_for_each(|finding| self.write_finding(out, name, answer, finding))
            }
            ReportFormat::Json => {
                let file = self.many.then_some(name.text.as_str());
                let findings = self.findings.then_some(answer.findings.as_slice());
                let (line, fault) = (answer.line.number, answer.fault.as_ref());
                let valid = answer.is_valid();
                json::write_line(out, &json::Checked::new(file, line, answer.input, valid, fault, findings))
            }
            ReportFormat::Sarif => {
                let place = sarif::Place {
                    artifact: &name.artifact,
                    line: answer.line.number,
                    text: answer.input,
                    has_columns: !self.of_fields,
                };
                answer.fault.iter().try_for_each(|fault| sarif::write_fault(out, &place, fault))?;
                answer.findings.iter().try_for_each(|finding| sarif::write_finding(out, &place, finding))
            }
        }
    }

    fn write_fault(
        &self,
        out: &mut impl Results,
        name: &Name,
        answer: &Answer<'_>,
        fault: &Fault,
    ) -> io::Result<()> {
        let (name, line) = (&name.shown, answer.line.number);
        match answer.input {
            None => writeln!(out, "{name}:{line}: {fault}"),
            Some(input) => {
                let column = fault.column(input);
                write!(out, "{name}:{line}:{column}: ")?;
                match self.explain {
                    true => self.draw(out, &diagnostic::of_fault(input, Some(line), fault, &[])),
                    false => writeln!(out, "{fault}"),
                }
            }
        }
    }

    fn write_finding(
        &self,
        out: &mut impl Results,
        name: &Name,
        answer: &Answer<'_>,
        finding: &Finding<'_>,
    ) -> io::Result<()> {
        let (name, line, input) = (&name.shown, answer.line.number, answer.line.bytes);
        write!(out, "{name}:{line}:{}: ", column(input, finding.range().start))?;
        if self.explain {
            return self.draw(out, &diagnostic::of_finding(input, Some(line), finding, &[]));
        }
        // Under another grammar, the text may have characters that command a terminal.
        let message = visible::name(finding.message().to_string().as_bytes());
        writeln!(out, "{}: {message} [{}]", finding.severity(), finding.code())
    }

    fn draw(&self, out: &mut impl Results, drawing: &str) -> io::Result<()> {
        let stripped = strip_str(drawing);
        let shown: &dyn Display = if self.styles { &drawing } else { &stripped };
        writeln!(out, "{shown}")
    }
}

/// Returns the column of the byte at `offset`, in characters counted from 1.
fn column(bytes: &[u8], offset: usize) -> usize {
    let is_first = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
    bytes[..offset].iter().filter(is_first).count() + 1
}
