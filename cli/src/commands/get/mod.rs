//! `uri get`: writes fields of each reference.
//!
//! In: the argument FIELDS, which `layout` reads, and references.
//! Out: for each reference, the text with the values of its fields, which `fields` has as a table; for a list, a text for
//! each of its items.
//! Next: `lib.rs`, as for every command.

mod fields;
mod layout;

use std::borrow::Cow;
use std::io;
use std::io::Write;

use clap::error::ErrorKind;
use urigram::{IriReference, Rule, UriReference};

use self::fields::{FIELDS, Of};
use self::layout::{Layout, Piece};
use crate::args::{Format, Get, Inputs, usage};
use crate::fault::decode;
use crate::outcome::{Error, Status};
use crate::output::{Output, json, visible};
use crate::{answer, output};

/// Returns the names of the fields that are one text.
pub(crate) fn fields() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|field| field.name)
}

pub(crate) fn run(arguments: &Get, status: &mut Status) -> Result<(), Error> {
    let Get { fields, null, separated, iri, inputs: Inputs { format, values } } = arguments;
    let layout = Layout::read(fields).map_err(|said| usage::wrong("get", ErrorKind::InvalidValue, &said))?;
    let end = if *null { "\0" } else { "\n" };
    let is_shown = *format == Format::Text && output::is_terminal();
    answer::each(values, *format, status, &mut output::plain(), |out, bytes| {
        let input = decode(Rule::URI_reference.as_str(), bytes)?;
        let reference = match iri {
            false => UriReference::parse(input)?.into(),
            true => IriReference::parse(input)?,
        };
        let of = Of { reference: &reference, separator: separated.query_separator.into() };
        // All values are computed before one is written, because one of them may have a fault.
        let mut values = Vec::new();
        for piece in &layout.pieces {
            values.push(match piece {
                Piece::Asked(asked) if !asked.is_of_item() => asked.of(of, None)?,
                _ => Cow::Borrowed(""),
            });
        }
        let items = match &layout.list {
            None => vec![None],
            Some(list) => list.items(of).into_iter().map(Some).collect(),
        };
        let mut of_items = Vec::new();
        for &item in &items {
            for piece in &layout.pieces {
                if let Piece::Asked(asked) = piece
                    && asked.is_of_item()
                {
                    of_items.push(asked.of(of, item)?);
                }
            }
        }
        let mut of_items = of_items.into_iter();
        for _ in items {
            let texts = layout.pieces.iter().zip(&values).map(|(piece, value)| match piece {
                Piece::Text(text) => (Cow::Borrowed(text.as_str()), false),
                Piece::Asked(asked) if asked.is_of_item() => {
                    (of_items.next().expect("each item has a value for each of its fields"), true)
                }
                Piece::Asked(_) => (Cow::Borrowed(&**value), true),
            });
            match format {
                Format::Json => {
                    let output: String = texts.map(|(text, _)| text).collect();
                    json::write_line(out, &json::Changed { input, output: &output })?;
                }
                Format::Text => {
                    for (text, is_value) in texts {
                        write(out, &text, is_value && is_shown)?;
                    }
                    out.write_all(end.as_bytes())?;
                }
            }
        }
        Ok(())
    })
}

/// Writes a text, with control characters escaped for a terminal.
fn write(out: &mut Output, text: &str, is_shown: bool) -> io::Result<()> {
    if is_shown {
        return out.write_all(visible::lines(text.as_bytes()).as_bytes());
    }
    out.write_all(text.as_bytes())
}
