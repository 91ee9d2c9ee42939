//! How the answer for a line is written: as text, as a drawing, in JSON or in SARIF.

use std::fmt::Display;
use std::io;

use anstream::adapter::strip_str;
use urigram::validate::{Finding, Severity};

use super::answer::Answer;
use crate::args::ReportFormat;
use crate::fault::{Fault, column};
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
    /// Whether notes are reported too.
    pub(crate) findings: bool,
    /// Whether the findings are those of a policy.
    pub(crate) by_policy: bool,
    /// Whether columns are those of a field, whose place in its line is not known.
    pub(crate) of_fields: bool,
}

impl Report {
    /// Whether lines are drawn, with what was probably meant.
    pub(crate) fn draws(&self) -> bool {
        self.explain && self.format == ReportFormat::Text && !self.quiet
    }

    /// Whether something is written of a line that is valid and has no findings.
    pub(crate) fn writes_valid_lines(&self) -> bool {
        self.format == ReportFormat::Json && !self.quiet
    }

    pub(crate) fn write(&self, out: &mut impl Results, name: &Name, answer: &Answer<'_>) -> io::Result<()> {
        match self.format {
            _ if self.quiet => Ok(()),
            ReportFormat::Text => {
                answer.fault.iter().try_for_each(|fault| self.write_fault(out, name, answer, fault))?;
                let mut findings = answer.findings.iter().filter(|finding| self.reports(finding)).peekable();
                while let Some(finding) = findings.next() {
                    self.write_finding(out, name, answer, finding, findings.peek().is_none())?;
                }
                Ok(())
            }
            ReportFormat::Json => {
                let file = self.many.then_some(name.text.as_str());
                let findings = (self.findings || self.by_policy).then_some(answer.findings.as_slice());
                let (line, fault) = (answer.line.number, answer.fault.as_ref());
                let accepted = self.by_policy.then_some(answer.accepted);
                let checked =
                    json::Checked::new(file, line, answer.input, answer.is_valid(), fault, findings);
                json::write_line(out, &checked.with_accepted(accepted))
            }
            ReportFormat::Sarif => {
                let place = sarif::Place {
                    artifact: &name.artifact,
                    line: answer.line.number,
                    text: answer.input,
                    has_columns: !self.of_fields,
                };
                answer.fault.iter().try_for_each(|fault| sarif::write_fault(out, &place, fault))?;
                let mut findings = answer.findings.iter().filter(|finding| self.reports(finding));
                findings.try_for_each(|finding| sarif::write_finding(out, &place, finding))
            }
        }
    }

    /// Whether the finding is reported in text and in SARIF: of a policy, people want to know what it refuses and
    /// warns of.
    fn reports(&self, finding: &Finding<'_>) -> bool {
        self.findings || finding.severity() > Severity::Note
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
                    true => self.draw(out, &diagnostic::of_fault(input, Some(line), fault, &answer.mends)),
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
        is_last: bool,
    ) -> io::Result<()> {
        let (name, line, input) = (&name.shown, answer.line.number, answer.line.bytes);
        write!(out, "{name}:{line}:{}: ", column(input, finding.range().start))?;
        if self.explain {
            let mends = if is_last { &*answer.mends } else { &[] };
            return self.draw(out, &diagnostic::of_finding(input, Some(line), finding, mends));
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
