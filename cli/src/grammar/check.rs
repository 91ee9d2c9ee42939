//! `uri grammar check`: what is wrong or odd in a grammar.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde::{Serialize, Serializer};
use urigram::embedded::{ALSO_NEEDED_RULES, CAPTURED_RULES};
use urigram_grammar::{Error as GrammarError, Fault, Finding, FindingKind, Grammar, Purpose, findings};

use super::report::Report;
use super::rule;
use crate::args::Format;
use crate::args::grammar::Check;
use crate::outcome::{Error, MOST_LISTED, Status};
use crate::output::visible;
use crate::parser::patience::{PATIENCE, Patience};
use crate::parser::read;

pub(super) fn run(args: &Check, status: &mut Status) -> Result<(), Error> {
    run_within(PATIENCE, args, status)
}

fn run_within(limit: Duration, args: &Check, status: &mut Status) -> Result<(), Error> {
    let patience = Patience::new(limit);
    let (name, starts) = (read::name(args.grammar.as_deref()), args.starts.clone());
    let lines: Vec<Line> = match read::within(patience, args.grammar.as_deref()) {
        Ok(grammar) => {
            let found = patience.wait_for(&name, read::SLOW, move || found(&grammar, &starts))??;
            found.into_iter().map(Line::from).collect()
        }
        Err(Error::Grammar(GrammarError::Faulty(faults))) => faults.into_iter().map(Line::from).collect(),
        Err(error) => return Err(error),
    };
    if !lines.is_empty() {
        *status |= Status::Invalid;
    }
    Ok(list(&lines, Report::plain(args.answer), &name)?)
}

/// Says each line: in text, the first ones of each kind.
fn list(lines: &[Line], mut report: Report, name: &str) -> io::Result<()> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for line in lines {
        let count = counts.entry(line.kind).or_default();
        *count += 1;
        if *count <= MOST_LISTED || report.format == Format::Json {
            report.say(line)?;
        }
    }
    for (kind, count) in counts.into_iter().filter(|&(_, count)| count > MOST_LISTED) {
        let more = count - MOST_LISTED;
        report.remark(format_args!(
            "{name}: and {more} more of the kind `{kind}`; `--format json` has them all"
        ))?;
    }
    report.end()
}

/// What is found in a grammar that texts are parsed by those rules of; with none, in a grammar for the
/// library.
fn found(grammar: &Grammar, starts: &[String]) -> Result<Vec<Finding>, Error> {
    let (starts, (captured, needed)) = if starts.is_empty() {
        (library_starts(grammar)?, (CAPTURED_RULES, ALSO_NEEDED_RULES))
    } else {
        let start = |typed: &String| rule::in_grammar(grammar, typed).map(str::to_owned);
        (starts.iter().map(start).collect::<Result<_, _>>()?, Default::default())
    };
    let starts: Vec<&str> = starts.iter().map(String::as_str).collect();
    Ok(findings(grammar, &Purpose { starts: &starts, captured, needed })?)
}

/// Those rules of the grammar that nothing but the library uses in the built-in grammar.
fn library_starts(grammar: &Grammar) -> Result<Vec<String>, Error> {
    let builtin = findings(&read::builtin()?, &Purpose::default())?;
    let starts = builtin.into_iter().filter(|finding| finding.kind == FindingKind::Start);
    Ok(starts.map(|finding| finding.rule.to_string()).filter(|rule| grammar.rule(rule).is_some()).collect())
}

#[derive(Serialize)]
struct Line {
    kind: &'static str,
    /// If the name is long, its beginning: each line may have the same one.
    rule: Option<String>,
    #[serde(serialize_with = "text")]
    file: Arc<str>,
    line: usize,
    column: usize,
    text: Option<String>,
    message: String,
}

fn text<S: Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
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
        let rule = some(visible::beginning(&rule));
        Self { kind: name(kind), rule, file, line, column, text: some(text), message }
    }
}

fn name(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Missing => "missing",
        FindingKind::Unused => "unused",
        FindingKind::Renamed => "renamed",
        FindingKind::Nodeless => "nodeless",
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::grammar::Answer;

    #[test]
    fn takes_no_longer_than_it_may() {
        let args = Check { starts: Vec::new(), answer: Answer { format: Format::Text }, grammar: None };
        let mut status = Status::Fine;
        let error = run_within(Duration::ZERO, &args, &mut status).unwrap_err();
        assert!(error.to_string().starts_with("uri: uri.pest: given up after 0 seconds"), "{error}");
        assert_eq!(status, Status::Fine);
    }
}
