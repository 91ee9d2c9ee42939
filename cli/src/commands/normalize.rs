//! `uri normalize`: writes the normal form of each reference.

use std::collections::{HashMap, TryReserveError};
use std::io::{self, Write};

use urigram::normalize::Normalizer;
use urigram::{Rule, UriReference};

use crate::answer::{self, Unanswered};
use crate::args::{Format, Normalize};
use crate::fault::{Fault, decode};
use crate::outcome::{Error, Status};
use crate::output::{self, Reference, json};

pub(crate) fn run(arguments: &Normalize, status: &mut Status) -> Result<(), Error> {
    let Normalize { rung, unique, no_fragment, format, values } = arguments;
    let rung = (*rung).into();
    let normalizer = Normalizer::new(rung).fragment(!no_fragment);
    let mut seen = unique.then(Seen::default);
    let mut buffer = String::new();
    answer::each(values, *format, status, &mut output::plain(), |out, bytes| {
        let parsed = parse(bytes);
        if let Some(seen) = &mut seen {
            seen.count(parsed.is_ok());
        }
        let reference = parsed?;
        let input = reference.as_str();
        let normal = normalizer.normalize_into(&reference, &mut buffer);
        let output = normal.as_str();
        // Only JSON includes the input of the first.
        let kept = if *format == Format::Json { input } else { output };
        let earlier = match &mut seen {
            Some(seen) => match seen.earlier(output, kept) {
                Ok(earlier) => earlier,
                Err(_) => {
                    // Frees memory for the message.
                    seen.forms = HashMap::new();
                    return Err(Unanswered::Full);
                }
            },
            None => None,
        };
        match (format, earlier) {
            (Format::Json, earlier) => {
                let same_as = match earlier {
                    Some(Earlier { line, input }) => {
                        let rung =
                            normalizer.compare(&UriReference::parse(input)?, &reference).unwrap_or(rung);
                        Some(json::SameAs { line, input, rung: rung.name() })
                    }
                    None => None,
                };
                json::write_line(out, &json::Normalized { input, output, same_as })?;
            }
            (Format::Text, None) => writeln!(out, "{}", Reference(output))?,
            (Format::Text, Some(_)) => {}
        }
        Ok(())
    })?;

    if let Some(Seen { forms, repeated, invalid, .. }) = seen {
        let invalid = if invalid > 0 { format!(", {invalid} invalid") } else { String::new() };
        // If standard error is closed, nobody reads the numbers.
        let _ = writeln!(io::stderr(), "{} different, {repeated} repeated{invalid}", forms.len());
    }
    Ok(())
}

fn parse(bytes: &[u8]) -> Result<UriReference<&str>, Fault> {
    Ok(UriReference::parse(decode(Rule::URI_reference.name(), bytes)?)?)
}

/// The normal forms so far, and the numbers of inputs.
#[derive(Default)]
struct Seen {
    forms: HashMap<Box<str>, First>,
    lines: u64,
    repeated: u64,
    invalid: u64,
}

/// The first input with a form: its number, counted from 1, and its text, unless that is the form itself.
struct First {
    line: u64,
    input: Option<Box<str>>,
}

/// An earlier input.
struct Earlier<'a> {
    line: u64,
    input: &'a str,
}

impl Seen {
    fn count(&mut self, is_valid: bool) {
        self.lines += 1;
        self.invalid += u64::from(!is_valid);
    }

    /// Returns the first input with this form; `None` if this is the first, which is then stored.
    fn earlier<'a>(&'a mut self, form: &'a str, input: &str) -> Result<Option<Earlier<'a>>, TryReserveError> {
        if !self.forms.contains_key(form) {
            let input = if input == form { None } else { Some(copy(input)?) };
            self.forms.try_reserve(1)?;
            self.forms.insert(copy(form)?, First { line: self.lines, input });
            return Ok(None);
        }
        self.repeated += 1;
        let earlier = |First { line, input }: &'a First| Earlier {
            line: *line,
            input: input.as_deref().unwrap_or(form),
        };
        Ok(self.forms.get(form).map(earlier))
    }
}

fn copy(text: &str) -> Result<Box<str>, TryReserveError> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len())?;
    copy.push_str(text);
    Ok(copy.into())
}
