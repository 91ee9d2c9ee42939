//! `uri grammar check`: what is wrong or odd in a grammar.

use std::fmt::{self, Display};

use serde::Serialize;
use urigram::embedded::{ALSO_NEEDED_RULES, CAPTURED_RULES};
use urigram_grammar::{Error as GrammarError, Fault, Finding, FindingKind, Grammar, Purpose, findings};

use super::args::Check;
use super::read::{self, Source};
use super::report::Report;
use super::rule;
use crate::outcome::{Error, Status};
use crate::visible;

pub(super) fn run(args: &Check, status: &mut Status) -> Result<(), Error> {
    let source = Source::of_grammar(args.grammar.as_deref())?;
    let lines: Vec<Line> = match source.grammar() {
        Ok(grammar) => found(&grammar, &args.starts)?.into_iter().map(Line::from).collect(),
        Err(GrammarError::Faulty(faults)) => faults.into_iter().map(Line::from).collect(),
        Err(error) => return Err(error.into()),
    };
    if !lines.is_empty() {
        *status |= Status::Invalid;
    }
    let mut report = Report::new(args.answer);
    lines.iter().try_for_each(|line| report.say(line))?;
    Ok(report.end()?)
}

/// What is found in a grammar that texts are parsed by those rules of; with none, in a grammar for the
/// library.
fn found(grammar: &Grammar, starts: &[String]) -> Result<Vec<Finding>, Error> {
    if !starts.is_empty() {
        let starts: Vec<&str> =
            starts.iter().map(|typed| rule::in_grammar(grammar, typed)).collect::<Result<_, _>>()?;
        return Ok(findings(grammar, &Purpose { starts: &starts, needed: &[] })?);
    }
    // Rules that the built-in grammar has for others than itself are no findings in a variant of it.
    let builtin = findings(&read::builtin()?, &Purpose::default())?;
    let starts = builtin.iter().filter(|finding| finding.kind == FindingKind::Start);
    let starts: Vec<&str> =
        starts.filter_map(|finding| Some(grammar.rule(&finding.rule)?.name.as_str())).collect();
    let needed = [CAPTURED_RULES, ALSO_NEEDED_RULES].concat();
    Ok(findings(grammar, &Purpose { starts: &starts, needed: &needed })?)
}

#[derive(Serialize)]
struct Line {
    kind: &'static str,
    rule: Option<String>,
    file: String,
    line: usize,
    column: usize,
    text: Option<String>,
    message: String,
}

impl From<Fault> for Line {
    fn from(fault: Fault) -> Self {
        let Fault { file, line, column, message } = fault;
        Self { kind: "fault", rule: None, file, line, column, text: None, message }
    }
}

impl From<Finding> for Line {
    fn from(finding: Finding) -> Self {
        let Finding { kind, rule, file, line, column, text, message } = finding;
        let some = |text: String| (!text.is_empty()).then_some(text);
        Self { kind: name(kind), rule: some(rule), file, line, column, text: some(text), message }
    }
}

fn name(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Missing => "missing",
        FindingKind::Unused => "unused",
        FindingKind::Start => "start",
        FindingKind::Refused => "refused",
        FindingKind::DeadAlternative => "dead-alternative",
        FindingKind::Undecided => "undecided",
        _ => "other",
    }
}

impl Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line { file, line, column, message, .. } = self;
        write!(f, "{file}:{line}:{column}: {}", visible::name(message.as_bytes()))
    }
}
