//! `uri tree`: shows pest's parse tree of each reference.

use crate::answer;
use crate::args::{Format, References};
use crate::outcome::{Error, Status};
use crate::output;
use crate::parser::start::Start;

pub(crate) fn run(references: &References, start: Start, status: &mut Status) -> Result<(), Error> {
    let References { how, values } = references;
    answer::each(values, how.format, status, &mut output::plain(), |out, bytes| {
        let tree = start.tree(start.decode(bytes)?)?;
        match how.format {
            Format::Json => tree.write_json(out)?,
            Format::Text => tree.draw(out)?,
        }
        Ok(())
    })
}
