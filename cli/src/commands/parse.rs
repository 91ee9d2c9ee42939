//! `uri parse`: shows the components of each reference.

use std::io::Write;

use crate::answer;
use crate::args::{Format, Parse};
use crate::outcome::{Error, Status};
use crate::output;
use crate::output::details::Details;
use crate::output::drawing;
use crate::output::json;
use crate::parser::start::Start;

pub(crate) fn run(arguments: &Parse, start: Start, status: &mut Status) -> Result<(), Error> {
    let Parse { details, format, values, .. } = arguments;
    match format {
        Format::Json => answer::each(values, Format::Json, status, &mut output::plain(), |out, bytes| {
            let text = start.decode(bytes)?;
            let components = start.parse(text)?;
            let details = details.then_some(Details { text, components: &components });
            json::write_line(out, &json::Parsed::new(text, &components).with(details))?;
            Ok(())
        }),
        Format::Text => {
            let widest = drawing::widest();
            let mut separator = "";
            answer::each(values, Format::Text, status, &mut output::styled(), |out, bytes| {
                let text = start.decode(bytes)?;
                let components = start.parse(text)?;
                out.write_all(separator.as_bytes())?;
                separator = "\n";
                drawing::draw(out, text, start.name(), &components, widest)?;
                if *details {
                    drawing::details::list(out, Details { text, components: &components })?;
                }
                Ok(())
            })
        }
    }
}
