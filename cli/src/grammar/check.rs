//! `uri grammar check`: reports mistakes and oddities in a grammar.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde::{Serialize, Serializer};
use urigram_grammar::{Error as GrammarError, Fault, Fix, Grammar, Place};
use urigram_workbench::{Finding, FindingKind, Purpose, Statement, findings};

use crate::args::Format;
use crate::args::grammar::Check;
use crate::grammar::expectations::{Checked, Outcome};
use crate::grammar::report::Report;
use crate::grammar::{expectations, library, names};
use crate::outcome::{Error, MOST_LISTED, Status};
use crate::output::visible;
use crate::parser::read;
use crate::parser::read::{PATIENCE, Patience};

pub(super) fn run(args: &Check, status: &mut Status) -> Result<(), Error> {
    run_within(PATIENCE, args, status)
}

fn run_within(limit: Duration, args: &Check, status: &mut Status) -> Result<(), Error> {
    let patience = Patience::new(limit);
    let name = read::name(args.grammar.as_deref());
    let (starts, for_library, stated) = (args.starts.clone(), args.for_library, args.expectations.join("\n"));
    let lines: Vec<Line> = match read::with_text(patience, args.grammar.as_deref()) {
        Ok((grammar, text)) => patience.wait_for(&name, read::SLOW, move || {
            let mut lines = found(grammar, &starts, for_library)?;
            lines.extend(expectations::checked(grammar, text, &stated)?.into_iter().map(Line::from));
            Ok::<_, Error>(lines)
        })??,
        Err(Error::Grammar(GrammarError::Faulty(faults))) => faults.into_iter().map(Line::from).collect(),
        Err(error) => return Err(error),
    };
    if lines.iter().any(|line| !line.holds) {
        *status |= Status::Invalid;
    }
    Ok(list(&lines, Report::plain(args.answer), &name)?)
}

/// Writes the lines. Text output contains only the first lines of each kind, and no expectations that hold.
fn list(lines: &[Line], mut report: Report, name: &str) -> io::Result<()> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let is_json = report.format == Format::Json;
    for line in lines.iter().filter(|line| is_json || !line.holds) {
        let count = counts.entry(line.kind).or_default();
        *count += 1;
        if is_json || *count <= MOST_LISTED {
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

/// Returns the findings about a grammar with these start rules, including those for the library if the grammar is
/// meant for it.
fn found(grammar: &Grammar, starts: &[String], for_library: bool) -> Result<Vec<Line>, Error> {
    let start = |typed: &String| names::in_grammar(grammar, typed).map(str::to_owned);
    let starts: Vec<String> = starts.iter().map(start).collect::<Result<_, _>>()?;
    if for_library || starts.is_empty() && library::is_meant_for(grammar) {
        return Ok(library::found(grammar, &starts)?.into_iter().map(Line::from).collect());
    }
    let misspelt = if starts.is_empty() { misspelt(grammar)? } else { Vec::new() };
    let starts: Vec<&str> = starts.iter().map(String::as_str).collect();
    let mut found = findings(grammar, &Purpose { starts: &starts, ..Purpose::default() })?;
    // A grammar that pest reads may contain start rules, and rules that only pest can run, so these are not
    // findings.
    found.retain(|finding| !matches!(finding.kind, FindingKind::Refused | FindingKind::Start));
    Ok(misspelt.into_iter().chain(found.into_iter().map(Line::from)).collect())
}

/// Returns a line for each start rule whose name is similar to a rule of the built-in grammar, if the grammar
/// shares no rule with it: the grammar may be meant as a variant.
fn misspelt(grammar: &Grammar) -> Result<Vec<Line>, Error> {
    let builtin = read::builtin()?;
    let names: Vec<&str> = builtin.rules().iter().map(|rule| rule.name.as_str()).collect();
    if !names::has_none_of(grammar, &names) {
        return Ok(Vec::new());
    }
    let places = grammar.places()?;
    let line = |(rule, message): (&str, String)| {
        let at = grammar.rules().iter().position(|other| other.name == rule);
        let Place { file, line, column, .. } = places[at.expect("the rule is of the grammar")].clone();
        Line {
            kind: name(FindingKind::Renamed),
            rule: Some(visible::beginning(rule)),
            file,
            line,
            column,
            text: Some(rule.to_owned()),
            message,
            counterexample: None,
            expectation: None,
            holds: false,
            help: Some(format!(
                "if the grammar is not a variant, name its start rule by `--start {}`",
                visible::beginning(rule)
            )),
            fix: None,
        }
    };
    Ok(names::misspelt(grammar, builtin.file_name(), &names).into_iter().map(line).collect())
}

#[derive(Serialize)]
struct Line {
    kind: &'static str,
    /// Shortened if it is long, because all lines may repeat the name.
    rule: Option<String>,
    #[serde(serialize_with = "text")]
    file: Arc<str>,
    line: usize,
    column: usize,
    text: Option<String>,
    message: String,
    counterexample: Option<String>,
    help: Option<String>,
    /// What to write for the message to go away, in bytes of the file that was checked.
    fix: Option<FixJson>,
    #[serde(flatten)]
    expectation: Option<Outcome>,
    /// Whether the line has an expectation that holds, and so is no finding.
    #[serde(skip)]
    holds: bool,
}

#[derive(Serialize)]
struct FixJson {
    start: usize,
    end: usize,
    text: String,
}

fn text<S: Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

impl From<Fault> for Line {
    fn from(fault: Fault) -> Self {
        let Fault { file, line, column, message, fix } = fault;
        Self {
            kind: "fault",
            rule: None,
            file,
            line,
            column,
            text: None,
            message,
            counterexample: None,
            help: None,
            expectation: None,
            holds: false,
            fix: fix.map(FixJson::from),
        }
    }
}

impl From<Checked> for Line {
    fn from(checked: Checked) -> Self {
        let holds = checked.holds();
        let Checked { file, statement: Statement { line, column, source, meaning }, message, help, result } =
            checked;
        Self {
            kind: if result.is_some() { "expectation" } else { "misstated-expectation" },
            rule: meaning.ok().map(|expectation| visible::beginning(&expectation.rule)),
            file,
            line,
            column,
            text: Some(source),
            message,
            counterexample: None,
            help,
            expectation: result,
            holds,
            fix: None,
        }
    }
}

impl From<Finding> for Line {
    fn from(finding: Finding) -> Self {
        let Finding { kind, rule, file, line, column, text, message, counterexample, help, fix, .. } =
            finding;
        let some = |text: String| (!text.is_empty()).then_some(text);
        let rule = some(visible::beginning(&rule));
        Self {
            kind: name(kind),
            rule,
            file,
            line,
            column,
            text: some(text),
            message,
            counterexample,
            help,
            expectation: None,
            holds: false,
            fix: fix.map(FixJson::from),
        }
    }
}

impl From<Fix> for FixJson {
    fn from(Fix { start, end, text }: Fix) -> Self {
        Self { start, end, text }
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
        FindingKind::StarvingRepetition => "starving-repetition",
        FindingKind::LookaheadAlwaysTrue => "lookahead-always-true",
        FindingKind::LookaheadAlwaysFalse => "lookahead-always-false",
        FindingKind::OptionalNeverMatches => "optional-never-matches",
        FindingKind::OptionalNeverSkipped => "optional-never-skipped",
        FindingKind::Weights => "weights",
        FindingKind::NeverMatches => "never-matches",
        FindingKind::OutOfBounds => "out-of-bounds",
        FindingKind::Undecided => "undecided",
        _ => "other",
    }
}

impl Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line { file, line, column, message, counterexample, help, .. } = self;
        write!(f, "{file}:{line}:{column}: {}", visible::name(message.as_bytes()))?;
        if let Some(counterexample) = counterexample {
            write!(f, "\n  counterexample: {}", visible::quoted(counterexample))?;
        }
        if let Some(help) = help {
            write!(f, "\n  help: {}", visible::name(help.as_bytes()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::grammar::Answer;

    #[test]
    fn takes_no_longer_than_it_may() {
        let args = Check {
            starts: Vec::new(),
            for_library: false,
            expectations: Vec::new(),
            answer: Answer { format: Format::Text },
            grammar: None,
        };
        let mut status = Status::Fine;
        let error = run_within(Duration::ZERO, &args, &mut status).unwrap_err();
        assert!(error.to_string().starts_with("uri: uri.pest: given up after 0 seconds"), "{error}");
        assert_eq!(status, Status::Fine);
    }
}
