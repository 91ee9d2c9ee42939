//! `uri relativize`: writes the shortest reference to each target.

use std::io::Write;

use urigram::resolve::RelativizeError;
use urigram::{Rule, Uri};

use crate::answer::with_base::{self, ValueKind};
use crate::args::{Format, WithBase};
use crate::fault::Fault;
use crate::outcome::{Error, Status};
use crate::output::{Reference, json};

const TARGET: ValueKind = ValueKind {
    name: "target",
    rule: Rule::URI,
    pair: "a pair is a base, a tab and a target, and no tab is part of either",
};

pub(crate) fn run(arguments: &WithBase, status: &mut Status) -> Result<(), Error> {
    with_base::each(arguments, &TARGET, status, |out, base, text| {
        let target = Uri::parse(text)?;
        let reference = base.relativize(&target).map_err(|error| no_reference(error, &target))?;
        let (base, reference) = (base.as_str(), reference.as_str());
        match arguments.format {
            Format::Json => json::write_line(out, &json::Relativized { base, target: text, reference })?,
            Format::Text => writeln!(out, "{}", Reference(reference))?,
        }
        Ok(())
    })
}

fn no_reference(error: RelativizeError, target: &Uri<&str>) -> Fault {
    let (component, offset) = match error {
        RelativizeError::DotSegments { offset } => ("path", offset),
        _ => ("URI", 0),
    };
    let found = target.as_str().get(offset..).and_then(|rest| rest.chars().next());
    let (message, help) = (error.to_string(), error.help().to_string());
    Fault::NoAnswer { component, offset, found, message, help: help.into() }
}
