//! `uri compare`: finds the first rung on which two references are equal.

use std::io::Write;

use clap::error::ErrorKind;
use urigram::normalize::{Normalizer, Rung};
use urigram::{Rule, UriReference};

use crate::answer::{self, Unanswered};
use crate::args::usage;
use crate::args::{Compare, Format, Values};
use crate::fault::{Fault, decode};
use crate::input::is_stdin;
use crate::input::pair;
use crate::outcome::{Error, Status};
use crate::output::json;
use crate::output::{self, Output};

const PAIR: &str = "a pair is two references and a tab between them, and no tab is part of either";
/// The memory that a comparison may take, as a multiple of the length of both references.
const FORMS: usize = 4;

pub(crate) fn run(arguments: &Compare, status: &mut Status) -> Result<(), Error> {
    let Compare { pairs, no_fragment, format, values } = arguments;
    let normalizer = Normalizer::new(Rung::Scheme).fragment(!no_fragment);
    let mut out = output::plain();
    let mut all_equal = true;
    let mut compare = |out: &mut Output, a: UriReference<&str>, b: UriReference<&str>| {
        let rung = rung(normalizer, *format, out, a, b)?;
        all_equal &= rung.is_some();
        Ok(())
    };
    let ended = if *pairs {
        answer::each(values, *format, status, &mut out, |out, pair| {
            let (first, second, start) = pair::split(pair, PAIR)?;
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

/// Writes the rung on which the two are equal.
fn rung(
    normalizer: Normalizer<'_>,
    format: Format,
    out: &mut Output,
    a: UriReference<&str>,
    b: UriReference<&str>,
) -> Result<Option<Rung>, Unanswered> {
    answer::ask_for_memory((a.as_str().len() + b.as_str().len()).saturating_mul(FORMS))?;
    let found = normalizer.compare(&a, &b);
    let rung = found.map_or("different", Rung::name);
    match format {
        Format::Json => json::write_line(out, &json::Compared { a: a.as_str(), b: b.as_str(), rung })?,
        Format::Text => writeln!(out, "{rung}")?,
    }
    Ok(found)
}

fn parse(bytes: &[u8]) -> Result<UriReference<&str>, Fault> {
    Ok(UriReference::parse(decode(Rule::URI_reference.name(), bytes)?)?)
}

/// Checks that there are two references, neither of them from standard input.
fn expect_two(values: &Values) -> Result<(), Error> {
    let Values { values, literal } = values;
    let wrong = |kind, said: &str| Err(usage::wrong("compare", kind, said).into());
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
