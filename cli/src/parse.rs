//! `uri parse`: the components of each reference.

use std::io::Write;

use crate::answer;
use crate::args::{Format, How, References};
use crate::drawing;
use crate::json;
use crate::outcome::{Error, Status};
use crate::output;

pub(crate) fn run(references: &References, status: &mut Status) -> Result<(), Error> {
    let How { rule, format } = references.how;
    match format {
        Format::Json => answer::each(references, status, &mut output::plain(), |out, text| {
            let components = rule.parse(text)?;
            json::write_line(out, &json::Parsed::new(text, &components))?;
            Ok(())
        }),
        Format::Text => {
            let widest = drawing::widest();
            let mut separator = "";
            answer::each(references, status, &mut output::styled(), |out, text| {
                let components = rule.parse(text)?;
                out.write_all(separator.as_bytes())?;
                separator = "\n";
                drawing::draw(out, text, rule, &components, widest)?;
                Ok(())
            })
        }
    }
}
