//! Findings, and the table of them.

use serde::Serialize;
use urigram::validate::{Code, Finding};

/// A finding, with its place in bytes.
#[derive(Serialize)]
pub(super) struct Found {
    code: &'static str,
    severity: &'static str,
    component: &'static str,
    start: usize,
    end: usize,
    message: String,
    help: String,
    section: &'static str,
}

impl From<&Finding<'_>> for Found {
    fn from(finding: &Finding<'_>) -> Self {
        Self {
            code: finding.code().as_str(),
            severity: finding.severity().as_str(),
            component: finding.component().name(),
            start: finding.range().start,
            end: finding.range().end,
            message: finding.message().to_string(),
            help: finding.help().to_string(),
            section: finding.code().section(),
        }
    }
}

/// A row of the table of findings.
#[derive(Serialize)]
pub(crate) struct Explained {
    code: &'static str,
    severity: &'static str,
    section: &'static str,
    summary: &'static str,
    explanation: &'static str,
    example: &'static str,
    counterexample: &'static str,
}

impl From<Code> for Explained {
    fn from(code: Code) -> Self {
        Self {
            code: code.as_str(),
            severity: code.severity().as_str(),
            section: code.section(),
            summary: code.summary(),
            explanation: code.explanation(),
            example: code.example(),
            counterexample: code.counterexample(),
        }
    }
}
