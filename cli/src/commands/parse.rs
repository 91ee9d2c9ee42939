//! `uri parse`: shows the components of each reference.

use std::io::Write;

use crate::answer;
use crate::args::{Format, References};
use crate::outcome::{Error, Status};
use crate::output;
use crate::output::drawing;
use crate::output::json;
use crate::parser::start::Start;

pub(crate) fn run(references: &References, start: Start, status: &mut Status) -> Result<(), Error> {
    let References { how, values } = references;
    match how.format {
        Format::Json => answer::each(values, how.format, status, &mut output::plain(), |out, bytes| {
            let text = start.decode(bytes)?;
            let components = start.parse(text)?;
            json::write_line(out, &json::Parsed::new(text, &components))?;
            Ok(())
        }),
        Format::Text => {
            let widest = drawing::widest();
            let mut separator = "";
            answer::each(values, how.format, status, &mut output::styled(), |out, bytes| {
                let text = start.decode(bytes)?;
                let components = start.parse(text)?;
                out.write_all(separator.as_bytes())?;
                separator = "\n";
                drawing::draw(out, text, start.name(), &components, widest)?;
                Ok(())
            })
        }
    }
}
