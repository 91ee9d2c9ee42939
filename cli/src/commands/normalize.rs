//! `uri normalize`: writes the normal form of each reference; and `uri compare`: compares normal forms.

use std::collections::{HashMap, TryReserveError};
use std::ffi::OsString;
use std::io::Write;

use clap::error::ErrorKind;
use urigram::Rule;
use urigram::edit::EditError;
use urigram::generic::UriReference;
use urigram::grammar::Grammar;
use urigram::normalize::{Level, Normalizer};
use urigram::query::{Glob, QueryPairs, is_tracking};

use crate::answer::Unanswered;
use crate::args::{Compare, Format, Inputs, Normalize, QueryKept, Values, usage};
use crate::fault::{Fault, decode};
use crate::input::is_stdin;
use crate::outcome::{Error, Status};
use crate::output::{Output, Reference, json};
use crate::{answer, input, output};

pub(crate) fn run<G: Grammar>(arguments: &Normalize, status: &mut Status) -> Result<(), Error> {
    let Normalize { level, unique, no_fragment, query, inputs: Inputs { format, values }, .. } = arguments;
    let pairs = Kept::new(query);
    let level = (*level).into();
    let normalizer = Normalizer::new(level).fragment(!no_fragment);
    let mut seen = unique.then(Seen::default);
    let mut buffer = String::new();
    answer::each(values, *format, status, &mut output::plain(), |out, bytes| {
        let parsed = parse::<G>(bytes);
        if let Some(seen) = &mut seen {
            seen.count(parsed.is_ok());
        }
        let parsed = parsed?;
        let input = parsed.as_str();
        let edited = pairs.of(&parsed)?;
        let reference = edited.as_ref().map_or(parsed, UriReference::borrowed);
        let normal = normalizer.normalize_into(&reference, &mut buffer);
        let output = normal.as_str();
        // Only JSON shows the input of the earlier reference.
        let kept = if *format == Format::Json { input } else { output };
        let earlier = match &mut seen {
            Some(seen) => match seen.earlier(output, kept) {
                Ok(earlier) => earlier,
                Err(_) => {
                    // Free memory for the error message.
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
                        let earlier = UriReference::<&str, G>::try_from(input)?;
                        let edited = pairs.of(&earlier)?;
                        let earlier = edited.as_ref().map_or(earlier, UriReference::borrowed);
                        let level = normalizer.compare(&earlier, &reference).unwrap_or(level);
                        Some(json::SameAs { line, input, level: level.as_str() })
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
        output::remark(format_args!("{} different, {repeated} repeated{invalid}", forms.len()));
    }
    Ok(())
}

fn parse<G: Grammar>(bytes: &[u8]) -> Result<UriReference<&str, G>, Fault> {
    Ok(UriReference::try_from(decode(Rule::URI_reference.as_str(), bytes)?)?)
}

/// The pairs of a query that are kept, and their order.
struct Kept<'a> {
    keep: Vec<Glob>,
    drop: Vec<Glob>,
    asked: &'a QueryKept,
}

impl<'a> Kept<'a> {
    fn new(asked: &'a QueryKept) -> Self {
        let globs = |typed: &[OsString]| {
            typed.iter().map(|glob| Glob::new(glob.as_encoded_bytes())).collect::<Vec<_>>()
        };
        Self { keep: globs(&asked.keep_query), drop: globs(&asked.drop_query), asked }
    }

    fn keeps(&self, key: &[u8]) -> bool {
        let is_any = |globs: &[Glob]| globs.iter().any(|glob| glob.matches(key));
        (self.keep.is_empty() || is_any(&self.keep))
            && !is_any(&self.drop)
            && !(self.asked.drop_tracking && is_tracking(key))
    }

    /// Returns the reference with only these pairs in this order; `None` if it stays as it is.
    fn of<G: Grammar>(
        &self,
        reference: &UriReference<&str, G>,
    ) -> Result<Option<UriReference<String, G>>, Fault> {
        let QueryKept { drop_tracking, sort_query, separated, .. } = self.asked;
        let is_asked = *drop_tracking || *sort_query || !self.keep.is_empty() || !self.drop.is_empty();
        let Some(query) = reference.query().filter(|query| is_asked && !query.as_str().is_empty()) else {
            return Ok(None);
        };
        let mut pairs = QueryPairs::from(separated.query_separator.pairs(query, false));
        pairs.retain(|key, _| self.keeps(&key.to_bytes()));
        if *sort_query {
            pairs.sort();
        }
        if pairs.as_str() == query.as_str() {
            return Ok(None);
        }
        let mut edited = reference.to_owned();
        if pairs.is_empty() {
            edited.remove_query();
        } else {
            let fault = |error: EditError| {
                Fault::at(0, reference.as_str(), "query", error.to_string(), error.help().to_string())
            };
            edited.set_query(pairs.as_query()).map_err(fault)?;
        }
        Ok(Some(edited))
    }
}

/// The normal forms so far, and the counts of inputs.
#[derive(Default)]
struct Seen {
    forms: HashMap<Box<str>, First>,
    lines: u64,
    repeated: u64,
    invalid: u64,
}

/// The first input with a normal form: its number, counted from 1, and the input itself if it differs from
/// the form.
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

    /// Returns the earlier input with the same form. Without one, stores this input and returns `None`.
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

const PAIR: &str = "a pair is two references and a tab between them, and no tab is part of either";

/// `uri compare`: finds the first level at which two references are equal.
pub(crate) fn compare<G: Grammar>(arguments: &Compare, status: &mut Status) -> Result<(), Error> {
    let Compare { pairs, no_fragment, idna, inputs: Inputs { format, values }, .. } = arguments;
    let normalizer = Normalizer::new(Level::Scheme).fragment(!no_fragment).idna(*idna);
    let mut out = output::plain();
    let mut all_equal = true;
    let mut compare = |out: &mut Output, a: UriReference<&str, G>, b: UriReference<&str, G>| {
        let level = level(normalizer, *format, out, a, b)?;
        all_equal &= level.is_some();
        Ok(())
    };
    let ended = if *pairs {
        answer::each(values, *format, status, &mut out, |out, pair| {
            let (first, second, start) = input::split_pair(pair, PAIR)?;
            let a = parse(first).map_err(|fault| fault.of_part("first", 0))?;
            let b = parse(second).map_err(|fault| fault.of_part("second", start))?;
            compare(out, a, b)
        })
    } else {
        expect_two(values)?;
        let mut first = None;
        let mut parts = ["first", "second"].into_iter();
        answer::each(values, *format, status, &mut out, |out, value| {
            let part = parts.next().expect("two references are compared");
            let reference = parse(value).map_err(|fault| fault.of_part(part, 0))?;
            match &first {
                None => first = Some(reference.to_owned()),
                Some(first) => compare(out, first.borrowed(), reference)?,
            }
            Ok(())
        })
    };
    if !all_equal {
        *status |= Status::Invalid;
    }
    ended
}

/// Writes the level at which the two references are equal.
fn level<G: Grammar>(
    normalizer: Normalizer<'_>,
    format: Format,
    out: &mut Output,
    a: UriReference<&str, G>,
    b: UriReference<&str, G>,
) -> Result<Option<Level>, Unanswered> {
    let found = normalizer.compare(&a, &b);
    let level = found.map_or("different", Level::as_str);
    match format {
        Format::Json => json::write_line(out, &json::Compared { a: a.as_str(), b: b.as_str(), level })?,
        Format::Text => writeln!(out, "{level}")?,
    }
    let advice = [
        (normalizer.fragment(false), "only the fragments differ; --no-fragment leaves them out"),
        (normalizer.idna(true), "only the forms of the hosts differ; --idna compares their DNS forms"),
    ];
    let equal = |normalizer: &Normalizer| normalizer.compare(&a, &b).is_some();
    let advice = advice.iter().find(|(normalizer, _)| found.is_none() && equal(normalizer));
    if let Some((_, advice)) = advice.filter(|_| format == Format::Text) {
        // If both streams go to the same terminal or file, flushing keeps their order.
        out.flush()?;
        output::remark(format_args!("uri: {advice}"));
    }
    Ok(found)
}

/// Checks that there are exactly two references, and that neither is read from standard input.
fn expect_two(values: &Values) -> Result<(), Error> {
    let Values { values, literal } = values;
    let wrong = |kind, message: &str| Err(usage::wrong("compare", kind, message).into());
    if values.iter().any(is_stdin) {
        return wrong(
            ErrorKind::InvalidValue,
            "standard input is read with '--pairs'; after '--', '-' is a reference",
        );
    }
    match values.len() + literal.len() {
        2 => Ok(()),
        count => wrong(
            ErrorKind::WrongNumberOfValues,
            &format!("two references are compared, not {count}; '--pairs' reads pairs"),
        ),
    }
}
