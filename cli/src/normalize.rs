//! `uri normalize`: the normal form of each reference.

use std::collections::HashSet;
use std::io::{self, Write};

use urigram::{Normalizer, Rule, UriReference};

use crate::answer::{self, Unanswered};
use crate::args::{Format, Normalize};
use crate::fault::decode;
use crate::json;
use crate::outcome::{Error, Status};
use crate::output;

/// How many times the length of a reference its normalization may take.
const FORMS: usize = 4;

pub(crate) fn run(arguments: &Normalize, status: &mut Status) -> Result<(), Error> {
    let Normalize { level, unique, format, values } = arguments;
    let normalizer = Normalizer::to((*level).into());
    let mut seen = unique.then(Seen::default);
    let mut buffer = String::new();
    answer::each(values, *format, status, &mut output::plain(), |out, bytes| {
        let input = decode(Rule::URI_reference.name(), bytes)?;
        let reference = UriReference::parse(input)?;
        answer::ask_for_memory(input.len().saturating_mul(FORMS))?;
        let normal = normalizer.normalize_into(&reference, &mut buffer);
        let output = normal.as_str();
        if let Some(seen) = &mut seen
            && !seen.is_new(output)?
        {
            return Ok(());
        }
        match format {
            Format::Json => json::write_line(out, &json::Changed { input, output })?,
            Format::Text => writeln!(out, "{output}")?,
        }
        Ok(())
    })?;

    if let Some(Seen { forms, repeated }) = seen {
        // If standard error is closed, nobody wants the numbers.
        let _ = writeln!(io::stderr(), "{} different, {repeated} left out", forms.len());
    }
    Ok(())
}

/// The normal forms that there were.
#[derive(Default)]
struct Seen {
    forms: HashSet<Box<str>>,
    repeated: u64,
}

impl Seen {
    fn is_new(&mut self, form: &str) -> Result<bool, Unanswered> {
        if self.forms.contains(form) {
            self.repeated += 1;
            return Ok(false);
        }
        let mut kept = String::new();
        kept.try_reserve_exact(form.len())?;
        kept.push_str(form);
        self.forms.try_reserve(1)?;
        Ok(self.forms.insert(kept.into()))
    }
}
