//! `uri tree`: pest's parse tree of each reference.

use crate::answer;
use crate::args::{Format, References};
use crate::fault::decode;
use crate::outcome::{Error, Status};
use crate::output;
use crate::output::json;
use crate::parser::start::Start;

pub(crate) fn run(references: &References, start: Start, status: &mut Status) -> Result<(), Error> {
    let References { how, values } = references;
    answer::each(values, how.format, status, &mut output::plain(), |out, bytes| {
        let root = start.tree(decode(start.name(), bytes)?)?;
        match how.format {
            Format::Json => json::write_line(out, &root)?,
            Format::Text => root.draw(out, 0)?,
        }
        Ok(())
    })
}
