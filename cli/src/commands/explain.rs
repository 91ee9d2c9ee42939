//! `uri explain`: what a finding means, by the table of the library.

use std::io::Write;

use urigram::validate::Code;

use crate::args::{Explain, Format};
use crate::outcome::Error;
use crate::output::{self, json};

/// The width of the lines of an explanation.
const COLUMNS: usize = 80;

pub(crate) fn run(arguments: &Explain) -> Result<(), Error> {
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
                explain(&mut out, code)?;
            }
        }
    }
    Ok(out.flush()?)
}

fn explain(out: &mut impl Write, code: Code) -> Result<(), Error> {
    writeln!(out, "{code}: {}", code.severity())?;
    for paragraph in [&format!("{}. {}", code.summary(), code.explanation()), code.section()] {
        writeln!(out)?;
        lines(paragraph).try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    writeln!(out)?;
    // An IRI, if what is found is not ASCII; on a terminal, invisible characters are shown.
    writeln!(out, "  found in      {}", output::Reference(code.example()))?;
    writeln!(out, "  not found in  {}", output::Reference(code.counterexample()))?;
    Ok(())
}

/// Returns the lines of a paragraph, broken between words.
fn lines(paragraph: &str) -> impl Iterator<Item = &str> {
    let mut rest = paragraph;
    std::iter::from_fn(move || {
        // The line is broken at a space, which may come after the last column.
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
        // Two words have as many columns as a line, with the space between.
        let (short, long) = ("é".repeat(COLUMNS / 2), "é".repeat(COLUMNS / 2 - 1));
        let text = format!("{short} {long} {short} {long}é {short}");
        let found: Vec<_> = lines(&text).collect();
        assert_eq!(found, [format!("{short} {long}"), short.clone(), format!("{long}é"), short]);
        assert_eq!(lines("").count(), 0);
    }
}
