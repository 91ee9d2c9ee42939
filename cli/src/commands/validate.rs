//! `uri validate`: shows the findings of each reference, the verdict of a policy, and corrections; and `uri explain`.

use std::io;
use std::io::Write;

use urigram::Rule;
use urigram::generic::{Uri, UriReference};
use urigram::grammar::Grammar;
use urigram::validate::{Audience, Code};

use crate::answer::Unanswered;
use crate::args::{Explain, Format, ReportFormat, Validate, audience};
use crate::fault::{Fault, Suggestion};
use crate::outcome::{Error, Status};
use crate::output::diagnostic::{self, Advice};
use crate::output::sarif::{Log, Results};
use crate::output::{json, sarif};
use crate::parser::start::Start;
use crate::policy::{Matched, NamedPolicy, Validator};
use crate::{answer, output};

pub(crate) fn run<G: Grammar>(arguments: &Validate, start: Start, status: &mut Status) -> Result<(), Error> {
    let Validate { ask, base, reader, format, values, .. } = arguments;
    let base: Option<Uri<&str, G>> = match base {
        None => None,
        Some(typed) => match answer::typed_base(typed, status, answer::base_uri) {
            None => return Ok(()),
            base => base,
        },
    };
    let policy = NamedPolicy::of(ask, base.as_ref())?;
    let request =
        Request { validator: Validator::new(start, policy)?, base, audience: audience(*reader, ask) };
    let mut log = Log::new(
        match format {
            ReportFormat::Text => output::styled(),
            ReportFormat::Json | ReportFormat::Sarif => output::plain(),
        },
        start.loaded(),
    );
    if *format == ReportFormat::Sarif {
        log.begin()?;
    }
    let are_lines = values.are_lines();
    let (mut number, mut refused) = (0, false);
    let answered = match format {
        ReportFormat::Text => Format::Text,
        ReportFormat::Json | ReportFormat::Sarif => Format::Json,
    };
    let ended = answer::each(values, answered, status, &mut log, |out, bytes| {
        number += 1;
        let mut target = String::new();
        let verdict = request.verdict(bytes, &mut target);
        refused |= !verdict.is_accepted();
        match format {
            ReportFormat::Text => verdict.draw(out, are_lines.then_some(number), request.audience)?,
            ReportFormat::Json => json::write_line(out, &verdict.json(&request))?,
            ReportFormat::Sarif => verdict.log(out, number, are_lines)?,
        }
        Ok::<(), Unanswered>(())
    });
    if refused {
        *status |= Status::Invalid;
    }
    ended?;
    if *format == ReportFormat::Sarif {
        log.end(*status != Status::Failed)?;
    }
    Ok(())
}

/// The validator, and how to show the results.
struct Request<'a, G> {
    validator: Validator,
    base: Option<Uri<&'a str, G>>,
    /// Whom the help is for.
    audience: Audience,
}

/// The answer for an input.
struct Verdict<'a> {
    input: &'a [u8],
    /// The target that was validated, if there is a base.
    target: Option<&'a str>,
    answer: Result<Matched<'a>, Fault>,
    suggestions: Vec<Suggestion>,
}

impl<G: Grammar> Request<'_, G> {
    /// Returns the answer for an input. `target` is filled if there is a base.
    fn verdict<'a>(&'a self, input: &'a [u8], target: &'a mut String) -> Verdict<'a> {
        let (text, is_target) = match self.resolved(input, target) {
            Ok(resolved) => resolved,
            Err(fault) => return self.rejected(input, fault),
        };
        let matched = match self.validator.matched(text) {
            Ok(matched) => matched,
            Err(fault) => return self.rejected(input, fault),
        };
        let suggestions = match matched.findings.is_empty() || is_target {
            true => Vec::new(),
            false => self.validator.suggestions(text),
        };
        Verdict { input, target: is_target.then_some(text), answer: Ok(matched), suggestions }
    }

    /// Returns the verdict on an input that the rule does not match, or that has no target.
    fn rejected<'a>(&self, input: &'a [u8], fault: Fault) -> Verdict<'a> {
        let text = str::from_utf8(input).unwrap_or_default();
        let suggestions = match &self.base {
            None => self.validator.suggestions(text),
            Some(_) => {
                let is_accepted = |suggestion: &Suggestion| {
                    let mut target = String::new();
                    let resolved = self.resolved(suggestion.uri.as_bytes(), &mut target);
                    resolved.is_ok_and(|(text, _)| self.validator.accepts_text(text))
                };
                self.validator.start.suggestions(text).into_iter().filter(is_accepted).collect()
            }
        };
        Verdict { input, target: None, answer: Err(fault), suggestions }
    }

    /// Returns the text to validate, and whether it is the target of the input.
    ///
    /// A reference with a hidden scheme is not resolved, because an application may read the scheme.
    fn resolved<'a>(&self, input: &'a [u8], target: &'a mut String) -> Result<(&'a str, bool), Fault> {
        let text = self.validator.start.decode(input)?;
        let Some(base) = &self.base else { return Ok((text, false)) };
        let reference = UriReference::<&str, G>::try_from(text)?;
        if reference.findings().iter().any(|finding| finding.code() == Code::HiddenScheme) {
            return Ok((text, false));
        }
        let resolved = base.resolve(&reference).map_err(|error| {
            Fault::at(0, "", Rule::URI.as_str(), error.to_string(), error.help().to_string())
        })?;
        *target = resolved.into_inner();
        Ok((target.as_str(), true))
    }
}

impl Verdict<'_> {
    fn is_accepted(&self) -> bool {
        self.answer.as_ref().is_ok_and(|answer| answer.accepted)
    }

    fn draw(&self, out: &mut impl Write, line: Option<u64>, audience: Audience) -> io::Result<()> {
        match &self.answer {
            Err(fault) => {
                writeln!(out, "{}", diagnostic::of_fault(self.input, line, fault, &self.suggestions))
            }
            Ok(Matched { text, findings, .. }) => {
                let mut shown = diagnostic::by_cause(findings).into_iter().peekable();
                while let Some((finding, also)) = shown.next() {
                    let suggestions = if shown.peek().is_none() { &*self.suggestions } else { &[] };
                    let advice = Advice { audience, also: &also, suggestions };
                    writeln!(out, "{}", diagnostic::of_finding(text.as_bytes(), line, finding, &advice))?;
                }
                Ok(())
            }
        }
    }

    fn json<'a, G>(&'a self, request: &'a Request<'_, G>) -> json::Validated<'a> {
        let policy = request.validator.policy.as_ref().map(|policy| policy.name.as_str());
        let answer = json::Validated::new(self.input, policy, &self.suggestions).with_target(self.target);
        match &self.answer {
            Err(fault) => answer.with_fault(self.input, fault),
            Ok(Matched { text, components, findings, accepted }) => {
                answer.with_components(*accepted, text, components).with_findings(findings, request.audience)
            }
        }
    }

    fn log(&self, out: &mut impl Results, number: u64, are_lines: bool) -> io::Result<()> {
        let artifact = if are_lines { "%3Cstdin%3E" } else { "%3Carguments%3E" };
        let text = self.target.map_or(self.input, str::as_bytes);
        let place =
            sarif::Place { artifact, line: number, text: Some(text), has_columns: self.target.is_none() };
        match &self.answer {
            Err(fault) => sarif::write_fault(out, &place, fault),
            Ok(Matched { findings, .. }) => {
                findings.iter().try_for_each(|finding| sarif::write_finding(out, &place, finding))
            }
        }
    }
}

/// The width of the lines of an explanation.
const COLUMNS: usize = 80;

/// `uri explain`: explains findings by the table of the library.
pub(crate) fn explain(arguments: &Explain) -> Result<(), Error> {
    let Explain { codes, all, format } = arguments;
    let typed = codes.iter().map(|code| code.parse().expect("clap accepts only the names of codes"));
    let codes: Vec<Code> = if *all { Code::ALL.to_vec() } else { typed.collect() };
    let mut out = output::plain();
    for (index, code) in codes.into_iter().enumerate() {
        match format {
            Format::Json => json::write_line(&mut out, &json::Explained::from(code))?,
            Format::Text => {
                if index > 0 {
                    writeln!(out)?;
                }
                write_explanation(&mut out, code)?;
            }
        }
    }
    Ok(out.flush()?)
}

fn write_explanation(out: &mut impl Write, code: Code) -> Result<(), Error> {
    writeln!(out, "{code}: {}", code.severity())?;
    for paragraph in [&format!("{}. {}", code.summary(), code.explanation()), code.section()] {
        writeln!(out)?;
        lines(paragraph).try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    writeln!(out)?;
    // Examples of findings about IRIs may contain invisible characters, which are escaped on a terminal.
    writeln!(out, "  found in      {}", output::Reference(code.example()))?;
    writeln!(out, "  not found in  {}", output::Reference(code.counterexample()))?;
    Ok(())
}

/// Wraps a paragraph at spaces.
fn lines(paragraph: &str) -> impl Iterator<Item = &str> {
    let mut rest = paragraph;
    std::iter::from_fn(move || {
        // A line of exactly `COLUMNS` characters may be followed by the space.
        let beyond = rest.char_indices().nth(COLUMNS).map(|(at, character)| at + character.len_utf8());
        let space = beyond.and_then(|end| rest.get(..end)?.rfind(' '));
        let end = space.or_else(|| rest.find(' ').filter(|_| beyond.is_some())).unwrap_or(rest.len());
        let (line, after) = rest.split_at(end);
        rest = after.trim_start();
        (!line.is_empty()).then_some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_between_words() {
        // Two words and the space between them fill a line exactly.
        let (short, long) = ("é".repeat(COLUMNS / 2), "é".repeat(COLUMNS / 2 - 1));
        let text = format!("{short} {long} {short} {long}é {short}");
        let found: Vec<_> = lines(&text).collect();
        assert_eq!(found, [format!("{short} {long}"), short.clone(), format!("{long}é"), short]);
        assert_eq!(lines("").count(), 0);
    }
}
