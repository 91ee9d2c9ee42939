//! `uri fix`: corrects references by the likeliest suggestion.

use std::ffi::OsString;
use std::io;
use std::io::Write;

use urigram::grammar::Rfc3986;

use crate::answer::Unanswered;
use crate::args::{By, Fix, Format, Inputs};
use crate::fault::{Change, Fault, Suggestion};
use crate::outcome::{Error, Status};
use crate::output::{Output, Reference, diagnostic, json, visible};
use crate::parser::start::Start;
use crate::policy::{Matched, NamedPolicy, Validator};
use crate::{answer, output};

pub(crate) fn run(arguments: &Fix, status: &mut Status) -> Result<(), Error> {
    let Fix { rule, iri, findings, all, ask, inputs: Inputs { format, values } } = arguments;
    let by = By { rule: OsString::from(rule), iri: *iri, grammar: None, max_steps: None };
    let validator = Validator::new(Start::of(&by, None)?, NamedPolicy::of::<Rfc3986>(ask, None)?)?;
    let name = if values.are_lines() { "line" } else { "argument" };
    let (mut number, mut is_unfixed) = (0_u64, false);
    let ended = answer::each(values, *format, status, &mut output::plain(), |out, bytes| {
        number += 1;
        let answer = Answer::of(&validator, *findings, bytes);
        is_unfixed |= answer.problem.is_some();
        let offered =
            if *all { &*answer.suggestions } else { answer.suggestions.get(..1).unwrap_or_default() };
        match format {
            Format::Json => json::write_line(out, &answer.json(offered))?,
            Format::Text => {
                answer.write(out, offered)?;
                // If both streams go to the same terminal or file, flushing keeps their order.
                out.flush()?;
                let line = values.are_lines().then_some(number);
                answer.report(offered, &format!("{name} {number}"), line);
            }
        }
        Ok::<(), Unanswered>(())
    });
    if is_unfixed {
        *status |= Status::Invalid;
    }
    ended
}

/// Why an input has to be corrected.
enum Problem<'a> {
    Fault(Fault),
    /// The policy refuses it.
    Refused(Matched<'a>),
}

/// The corrections of an input.
struct Answer<'a> {
    input: &'a [u8],
    /// What is wrong with the input, if it has no correction.
    problem: Option<Problem<'a>>,
    /// The corrections that the rule matches and the policy accepts. Empty if the input is kept.
    suggestions: Vec<Suggestion>,
    /// The likeliest correction of a valid input, which is kept.
    passed_over: Option<Suggestion>,
}

impl<'a> Answer<'a> {
    fn of(validator: &'a Validator, findings: bool, input: &'a [u8]) -> Self {
        let kept = Self { input, problem: None, suggestions: Vec::new(), passed_over: None };
        let matched = validator.start.decode(input).and_then(|text| validator.matched(text));
        let (problem, is_kept) = match matched {
            Ok(matched) if matched.findings.is_empty() => return kept,
            Ok(matched) if matched.accepted => (None, !findings),
            Ok(matched) => (Some(Problem::Refused(matched)), false),
            Err(fault) => (Some(Problem::Fault(fault)), false),
        };
        let suggestions = validator.suggestions(str::from_utf8(input).unwrap_or_default());
        match (is_kept, suggestions.is_empty()) {
            (true, _) => Self { passed_over: suggestions.into_iter().next(), ..kept },
            (false, true) => Self { problem, ..kept },
            (false, false) => Self { suggestions, ..kept },
        }
    }

    /// Writes the corrections, or the input if it has none.
    fn write(&self, out: &mut Output, offered: &[Suggestion]) -> io::Result<()> {
        match (offered, str::from_utf8(self.input)) {
            ([], Ok(text)) => writeln!(out, "{}", Reference(text)),
            ([], Err(_)) if output::is_terminal() => writeln!(out, "{}", visible::name(self.input)),
            ([], Err(_)) => {
                out.write_all(self.input)?;
                out.write_all(b"\n")
            }
            (offered, _) => {
                offered.iter().try_for_each(|suggestion| writeln!(out, "{}", Reference(&suggestion.uri)))
            }
        }
    }

    /// Reports on standard error the changes of the likeliest correction, or why there is no correction. `name` is that of the
    /// input, and `line` its number in standard input.
    fn report(&self, offered: &[Suggestion], name: &str, line: Option<u64>) {
        match &self.problem {
            Some(Problem::Fault(fault)) => return diagnostic::report(self.input, line, fault),
            Some(Problem::Refused(matched)) => {
                let errors = matched.findings.iter().filter(|finding| finding.is_error());
                return errors.for_each(|finding| diagnostic::report_finding(self.input, line, finding));
            }
            None => {}
        }
        let message = match (offered.first(), &self.passed_over) {
            (Some(suggestion), _) => format!("uri: {name}: {}", Changes(suggestion)),
            (None, Some(suggestion)) => {
                format!("uri: {name}: valid, but --findings would {}", Changes(suggestion))
            }
            (None, None) => return,
        };
        output::remark(message);
    }

    fn json<'j>(&'j self, offered: &'j [Suggestion]) -> json::Fixed<'j> {
        let answer = json::Fixed::new(self.input, offered);
        match &self.problem {
            None => answer,
            Some(Problem::Fault(fault)) => answer.with_fault(self.input, fault),
            Some(Problem::Refused(matched)) => answer.with_findings(&matched.findings),
        }
    }
}

/// Displays a correction that is left to the user, because it would lose something that was typed.
pub(crate) struct Unapplied<'a>(pub(crate) &'a Suggestion);

impl std::fmt::Display for Unapplied<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let uri = visible::name(self.0.uri.as_bytes());
        write!(f, "left as it is, but --unsafe-fixes would write `{uri}`: {}", Changes(self.0))
    }
}

/// Displays the changes that a correction makes, in words.
pub(crate) struct Changes<'a>(pub(crate) &'a Suggestion);

impl std::fmt::Display for Changes<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut helps: Vec<&str> = Vec::new();
        for Change { help, .. } in &self.0.changes {
            if !helps.contains(&help.as_str()) {
                helps.push(help);
            }
        }
        f.write_str(&visible::name(helps.join("; ").as_bytes()))?;
        match &self.0.typed_host {
            None => Ok(()),
            Some(host) => write!(f, " (browsers read the host `{host}` in the original text)"),
        }
    }
}
