//! `uri edit`: edits components, segments and pairs of references.
//!
//! In: references, and edits in the order in which they were typed.
//! Out: each reference with all edits made, or the fault of the reference or of the first edit that fails.
//! `change` makes an edit, `text` reads a typed value as a component, and `pairs` as pairs of a query.
//! Next: `build`, which adds segments and pairs in the same way.

mod change;
mod pairs;
pub(crate) mod text;

use std::io::Write;

use urigram::{Rule, UriReference};

pub(crate) use self::change::Change;
use crate::answer;
use crate::args::{Edit, Format};
use crate::fault::decode;
use crate::outcome::{Error, Status};
use crate::output::{self, Reference, diagnostic, json};

pub(crate) fn run(arguments: &Edit, status: &mut Status) -> Result<(), Error> {
    let Edit { edits, written, format, values } = arguments;
    let mut changes = Vec::new();
    for (option, value) in &edits.0 {
        match Change::new(*option, value.as_encoded_bytes(), *written) {
            Ok(change) => changes.push(change),
            Err(fault) => {
                // An edit with an invalid value fails for every reference.
                *status = Status::Failed;
                diagnostic::report(value.as_encoded_bytes(), None, &fault);
            }
        }
    }
    if *status == Status::Failed {
        return Ok(());
    }
    answer::each(values, *format, status, &mut output::plain(), |out, bytes| {
        let input = decode(Rule::URI_reference.name(), bytes)?;
        let mut reference = UriReference::parse(input)?.to_owned();
        for change in &changes {
            if let Err(fault) = change.make(&mut reference) {
                let made = reference.as_str();
                return Err(if made == input { fault } else { fault.with_part_beside(made) }.into());
            }
        }
        let output = reference.as_str();
        match format {
            Format::Json => json::write_line(out, &json::Changed { input, output })?,
            Format::Text => writeln!(out, "{}", Reference(output))?,
        }
        Ok(())
    })
}
