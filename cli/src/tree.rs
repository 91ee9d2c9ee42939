//! `uri tree`: pest's parse tree of each reference.

use crate::answer;
use crate::args::{Format, References};
use crate::json;
use crate::outcome::{Error, Status};
use crate::output;
use crate::start::Start;

pub(crate) fn run(references: &References, start: Start, status: &mut Status) -> Result<(), Error> {
    answer::each(references, start, status, &mut output::plain(), |out, text| {
        let root = start.tree(text)?;
        match references.how.format {
            Format::Json => json::write_line(out, &root)?,
            Format::Text => root.draw(out, 0)?,
        }
        Ok(())
    })
}
