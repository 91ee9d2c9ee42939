//! Findings: a table for each section, and properties of every string.

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

/// Returns the names of the findings, each with the text in its range.
fn found(text: &str) -> Vec<String> {
    findings(text).iter().map(|finding| format!("{} `{}`", finding.code(), &text[finding.range()])).collect()
}

/// The text is not shown, because it may contain a password.
#[test]
fn debug_of_a_finding() {
    let found = findings("ftp://user:secret@h.example/");
    assert_eq!(
        format!("{:?}", found[0]),
        "Finding { code: PasswordInUserinfo, severity: Warning, component: userinfo, range: 11..17, .. }"
    );
}

fn codes(text: &str) -> Vec<Code> {
    findings(text).iter().map(Finding::code).collect()
}
