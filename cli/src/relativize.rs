//! `uri relativize`: the shortest reference to each target.

use std::io::Write;

use urigram::{RelativizeError, Rule, Uri};

use crate::args::{Based, Format};
use crate::based::{self, What};
use crate::fault::Fault;
use crate::json;
use crate::outcome::{Error, Status};
use crate::output::Reference;

const TARGET: What = What {
    name: "target",
    rule: Rule::URI,
    pair: "a pair is a base, a tab and a target, and no tab is part of either",
};

pub(crate) fn run(arguments: &Based, status: &mut Status) -> Result<(), Error> {
    based::each(arguments, &TARGET, status, |out, base, text| {
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
    let (component, offset, help) = match error {
        RelativizeError::DotSegments { offset } => {
            ("path", offset, "without them it is another URI, which has a reference")
        }
        _ => ("URI", 0, "the grammar that `uri` was built with has no such reference"),
    };
    let found = target.as_str().get(offset..).and_then(|rest| rest.chars().next());
    Fault::NoAnswer { component, offset, found, message: error.to_string(), help }
}
