//! Findings: a table for each section, and what holds for every string.

mod addresses;
mod authority;
mod codes;
mod hidden;
mod names;
mod percent;
mod properties;
mod schemes;
mod whatwg;

use urigram::IriReference;
use urigram::validate::{Code, Finding};

fn findings(text: &str) -> Vec<Finding<'_>> {
    IriReference::parse(text).unwrap().findings()
}

/// Returns the names of the findings, each with the text at its place.
fn found(text: &str) -> Vec<String> {
    findings(text).iter().map(|finding| format!("{} `{}`", finding.code(), &text[finding.range()])).collect()
}

fn codes(text: &str) -> Vec<Code> {
    findings(text).iter().map(Finding::code).collect()
}
